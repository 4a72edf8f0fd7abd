// The bytes of one board's wire as `jadoube record --raw` writes them for a bug report, and what this program
// makes of them now.
//
//   # jadoube wire log 1, make dgt, White near, at 1-1.4: …
//   1520331 > 4d                 bytes to the board, at so many microseconds
//   1530877 < 93 00 05 01 08     bytes from it
//   9000000 ! unplugged          the link was lost
//   9500000 + 1-1.3              the board was there again
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "record/scan_log.hpp"

namespace jadoube::captures {

struct WireLogHead {
  /// Of the board table: "dgt".
  std::string make;
  bool white_is_near = true;
  std::string port;
};
/// The first line.
std::string to_string(const WireLogHead& head);
/// A line; `from_board`: which way the bytes went.
std::string wire_line(record::Time t, bool from_board, std::span<const std::uint8_t> bytes);
std::string wire_loss_line(record::Time t, std::string_view reason);
std::string wire_return_line(record::Time t, std::string_view port);

/// Works like ScanLogReader::open. The records are those of the make's session, fed with the bytes at their
/// times; lines that make no sense are problems. Refused: what does not begin as such a log does, a make that
/// this version does not know, and a log in which the board says nothing that it would be known by.
tl::expected<std::unique_ptr<record::ScanLogReader>, std::string> open_wire_log(
    std::unique_ptr<record::ByteSource> source, record::ProblemSink problems);

}  // namespace jadoube::captures
