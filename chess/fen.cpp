// Forsyth-Edwards notation, in and out. Read character by character, so that every complaint has its column.
#include <charconv>

#include "chess/setup.hpp"

namespace jadoube::chess {
namespace {

constexpr std::string_view kCastlingLetters = "KQkq";  // in the order of the bits of CastlingRights

/// What is wrong, with `names` in the places {1}, {2} of the sentence.
ParseError told(std::string_view sentence, std::vector<std::string> names = {}) {
  std::string message{sentence};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string place = "{" + std::to_string(i + 1) + "}";
    message.replace(message.find(place), place.size(), names[i]);
  }
  return {1, std::move(message), std::string{sentence}, std::move(names)};
}

std::string quoted(char c) {
  if (c < ' ' || c > '~') return "a character that is not printable ASCII";
  return std::string{'"'} + c + '"';
}

/// Cuts a FEN into its fields and remembers where each began.
class Fields {
 public:
  explicit Fields(std::string_view text) : text_{text} {}

  /// The next field; empty at the end of the text.
  std::string_view next() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    begin_ = at_;
    while (at_ < text_.size() && text_[at_] != ' ') ++at_;
    return text_.substr(begin_, at_ - begin_);
  }

  /// A complaint about character `offset` of the field last returned.
  [[nodiscard]] tl::unexpected<ParseError> error(std::size_t offset, ParseError what) const {
    what.column = begin_ + offset + 1;
    return tl::make_unexpected(std::move(what));
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t begin_ = 0;
};

/// Reads the placement one rank after the other, from the eighth to the first.
class PlacementReader {
 public:
  tl::expected<Placement, ParseError> read(std::string_view text) {
    for (column_ = 1; column_ <= text.size(); ++column_) {
      if (auto read = take(text[column_ - 1]); !read) return tl::make_unexpected(read.error());
    }
    if (auto ended = end_rank(); !ended) return tl::make_unexpected(ended.error());
    if (rank_ != 0)
      return error(told("the placement ends after rank {1}; eight ranks are needed", {rank_name()}));
    return placement_;
  }

 private:
  tl::expected<void, ParseError> take(char c) {
    if (c == '/') {
      if (auto ended = end_rank(); !ended) return ended;
      if (rank_ == 0) return error(told("the placement has more than eight ranks"));
      --rank_;
      file_ = 0;
      return {};
    }
    if (c >= '1' && c <= '8') return advance(static_cast<unsigned>(c - '0'));
    if (c == '0' || c == '9')
      return error(told("{1} is not a number of empty squares from 1 to 8", {quoted(c)}));
    const std::optional<Piece> piece = piece_from_letter(c);
    if (!piece)
      return error(told("{1} is neither a piece letter nor a number of empty squares", {quoted(c)}));
    if (file_ < 8) placement_.put(make_square(file_, rank_), *piece);
    return advance(1);
  }

  tl::expected<void, ParseError> advance(unsigned files) {
    file_ += files;
    if (file_ > 8) return error(told("rank {1} has more than eight files", {rank_name()}));
    return {};
  }

  tl::expected<void, ParseError> end_rank() const {
    if (file_ == 8) return {};
    return error(told("rank {1} ends after {2} of its eight files", {rank_name(), std::to_string(file_)}));
  }

  [[nodiscard]] std::string rank_name() const { return std::to_string(rank_ + 1); }
  [[nodiscard]] tl::unexpected<ParseError> error(ParseError what) const {
    what.column = column_;
    return tl::make_unexpected(std::move(what));
  }

  Placement placement_;
  unsigned rank_ = 7;
  unsigned file_ = 0;
  std::size_t column_ = 1;
};

tl::expected<Side, ParseError> read_turn(Fields& fields) {
  const std::string_view field = fields.next();
  if (field == "w") return Side::white;
  if (field == "b") return Side::black;
  return fields.error(0, field.empty() ? told("the side to move is missing")
                                       : told("the side to move must be \"w\" or \"b\""));
}

/// The rooks of a side on its first rank that stand on this side of its king; nothing without one king there.
Bitboard rooks_beside_king(const Placement& placement, Side side, Wing wing) {
  const Bitboard home = rank_set(CastlingFiles::home_rank(side));
  const Bitboard king = placement.pieces(side, PieceType::king) & home;
  if (king == 0 || more_than_one(king)) return 0;
  const Bitboard below = king - 1;
  return placement.pieces(side, PieceType::rook) & home & (wing == Wing::king_side ? ~below & ~king : below);
}

std::optional<unsigned> outermost_rook(const Placement& placement, Side side, Wing wing) {
  std::optional<unsigned> file;
  for (const Square rook : squares(rooks_beside_king(placement, side, wing)))
    if (!file || wing == Wing::king_side) file = file_of(rook);
  return file;
}

/// Reads the castling rights of a placement that has been read.
class CastlingReader {
 public:
  CastlingReader(Setup& setup, Variant variant) : setup_{setup}, variant_{variant} {}

