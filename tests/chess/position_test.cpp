#include "chess/position.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace jadoube::chess {
namespace {

Setup setup(const char* fen) {
  return setup_from_fen(fen).value();
}
Position position(const char* fen) {
  return position_from_fen(fen).value();
}
Position forgiven(const char* fen) {
  return Position::from(setup(fen), kForgivable).value();
}

Position after(Position start, std::initializer_list<const char*> uci_moves) {
  for (const char* uci : uci_moves) start.make(move_from_uci(start, uci).value());
  return start;
}

std::vector<std::string> moves_of(const Position& position) {
  MoveList moves;
  position.legal_moves(moves);
  std::vector<std::string> texts;
  for (const Move move : moves) texts.push_back(to_uci(move));
  return texts;
}

using testing::IsEmpty;
using testing::UnorderedElementsAre;

// Refusals

struct Refused {
  const char* fen;
  FaultSet faults;
};

TEST(Refusal, NamesEveryFault) {
  const Refused cases[] = {
      {"8/8/8/8/8/8/8/8 w - - 0 1", {Fault::no_king}},
      {"4k3/8/8/8/8/8/8/8 w - - 0 1", {Fault::no_king}},
      {"4k3/8/8/8/8/8/8/2K1K3 w - - 0 1", {Fault::too_many_kings}},
      {"8/8/8/8/8/8/8/2K1K3 w - - 0 1", {Fault::no_king, Fault::too_many_kings}},
      {"8/8/8/3k4/4K3/8/8/8 w - - 0 1", {Fault::kings_adjacent}},
      {"4k2P/8/8/8/8/8/8/4K3 w - - 0 1", {Fault::pawn_on_back_rank}},
      {"4k3/8/8/8/8/8/8/4K2p w - - 0 1", {Fault::pawn_on_back_rank}},
      {"4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1", {Fault::too_much_material}},
      {"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", {Fault::too_much_material}},
      {"4k3/8/8/8/8/N7/PPPPPPPP/RNBQKBNR w - - 0 1", {Fault::too_much_material}},
      {"4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", {Fault::opponent_in_check}},
      {"4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1", {Fault::impossible_check}},
      {"1R2k2R/8/8/8/8/8/8/4K3 b - - 0 1", {Fault::impossible_check}},
      {"4k3/3P1N2/8/8/8/8/8/4RK2 b - - 0 1", {}},
      {"R3k3/3P4/3N4/8/8/8/8/4RK2 b - - 0 1", {Fault::impossible_check}},
      {"r3k2r/8/8/8/8/8/8/4K2R w KQkq - 0 1", {Fault::castling_right_wrong}},
      {"4k3/8/8/8/8/8/8/R4K1R w K - 0 1", {Fault::castling_right_wrong}},
      {"4k3/8/8/8/8/8/8/4K3 w - e6 0 1", {Fault::en_passant_wrong}},
      {"4k3/8/8/4p3/8/8/8/4K3 w - e3 0 1", {Fault::en_passant_wrong}},
      {"4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1", {Fault::en_passant_wrong}},
      {"4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1", {Fault::en_passant_wrong}},
      {"4k3/8/8/4p3/8/8/8/4K3 b - e6 0 1", {Fault::en_passant_wrong}},
      {"4k3/8/8/8/8/8/8/4K3 w - a1 0 1", {Fault::en_passant_wrong}},
      {"8/8/8/3k4/4K3/8/8/R6P b Q h5 0 1",
       {Fault::kings_adjacent, Fault::pawn_on_back_rank, Fault::castling_right_wrong,
        Fault::en_passant_wrong}},
  };
  for (const Refused& expected : cases) {
    const auto read = Position::from(setup(expected.fen));
    ASSERT_EQ(read.has_value(), expected.faults.empty()) << expected.fen;
    if (read) continue;
    EXPECT_EQ(describe(read.error().faults), describe(expected.faults)) << expected.fen;
    EXPECT_EQ(to_fen(read.error().setup), expected.fen) << "the set-up is kept";
  }
}

TEST(Refusal, DescribesEveryFaultInItsOwnSentence) {
  std::vector<std::string> sentences;
  for (std::size_t i = 0; i < kFaultCount; ++i) {
    sentences.push_back(describe({static_cast<Fault>(i)}));
    EXPECT_THAT(sentences.back(), testing::EndsWith("."));
    EXPECT_EQ(std::count(sentences.begin(), sentences.end(), sentences.back()), 1);
  }
  EXPECT_EQ(describe({}), "");
}

TEST(Refusal, OfKingsAndMaterialCannotBeForgiven) {
  FaultSet everything;
  for (std::size_t i = 0; i < kFaultCount; ++i) everything.add(static_cast<Fault>(i));
  for (const char* fen : {"8/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/2K1K3 w - - 0 1",
                          "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/k1K5 w - - 0 1"})
    EXPECT_FALSE(Position::from(setup(fen), everything)) << fen;
}

TEST(Refusal, IsLiftedOnlyForTheFaultsNamed) {
  const auto two_faults = setup("4k2P/4R3/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_FALSE(Position::from(two_faults, {Fault::opponent_in_check}));
  EXPECT_FALSE(Position::from(two_faults, {Fault::pawn_on_back_rank}));
  EXPECT_TRUE(Position::from(two_faults, {Fault::pawn_on_back_rank, Fault::opponent_in_check}));
}

TEST(Refusal, OfRightsIsForgivenByDroppingThem) {
  EXPECT_EQ(to_fen(forgiven("r3k2r/8/8/8/8/8/8/4K2R w KQkq e6 3 7")), "r3k2r/8/8/8/8/8/8/4K2R w Kkq - 3 7");
}

TEST(Refusal, IsNotGivenToNineQueens) {
  EXPECT_EQ(moves_of(position("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")).size(), 218U);
}

// Positions that stand although they are illegal

TEST(ForgivenPosition, NeverCapturesTheKing) {
  const Position standing = forgiven("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_FALSE(standing.find_legal(Square::e7, Square::e8));
  EXPECT_TRUE(standing.find_legal(Square::e7, Square::d7));
  EXPECT_TRUE(standing.find_legal(Square::e1, Square::e2));
}

TEST(ForgivenPosition, WithKingsSideBySideAsksTheMoverToStepAway) {
  const Position standing = forgiven("8/8/8/3k4/4K3/8/8/R7 w - - 0 1");
  EXPECT_TRUE(standing.in_check());
  EXPECT_THAT(moves_of(standing), UnorderedElementsAre("e4d3", "e4e3", "e4f3", "e4f4", "e4f5"));
}

TEST(ForgivenPosition, HasPawnsOnBackRanksThatDoNotMoveButAttackForwards) {
  const Position standing = forgiven("P3k3/8/8/8/8/8/3p4/KP5p w - - 0 1");
  EXPECT_THAT(moves_of(standing), UnorderedElementsAre("a1a2", "a1b2"));
  EXPECT_EQ(standing.attackers_to(Square::a2, Side::white), bit(Square::a1) | bit(Square::b1));
  EXPECT_THAT(moves_of(standing.with_turn(Side::black)), testing::Not(testing::Contains("h1h2")));
}

TEST(ForgivenPosition, InCheckFromThreePiecesMovesOnlyTheKing) {
  EXPECT_THAT(moves_of(forgiven("4k3/8/3N4/1B6/8/8/q7/4RK2 b - - 0 1")),
              UnorderedElementsAre("e8d8", "e8f8"));
}

TEST(ForgivenPosition, StaysConsistentWhenPlayGoesOn) {
  Position standing = forgiven("P3k3/4R3/8/8/8/8/8/4K3 w - - 0 1");
  standing.make(Move{Square::e7, Square::d7});
  EXPECT_TRUE(standing.is_consistent());
  EXPECT_THAT(moves_of(standing), UnorderedElementsAre("e8d7", "e8f8"));
}

// The side not to move

TEST(WithTurn, AsksForTheMovesOfTheOtherSide) {
  const Position start;
  EXPECT_EQ(moves_of(start.with_turn(Side::black)).size(), 20U);
  EXPECT_EQ(to_fen(start.with_turn(Side::white)), to_fen(start));
  EXPECT_EQ(start.with_turn(Side::black).key(),
            position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1").key());
}

TEST(WithTurn, DropsEnPassantAndForgivesTheCheck) {
  const Position just_passed = position("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
  EXPECT_EQ(to_fen(just_passed.with_turn(Side::white)), "4k3/8/8/8/3pP3/8/8/4K3 w - - 0 1");
  const Position in_check = position("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
  EXPECT_TRUE(in_check.with_turn(Side::black).is_consistent());
  EXPECT_FALSE(in_check.with_turn(Side::black).find_legal(Square::e2, Square::e1));
}

// En passant

TEST(EnPassant, IsSetOnlyIfALegalCaptureExists) {
  const Position start;
  EXPECT_EQ(after(start, {"e2e4"}).en_passant(), std::nullopt);
  EXPECT_EQ(after(start, {"e2e4", "a7a6", "e4e5", "d7d5"}).en_passant(), Square::d6);
  // Both pawns leave the rank and open it to the rook.
  EXPECT_EQ(position("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1").en_passant(), std::nullopt);
  // The capturing pawn is pinned on its file; along its diagonal it may capture.
  EXPECT_EQ(position("4k3/8/8/8/3pP3/8/8/3RK3 b - e3 0 1").en_passant(), Square::e3);
  EXPECT_EQ(position("3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1").en_passant(), std::nullopt);
  EXPECT_EQ(position("7k/8/8/8/3pP3/8/8/B3K3 b - e3 0 1").en_passant(), std::nullopt);
  EXPECT_EQ(position("8/k7/8/8/3pP3/8/8/4K1B1 b - e3 0 1").en_passant(), Square::e3);
}

TEST(EnPassant, AnswersACheckByThePawnThatPassed) {
  const Position check = position("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1");
  EXPECT_TRUE(check.in_check());
  EXPECT_EQ(check.en_passant(), Square::d3);
  EXPECT_THAT(moves_of(check), testing::Contains("e4d3"));
}

TEST(EnPassant, NeverAnswersACheckFromElsewhere) {
  EXPECT_EQ(position("4k3/8/8/8/3Pp3/8/8/4K2B w - - 0 1").en_passant(), std::nullopt);
  EXPECT_EQ(position("k6R/8/8/8/3Pp3/8/8/4K3 b - d3 0 1").en_passant(), std::nullopt);
}

TEST(EnPassant, TakesThePawnThatPassed) {
  const Position start = position("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
  const Move capture = move_from_uci(start, "d4e3").value();
  EXPECT_EQ(start.captured_square(capture), Square::e4);
  EXPECT_EQ(start.occupied_after(capture), bit(Square::e8) | bit(Square::e3) | bit(Square::e1));
  EXPECT_EQ(to_fen(start.after(capture)), "4k3/8/8/8/8/4p3/8/4K3 w - - 0 2");
}

// Castling

TEST(Castling, MovesFourSquaresOfOccupancy) {
  const Position start = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  EXPECT_EQ(start.occupied_after(move_from_uci(start, "e1g1").value()) & rank_set(0),
            bit(Square::a1) | bit(Square::f1) | bit(Square::g1));
  EXPECT_EQ(start.occupied_after(move_from_uci(start, "e1c1").value()) & rank_set(0),
            bit(Square::c1) | bit(Square::d1) | bit(Square::h1));
  EXPECT_EQ(to_fen(after(start, {"e1c1", "e8g8"})), "r4rk1/8/8/8/8/8/8/2KR3R w - - 2 2");
}

TEST(Castling, MayPassAnAttackedSquareOnlyWithTheRook) {
  const auto may_castle = [](const char* fen, Square to) {
    return position(fen).find_legal(Square::e1, to).has_value();
  };
  EXPECT_TRUE(may_castle("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", Square::c1));
  EXPECT_TRUE(may_castle("r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1", Square::c1));
  EXPECT_FALSE(may_castle("2r1k3/8/8/8/8/8/8/R3K3 w Q - 0 1", Square::c1));
  EXPECT_FALSE(may_castle("3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", Square::c1));
  EXPECT_FALSE(may_castle("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", Square::g1));
  EXPECT_FALSE(may_castle("4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", Square::g1));
  EXPECT_TRUE(may_castle("4k2r/8/8/8/8/8/8/4K2R w K - 0 1", Square::g1));
  EXPECT_FALSE(may_castle("4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", Square::g1)) << "in check";
  EXPECT_FALSE(may_castle("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", Square::c1)) << "the rook's way is blocked";
}

TEST(Castling, RightsGoWithKingRookAndCapturedRook) {
  const Position start = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  EXPECT_EQ(after(start, {"e1e2"}).castling().bits(), setup("8/8/8/8/8/8/8/8 w kq -").castling.bits());
  EXPECT_EQ(after(start, {"a1a2"}).castling().bits(), setup("8/8/8/8/8/8/8/8 w Kkq -").castling.bits());
  EXPECT_EQ(after(start, {"h1h8"}).castling().bits(), setup("8/8/8/8/8/8/8/8 w Qq -").castling.bits());
}

// Looking moves up

TEST(FindLegal, NeedsThePromotedPieceForAPawnThatReachesTheLastRank) {
  const Position start = position("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_EQ(start.find_legal(Square::a7, Square::a8), std::nullopt);
  EXPECT_EQ(start.find_legal(Square::a7, Square::a8, PieceType::king), std::nullopt);
  EXPECT_EQ(start.find_legal(Square::a7, Square::a8, PieceType::knight),
            Move::promotion(Square::a7, Square::a8, PieceType::knight));
  EXPECT_EQ(start.find_legal(Square::e1, Square::e2, PieceType::queen), (Move{Square::e1, Square::e2}));
}

TEST(MoveFromUci, ReadsNothingButTheExactText) {
  const Position start = position("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_TRUE(move_from_uci(start, "a7a8q"));
  EXPECT_TRUE(move_from_uci(start, "e1e2"));
  for (const char* text : {"", "e1", "0000", "a7a8", "a7a8Q", "a7a8k", "a7a8p", "a7a8qq", "e1e2q", "E1E2",
                           "e1e9", "e1-e2", "e1e3", "e8e7", "b1b2"})
    EXPECT_FALSE(move_from_uci(start, text)) << text;
}

TEST(NoMove, IsNeverLegalAndWrittenAsZeros) {
  EXPECT_FALSE(Position{}.is_legal(Move{}));
  EXPECT_FALSE(position("7k/8/8/8/8/8/8/R3K3 w - - 0 1").is_legal(Move{}));
  EXPECT_EQ(to_uci(Move{}), "0000");
}

TEST(Mate, HasNoMovesAndStalemateNeither) {
  EXPECT_THAT(moves_of(position("R3k3/8/4K3/8/8/8/8/8 b - - 0 1")), IsEmpty());
  EXPECT_THAT(moves_of(position("k7/8/1Q6/8/8/8/8/4K3 b - - 0 1")), IsEmpty());
  EXPECT_FALSE(position("k7/8/1Q6/8/8/8/8/4K3 b - - 0 1").in_check());
}

TEST(Counters, StayAtTheirLimit) {
  const Position start = position("4k3/8/8/8/8/8/8/4K3 b - - 9999 9999");
  const Position later = after(start, {"e8e7", "e1e2"});
  EXPECT_EQ(to_fen(later), "8/4k3/8/8/8/8/4K3/8 b - - 9999 9999");
  Position back = start;
  const Move move{Square::e8, Square::e7};
  const Undo undo = back.make(move);
  back.unmake(move, undo);
  EXPECT_EQ(back.setup(), start.setup());
}

// Placements and attacks

TEST(Placement, PutReplacesWhatStandsThere) {
  Placement placement;
  placement.put(Square::e4, {Side::white, PieceType::pawn});
  placement.put(Square::e4, {Side::black, PieceType::queen});
  EXPECT_EQ(to_fen(placement), "8/8/8/8/4q3/8/8/8");
  EXPECT_EQ(placement.pieces(Side::white), 0U);
  placement.remove(Square::e4);
  placement.remove(Square::e4);
  EXPECT_EQ(placement, Placement{});
}

TEST(Lines, AreBetweenAndThroughSquaresThatShareOne) {
  EXPECT_EQ(between(Square::a1, Square::d4), bit(Square::b2) | bit(Square::c3));
  EXPECT_EQ(between(Square::h5, Square::f5), bit(Square::g5));
  EXPECT_EQ(between(Square::e4, Square::e5), 0U);
  EXPECT_EQ(between(Square::e4, Square::e4), 0U);
  EXPECT_EQ(between(Square::a1, Square::b3), 0U);
  EXPECT_EQ(line_through(Square::c3, Square::c6), file_set(2));
  EXPECT_EQ(line_through(Square::b1, Square::a2), bit(Square::a2) | bit(Square::b1));
  EXPECT_EQ(line_through(Square::a1, Square::b3), 0U);
}

TEST(Attacks, OfAPieceAreThoseOfItsKind) {
  const Bitboard occupied = bit(Square::d6) | bit(Square::f4);
  const auto of = [&](PieceType type) { return attacks({Side::white, type}, Square::d4, occupied); };
  EXPECT_EQ(of(PieceType::pawn), bit(Square::c5) | bit(Square::e5));
  EXPECT_EQ(attacks({Side::black, PieceType::pawn}, Square::d4, occupied), bit(Square::c3) | bit(Square::e3));
  EXPECT_EQ(count(of(PieceType::knight)), 8);
  EXPECT_EQ(count(of(PieceType::king)), 8);
  EXPECT_EQ(count(of(PieceType::bishop)), 13);
  EXPECT_EQ(of(PieceType::rook), (file_set(3) & ~rank_set(7) & ~rank_set(6) & ~bit(Square::d4)) |
                                     bit(Square::a4) | bit(Square::b4) | bit(Square::c4) | bit(Square::e4) |
                                     bit(Square::f4));
  EXPECT_EQ(of(PieceType::queen), of(PieceType::rook) | of(PieceType::bishop));
}

}  // namespace
}  // namespace jadoube::chess
