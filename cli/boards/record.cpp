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
#include "drivers/wire_log.hpp"
#include "record/scan_log.hpp"
#include "record/utc.hpp"
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

/// "2026-11-21T18:00:00.000Z" as part of a file's name: "20261121T180000Z".
std::string for_file_name(const std::string& utc) {
  std::string text;
  for (const char letter : utc.substr(0, 19))
    if (letter != '-' && letter != ':') text += letter;
  return text + 'Z';
}

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
    for (auto& [name, log] : logs_) {
      if (log.writer == nullptr) continue;
      check(log.writer->write(record::End{std::max(log.last, watch_->now())}));
      check(log.writer->close());
      if (log.wire) check(log.wire->close());
    }
    clear_line();
    for (Board* board : watch_->boards())
      if (const auto found = logs_.find(board->name); found != logs_.end())
        say(board->name + ": " + summary(status_of(*board, found->second)) + ", in " + found->second.path);
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
    std::string path;
    std::unique_ptr<record::ScanLogWriter> writer;
    std::unique_ptr<record::ByteSink> wire;
    double wire_bytes = 0;
    Time last{};
    std::optional<Time> last_change;
    std::uint64_t losses = 0;
    std::uint64_t readings_before = 0;
  };

  static int fail(const std::string& sentence) {
    complain(sentence);
    return kUnusable;
  }
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
    if (plug.state == State::failed && plug.reason != "unplugged") say(plug.port + ": " + plug.reason);
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
      write_wire(board, drivers::wire_return_line(watch_->now(), board.port));
      return;
    }
    const std::string stem = options_.out + '/' + board.name + '-' + for_file_name(started_);
    Log& log = logs_[board.name];
    log.path = stem + (options_.form == "jsonl" ? ".scanlog.jsonl" : ".jscan");
    record::Header header = header_of(board, options_.start);
    header.utc_start = started_;
    auto sink = record::open_sink(log.path);
    if (!sink) {
      check(tl::unexpected{sink.error()});
      return;
    }
    auto writer = record::ScanLogWriter::create(
        *std::move(sink), options_.form == "jsonl" ? record::Form::jsonl : record::Form::recording, header);
    if (!writer) {
      check(tl::unexpected{writer.error()});
      return;
    }
    log.writer = *std::move(writer);
    if (options_.raw) {
      auto wire = record::open_sink(stem + ".wire.txt");
      if (!wire) {
        check(tl::unexpected{wire.error()});
        return;
      }
      log.wire = *std::move(wire);
      const std::string head = to_string(drivers::WireLogHead{
          .make = board.model->id, .white_is_near = options_.boards.white == "near", .port = board.port});
      log.wire_bytes = static_cast<double>(head.size());
      check(log.wire->write(head));
    }
    say(board.name + ": at " + board.port + ", recorded in " + log.path);
  }

  void on_records(Board& board, const std::vector<Record>& records) {
    const auto found = logs_.find(board.name);
    if (found == logs_.end() || found->second.writer == nullptr) return;
    Log& log = found->second;
    for (const Record& record : records) {
      // A new session of the same board may know less of the time than the old one did.
      Record later = record;
      std::visit([&log](auto& each) { log.last = each.t = std::max(each.t, log.last); }, later);
      check(log.writer->write(later));
      if (std::holds_alternative<record::Scan>(record)) log.last_change = log.last;
      if (const auto* link = std::get_if<record::Link>(&record); link != nullptr) {
        const bool lost = link->state == record::Link::State::lost;
        // A session that was told so; one that has found out by itself will find out again.
        if (lost && board.session->state() == drivers::BoardSession::State::closed)
          write_wire(board, drivers::wire_loss_line(log.last, link->reason));
        if (lost) ++log.losses;
        say(board.name + (lost ? ": link lost" : ": link restored") +
            (link->reason.empty() ? "" : ", " + link->reason));
      }
    }
    // What has been seen reaches the system before anything else is done.
    check(log.writer->flush());
  }

  void on_wire(Board& board, BoardWatch::Direction direction, const std::vector<std::uint8_t>& bytes,
               Time t) {
    write_wire(board, drivers::wire_line(t, direction == BoardWatch::Direction::from_board, bytes));
  }

  void write_wire(const Board& board, const std::string& line) {
    const auto found = logs_.find(board.name);
    if (found == logs_.end() || found->second.wire == nullptr) return;
    Log& log = found->second;
    constexpr double kMega = 1e6;
    log.wire_bytes += static_cast<double>(line.size());
    if (options_.raw_limit == 0 || log.wire_bytes <= options_.raw_limit * kMega) {
      check(log.wire->write(line));
      return;
    }
    check(log.wire->close());
    log.wire.reset();
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
    status.gaps = log.losses + status.tally.lost_frames;
    if (log.last_change)
      status.last_change = std::chrono::duration_cast<std::chrono::seconds>(watch_->now() - *log.last_change);
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
      if (log.wire) check(log.wire->flush());
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
