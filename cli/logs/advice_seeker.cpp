#include "cli/logs/advice_seeker.hpp"

#include <algorithm>
#include <utility>

#include "cli/engine/engine_options.hpp"

namespace jadoube::cli {
namespace {

using namespace engine_bridge;

constexpr std::size_t kMostMisreadings = 3;

record::Advice::Rated rated(const chess::Position& before, const RatedMove& move) {
  using Unit = record::Advice::Rated::Unit;
  return {to_uci(before, move.move),
          move.score.unit == uci::Score::Unit::mate ? Unit::mate : Unit::centipawns,
          move.score.value,
          {}};
}

record::Advice advice_of(const report::OpenPly& open, const chess::Position& before, const Ranking& ranking) {
  record::Advice advice;
  advice.about = record::Advice::About::explanations;
  advice.ply = open.ply;
  advice.fen = open.fen;
  advice.engine = ranking.engine;
  advice.depth = ranking.depth;
  for (const RatedMove& each : ranking.moves) advice.moves.push_back(rated(before, each));
  return advice;
}

/// A piece that stands across the edge of its square is sensed on the one beside it.
std::vector<RatedMove> misreadings(const Plausibility& found) {
  const chess::Move played = found.played.move;
  std::vector<RatedMove> moves;
  for (const RatedMove& better : found.better) {
    const bool is_beside = better.move.from() == played.from() &&
                           chess::contains(chess::king_attacks(played.to()), better.move.to());
    if (is_beside && found.played.gap - better.gap > kFarBehind && moves.size() < kMostMisreadings)
      moves.push_back(better);
  }
  return moves;
}

record::Advice advice_of(std::uint64_t ply, const chess::Position& before, const Plausibility& found) {
  record::Advice advice;
  advice.about = record::Advice::About::played;
  advice.ply = ply;
  advice.fen = to_fen(before);
  advice.engine = found.engine;
  advice.depth = 1;
  advice.rank = found.rank;
  advice.moves.push_back(rated(before, found.played));
  for (const RatedMove& each : misreadings(found)) advice.moves.push_back(rated(before, each));
  return advice;
}

}  // namespace

AdviceSeeker::AdviceSeeker(PoolSettings settings, bool waits, std::chrono::milliseconds patience)
    : waits_{waits}, patience_{patience}, bridge_{std::move(settings), complain_of_engine} {}

void AdviceSeeker::begin(const record::Header& header) {
  game_.emplace(header);
  asked_.clear();
  played_.clear();
  const std::lock_guard lock{mutex_};
  ++log_;
  come_.clear();
}

void AdviceSeeker::tell(const report::Report& report) {
  if (game_->ends_before(report)) {
    game_->begin_anew();
    asked_.clear();
    played_.clear();
  }
  game_->tell(report);
  const auto* move = std::get_if<report::MoveReport>(&report);
  if (move != nullptr && move->certainty == report::Certainty::certain) played_.push_back(move->ply - 1);
}

void AdviceSeeker::ask_about(const report::OpenPly& open) {
  const auto before = chess::position_from_fen(open.fen);
  if (!before || !asked_.emplace(open.ply, open.fen).second) return;
  std::vector<chess::Move> moves;
  for (const std::string& text : open.moves)
    if (const auto move = move_from_uci(*before, text)) moves.push_back(*move);
  if (moves.size() < 2) return;
  const std::lock_guard lock{mutex_};
  ++open_;
  bridge_.post([this, log = log_, open, before = *before, moves](Pool& pool) {
    rank(pool, Importance::explanations, before, moves, [this, log, open, before](const auto& ranking) {
      answered(log, ranking ? std::optional{advice_of(open, before, *ranking)} : std::nullopt, !ranking);
    });
  });
}

void AdviceSeeker::ask_about_played(std::uint64_t ply, const PublishedPly& played) {
  const auto before = chess::Position::from(played.before);
  const auto move = before ? move_from_uci(*before, played.uci) : std::nullopt;
  if (!move || !asked_.emplace(static_cast<unsigned>(ply), played.uci).second) return;
  const std::lock_guard lock{mutex_};
  ++open_;
  bridge_.post([this, log = log_, ply, before = *before, played = *move](Pool& pool) {
    judge_played(pool, before, played, [this, log, ply, before](const auto& found) {
      answered(
          log,
          found && found->is_far_fetched() ? std::optional{advice_of(ply, before, *found)} : std::nullopt,
          !found);
    });
  });
}

/// On the bridge's thread.
void AdviceSeeker::answered(std::uint64_t log, std::optional<record::Advice> advice, bool is_failure) {
  const std::lock_guard lock{mutex_};
  --open_;
  is_let_down_ = is_failure;
  if (is_failure) ++unanswered_;
  if (advice && log == log_) come_.push_back(*std::move(advice));
  changed_.notify_all();
}

std::vector<record::Advice> AdviceSeeker::consult(const detector::Detector& detector, record::Time now) {
  for (const report::OpenPly& open : detector.open_plies()) ask_about(open);
  for (const std::size_t index : std::exchange(played_, {}))
    if (index < game_->plies().size() && game_->plies()[index].certainty == report::Certainty::certain)
      ask_about_played(index + 1, game_->plies()[index]);

  std::unique_lock lock{mutex_};
  if (waits_ && open_ != 0 && !is_let_down_) {
    const bool in_time = changed_.wait_for(lock, patience_, [&] { return open_ == 0 || is_let_down_; });
    is_let_down_ = is_let_down_ || !in_time;
  }
  std::vector<record::Advice> advice = std::exchange(come_, {});
  for (record::Advice& each : advice) each.t = now;
  // Two engines answer in any order; the log has one.
  std::stable_sort(advice.begin(), advice.end(), [](const record::Advice& a, const record::Advice& b) {
    return std::pair{a.ply, a.about} < std::pair{b.ply, b.about};
  });
  return advice;
}

std::uint64_t AdviceSeeker::unanswered() {
  const std::lock_guard lock{mutex_};
  return unanswered_;
}

}  // namespace jadoube::cli
