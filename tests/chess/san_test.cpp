#include "chess/san.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

namespace jadoube::chess {
namespace {

Position at(std::string_view fen) {
  return position_from_fen(fen).value();
}

std::string read_as(const Position& position, std::string_view text) {
  const auto move = parse_san(position, text);
  if (move) return to_uci(*move);
  switch (move.error().fault) {
    case SanFault::unreadable:
      return "unreadable";
    case SanFault::illegal:
      return "illegal";
    case SanFault::ambiguous:
      break;
  }
  return "ambiguous";
}

std::string san(const Position& position, std::string_view uci) {
  return to_san(position, move_from_uci(position, uci).value());
}

TEST(San, WritesTheShortestFormThatIsUnambiguous) {
  const Position knights = at("4k3/8/8/8/8/N7/8/N3K1N1 w - - 0 1");
  EXPECT_EQ(san(knights, "g1f3"), "Nf3");
  EXPECT_EQ(san(knights, "a3c2"), "N3c2");
  EXPECT_EQ(san(knights, "a1c2"), "N1c2");
  const Position queens = at("6k1/8/8/8/4Q2Q/8/8/K6Q w - - 0 1");
  EXPECT_EQ(san(queens, "h4e1"), "Qh4e1");
  EXPECT_EQ(san(queens, "e4e1"), "Qee1");
  EXPECT_EQ(san(queens, "h1e1"), "Q1e1");
}

TEST(San, APinnedPieceNeedsNoTellingApart) {
  EXPECT_EQ(san(at("4r1k1/8/8/8/8/4N3/8/N3K3 w - - 0 1"), "a1c2"), "Nc2");
}

TEST(San, WritesPawnsCapturesPromotionsAndCastling) {
  EXPECT_EQ(san(Position{}, "e2e4"), "e4");
  EXPECT_EQ(san(at("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"), "e5d6"), "exd6");
  const Position promotion = at("5r1k/4P3/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_EQ(san(promotion, "e7e8n"), "e8=N");
  EXPECT_EQ(san(promotion, "e7f8q"), "exf8=Q+");
  const Position castling = at("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
  EXPECT_EQ(san(castling, "e8g8"), "O-O");
  EXPECT_EQ(san(castling, "e8c8"), "O-O-O");
  EXPECT_EQ(san(at("5k2/8/8/8/8/8/8/4K2R w K - 0 1"), "e1g1"), "O-O+");
}

TEST(San, WritesMateAndCheck) {
  const Position fool = at("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2");
  EXPECT_EQ(san(fool, "d8h4"), "Qh4#");
  EXPECT_EQ(san(at("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), "a1a8"), "Ra8+");
}

TEST(San, ReadsWhatRealFilesContain) {
  struct Sample {
    const char* fen;
    const char* text;
    const char* uci;
  };
  constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  constexpr const char* kCastling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  constexpr const char* kPromotion = "5r1k/4P3/8/8/8/8/8/4K3 w - - 0 1";
  constexpr const char* kPassed = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
  constexpr const char* kKnights = "4k3/8/8/8/8/N7/8/N3K1N1 w - - 0 1";
  constexpr std::array samples{
      Sample{kStart, "e4", "e2e4"},         Sample{kStart, "Pe4", "e2e4"},
      Sample{kStart, "e2e4", "e2e4"},       Sample{kStart, "e2-e4", "e2e4"},
      Sample{kStart, "e4!?", "e2e4"},       Sample{kStart, "e4+", "e2e4"},
      Sample{kStart, "e4=", "e2e4"},        Sample{kStart, " e4 ", "e2e4"},
      Sample{kStart, "Nf3#", "g1f3"},       Sample{kStart, "Ngf3", "g1f3"},
      Sample{kStart, "N1f3", "g1f3"},       Sample{kStart, "Ng1f3", "g1f3"},
      Sample{kStart, "Ng1-f3", "g1f3"},     Sample{kStart, "g1f3", "g1f3"},
      Sample{kStart, "Nxf3", "g1f3"},       Sample{kCastling, "O-O", "e1g1"},
      Sample{kCastling, "0-0", "e1g1"},     Sample{kCastling, "o-o-o", "e1c1"},
      Sample{kCastling, "0-0-0!", "e1c1"},  Sample{kCastling, "e1g1", "e1g1"},
      Sample{kCastling, "Ke1-c1", "e1c1"},  Sample{kCastling, "Rxa8", "a1a8"},
      Sample{kCastling, "Ra8+", "a1a8"},    Sample{kCastling, "R:h8", "h1h8"},
      Sample{kPromotion, "e8=Q", "e7e8q"},  Sample{kPromotion, "e8Q", "e7e8q"},
      Sample{kPromotion, "e8q+", "e7e8q"},  Sample{kPromotion, "e8=n", "e7e8n"},
      Sample{kPromotion, "e8(R)", "e7e8r"}, Sample{kPromotion, "e8/B", "e7e8b"},
      Sample{kPromotion, "e7e8q", "e7e8q"}, Sample{kPromotion, "exf8=Q#", "e7f8q"},
      Sample{kPromotion, "ef8b", "e7f8b"},  Sample{kPassed, "exd6", "e5d6"},
      Sample{kPassed, "exd6e.p.", "e5d6"},  Sample{kPassed, "exd6 e.p.", "e5d6"},
      Sample{kPassed, "exd6ep+", "e5d6"},   Sample{kPassed, "e5xd6", "e5d6"},
      Sample{kKnights, "N3c2", "a3c2"},     Sample{kKnights, "Na1c2", "a1c2"},
      Sample{kKnights, "Na3xc2!!", "a3c2"},
  };
  for (const Sample& sample : samples)
    EXPECT_EQ(read_as(at(sample.fen), sample.text), sample.uci) << sample.text;
}

TEST(San, SaysWhetherAMoveIsUnreadableIllegalOrAmbiguous) {
  for (const char* text :
       {"",        " ",      "e",  "e9", "i4",       "Nf",    "xx",
        "O-O-O-O", "O-",     "--", "Z0", "e4e",      "hello", "1-0",
        "Ng1f3f5", "Nfg1f3", "=Q", "+",  "\xC3\xA9", "e4 e5", "e2e4e2e4e2e4e2e4e2e4e2e4e2e4e2e4e2e4"})
    EXPECT_EQ(read_as(Position{}, text), "unreadable") << text;
  for (const char* text :
       {"e5", "Nd2", "O-O", "Qd4", "Ke2", "exd3", "e4=Q", "Nhf3", "N3f3", "e1g1", "e8=Q", "e7e5"})
    EXPECT_EQ(read_as(Position{}, text), "illegal") << text;
  EXPECT_EQ(read_as(at("4k3/8/8/8/8/N7/8/N3K1N1 w - - 0 1"), "Nc2"), "ambiguous");
  EXPECT_EQ(read_as(at("4k3/8/8/8/8/N7/8/N3K1N1 w - - 0 1"), "Nac2"), "ambiguous");
  const Position promotion = at("5r1k/4P3/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_EQ(read_as(promotion, "e8"), "ambiguous");
  EXPECT_EQ(read_as(promotion, "e8=K"), "illegal");
  EXPECT_EQ(read_as(promotion, "e8=P"), "illegal");
  EXPECT_EQ(read_as(promotion, "d8=Q"), "illegal");
}

TEST(San, TheKingsSquareAloneIsNotCastling) {
  EXPECT_EQ(read_as(at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), "Kg1"), "illegal");
  EXPECT_EQ(read_as(at("4k3/8/8/8/8/8/8/5K2 w - - 0 1"), "Kg1"), "f1g1");
}

TEST(San, AnIllegalMoveTellsWhatWasAsked) {
  const auto king = parse_san(at("R7/6kp/3b4/5p2/1p3K2/1P1p1N1P/P2P1r2/8 w - - 8 44"), "Ke4");
  ASSERT_FALSE(king);
  EXPECT_EQ(king.error().fault, SanFault::illegal);
  EXPECT_EQ(king.error().asked, (SanRequest{PieceType::king, Square::e4, {}, {}, {}}));

  const auto rook = parse_san(Position{}, "R1xa5");
  ASSERT_FALSE(rook);
  EXPECT_EQ(rook.error().asked, (SanRequest{PieceType::rook, Square::a5, {}, 0U, {}}));

  const auto castling = parse_san(at("4k3/8/8/8/8/8/8/4K3 b - - 0 1"), "O-O-O");
  ASSERT_FALSE(castling);
  EXPECT_EQ(castling.error().asked, (SanRequest{PieceType::king, Square::c8, 4U, 7U, {}, true}));

  const auto pawn = parse_san(Position{}, "exd8=N");
  ASSERT_FALSE(pawn);
  EXPECT_EQ(pawn.error().asked, (SanRequest{PieceType::pawn, Square::d8, 4U, {}, PieceType::knight}));

  const auto unreadable = parse_san(Position{}, "?!");
  ASSERT_FALSE(unreadable);
  EXPECT_EQ(unreadable.error().asked, std::nullopt);
}

TEST(San, EveryLegalMoveIsReadBackFromWhatIsWritten) {
  std::mt19937_64 random{20250512};
  for (int game = 0; game < 60; ++game) {
    Position position;
    for (int ply = 0; ply < 150; ++ply) {
      MoveList moves;
      position.legal_moves(moves);
      if (moves.empty()) break;
      for (const Move move : moves) {
        const std::string text = to_san(position, move);
        ASSERT_EQ(read_as(position, text), to_uci(move)) << to_fen(position) << ' ' << text;
        ASSERT_EQ(read_as(position, to_uci(move)), to_uci(move)) << to_fen(position);
      }
      position.make(moves[random() % moves.size()]);
    }
  }
}

// Every position there lists all its legal moves in SAN.
TEST(San, AgreesWithTheRampartLists) {
  const std::filesystem::path folder = "../shared/data/perft/rampart";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << folder << " is not there";
  std::size_t compared = 0;
  for (const auto& file : std::filesystem::directory_iterator{folder}) {
    if (file.path().extension() != ".json") continue;
    std::ostringstream text;
    text << std::ifstream{file.path()}.rdbuf();
    const auto cases = boost::json::parse(text.str()).at("testCases");
    for (const auto& item : cases.as_array()) {
      const Position position = at(item.at("start").at("fen").as_string());
      std::vector<std::string> ours;
      MoveList moves;
      position.legal_moves(moves);
      for (const Move move : moves) ours.push_back(to_san(position, move));
      std::vector<std::string> theirs;
      for (const auto& expected : item.at("expected").as_array()) {
        const std::string& san = theirs.emplace_back(expected.at("move").as_string());
        const auto move = parse_san(position, san);
        ASSERT_TRUE(move) << to_fen(position) << ' ' << san;
        EXPECT_EQ(position.after(*move).placement(), at(expected.at("fen").as_string()).placement()) << san;
      }
      std::sort(ours.begin(), ours.end());
      std::sort(theirs.begin(), theirs.end());
      EXPECT_EQ(ours, theirs) << to_fen(position);
      compared += theirs.size();
    }
  }
  EXPECT_GT(compared, 1000U);
  RecordProperty("moves", std::to_string(compared));
}

}  // namespace
}  // namespace jadoube::chess
