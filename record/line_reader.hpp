// Lines out of a stream of bytes, with a bound on memory.
#pragma once

#include "record/byte_source.hpp"
#include "record/line_splitter.hpp"

namespace jadoube::record {

class LineReader {
 public:
  static constexpr std::size_t kLongestLine = LineSplitter::kLongestLine;
  using Kind = LineSplitter::Kind;
  using Line = LineSplitter::Line;

  explicit LineReader(ByteSource& source) : source_{source} {}
  /// The text is good until the next call.
  Line next();

 private:
  ByteSource& source_;
  LineSplitter lines_;
};

}  // namespace jadoube::record
