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

#include "cli/command.hpp"
#include "cli/commands.hpp"
#include "cli/engine/engine_options.hpp"
#include "cli/law/law_files.hpp"
#include "cli/logs/advice_seeker.hpp"
#include "cli/logs/log_problems.hpp"
#include "cli/logs/pace.hpp"
#include "cli/logs/replay_archive.hpp"
#include "cli/logs/same_file.hpp"
#include "cli/progress.hpp"
#include "cli/terminal.hpp"
#include "display/law_table.hpp"
#include "display/pgn_export.hpp"
#include "display/score_sheet_view.hpp"
#include "display/style.hpp"
#include "record/byte_sink.hpp"
#include "record/scan_log.hpp"
#include "stream/json_lines.hpp"
#include "stream/log_follower.hpp"
#include "stream/pipeline.hpp"
#include "words/catalogue.hpp"
#include "words/text.hpp"

namespace jadoube::cli {

using words::wording;
namespace {

struct Options {
  std::vector<std::string> logs;
  std::string out = "-";
  std::string format = "text";
  std::string colour = "auto";
  std::string language = "en";
  std::vector<std::string> laws;  // none: the one that the log names
  std::string laws_folder;
  bool pgn = false;
  std::string engine;     // empty: none is asked
  std::string write_log;  // empty: none is written
  double speed = 0;       // 0: as fast as it goes
  ArchiveOptions archive;
};

/// Where the replay of all logs writes: what it says of them, and the copy of a log with the advice in it. A
/// failure is told on standard error; after it nothing more is written.
class ReplayOutput {
 public:
  /// `at_once`: what is written is seen at once.
  ReplayOutput(const Options& options, bool at_once) : options_{options}, at_once_{at_once} {}

  /// To be called before anything is written, and again for each log. False: it failed.
  bool open();
  /// As `open`, for the copy of the log with this header, if there is to be one.
  bool open_copy(const record::Header& header);
  void write(std::string_view text);
  void copy(const record::Record& record, std::string_view extra);
  void close_copy();
  void close();
  [[nodiscard]] bool has_failed() const { return has_failed_; }

 private:
  void note(const record::ByteSink::Result& result);

  const Options& options_;
  bool at_once_;
  std::unique_ptr<record::ByteSink> sink_;
  std::unique_ptr<record::ScanLogWriter> copy_;
  bool has_failed_ = false;
};

void ReplayOutput::note(const record::ByteSink::Result& result) {
  if (result || has_failed_) return;
  complain(result.error());
  has_failed_ = true;
}

bool ReplayOutput::open() {
  if (sink_) return true;
  auto sink = record::open_sink(options_.out);
  if (sink) {
    sink_ = *std::move(sink);
  } else {
    complain(sink.error());
    has_failed_ = true;
  }
  return sink_ != nullptr;
}

bool ReplayOutput::open_copy(const record::Header& header) {
  if (options_.write_log.empty()) return true;
  auto sink = record::open_sink(options_.write_log);
  if (!sink) {
    note(tl::unexpected{sink.error()});
    return false;
  }
  const auto form = record::form_of_name(options_.write_log).value_or(record::Form::jsonl);
  auto writer = record::ScanLogWriter::create(*std::move(sink), form, header);
  if (writer) copy_ = *std::move(writer);
  if (!writer) note(tl::unexpected{writer.error()});
  return copy_ != nullptr;
}

void ReplayOutput::write(std::string_view text) {
  if (text.empty() || has_failed_) return;
  note(sink_->write(text));
  if (at_once_ && !has_failed_) note(sink_->flush());
}

void ReplayOutput::copy(const record::Record& record, std::string_view extra) {
  if (copy_ && !has_failed_) note(copy_->write(record, extra));
}

void ReplayOutput::close_copy() {
  if (copy_) note(std::exchange(copy_, nullptr)->close());
}

void ReplayOutput::close() {
  if (sink_ && !has_failed_) note(sink_->close());
}

/// One log on its way through the detector, the law and, if one is asked, the engine. What they say is
/// written as it comes up.
class LogReplay {
 public:
  /// Everything that is handed over by reference or pointer must outlive this. `laws`, `find_law`: as for
  /// stream::Pipeline. `seeker`: null, and no engine is asked. `speed`: as in the options.
  LogReplay(const record::Header& header, std::vector<laws::LawSet> laws, stream::Pipeline::FindLaw find_law,
            stream::StreamSink& sink, AdviceSeeker* seeker, ReplayOutput& output, double speed,
            words::Language language)
      : follower_{header, std::move(laws), std::move(find_law), sink,
                  seeker == nullptr ? stream::LogFollower::Hear{}
                                    : [seeker](const report::Report& report) { seeker->tell(report); }},
        sink_{sink},
        seeker_{seeker},
        output_{output},
        language_{language} {
    if (speed > 0) pace_.emplace(speed);
    if (seeker_ != nullptr) seeker_->begin(header);
  }

