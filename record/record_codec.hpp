// Records as bytes, each written as the difference to what stood before (docs/recording-format.md). Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "record/scan.hpp"

namespace jadoube::record {

/// What the next record is written as a difference to. Writer and reader go through the same states.
class RecordCodec {
 public:
  RecordCodec() = default;
  /// Nothing is known but the time.
  explicit RecordCodec(Time base) : last_{base} {}

  /// Appends one record. It is sound (`contradiction` of record/scanlog_jsonl.hpp) and not earlier than the
  /// last.
  void append(std::string& bytes, const Record& record, std::string_view extra);

  /// Takes one record off the front. False if the bytes make no sense; the codec must then not be used any
  /// more.
  bool take(std::string_view& bytes, Record& record, std::string& extra);

  /// What a new codec needs to go on from here: board and clock as records at time `last`. May be empty.
  [[nodiscard]] std::string standing_as_bytes() const;

  [[nodiscard]] Time last() const { return last_; }
  [[nodiscard]] const Standing& standing() const { return standing_; }

 private:
  void append_start(std::string& bytes, unsigned tag, Time t);
  void append_scan(std::string& bytes, unsigned tag, const Scan& scan);
  void append_clock(std::string& bytes, unsigned tag, const ClockReading& clock);
  bool take_scan(std::string_view& bytes, unsigned tag);
  bool take_clock(std::string_view& bytes);

  Time last_{0};
  Standing standing_;
};

}  // namespace jadoube::record
