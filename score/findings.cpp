#include "score/findings.hpp"

#include <algorithm>
#include <map>

#include "score/plies.hpp"

namespace jadoube::score {
namespace {

using report::Grade;
using report::Kind;
using report::State;

std::string at(Time t) {
  std::string ms = std::to_string(t.count() / 1000);
  if (ms.size() < 4) ms.insert(0, 4 - ms.size(), '0');
  return ms.substr(0, ms.size() - 3) + '.' + ms.substr(ms.size() - 3) + " s";
}

/// What it is about, not whether it is in time.
bool answers(const SaidFinding& said, const TrueIrregularity& truth) {
  const bool promotion = truth.kind == Kind::promotion_unverified && said.kind == Kind::promotion_incomplete;
  if (said.kind != truth.kind && !promotion) return false;
  return !truth.side || !said.side || *truth.side == *said.side;
}

bool in_time(const SaidFinding& said, const TrueIrregularity& truth) {
  return said.opened >= truth.t - kEarly && said.opened <= truth.by + kLate;
}

/// In time, or so late that it is told as late.
bool comes_near(const SaidFinding& said, const TrueIrregularity& truth) {
  return said.opened >= truth.t - kEarly && said.opened <= truth.by + kVeryLate;
}

/// Taken back although it was right.
bool wrongly_withdrawn(const SaidFinding& said, const TrueIrregularity& truth) {
  return said.withdrawn && (!truth.gone || *said.withdrawn < *truth.gone - kEarly);
}

/// Kinds that follow from a true irregularity, besides its own.
bool implied(Kind said, Kind truth) {
  switch (truth) {
    case Kind::illegal_move:
    case Kind::out_of_turn:
      return said == Kind::illegal_move_pending;
    case Kind::king_captured:
      return said == Kind::illegal_move || said == Kind::illegal_move_pending;
    case Kind::both_kings_in_check:
      return said == Kind::illegal_move;
    case Kind::displaced:
    case Kind::displaced_earlier:
    case Kind::initial_position:
      return said == Kind::displaced || said == Kind::displaced_earlier;
    case Kind::castling_order:
      return said == Kind::two_hands;
    case Kind::both_flags_fallen:
      return said == Kind::flag_fallen;
    default:
      return false;
  }
}

}  // namespace

bool never_alarms(Kind kind) {
  return kind == Kind::threefold_available || kind == Kind::fifty_moves_available ||
         kind == Kind::promotion_unverified || kind == Kind::clock_not_pressed || kind == Kind::result_signal;
}

namespace {

bool speaks_for(const TrueIrregularity& truth, const SaidFinding& said) {
  if (answers(said, truth) && comes_near(said, truth)) return true;
  if (!implied(said.kind, truth.kind)) return false;
  constexpr Time kBefore = std::chrono::seconds{10};  // pending before it is pressed
  const Time until = std::max(truth.by, truth.gone.value_or(truth.by));
  return said.opened >= truth.t - kBefore && said.opened <= until + kLate;
}

bool alarms(const SaidFinding& said) {
  if (said.grade == Grade::C || never_alarms(said.kind)) return false;
  return !said.withdrawn || *said.withdrawn - said.opened > kLate;
}

std::string describe(const SaidFinding& said) {
  std::string text{name(said.kind)};
  text += ' ';
  text += name(said.grade);
  if (said.side) text += ' ' + std::string{chess::name(*said.side)};
  text += " ply " + std::to_string(said.ply) + " at " + at(said.opened);
  if (said.withdrawn) text += ", withdrawn at " + at(*said.withdrawn);
  if (!said.text.empty()) text += ": " + said.text;
  return text;
}

std::string describe(const TrueIrregularity& truth) {
  std::string text{name(truth.kind)};
  if (truth.reason != report::Reason::none) text += ' ' + std::string{name(truth.reason)};
  return text + " ply " + std::to_string(truth.ply) + " at " + at(truth.t);
}

/// Holds the findings of one game against its irregularities.
class FindingJudge {
 public:
  FindingJudge(const Truth& truth, const std::vector<SaidFinding>& said, GameVerdict& verdict)
      : truth_{truth}, said_{said}, verdict_{verdict}, used_(said.size()) {}

  void judge() {
    // All that is found comes first: a finding that answers one irregularity explains no other's absence.
    std::vector<const TrueIrregularity*> missed;
    for (const TrueIrregularity& irregularity : truth_.irregularities)
      if (!count_found(irregularity)) missed.push_back(&irregularity);
    for (const TrueIrregularity* irregularity : missed) explain_missed(*irregularity);
    for (std::size_t i = 0; i < said_.size(); ++i)
      if (is_false_alarm(i)) count_false_alarm(said_[i]);
  }

 private:
  KindVerdict& verdict_on(Kind kind) { return verdict_.kinds[static_cast<std::size_t>(kind)]; }

  [[nodiscard]] std::optional<std::size_t> find_match(const TrueIrregularity& irregularity) const {
    for (std::size_t i = 0; i < said_.size(); ++i)
      if (!used_[i] && answers(said_[i], irregularity) && in_time(said_[i], irregularity) &&
          !wrongly_withdrawn(said_[i], irregularity))
        return i;
    return std::nullopt;
  }

