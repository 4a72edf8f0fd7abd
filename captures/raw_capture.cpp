#include "captures/raw_capture.hpp"

#include <algorithm>
#include <utility>

namespace jadoube::captures {
namespace {

using namespace std::chrono_literals;

constexpr record::Time kScanPeriod = 250ms;
/// A running clock that has lost more than this at once was set, or the line was down; it is no measure of
/// time.
constexpr std::chrono::seconds kLargestFall = 60s;
/// A clock that runs and never ticks again must not make us hoard messages.
constexpr std::size_t kMostWaiting = 4096;
constexpr std::size_t kLongestOpening = 512;

std::chrono::seconds time_of_runner(const ClockTimes& times, bool right_runs) {
  return right_runs ? times.right.time : times.left.time;
}

/// Seconds that passed between two readings if the second is a tick of the side that ran in the first; else
/// zero.
std::chrono::seconds tick_between(const ClockTimes& before, const ClockTimes& now) {
  const bool right_ran = before.right_up();
  const auto fall = time_of_runner(before, right_ran) - time_of_runner(now, right_ran);
  return before.running() && fall > 0s && fall <= kLargestFall ? fall : 0s;
}

bool takes_time(const Message& message) {
  if (const auto* times = std::get_if<ClockTimes>(&message)) return carries_times(*times);
  return std::holds_alternative<drivers::dgt::BoardDump>(message) ||
         std::holds_alternative<drivers::dgt::FieldUpdate>(message);
}

std::optional<std::uint32_t> base64_digit(std::uint8_t byte) {
  if (byte >= 'A' && byte <= 'Z') return byte - std::uint32_t{'A'};
  if (byte >= 'a' && byte <= 'z') return byte - std::uint32_t{'a'} + 26;
  if (byte >= '0' && byte <= '9') return byte - std::uint32_t{'0'} + 52;
  if (byte == '+') return 62;
  if (byte == '/') return 63;
  return std::nullopt;
}

bool cannot_be_text(std::uint8_t byte) {
  return byte >= 0x7F || (byte < 0x20 && byte != '\n' && byte != '\r' && byte != '\t');
}

}  // namespace

void CaptureTimes::take(Message message, std::vector<Stamped>& out) {
  if (!takes_time(message)) return;
  const bool was_running = clock_ && clock_->running();
  if (const auto* times = std::get_if<ClockTimes>(&message)) {
    const auto tick = clock_ ? tick_between(*clock_, *times) : 0s;
    clock_ = *times;
    if (tick > 0s) {
      waiting_.push_back(std::move(message));
      spread_over(tick, out);
      return;
    }
  }
  waiting_.push_back(std::move(message));
  const bool may_tick = was_running && clock_->running() && waiting_.size() < kMostWaiting;
  if (!may_tick) release_in_steps(out);
}

void CaptureTimes::finish(std::vector<Stamped>& out) {
  release_in_steps(out);
}

void CaptureTimes::spread_over(record::Time duration, std::vector<Stamped>& out) {
  const record::Time start = now_;
  const auto count = static_cast<record::Time::rep>(waiting_.size());
  for (record::Time::rep i = 0; i < count; ++i) {
    now_ = start + duration * (i + 1) / count;
    out.push_back({std::move(waiting_[static_cast<std::size_t>(i)]), now_});
  }
  waiting_.clear();
}

void CaptureTimes::release_in_steps(std::vector<Stamped>& out) {
  for (Message& message : waiting_) {
    if (begun_) now_ += kScanPeriod;
    begun_ = true;
    out.push_back({std::move(message), now_});
  }
  waiting_.clear();
}

record::Header RawCapture::header() {
  record::Header header;
  header.board.model = "dgt";
  header.board.senses = record::Senses::identity;
  header.board.scan_period = kScanPeriod;
  return header;
}

void RawCapture::feed(std::span<const std::uint8_t> bytes, std::vector<record::Record>& out) {
  for (const std::uint8_t byte : bytes) {
    if (form_ == Form::text) {
      take_text(byte);
    } else if (form_ == Form::wire) {
      take_wire(byte);
    } else {
      opening_.push_back(byte);
      if (cannot_be_text(byte))
        settle_form(Form::wire);
      else if (byte == '\n' || opening_.size() == kLongestOpening)
        settle_form(Form::text);
    }
  }
  give_out(out);
}

void RawCapture::finish(std::vector<record::Record>& out) {
  if (form_ == Form::not_known_yet) settle_form(Form::text);
  if (form_ == Form::text) end_line();
  times_.finish(stamped_);
  give_out(out);
  out.emplace_back(record::End{last_});
}

void RawCapture::settle_form(Form form) {
  form_ = form;
  for (const std::uint8_t byte : std::exchange(opening_, {})) {
    if (form == Form::text)
      take_text(byte);
    else
      take_wire(byte);
  }
}

void RawCapture::take_text(std::uint8_t byte) {
  if (byte == '\n') {
    end_line();
    ++line_;
    column_ = 0;
    ++offset_;
    return;
  }
  ++column_;
  ++offset_;
  if (skip_line_ || byte == '\r') return;
  const auto digit = base64_digit(byte);
  if (byte == '=' && digit_count_ + padding_ >= 2 && digit_count_ + padding_ < 4) {
    ++padding_;
  } else if (!digit || padding_ != 0) {
    damaged_line("this is not base64");
  } else {
    digits_ = digits_ << 6U | *digit;
    if (++digit_count_ == 4) {
      for (const unsigned shift : {16U, 8U, 0U})
        take_wire(static_cast<std::uint8_t>(digits_ >> shift & 0xFFU));
      digits_ = 0;
      digit_count_ = 0;
    }
  }
}

/// Two digits left over are one byte, three are two; the padding that says so may be missing.
void RawCapture::end_line() {
  const bool padded_right = padding_ == 0 || digit_count_ + padding_ == 4;
  if (!skip_line_ && (digit_count_ == 1 || !padded_right)) {
    damaged_line("the line ends in the middle of a base64 group");
  } else if (!skip_line_) {
    if (digit_count_ == 2) take_wire(static_cast<std::uint8_t>(digits_ >> 4U & 0xFFU));
    if (digit_count_ == 3) {
      take_wire(static_cast<std::uint8_t>(digits_ >> 10U & 0xFFU));
      take_wire(static_cast<std::uint8_t>(digits_ >> 2U & 0xFFU));
    }
  }
  skip_line_ = false;
  digits_ = 0;
  digit_count_ = 0;
  padding_ = 0;
}

void RawCapture::damaged_line(std::string_view sentence) {
  skip_line_ = true;
  errors_.push_back({line_, std::max<std::uint64_t>(column_, 1), offset_, std::string{sentence}});
}

void RawCapture::take_wire(std::uint8_t byte) {
  if (auto message = decoder_.push(byte)) {
    ++messages_;
    times_.take(std::move(*message), stamped_);
  }
}

void RawCapture::give_out(std::vector<record::Record>& out) {
  for (const auto& [message, t] : stamped_) {
    scans_.take(message, t, out);
    last_ = t;
  }
  stamped_.clear();
}

}  // namespace jadoube::captures
