// A raw serial capture of one DGT board → the records of a scan log, with times worked out from the clock.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "drivers/dgt/scans.hpp"

namespace jadoube::captures {

using drivers::dgt::ClockTimes;
using drivers::dgt::Message;

/// What a capture says about times, which is nothing but the seconds of a running chess clock:
///
/// - While the clock runs, a reading in which the time of the running side has fallen by n seconds (1 … 60)
/// stands n
///   seconds after the reading before which it fell or with which the clock was started. The press message
///   shows the increment rather than a fall and is therefore no tick; it takes its place between two ticks
///   like any other event. What lies between two ticks is spread evenly over the time between them, in order.
/// - While the clock stands, before there is one, and behind the last tick, each message stands one scan
/// period
///   (250 ms) after the one before.
///
/// So the time a side spends is right to within a second, and the order of events is exactly that of the
/// capture.
class CaptureTimes {
 public:
  struct Stamped {
    Message message;
    record::Time t;
  };
  /// A message that no scan and no clock reading comes from (version, battery …) takes up no time.
  void take(Message message, std::vector<Stamped>& out);
  /// The capture is over: whatever waits for a tick goes without one.
  void finish(std::vector<Stamped>& out);

 private:
  void spread_over(record::Time duration, std::vector<Stamped>& out);
  void release_in_steps(std::vector<Stamped>& out);

  record::Time now_{};  // of the last message given out
  bool begun_ = false;  // something with a time was given out
  std::optional<ClockTimes> clock_;
  std::vector<Message> waiting_;  // since the last tick of a running clock
};

/// A line of text that is damaged from this character on.
struct CaptureError {
  std::uint64_t line = 1;    // from 1
  std::uint64_t column = 1;  // in characters, from 1
  std::uint64_t offset = 0;  // in bytes of the capture
  std::string sentence;
};

/// Reads a capture piece by piece, either the bytes as they came over the wire or text with one base64 string
/// per line (one serial read each). Which of them it is shows before the first line end: wire bytes have bit
/// 7 or are control characters, text is neither. The rest of a damaged line is reported and skipped, and the
/// decoder finds its way back by itself. How the capture is cut into pieces makes no difference, and memory
/// does not grow with its size or its lines.
class RawCapture {
 public:
  /// The header that fits what the reader gives: a DGT board with identities and its scan period.
  static record::Header header();

  void feed(std::span<const std::uint8_t> bytes, std::vector<record::Record>& out);
  /// Gives out what waits and closes the recording with `End`.
  void finish(std::vector<record::Record>& out);

  /// What was damaged since the last call.
  std::vector<CaptureError> take_errors() { return std::exchange(errors_, {}); }
  [[nodiscard]] const drivers::dgt::Losses& losses() const { return decoder_.losses(); }
  [[nodiscard]] const drivers::dgt::Scans& scans() const { return scans_; }
  [[nodiscard]] std::uint64_t messages() const { return messages_; }

 private:
  enum class Form : std::uint8_t { not_known_yet, text, wire };

  void settle_form(Form form);
  void take_text(std::uint8_t byte);
  void end_line();
  void damaged_line(std::string_view sentence);
  void take_wire(std::uint8_t byte);
  void give_out(std::vector<record::Record>& out);

  Form form_ = Form::not_known_yet;
  std::vector<std::uint8_t> opening_;  // while the form is not known

  // The line of text in hand: the base64 digits that do not make a byte yet, and where we are.
  std::uint64_t line_ = 1;
  std::uint64_t column_ = 0;
  std::uint64_t offset_ = 0;
  std::uint32_t digits_ = 0;
  unsigned digit_count_ = 0;
  unsigned padding_ = 0;
  bool skip_line_ = false;

  drivers::dgt::Decoder decoder_;
  std::uint64_t messages_ = 0;
  CaptureTimes times_;
  std::vector<CaptureTimes::Stamped> stamped_;
  drivers::dgt::Scans scans_;
  record::Time last_{};
  std::vector<CaptureError> errors_;
};

}  // namespace jadoube::captures