  /// What `sink` has said and is not yet written.
  void write() { output_.write(sink_.take()); }
  /// Waits until it is time for the next record, which is at `t`.
  void wait_until(record::Time t) {
    if (pace_) pace_->wait_until(t, [this](record::Time now) { advance_to(now); });
  }
  /// The next record. If no law takes it, `report` hears why.
  void take(const record::Entry& entry, const record::ProblemSink& report);
  void finish();

  /// A finding of grade A or B stands. Known at the end.
  [[nodiscard]] bool is_serious() const { return follower_.is_serious(); }

 private:
  void advance_to(record::Time now);
  void feed(const record::Record& record);
  void consult(record::Time now);

  stream::LogFollower follower_;
  stream::StreamSink& sink_;
  AdviceSeeker* seeker_;
  ReplayOutput& output_;
  words::Language language_;
  std::optional<Pace> pace_;
};

void LogReplay::feed(const record::Record& record) {
  if (seeker_ != nullptr) seeker_->see(record);
  follower_.on(record);
}

void LogReplay::consult(record::Time now) {
  if (seeker_ == nullptr) return;
  // Advice may open other questions.
  for (auto advice = seeker_->consult(follower_.detector(), now); !advice.empty();
       advice = seeker_->consult(follower_.detector(), now))
    for (const record::Advice& each : advice) {
      feed(each);
      output_.copy(each, {});
    }
}

void LogReplay::advance_to(record::Time now) {
  follower_.advance_to(now);
  consult(now);
  write();
}

void LogReplay::take(const record::Entry& entry, const record::ProblemSink& report) {
  const record::Time now = time_of(entry.record);
  advance_to(now);
  feed(entry.record);
  if (const auto& why = follower_.refusal()) report({entry.place, why->in(language_)});
  output_.copy(entry.record, entry.extra);
  consult(now);
  write();
}

void LogReplay::finish() {
  follower_.finish();
  write();
}

class Replay {
 public:
  /// `asked`: the laws of the command line.
  Replay(const Options& options, const laws::Library& library, std::vector<laws::LawSet> asked);

  /// Exit status of this log. An output that cannot be written ends everything.
  int log(const std::string& path);
  [[nodiscard]] bool output_failed() const { return output_.has_failed(); }
  int finish();

 private:
  [[nodiscard]] std::unique_ptr<stream::StreamSink> sink_for(const std::string& path, record::Header header,
                                                             const std::vector<laws::LawSet>& laws) const;
  [[nodiscard]] std::vector<laws::LawSet> laws_for(const record::Header& header,
                                                   const record::ProblemSink& report) const;
  int follow(record::ScanLogReader& reader, const std::string& path, LogProblems& problems);
  void take_all(record::ScanLogReader& reader, LogReplay& replay, const record::ProblemSink& report);

