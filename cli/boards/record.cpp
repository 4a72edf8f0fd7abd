// jadoube record: everything that the boards of this machine say, into scan logs.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include "cli/boards/board_options.hpp"
#include "cli/command.hpp"
#include "cli/commands.hpp"
#include "cli/terminal.hpp"
#include "record/utc.hpp"
#include "transport/board_log.hpp"
#include "transport/board_watch.hpp"
#include "transport/board_words.hpp"

namespace jadoube::cli {
namespace {

using record::Record;
using record::Time;
using transport::Board;
using transport::BoardStatus;
using transport::BoardWatch;

struct Options {
  BoardOptions boards;
  std::vector<std::string> names;
  std::string out = ".";
  std::string form = "recording";
  std::string start;
  bool raw = false;
  double raw_limit = 100;  // MB for each board; 0: none
};

class Recorder {
 public:
  explicit Recorder(const Options& options) : options_{options}, is_terminal_{::isatty(STDERR_FILENO) == 1} {}

  int run() {
    auto watch_options = options_.boards.watch_options();
    if (!watch_options) return fail(watch_options.error());
    std::error_code error;
    std::filesystem::create_directories(options_.out, error);
    if (error) return fail(options_.out + ": " + error.message());
    BoardWatch::Events events{
        .plug = [this](const transport::Plug& plug, bool gone) { on_plug(plug, gone); },
        .board = [this](Board& board, bool again) { on_board(board, again); },
        .records = [this](Board& board, const std::vector<Record>& records) { on_records(board, records); },
        .wire = {},
        .warning = [this](const std::string& sentence) { say(sentence); }};
    if (options_.raw) {
      events.wire = [this](Board& board, BoardWatch::Direction direction,
                           const std::vector<std::uint8_t>& bytes,
                           Time t) { on_wire(board, direction, bytes, t); };
    }
    started_ = record::utc_text(record::utc_now());
    auto watch = BoardWatch::start(io_.get_executor(), *std::move(watch_options), std::move(events));
    if (!watch) return fail(watch.error());
    watch_ = *std::move(watch);
    run_watch(io_, options_.boards.seconds, std::chrono::seconds{1}, [this] { each_second(); });
    watch_->stop();
    for (auto& [name, log] : logs_)
      if (log.file != nullptr) check(log.file->close(watch_->now()));
    clear_line();
    for (Board* board : watch_->boards())
      if (const auto found = logs_.find(board->name); found != logs_.end())
        say(board->name + ": " + summary(status_of(*board, found->second)) + ", in " + found->second.path());
    for (const std::string& name : options_.names)
      if (!logs_.contains(name)) {
        complain("the board " + name + " was not there");
        failed_ = true;
      }
    if (logs_.empty()) complain("no board was there; `jadoube boards` says what is plugged in");
    return failed_ || logs_.empty() ? kUnusable : kOk;
  }

 private:
  struct Log {
    std::unique_ptr<transport::BoardLog> file;  // null: it could not be written
    std::uint64_t readings_before = 0;
    bool is_wire_full = false;

    [[nodiscard]] std::string path() const { return file == nullptr ? "" : file->path(); }
  };

  void check(const record::ByteSink::Result& result) {
    if (result) return;
    clear_line();
    complain(result.error());
    failed_ = true;
    io_.stop();
  }
  void clear_line() {
    if (is_terminal_ && std::exchange(line_shown_, false)) std::cerr << "\r\x1b[K";
  }
  void say(const std::string& sentence) {
    clear_line();
    std::cerr << "jadoube: " << sentence << std::endl;
  }

  [[nodiscard]] bool wanted(const Board& board) const {
    return options_.names.empty() || std::ranges::find(options_.names, board.name) != options_.names.end();
  }

  void on_plug(const transport::Plug& plug, bool gone) {
    using State = transport::Plug::State;
    if (gone) {
      strangers_.erase(plug.port);
      return;
    }
    if (plug.state == State::failed && plug.reason != "unplugged") say(plug.port + ": " + failure(plug));
    const bool is_unknown = plug.state == State::unrecognised;
    const bool is_strange =
        plug.strange_bytes != 0 && (plug.state == State::listening || plug.state == State::line);
    // It is listened to again and again.
    if ((is_unknown || is_strange) && strangers_.insert(plug.port).second)
      say(plug.port + ": " + (is_unknown ? unrecognised(plug) : strange_bytes(plug)));
  }

