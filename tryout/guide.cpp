#include "tryout/guide.hpp"

#include <chrono>
#include <fstream>
#include <iostream>
#include <utility>

#include "record/utc.hpp"
#include "transport/board_words.hpp"
#include "tryout/archive.hpp"
#include "tryout/results.hpp"
#include "words/lines.hpp"

namespace jadoube::tryout {

using record::Record;
using transport::Board;
using words::Text;
using words::wording;

Guide::Result Guide::start() {
  auto watch = transport::BoardWatch::start(
      io_.get_executor(), options_.watch,
      {.plug =
           [this](const transport::Plug& plug, bool gone) {
             if (!gone && board_ == nullptr && plug.state == transport::Plug::State::failed)
               complain_(plug.port + ": " + failure(plug));
           },
       .board = [this](Board& board, bool again) { on_board(board, again); },
       .records =
           [this](Board& board, const std::vector<Record>& records) {
             if (&board == board_ && log_) on_records(records);
           },
       .wire =
           [this](Board& board, transport::BoardWatch::Direction direction,
                  const std::vector<std::uint8_t>& bytes, record::Time t) {
             if (&board == board_ && log_) check(log_->take_wire(direction, bytes, t));
           },
       .warning = [this](const std::string& sentence) { complain_(sentence); }});
  if (!watch) return tl::unexpected(std::move(watch).error());
  watch_ = *std::move(watch);
  say(
      wording("Plug the board in. s and Enter passes a step over, Enter says it once more, q and Enter (or "
              "Ctrl-C) ends: "
              "what there is by then is kept."));
  return {};
}

void Guide::check(const record::ByteSink::Result& result) {
  if (result) return;
  failure_ = result.error();
  io_.stop();
}

void Guide::say(const Text& text) {
  if (std::exchange(line_shown_, false)) std::cout << "\r\x1b[K";
  std::cout << words::in_lines(text.in(options_.language)) << std::endl;
}

/// How the board is reached, without saying where.
std::string Guide::way() const {
  const std::string& port = board_->port;
  return port.starts_with("tcp:") || port.starts_with("ws:") ? "network"
         : port.starts_with('/')                             ? "serial"
         : port.starts_with("bluetooth:")                    ? "bluetooth"
                                                             : "usb";
}

void Guide::open(const Board& board) {
  // Neither a name of a person nor one of a place.
  record::Header header;
  header.board = board.session->board();
  header.board.id = board.model->id;
  header.utc_start = started_;
  constexpr std::uint64_t kLongestWire = 100'000'000;
  auto log = transport::BoardLog::create(
      (folder_ / "board").string(), record::Form::jsonl, header,
      transport::BoardLog::Wire{
          .head = {.make = board.model->id, .white_is_near = options_.watch.white_is_near, .port = way()},
          .limit = kLongestWire});
  if (!log) {
    check(tl::unexpected{log.error()});
    return;
  }
  log_ = *std::move(log);
  begun_ = watch_->now();
  course_.emplace(Course::Board{header.board.senses, board.model->clock}, begun_);
  say(wording("This is a {1}. There are {2} steps; they take ten minutes.", board.model->name,
              std::to_string(steps().size())));
  tell();
}

void Guide::on_board(Board& board, bool again) {
  if (&board == board_ && again && log_) check(log_->take_return(watch_->now(), way()));
  if (board_ != nullptr || (!options_.name.empty() && board.name != options_.name)) return;
  started_ = record::utc_text(record::utc_now());
  stem_ = "try-" + board.model->id + '-' + record::utc_for_file_name(started_);
  folder_ = std::filesystem::path{options_.out} / stem_;
  board_ = &board;
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error)
    check(tl::unexpected{folder_.string() + ": " + error.message()});
  else
    open(board);
}

void Guide::on_records(const std::vector<Record>& records) {
  check(log_->take(*board_, records));
  for (const Record& record : records) course_->on(record);
  tell();
}

