// What one board says, in files: its scan log and, if it is wanted, the bytes of its wire beside it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "captures/wire_log.hpp"
#include "record/scan_log.hpp"
#include "transport/board_watch.hpp"

namespace jadoube::transport {

/// All errors are one sentence that names the file.
class BoardLog {
 public:
  using Result = record::ByteSink::Result;

  struct Wire {
    /// Its first line.
    captures::WireLogHead head;
    /// In bytes; nothing: it may become as long as it likes.
    std::optional<std::uint64_t> limit;
  };
  /// `stem` without the ending that goes with the form.
  static tl::expected<std::unique_ptr<BoardLog>, std::string> create(const std::string& stem,
                                                                     record::Form form,
                                                                     const record::Header& header,
                                                                     const std::optional<Wire>& wire);

  /// They reach the system before this returns.
  Result take(const Board& board, const std::vector<record::Record>& records);
  Result take_wire(BoardWatch::Direction direction, const std::vector<std::uint8_t>& bytes, record::Time t);
  /// The board is there again.
  Result take_return(record::Time t, const std::string& port);
  /// What the wire has said reaches the system.
  Result flush_wire();
  Result close(record::Time now);

  [[nodiscard]] const std::string& path() const { return path_; }
  /// Empty if it is not kept.
  [[nodiscard]] const std::string& wire_path() const { return wire_path_; }
  /// Time of the last record: a new session of the same board may know less of the time than the old one did.
  [[nodiscard]] record::Time last() const { return last_; }
  [[nodiscard]] std::optional<record::Time> last_change() const { return last_change_; }
  [[nodiscard]] std::uint64_t losses() const { return losses_; }
  /// The wire has reached its limit, and is no longer kept.
  [[nodiscard]] bool is_wire_full() const { return is_wire_full_; }

 private:
  BoardLog() = default;
  Result write_wire(const std::string& line);

  std::string path_;
  std::string wire_path_;
  std::unique_ptr<record::ScanLogWriter> writer_;
  std::unique_ptr<record::ByteSink> wire_;
  std::optional<std::uint64_t> limit_;
  std::uint64_t wire_bytes_ = 0;
  bool is_wire_full_ = false;
  record::Time last_{};
  std::optional<record::Time> last_change_;
  std::uint64_t losses_ = 0;
};

}  // namespace jadoube::transport
