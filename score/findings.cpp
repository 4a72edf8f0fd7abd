#include "score/findings.hpp"

#include <algorithm>
#include <map>

namespace jadoube::score {
namespace {

using detector::Grade;
using detector::Kind;
using detector::State;

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

bool speaks_for(const TrueIrregularity& truth, const SaidFinding& said) {
  if (answers(said, truth) && said.opened >= truth.t - kEarly && said.opened <= truth.by + kVeryLate)
    return true;
  if (!implied(said.kind, truth.kind)) return false;
  constexpr Time kBefore = std::chrono::seconds{10};  // pending before it is pressed
  const Time until = std::max(truth.by, truth.gone.value_or(truth.by));
  return said.opened >= truth.t - kBefore && said.opened <= until + kLate;
}

/// Asks or informs; an arbiter is not called by it.
bool never_alarms(Kind kind) {
  return kind == Kind::threefold_available || kind == Kind::fifty_moves_available ||
         kind == Kind::promotion_unverified || kind == Kind::clock_not_pressed || kind == Kind::result_signal;
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

}  // namespace

std::vector<SaidFinding> said_findings(const std::vector<detector::Report>& lines) {
  std::vector<SaidFinding> said;
  std::map<std::uint64_t, std::size_t> by_id;
  for (const auto& line : lines) {
    const auto* finding = std::get_if<detector::Finding>(&line);
    if (finding == nullptr) continue;
    if (finding->state == State::opened) {
      by_id[finding->id] = said.size();
      said.push_back({finding->kind, finding->side, finding->ply, finding->reason, finding->t, std::nullopt,
                      finding->grade, finding->text});
      continue;
    }
    const auto known = by_id.find(finding->id);
    if (known == by_id.end()) continue;
    SaidFinding& story = said[known->second];
    if (finding->state == State::withdrawn) {
      story.withdrawn = finding->t;
    } else if (finding->state == State::updated && finding->grade < story.grade) {
      story.grade = finding->grade;
    }
  }
  return said;
}

void judge_findings(const Truth& truth, const std::vector<SaidFinding>& said, GameVerdict& verdict) {
  std::vector<bool> used(said.size());
  std::vector<const TrueIrregularity*> missed;
  for (const TrueIrregularity& irregularity : truth.irregularities) {
    KindVerdict& kind = verdict.kinds[static_cast<std::size_t>(irregularity.kind)];
    std::optional<std::size_t> match;
    for (std::size_t i = 0; i < said.size() && !match; ++i)
      if (!used[i] && answers(said[i], irregularity) && in_time(said[i], irregularity) &&
          !wrongly_withdrawn(said[i], irregularity))
        match = i;
    if (match) used[*match] = true;
    if (irregularity.optional) continue;
    ++kind.truths;
    if (!match) {
      missed.push_back(&irregularity);
      continue;
    }
    ++kind.found;
    kind.delays_us.push_back((said[*match].opened - irregularity.t).count());
    if (irregularity.reason != detector::Reason::none && said[*match].reason == irregularity.reason)
      ++kind.reason_right;
  }

  for (const TrueIrregularity* irregularity : missed) {
    KindVerdict& kind = verdict.kinds[static_cast<std::size_t>(irregularity->kind)];
    std::string failure = "missed " + std::string{name(irregularity->kind)};
    if (irregularity->reason != detector::Reason::none)
      failure += ' ' + std::string{name(irregularity->reason)};
    failure += " ply " + std::to_string(irregularity->ply) + " at " + at(irregularity->t);
    const SaidFinding* instead = nullptr;
    for (std::size_t i = 0; i < said.size(); ++i) {
      const Time latest = irregularity->by + kVeryLate;
      if (used[i] || said[i].opened < irregularity->t - kEarly || said[i].opened > latest) continue;
      if (answers(said[i], *irregularity)) {
        const bool back = wrongly_withdrawn(said[i], *irregularity);
        ++(back ? kind.withdrawn : kind.late);
        failure += back ? "; withdrawn: " : "; late: ";
        failure += describe(said[i]);
        instead = nullptr;
        break;
      }
      if (instead == nullptr && alarms(said[i]) && in_time(said[i], *irregularity)) instead = &said[i];
    }
    if (instead != nullptr) {
      ++kind.confused_with[instead->kind];
      failure += "; instead: " + describe(*instead);
    }
    verdict.failures.push_back(std::move(failure));
  }

  for (std::size_t i = 0; i < said.size(); ++i) {
    if (used[i] || !alarms(said[i])) continue;
    const bool spoken_for = std::ranges::any_of(
        truth.irregularities,
        [&](const TrueIrregularity& irregularity) { return speaks_for(irregularity, said[i]); });
    if (spoken_for) continue;
    ++verdict.kinds[static_cast<std::size_t>(said[i].kind)].false_alarms[said[i].grade == Grade::A ? 0 : 1];
    verdict.failures.push_back("false alarm: " + describe(said[i]));
  }
}

}  // namespace jadoube::score