  tl::expected<void, ParseError> read(Fields& fields) {
    const std::string_view field = fields.next();
    if (field.empty()) return fields.error(0, told("the castling rights are missing; \"-\" stands for none"));
    if (field == "-") return {};
    for (std::size_t i = 0; i < field.size(); ++i) {
      const bool known = take(field[i]);
      if (!known)
        return fields.error(i,
                            told("{1} is not a castling right; they are K, Q, k, q, the file of a rook for "
                                 "Chess960, or \"-\" for none",
                                 {quoted(field[i])}));
      if (twice_) return fields.error(i, told("the castling right {1} is given twice", {quoted(field[i])}));
    }
    return {};
  }

 private:
  /// False: no such letter.
  bool take(char c) {
    if (const std::size_t right = kCastlingLetters.find(c); right != std::string_view::npos) {
      const Side side = right < 2 ? Side::white : Side::black;
      const Wing wing = right % 2 == 0 ? Wing::king_side : Wing::queen_side;
      const auto rook =
          variant_ == Variant::chess960 ? outermost_rook(setup_.placement, side, wing) : std::nullopt;
      add(side, wing, rook);
      return true;
    }
    const bool upper = c >= 'A' && c <= 'H';
    if (!upper && (c < 'a' || c > 'h')) return false;
    const Side side = upper ? Side::white : Side::black;
    const auto file = static_cast<unsigned>(c - (upper ? 'A' : 'a'));
    const Bitboard king =
        setup_.placement.pieces(side, PieceType::king) & rank_set(CastlingFiles::home_rank(side));
    const bool left = king != 0 && file < file_of(first(king));
    add(side, left ? Wing::queen_side : Wing::king_side, file);
    return true;
  }

  /// `rook` is its file; nothing: king and rook where ordinary chess has them.
  void add(Side side, Wing wing, std::optional<unsigned> rook) {
    twice_ = setup_.castling.has(side, wing);
    setup_.castling.add(side, wing);
    if (!rook) return;
    CastlingFiles& files = setup_.castling_files;
    files.rook[2 * index(side) + static_cast<unsigned>(wing)] = static_cast<std::uint8_t>(*rook);
    const Bitboard king =
        setup_.placement.pieces(side, PieceType::king) & rank_set(CastlingFiles::home_rank(side));
    if (king != 0) files.king[index(side)] = static_cast<std::uint8_t>(file_of(first(king)));
  }

  Setup& setup_;
  Variant variant_;
  bool twice_ = false;
};

enum class RookNames : std::uint8_t { by_file, by_wing };

/// Would CastlingReader take the file of this rook for the right that it is?
bool is_read_back(const Setup& setup, Side side, Wing wing) {
  const Bitboard king =
      setup.placement.pieces(side, PieceType::king) & rank_set(CastlingFiles::home_rank(side));
  const bool left = king != 0 && setup.castling_files.rook_square(side, wing) < first(king);
  return left == (wing == Wing::queen_side);
}

std::string castling_text(const Setup& setup, RookNames names) {
  const CastlingFiles& files = setup.castling_files;
  std::string text;
  for (unsigned right = 0; right < kCastlingLetters.size(); ++right) {
    const Side side = right < 2 ? Side::white : Side::black;
    const Wing wing = right % 2 == 0 ? Wing::king_side : Wing::queen_side;
    if (!setup.castling.has(side, wing)) continue;
    const bool by_wing = names == RookNames::by_wing
                             ? outermost_rook(setup.placement, side, wing) == files.rook[right]
                             : files.is_ordinary(side, wing);
    text += by_wing || !is_read_back(setup, side, wing)
                ? kCastlingLetters[right]
                : static_cast<char>((side == Side::white ? 'A' : 'a') + files.rook[right]);
  }
  if (text.empty()) text += '-';
  return text;
}

tl::expected<std::optional<Square>, ParseError> read_en_passant(Fields& fields) {
  const std::string_view field = fields.next();
  if (field.empty()) return fields.error(0, told("the en passant square is missing; \"-\" stands for none"));
  if (field == "-") return std::optional<Square>{};
  const std::optional<Square> square = square_from_string(field);
  if (!square) return fields.error(0, told("the en passant field is neither a square such as e3 nor \"-\""));
  return square;
}

tl::expected<unsigned, ParseError> read_counter(const Fields& fields, std::string_view field,
                                                std::string_view what) {
  unsigned value = 0;
  const char* const end = field.data() + field.size();
  const auto [rest, error] = std::from_chars(field.data(), end, value);
  if (rest == field.data() || (error == std::errc{} && rest != end))
    return fields.error(static_cast<std::size_t>(rest - field.data()),
                        told("the {1} must be a whole number", {std::string{what}}));
  if (error != std::errc{} || value > kMaxCounter)
    return fields.error(
        0, told("the {1} is greater than {2}", {std::string{what}, std::to_string(kMaxCounter)}));
  return value;
}

}  // namespace

