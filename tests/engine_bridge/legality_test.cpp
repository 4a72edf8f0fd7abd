// Our list of legal moves against Stockfish's: positions of real games, and positions that no game would
// reach. 5,000 in all; with JADOUBE_LONG=1 100,000 of either kind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <set>
#include <unordered_set>

#include "chess/pgn.hpp"
#include "tests/engine_bridge/logged_bridge.hpp"
#include "tests/support/zstd_file.hpp"

namespace jadoube::engine_bridge {
namespace {

using chess::Position;

std::size_t wanted() {
  return std::getenv("JADOUBE_LONG") != nullptr ? 100'000 : 2'500;
}

/// Asks for every position, some hundred at a time.
class Comparison {
 public:
  Comparison() : engines_{settings()} {}

  void compare(const Position& position) {
    const auto admitted = Admitted::through(position);
    ASSERT_TRUE(admitted) << to_fen(position) << ": " << admitted.error();
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [&] { return open_ < 100; });
    ++open_;
    engines_.bridge.post([this, position, query = Query{*admitted, LegalMoves{}}](Pool& pool) {
      pool.ask(Importance::comparison, query,
               [this, position](const auto& answer) { take(position, answer); });
    });
  }

  /// How many lists were equal; what differs is a failure of the test.
  std::size_t finish() {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [&] { return open_ == 0; });
    for (const std::string& difference : differences_) ADD_FAILURE() << difference;
    return equal_;
  }

 private:
  static PoolSettings settings() {
    PoolSettings all = patient(*find_engine());
    all.queue = 1000;
    return all;
  }

  void take(const Position& position, const tl::expected<EngineAnswer, std::string>& answer) {
    chess::MoveList list;
    position.legal_moves(list);
    std::multiset<std::string> ours;
    for (const chess::Move move : list) ours.insert(to_uci(move));
    const std::lock_guard lock{mutex_};
    if (answer && std::multiset<std::string>{answer->legal.begin(), answer->legal.end()} == ours)
      ++equal_;
    else if (differences_.size() < 10)
      differences_.push_back(to_fen(position) + ": " + (answer ? "the lists differ" : answer.error()));
    --open_;
    changed_.notify_one();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t open_ = 0;
  std::size_t equal_ = 0;
  std::vector<std::string> differences_;
  LoggedBridge engines_;
};

TEST(LegalMoves, InRealGamesAreThoseOfStockfish) {
  JADOUBE_NEEDS_STOCKFISH();
  const std::filesystem::path folder = "../shared/data/games";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << folder << " is not there";
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator{folder})
    if (entry.path().string().ends_with(".pgn.zst")) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  Comparison comparison;
  std::unordered_set<std::uint64_t> seen;
  // The same number from each collection, as far as they reach.
  for (std::size_t i = 0; i < files.size() && seen.size() < wanted(); ++i) {
    const std::size_t quota = seen.size() + (wanted() - seen.size()) / (files.size() - i);
    chess::PgnReader reader{[&](chess::PgnGame& game) {
      auto at = Position::from(game.record.start);
      if (!at) return;
      for (const chess::Ply& ply : game.record.plies) {
        const auto* move = std::get_if<chess::Move>(&ply.what);
        if (seen.size() >= quota || move == nullptr) return;
        if (seen.insert(at->key()).second) comparison.compare(*at);
        at->make(*move);
      }
    }};
    reader.feed(support::read_zstd_file(files[i]));
    reader.finish();
  }
  EXPECT_EQ(comparison.finish(), wanted());
}

/// Pieces anywhere, as far as the rules allow it: promoted pieces, rights, pawns that have just passed.
std::optional<Position> anywhere(std::mt19937_64& random) {
  const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  const auto free_square = [&](const chess::Placement& placement) {
    for (;;) {
      const auto square = static_cast<chess::Square>(below(64));
      if (!placement.at(square)) return square;
    }
  };
  chess::Setup setup;
  setup.turn = chess::kSides[below(2)];
  const bool at_home = below(3) == 0;
  for (const chess::Side side : chess::kSides) {
    const unsigned rank = side == chess::Side::white ? 0 : 7;
    if (!at_home) {
      setup.placement.put(free_square(setup.placement), {side, chess::PieceType::king});
      continue;
    }
    setup.placement.put(chess::make_square(4, rank), {side, chess::PieceType::king});
    for (const chess::Wing wing : {chess::Wing::king_side, chess::Wing::queen_side}) {
      if (below(2) == 0) continue;
      setup.placement.put(chess::make_square(wing == chess::Wing::king_side ? 7 : 0, rank),
                          {side, chess::PieceType::rook});
      setup.castling.add(side, wing);
    }
  }
  for (unsigned i = below(24); i > 0; --i) {
    const auto type = chess::kPieceTypes[below(8) < 4 ? 0 : below(5)];
    const auto square = free_square(setup.placement);
    if (type == chess::PieceType::pawn && (chess::rank_of(square) == 0 || chess::rank_of(square) == 7))
      continue;
    setup.placement.put(square, {chess::kSides[below(2)], type});
  }
  if (below(2) == 0) {
    const unsigned passed = setup.turn == chess::Side::white ? 5 : 2;
    setup.en_passant = chess::make_square(below(8), passed);
  }
  auto position = Position::from(setup);
  if (!position && setup.en_passant) {
    setup.en_passant.reset();
    position = Position::from(setup);
  }
  if (!position) return std::nullopt;
  return *position;
}

TEST(LegalMoves, InPositionsOfNoGameAreThoseOfStockfish) {
  JADOUBE_NEEDS_STOCKFISH();
  std::mt19937_64 random{20'251'121};  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same ones every time
  Comparison comparison;
  std::unordered_set<std::uint64_t> seen;
  Position walk;
  while (seen.size() < wanted()) {
    if (const auto position = anywhere(random); position && seen.insert(position->key()).second)
      comparison.compare(*position);
    // And a game without sense.
    chess::MoveList moves;
    walk.legal_moves(moves);
    if (moves.empty() || walk.fullmove_number() > 150) {
      walk = Position{};
      continue;
    }
    walk.make(moves[random() % moves.size()]);
    if (seen.size() < wanted() && seen.insert(walk.key()).second) comparison.compare(walk);
  }
  EXPECT_EQ(comparison.finish(), wanted());
}

}  // namespace
}  // namespace jadoube::engine_bridge
