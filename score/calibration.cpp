#include "score/calibration.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "score/findings.hpp"

namespace jadoube::score {
namespace {

/// Where the next range begins, in thousandths of the posterior.
constexpr std::array kRanges{0U, 100U, 200U, 300U, 400U, 500U, 600U, 700U, 800U, 900U, 990U, 999U, 1001U};

/// The moves of one game, by ply.
class TrueMoves {
 public:
  explicit TrueMoves(const std::vector<TrueMove>& moves) {
    for (const TrueMove& move : moves) by_ply_[move.ply] = move.uci;
  }
  [[nodiscard]] bool has(unsigned ply, const std::string& uci) const {
    const auto found = by_ply_.find(ply);
    return found != by_ply_.end() && found->second == uci;
  }

 private:
  std::map<unsigned, std::string> by_ply_;
};

void add_share(Calibration& calibration, std::string_view group, unsigned share, bool is_true) {
  const Promise promise = promise_of(share);
  calibration.add(group, word_for(promise), promise, is_true);
}

void calibrate_plies(const TrueMoves& moves, const std::vector<report::Report>& lines,
                     Calibration& calibration) {
  std::map<unsigned, const report::MoveReport*> last;
  std::map<unsigned, bool> told;
  for (const auto& line : lines) {
    if (const auto* revision = std::get_if<report::RevisionReport>(&line))
      last.erase(last.lower_bound(revision->from_ply), last.end());
    const auto* move = std::get_if<report::MoveReport>(&line);
    if (move == nullptr) continue;
    last[move->ply] = move;
    if (std::exchange(told[move->ply], true)) continue;
    add_share(calibration, kPliesFirst, move->share, moves.has(move->ply, move->uci));
    for (std::size_t i = 0; i < move->alternative_shares.size(); ++i)
      add_share(calibration, kAlternatives, move->alternative_shares[i],
                moves.has(move->ply, move->alternatives[i]));
  }
  for (const auto& [ply, move] : last)
    add_share(calibration, kPliesLast, move->share, moves.has(ply, move->uci));
}

}  // namespace

Promise promise_of(unsigned share) {
  const auto* const above = std::upper_bound(kRanges.begin(), kRanges.end() - 1, share);
  return {*(above - 1) / 1000.0, std::min(*above, 1000U) / 1000.0};
}

std::string word_for(const Promise& promise) {
  const auto percent = [](double share) {
    const auto thousandths = static_cast<unsigned>(share * 1000 + 0.5);
    const std::string whole = std::to_string(thousandths / 10);
    return thousandths % 10 == 0 ? whole : whole + '.' + std::to_string(thousandths % 10);
  };
  const std::string low = percent(promise.low);
  return (low.size() == 1 ? ' ' + low : low) + " to " + percent(promise.high) + " %";
}

double Belief::share() const {
  return said == 0 ? 0 : static_cast<double>(was_true) / static_cast<double>(said);
}

double Belief::error() const {
  return std::max({promise.low - share(), share() - promise.high, 0.0});
}

void Calibration::add(std::string_view group, std::string_view word, Promise promise, bool is_true) {
  Belief& belief = beliefs_[{std::string{group}, std::string{word}}];
  belief.promise = promise;
  ++belief.said;
  belief.was_true += is_true ? 1U : 0U;
}

void Calibration::add(const Calibration& other) {
  for (const auto& [name, theirs] : other.beliefs_) {
    Belief& belief = beliefs_[name];
    belief.promise = theirs.promise;
    belief.said += theirs.said;
    belief.was_true += theirs.was_true;
  }
}

std::vector<Calibration::Row> Calibration::rows() const {
  std::vector<Row> rows;
  for (const auto& [name, belief] : beliefs_) rows.push_back({name.first, name.second, belief});
  return rows;
}

double Calibration::expected_error(std::string_view group) const {
  double sum = 0;
  std::uint64_t said = 0;
  for (const auto& [name, belief] : beliefs_) {
    if (!name.first.starts_with(group) || !belief.promise.says_something()) continue;
    sum += belief.error() * static_cast<double>(belief.said);
    said += belief.said;
  }
  return said == 0 ? 0 : sum / static_cast<double>(said);
}

Calibration calibrate(const Truth& truth, const std::vector<report::Report>& lines) {
  Calibration calibration;
  calibrate_plies(TrueMoves{truth.moves}, lines, calibration);
  for (const SaidFinding& said : said_findings(lines)) {
    if (never_alarms(said.kind) || !said.share) continue;
    add_share(calibration,
              std::string{kFindings} + ": " + std::string{name(said.kind)} + ", " +
                  std::string{name(said.opened_as)},
              *said.share, is_true(said, truth));
  }
  return calibration;
}

}  // namespace jadoube::score
