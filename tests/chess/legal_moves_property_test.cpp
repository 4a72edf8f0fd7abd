// Laws of move generation, on positions from random games and on illegal ones that stand.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <vector>

#include "chess/game.hpp"
#include "tests/chess/arbitrary_positions.hpp"
#include "tests/chess/slow_rules.hpp"

namespace jadoube::chess {
namespace {

std::map<std::string, std::string> fast_moves(const Position& position) {
  MoveList list;
  position.legal_moves(list);
  std::map<std::string, std::string> moves;
  for (const Move move : list) {
    const bool is_new = moves.emplace(to_uci(move), to_fen(position.after(move))).second;
    RC_ASSERT(is_new);
  }
  return moves;
}

RC_GTEST_PROP(LegalMoves, AgreeWithTheSlowRulesInPlay, ()) {
  for (const Position& position : *arbitrary::twenty(arbitrary::reached_in_play()))
    RC_ASSERT(fast_moves(position) == slow::legal_moves(to_fen(position)));
}

RC_GTEST_PROP(LegalMoves, AgreeWithTheSlowRulesInIllegalPositionsThatStand, ()) {
  for (const Position& position : *arbitrary::twenty(arbitrary::illegal_but_standing()))
    RC_ASSERT(fast_moves(position) == slow::legal_moves(to_fen(position)));
}

RC_GTEST_PROP(LegalMoves, AgreeWithTheSlowRulesForTheSideNotToMove, ()) {
  const Position position = *arbitrary::any();
  const Position other = position.with_turn(~position.turn());
  RC_ASSERT(other.is_consistent());
  RC_ASSERT(other.turn() != position.turn());
  RC_ASSERT(!other.en_passant());
  RC_ASSERT(fast_moves(other) == slow::legal_moves(to_fen(other)));
}

RC_GTEST_PROP(LegalMoves, OfTheMirroredPositionAreMirrored, ()) {
  const Position position = *arbitrary::any();
  const auto setup = setup_from_fen(slow::mirrored_fen(to_fen(position)));
  RC_ASSERT(setup.has_value());
  const auto mirror = Position::from(*setup, kForgivable);
  RC_ASSERT(mirror.has_value());
  std::map<std::string, std::string> mirrored_back;
  for (const auto& [uci, fen] : fast_moves(*mirror)) {
    // White's move number goes on one ply later than Black's, so the mirror is compared without it.
    const std::string back = slow::mirrored_fen(fen);
    mirrored_back.emplace(slow::mirrored_uci(uci), back.substr(0, back.rfind(' ')));
  }
  std::map<std::string, std::string> moves;
  for (const auto& [uci, fen] : fast_moves(position)) moves.emplace(uci, fen.substr(0, fen.rfind(' ')));
  RC_ASSERT(mirrored_back == moves);
}

RC_GTEST_PROP(LegalMoves, ComeWithTheOccupancyTheyLeave, ()) {
  const Position position = *arbitrary::any();
  MoveList alone;
  MoveList moves;
  OccupancyList occupied_after;
  position.legal_moves(alone);
  position.legal_moves_with_occupancy(moves, occupied_after);
  RC_ASSERT(std::equal(alone.begin(), alone.end(), moves.begin(), moves.end()));
  RC_ASSERT(position.count_legal_moves() == moves.size());
  RC_ASSERT(position.has_legal_move() == !moves.empty());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    RC_ASSERT(occupied_after[i] == position.after(moves[i]).occupied());
    RC_ASSERT(occupied_after[i] == position.occupied_after(moves[i]));
  }
}

RC_GTEST_PROP(LegalMoves, OfSomePiecesAreThoseOfAllThatBeginThere, ()) {
  const Position position = *arbitrary::any();
  const Bitboard from = *rc::gen::arbitrary<Bitboard>();
  MoveList all;
  MoveList some;
  position.legal_moves(all);
  position.legal_moves(some, from);
  std::vector<Move> begin_there;
  std::copy_if(all.begin(), all.end(), std::back_inserter(begin_there),
               [&](Move move) { return contains(from, move.from()); });
  RC_ASSERT(std::equal(some.begin(), some.end(), begin_there.begin(), begin_there.end()));
}

RC_GTEST_PROP(LegalMoves, AreFoundBySquaresAndByUciAndNothingElseIs, ()) {
  const Position position = *arbitrary::any();
  MoveList moves;
  position.legal_moves(moves);
  for (const Move move : moves) {
    const auto promotion = move.is_promotion() ? std::optional{move.promoted_to()} : std::nullopt;
    RC_ASSERT(position.is_legal(move));
    RC_ASSERT(position.find_legal(move.from(), move.to(), promotion) == move);
    RC_ASSERT(move_from_uci(position, to_uci(move)) == move);
  }
  const auto from = static_cast<Square>(*rc::gen::inRange(0U, 64U));
  const auto to = static_cast<Square>(*rc::gen::inRange(0U, 64U));
  const auto found = position.find_legal(from, to, PieceType::queen);
  const bool listed = std::any_of(moves.begin(), moves.end(),
                                  [&](Move move) { return move.from() == from && move.to() == to; });
  RC_ASSERT(found.has_value() == listed);
}

RC_GTEST_PROP(LegalMoves, NameTheSquareOfTheCapturedPiece, ()) {
  const Position position = *arbitrary::any();
  MoveList moves;
  position.legal_moves(moves);
  for (const Move move : moves) {
    const Position after = position.after(move);
    const Bitboard lost = position.pieces(~position.turn()) & ~after.pieces(~position.turn());
    const std::optional<Square> captured = position.captured_square(move);
    RC_ASSERT(lost == (captured ? bit(*captured) : 0));
    RC_ASSERT(after.king(~position.turn()) == position.king(~position.turn()));
  }
}

RC_GTEST_PROP(Unmake, RestoresEverything, ()) {
  const Position start = *arbitrary::any();
  const auto choices = *rc::gen::container<std::vector<unsigned>>(rc::gen::inRange(0U, 1000000U));
  Position position = start;
  std::vector<std::pair<Move, Undo>> played;
  std::vector<Position> before;
  MoveList moves;
  for (const unsigned choice : choices) {
    position.legal_moves(moves);
    if (moves.empty()) break;
    const Move move = moves[choice % moves.size()];
    before.push_back(position);
    played.emplace_back(move, position.make(move));
    RC_ASSERT(position.is_consistent());
  }
  while (!played.empty()) {
    position.unmake(played.back().first, played.back().second);
    RC_ASSERT(position.is_consistent());
    RC_ASSERT(position.setup() == before.back().setup());
    RC_ASSERT(position.key() == before.back().key());
    played.pop_back();
    before.pop_back();
  }
}

RC_GTEST_PROP(Keys, AreEqualExactlyWhenTheRepetitionRuleSaysSo, ()) {
  const auto identity = [](const Position& position) {
    const std::string fen = to_fen(position);
    const std::string without_number = fen.substr(0, fen.rfind(' '));
    return without_number.substr(0, without_number.rfind(' '));
  };
  // Shuffling knights and rooks in a small ending makes many repetitions.
  Game game{position_from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").value()};
  std::map<std::string, unsigned> seen{{identity(game.position()), 1}};
  MoveList moves;
  for (const unsigned choice :
       *rc::gen::container<std::vector<unsigned>>(60, rc::gen::inRange(0U, 1000000U))) {
    game.position().legal_moves(moves);
    MoveList few;
    for (const Move move : moves)
      if (file_of(move.from()) == 0 && file_of(move.to()) < 2 && !game.position().captured_square(move))
        few.push(move);
    if (few.empty()) break;
    game.play(few[choice % few.size()]);
    RC_ASSERT(game.repetitions() == ++seen[identity(game.position())]);
  }
}

}  // namespace
}  // namespace jadoube::chess
