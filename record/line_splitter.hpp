// Lines out of bytes that come in any pieces, with a bound on memory. Opens nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace jadoube::record {

class LineSplitter {
 public:
  /// Longer lines are passed over without being held.
  static constexpr std::size_t kLongestLine = std::size_t{1} << 20U;

  enum class Kind : std::uint8_t {
    line,       ///< ended by '\n'
    last_line,  ///< ended by the end of the bytes; not empty
    too_long,   ///< more than kLongestLine bytes; passed over
    failed,  ///< what gives the bytes failed; `text` is what there is of the line, `failure` says why. Then `end`
    end,
  };
  struct Line {
    Kind kind = Kind::end;
    /// Without the '\n'. Good until more bytes are added.
    std::string_view text;
    /// From 1.
    std::uint64_t number = 0;
    /// Where the line starts, in bytes.
    std::uint64_t offset = 0;
    std::string_view failure;
  };

  /// Where the next `count` bytes may be put; `added` says how many of them were.
  std::span<char> room(std::size_t count);
  void added(std::size_t count) { filled_ += count; }
  void add(std::string_view bytes);
  /// No more bytes come; `failure`: why, if that is not as it should be.
  void end(std::string failure = {});

  /// Nothing: it takes more bytes to know. After `end` there is always a line, of kind `end` at last.
  std::optional<Line> next();

 private:
  Line taken(Kind kind, std::size_t length, std::size_t with_end);
  Line rest();

  std::string buffer_;
  std::size_t begin_ = 0;
  std::size_t filled_ = 0;
  std::size_t searched_ = 0;  // from begin_ on, without an end of line
  std::uint64_t passed_over_ = 0;
  std::uint64_t offset_ = 0;
  std::uint64_t number_ = 0;
  bool ended_ = false;
  std::string failure_;
  bool failed_ = false;
};

}  // namespace jadoube::record
