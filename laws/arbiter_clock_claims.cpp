// Claims that the clock decides: that a game cannot be won any more, that the moves are not recorded, that a player
// has not come.
#include <algorithm>

#include "laws/judge_impl.hpp"
#include "laws/text.hpp"

namespace jadoube::laws {

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

}  // namespace

/// FIDE 10.2 of 2009, Guidelines III.4 and III.5.
void Judge::Impl::claim_no_winning_chances(Side side) {
  const Row row{23};
  const Cell& cell = context_.law->cell(row, "no_winning_chances");
  const Parameters& law = context_.law->parameters;
  const std::string rule = cited(context_.law->id, cell);
  const auto wrong = [&](const std::string& why) {
    answer(ClaimAnswer::wrong, concat({why, rule, "."}), row);
  };
  if (!cell.report) return wrong("this law knows no such claim");
  if (context_.law->switches.s16 == Switches::Announced::no)
    return wrong("the guidelines on the final period were not announced (S16)");
  const ClockTime increment = context_.time_control
                                  ? context_.time_control->period(context_.game.completed(side)).increment
                                  : ClockTime{};
  if (increment > ClockTime{} && !law.no_chances_with_increment)
    return wrong("it is not for a control with an increment");
  if (context_.game.to_move() != side)
    return answer(ClaimAnswer::not_his, concat({"only the player who has the move may claim it", rule, "."}),
                  row);
  if (const auto zero = context_.clocks.out_of_time(side))
    return answer(ClaimAnswer::too_late,
                  concat({capital(side), "'s flag was down at ", log_time_text(*zero), rule, "."}), row);
  const auto shown = context_.clocks.at(now_);
  if (shown && law.no_chances_below > Seconds{} && shown->of(side) >= law.no_chances_below)
    return wrong(concat({capital(side), " has ", clock_text(shown->of(side)), ", and less than ",
                         clock_text(law.no_chances_below), " is asked for"}));
  const bool cannot = advice_writer_.opponent_can_win(side, context_.game.fen()) == WinAnswer::no;
  answer(ClaimAnswer::judgement,
         concat({cannot ? concat({capital(~side), " cannot mate by any series of legal moves. "}) : "",
                 "No sensor shows whether the opponent tries to win", rule, ". ",
                 context_.law->switches.s16 == Switches::Announced::refer
                     ? "It holds only if it was announced (S16). "
                     : "",
                 "Yours to decide: ", cell.left, "."}),
         row);
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
  const std::string rule = cited(context_.law->id, cell);
  if (!cell.report)
    return answer(ClaimAnswer::wrong, concat({"under this law nobody has to record the moves", rule, "."}),
                  row);
  const ClockTime increment = context_.time_control
                                  ? context_.time_control->period(context_.game.completed(~side)).increment
                                  : ClockTime{};
  if (law.record_until > Seconds{} && increment < law.record_increment)
    if (const auto since = short_of_time_since(~side))
      return answer(
          ClaimAnswer::wrong,
          concat({capital(~side), " has had less than ", clock_text(law.record_until), " since ",
                  log_time_text(*since), ": no record is asked for until the next control", rule, "."}),
          row);
  const auto shown = context_.clocks.at(now_);
  answer(ClaimAnswer::judgement,
         concat({law.record_until > Seconds{}
                     ? concat({capital(~side), " has to record the moves",
                               shown ? concat({", with ", clock_text(shown->of(~side))}) : ""})
                     : "no sensor shows a score sheet",
                 rule, ". Yours to decide: ", cell.left, "."}),
         row);
}

/// FIDE 6.7.1.
void Judge::Impl::claim_absent(Side side) {
  const Row row{20};
  const Cell& cell = context_.law->cell(row, "absent");
  const Seconds limit = context_.law->parameters.default_time;
  const std::string rule = cited(context_.law->id, cell);
  const auto& plies = context_.game.plies();
  const auto made =
      std::find_if(plies.begin(), plies.end(), [&](const auto& ply) { return ply.second.side == ~side; });
  if (made != plies.end())
    return answer(
        ClaimAnswer::wrong,
        concat({"by the record ", capital(~side), " moved at ", log_time_text(made->second.t), rule, "."}),
        row);
  if (!started_at_)
    return answer(ClaimAnswer::judgement,
                  concat({"the game has not begun", rule, ". Yours to decide: ", cell.left, "."}), row);
  const auto waited = std::chrono::duration_cast<ClockTime>(now_ - *started_at_);
  const std::string since = concat({capital(~side), " has made no move for ", clock_text(waited)});
  if (limit > Seconds{} && waited < limit)
    return answer(ClaimAnswer::wrong, concat({since, " of ", clock_text(limit), rule, "."}), row);
  answer(limit > Seconds{} ? ClaimAnswer::valid : ClaimAnswer::judgement,
         concat({since, rule, ". Yours to decide: ", cell.left, "."}), row);
}

}  // namespace jadoube::laws