  const Options& options_;
  const laws::Library& library_;
  std::vector<laws::LawSet> asked_;
  bool is_terminal_;
  display::Look look_;
  words::Language language_;
  ReplayOutput output_;
  std::optional<Progress> progress_;
  std::uint64_t records_ = 0;
  bool is_first_ = true;  // log that is told of
  std::optional<AdviceSeeker> seeker_;
};

/// Things happen while somebody looks on.
bool is_live(const Options& options) {
  return options.speed > 0 || std::find(options.logs.begin(), options.logs.end(), "-") != options.logs.end();
}

bool writes_to_terminal(const Options& options) {
  return options.out == "-" && ::isatty(STDOUT_FILENO) == 1;
}

Replay::Replay(const Options& options, const laws::Library& library, std::vector<laws::LawSet> asked)
    : options_{options},
      library_{library},
      asked_{std::move(asked)},
      is_terminal_{writes_to_terminal(options)},
      language_{words::language_from_code(options.language).value_or(words::Language::english)},
      // At a terminal, and while things happen, they are to be seen when they happen.
      output_{options, is_terminal_ || is_live(options)} {
  auto where = surroundings(STDOUT_FILENO);
  where.is_terminal = is_terminal_;
  look_ =
      display::look_for(display::when_from_string(options.colour).value_or(display::When::automatic), where);
  if (!is_terminal_) progress_.emplace("records replayed");
  if (options.engine.empty()) return;
  // Without the engine everything goes on as if none had been asked for.
  const auto settings = engine_settings(options.engine);
  if (settings) seeker_.emplace(*settings, !is_live(options));
}

std::unique_ptr<stream::StreamSink> Replay::sink_for(const std::string& path, record::Header header,
                                                     const std::vector<laws::LawSet>& laws) const {
  if (options_.pgn) return std::make_unique<display::PgnExport>(header);
  if (options_.format == "jsonl")
    return std::make_unique<stream::JsonLines>(options_.logs.size() > 1 ? path : "", language_);
  if (laws.size() > 1) {
    std::vector<std::string> ids;
    for (const laws::LawSet& law : laws) ids.push_back(law.id);
    return std::make_unique<display::LawTable>(record::input_name(path), ids, language_);
  }
  const bool unless_named = header.law.empty() && asked_.empty();
  header.law = laws.empty() ? ""
               : !unless_named
                   ? laws.front().id
                   : words::wording("{1}, since the log names none (--law)", laws.front().id).in(language_);
  return std::make_unique<display::ScoreSheetView>(record::input_name(path), header, look_, language_);
}

/// Those that were asked for, or the one of the log.
std::vector<laws::LawSet> Replay::laws_for(const record::Header& header,
                                           const record::ProblemSink& report) const {
  if (options_.pgn) return {};
  if (!asked_.empty()) return asked_;
  auto found = stream::law_of(header, library_);
  if (found.problem) report({{1, 1, 0}, found.problem->in(language_)});
  return std::move(found.laws);
}

int Replay::log(const std::string& path) {
  LogProblems problems{record::input_name(path)};
  auto opened = record::ScanLogReader::open(path, problems.sink());
  if (!opened) {
    complain(opened.error());
    return kUnusable;
  }
  const record::Header& header = (*opened)->header();
  if (const auto why = stream::unplayable(header)) {
    problems.sink()({{1, 1, 0}, why->in(language_)});
    return kUnusable;
  }
  if (!output_.open() || !output_.open_copy(header)) return kUnusable;
  return follow(**opened, path, problems);
}

int Replay::follow(record::ScanLogReader& reader, const std::string& path, LogProblems& problems) {
  const record::Header& header = reader.header();
  const auto report = problems.sink();
  auto laws = laws_for(header, report);
  const auto sink = sink_for(path, header, laws);
  LogReplay replay{header,
                   std::move(laws),
                   stream::find_law_in(library_),
                   *sink,
                   seeker_ ? &*seeker_ : nullptr,
                   output_,
                   options_.speed,
                   language_};
  if (!std::exchange(is_first_, false) && options_.format == "text" && !options_.pgn) output_.write("\n");
  replay.write();
  take_all(reader, replay, report);
  replay.finish();
  if (const auto unknown = reader.unknown_types(); unknown != 0)
    complain(reader.name() + ": " + std::to_string(unknown) +
             " record(s) of types that this version does not know were passed over");
  output_.close_copy();
  if (problems.finish() != 0 || output_.has_failed()) return kUnusable;
  return replay.is_serious() ? kFindings : kOk;
}

void Replay::take_all(record::ScanLogReader& reader, LogReplay& replay, const record::ProblemSink& report) {
  while (!output_.has_failed()) {
    const record::Entry* entry = reader.next();
    if (entry == nullptr) return;
    replay.wait_until(time_of(entry->record));
    // If an engine is asked, its advice counts, and not an earlier one's too.
    if (seeker_ && std::holds_alternative<record::Advice>(entry->record)) continue;
    replay.take(*entry, report);
    if (progress_) progress_->at(++records_);
  }
}

int Replay::finish() {
  if (seeker_ && seeker_->unanswered() != 0)
    complain(std::to_string(seeker_->unanswered()) + " question(s) were not answered by the engine");
  output_.close();
  return output_.has_failed() ? kUnusable : kOk;
}

int replay_archive(const Options& options, const laws::Library& library,
                   const std::vector<laws::LawSet>& asked, words::Language language) {
  if (options.pgn || is_live(options) || !options.engine.empty() || asked.size() > 1)
    return fail(
        "a folder, --jobs, --part and --into make one summary of many logs: without --pgn, --engine, --speed "
        "and standard input, and under one law");
  return options.archive.replay({.paths = options.logs,
                                 .out = options.out,
                                 .json = options.format == "jsonl",
                                 .law = asked.empty() ? std::nullopt : std::optional{asked.front()},
                                 .language = language},
                                library);
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
  const auto language = words::language_from_code(options.language).value_or(words::Language::english);
  std::vector<laws::LawSet> asked;
  for (const std::string& id : options.laws) {
    const auto ids = id == "all" ? library->ids() : std::vector{id};
    for (const std::string& each : ids) {
      auto law = find_law(*library, each, language);
      if (!law) return kUnusable;
      const auto is_it = [&](const laws::LawSet& other) { return other.id == law->id; };
      if (std::none_of(asked.begin(), asked.end(), is_it)) asked.push_back(*std::move(law));
    }
  }
  if (options.archive.are_asked_for(options.logs)) return replay_archive(options, *library, asked, language);
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

Option add_law(Command& command, Options& options) {
  auto law =
      command
          .add_option("--law", options.laws,
                      "Law that judges the findings: its id, a .toml file, or all. More than one, or all: a "
                      "table of what each makes of them. Absent: the law that the log names")
          .delimiter(',')
          .allow_extra_args(false)
          .type_name("LAW");
  command.add_option("--laws-dir", options.laws_folder, "Folder with law files of your own").type_name("DIR");
  return law;
}

}  // namespace

void add_replay(Command program, int& status) {
  auto command = program.add_subcommand("replay", "Follow recorded games and say what is irregular");
  auto options = std::make_shared<Options>();
  command
      .add_option(
          "LOG", options->logs,
          "Scan logs, packed with zstd or not; - is standard input. Of a folder all logs in it, in one "
          "summary (docs/archives.md)")
      .required();
  auto format =
      command.add_option("--format", options->format, "A readable account, or the finding stream as jsonl")
          .one_of({"text", "jsonl"})
          .capture_default_str();
  auto law = add_law(command, *options);
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
  options->archive.add_to(command);
  command.add_option("--color", options->colour, "Colour in the account: auto, always, never")
      .one_of({"auto", "always", "never"})
      .capture_default_str();
  add_language(command, options->language, "Language of the account and of the stream's sentences");
  command.footer(examples({
      {"jadoube replay game.scanlog.jsonl", "the game move by move, with findings in plain words"},
      {"jadoube replay --law fide-2023-rapid-A5 game.jscan", "what that law has you do about each finding"},
      {"jadoube replay --law all game.jscan", "the same findings under every law (jadoube laws list)"},
      {"jadoube replay --language is game.jscan", "the game and its rulings in Icelandic"},
      {"jadoube replay --speed 1 game.jscan", "the same in the time it took"},
      {"jadoube replay --engine --write-log advised.jscan game.jscan",
       "with the second opinion of an engine (docs/engine.md)"},
      {"jadoube replay --format jsonl round3/*.jscan > findings.jsonl",
       "for other programs (docs/findings.md)"},
      {"jadoube replay season/ --jobs 8 --into season.sqlite",
       "all logs of a folder: one summary, and tables to ask (docs/archives.md)"},
      {"jadoube replay season/ --into postgresql://jadoube@db/chess",
       "the same into a shared store, to which others write too (docs/store.md)"},
      {"jadoube replay --pgn -o game.pgn game.jscan", "the game as the record stands in the end"},
  }));
  command.callback([options, &status] { status = replay(*options); });
}

}  // namespace jadoube::cli
