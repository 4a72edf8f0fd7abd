// jadoube replay: what the detector makes of recorded logs.
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "chess/position.hpp"
#include "cli/command.hpp"
#include "cli/commands.hpp"
#include "cli/law/engine_options.hpp"
#include "cli/law/law_files.hpp"
#include "cli/logs/advice_seeker.hpp"
#include "cli/logs/log_problems.hpp"
#include "cli/logs/pace.hpp"
#include "cli/logs/same_file.hpp"
#include "cli/progress.hpp"
#include "cli/text/law_table.hpp"
#include "cli/text/pgn_export.hpp"
#include "cli/text/score_sheet_view.hpp"
#include "cli/text/style.hpp"
#include "detector/detector.hpp"
#include "json/text.hpp"
#include "record/byte_sink.hpp"
#include "record/scan_log.hpp"
#include "stream/pipeline.hpp"
#include "stream/stream_json.hpp"

namespace jadoube::cli {
namespace {

/// The law of a log that names none (docs/scanlog.md).
constexpr std::string_view kLawUnlessNamed = "fide-2023-std";

struct Options {
  std::vector<std::string> logs;
  std::string out = "-";
  std::string format = "text";
  std::string colour = "auto";
  std::vector<std::string> laws;  // none: the one that the log names
  std::string laws_folder;
  bool pgn = false;
  std::string engine;     // empty: none is asked
  std::string write_log;  // empty: none is written
  double speed = 0;       // 0: as fast as it goes
};

/// The finding stream as it is, a line each.
class JsonLines final : public stream::StreamSink {
 public:
  /// `log` is told with every line, unless it is empty.
  explicit JsonLines(const std::string& log) {
    if (log.empty()) return;
    ending_ = R"(,"log":)";
    json::append_string(ending_, log);
    ending_ += '}';
  }
  void tell(const detector::Report& line) override { add(stream::to_json(line)); }
  void rule(const laws::Ruling& ruling) override { add(stream::to_json(ruling)); }
  std::string take() override { return std::exchange(out_, {}); }

 private:
  void add(std::string json) {
    if (!ending_.empty()) json.replace(json.size() - 1, 1, ending_);
    out_ += json + '\n';
  }

  std::string ending_;
  std::string out_;
};

class Replay {
 public:
  /// `asked`: the laws of the command line.
  Replay(const Options& options, const laws::Library& library, std::vector<laws::LawSet> asked)
      : options_{options}, library_{library}, asked_{std::move(asked)} {
    const bool terminal = options.out == "-" && ::isatty(STDOUT_FILENO) == 1;
    auto where = surroundings(STDOUT_FILENO);
    where.is_terminal = terminal;
    look_ = look_for(when_from_string(options.colour).value_or(When::automatic), where);
    // Whoever looks on, or feeds us as things happen, wants to see them when they happen.
    at_once_ = terminal || is_live();
    if (!terminal) progress_.emplace("records replayed");
    if (options.engine.empty()) return;
    // Without the engine everything goes on as if none had been asked for.
    const auto settings = engine_settings(options.engine);
    if (settings) seeker_.emplace(*settings, !is_live());
  }

  /// Exit status of this log. An output that cannot be written ends everything.
  int log(const std::string& path);
  [[nodiscard]] bool output_failed() const { return output_failed_; }
  int finish();

 private:
  [[nodiscard]] std::unique_ptr<stream::StreamSink> telling_for(const std::string& path,
                                                                record::Header header,
                                                                const std::vector<laws::LawSet>& laws) const;
  [[nodiscard]] std::vector<laws::LawSet> laws_for(const record::Header& header,
                                                   const record::ProblemSink& report) const;
  /// Things happen while we look on.
  [[nodiscard]] bool is_live() const {
    return options_.speed > 0 ||
           std::find(options_.logs.begin(), options_.logs.end(), "-") != options_.logs.end();
  }
  bool open_output();
  /// The copy of the log with the advice in it.
  bool open_copy(const record::Header& header);
  void copy(const record::Record& record, std::string_view extra);
  void write(stream::StreamSink& telling);
  void output(record::ByteSink::Result result);

