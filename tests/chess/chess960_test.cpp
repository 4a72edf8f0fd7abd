// Chess960: the start positions, castling from anywhere, and how both are written (FIDE Laws, Guidelines II).
#include "chess/chess960.hpp"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <set>
#include <string>
#include <vector>

#include "chess/mating/board.hpp"
#include "chess/pgn.hpp"
#include "chess/position.hpp"
#include "chess/san.hpp"

namespace jadoube::chess {
namespace {

Position at(const char* fen, Variant variant = Variant::standard) {
  const auto position = position_from_fen(fen, variant);
  EXPECT_TRUE(position) << fen << ": " << position.error().message;
  return position.value_or(Position{});
}

std::string first_rank(unsigned number) {
  const std::string fen = to_fen(chess960_start(number));
  return fen.substr(fen.rfind('/') + 1, 8);
}

std::vector<std::string> castlings(const Position& position) {
  MoveList list;
  position.legal_moves(list);
  std::vector<std::string> found;
  for (const Move move : list)
    if (move.kind() == MoveKind::castling) found.push_back(to_san(position, move));
  return found;
}

using Sans = std::vector<std::string>;

// Start positions

TEST(Chess960Starts, AreNumberedAsEverybodyDoes) {
  EXPECT_EQ(first_rank(0), "BBQNNRKR");
  EXPECT_EQ(first_rank(1), "BQNBNRKR");
  EXPECT_EQ(first_rank(534), "RNBKQBNR");
  EXPECT_EQ(first_rank(959), "RKRNNQBB");
  EXPECT_EQ(chess960_start(kOrdinaryStart), Setup::start());
}

TEST(Chess960Starts, AreNamedByNumberOrFen) {
  const auto named = [](const char* text) {
    const auto start = named_start(text);
    if (!start) return describe(start.error());
    return to_fen(start->setup) + (start->variant == Variant::chess960 ? " chess960" : "");
  };
  EXPECT_EQ(named(" 0 "), to_fen(chess960_start(0)) + " chess960");
  // Chess960 from the position that it shares with ordinary chess is Chess960.
  EXPECT_EQ(named("518"), to_fen(Setup::start()) + " chess960");
  EXPECT_EQ(named("standard"), to_fen(Setup::start()));
  EXPECT_EQ(named("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), to_fen(Setup::start()));
  // A theme: ordinary chess from elsewhere.
  const char* const gambit = "rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq - 0 2";
  EXPECT_EQ(named(gambit), gambit);
  // The outermost rooks, or their files.
  const std::string first = to_fen(chess960_start(0)) + " chess960";
  EXPECT_EQ(named("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"), first);
  EXPECT_EQ(named("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"), first);
}

TEST(Chess960Starts, AreRefusedWithASentence) {
  const auto refused = [](const char* text) {
    const auto start = named_start(text);
    return start ? std::string{} : describe(start.error());
  };
  for (const char* none : {"960", "-1", "12a", "", "4294967296", "Fischer"})
    EXPECT_NE(refused(none).find("from 0 to 959"), std::string::npos) << none;
  EXPECT_NE(refused("8/8/8 w - - 0 1").find("cannot be read as a FEN, character"), std::string::npos);
  EXPECT_NE(refused("8/8/8/8/8/8/8/8 w - - 0 1").find("is no position from which a game can begin: "),
            std::string::npos);
  // The king is not between the rooks.
  EXPECT_NE(refused("kbqnnrbr/pppppppp/8/8/8/8/PPPPPPPP/KBQNNRBR w KQkq - 0 1").find("castl"),
            std::string::npos);
}

TEST(Chess960Starts, AreAllThatTheRulesAllow) {
  std::set<std::string> seen;
  for (unsigned number = 0; number < kChess960Starts; ++number) {
    const auto start = chess960_start(number);
    EXPECT_EQ(chess960_number(start.placement), number);
    const std::string rank = first_rank(number);
    seen.insert(rank);
    EXPECT_LT(rank.find('R'), rank.find('K'));
    EXPECT_LT(rank.find('K'), rank.rfind('R'));
    EXPECT_NE(rank.find('B') % 2, rank.rfind('B') % 2);
    const auto position = Position::from(start);
    ASSERT_TRUE(position) << rank;
    EXPECT_EQ(position->setup(), start);
    EXPECT_EQ(setup_from_fen(to_fen(start)).value(), start);
    EXPECT_EQ(setup_from_fen(to_x_fen(start), Variant::chess960).value(), start);
  }
  EXPECT_EQ(seen.size(), kChess960Starts);
}

TEST(Chess960Starts, AreNoneOfOtherPositions) {
  Placement bishops_alike = Placement::start();
  bishops_alike.put(Square::c1, {Side::white, PieceType::knight});
  bishops_alike.put(Square::b1, {Side::white, PieceType::bishop});
  EXPECT_FALSE(chess960_number(bishops_alike));
  Placement not_opposite = chess960_start(0).placement;
  not_opposite.put(Square::g8, {Side::black, PieceType::rook});
  not_opposite.put(Square::h8, {Side::black, PieceType::king});
  EXPECT_FALSE(chess960_number(not_opposite));
}

// FEN

TEST(Chess960Fen, NamesRooksByTheirFiles) {
  const char* const fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
  EXPECT_EQ(to_fen(at(fen)), fen);
}

TEST(Chess960Fen, InXFenMeansTheOutermostRookByTheWing) {
  const char* const fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9";
  const Position position = at(fen, Variant::chess960);
  EXPECT_EQ(position.castling_rook(Side::white, Wing::king_side), Square::h1);
  EXPECT_EQ(position.castling_rook(Side::black, Wing::queen_side), Square::f8);
  EXPECT_EQ(to_x_fen(position.setup()), fen);
  EXPECT_FALSE(position_from_fen(fen)) << "in ordinary chess the king is not at home";
}

TEST(Chess960Fen, NamesAnInnerRookByItsFileInXFenToo) {
  const char* const fen = "4k3/8/8/8/8/8/8/1R1R1KRR w GDk - 0 1";
  const char* const without_black = "4k3/8/8/8/8/8/8/1R1R1KRR w GD - 0 1";
  EXPECT_FALSE(position_from_fen(fen, Variant::chess960)) << "Black has no rook";
  EXPECT_EQ(to_x_fen(at(without_black).setup()), without_black);
  EXPECT_EQ(to_x_fen(at("4k3/8/8/8/8/8/8/1R1R1KRR w HB - 0 1").setup()),
            "4k3/8/8/8/8/8/8/1R1R1KRR w KQ - 0 1");
}

TEST(Chess960Fen, OfOrdinaryRightsIsTheOrdinaryOne) {
  EXPECT_EQ(to_fen(at("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1")), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  EXPECT_TRUE(at("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1").castles_from_home());
}

TEST(Chess960Fen, RefusesARightWithoutItsRook) {
  for (const char* fen : {"4k3/8/8/8/8/8/8/1R3K2 w C - 0 1", "4k3/8/8/8/8/8/5K2/7R w H - 0 1"}) {
    const auto setup = setup_from_fen(fen);
    ASSERT_TRUE(setup) << fen;
    const auto position = Position::from(*setup);
    ASSERT_FALSE(position) << fen;
    EXPECT_TRUE(position.error().faults.has(Fault::castling_right_wrong)) << fen;
    EXPECT_EQ(Position::from(*setup, kForgivable).value().castling().bits(), 0U) << fen;
  }
  EXPECT_EQ(setup_from_fen("4k3/8/8/8/8/8/8/RR3K2 w AB - 0 1").error().message,
            "the castling right \"B\" is given twice");
}

// Castling

struct Castled {
  const char* what;
  const char* fen;
  Sans sans;
  const char* after;  // of the last of them
};

TEST(Chess960Castling, TakesKingAndRookToTheirSquaresFromAnywhere) {
  const Castled cases[] = {
      {"king and rook change places",
       "4k3/8/8/8/8/8/8/5KR1 w G - 0 1",
       {"O-O"},
       "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
      {"only the rook moves", "4k3/8/8/8/8/8/8/6KR w H - 0 1", {"O-O"}, "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
      {"only the king moves", "4k3/8/8/8/8/8/8/3R1K2 w D - 0 1", {"O-O-O"}, "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
      {"both go the same way", "4k3/8/8/8/8/8/8/RK6 w A - 0 1", {"O-O-O"}, "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
      {"away from the rook", "4k3/8/8/8/8/8/8/1K1R4 w D - 0 1", {"O-O"}, "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
      {"black", "5kr1/8/8/8/8/8/8/4K3 b g - 0 1", {"O-O"}, "5rk1/8/8/8/8/8/8/4K3 w - - 1 2"},
      {"a, b and e may stay filled", "4k3/8/8/8/8/8/8/NRB1KR2 w B - 0 1", {}, nullptr},
      {"inner squares blocked for the king", "4k3/8/8/8/8/8/8/1K3N1R w H - 0 1", {}, nullptr},
      {"inner squares blocked for the rook", "4k3/8/8/8/8/8/8/RN3K2 w A - 0 1", {}, nullptr},
      {"pieces outside do not matter",
       "4k3/8/8/8/8/8/8/NR2K3 w B - 0 1",
       {"O-O-O"},
       "4k3/8/8/8/8/8/8/N1KR4 b - - 1 1"},
  };
  for (const Castled& c : cases) {
    Position position = at(c.fen);
    EXPECT_EQ(castlings(position), c.sans) << c.what;
    if (c.after == nullptr) continue;
    const auto move = parse_san(position, c.sans.back());
    ASSERT_TRUE(move) << c.what;
    const Position next = position.after(*move);
    EXPECT_EQ(to_fen(next), c.after) << c.what;
    EXPECT_TRUE(next.is_consistent()) << c.what;
    EXPECT_EQ(position.occupied_after(*move), next.occupied()) << c.what;
    EXPECT_FALSE(position.captured_square(*move)) << c.what;
    const Undo undo = position.make(*move);
    position.unmake(*move, undo);
    EXPECT_EQ(to_fen(position), c.fen) << c.what;
    EXPECT_TRUE(position.is_consistent()) << c.what;
  }
}

TEST(Chess960Castling, IsNotFromOverOrIntoCheck) {
  const auto of = [](const char* fen) { return castlings(at(fen)); };
  EXPECT_EQ(of("1r2k3/8/8/8/8/8/8/1K5R w H - 0 1"), Sans{}) << "from check";
  EXPECT_EQ(of("3rk3/8/8/8/8/8/8/1K5R w H - 0 1"), Sans{}) << "over d1";
  EXPECT_EQ(of("4k1r1/8/8/8/8/8/8/1K5R w H - 0 1"), Sans{}) << "to g1";
  EXPECT_EQ(of("4k2r/8/8/8/8/8/8/1K5R w H - 0 1"), Sans{"O-O"}) << "only the rook is attacked";
  EXPECT_EQ(of("r3k3/8/8/8/8/8/8/R5K1 w A - 0 1"), Sans{"O-O-O"});
  EXPECT_EQ(of("4k3/8/8/8/8/8/8/rR1K4 w B - 0 1"), Sans{}) << "the rook was in the way of a1";
  EXPECT_EQ(of("4k3/8/8/8/8/8/8/qRK5 w B - 0 1"), Sans{}) << "the same, and the king stays";
  EXPECT_EQ(of("4k3/8/8/8/8/8/8/bRK5 w B - 0 1"), Sans{"O-O-O"}) << "a bishop looks another way";
}

TEST(Chess960Castling, RightGoesWithKingOrRook) {
  const Position start = at("1r1k2r1/8/8/8/8/8/8/1R1K2R1 w GBgb - 0 1");
  const auto after = [&](const char* uci) { return to_fen(start.after(*move_from_uci(start, uci))); };
  EXPECT_EQ(after("d1d2"), "1r1k2r1/8/8/8/8/8/3K4/1R4R1 b gb - 1 1");
  EXPECT_EQ(after("b1b7"), "1r1k2r1/1R6/8/8/8/8/8/3K2R1 b Ggb - 1 1");
  EXPECT_EQ(after("g1g8"), "1r1k2R1/8/8/8/8/8/8/1R1K4 b Bb - 0 1");
}

// Text

TEST(Chess960Text, CastlingIsTheKingToItsRookInUci) {
  const Position position = at("4k3/8/8/8/8/8/8/R4K1R w HA - 0 1");
  const auto castling = move_from_uci(position, "f1h1");
  ASSERT_TRUE(castling);
  EXPECT_EQ(castling->kind(), MoveKind::castling);
  EXPECT_EQ(to_uci(position, *castling), "f1h1");
  EXPECT_EQ(to_san(position, *castling), "O-O");
  const auto step = move_from_uci(position, "f1g1");
  ASSERT_TRUE(step);
  EXPECT_EQ(step->kind(), MoveKind::normal);
  EXPECT_EQ(to_san(position, *step), "Kg1");
}

TEST(Chess960Text, OfOrdinaryCastlingStaysAsItIs) {
  const Position ordinary = at("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
  EXPECT_FALSE(move_from_uci(ordinary, "e1h1"));
  EXPECT_EQ(to_uci(ordinary, *move_from_uci(ordinary, "e1g1")), "e1g1");
  // Beside a rook that castles from elsewhere too.
  const Position mixed = at("4k3/8/8/8/8/8/8/1R2K2R w HB - 0 1");
  EXPECT_EQ(to_uci(mixed, *parse_san(mixed, "O-O")), "e1g1");
  EXPECT_EQ(to_uci(mixed, *parse_san(mixed, "O-O-O")), "e1b1");
}

TEST(Chess960Text, TellsAKingsStepFromCastling) {
  const Position position = at("4k3/8/8/8/8/8/8/R4K1R w HA - 0 1");
  for (const char* castling : {"O-O", "0-0", "f1h1", "Kf1h1", "Kf1xh1"}) {
    const auto move = parse_san(position, castling);
    ASSERT_TRUE(move) << castling;
    EXPECT_EQ(move->kind(), MoveKind::castling) << castling;
  }
  for (const char* step : {"Kg1", "Kf1g1", "f1g1"}) {
    const auto move = parse_san(position, step);
    ASSERT_TRUE(move) << step;
    EXPECT_EQ(move->kind(), MoveKind::normal) << step;
  }
}

TEST(Chess960Text, CastlingNeedsNoOriginBesideIt) {
  // The king goes to g1, where no other king can go: never "Kfg1".
  EXPECT_EQ(to_san(at("4k3/8/8/8/8/8/8/R4K1R w HA - 0 1"), Move{Square::f1, Square::g1}), "Kg1");
}

constexpr const char* kPgn = R"([Event "Club"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "A"]
[Black "B"]
[Result "*"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"]

1. Nf3 Nf6 2. Re1 Re8 3. O-O O-O *

)";

TEST(Chess960Text, PgnIsReadAndWritten) {
  const auto games = read_pgn(kPgn);
  ASSERT_EQ(games.size(), 1U);
  EXPECT_FALSE(games[0].misfit) << describe(*games[0].misfit);
  EXPECT_EQ(games[0].record.plies.size(), 6U);
  EXPECT_EQ(games[0].record.start, chess960_start(0));
  EXPECT_EQ(to_pgn(games[0].record), kPgn);
}

TEST(Chess960Text, PgnWithoutTheTagIsReadIfTheFenSaysIt) {
  std::string text = kPgn;
  text.erase(text.find("[Variant"), text.find("[SetUp") - text.find("[Variant"));
  ASSERT_TRUE(read_pgn(text)[0].misfit);
  text.replace(text.find("KQkq"), 4, "HFhf");
  const auto games = read_pgn(text);
  EXPECT_FALSE(games[0].misfit);
  EXPECT_EQ(to_pgn(games[0].record), kPgn);
}

TEST(Chess960Text, PgnThatGoesOnAfterAnIllegalMoveIsReadBack) {
  GameRecord record = read_pgn(kPgn)[0].record;
  record.plies.resize(2);
  const auto after = setup_from_fen("bbq1nrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 2 2").value();
  record.plies.push_back(Ply{IllegalMove{std::nullopt, after}, {}, {}, {}, {}});
  record.plies.push_back(Ply{Move{Square::e1, Square::f3}, {}, {}, {}, {}});
  const auto again = read_pgn(to_pgn(record));
  ASSERT_EQ(again.size(), 1U);
  EXPECT_EQ(again[0].record, record);
  // Its second record alone is read back too.
  const std::string text = to_pgn(record);
  const auto rest = read_pgn(text.substr(text.find("[Event", 1)));
  ASSERT_EQ(rest.size(), 1U);
  EXPECT_EQ(read_pgn(to_pgn(rest[0].record))[0].record, rest[0].record);
}

// Counts

struct KnownLeaves {
  const char* fen;
  std::uint64_t three;
  std::uint64_t four;
};

// Leaf counts of the test suite for Chess960 that the chess programming world shares.
TEST(Chess960Perft, CountsTheKnownLeaves) {
  const KnownLeaves known[] = {
      {"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 12189, 326672},
      {"2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 18002, 667366},
      {"b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", 10471, 273318},
      {"qnr1bkrb/pppp2pp/3np3/5p2/8/P2P2P1/NPP1PP1P/QN1RBKRB w GDg - 3 9", 26895, 713420},
      {"1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9", 31058, 1171749},
      {"nnrqbkrb/pppp1pp1/7p/4p3/6P1/2N2B2/PPPPPP1P/NR1QBKR1 w Ggc - 2 9", 19364, 476620},
      {"bnqnrbkr/1pp2pp1/p7/3pP2p/4P1P1/8/PPPP3P/BNQNRBKR w HEhe d6 0 9", 28677, 962591},
      {"nnrkbbqr/1p2pppp/p2p4/2p5/8/1N2P1P1/PPPP1P1P/1NKRBBQR w hc - 0 9", 18136, 477801},
      {"nnrqk1bb/p1ppp2p/5rp1/1p3p2/1P4P1/5P1P/P1PPP3/NNRQKRBB w FCc - 1 9", 20510, 648945},
      {"1nrbkr1q/1pppp1pp/1n6/p4p2/N1b4P/8/PPPPPPPB/N1RBKR1Q w FCfc - 2 9", 24141, 755171},
      {"nb1r1nkr/ppp1ppp1/2bp4/7p/3P2qP/P6R/1PP1PPP1/NBQRBNK1 w Dhd - 1 9", 60060, 2526992},
      {"bnnbrkr1/ppp2p1p/5q2/3pp1p1/4P3/1N4P1/PPPPRP1P/BN1B1KRQ w Gge - 0 9", 27228, 1028084},
  };
  for (const KnownLeaves& each : known) {
    EXPECT_EQ(perft(at(each.fen), 3), each.three) << each.fen;
#ifdef NDEBUG
    EXPECT_EQ(perft(at(each.fen), 4), each.four) << each.fen;
#endif
  }
}

// Two answers to one question

RC_GTEST_PROP(Chess960Moves, LeaveTheBoardInOrderAndCanBeTakenBack, ()) {
  Position position = *Position::from(chess960_start(*rc::gen::inRange(0U, kChess960Starts)));
  for (int ply = 0; ply < 60; ++ply) {
    MoveList list;
    position.legal_moves(list);
    if (list.empty()) break;
    // Castling whenever there is one: it is what this is about.
    Move move = list[*rc::gen::inRange<std::size_t>(0, list.size())];
    for (const Move each : list)
      if (each.kind() == MoveKind::castling) move = each;
    RC_ASSERT(parse_san(position, to_san(position, move)).value() == move);
    RC_ASSERT(move_from_uci(position, to_uci(position, move)) == move);
    const Position before = position;
    const Undo undo = position.make(move);
    RC_ASSERT(position.is_consistent());
    RC_ASSERT(to_fen(position_from_fen(to_fen(position)).value()) == to_fen(position));
    RC_ASSERT(before.occupied_after(move) == position.occupied());
    position.unmake(move, undo);
    RC_ASSERT(to_fen(position) == to_fen(before));
    RC_ASSERT(position.is_consistent());
    // The mating search has a generator of its own.
    mating::Fans fans;
    const mating::Board board = mating::oriented(position, Side::white);
    mating::generate(board, fans);
    std::size_t found = 0;
    for (const mating::Fan& fan : fans) found += static_cast<std::size_t>(count(fan.targets));
    RC_ASSERT(found == list.size());
    const auto text = to_uci(position, move);
    const auto from = *square_from_string(text.substr(0, 2));
    const auto to = *square_from_string(text.substr(2, 2));
    position.make(move);
    auto then = mating::after(board, from, to, move.is_promotion() ? move.promoted_to() : PieceType::pawn);
    // The search keeps a square on which every capture en passant would leave the king in check, and finds none there.
    if (!position.en_passant()) then.en_passant = 0;
    RC_ASSERT(mating::pack(then) == mating::pack(mating::oriented(position, Side::white)));
  }
}

}  // namespace
}  // namespace jadoube::chess
