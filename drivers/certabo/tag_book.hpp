// Which radio tag is in which piece. The board cannot tell; it is learned from a start position.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "drivers/certabo/codec.hpp"

namespace jadoube::drivers::certabo {

class TagBook {
 public:
  [[nodiscard]] bool empty() const { return pieces_.empty(); }
  /// Nothing if the tag is not known.
  [[nodiscard]] std::optional<chess::Piece> piece_of(Tag tag) const;

  /// Learns from a start position, perhaps with the spare queens on d3 and d6 (seen from White: one's own
  /// half is one's own queen's). `tags` must be what has stood there for a while. Tags that are
  /// known tell which way round it lies; if none is, `white_is_near` does: White sits at the board's own
  /// rank 1. Nothing is learned, and false given, from any other position, from one that contradicts what is
  /// known (pieces of one set do not change; a king and a queen may well have been confused by hand) and
  /// where there is nothing new.
  bool learn(const Tags& tags, bool white_is_near);

  /// A line for each piece: FEN letter and the five bytes. Empty if nothing is known.
  [[nodiscard]] std::string to_text() const;
  /// Nothing if it is not what `to_text` gives.
  static std::optional<TagBook> from_text(std::string_view text);

 private:
  std::map<Tag, chess::Piece> pieces_;
};

}  // namespace jadoube::drivers::certabo
