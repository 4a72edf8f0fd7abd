#include <algorithm>

#include "bench/worst/counted.hpp"
#include "bench/worst/quarries.hpp"
#include "chess/mating/can_mate.hpp"
#include "chess/setup.hpp"
#include "tests/chess/mating/slow_positions.hpp"

namespace jadoube::bench {

namespace {

/// What may stand on a square; the most frequent first.
constexpr std::string_view kPieces = "...PPppBbKkNnRrQqB.b";
/// A question that takes more is far beyond all bounds.
constexpr std::uint64_t kMostNodes = 2'000'000;

/// Squares of a FEN from a8 on, as letters, and whose move it is.
std::string board_of(std::string_view fen) {
  std::string board;
  for (const char c : fen.substr(0, fen.find(' '))) {
    if (c >= '1' && c <= '8')
      board.append(static_cast<std::size_t>(c - '0'), '.');
    else if (c != '/')
      board += c;
  }
  return board + fen[fen.find(' ') + 1];
}

/// A byte that is no letter of a piece stands for one.
std::string fen_of(const std::string& board) {
  std::string fen;
  for (std::size_t i = 0; i < 64; ++i) {
    const char byte = i < board.size() ? board[i] : '.';
    const char piece = kPieces.find(byte) != std::string_view::npos
                           ? byte
                           : kPieces[static_cast<unsigned char>(byte) % kPieces.size()];
    if (i % 8 == 0 && i > 0) fen += '/';
    fen += piece == '.' ? '1' : piece;
  }
  const bool black = board.size() > 64 && board[64] == 'b';
  return fen + (black ? " b - - 0 1" : " w - - 0 1");
}

Cost ask(const std::string& board) {
  Cost cost;
  const auto setup = chess::setup_from_fen(fen_of(board));
  if (!setup) return cost;
  const auto position = chess::position_for_mating(*setup);
  if (!position) return cost;
  chess::MatingOptions options;
  options.max_nodes = kMostNodes;
  for (const chess::Side side : chess::kSides) {
    chess::MatingSolver solver;
    const std::uint64_t start = cost_so_far();
    static_cast<void>(solver.can_mate(*position, side, options));
    cost.most_at_once = std::max(cost.most_at_once, cost_so_far() - start);
  }
  cost.all = cost.most_at_once;
  return cost;
}

}  // namespace

Quarry mating_quarry() {
  Quarry quarry;
  quarry.name = "mating";
  quarry.unit = "question";
  quarry.longest = 65;
  for (const auto& [fen, winner] : chess::mating::kSlowQuestions) quarry.seeds.push_back(board_of(fen));
  for (const char piece : std::string{".PpBbKkNn"}) quarry.words.emplace_back(1, piece);
  quarry.run = ask;
  return quarry;
}

}  // namespace jadoube::bench
