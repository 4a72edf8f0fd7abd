#include "detector/findings/setup.hpp"

#include "chess/chess960.hpp"

namespace jadoube::detector::findings {

namespace {

constexpr Bitboard kSideways =
    chess::file_set(0) | chess::file_set(1) | chess::file_set(6) | chess::file_set(7);

Bitboard quarter_turn(Bitboard set) {
  Bitboard turned = 0;
  for (const Square square : chess::squares(set))
    turned |= chess::bit(chess::make_square(rank_of(square), 7 - file_of(square)));
  return turned;
}

/// The squares on which White's pieces of that type stand on the first rank.
Bitboard first_rank(const SensedBoard& board, chess::PieceType type) {
  Bitboard found = 0;
  for (const Square square : chess::squares(chess::rank_set(0)))
    if (board.piece(square) == chess::Piece{Side::white, type}) found |= chess::bit(square);
  return found;
}

/// Where the board, White on its first rank, breaks the rules by which start positions are drawn.
Bitboard breaks_drawing(const SensedBoard& board) {
  using chess::PieceType;
  Bitboard wrong = 0;
  for (unsigned file = 0; file < 8; ++file) {
    for (unsigned rank = 1; rank < 7; ++rank) {
      const Square square = chess::make_square(file, rank);
      std::optional<chess::Piece> wanted;
      if (rank == 1) wanted = {Side::white, PieceType::pawn};
      if (rank == 6) wanted = {Side::black, PieceType::pawn};
      if (board.piece(square) != wanted) wrong |= chess::bit(square);
    }
    const Square near = chess::make_square(file, 0);
    const Square far = chess::make_square(file, 7);
    const auto white = board.piece(near);
    const auto black = board.piece(far);
    const bool stand_opposite =
        white && white->side == Side::white && black == chess::Piece{Side::black, white->type};
    if (!stand_opposite) wrong |= chess::bit(near) | chess::bit(far);
  }
  const Bitboard king = first_rank(board, PieceType::king);
  const Bitboard rooks = first_rank(board, PieceType::rook);
  // Of a set's squares on one rank the lowest bit is the one nearest to the a-file.
  const bool is_between = (rooks & (king - 1)) != 0 && (rooks & ~(king | (king - 1))) != 0;
  if (king != 0 && !is_between) wrong |= king | rooks;
  const Bitboard bishops = first_rank(board, PieceType::bishop);
  const Bitboard on_dark =
      bishops & (chess::file_set(0) | chess::file_set(2) | chess::file_set(4) | chess::file_set(6));
  if (on_dark == 0 || on_dark == bishops) wrong |= bishops;
  return wrong;
}

/// Of `wrong`, squares of `shown` and `start`: nobody begins without a piece, which players see, but sensors are dead, or stuck.
Grade grade_of_setup(const SensedBoard& shown, const SensedBoard& start, Bitboard wrong) {
  const Bitboard missing = wrong & ~shown.occupied;
  const Bitboard extra = wrong & shown.occupied & ~start.occupied;
  Bitboard beside = 0;
  for (const Square square : chess::squares(missing)) beside |= chess::king_attacks(square) & extra;
  if (beside != 0 || (wrong & shown.occupied & shown.type_known) != 0) return Grade::A;
  return missing != 0 && extra != 0 ? Grade::B : Grade::C;
}

}  // namespace

std::optional<Finding> initial_position(const SensedBoard& sensed, const SensedBoard& start,
                                        Bitboard just_left) {
  if (sensed.occupied == kSideways) return std::nullopt;
  const SensedBoard turned = sensed.turned();
  const bool lies_straight =
      chess::count(sensed.differs_from(start)) <= chess::count(turned.differs_from(start));
  const SensedBoard& shown = lies_straight ? sensed : turned;
  const Bitboard wrong = shown.differs_from(start) &
                         ~((lies_straight ? just_left : reading::half_turn(just_left)) & ~shown.occupied);
  if (wrong == 0) return std::nullopt;
  Finding f;
  f.kind = Kind::initial_position;
  f.grade = grade_of_setup(shown, start, wrong);
  for (const Square square : chess::squares(wrong)) f.squares.push_back(square);
  f.text = f.grade == Grade::A
               ? wording("The start position is wrong on {1}.", listed(wrong))
               : wording("Look at {1}: the sensors there do not show the start position.", listed(wrong));
  return f;
}

std::optional<chess::Position> drawn_start(const SensedBoard& sensed) {
  for (const SensedBoard& shown : {sensed, sensed.turned()}) {
    chess::Placement placement;
    for (const Square square : chess::squares(shown.occupied))
      if (const auto piece = shown.piece(square)) placement.put(square, *piece);
    if (placement.occupied() != shown.occupied) continue;
    if (const auto number = chess::chess960_number(placement))
      return *chess::Position::from(chess::chess960_start(*number));
  }
  return std::nullopt;
}

Finding no_drawn_start(const SensedBoard& sensed) {
  const Bitboard whites_ranks = chess::rank_set(0) | chess::rank_set(1);
  const SensedBoard turned = sensed.turned();
  const bool lies_right =
      chess::count(sensed.white & whites_ranks) >= chess::count(turned.white & whites_ranks);
  const SensedBoard& shown = lies_right ? sensed : turned;
  Bitboard wrong = breaks_drawing(shown);
  if (wrong == 0) wrong = chess::rank_set(0);
  const Bitboard every = chess::rank_set(0) | chess::rank_set(1) | chess::rank_set(6) | chess::rank_set(7);
  Finding f;
  f.kind = Kind::initial_position;
  // Where a piece is missing its square tells that alone, whatever stands opposite.
  f.grade = (every & ~shown.occupied) != 0 && (shown.occupied & ~every) == 0 ? Grade::C : Grade::A;
  for (const Square square : chess::squares(wrong)) f.squares.push_back(square);
  f.text = wording("This is no start position of Chess960: look at {1}.", listed(wrong));
  return f;
}

std::optional<chess::Position> shown_position(const SensedBoard& sensed, const chess::Position& start) {
  const SensedBoard wanted = SensedBoard::of(start);
  const SensedBoard turned = sensed.turned();
  const SensedBoard& shown =
      chess::count(sensed.differs_from(wanted)) <= chess::count(turned.differs_from(wanted)) ? sensed
                                                                                             : turned;
  chess::Setup setup = start.setup();
  setup.placement = {};
  for (const Square square : chess::squares(shown.occupied)) {
    const auto piece = shown.piece(square);
    if (!piece) return std::nullopt;
    setup.placement.put(square, *piece);
  }
  auto position = chess::Position::from(setup, chess::kForgivable);
  if (!position) return std::nullopt;
  return *position;
}

std::optional<Finding> board_turned(const SensedBoard& sensed) {
  if (sensed.occupied != kSideways) return std::nullopt;
  Finding f;
  f.kind = Kind::board_turned;
  f.grade = Grade::A;
  f.text = wording("The board lies sideways: the pieces stand on files a, b, g and h.");
  return f;
}

std::optional<Finding> colours_reversed(Orientation orientation, bool white_near_a1) {
  if ((orientation == Orientation::straight) == white_near_a1) return std::nullopt;
  Finding f;
  f.kind = Kind::colours_reversed;
  f.grade = Grade::B;
  f.text =
      white_near_a1
          ? wording("By the pairing White sits near a1, but the white pieces are played from the far side.")
          : wording(
                "By the pairing White sits on the far side, but the white pieces are played from near a1.");
  return f;
}

SensedBoard quarter_turned(const SensedBoard& c) {
  return {quarter_turn(c.occupied),
          quarter_turn(c.white),
          {quarter_turn(c.type[0]), quarter_turn(c.type[1]), quarter_turn(c.type[2])},
          quarter_turn(c.colour_known),
          quarter_turn(c.type_known)};
}

std::optional<ResultSignal> result_signal(Bitboard sensed, const chess::Position& before) {
  const Bitboard kings = before.pieces(chess::PieceType::king);
  // A king that stood in the centre may have stayed there; the other squares of the kings must be empty.
  if ((kings & ~kCentre & sensed) != 0) return std::nullopt;
  const Bitboard filled = sensed & kCentre & ~(before.occupied() & ~kings);
  if (chess::count(filled) != 2 || filled == kings) return std::nullopt;
  const bool light = (filled & ~kLightCentre) == 0;
  const bool dark = (filled & ~kDarkCentre) == 0;
  return ResultSignal{filled, light ? "1-0" : dark ? "0-1" : "1/2-1/2"};
}

}  // namespace jadoube::detector::findings
