#include "drivers/certabo/tag_book.hpp"

#include <array>
#include <set>
#include <sstream>

#include "chess/square.hpp"

namespace jadoube::drivers::certabo {
namespace {

constexpr std::string_view kFirstLine = "jadoube tags 1";
/// d3 and d6 of the board.
constexpr std::array<unsigned, 2> kSpareQueens{19, 43};

/// What must stand on a sensor square of the start position; nothing where there may be a spare queen or
/// nothing.
std::optional<chess::Piece> at_start(unsigned square, bool white_is_near) {
  using enum chess::PieceType;
  constexpr std::array<chess::PieceType, 8> kBack{rook, knight, bishop, queen, king, bishop, knight, rook};
  const unsigned seen = white_is_near ? square : 63 - square;
  const unsigned rank = seen / 8;
  if (rank > 1 && rank < 6) return std::nullopt;
  const chess::Side side = rank < 2 ? chess::Side::white : chess::Side::black;
  return chess::Piece{side, rank == 0 || rank == 7 ? kBack[seen % 8] : pawn};
}

}  // namespace

std::optional<chess::Piece> TagBook::piece_of(Tag tag) const {
  const auto found = pieces_.find(tag);
  if (found == pieces_.end()) return std::nullopt;
  return found->second;
}

bool TagBook::learn(const Tags& tags, bool white_is_near) {
  std::set<Tag> seen;
  std::array<bool, 2> fits{true, true};  // White far, White near
  bool is_new = false;
  bool is_known = false;
  const auto piece_at = [](unsigned square, bool near) {
    const bool spare = square == kSpareQueens[0] || square == kSpareQueens[1];
    if (!spare) return at_start(square, near);
    const bool is_whites = (square == kSpareQueens[0]) == near;
    return std::optional{
        chess::Piece{is_whites ? chess::Side::white : chess::Side::black, chess::PieceType::queen}};
  };
  for (unsigned square = 0; square < tags.size(); ++square) {
    const bool must_stand = at_start(square, true).has_value();
    if (tags[square] == Tag::none) {
      if (must_stand) return false;
      continue;
    }
    if (!piece_at(square, true) || !seen.insert(tags[square]).second) return false;
    const auto known = piece_of(tags[square]);
    if (!known) {
      is_new = true;
      continue;
    }
    is_known = true;
    for (const bool near : {false, true})
      if (known != piece_at(square, near)) fits[near ? 1 : 0] = false;
  }
  if (!is_new || (!fits[0] && !fits[1])) return false;
  const bool near = is_known ? fits[1] : white_is_near;
  for (unsigned square = 0; square < tags.size(); ++square)
    if (tags[square] != Tag::none) pieces_[tags[square]] = *piece_at(square, near);
  return true;
}

std::string TagBook::to_text() const {
  if (pieces_.empty()) return {};
  std::string text{kFirstLine};
  for (const auto& [tag, piece] : pieces_) {
    text += '\n';
    text += chess::to_letter(piece);
    for (unsigned i = 0; i < kBytesOfTag; ++i)
      text += ' ' + std::to_string(static_cast<std::uint64_t>(tag) >> 8 * (kBytesOfTag - 1 - i) & 0xFFU);
  }
  return text + '\n';
}

std::optional<TagBook> TagBook::from_text(std::string_view text) {
  std::istringstream lines{std::string{text}};
  std::string line;
  if (!std::getline(lines, line) || line != kFirstLine) return std::nullopt;
  TagBook book;
  while (std::getline(lines, line)) {
    std::istringstream words{line};
    char letter = 0;
    words >> letter;
    const auto piece = chess::piece_from_letter(letter);
    std::uint64_t tag = 0;
    for (unsigned i = 0; i < kBytesOfTag; ++i) {
      unsigned number = 256;
      words >> number;
      if (!words || number > 255) return std::nullopt;
      tag = tag << 8U | number;
    }
    std::string more;
    if (!piece || words >> more || is_empty(static_cast<Tag>(tag))) return std::nullopt;
    book.pieces_[static_cast<Tag>(tag)] = *piece;
  }
  return book;
}

}  // namespace jadoube::drivers::certabo
