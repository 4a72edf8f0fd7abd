#include "tests/chess/arbitrary_positions.hpp"

#include <algorithm>
#include <vector>

namespace jadoube::chess::arbitrary {
namespace {

constexpr std::array<PieceType, 10> kOfficersAndPawns{
    PieceType::pawn,   PieceType::pawn,   PieceType::pawn, PieceType::pawn, PieceType::knight,
    PieceType::bishop, PieceType::bishop, PieceType::rook, PieceType::rook, PieceType::queen};

rc::Gen<Square> square() {
  return rc::gen::map(rc::gen::inRange(0U, 64U), [](unsigned i) { return static_cast<Square>(i); });
}

rc::Gen<Side> side() {
  return rc::gen::element(Side::white, Side::black);
}

/// Could either side have one more pawn?
bool has_room_for_a_pawn(const Placement& placement) {
  for (const Side whose : kSides) {
    int officers_beyond = 0;
    for (const PieceType type : {PieceType::knight, PieceType::bishop, PieceType::rook, PieceType::queen})
      officers_beyond +=
          std::max(0, count(placement.pieces(whose, type)) - (type == PieceType::queen ? 1 : 2));
    if (officers_beyond + count(placement.pieces(whose, PieceType::pawn)) > 7) return false;
  }
  return true;
}

/// Lets a pawn appear to have just made its double step past an enemy pawn, if there is room.
void try_double_step(Setup& setup, unsigned file) {
  const unsigned home = setup.turn == Side::white ? 6 : 1;
  const unsigned passed = setup.turn == Side::white ? 5 : 2;
  const unsigned arrived = setup.turn == Side::white ? 4 : 3;
  const Bitboard path =
      bit(make_square(file, home)) | bit(make_square(file, passed)) | bit(make_square(file, arrived));
  const Square neighbour = make_square(file == 7 ? 6 : file + 1, arrived);
  if (((path | bit(neighbour)) & setup.placement.occupied()) != 0) return;
  setup.placement.put(make_square(file, arrived), {~setup.turn, PieceType::pawn});
  setup.placement.put(neighbour, {setup.turn, PieceType::pawn});
  setup.en_passant = make_square(file, passed);
}

}  // namespace

rc::Gen<Position> reached_in_play() {
  return rc::gen::map(rc::gen::container<std::vector<unsigned>>(rc::gen::inRange(0U, 1000000U)),
                      [](const std::vector<unsigned>& choices) {
                        Position position;
                        MoveList moves;
                        for (const unsigned choice : choices) {
                          position.legal_moves(moves);
                          if (moves.empty()) break;
                          position.make(moves[choice % moves.size()]);
                        }
                        return position;
                      });
}

rc::Gen<Position> illegal_but_standing() {
  return rc::gen::exec([] {
    Setup setup;
    setup.turn = *side();
    setup.castling = CastlingRights{*rc::gen::inRange(0U, 16U)};
    const bool at_home = *rc::gen::arbitrary<bool>();
    const Square white_king = at_home ? Square::e1 : *square();
    const Square black_king = at_home ? Square::e8 : *rc::gen::distinctFrom(square(), white_king);
    setup.placement.put(white_king, {Side::white, PieceType::king});
    setup.placement.put(black_king, {Side::black, PieceType::king});
    if (at_home)
      for (const Square corner : {Square::a1, Square::h1, Square::a8, Square::h8})
        setup.placement.put(corner, {rank_of(corner) == 0 ? Side::white : Side::black, PieceType::rook});

    for (const auto& [where, whose, type] :
         *rc::gen::container<std::vector<std::tuple<Square, Side, PieceType>>>(
             rc::gen::tuple(square(), side(), rc::gen::elementOf(kOfficersAndPawns)))) {
      if (contains(setup.placement.occupied(), where)) continue;
      Setup more = setup;
      more.placement.put(where, {whose, type});
      if (has_room_for_a_pawn(more.placement)) setup = more;
    }
    if (*rc::gen::arbitrary<bool>()) setup.en_passant = *square();  // mostly wrong
    if (*rc::gen::arbitrary<bool>()) try_double_step(setup, *rc::gen::inRange(0U, 8U));
    setup.halfmove_clock = *rc::gen::inRange(0U, 160U);
    setup.fullmove_number = *rc::gen::inRange(1U, 300U);
    return Position::from(setup, kForgivable).value();
  });
}

rc::Gen<Position> any() {
  return rc::gen::oneOf(reached_in_play(), illegal_but_standing());
}

}  // namespace jadoube::chess::arbitrary
