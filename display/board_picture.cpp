#include "display/board_picture.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "chess/square.hpp"

namespace jadoube::display {

namespace {

using chess::Bitboard;
using chess::Piece;
using chess::Side;
using chess::Square;

constexpr std::size_t kLabel = 3;        // columns left of the squares: rank and frame or blanks
constexpr std::size_t kSquares = 8 * 3;  // columns
constexpr std::size_t kFrame = 1;        // column right of the squares
constexpr std::size_t kGap = 4;          // columns between boards

/// Part of a line: what is written, and how many columns it takes.
struct Text {
  std::string bytes;
  std::size_t columns = 0;

  void add(std::string_view ascii) {
    bytes += ascii;
    columns += ascii.size();
  }
  void add(std::string_view written, std::size_t width) {
    bytes += written;
    columns += width;
  }
  void pad_to(std::size_t width) {
    if (columns < width) add(std::string(width - columns, ' '));
  }
};

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

/// What one square shows.
struct Field {
  bool dark = false;
  bool wrong = false;
  bool moved = false;
  bool occupied = false;
  std::optional<Piece> piece;  // nothing if only occupancy is known
};

/// The filled figurines for both sides: colour tells the sides apart, and filled ones are seen better.
std::string_view figurine(chess::PieceType type) {
  constexpr std::array<std::string_view, 6> figurines{"♟", "♞", "♝", "♜", "♛", "♚"};
  return figurines[index(type)];
}

std::string piece_text(const Field& field, const Look& look) {
  if (!field.occupied) return look.colour ? " " : look.unicode ? "·" : ".";
  if (!field.piece) return look.unicode ? "●" : "o";
  if (look.colour && look.unicode) return std::string{figurine(field.piece->type)};
  return std::string(1, to_letter(*field.piece));
}

/// Of the 256 colours. In every shade light squares are brighter than dark ones, and both bear white and
/// black pieces.
struct Shade {
  int light;
  int dark;
};
constexpr Shade kBoard{108, 65};
constexpr Shade kMoved{186, 143};
constexpr Shade kWrong{167, 160};
constexpr int kWhite = 231;
constexpr int kBlack = 16;
constexpr int kSomePiece = 236;

void set_colours(Text& line, int ink, int paper) {
  line.bytes += "\033[1;38;5;" + std::to_string(ink) + ";48;5;" + std::to_string(paper) + 'm';
}

void add_coloured(Text& line, const Field& field, const Look& look) {
  const Shade shade = field.wrong ? kWrong : field.moved ? kMoved : kBoard;
  const int paper = field.dark ? shade.dark : shade.light;
  const int ink = !field.piece ? kSomePiece : field.piece->side == Side::white ? kWhite : kBlack;
  set_colours(line, field.wrong ? kWhite : ink, paper);
  line.add(field.wrong ? "[" : " ");
  if (field.wrong) set_colours(line, ink, paper);
  line.add(piece_text(field, look), 1);
  if (field.wrong) set_colours(line, kWhite, paper);
  line.add(field.wrong ? "]" : " ");
}

void add_square(Text& line, const Field& field, const Look& look) {
  if (look.colour) return add_coloured(line, field, look);
  const std::string_view marks = field.wrong ? "[]" : field.moved ? "()" : "  ";
  line.add(marks.substr(0, 1));
  line.add(piece_text(field, look), 1);
  line.add(marks.substr(1));
}

Field field_of(const BoardPicture& board, Square square) {
  Field field;
  field.dark = (file_of(square) + rank_of(square)) % 2 == 0;
  field.wrong = contains(board.wrong, square);
  field.moved = contains(board.moved, square);
  if (const auto* placement = std::get_if<chess::Placement>(&board.pieces)) {
    field.piece = placement->at(square);
    field.occupied = field.piece.has_value();
  } else {
    field.occupied = contains(std::get<Bitboard>(board.pieces), square);
  }
  return field;
}

void add_edge(Text& line, bool top, const Look& look) {
  line.add("  ");
  line.add(!look.unicode ? "+" : top ? "┌" : "└", 1);
  for (std::size_t i = 0; i < kSquares; ++i) line.add(look.unicode ? "─" : "-", 1);
  line.add(!look.unicode ? "+" : top ? "┐" : "┘", 1);
}

/// Lines of one board, from its far edge to its file letters; without colour there is a frame round the
/// squares.
std::vector<Text> lines_of(const BoardPicture& board, const Look& look) {
  const bool white_near = board.near_side == Side::white;
  const std::string_view side = look.unicode ? "│" : "|";
  std::vector<Text> lines;
  if (!look.colour) add_edge(lines.emplace_back(), true, look);
  for (unsigned row = 0; row < 8; ++row) {
    const unsigned rank = white_near ? 7 - row : row;
    Text& line = lines.emplace_back();
    line.add(styled(Tone::faint, std::string(1, static_cast<char>('1' + rank)), look), 1);
    line.add(" ");
    line.add(look.colour ? " " : side, 1);
    for (unsigned column = 0; column < 8; ++column)
      add_square(line, field_of(board, chess::make_square(white_near ? column : 7 - column, rank)), look);
    if (look.colour) line.bytes += "\033[0m";
    line.add(look.colour ? " " : side, 1);
  }
  if (!look.colour) add_edge(lines.emplace_back(), false, look);
  std::string files;
  for (unsigned column = 0; column < 8; ++column) {
    files += "  ";
    files += static_cast<char>('a' + (white_near ? column : 7 - column));
  }
  Text& line = lines.emplace_back();
  line.add("  ");
  line.add(styled(Tone::faint, files, look), files.size());
  return lines;
}

}  // namespace

std::string draw(std::span<const BoardPicture> boards, const Look& look) {
  const bool captions =
      std::any_of(boards.begin(), boards.end(), [](const auto& board) { return !board.caption.empty(); });
  std::vector<Text> lines;
  std::size_t left = 0;
  for (const BoardPicture& board : boards) {
    const std::size_t caption = characters(board.caption);
    const std::size_t width = std::max(kLabel + kSquares + kFrame, caption);
    std::vector<Text> own;
    if (captions) {
      Text& line = own.emplace_back();
      const std::size_t middle = kLabel + kSquares / 2;
      line.pad_to(middle > caption / 2 ? middle - (caption + 1) / 2 : 0);
      line.add(styled(Tone::strong, board.caption, look), caption);
    }
    for (Text& line : lines_of(board, look)) own.push_back(std::move(line));
    lines.resize(own.size());
    for (std::size_t i = 0; i < own.size(); ++i) {
      lines[i].pad_to(left);
      lines[i].add(own[i].bytes, own[i].columns);
    }
    left += width + kGap;
  }
  std::string picture;
  for (Text& line : lines) {
    while (line.bytes.ends_with(' ')) line.bytes.pop_back();
    picture += line.bytes + '\n';
  }
  return picture;
}

}  // namespace jadoube::display
