// jadoube evidence: one file about a board, for an appeals committee.
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arbiter/evidence/evidence_page.hpp"
#include "cli/command.hpp"
#include "cli/commands.hpp"
#include "cli/law/law_files.hpp"
#include "daemon/daemon_files.hpp"
#include "evidence/log_folder.hpp"
#include "evidence/log_proof.hpp"
#include "record/byte_sink.hpp"

namespace jadoube::cli {
namespace {

using daemon::load_config;
using daemon::state_folder;
using daemon::store_file;

namespace fs = std::filesystem;

struct Options {
  std::string board;
  std::string from, to;
  std::string data;
  std::string laws_folder;
  std::string out;
  std::string language;  // empty: as the daemon is set to
};

constexpr std::string_view kEver = "0000";
constexpr std::string_view kForGood = "9999";

/// The board of that name, or that had that table number at the time in question: boards are exchanged.
tl::expected<std::string, std::string> board_named(const std::string& name, const fs::path& data,
                                                   arbiter::Store& store, arbiter::EvidenceWish& wish) {
  const auto present = store.numbers();
  if (!present) return tl::unexpected{present.error()};
  const auto named = std::ranges::find(*present, name, &arbiter::Store::Numbered::board);
  if (named != present->end()) wish.number = named->number;
  std::error_code error;
  if (named != present->end() || fs::is_directory(data / "boards" / arbiter::folder_name(name), error))
    return name;
  unsigned number = 0;
  const auto [end, wrong] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (wrong == std::errc{} && end == name.data() + name.size() && number != 0) {
    const auto boards = store.boards_at(number, wish.from ? record::utc_text(*wish.from) : std::string{kEver},
                                        wish.to ? record::utc_text(*wish.to) : std::string{kForGood});
    if (!boards) return tl::unexpected{boards.error()};
    // Without a time the last game is meant, and so the last board.
    if (boards->size() == 1 || (!boards->empty() && !wish.from && !wish.to)) {
      wish.number = number;
      return boards->back();
    }
    if (!boards->empty()) {
      std::string list;
      for (const std::string& board : *boards) list.append(list.empty() ? "" : ", ").append(board);
      return tl::unexpected{"table " + name + " had several boards in that time: " + list +
                            "; ask for each by its name, or for a shorter time"};
    }
  }
  return tl::unexpected{"there is no board of that name, and none had that table number then, in " +
                        data.string() + ": " + name};
}

tl::expected<std::optional<record::WallTime>, std::string> optional_time(const std::string& text) {
  if (text.empty()) return std::nullopt;
  if (const auto time = record::utc_from_text(text)) return *time;
  return tl::unexpected{'"' + text + "\" is no time like 2026-11-21T18:00:00Z or 2026-11-21T19:00:00+01:00"};
}

/// What was asked for, but for the board.
tl::expected<arbiter::EvidenceWish, std::string> wish_of(const Options& options) {
  arbiter::EvidenceWish wish;
  wish.made_utc = record::utc_text(record::utc_now());
  wish.version = JADOUBE_VERSION;
  const auto from = optional_time(options.from);
  if (!from) return tl::unexpected{from.error()};
  const auto to = optional_time(options.to);
  if (!to) return tl::unexpected{to.error()};
  wish.from = *from;
  wish.to = *to;
  if (wish.from && wish.to && *wish.to < *wish.from)
    return tl::unexpected{std::string{"--to lies before --from"}};
  // Without a beginning the last log is meant.
  wish.last_game = !wish.from && !wish.to;
  return wish;
}

/// The logs to look at: all of the board, or its last one.
std::vector<fs::path> logs_for(const arbiter::EvidenceWish& wish, const fs::path& data) {
  auto logs = arbiter::logs_in(data / "boards" / arbiter::folder_name(wish.board));
  // The daemon may have made it this moment, and then there is no game in it yet.
  std::error_code error;
  if (!logs.empty() && fs::is_empty(logs.back(), error) &&
      arbiter::LogOnDisk{logs.back().string(), nullptr}.is_being_written())
    logs.pop_back();
  if (wish.last_game && logs.size() > 1) logs.erase(logs.begin(), logs.end() - 1);
  return logs;
}

/// What each log has to say; logs outside the time asked for are left out. The error is one sentence.
tl::expected<std::vector<std::string>, std::string> parts_of(const std::vector<fs::path>& logs,
                                                             const arbiter::EvidenceWish& wish,
                                                             const laws::Library& library,
                                                             arbiter::Store& store) {
  std::vector<std::string> parts;
  for (const fs::path& log : logs) {
    const std::string name = log.parent_path().filename().string() + '/' + log.filename().string();
    const auto alerts = store.alerts_of(wish.board, name);
    if (!alerts) return tl::unexpected{alerts.error()};
    for (const std::string& sentence : alerts->left_out) complain(sentence + "; it is left out");
    arbiter::LogOnDisk view{log.string(), nullptr};
    auto part = arbiter::log_evidence(view, wish, library, alerts->rows);
    if (!part) return tl::unexpected{part.error()};
    if (!part->empty()) parts.push_back(*std::move(part));
  }
  return parts;
}

int run(const Options& options) {
  const auto config = load_config({});
  if (!config) return fail(config.error());
  const auto data = state_folder(options.data, config->config);
  if (!data) return fail(data.error());
  std::error_code error;
  if (!fs::exists(store_file(*data), error))
    return fail(data->string() + ": is no data folder of the daemon");
  const auto library = law_library(options.laws_folder);
  if (!library) return kUnusable;
  auto store = arbiter::Store::open(store_file(*data).string());
  if (!store) return fail(store.error());

  auto wish = wish_of(options);
  if (!wish) return fail(wish.error());
  wish->language =
      words::language_from_code(options.language.empty() ? config->config.hall.language : options.language)
          .value_or(words::Language::english);
  const auto board = board_named(options.board, *data, **store, *wish);
  if (!board) return fail(board.error());
  wish->board = *board;
  const auto logs = logs_for(*wish, *data);
  if (logs.empty()) return fail("the board " + wish->board + " has no logs");
  const auto parts = parts_of(logs, *wish, *library, **store);
  if (!parts) return fail(parts.error());
  if (parts->empty()) return fail("the board " + wish->board + " has said nothing in that time");

  const std::string out =
      options.out.empty() ? "evidence-" + arbiter::folder_name(wish->board) + ".html" : options.out;
  const auto written = record::write_file(out, arbiter::evidence_page(*wish, *parts));
  if (!written) return fail(written.error());
  if (out != "-") std::cout << out << ": " << parts->size() << " log(s) of " << wish->board << '\n';
  return kOk;
}

}  // namespace

void add_evidence(Command program, int& status) {
  auto command = program.add_subcommand("evidence", "One file about a board, for an appeals committee");
  auto options = std::make_shared<Options>();
  command
      .add_option("--board", options->board,
                  "Name of the board, or the table number that it had at that time")
      .required();
  command.add_option("--from", options->from,
                     "Beginning, like 2026-11-21T18:00:00Z; without it and --to: the board's last game");
  command.add_option("--to", options->to, "End; without it: everything that follows");
  command.add_option("--data", options->data, "Data folder of the daemon; its own, if not given");
  command.add_option("--laws-dir", options->laws_folder, "Folder with law files of your own")
      .type_name("DIR");
  add_language(command, options->language, "Language of the page; that of the daemon, if not given");
  command.add_option("-o,--output", options->out,
                     "File to write, evidence-BOARD.html if not given; - is standard output");
  command.footer(
      "\nA page that any browser shows without a network: what the board showed, moment by moment, to be "
      "played back; "
      "findings and what was done about them; moves and clocks; PGN; the log's text; and the logs themselves "
      "with "
      "their digests, so that `jadoube verify` can prove them. The daemon may be running." +
      examples({
          {"jadoube evidence --board 12", "the last game at table 12"},
          {"jadoube evidence --board dgt-01025 --from 2026-11-21T18:00:00Z --to 2026-11-21T18:10:00Z -o "
           "appeal.html",
           "ten minutes of one board"},
      }));
  command.callback([options, &status] { status = run(*options); });
}

}  // namespace jadoube::cli
