#include "score/verdict.hpp"

#include <algorithm>

#include "score/findings.hpp"
#include "score/plies.hpp"

namespace jadoube::score {
namespace {

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

std::string sentence(const TrueMove& move, const ToldPly* said) {
  std::string text = "ply " + std::to_string(move.ply) + " was " + move.uci;
  if (!move.how.empty()) text += " (" + move.how + ')';
  text += said == nullptr ? ", not on the record" : ", recorded as " + said->uci;
  return text + ", completed at " + std::to_string(move.t.count() / 1000) + " ms";
}

/// What the record said of each ply, at its deadline and in the end.
struct Replay {
  ToldPlies record;
  /// By index of the true moves, at the deadline: right, or the same piece with the true move listed.
  std::vector<bool> live, live_by_alternative;
};

bool is_right(const ToldPly* said, const TrueMove& move) {
  return said != nullptr && said->uci == move.uci;
}

bool is_listed(const ToldPly* said, const TrueMove& move) {
  return said != nullptr && std::ranges::find(said->alternatives, move.uci) != said->alternatives.end();
}

bool is_right_by_alternative(const ToldPly* said, const TrueMove& move) {
  return said != nullptr && is_right_by_alternative(*said, move.uci);
}

/// Indices of the moves in the order of their deadlines.
std::vector<std::size_t> order_of(const std::vector<Time>& due) {
  std::vector<std::size_t> order(due.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return due[i]; });
  return order;
}

/// Follows the lines, and looks at the record as it stood at each deadline.
Replay replay(const std::vector<TrueMove>& moves, const std::vector<report::Report>& lines) {
  Replay replay{{}, std::vector<bool>(moves.size()), std::vector<bool>(moves.size())};
  const auto due = deadlines(moves);
  const auto order = order_of(due);
  const auto look = [&](std::size_t i) {
    const auto* said = replay.record.ply(moves[i].ply);
    replay.live[i] = is_right(said, moves[i]);
    replay.live_by_alternative[i] = is_right_by_alternative(said, moves[i]);
  };
  std::size_t next = 0;
  for (const auto& line : lines) {
    const Time t = std::visit([](const auto& l) { return l.t; }, line);
    while (next < order.size() && due[order[next]] < t) look(order[next++]);
    if (const auto* move = std::get_if<report::MoveReport>(&line)) replay.record.on(*move);
    if (const auto* revise = std::get_if<report::RevisionReport>(&line)) replay.record.on(*revise);
  }
  while (next < order.size()) look(order[next++]);
  return replay;
}

void judge_plies(const std::vector<TrueMove>& moves, const Replay& replay, GameVerdict& verdict) {
  unsigned wrong = 0;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto* said = replay.record.ply(moves[i].ply);
    const bool right = is_right(said, moves[i]);
    const bool by_alternative = !right && is_right_by_alternative(said, moves[i]);
    verdict.right += right ? 1U : 0U;
    verdict.right_by_alternative += by_alternative ? 1U : 0U;
    verdict.in_alternatives += right || is_listed(said, moves[i]) ? 1U : 0U;
    verdict.live += replay.live[i] || (by_alternative && replay.live_by_alternative[i]) ? 1U : 0U;
    if (right) verdict.delays_us.push_back((said->since - moves[i].t).count());
    // One wrong ply often makes the next ones wrong: the first is worth looking at.
    if (!right && !by_alternative && wrong++ == 0) verdict.failures.push_back(sentence(moves[i], said));
  }
  if (wrong > 1) verdict.failures.back() += ", and " + std::to_string(wrong - 1) + " more plies";
}

void count_extra_plies(const std::vector<TrueMove>& moves, std::size_t recorded, GameVerdict& verdict) {
  unsigned last_ply = 0;
  for (const TrueMove& move : moves) last_ply = std::max(last_ply, move.ply);
  if (recorded <= last_ply) return;
  verdict.extra_plies = static_cast<unsigned>(recorded) - last_ply;
  verdict.failures.push_back(std::to_string(verdict.extra_plies) + " plies too many, from " +
                             std::to_string(last_ply + 1));
}

}  // namespace

GameVerdict judge(const Truth& truth, const std::vector<report::Report>& lines) {
  GameVerdict verdict;
  verdict.plies = static_cast<unsigned>(truth.moves.size());
  for (const auto& line : lines) {
    if (std::holds_alternative<report::RevisionReport>(line)) ++verdict.retractions;
    if (const auto* summary = std::get_if<report::SummaryReport>(&line)) verdict.scans = summary->scans;
  }
  const Replay played = replay(truth.moves, lines);
  judge_plies(truth.moves, played, verdict);
  count_extra_plies(truth.moves, played.record.plies(), verdict);
  verdict.exact = verdict.right + verdict.right_by_alternative == verdict.plies && verdict.extra_plies == 0;
  judge_findings(truth, said_findings(lines, truth), verdict);
  verdict.calibration = calibrate(truth, lines);
  return verdict;
}

}  // namespace jadoube::score
