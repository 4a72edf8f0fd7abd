// Claims that the clock decides: that a game cannot be won any more, that the moves are not recorded, that a player
// has not come.
#include <algorithm>

#include "judge/judge_impl.hpp"
#include "laws/text.hpp"

namespace jadoube::laws {

using words::Text;
using words::wording;

namespace {

/// The moves after which a player who has completed that many is in his present period.
unsigned moves_before(const TimeControl& control, unsigned completed) {
  unsigned before = 0;
  while (const unsigned end = control.control(before)) {
    if (end > completed) break;
    before = end;
  }
  return before;
}

Text yours_to_decide(const Cell& cell) {
  return wording("Yours to decide: {1}.", words::known(cell.left));
}

}  // namespace

/// FIDE 10.2 of 2009, Guidelines III.4 and III.5.
void Judge::Impl::claim_no_winning_chances(Side side) {
  const Row row{23};
  const Cell& cell = context_.law->cell(row, "no_winning_chances");
  const Parameters& law = context_.law->parameters;
  const Text rule = cited(context_.law->id, cell);
  const auto wrong = [&](const Text& why) { answer(ClaimAnswer::wrong, why, row); };
  if (!cell.report) return wrong(wording("this law knows no such claim{1}.", rule));
  if (context_.law->switches.s16 == Switches::Announced::no)
    return wrong(wording("the guidelines on the final period were not announced{1}.", rule));
  const ClockTime increment = context_.time_control
                                  ? context_.time_control->period(context_.game.completed(side)).increment
                                  : ClockTime{};
  if (increment > ClockTime{} && !law.no_chances_with_increment)
    return wrong(wording("it is not for a control with an increment{1}.", rule));
  if (context_.game.to_move() != side)
    return answer(ClaimAnswer::not_his, wording("only the player who has the move may claim it{1}.", rule),
                  row);
  if (const auto zero = context_.out_of_time(side))
    return answer(ClaimAnswer::too_late,
                  wording("{1}'s flag was down at {2}{3}.", capital(side), log_time_text(*zero), rule), row);
  const auto shown = context_.clocks.at(now_);
  if (shown && law.no_chances_below > Seconds{} && shown->of(side) >= law.no_chances_below)
    return wrong(wording("{1} has {2}, and less than {3} is asked for{4}.", capital(side),
                         clock_text(shown->of(side)), clock_text(law.no_chances_below), rule));
  const bool cannot = advice_writer_.opponent_can_win(side, context_.game.fen()) == WinAnswer::no;
  Text text =
      cannot ? wording("{1} cannot mate by any series of legal moves.", capital(~side)) + ' ' : Text{};
  text += wording("No sensor shows whether the opponent tries to win{1}.", rule) + ' ';
  if (context_.law->switches.s16 == Switches::Announced::refer)
    text += wording("It holds only if it was announced.") + ' ';
  answer(ClaimAnswer::judgement, text + yours_to_decide(cell), row);
}

/// Since when the player has had less time in this period than asks for a record (FIDE 8.4).
std::optional<Time> Judge::Impl::short_of_time_since(Side side) const {
  const ClockTime limit = context_.law->parameters.record_until;
  const unsigned before =
      context_.time_control ? moves_before(*context_.time_control, context_.game.completed(side)) : 0;
  const auto last_of_period = context_.game.plies().find(2 * before - (side == Side::white ? 1 : 0));
  const bool is_first = before == 0 || last_of_period == context_.game.plies().end();
  const Time begun = is_first ? Time{} : last_of_period->second.t;
  const auto is_short = [&](const Readings& shown, ClockTime gained) {
    return shown.of(side) - gained < limit;
  };
  for (const auto& press : context_.clocks.presses())
    if (press.side == side && press.t > begun && press.after && is_short(*press.after, press.gained))
      return press.t;
  const auto shown = context_.clocks.at(now_);
  return shown && is_short(*shown, ClockTime{}) ? std::optional{now_} : std::nullopt;
}

void Judge::Impl::claim_recording(Side side) {
  const Row row{27};
  const Cell& cell = context_.law->cell(row, "recording");
  const Parameters& law = context_.law->parameters;
  const Text rule = cited(context_.law->id, cell);
  if (!cell.report)
    return answer(ClaimAnswer::wrong, wording("under this law nobody has to record the moves{1}.", rule),
                  row);
  const ClockTime increment = context_.time_control
                                  ? context_.time_control->period(context_.game.completed(~side)).increment
                                  : ClockTime{};
  if (law.record_until > Seconds{} && increment < law.record_increment)
    if (const auto since = short_of_time_since(~side))
      return answer(
          ClaimAnswer::wrong,
          wording("{1} has had less than {2} since {3}: no record is asked for until the next control{4}.",
                  capital(~side), clock_text(law.record_until), log_time_text(*since), rule),
          row);
  const auto shown = context_.clocks.at(now_);
  Text text = wording("no sensor shows a score sheet{1}.", rule);
  if (law.record_until > Seconds{})
    text = shown ? wording("{1} has to record the moves, with {2}{3}.", capital(~side),
                           clock_text(shown->of(~side)), rule)
                 : wording("{1} has to record the moves{2}.", capital(~side), rule);
  answer(ClaimAnswer::judgement, text + ' ' + yours_to_decide(cell), row);
}

/// FIDE 6.7.1.
void Judge::Impl::claim_absent(Side side) {
  const Row row{20};
  const Cell& cell = context_.law->cell(row, "absent");
  const Seconds limit = context_.law->parameters.default_time;
  const Text rule = cited(context_.law->id, cell);
  const auto& plies = context_.game.plies();
  const auto made =
      std::find_if(plies.begin(), plies.end(), [&](const auto& ply) { return ply.second.side == ~side; });
  if (made != plies.end())
    return answer(
        ClaimAnswer::wrong,
        wording("by the record {1} moved at {2}{3}.", capital(~side), log_time_text(made->second.t), rule),
        row);
  if (!started_at_)
    return answer(ClaimAnswer::judgement,
                  wording("the game has not begun{1}.", rule) + ' ' + yours_to_decide(cell), row);
  const auto waited = std::chrono::duration_cast<ClockTime>(now_ - *started_at_);
  if (waited < limit)
    return answer(ClaimAnswer::wrong,
                  wording("{1} has made no move for {2} of {3}{4}.", capital(~side), clock_text(waited),
                          clock_text(limit), rule),
                  row);
  answer(limit > Seconds{} ? ClaimAnswer::valid : ClaimAnswer::judgement,
         wording("{1} has made no move for {2}{3}.", capital(~side), clock_text(waited), rule) + ' ' +
             yours_to_decide(cell),
         row);
}

}  // namespace jadoube::laws
