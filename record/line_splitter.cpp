#include "record/line_splitter.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace jadoube::record {

std::span<char> LineSplitter::room(std::size_t count) {
  if (begin_ != 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, filled_ - begin_);
    filled_ -= begin_;
    begin_ = 0;
  }
  if (buffer_.size() < filled_ + count) buffer_.resize(filled_ + count);
  return {buffer_.data() + filled_, count};
}

void LineSplitter::add(std::string_view bytes) {
  std::copy(bytes.begin(), bytes.end(), room(bytes.size()).begin());
  added(bytes.size());
}

void LineSplitter::end(std::string failure) {
  ended_ = true;
  failure_ = std::move(failure);
}

/// A line has been found; the search for the next begins.
LineSplitter::Line LineSplitter::taken(Kind kind, std::size_t length, std::size_t with_end) {
  Line line{kind, {buffer_.data() + begin_, length}, ++number_, offset_ - passed_over_, failure_};
  begin_ += with_end;
  offset_ += with_end;
  searched_ = 0;
  passed_over_ = 0;
  return line;
}

std::optional<LineSplitter::Line> LineSplitter::next() {
  const std::size_t there = filled_ - begin_;
  const auto* start = buffer_.data() + begin_ + searched_;
  if (const void* end = there == searched_ ? nullptr : std::memchr(start, '\n', there - searched_)) {
    const std::size_t length = static_cast<std::size_t>(static_cast<const char*>(end) - start) + searched_;
    const bool too_long = passed_over_ != 0 || length > kLongestLine;
    return taken(too_long ? Kind::too_long : Kind::line, too_long ? 0 : length, length + 1);
  }
  searched_ = there;
  if (there > kLongestLine) {
    passed_over_ += there;
    offset_ += there;
    begin_ = filled_ = searched_ = 0;
  }
  if (!ended_) return std::nullopt;
  return rest();
}

/// What stands behind the last end of line.
LineSplitter::Line LineSplitter::rest() {
  const bool held = passed_over_ == 0;
  const bool fails = !failure_.empty() && !std::exchange(failed_, true);
  if (!fails && held && searched_ == 0) return {Kind::end, {}, number_ + 1, offset_, {}};
  const Kind kind = fails ? Kind::failed : held ? Kind::last_line : Kind::too_long;
  return taken(kind, held ? searched_ : 0, searched_);
}

}  // namespace jadoube::record
