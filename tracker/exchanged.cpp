// Two pieces of one side that were put on each other's squares when the board was set up (docs/rules.md 3.1). Presence shows
// nothing of it until one of them moves as only the other may.
//
//   order of events                                            initial_position
//   Bf1 and Ng1 exchanged, first move g1-d4 (over f2-f3, e3)   yes: the bishop stands on g1
//   K and Q exchanged, first move e1-h4                        yes
//   K and Q exchanged, first moves e1-e2 and e2-h5             yes, with the second
//   a bishop that has moved before moves like a knight         no: an illegal move
//   a board that tells its pieces apart                        no: it is seen at the start
#include <algorithm>
#include <array>
#include <utility>

#include "tracker/tracker.hpp"
#include "tracker/words.hpp"

namespace jadoube::tracker {

namespace {

using chess::PieceType;

/// Where White's pieces stand that hands mistake for each other; Black's are opposite. Each pair is one line.
constexpr std::array<std::pair<Square, Square>, 5> kExchanges{{
    {Square::d1, Square::e1},  // queen and king
    {Square::b1, Square::c1},  // knight and bishop
    {Square::f1, Square::g1},
    {Square::a1, Square::b1},  // rook and knight
    {Square::g1, Square::h1},
}};

Square of_side(Side side, Square square) {
  return side == Side::white ? square : flip_ranks(square);
}

/// Where the piece is that began on `first`. Of a king and a queen there is one each, as long as no pawn has become another;
/// any other is known for as long as it has not moved.
std::optional<Square> where_is(const chess::Position& position, chess::Piece piece, Square first) {
  if (piece.type != PieceType::king && piece.type != PieceType::queen)
    return position.at(first) == piece ? std::optional{first} : std::nullopt;
  const Bitboard there = position.pieces(piece.side, piece.type);
  if (there == 0 || chess::more_than_one(there)) return std::nullopt;
  return chess::first(there);
}

constexpr std::size_t queen_and_king() {
  return 0;
}

constexpr std::uint32_t all_pairs() {
  return (std::uint32_t{1} << (2 * kExchanges.size())) - 1;
}

std::uint32_t bit_of(Side side, std::size_t pair) {
  return std::uint32_t{1} << (chess::index(side) * kExchanges.size() + pair);
}

/// Where the two pieces of that pair stand, if they may have been exchanged by where they stand.
std::optional<std::pair<Square, Square>> stand_on(const chess::Position& position, Side side,
                                                  std::size_t pair) {
  static const chess::Position start;
  const auto where = [&](Square first) {
    const Square home = of_side(side, first);
    return where_is(position, *start.at(home), home);
  };
  const auto one = where(kExchanges[pair].first);
  const auto other = where(kExchanges[pair].second);
  return one && other ? std::optional{std::pair{*one, *other}} : std::nullopt;
}

/// It takes the queen that the other side began with, which was not the king then; a queen that it has later was a pawn.
bool takes_first_queen(const chess::Position& before, chess::Move move) {
  const Side other = ~before.turn();
  const Bitboard queens = before.pieces(other, PieceType::queen);
  return chess::contains(queens, move.to()) &&
         (!chess::more_than_one(queens) || move.to() == of_side(other, Square::d1));
}

/// With those of `known`, the pairs of which the legal move shows that they were not exchanged: the other one of the two does
/// not go there.
std::uint32_t pairs_told_apart(const chess::Position& before, chess::Move move, std::uint32_t known) {
  const auto piece = before.at(move.from());
  std::uint32_t pairs = known;
  if (takes_first_queen(before, move)) pairs |= bit_of(~before.turn(), queen_and_king());
  if (!piece || piece->type == PieceType::pawn) return pairs;
  for (std::size_t i = 0; i < kExchanges.size(); ++i) {
    if ((known & bit_of(piece->side, i)) != 0) continue;
    const auto stands = stand_on(before, piece->side, i);
    if (!stands || (stands->first != move.from() && stands->second != move.from())) continue;
    const Square of_other = stands->first == move.from() ? stands->second : stands->first;
    const Bitboard goes = chess::attacks(*before.at(of_other), move.from(), before.occupied());
    // Who has castled was the king.
    if (!chess::contains(goes, move.to()) || move.kind() == chess::MoveKind::castling)
      pairs |= bit_of(piece->side, i);
  }
  return pairs;
}

/// A king goes two squares towards a rook with which it may castle: the rook is yet to come, or was forgotten.
bool looks_castling(const Touches& touches, const chess::Position& position) {
  const Bitboard king = position.pieces(position.turn(), PieceType::king);
  const unsigned rights = chess::CastlingRights::mask(position.turn(), chess::Wing::king_side) |
                          chess::CastlingRights::mask(position.turn(), chess::Wing::queen_side);
  if ((position.castling().bits() & rights) == 0 || (king & touches.squares()) == 0) return false;
  return std::any_of(touches.begin(), touches.end(), [&](const Touch& touch) {
    const Square from = chess::first(king);
    const unsigned files =
        std::max(file_of(touch.square), file_of(from)) - std::min(file_of(touch.square), file_of(from));
    return rank_of(touch.square) == rank_of(from) && files == 2;
  });
}

/// The position with the two pieces in each other's places, and without the castling they cannot have.
std::optional<chess::Position> exchanged(const chess::Position& position, Square one, Square other) {
  chess::Setup setup = position.setup();
  const auto first = setup.placement.at(one);
  const auto second = setup.placement.at(other);
  setup.placement.remove(one);
  setup.placement.remove(other);
  setup.placement.put(one, *second);
  setup.placement.put(other, *first);
  auto after = chess::Position::from(setup, chess::kForgivable);
  if (!after) return std::nullopt;
  return *after;
}

/// One of the two is moved as the piece that it was taken for does not move, whoever is in check.
bool moves_as_another(const chess::Position& before, chess::Move pair, chess::Move move) {
  if (move.from() != pair.from() && move.from() != pair.to()) return false;
  return !chess::contains(chess::attacks(*before.at(move.from()), move.from(), before.occupied()), move.to());
}

}  // namespace

std::uint32_t Tracker::told_apart(const Step& last) const {
  std::uint32_t pairs = told_apart_;
  if (!ordinary_start_ || pairs == all_pairs()) return pairs;
  for (const Step* step = &last; step != settled_.get() && step->parent != nullptr; step = step->parent.get())
    if (step->kind == StepKind::legal) pairs = pairs_told_apart(step->parent->position(), step->move, pairs);
  return pairs;
}

bool Tracker::may_be_exchanged(const Step& step, Square square, Orientation orientation) const {
  static const chess::Position start;
  const chess::Position& position = step.position();
  const auto piece = position.at(square);
  if (!ordinary_start_ || !piece) return false;
  const std::uint32_t apart = told_apart(step);
  for (std::size_t i = 0; i < kExchanges.size(); ++i) {
    if ((apart & bit_of(piece->side, i)) != 0) continue;
    const auto stands = stand_on(position, piece->side, i);
    if (!stands || (stands->first != square && stands->second != square)) continue;
    const Bitboard both = chess::bit(stands->first) | chess::bit(stands->second);
    if ((both & sensed(orientation).type_known) == 0) return true;
  }
  return false;
}

void Tracker::propose_exchanged(Hypothesis& h) {
  const chess::Position& position = h.step->position();
  if (!ordinary_start_ || told_apart_ == all_pairs() || h.occupied() != position.occupied() ||
      looks_castling(h.touches, position))
    return;
  for (std::size_t i = 0; i < kExchanges.size(); ++i) {
    propose_exchanged(h, h.turn(), i);
    // Whose king and queen they are decides what is check for the other side.
    if (i == queen_and_king()) propose_exchanged(h, ~h.turn(), i);
  }
}

void Tracker::propose_exchanged(Hypothesis& h, Side side, std::size_t pair) {
  static const chess::Position start;
  const chess::Position& position = h.step->position();
  const Square first = of_side(side, kExchanges[pair].first);
  const Square second = of_side(side, kExchanges[pair].second);
  if ((told_apart_ & bit_of(side, pair)) != 0) return;
  const auto stands = stand_on(position, side, pair);
  if (!stands) return;
  const auto [one, other] = *stands;
  const Bitboard both = chess::bit(one) | chess::bit(other);
  // One of them must have been touched, or left in a check that is none; and no sensor have told the one from the other.
  const bool touched = (both & h.touches.squares()) != 0;
  const bool in_check = start.at(second)->type == PieceType::king && one == first && other == second;
  if ((!touched && !in_check) || (both & sensed(h.orientation).type_known) != 0) return;
  if ((told_apart(*h.step) & bit_of(side, pair)) != 0) return;
  const auto is_known = [&](const Owned& o) {
    const Step* before = o->step->parent.get();
    return before != nullptr && before->kind == StepKind::exchanged && before->parent == h.step &&
           before->move == chess::Move{one, other} && o->sensors.fault == h.sensors.fault;
  };
  if (std::any_of(live_.begin(), live_.end(), is_known) || std::any_of(born_.begin(), born_.end(), is_known))
    return;
  if (const auto after = exchanged(position, one, other))
    play_exchanged(h, side, {one, other}, *after, first, second);
}

void Tracker::play_exchanged(const Hypothesis& h, Side side, chess::Move pair, const chess::Position& after,
                             Square first, Square second) {
  const SensedBoard board = h.step->board();
  Owned made = child(h, make_step(h, StepKind::exchanged, pair, after, board));
  made->step->evidence.reset();
  made->step->key ^= after.key();
  Notice notice;
  notice.kind = Kind::initial_position;
  notice.side = side;
  notice.ply = h.step->ply + 1;
  notice.grade = Grade::B;
  notice.t = notice.from = now_;
  notice.squares = {first, second};
  notice.text = wording(
      "By the moves played the {1} and the {2} stood on each other's squares, {3} and {4}, when the game "
      "began.",
      words_of(*h.step->position().at(pair.from())), words_of(*h.step->position().at(pair.to())),
      to_string(first), to_string(second));
  made->step->notices = {std::move(notice)};
  made->touches = h.touches;
  made->presses = h.presses;
  made->notices = h.notices;
  made->score = made->total = h.score + model::kExchanged;
  const auto complete = is_sensed(*made);
  const std::vector<Successor>& all = moves(*made);
  const chess::Position& before = h.step->position();
  for (const Successor& s : all) {
    if (!complete(s)) continue;
    const bool shows = moves_as_another(before, pair, s.move);
    close_with(*made, s, 0, 0, shows ? LogWeight{0} : model::kExchangedByCheck);
  }
}

}  // namespace jadoube::tracker
