#include "judge/clock_times.hpp"

#include <algorithm>

#include "laws/text.hpp"

namespace jadoube::laws {

using words::Text;
using words::wording;

namespace {

using namespace std::chrono_literals;
using namespace std::string_view_literals;

ClockTime not_below_zero(ClockTime t) {
  return std::max(t, ClockTime{});
}

/// A proposal that repeats an earlier one is left out.
void add(std::vector<ClockProposal>& list, const Readings& times, std::string why, Text words) {
  for (const ClockProposal& other : list)
    if (other.times == times) return;
  list.push_back({times, std::move(why), std::move(words)});
}

std::string as_at_press(std::string_view which, Side opponent) {
  return concat({which, ", ", name(opponent), " as at the press"});
}

Text player(Side side) {
  return side == Side::white ? wording("White") : wording("Black");
}

/// ", 2:00 more for Black"; empty without a penalty.
Text with_penalty(const Occurrence& o) {
  if (o.penalty == ClockTime{}) return {};
  return wording(", {1} more for {2}", clock_text(o.penalty), player(~o.offender));
}

bool takes_increment(const Occurrence& o, const Switches& switches) {
  return switches.s2 && o.increment > ClockTime{};
}

Text without_period(ClockTime period) {
  return wording("the {1} of the next period taken back", clock_text(period));
}

/// What is taken off the offender's time of a press that is undone.
Text without_press(const Occurrence& o, const Switches& switches) {
  if (!takes_increment(o, switches)) return without_period(o.period);
  return wording("its increment and the {1} of the next period taken back", clock_text(o.period));
}

Text unchanged_words(const Occurrence& o) {
  const std::string t = log_time_text(o.t);
  Text words = wording("both left as at {1}", t);
  if (const ClockTime undone = std::max(o.undone.white, o.undone.black); undone > ClockTime{})
    words += ", "sv + without_period(undone);
  else if (o.penalty != ClockTime{})
    return wording("both left as at {1}, only {2} more for {3}", t, clock_text(o.penalty),
                   player(~o.offender));
  return words + with_penalty(o);
}

/// The offender's reading of the press, the opponent's of the present.
Text apart_words(const Occurrence& o, const Switches& switches) {
  const std::string t = log_time_text(o.t);
  const Text offender = player(o.offender);
  if (o.period > ClockTime{})
    return wording("{1}'s as at his press, {2}; {3}'s as at {4}", offender, without_press(o, switches),
                   player(~o.offender), t) +
           with_penalty(o);
  if (!o.offender_as_now)
    return (takes_increment(o, switches)
                ? wording("{1}'s as at his press, its increment taken back; {2}'s as at {3}", offender,
                          player(~o.offender), t)
                : wording("{1}'s as at his press; {2}'s as at {3}", offender, player(~o.offender), t)) +
           with_penalty(o);
  if (!takes_increment(o, switches)) return unchanged_words(o);
  return wording("both as at {1}, the increment of {2}'s press taken back", t, offender) + with_penalty(o);
}

Text at_press_words(const Occurrence& o, const Switches& switches) {
  if (o.period > ClockTime{})
    return wording("both as at {1}'s press, {2}", player(o.offender), without_press(o, switches)) +
           with_penalty(o);
  return (takes_increment(o, switches)
              ? wording("both as at {1}'s press, its increment taken back", player(o.offender))
              : wording("both as at {1}'s press", player(o.offender))) +
         with_penalty(o);
}

/// The offender's time of the press, without what it gave.
ClockTime before_press(const Occurrence& o, const Switches& switches) {
  const Readings& of = o.offender_as_now ? o.now : o.at_press;
  return not_below_zero(of.of(o.offender) - (takes_increment(o, switches) ? o.increment : ClockTime{}) -
                        o.period);
}

/// The present readings, if they are times of the periods that are played in again.
void add_unchanged(std::vector<ClockProposal>& list, const Occurrence& o) {
  Readings times = o.now;
  for (const Side side : chess::kSides) {
    times.of(side) -= o.undone.of(side);
    if (o.undone.of(side) > ClockTime{} && times.of(side) <= ClockTime{}) return;
  }
  times.of(~o.offender) += o.penalty;
  add(list, times, "unchanged", unchanged_words(o));
}

}  // namespace

std::vector<ClockProposal> found_at_once(const Occurrence& o, const Switches& switches,
                                         std::string_view which) {
  const Side opponent = ~o.offender;
  Readings logged;
  logged.of(o.offender) = before_press(o, switches);
  logged.of(opponent) = o.now.of(opponent) + o.penalty;
  Readings at_press = logged;
  at_press.of(opponent) = o.at_press.of(opponent) + o.penalty;
  std::vector<ClockProposal> list;
  if (switches.s3 == Switches::Reinstate::unchanged) add_unchanged(list, o);
  add(list, logged, std::string{which}, apart_words(o, switches));
  if (!o.offender_as_now) add(list, at_press, as_at_press(which, opponent), at_press_words(o, switches));
  add_unchanged(list, o);
  return list;
}

std::vector<ClockProposal> found_later(const Occurrence& o, const Switches& switches) {
  const Side opponent = ~o.offender;
  Readings logged;
  // The increments of undone moves vanish with the logged readings; only this press's own is in them.
  logged.of(o.offender) = before_press(o, switches);
  logged.of(opponent) = o.at_press.of(opponent) + o.penalty;
  std::vector<ClockProposal> list;
  if (switches.s3 == Switches::Reinstate::unchanged) add_unchanged(list, o);
  add(list, logged, "P2", at_press_words(o, switches));
  add_unchanged(list, o);
  return list;
}

std::vector<ClockProposal> board_stands(const Occurrence& o, const Switches& switches) {
  const Side opponent = ~o.offender;
  Readings times = o.now;
  times.of(o.offender) = before_press(o, switches);
  times.of(opponent) += o.penalty;
  std::vector<ClockProposal> list;
  add(list, times, "P4", apart_words(o, switches));
  times.of(opponent) = o.at_press.of(opponent) + o.penalty;
  if (!o.offender_as_now) add(list, times, as_at_press("P4", opponent), at_press_words(o, switches));
  return list;
}

std::vector<ClockProposal> own_time(const Occurrence& o) {
  return {{o.at_press, "P5", wording("both as at {1}'s press", player(o.offender))}};
}

std::vector<ClockProposal> wrong_claim(Side claimant, const Readings& now, const Parameters& parameters) {
  Readings times = now;
  const ClockTime value{parameters.wrong_claim};
  switch (parameters.wrong_claim_on) {
    case WrongClaim::opponent:
      times.of(~claimant) += value;
      break;
    case WrongClaim::claimant_used:
      times.of(claimant) = not_below_zero(times.of(claimant) - value);
      break;
    case WrongClaim::unregulated:
      return {};
  }
  const bool to_opponent = parameters.wrong_claim_on == WrongClaim::opponent;
  return {{times, "P6",
           to_opponent ? wording("{1} more for {2}", clock_text(value), player(~claimant))
                       : wording("{1} less for {2}", clock_text(value), player(claimant))}};
}

Seconds proportional(ClockTime used_now, unsigned moves_then, unsigned moves_now) {
  const std::int64_t whole = std::int64_t{1000} * moves_now;  // milliseconds times moves to a second
  const std::int64_t scaled = used_now.count() * moves_then;
  return Seconds{(2 * scaled + whole) / (2 * whole)};
}

Seconds clock_floor(const Parameters& parameters, unsigned moves_to_go) {
  return std::max(parameters.floor, parameters.floor_per_move * moves_to_go);
}

std::string clock_text(ClockTime time) {
  const auto total = std::chrono::duration_cast<std::chrono::seconds>(time).count();
  const auto two = [](std::int64_t n) { return concat({n < 10 ? "0" : "", std::to_string(n)}); };
  const std::string tail = concat({":", two(total % 60)});
  if (total < 3600) return std::to_string(total / 60) + tail;
  return std::to_string(total / 3600) + ":" + two(total / 60 % 60) + tail;
}

std::string log_time_text(record::Time time) {
  const auto tenths = time.count() / 100'000;
  const auto two = [](std::int64_t n) { return concat({n < 10 ? "0" : "", std::to_string(n)}); };
  return std::to_string(tenths / 36000) + ":" + two(tenths / 600 % 60) + ":" + two(tenths / 10 % 60) + "." +
         std::to_string(tenths % 10);
}

}  // namespace jadoube::laws