void Guide::tick() {
  if (!course_) return;
  course_->advance_to(watch_->now());
  check(log_->flush_wire());
  tell();
  const std::string progress = course_->progress().in(options_.language);
  // Not anew each time: what is being typed stands behind it.
  if (!options_.is_terminal || (line_shown_ ? progress == progress_ : progress.empty())) return;
  std::cout << "\r    " << progress << "\x1b[K" << std::flush;
  progress_ = progress;
  line_shown_ = true;
}

void Guide::on_line(const std::string& line) {
  // Enter has left it behind, with what was typed.
  if (std::exchange(line_shown_, false)) std::cout << "\x1b[A\r\x1b[K" << std::flush;
  if (line == "q") io_.stop();
  if (!course_) return;
  if (line == "s") course_->skip(watch_->now());
  if (line.empty()) shown_ = nullptr;
  tell();
}

/// What has ended since, and what is to be done now.
void Guide::tell() {
  for (; ended_ < course_->traces().size(); ++ended_) {
    const StepTrace& trace = course_->traces()[ended_];
    const Text what = measured(*course_, trace);
    if (trace.outcome == Outcome::done)
      say(what.empty() ? wording("Thank you.") : wording("Thank you: {1}.", what));
    if (trace.outcome == Outcome::too_long)
      say(
          wording("That took long enough, and no harm is done: we go on without it. Leave the board as the "
                  "step wants it."));
    if (trace.outcome == Outcome::impossible) say(wording("This board tells nothing of a clock; we go on."));
  }
  const Step* step = course_->current();
  if (step == nullptr) io_.stop();
  if (step == std::exchange(shown_, step) || step == nullptr) return;
  say({});
  say(wording("{1} of {2}: {3}. {4}", std::to_string(course_->number()), std::to_string(steps().size()),
              step->title, step->instruction));
}

tl::expected<std::string, std::string> Guide::write_page(record::Time now) {
  const drivers::Tally tally = board_->tally();
  BoardFacts facts{.make = board_->model->name,
                   .firmware = board_->session->facts().firmware,
                   .usb = board_->usb == nullptr || way() != "usb" ? "" : ids(*board_->usb),
                   .readings_per_second = 0,
                   .bad_frames = tally.bad_frames,
                   .skipped_bytes = tally.skipped_bytes,
                   .program = options_.program,
                   .day = started_.substr(0, 10)};
  const double seconds = std::chrono::duration<double>(now - begun_).count();
  if (seconds > 0) facts.readings_per_second = static_cast<double>(tally.readings) / seconds;
  const std::string path = (folder_ / "results.txt").string();
  std::ofstream file{path};
  say({});
  for (const Text& line : results_page(*course_, facts)) {
    file << line.in(options_.language) << '\n';
    say(line);
  }
  file.close();
  if (!file) return tl::unexpected(path + ": cannot be written");
  return path;
}

Guide::Result Guide::finish() {
  watch_->stop();
  if (!failure_.empty()) return tl::unexpected(failure_);
  if (board_ == nullptr)
    return tl::unexpected(std::string{"no board was there; `jadoube boards` says what is plugged in"});
  const record::Time now = watch_->now();
  course_->end(now);
  if (auto closed = log_->close(now); !closed) return closed;
  const auto page = write_page(now);
  if (!page) return tl::unexpected(page.error());
  const std::string archive = (std::filesystem::path{options_.out} / (stem_ + ".zip")).string();
  if (auto written = write_zip(archive, {*page, log_->path(), log_->wire_path()}); !written) return written;
  say({});
  say(wording(
      "All of it is in {1}: this page, what the board said, and the bytes of its wire. It has no name in it "
      "but that "
      "of the make; the board's own number is among the bytes. Please send it to us (docs/real-boards.md).",
      archive));
  return {};
}

}  // namespace jadoube::tryout
