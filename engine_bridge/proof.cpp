#include "engine_bridge/proof.hpp"

#include <memory>
#include <utility>

namespace jadoube::engine_bridge {
namespace {

/// One proof, from search to search.
class MateSearch : public std::enable_shared_from_this<MateSearch> {
 public:
  MateSearch(Pool& pool, const chess::Position& start, chess::Side winner, const ProofBudget& budget,
             std::function<void(WinProof)> handler)
      : pool_{pool},
        start_{start},
        at_{start},
        winner_{winner},
        budget_{budget},
        handler_{std::move(handler)} {}

  void go_on() {
    if (!at_.has_legal_move()) return conclude();
    if (searches_++ == budget_.searches) return give_up("the engine does not show the line to its end");
    if (win_.moves >= budget_.moves) return give_up("the mate takes too many moves");
    const auto admitted = Admitted::through(start_, win_.line);
    if (!admitted) return give_up(admitted.error());
    Search search;
    search.limits = {.depth = 0, .nodes = budget_.nodes, .mate = budget_.moves - win_.moves};
    pool_.ask(Importance::proof, {*admitted, search},
              [self = shared_from_this()](const tl::expected<EngineAnswer, std::string>& answer) {
                if (!answer) return self->give_up(answer.error());
                self->take(*answer);
              });
  }

 private:
  void take(const EngineAnswer& answer) {
    win_.engine = answer.engine;
    const SearchLine* line = answer.lines.empty() ? nullptr : &answer.lines.front();
    const bool is_winner_to_move = at_.turn() == winner_;
    if (line == nullptr || line->score.unit != uci::Score::Unit::mate ||
        (line->score.value > 0) != is_winner_to_move)
      return give_up("no forced mate was found within " + std::to_string(budget_.moves) + " moves and " +
                     std::to_string(budget_.nodes) + " nodes");
    for (const chess::Move move : line->moves) {
      if (at_.turn() == winner_) ++win_.moves;
      at_.make(move);
      win_.line.push_back(move);
    }
    go_on();
  }

  void conclude() {
    if (!at_.in_check() || at_.turn() == winner_) return give_up("the line does not end in mate");
    if (win_.moves > budget_.moves) return give_up("the mate takes too many moves");
    win_.is_shown = true;
    handler_(std::move(win_));
  }

  void give_up(std::string why) {
    win_.line.clear();
    win_.moves = 0;
    win_.why_not = std::move(why);
    handler_(std::move(win_));
  }

  Pool& pool_;
  chess::Position start_;
  chess::Position at_;
  chess::Side winner_;
  ProofBudget budget_;
  unsigned searches_ = 0;
  WinProof win_;
  std::function<void(WinProof)> handler_;
};

}  // namespace

void prove_win(Pool& pool, const chess::Position& position, chess::Side winner, const ProofBudget& budget,
               std::function<void(WinProof)> handler) {
  pool.later([proof = std::make_shared<MateSearch>(pool, position, winner, budget, std::move(handler))] {
    proof->go_on();
  });
}

}  // namespace jadoube::engine_bridge
