#include "tracker/advice.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "model/hands.hpp"

namespace jadoube::tracker {
namespace {

/// For comparing: a mate is worth more than any material, and the nearer the more.
std::int64_t centipawns(const record::Advice::Rated& move) {
  if (move.unit == record::Advice::Rated::Unit::centipawns)
    return std::clamp<std::int64_t>(move.score, -model::kMateWorth + model::kLessThanMate,
                                    model::kMateWorth - model::kLessThanMate);
  const auto moves =
      std::clamp<std::int64_t>(move.score, -model::kLessThanMate + 1, model::kLessThanMate - 1);
  return moves > 0 ? model::kMateWorth - moves : -model::kMateWorth - moves;
}

/// The position before the ply, if one can be played from it.
std::optional<chess::Position> position_of(const record::Advice& advice) {
  const auto setup = chess::setup_from_fen(advice.fen);
  if (!setup) return std::nullopt;
  const auto position = chess::Position::from(*setup, chess::kForgivable);
  if (!position) return std::nullopt;
  return *position;
}

/// The legal ply of that number in the game of a hypothesis, if it was made from that position.
const Step* legal_ply(const Hypothesis& h, unsigned ply, std::uint64_t key) {
  for (const Step* step = h.step.get(); step != nullptr && step->ply >= ply; step = step->parent.get())
    if (step->ply == ply && step->kind == StepKind::legal)
      return step->parent && step->parent->position().key() == key ? step : nullptr;
  return nullptr;
}

}  // namespace

LogWeight advice_weight(std::int64_t gap) {
  for (const auto& [end, weight] : model::kBehindBest)
    if (gap < end) return weight;
  return model::kFarBehindBest;
}

std::vector<OpenPly> open_plies(const std::vector<std::unique_ptr<Hypothesis>>& live, unsigned settled) {
  // This is asked after every scan, and mostly there is nothing: text is made only of what is open.
  struct Found {
    const Step* step;  // the likeliest
    std::vector<chess::Move> moves;
  };
  std::vector<Found> all;
  for (const auto& h : live) {
    if (h->total < live.front()->total + model::kWorthAsking) break;
    for (const Step* step = h->step.get(); step != nullptr && step->ply > settled;
         step = step->parent.get()) {
      const bool is_completed = step != h->step.get() || h->pressed();
      if (step->kind != StepKind::legal || !step->parent || !is_completed) continue;
      auto found = std::find_if(all.begin(), all.end(), [&](const Found& f) {
        return f.step->ply == step->ply && f.step->parent->position().key() == step->parent->position().key();
      });
      if (found == all.end()) found = all.insert(found, {step, {}});
      auto& moves = found->moves;
      if (std::find(moves.begin(), moves.end(), step->move) == moves.end()) moves.push_back(step->move);
    }
  }
  std::erase_if(all, [](const Found& f) { return f.moves.size() < 2; });
  std::stable_sort(all.begin(), all.end(),
                   [](const Found& a, const Found& b) { return a.step->ply < b.step->ply; });
  std::vector<OpenPly> open;
  for (const Found& each : all) {
    OpenPly& ply = open.emplace_back(OpenPly{each.step->ply, to_fen(each.step->parent->position()), {}});
    for (const chess::Move move : each.moves)
      ply.moves.push_back(to_uci(each.step->parent->position(), move));
  }
  return open;
}

const AdviceBook::Entry* AdviceBook::find(unsigned ply, std::uint64_t key) const {
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& e) { return e.ply == ply && e.key == key; });
  return found == entries_.end() ? nullptr : &*found;
}

bool AdviceBook::hear(const record::Advice& advice, const std::vector<std::unique_ptr<Hypothesis>>& live) {
  const auto before = position_of(advice);
  if (!before || advice.ply > ~0U) return false;
  Entry entry{static_cast<unsigned>(advice.ply), before->key(), {}};
  if (find(entry.ply, entry.key) != nullptr) return false;
  std::int64_t best = -model::kMateWorth;
  for (const auto& each : advice.moves) best = std::max(best, centipawns(each));
  for (const auto& each : advice.moves)
    if (const auto move = move_from_uci(*before, each.uci))
      entry.moves.emplace_back(*move, advice_weight(best - centipawns(each)));

  struct Named {
    Hypothesis* h;
    chess::Move move;
    LogWeight weight;
  };
  std::vector<Named> named;
  for (const auto& h : live) {
    const Step* step = legal_ply(*h, entry.ply, entry.key);
    if (step == nullptr) continue;
    const auto found = std::find_if(entry.moves.begin(), entry.moves.end(),
                                    [&](const auto& each) { return each.first == step->move; });
    if (found != entry.moves.end()) named.push_back({h.get(), step->move, found->second});
  }
  const auto is_other = [&](const Named& n) { return n.move != named.front().move; };
  if (std::none_of(named.begin(), named.end(), is_other)) return false;

  // Together they keep the weight that they had.
  LogWeight likeliest = named.front().h->total;
  for (const Named& n : named) likeliest = std::max(likeliest, n.h->total);
  std::uint64_t had = 0;
  std::uint64_t has = 0;
  for (const Named& n : named) {
    had += weight(likeliest - n.h->total);
    has += weight(likeliest - n.h->total - n.weight);
  }
  if (has == 0) return false;
  const LogWeight shift = log_of_weight(had) - log_of_weight(has);
  for (auto& each : entry.moves) each.second += shift;
  for (const Named& n : named) n.h->score += n.weight + shift;
  entries_.push_back(std::move(entry));
  return true;
}

LogWeight AdviceBook::about(const Step& before, chess::Move move) const {
  if (entries_.empty()) return LogWeight{0};
  const Entry* entry = find(before.ply + 1, before.position().key());
  if (entry == nullptr) return LogWeight{0};
  for (const auto& [each, log_weight] : entry->moves)
    if (each == move) return log_weight;
  return LogWeight{0};
}

void AdviceBook::forget_up_to(unsigned ply) {
  std::erase_if(entries_, [&](const Entry& entry) { return entry.ply <= ply; });
}

}  // namespace jadoube::tracker