  const Options& options_;
  const laws::Library& library_;
  std::vector<laws::LawSet> asked_;
  Look look_;
  bool at_once_ = false;
  std::optional<Progress> progress_;
  std::uint64_t records_ = 0;
  bool is_first_ = true;  // log that is told of
  std::unique_ptr<record::ByteSink> sink_;
  bool output_failed_ = false;
  std::optional<AdviceSeeker> seeker_;
  std::unique_ptr<record::ScanLogWriter> copy_;
};

std::unique_ptr<stream::StreamSink> Replay::telling_for(const std::string& path, record::Header header,
                                                        const std::vector<laws::LawSet>& laws) const {
  if (options_.pgn) return std::make_unique<PgnExport>(header);
  if (options_.format == "jsonl") return std::make_unique<JsonLines>(options_.logs.size() > 1 ? path : "");
  if (laws.size() > 1) {
    std::vector<std::string> ids;
    for (const laws::LawSet& law : laws) ids.push_back(law.id);
    return std::make_unique<LawTable>(record::input_name(path), ids);
  }
  const bool unless_named = header.law.empty() && asked_.empty();
  header.law =
      laws.empty() ? "" : laws.front().id + (unless_named ? ", since the log names none (--law)" : "");
  return std::make_unique<ScoreSheetView>(record::input_name(path), header, look_);
}

/// Those that were asked for, or the one of the log.
std::vector<laws::LawSet> Replay::laws_for(const record::Header& header,
                                           const record::ProblemSink& report) const {
  if (options_.pgn) return {};
  if (!asked_.empty()) return asked_;
  auto found = library_.law(header.law.empty() ? kLawUnlessNamed : header.law);
  if (found) return {*std::move(found)};
  report({{1, 1, 0}, to_string(found.error().front()) + "; findings are not judged"});
  return {};
}

void Replay::output(record::ByteSink::Result result) {
  if (result || output_failed_) return;
  complain(result.error());
  output_failed_ = true;
}

bool Replay::open_output() {
  if (sink_) return true;
  auto sink = record::open_sink(options_.out);
  if (sink) {
    sink_ = *std::move(sink);
  } else {
    complain(sink.error());
    output_failed_ = true;
  }
  return sink_ != nullptr;
}

bool Replay::open_copy(const record::Header& header) {
  if (options_.write_log.empty()) return true;
  auto sink = record::open_sink(options_.write_log);
  if (!sink) {
    output(tl::unexpected{sink.error()});
    return false;
  }
  const auto form = record::form_of_name(options_.write_log).value_or(record::Form::jsonl);
  auto writer = record::ScanLogWriter::create(*std::move(sink), form, header);
  if (writer) copy_ = *std::move(writer);
  if (!writer) output(tl::unexpected{writer.error()});
  return copy_ != nullptr;
}

void Replay::copy(const record::Record& record, std::string_view extra) {
  if (copy_ && !output_failed_) output(copy_->write(record, extra));
}

void Replay::write(stream::StreamSink& telling) {
  const std::string text = telling.take();
  if (text.empty() || output_failed_) return;
  output(sink_->write(text));
  if (at_once_ && !output_failed_) output(sink_->flush());
}

int Replay::log(const std::string& path) {
  LogProblems problems{record::input_name(path)};
  const auto report = problems.sink();
  auto opened = record::ScanLogReader::open(path, report);
  if (!opened) {
    complain(opened.error());
    return kUnusable;
  }
  auto& reader = **opened;
  const record::Header& header = reader.header();
  const std::string& fen = header.game.start_fen;
  if (const auto wrong = fen.empty() || fen == "startpos" ? std::nullopt : chess::unplayable(fen)) {
    report({{1, 1, 0}, "the start_fen " + *wrong});
    return kUnusable;
  }
  if (!open_output() || !open_copy(header)) return kUnusable;

  auto laws = laws_for(header, report);
  const auto telling = telling_for(path, header, laws);
  const auto find_law = [&](std::string_view id) -> tl::expected<laws::LawSet, std::string> {
    auto found = library_.law(id);
    if (found) return *std::move(found);
    return tl::unexpected{to_string(found.error().front())};
  };
  // Where laws differ in it the game goes on: each says what it makes of the finding.
  const bool automatic_draws = std::all_of(
      laws.begin(), laws.end(), [](const laws::LawSet& law) { return law.parameters.automatic_draws; });
  stream::Pipeline hearing{std::move(laws), header, find_law, *telling};
  std::vector<detector::Report> lines;
  detector::Detector detector{header, [&](const detector::Report& line) { lines.push_back(line); },
                              automatic_draws};
  std::optional<Pace> pace;
  if (options_.speed > 0) pace.emplace(options_.speed);
  if (seeker_) seeker_->begin(header);
  const auto take_lines = [&] {
    if (seeker_)
      for (const detector::Report& line : lines) seeker_->tell(line);
    return std::exchange(lines, {});
  };
  const auto feed = [&](const record::Record& record) {
    telling->see(record);
    if (seeker_) seeker_->see(record);
    detector.on(record);
    hearing.on(record, take_lines());
  };
  const auto consult = [&](record::Time now) {
    if (!seeker_) return;
    // Advice may open other questions.
    for (auto advice = seeker_->consult(detector, now); !advice.empty();
         advice = seeker_->consult(detector, now))
      for (const record::Advice& each : advice) {
        feed(each);
        copy(each, {});
      }
  };
  const auto advance = [&](record::Time now) {
    detector.advance_to(now);
    hearing.advance_to(now, take_lines());
    consult(now);
    write(*telling);
  };
  if (!std::exchange(is_first_, false) && options_.format == "text" && !options_.pgn)
    output(sink_->write("\n"));
  write(*telling);
  while (!output_failed_) {
    const record::Entry* entry = reader.next();
    if (entry == nullptr) break;
    if (pace) pace->wait_until(time_of(entry->record), advance);
    const auto* arbiter = std::get_if<record::Arbiter>(&entry->record);
    if (arbiter != nullptr && arbiter->action == record::Arbiter::Action::set_position) {
      if (const auto wrong = chess::unplayable(arbiter->fen)) {
        report({entry->place, "the fen " + *wrong});
        continue;
      }
    }
    // Whoever asks an engine has its advice, and not an earlier one's too.
    if (seeker_ && std::holds_alternative<record::Advice>(entry->record)) continue;
    advance(time_of(entry->record));
    feed(entry->record);
    if (const auto& why = hearing.refusal()) report({entry->place, *why});
    copy(entry->record, entry->extra);
    consult(time_of(entry->record));
    write(*telling);
    if (progress_) progress_->at(++records_);
  }
  detector.finish();
  hearing.finish(lines);
  telling->finish();
  write(*telling);
  if (const auto unknown = reader.unknown_types(); unknown != 0)
    complain(reader.name() + ": " + std::to_string(unknown) +
             " record(s) of types that this version does not know were passed over");
  if (copy_) output(std::exchange(copy_, nullptr)->close());
  if (problems.finish() != 0 || output_failed_) return kUnusable;
  return hearing.is_serious() ? kFindings : kOk;
}

int Replay::finish() {
  if (seeker_ && seeker_->unanswered() != 0)
    complain(std::to_string(seeker_->unanswered()) + " question(s) were not answered by the engine");
  if (sink_ && !output_failed_) output(sink_->close());
  return output_failed_ ? kUnusable : kOk;
}

int replay(const Options& options) {
  for (const std::string& log : options.logs) {
    if (options.out == "-" || !same_file(log, options.out)) continue;
    complain(options.out + ": is one of the logs");
    return kUnusable;
  }
  for (const std::string& log : options.logs) {
    if (options.write_log.empty()) break;
    if (options.logs.size() > 1 || options.write_log == "-" || same_file(log, options.write_log)) {
      complain("--write-log takes one log, and another file to write it to");
      return kUnusable;
    }
  }
  const auto library = law_library(options.laws_folder);
  if (!library) return kUnusable;
  std::vector<laws::LawSet> asked;
  for (const std::string& id : options.laws) {
    const auto ids = id == "all" ? library->ids() : std::vector{id};
    for (const std::string& each : ids) {
      auto law = find_law(*library, each);
      if (!law) return kUnusable;
      const auto is_it = [&](const laws::LawSet& other) { return other.id == law->id; };
      if (std::none_of(asked.begin(), asked.end(), is_it)) asked.push_back(*std::move(law));
    }
  }
  Replay replay{options, *library, std::move(asked)};
  int status = kOk;
  for (const std::string& log : options.logs) {
    status = std::max(status, replay.log(log));
    if (replay.output_failed()) break;
  }
  return std::max(status, replay.finish());
}

std::string is_speed(const std::string& text) {
  char* end = nullptr;
  const double speed = std::strtod(text.c_str(), &end);
  if (text.empty() || end != text.data() + text.size() || !std::isfinite(speed) || speed < 0)
    return "must be a number, 0 or more: how many times faster than it was";
  return {};
}

}  // namespace

void add_replay(Command program, int& status) {
  auto command = program.add_subcommand("replay", "Follow recorded games and say what is irregular");
  auto options = std::make_shared<Options>();
  command.add_option("LOG", options->logs, "Scan logs; - is standard input. Packed with zstd or not")
      .required();
  auto format =
      command.add_option("--format", options->format, "A readable account, or the finding stream as jsonl")
          .one_of({"text", "jsonl"})
          .capture_default_str();
  auto law =
      command
          .add_option("--law", options->laws,
                      "Law that judges the findings: its id, a .toml file, or all. More than one, or all: a "
                      "table of what each makes of them. Absent: the law that the log names")
          .delimiter(',')
          .allow_extra_args(false)
          .type_name("LAW");
  command.add_option("--laws-dir", options->laws_folder, "Folder with law files of your own")
      .type_name("DIR");
  auto engine =
      command
          .add_flag(
              "--engine{stockfish}", options->engine,
              "Ask a UCI engine which explanation of a move is likelier, where the sensors leave it open: "
              "Stockfish, or --engine=PATH")
          .type_name("");
  command
      .add_option(
          "--write-log", options->write_log,
          "Write the log with the engine's advice in it: .jsonl or .jscan, with .zst if it is to be packed. "
          "A replay of that needs no engine")
      .type_name("FILE")
      .needs(engine);
  command.add_flag("--pgn", options->pgn, "Write the games as PGN with clock times")
      .excludes(format)
      .excludes(law);
  command.add_option("-o,--output", options->out, "File to write; - is standard output")
      .capture_default_str();
  command
      .add_option("--speed", options->speed, "Play back N times as fast as it was; 0 is as fast as it goes")
      .check(is_speed, "N")
      .capture_default_str();
  command.add_option("--color", options->colour, "Colour in the account: auto, always, never")
      .one_of({"auto", "always", "never"})
      .capture_default_str();
  command.footer(examples({
      {"jadoube replay game.scanlog.jsonl", "the game move by move, with findings in plain words"},
      {"jadoube replay --law fide-2023-rapid-A5 game.jscan", "what that law has you do about each finding"},
      {"jadoube replay --law all game.jscan", "the same findings under every law (jadoube laws list)"},
      {"jadoube replay --speed 1 game.jscan", "the same in the time it took"},
      {"jadoube replay --engine --write-log advised.jscan game.jscan",
       "with the second opinion of an engine (docs/engine.md)"},
      {"jadoube replay --format jsonl round3/*.jscan > findings.jsonl",
       "for other programs (docs/findings.md)"},
      {"jadoube replay --pgn -o game.pgn game.jscan", "the game as the record stands in the end"},
  }));
  command.callback([options, &status] { status = replay(*options); });
}

}  // namespace jadoube::cli
