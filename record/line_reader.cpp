#include "record/line_reader.hpp"

#include <cstring>
#include <utility>

namespace jadoube::record {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 16U;

}  // namespace

/// Reads once, behind what is not used up yet.
bool LineReader::fill() {
  if (ended_) return false;
  if (begin_ != 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, filled_ - begin_);
    filled_ -= begin_;
    begin_ = 0;
  }
  if (buffer_.size() < filled_ + kChunk) buffer_.resize(filled_ + kChunk);
  const auto got = source_.read({buffer_.data() + filled_, kChunk});
  if (got && *got != 0) {
    filled_ += *got;
    return true;
  }
  ended_ = true;
  if (!got) failure_ = got.error();
  return false;
}

LineReader::Line LineReader::taken(Kind kind, std::size_t length, std::size_t with_end) {
  Line line{kind, {buffer_.data() + begin_, length}, ++number_, offset_, failure_};
  begin_ += with_end;
  offset_ += with_end;
  return line;
}

LineReader::Line LineReader::next() {
  std::size_t searched = 0;
  std::uint64_t passed_over = 0;
  for (;;) {
    const std::size_t there = filled_ - begin_;
    const auto* start = buffer_.data() + begin_ + searched;
    if (const void* end = there == searched ? nullptr : std::memchr(start, '\n', there - searched)) {
      const std::size_t length = static_cast<std::size_t>(static_cast<const char*>(end) - start) + searched;
      const bool too_long = passed_over != 0 || length > kLongestLine;
      Line line = taken(too_long ? Kind::too_long : Kind::line, too_long ? 0 : length, length + 1);
      line.offset -= passed_over;
      return line;
    }
    searched = there;
    if (there > kLongestLine) {
      passed_over += there;
      offset_ += there;
      begin_ = filled_ = searched = 0;
    }
    if (fill()) continue;
    const bool held = passed_over == 0;
    const bool fails = !failure_.empty() && !std::exchange(failed_, true);
    if (!fails && held && searched == 0) return {Kind::end, {}, number_ + 1, offset_, {}};
    Line line = taken(fails  ? Kind::failed
                      : held ? Kind::last_line
                             : Kind::too_long,
                      held ? searched : 0, searched);
    line.offset -= passed_over;
    return line;
  }
}

}  // namespace jadoube::record