tl::expected<Placement, ParseError> placement_from_fen(std::string_view text) {
  return PlacementReader{}.read(text);
}

std::string to_fen(const Placement& placement) {
  std::array<char, 64> letters;  // of the occupied squares
  for (const Side side : kSides)
    for (const PieceType type : kPieceTypes)
      for (const Square square : squares(placement.pieces(side, type)))
        letters[index(square)] = to_letter({side, type});
  std::array<char, 71> text;  // 64 pieces and 7 strokes at most
  char* end = text.data();
  for (unsigned rank = 8; rank-- > 0;) {
    unsigned file = 0;
    const auto leave_empty_to = [&](unsigned next) {
      if (next > file) *end++ = static_cast<char>('0' + next - file);
    };
    for (const Square square : squares(placement.occupied() & rank_set(rank))) {
      leave_empty_to(file_of(square));
      *end++ = letters[index(square)];
      file = file_of(square) + 1;
    }
    leave_empty_to(8);
    if (rank != 0) *end++ = '/';
  }
  std::string fen;
  fen.reserve(90);  // with the fields that follow
  fen.assign(text.data(), end);
  return fen;
}

tl::expected<Setup, ParseError> setup_from_fen(std::string_view text, Variant variant) {
  Fields fields{text};
  Setup setup;

  const std::string_view placement_field = fields.next();
  if (placement_field.empty()) return fields.error(0, told("there is no FEN here, only blank space"));
  const auto placement = placement_from_fen(placement_field);
  if (!placement) return fields.error(placement.error().column - 1, placement.error());
  setup.placement = *placement;

  const auto turn = read_turn(fields);
  if (!turn) return tl::make_unexpected(turn.error());
  setup.turn = *turn;

  const auto castling = CastlingReader{setup, variant}.read(fields);
  if (!castling) return tl::make_unexpected(castling.error());

  const auto en_passant = read_en_passant(fields);
  if (!en_passant) return tl::make_unexpected(en_passant.error());
  setup.en_passant = *en_passant;

  const std::string_view halfmove_field = fields.next();
  if (halfmove_field.empty()) return setup;
  const auto halfmove_clock = read_counter(fields, halfmove_field, "half-move clock");
  if (!halfmove_clock) return tl::make_unexpected(halfmove_clock.error());
  setup.halfmove_clock = *halfmove_clock;

  const std::string_view fullmove_field = fields.next();
  if (fullmove_field.empty())
    return fields.error(0, told("the move number after the half-move clock is missing"));
  const auto fullmove_number = read_counter(fields, fullmove_field, "move number");
  if (!fullmove_number) return tl::make_unexpected(fullmove_number.error());
  setup.fullmove_number = *fullmove_number == 0 ? 1 : *fullmove_number;

  if (!fields.next().empty())
    return fields.error(0, told("there is something after the move number, where a FEN ends"));
  return setup;
}

namespace {

std::string fen_of(const Setup& setup, RookNames names) {
  std::string text = to_fen(setup.placement);
  text += setup.turn == Side::white ? " w " : " b ";
  text += castling_text(setup, names);
  text += ' ';
  text += setup.en_passant ? to_string(*setup.en_passant) : "-";
  text += ' ';
  text += std::to_string(setup.halfmove_clock);
  text += ' ';
  text += std::to_string(setup.fullmove_number);
  return text;
}

}  // namespace

std::string to_fen(const Setup& setup) {
  return fen_of(setup, RookNames::by_file);
}

std::string to_x_fen(const Setup& setup) {
  return fen_of(setup, RookNames::by_wing);
}

}  // namespace jadoube::chess
