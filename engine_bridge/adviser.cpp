#include "engine_bridge/adviser.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace jadoube::engine_bridge {
namespace {

constexpr unsigned kDepth = 1;
constexpr std::uint64_t kTieNodes = 1000;
constexpr int kClose = 100;
constexpr int kMateWorth = 10'000;
constexpr unsigned kAllMoves = 500;  // Stockfish's most

/// Best first, with their gaps.
void sort_by_score(std::vector<RatedMove>& moves) {
  std::stable_sort(moves.begin(), moves.end(), [](const RatedMove& a, const RatedMove& b) {
    return centipawns(a.score) > centipawns(b.score);
  });
  for (RatedMove& each : moves) each.gap = centipawns(moves.front().score) - centipawns(each.score);
}

/// The lines in the engine's order, one for each of these moves.
tl::expected<std::vector<RatedMove>, std::string> rated(const EngineAnswer& answer, std::size_t count) {
  std::vector<RatedMove> moves;
  for (const SearchLine& line : answer.lines) {
    const auto same = [&](const RatedMove& known) { return known.move == line.moves.front(); };
    if (std::none_of(moves.begin(), moves.end(), same)) moves.push_back({line.moves.front(), line.score, 0});
  }
  if (moves.size() != count) return tl::unexpected{std::string{"the engine did not rate every move"}};
  sort_by_score(moves);
  return moves;
}

Query look(Admitted at, const uci::GoLimits& limits, std::vector<chess::Move> only, std::size_t lines) {
  return {std::move(at), Search{limits, std::move(only), static_cast<unsigned>(lines), false}};
}

/// One ranking, from look to look.
class Consultation : public std::enable_shared_from_this<Consultation> {
 public:
  Consultation(Pool& pool, Importance importance, Admitted at, RankingHandler handler)
      : pool_{pool}, importance_{importance}, at_{std::move(at)}, handler_{std::move(handler)} {}

  void first_look(const std::vector<chess::Move>& moves) {
    ask(look(at_, {.depth = kDepth}, moves, moves.size()),
        [count = moves.size()](Consultation& self, const EngineAnswer& answer) {
          auto found = rated(answer, count);
          if (!found) return self.handler_(tl::unexpected{found.error()});
          self.ranking_.moves = std::move(*found);
          self.ranking_.depth = kDepth;
          self.ranking_.engine = answer.engine;
          self.second_look();
        });
  }

 private:
  template <typename Then>
  void ask(const Query& query, Then then) {
    pool_.ask(importance_, query,
              [self = shared_from_this(), then](const tl::expected<EngineAnswer, std::string>& answer) {
                if (!answer) return self->handler_(tl::unexpected{answer.error()});
                self->ranking_.took += answer->took;
                self->ranking_.worked += answer->worked;
                then(*self, *answer);
              });
  }

  /// The first moves of the ranking, as far as they are less than `gap` behind.
  [[nodiscard]] std::vector<chess::Move> closer_than(int gap) const {
    std::vector<chess::Move> moves;
    for (const RatedMove& each : ranking_.moves)
      if (each.gap < gap) moves.push_back(each.move);
    return moves;
  }

  void second_look() {
    const auto close = closer_than(kClose);
    if (close.size() == 1) return handler_(std::move(ranking_));
    Query query = look(at_, {.depth = kDepth}, close, close.size());
    std::get<Search>(query.what).without_net = true;
    ask(query, [count = close.size()](Consultation& self, const EngineAnswer& answer) {
      const auto again = rated(answer, count);
      if (!again) return self.handler_(tl::unexpected{again.error()});
      for (const RatedMove& other : *again)
        for (RatedMove& each : self.ranking_.moves)
          if (each.move == other.move && each.score.unit == uci::Score::Unit::centipawns)
            each.score.value = (centipawns(each.score) + centipawns(other.score)) / 2;
      sort_by_score(self.ranking_.moves);
      self.settle_ties();
    });
  }

  void settle_ties() {
    const auto tied = closer_than(1);
    if (tied.size() == 1) return handler_(std::move(ranking_));
    ask(look(at_, {.nodes = kTieNodes}, tied, tied.size()),
        [count = tied.size()](Consultation& self, const EngineAnswer& answer) {
          const auto place = [&](const RatedMove& each) {
            return std::find_if(answer.lines.begin(), answer.lines.end(),
                                [&](const SearchLine& line) { return line.moves.front() == each.move; });
          };
          std::stable_sort(self.ranking_.moves.begin(),
                           self.ranking_.moves.begin() + static_cast<std::ptrdiff_t>(count),
                           [&](const RatedMove& a, const RatedMove& b) { return place(a) < place(b); });
          self.handler_(std::move(self.ranking_));
        });
  }

  Pool& pool_;
  Importance importance_;
  Admitted at_;
  RankingHandler handler_;
  Ranking ranking_;
};

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
    if (!before.is_legal(move)) return refuse(to_uci(before, move) + " is not legal in " + to_fen(before));
  std::make_shared<Consultation>(pool, importance, *at, std::move(handler))->first_look(moves);
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
  if (!before.is_legal(played)) return refuse(to_uci(before, played) + " is not legal in " + to_fen(before));
  pool.ask(
      Importance::plausibility, look(*at, {.depth = kDepth}, {}, kAllMoves),
      [played, count = before.count_legal_moves(),
       handler = std::move(handler)](tl::expected<EngineAnswer, std::string> answer) {
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
