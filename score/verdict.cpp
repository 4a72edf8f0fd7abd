#include "score/verdict.hpp"

#include <algorithm>

#include "score/findings.hpp"
#include "score/plies.hpp"

namespace jadoube::score {
namespace {

bool lists(const PublishedPly& ply, const std::string& uci) {
  return std::ranges::find(ply.alternatives, uci) != ply.alternatives.end();
}

/// Same man, other promotion piece or other capture target: what a presence board may never learn.
bool same_man(const std::string& a, const std::string& b) {
  return a.substr(0, 2) == b.substr(0, 2);
}

/// When the verdict on each ply is due: 2 s after it was complete, or when the next ply was begun if that was
/// earlier (but not before it was complete).
std::vector<Time> deadlines(const std::vector<TrueMove>& moves) {
  std::vector<Time> due;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    Time deadline = moves[i].t + kLate;
    if (i + 1 < moves.size()) {
      const Time begun = moves[i + 1].from.value_or(moves[i + 1].t);
      const Time next = begun > moves[i].t ? begun : moves[i + 1].t;
      deadline = std::min(deadline, next);
    }
    due.push_back(deadline);
  }
  return due;
}

std::string sentence(const TrueMove& move, const PublishedPly* said) {
  std::string text = "ply " + std::to_string(move.ply) + " was " + move.uci;
  if (!move.how.empty()) text += " (" + move.how + ')';
  text += said == nullptr ? ", not on the record" : ", recorded as " + said->uci;
  return text + ", completed at " + std::to_string(move.t.count() / 1000) + " ms";
}

}  // namespace

GameVerdict judge(const Truth& truth, const std::vector<detector::Report>& lines) {
  GameVerdict verdict;
  const auto& moves = truth.moves;
  verdict.plies = static_cast<unsigned>(moves.size());

  // In the order of their deadlines, look at the record as it stood.
  const auto due = deadlines(moves);
  std::vector<std::size_t> order(moves.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return due[i]; });
  std::vector<bool> live(moves.size());
  std::vector<bool> live_by_alternative(moves.size());
  PublishedGame game;
  std::size_t next = 0;
  const auto look = [&](std::size_t i) {
    const auto* said = game.ply(moves[i].ply);
    if (said == nullptr) return;
    live[i] = said->uci == moves[i].uci;
    live_by_alternative[i] = same_man(said->uci, moves[i].uci) && lists(*said, moves[i].uci);
  };
  for (const auto& line : lines) {
    const Time t = std::visit([](const auto& l) { return l.t; }, line);
    while (next < order.size() && due[order[next]] < t) look(order[next++]);
    if (const auto* move = std::get_if<detector::MoveReport>(&line)) game.on(*move);
    if (const auto* revise = std::get_if<detector::RevisionReport>(&line)) {
      game.on(*revise);
      ++verdict.retractions;
    }
    if (const auto* summary = std::get_if<detector::SummaryReport>(&line)) verdict.scans = summary->scans;
  }
  while (next < order.size()) look(order[next++]);

  unsigned last_ply = 0;
  unsigned wrong = 0;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    last_ply = std::max(last_ply, moves[i].ply);
    const auto* said = game.ply(moves[i].ply);
    const bool right = said != nullptr && said->uci == moves[i].uci;
    const bool listed = said != nullptr && !right && lists(*said, moves[i].uci);
    const bool by_alternative = listed && same_man(said->uci, moves[i].uci);
    verdict.right += right ? 1U : 0U;
    verdict.right_by_alternative += by_alternative ? 1U : 0U;
    verdict.in_alternatives += right || listed ? 1U : 0U;
    verdict.live += live[i] || (by_alternative && live_by_alternative[i]) ? 1U : 0U;
    if (right) verdict.delays_us.push_back((said->since - moves[i].t).count());
    // One wrong ply often makes the next ones wrong: the first is worth looking at.
    if (!right && !by_alternative && wrong++ == 0) verdict.failures.push_back(sentence(moves[i], said));
  }
  if (wrong > 1) verdict.failures.back() += ", and " + std::to_string(wrong - 1) + " more plies";
  if (game.plies() > last_ply) {
    verdict.extra_plies = static_cast<unsigned>(game.plies()) - last_ply;
    verdict.failures.push_back(std::to_string(verdict.extra_plies) + " plies too many, from " +
                               std::to_string(last_ply + 1));
  }
  verdict.exact = verdict.right + verdict.right_by_alternative == verdict.plies && verdict.extra_plies == 0;
  judge_findings(truth, said_findings(lines), verdict);
  return verdict;
}

}  // namespace jadoube::score
