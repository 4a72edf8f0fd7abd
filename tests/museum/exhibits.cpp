#include "tests/museum/exhibits.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <stdexcept>

#include "archive/finding_base.hpp"
#include "broadcast/round_book.hpp"
#include "broker/centre_book.hpp"
#include "broker/journal.hpp"
#include "captures/raw_capture.hpp"
#include "captures/wire_log.hpp"
#include "daemon/config.hpp"
#include "drivers/board_table.hpp"
#include "evidence/store_rescue.hpp"
#include "laws/library.hpp"
#include "record/byte_source.hpp"
#include "record/recording_layout.hpp"
#include "record/scan_log.hpp"
#include "record/scanlog_jsonl.hpp"
#include "score/labelling.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tournament/pairing_file.hpp"

namespace jadoube::museum {
namespace {

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  if (const auto at = text.find(what); at != std::string::npos) text.replace(at, what.size(), by);
  return text;
}
std::function<std::string(std::string)> replacing(std::string what, std::string by) {
  return [what = std::move(what), by = std::move(by)](std::string text) {
    return replaced(std::move(text), what, by);
  };
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (!line.empty()) lines.emplace_back(line);
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return lines;
}

// ---- logs

using OpenLog = tl::expected<std::unique_ptr<record::ScanLogReader>, std::string> (*)(
    std::unique_ptr<record::ByteSource>, record::ProblemSink);

Account log_account(const std::string& bytes, OpenLog open) {
  Account account;
  const auto reader = open(record::memory_source("log", bytes), [&](const record::Problem& problem) {
    account.said.push_back(to_string(problem, "log"));
  });
  if (!reader) {
    account.said.push_back(reader.error());
    return account;
  }
  while (const record::Entry* entry = (*reader)->next())
    account.items.push_back(to_json(entry->record, entry->extra));
  return account;
}
Account scan_log(const std::string& bytes) {
  return log_account(bytes, &record::ScanLogReader::open);
}
Account wire_log(const std::string& bytes) {
  return log_account(bytes, &captures::open_wire_log);
}
Account dgt_capture(const std::string& bytes) {
  Account account;
  captures::RawCapture capture;
  std::vector<record::Record> records;
  const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
  capture.feed({data, bytes.size()}, records);
  capture.finish(records);
  for (const auto& each : records) account.items.push_back(to_json(each));
  for (const auto& error : capture.take_errors())
    account.said.push_back("line " + std::to_string(error.line) + ", column " + std::to_string(error.column) +
                           ": " + error.sentence);
  if (const auto skipped = capture.losses().skipped_bytes)
    account.said.push_back(std::to_string(skipped) + " bytes passed over");
  return account;
}

/// Its own checksum is right.
std::string later_recording(std::string bytes) {
  auto header = record::read_file_header(bytes).value();
  header.version = 2;
  std::string head;
  append(head, header);
  return bytes.replace(0, head.size(), head);
}
/// That of a frame in the second block; of a recording that has only one, of its second frame.
std::string lying_frame(std::string bytes) {
  const auto header = record::read_file_header(bytes).value();
  std::size_t at = header.block_size + header.block_header_size;
  if (at >= bytes.size()) {
    at = header.size + header.block_header_size;
    at += record::read_frame(std::string_view{bytes}.substr(at)).size;
  }
  bytes.at(at + 4) = '\xff';
  return bytes;
}

// ---- what people write

Account law(const std::string& text) {
  Account account;
  const auto read = laws::Library{}.check({"law", text});
  if (read) {
    for (unsigned n = 1; n <= laws::Row::kCount; ++n)
      if (const auto& cell = read->cell(laws::Row{n}); !cell.articles.empty())
        account.items.push_back(std::string{name(laws::Row{n})} + ' ' + cell.articles.front());
  } else {
    for (const auto& each : read.error())
      account.said.push_back("line " + std::to_string(each.line) + ": " + each.sentence.english());
  }
  return account;
}

Account config(const std::string& text) {
  Account account;
  const auto read = daemon::read_config(text, "jadoube.toml");
  if (read)
    account.items = lines_of(daemon::to_toml(*read));
  else
    for (const auto& each : read.error())
      account.said.push_back("line " + std::to_string(each.line) + ": " + each.sentence.english());
  return account;
}

Account board(const std::string& text) {
  Account account;
  const auto read = drivers::parse_board({"board-first.toml", text});
  if (!read) {
    account.said.push_back(read.error());
    return account;
  }
  account.items.push_back(read->id);
  for (const auto& usb : read->usb) account.items.push_back(ids(usb));
  return account;
}

Account pairings(const std::string& text) {
  Account account;
  const auto read =
      arbiter::read_pairings(arbiter::tidy_text(text), 0, [](std::string_view) { return true; });
  if (!read) {
    account.said.push_back(read.error().english());
    return account;
  }
  for (const auto& each : read->round.pairings)
    account.items.push_back(std::to_string(each.number) + ' ' + each.white + " - " + each.black);
  for (const auto& each : read->problems) account.said.push_back(each.english());
  return account;
}

Account answers(const std::string& text) {
  Account account;
  const auto read = score::read_answers(text);
  if (!read) {
    account.said.push_back(read.error());  // with what stands there, whatever that is
    std::ranges::replace_if(
        account.said[0], [](char c) { return c < ' '; }, '?');
    return account;
  }
  for (const auto& each : read->plies)
    account.items.push_back("ply " + std::to_string(each.ply) + ' ' + each.answer);
  for (const auto& each : read->findings) account.items.emplace_back(report::name(each.kind));
  for (const auto& each : read->missed) account.items.push_back("missed " + score::to_text(each.t));
  return account;
}

// ---- what programs tell each other

Account broker_messages(const std::string& text) {
  Account account;
  broker::CentreBook book{"j", "c"};
  for (const std::string& line : lines_of(text)) {
    const std::size_t tab = std::min(line.find('\t'), line.size());
    for (const auto& change : book.take(line.substr(0, tab), line.substr(std::min(tab + 1, line.size()))))
      account.items.push_back(change.hall + ' ' + change.board + ' ' +
                              std::to_string(static_cast<int>(change.kind)));
  }
  if (book.strangers() != 0)
    account.said.push_back(std::to_string(book.strangers()) + " messages that are not ours");
  return account;
}

Account round_state(const std::string& text) {
  const auto second = [](int t) { return record::WallTime{std::chrono::seconds{t}}; };
  broadcast::RoundBook book{
      {"Open", 3, {{1, "Adams", "Brown", {}, {}, {}, {}}, {2, "Clark", "Davis", {}, {}, {}, {}}}}, second(0)};
  book.read_state(text, second(100'000));
  book.make(second(100'000));
  Account account;
  for (const auto& [table, pgn] : book.pgn_by_table())
    for (const std::string& line : lines_of(pgn))
      if (!line.starts_with('[') && line != "*") account.items.push_back(std::to_string(table) + ": " + line);
  return account;
}

// ---- databases

/// Without what no two runs have alike.
std::string steady(const std::string& sentence, const std::string& folder) {
  std::string text = std::regex_replace(sentence, std::regex{folder + "/?"}, "");
  return std::regex_replace(text, std::regex{"-20[0-9]{6}T[0-9.]+Z(-[0-9]+)?"}, "-UTC");
}

void put(const std::string& path, const std::string& bytes) {
  std::ofstream{path, std::ios::binary} << bytes;
}

Account store(const std::string& bytes) {
  const tests::TemporaryFolder folder;
  const std::string path = folder / "store.sqlite";
  put(path, bytes);
  Account account;
  const auto say = [&](const std::string& what) { account.said.push_back(steady(what, folder.path())); };
  const auto started = arbiter::open_store_at_start(path, std::chrono::minutes{10});
  if (!started) {
    say(started.error());
    return account;
  }
  if (started->rescue) say(*started->rescue);
  arbiter::Store& read = *started->store;
  const auto add = [&](const auto& rows, auto in_words) {
    if (!rows) return say(rows.error());
    for (const auto& row : *rows) account.items.push_back(in_words(row));
  };
  add(read.tokens().list(), [](const arbiter::Token& token) { return "token " + token.name; });
  add(read.numbers(),
      [](const auto& each) { return each.board + " is at table " + std::to_string(each.number); });
  if (const auto alerts = read.open_alerts())
    for (const auto& each : alerts->rows) {
      account.items.push_back("alert " + std::to_string(each.id) + ", " + each.acknowledged_by + ", " +
                              each.handed_to);
      for (const auto& line : each.history) account.items.push_back("  " + line.what);
    }
  add(read.audit(0, 100), [](const arbiter::AuditEntry& entry) { return "audit: " + entry.what; });
  for (const unsigned number : {5U, 6U})
    if (const auto round = read.last_round(number); round && *round)
      for (const auto& each : (*round)->pairings)
        account.items.push_back("round " + std::to_string(number) + ": " + each.white + " - " + each.black +
                                each.start);
  add(read.anchors("dgt-01025/1.jscan"), [](const auto& anchor) { return "digest " + anchor.digest; });
  add(read.forgotten_logs(), [](const std::string& log) { return "forgotten " + log; });
  add(read.desk().notes("dgt-01025", "dgt-01025/1.jscan"),
      [](const desk::Note& note) { return "note: " + note.text; });
  if (const auto map = read.desk().map())
    for (const auto& [table, place] : *map)
      account.items.push_back("table " + std::to_string(table) + " stands there");
  if (started->rescue)
    std::erase_if(account.items,
                  [](const std::string& each) { return each.find("store.sqlite") != std::string::npos; });
  return account;
}

Account journal(const std::string& bytes) {
  const tests::TemporaryFolder folder;
  const std::string path = folder / "broker.sqlite";
  put(path, bytes);
  Account account;
  auto read = broker::Journal::open(path, "A", 1U << 20U);
  if (!read) {
    account.said.push_back(steady(read.error(), folder.path()));
    return account;
  }
  account.items.push_back("journal " + read->sender().journal + ", acknowledged " +
                          std::to_string(read->acknowledged()));
  for (const auto& [board, told] : read->told().boards)
    account.items.push_back(board + ": " + std::to_string(told.moves.size()) + " moves");
  const auto kept = read->read(read->first_kept(), read->head(), 100);
  if (!kept) account.said.push_back(steady(kept.error(), folder.path()));
  if (kept)
    for (const auto& each : *kept) account.items.push_back("event " + std::to_string(each.seq));
  return account;
}

/// One more log is added to it.
Account finding_base(const std::string& bytes) {
  const tests::TemporaryFolder folder;
  const std::string path = folder / "findings.sqlite";
  put(path, bytes);
  Account account;
  const auto say = [&](const std::string& what) { account.said.push_back(steady(what, folder.path())); };
  {
    auto base = archive::FindingBase::open(path, words::Language::english);
    if (!base) {
      say(base.error());
      return account;
    }
    archive::LogAccount more;
    more.path = "c.jscan";
    if (const auto added = base->add(more); !added) say(added.error());
    if (const auto closed = base->close(); !closed) say(closed.error());
  }
  auto database = sqlite::Database::open_to_read(path).value();
  for (const char* question : {"SELECT path FROM logs ORDER BY path", "SELECT kind FROM findings"})
    if (const auto read = database.run(
            question, {}, [&](const sqlite::SqlRow& row) { account.items.push_back(row.text(0)); });
        !read)
      say(read.error());
  return account;
}

}  // namespace

std::string database_of(const std::string& statements) {
  const tests::TemporaryFolder folder;
  const std::string path = folder / "made.sqlite";
  {
    auto database = sqlite::Database::open(path).value();
    // In one file, without what SQLite keeps beside it.
    if (const auto made = database.script("PRAGMA journal_mode=DELETE;" + statements); !made)
      throw std::runtime_error{made.error()};
  }
  return record::read_file(path).value();
}

std::vector<Exhibit> exhibits() {
  std::vector<Exhibit> all{
      {"recording-1-plain.jscan", "records", scan_log, later_recording, lying_frame, true},
      {"recording-1-chained.jscan", "records", scan_log, later_recording, lying_frame, true},
      {"scanlog-1.jsonl", "records", scan_log, replacing("\"version\":1", "\"version\":2")},
      {"wire-log-1.txt", "records", wire_log, replacing("wire log 1", "wire log 2")},
      {"dgt-capture.txt", "records", dgt_capture},
      {"dgt-capture.bin",
       "records",
       dgt_capture,
       {},
       [](std::string bytes) {
         bytes[2] = '\x7f';
         return bytes;
       }},
      {.file = "law-first.toml", .unit = "rows", .read = law, .is_refused = true},
      {"law.toml", "rows", law},
      {"jadoube-first.toml", "lines of all that is set", config},
      {"board-first.toml", "ids", board},
      {"pairings.trf", "pairings", pairings},
      {"pairings.csv", "pairings", pairings},
      {"answers.txt", "answers", answers},
      {"round-state.pgn", "games with moves", round_state},
      {"broker-1.txt", "changes", broker_messages, replacing("\"schema\":1", "\"schema\":2")},
      {"broker-journal-1.sql", "rows", journal, replacing("user_version=1", "user_version=2")},
  };
  all.back().is_script = true;
  all.push_back({"findings-1.sql", "rows", finding_base, replacing("user_version=1", "user_version=2")});
  all.back().is_script = true;
  for (unsigned n = 1; n <= 8; ++n) {
    Exhibit each{"store-" + std::to_string(n) + ".sql", "rows", store};
    each.is_script = true;
    each.only_intact = n != 8;
    for (unsigned before = 1; before < n; ++before)
      each.behind.push_back("store-" + std::to_string(before) + ".sql");
    if (n == 8) each.later = replacing("user_version=8", "user_version=99");
    all.push_back(std::move(each));
  }
  return all;
}

}  // namespace jadoube::museum
