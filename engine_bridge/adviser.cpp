#include "engine_bridge/adviser.hpp"

#include <algorithm>
#include <utility>

namespace jadoube::engine_bridge {
namespace {

constexpr unsigned kDepth = 1;
constexpr std::uint64_t kTieNodes = 1000;
constexpr int kMateWorth = 10'000;
constexpr unsigned kAllMoves = 500;  // Stockfish's most

/// The lines in the engine's order, one for each of these moves.
tl::expected<std::vector<RatedMove>, std::string> rated(const Answer& answer, std::size_t count) {
  std::vector<RatedMove> moves;
  for (const SearchLine& line : answer.lines) {
    const auto same = [&](const RatedMove& known) { return known.move == line.moves.front(); };
    if (std::none_of(moves.begin(), moves.end(), same)) moves.push_back({line.moves.front(), line.score, 0});
  }
  if (moves.size() != count) return tl::unexpected{std::string{"the engine did not rate every move"}};
  std::stable_sort(moves.begin(), moves.end(), [](const RatedMove& a, const RatedMove& b) {
    return centipawns(a.score) > centipawns(b.score);
  });
  for (RatedMove& each : moves) each.gap = centipawns(moves.front().score) - centipawns(each.score);
  return moves;
}

Query look(Admitted at, const uci::Limits& limits, std::vector<chess::Move> only, std::size_t lines) {
  return {std::move(at), Search{limits, std::move(only), static_cast<unsigned>(lines)}};
}

/// Puts the first `count` moves into the order of the longer look.
void reorder(std::vector<RatedMove>& moves, std::size_t count, const Answer& answer) {
  const auto place = [&](const RatedMove& each) {
    const auto found = std::find_if(answer.lines.begin(), answer.lines.end(),
                                    [&](const SearchLine& line) { return line.moves.front() == each.move; });
    return found - answer.lines.begin();
  };
  std::stable_sort(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(count),
                   [&](const RatedMove& a, const RatedMove& b) { return place(a) < place(b); });
}

}  // namespace

int centipawns(uci::Score score) {
  if (score.unit == uci::Score::Unit::centipawns)
    return std::clamp(score.value, -kMateWorth + 1000, kMateWorth - 1000);
  const int moves = std::clamp(score.value, -999, 999);
  return moves > 0 ? kMateWorth - moves : -kMateWorth - moves;
}

void rank(Pool& pool, Importance importance, const chess::Position& before,
          const std::vector<chess::Move>& moves, RankingHandler handler) {
  const auto refuse = [&](std::string why) {
    pool.later([handler = std::move(handler), why = std::move(why)] { handler(tl::unexpected{why}); });
  };
  if (moves.empty()) return refuse("there is nothing to rank");
  const auto at = Admitted::through(before);
  if (!at) return refuse(at.error());
  for (const chess::Move move : moves)
    if (!before.is_legal(move)) return refuse(to_uci(move) + " is not legal in " + to_fen(before));
  pool.ask(importance, look(*at, {.depth = kDepth}, moves, moves.size()),
           [&pool, importance, at = *at, count = moves.size(),
            handler = std::move(handler)](tl::expected<Answer, std::string> answer) {
             if (!answer) return handler(tl::unexpected{answer.error()});
             auto found = rated(*answer, count);
             if (!found) return handler(tl::unexpected{found.error()});
             Ranking ranking{std::move(*found), kDepth, answer->engine, answer->took, answer->took};
             std::vector<chess::Move> tied;
             for (const RatedMove& each : ranking.moves)
               if (each.gap == 0) tied.push_back(each.move);
             if (tied.size() == 1) return handler(std::move(ranking));
             const std::size_t lines = tied.size();
             pool.ask(importance, look(at, {.nodes = kTieNodes}, std::move(tied), lines),
                      [ranking = std::move(ranking), lines,
                       handler](tl::expected<Answer, std::string> second) mutable {
                        if (!second) return handler(tl::unexpected{second.error()});
                        reorder(ranking.moves, lines, *second);
                        ranking.took += second->took;
                        handler(std::move(ranking));
                      });
           });
}

bool Plausibility::is_far_fetched() const {
  return rank > kUsualRank && played.gap > kFarBehind;
}

void judge_played(Pool& pool, const chess::Position& before, chess::Move played,
                  PlausibilityHandler handler) {
  const auto refuse = [&](std::string why) {
    pool.later([handler = std::move(handler), why = std::move(why)] { handler(tl::unexpected{why}); });
  };
  const auto at = Admitted::through(before);
  if (!at) return refuse(at.error());
  if (!before.is_legal(played)) return refuse(to_uci(played) + " is not legal in " + to_fen(before));
  pool.ask(
      Importance::plausibility, look(*at, {.depth = kDepth}, {}, kAllMoves),
      [played, count = before.count_legal_moves(),
       handler = std::move(handler)](tl::expected<Answer, std::string> answer) {
        if (!answer) return handler(tl::unexpected{answer.error()});
        const auto found = rated(*answer, count);
        if (!found) return handler(tl::unexpected{found.error()});
        const auto at_move = std::find_if(found->begin(), found->end(),
                                          [&](const RatedMove& each) { return each.move == played; });
        const auto index = static_cast<std::size_t>(at_move - found->begin());
        handler(Plausibility{index + 1, *at_move, {found->begin(), at_move}, answer->engine, answer->took});
      });
}

}  // namespace jadoube::engine_bridge
