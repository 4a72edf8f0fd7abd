// Lines out of a stream of bytes, with a bound on memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "record/byte_source.hpp"

namespace jadoube::record {

class LineReader {
 public:
  /// Longer lines are passed over without being held.
  static constexpr std::size_t kLongestLine = std::size_t{1} << 20U;

  enum class Kind : std::uint8_t {
    line,       ///< ended by '\n'
    last_line,  ///< ended by the end of the source; not empty
    too_long,   ///< more than kLongestLine bytes; passed over
    failed,     ///< the source failed; `text` is what there is of the line, `failure` says why. Then `end`
    end,
  };
  struct Line {
    Kind kind = Kind::end;
    /// Without the '\n'. Good until the next call.
    std::string_view text;
    /// From 1.
    std::uint64_t number = 0;
    /// Where the line starts, in bytes.
    std::uint64_t offset = 0;
    std::string_view failure;
  };

  explicit LineReader(ByteSource& source) : source_{source} {}
  Line next();

 private:
  bool fill();
  Line taken(Kind kind, std::size_t length, std::size_t with_end);

  ByteSource& source_;
  std::string buffer_;
  std::size_t begin_ = 0;
  std::size_t filled_ = 0;
  std::uint64_t offset_ = 0;
  std::uint64_t number_ = 0;
  bool ended_ = false;
  std::string failure_;
  bool failed_ = false;
};

}  // namespace jadoube::record
