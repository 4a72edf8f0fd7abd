// Scan logs as streams of records, whatever their form: the interchange form (docs/scanlog.md) or a recording
// (docs/recording-format.md), packed with zstd or not.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "record/byte_sink.hpp"
#include "record/byte_source.hpp"
#include "record/problem.hpp"
#include "record/scan.hpp"

namespace jadoube::record {

enum class Form : std::uint8_t {
  jsonl,
  recording,
  dgt_raw,  ///< read only, and only when asked for: captures/raw_log.hpp
  wire,     ///< read only, and only when asked for: captures/wire_log.hpp
};
std::string_view name(Form form);
/// By the end of the name, ".zst" put aside: ".jsonl", ".jscan".
std::optional<Form> form_of_name(std::string_view path);

class ScanLogReader {
 public:
  ScanLogReader() = default;
  ScanLogReader(const ScanLogReader&) = delete;
  ScanLogReader& operator=(const ScanLogReader&) = delete;
  virtual ~ScanLogReader() = default;

  /// Finds out the form and reads the header. Refused with one sentence that names the file: what is not a
  /// scan log, an empty file, a version that this program does not know. `problems` is called, here and by
  /// `next`, for everything that has to be passed over, in the order of the file.
  static tl::expected<std::unique_ptr<ScanLogReader>, std::string> open(std::unique_ptr<ByteSource> source,
                                                                        ProblemSink problems);
  /// The same for a path, or standard input for "-".
  static tl::expected<std::unique_ptr<ScanLogReader>, std::string> open(const std::string& path,
                                                                        ProblemSink problems);

  /// The next record, good until the next call; null at the end. Times never decrease. Unknown record types
  /// come as Other.
  const Entry* next();

  /// The next record will be the first that is not earlier than `t`. Gives what board and clock showed just
  /// before it; their times are not later than `t`, but may be those of a place in the file near it. A
  /// recording in a plain file can be gone through in any order; anything else must not have been read from
  /// yet.
  tl::expected<Standing, std::string> seek(Time t);

  [[nodiscard]] virtual const Header& header() const = 0;
  [[nodiscard]] virtual Form form() const = 0;
  /// How many Other records have come.
  [[nodiscard]] virtual std::uint64_t unknown_types() const = 0;
  [[nodiscard]] virtual const std::string& name() const = 0;
  /// What is worth telling about the source and is no problem; complete after the last record. Mostly
  /// nothing.
  [[nodiscard]] virtual std::string remark() const { return {}; }

 protected:
  /// Puts the next record into `entry_`. False at the end.
  virtual bool advance() = 0;
  /// Goes to a place before the first record that is not earlier than `t`, if the reader can do that, and
  /// gives what stood there.
  virtual std::optional<Standing> jump(Time t);
  /// The record in `entry_` is the next.
  void hold() { held_ = true; }

  Entry entry_;

 private:
  bool held_ = false;
  bool begun_ = false;
};

class ScanLogWriter {
 public:
  using Result = tl::expected<void, std::string>;

  ScanLogWriter() = default;
  ScanLogWriter(const ScanLogWriter&) = delete;
  ScanLogWriter& operator=(const ScanLogWriter&) = delete;
  virtual ~ScanLogWriter() = default;

  /// Begins a log with its header. All errors are one sentence that names the file.
  static tl::expected<std::unique_ptr<ScanLogWriter>, std::string> create(std::unique_ptr<ByteSink> sink,
                                                                          Form form, const Header& header);

  /// Refuses, and leaves out, a record that is earlier than the one before it or contradicts itself.
  virtual Result write(const Record& record, std::string_view extra = {}) = 0;
  /// Everything so far is with the operating system, and is read back even if nothing follows.
  virtual Result flush() = 0;
  /// Everything so far is on the disk.
  virtual Result sync() = 0;
  virtual Result close() = 0;
};

}  // namespace jadoube::record