  /// False if it was missed.
  bool count_found(const TrueIrregularity& irregularity) {
    const auto match = find_match(irregularity);
    if (match) used_[*match] = true;
    if (irregularity.optional) return true;
    KindVerdict& kind = verdict_on(irregularity.kind);
    ++kind.truths;
    if (!match) return false;
    ++kind.found;
    kind.alarmed += said_[*match].grade == Grade::C ? 0U : 1U;
    kind.delays_us.push_back((said_[*match].opened - irregularity.t).count());
    if (irregularity.reason != report::Reason::none && said_[*match].reason == irregularity.reason)
      ++kind.reason_right;
    return true;
  }

  void explain_missed(const TrueIrregularity& irregularity) {
    verdict_.failures.push_back("missed " + describe(irregularity) + explanation(irregularity));
  }

  /// Said, but late or taken back; or something else said instead; or nothing.
  std::string explanation(const TrueIrregularity& irregularity) {
    KindVerdict& kind = verdict_on(irregularity.kind);
    const SaidFinding* instead = nullptr;
    for (std::size_t i = 0; i < said_.size(); ++i) {
      if (used_[i] || !comes_near(said_[i], irregularity)) continue;
      if (answers(said_[i], irregularity)) {
        const bool back = wrongly_withdrawn(said_[i], irregularity);
        ++(back ? kind.withdrawn : kind.late);
        return (back ? "; withdrawn: " : "; late: ") + describe(said_[i]);
      }
      if (instead == nullptr && alarms(said_[i]) && in_time(said_[i], irregularity)) instead = &said_[i];
    }
    if (instead == nullptr) return {};
    ++kind.confused_with[instead->kind];
    return "; instead: " + describe(*instead);
  }

  [[nodiscard]] bool is_false_alarm(std::size_t i) const {
    return !used_[i] && alarms(said_[i]) && !is_true(said_[i], truth_);
  }

  void count_false_alarm(const SaidFinding& said) {
    ++verdict_on(said.kind).false_alarms[said.grade == Grade::A ? 0 : 1];
    verdict_.failures.push_back("false alarm: " + describe(said));
  }

  const Truth& truth_;
  const std::vector<SaidFinding>& said_;
  GameVerdict& verdict_;
  std::vector<bool> used_;  // by index of said_: answers an irregularity
};

/// A ply made by `made` is not on the record as it was played, or one is there that nobody has made by `now`.
bool is_wrong(const ToldPlies& record, const Truth& truth, Time made, Time now) {
  unsigned played = 0;
  for (const TrueMove& move : truth.moves) {
    if (move.t <= now) played = std::max(played, move.ply);
    if (move.t > made) continue;
    const ToldPly* said = record.ply(move.ply);
    if (said == nullptr || (said->uci != move.uci && !is_right_by_alternative(*said, move.uci))) return true;
  }
  return record.plies() > played;
}

}  // namespace

std::vector<SaidFinding> said_findings(const std::vector<report::Report>& lines) {
  std::vector<SaidFinding> said;
  std::map<std::uint64_t, std::size_t> by_id;
  for (const auto& line : lines) {
    const auto* finding = std::get_if<report::Finding>(&line);
    if (finding == nullptr) continue;
    if (finding->state == State::opened) {
      by_id[finding->id] = said.size();
      said.push_back({finding->kind, finding->side, finding->ply, finding->reason, finding->t, std::nullopt,
                      finding->grade, finding->grade, finding->text.english(), finding->share});
      continue;
    }
    const auto known = by_id.find(finding->id);
    if (known == by_id.end()) continue;
    SaidFinding& earlier = said[known->second];
    if (finding->state == State::withdrawn) {
      earlier.withdrawn = finding->t;
    } else if (finding->state == State::updated && finding->grade < earlier.grade) {
      earlier.grade = finding->grade;
    }
  }
  return said;
}

std::vector<SaidFinding> said_findings(const std::vector<report::Report>& lines, const Truth& truth) {
  std::vector<SaidFinding> said = said_findings(lines);
  ToldPlies record;
  std::size_t heard = 0;
  const auto hear_until = [&](Time until) {
    for (; heard < lines.size(); ++heard) {
      if (std::visit([](const auto& line) { return line.t; }, lines[heard]) > until) return;
      if (const auto* move = std::get_if<report::MoveReport>(&lines[heard])) record.on(*move);
      if (const auto* revise = std::get_if<report::RevisionReport>(&lines[heard])) record.on(*revise);
    }
  };
  // It goes forward in time only: they are looked at in the order of the moments that count.
  std::vector<std::pair<Time, SaidFinding*>> moments;
  for (SaidFinding& finding : said) {
    if (finding.kind != Kind::unresolved) continue;
    const Time late = finding.opened + kLate;
    moments.emplace_back(std::min(late, finding.withdrawn.value_or(late)), &finding);
  }
  std::ranges::stable_sort(moments, {}, &std::pair<Time, SaidFinding*>::first);
  for (const auto& [moment, finding] : moments) {
    hear_until(moment);
    finding->record_wrong = is_wrong(record, truth, finding->opened, moment);
  }
  return said;
}

bool is_true(const SaidFinding& said, const Truth& truth) {
  if (said.record_wrong) return true;
  return std::ranges::any_of(truth.irregularities, [&](const TrueIrregularity& irregularity) {
    return speaks_for(irregularity, said);
  });
}

void judge_findings(const Truth& truth, const std::vector<SaidFinding>& said, GameVerdict& verdict) {
  FindingJudge{truth, said, verdict}.judge();
}

}  // namespace jadoube::score