  void on_board(Board& board, bool again) {
    if (!wanted(board)) return;
    if (again) {
      say(board.name + ": is back, at " + board.port);
      if (auto* file = file_of(board)) check(file->take_return(watch_->now(), board.port));
      return;
    }
    record::Header header = header_of(board, options_.start);
    header.utc_start = started_;
    std::optional<transport::BoardLog::Wire> wire;
    if (options_.raw) {
      wire.emplace();
      wire->head = {
          .make = board.model->id, .white_is_near = options_.boards.white == "near", .port = board.port};
      constexpr double kMega = 1e6;
      if (options_.raw_limit != 0) wire->limit = static_cast<std::uint64_t>(options_.raw_limit * kMega);
    }
    Log& log = logs_[board.name];
    auto file = transport::BoardLog::create(
        options_.out + '/' + board.name + '-' + record::utc_for_file_name(started_),
        options_.form == "jsonl" ? record::Form::jsonl : record::Form::recording, header, wire);
    if (!file) {
      check(tl::unexpected{file.error()});
      return;
    }
    log.file = *std::move(file);
    say(board.name + ": at " + board.port + ", recorded in " + log.path());
  }

  [[nodiscard]] transport::BoardLog* file_of(const Board& board) {
    const auto found = logs_.find(board.name);
    return found == logs_.end() ? nullptr : found->second.file.get();
  }

  void on_records(Board& board, const std::vector<Record>& records) {
    auto* file = file_of(board);
    if (file == nullptr) return;
    check(file->take(board, records));
    for (const Record& record : records)
      if (const auto* link = std::get_if<record::Link>(&record); link != nullptr)
        say(board.name + (link->state == record::Link::State::lost ? ": link lost" : ": link restored") +
            (link->reason.empty() ? "" : ", " + link->reason));
  }

  void on_wire(Board& board, BoardWatch::Direction direction, const std::vector<std::uint8_t>& bytes,
               Time t) {
    auto* file = file_of(board);
    if (file == nullptr) return;
    check(file->take_wire(direction, bytes, t));
    if (file->is_wire_full() && !std::exchange(logs_[board.name].is_wire_full, true))
      say(board.name +
          ": the bytes of its wire are no longer kept, they have reached --raw-limit; its log goes on");
  }

  BoardStatus status_of(const Board& board, const Log& log) const {
    BoardStatus status{.name = board.name,
                       .attached = board.attached,
                       .is_silent = board.session->state() == drivers::BoardSession::State::silent,
                       .last_change = {},
                       .tally = board.tally()};
    status.scans_per_second = status.tally.readings - log.readings_before;
    status.gaps = status.tally.lost_frames;
    if (log.file == nullptr) return status;
    status.gaps += log.file->losses();
    if (const auto last = log.file->last_change())
      status.last_change = std::chrono::duration_cast<std::chrono::seconds>(watch_->now() - *last);
    return status;
  }

  void each_second() {
    std::vector<BoardStatus> boards;
    for (Board* board : watch_->boards()) {
      const auto found = logs_.find(board->name);
      if (found == logs_.end()) continue;
      Log& log = found->second;
      boards.push_back(status_of(*board, log));
      log.readings_before = boards.back().tally.readings;
      if (log.file != nullptr) check(log.file->flush_wire());
    }
    if (!is_terminal_ || boards.empty()) return;
    // In the last column a terminal would begin another line.
    std::cerr << '\r' << status_line(boards, columns_of(STDERR_FILENO) - 1) << "\x1b[K" << std::flush;
    line_shown_ = true;
  }

  const Options& options_;
  bool is_terminal_;
  bool line_shown_ = false;
  bool failed_ = false;
  std::string started_;
  boost::asio::io_context io_;
  std::map<std::string, Log> logs_;
  std::set<std::string> strangers_;  // ports of which it was told that no board was recognised there
  std::unique_ptr<BoardWatch> watch_;
};

}  // namespace

void add_record(Command program, int& status) {
  auto command =
      program.add_subcommand("record", "Record what the boards of this machine say into scan logs");
  auto options = std::make_shared<Options>();
  command.add_option("BOARD", options->names,
                     "Names of boards, as `jadoube boards` says them; all boards if none");
  command.add_option("--out", options->out, "Folder for the logs, one file per board").capture_default_str();
  command.add_option("--form", options->form, "Form of the logs")
      .one_of({"recording", "jsonl"})
      .capture_default_str();
  command.add_flag("--raw", options->raw,
                   "Beside each log, a text file with the bytes of the wire, for a bug report");
  command
      .add_option("--raw-limit", options->raw_limit,
                  "How long such a file may become, in MB; 0 is any length")
      .not_negative()
      .capture_default_str();
  add_start(command, options->start);
  options->boards.add_to(command);
  command.footer(
      "\nRecords until interrupted (Ctrl-C) and closes the logs. A board that is unplugged and plugged in "
      "again goes "
      "on in its log, also at another port." +
      examples({
          {"jadoube record --out round3", "all boards, one log each, with a line that says how they fare"},
          {"jadoube record dgt-01025 --raw --seconds 60",
           "one board for a minute, with the bytes of its wire"},
      }));
  command.callback([options, &status] { status = Recorder{*options}.run(); });
}

}  // namespace jadoube::cli
