#include "record/line_reader.hpp"

#include <string>
#include <utility>

namespace jadoube::record {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 16U;

}  // namespace

LineReader::Line LineReader::next() {
  for (;;) {
    if (const auto line = lines_.next()) return *line;
    auto got = source_.read(lines_.room(kChunk));
    if (got && *got != 0)
      lines_.added(*got);
    else
      lines_.end(got ? std::string{} : std::move(got).error());
  }
}

}  // namespace jadoube::record
