// A result that a person enters, and what the log has against it.
#include <utility>

#include "judge/judge_impl.hpp"
#include "judge/position_words.hpp"
#include "laws/text.hpp"

namespace jadoube::laws {

using words::wording;

namespace {

using report::State;

}  // namespace

/// A result is never refused: it is what people agreed on. What speaks against it is said.
void Judge::Impl::result(const record::Arbiter& arbiter) {
  results_.push_back({now_, arbiter.result, false});
  const Cell& cell = context_.law->cell(Row{30});
  if (over_ && result_ == arbiter.result)
    return reply(wording("The game was over at {1}: the same result is entered again.", end_of_game()),
                 Row{30});
  if (over_)
    return reply(
        wording("The game was over at {1}: {2} is entered after the end. Which of the two stands is yours.",
                end_of_game(), arbiter.result),
        Row{30});
  if (auto against = against_result(arbiter.result); !against.empty())
    return reply(std::move(against), Row{30});
  if (auto against = against_ruling(arbiter.result); !against.empty())
    return reply(std::move(against), Row{30});
  if (!cell.report) return;
  for (const Side side : chess::kSides)
    if (const auto zero = context_.out_of_time(side); zero && !is_result_of_flag(side, arbiter.result))
      return reply(
          wording("{1}'s flag was down since {2} when {3} was entered: {4} ({5} {6}).", capital(side),
                  log_time_text(*zero), arbiter.result, words::known(phrase(cell.actions.front())),
                  context_.law->id, in_words(cell.article())),
          Row{30});
}

/// It is what the flag of that player leads to: nothing speaks against it.
bool Judge::Impl::is_result_of_flag(Side side, const std::string& result) const {
  const WinAnswer answer = advice_writer_.opponent_can_win(side, advice_writer_.lawful_position());
  return (answer == WinAnswer::yes && result == (side == Side::white ? "0-1" : "1-0")) ||
         (answer == WinAnswer::no && result == "1/2-1/2");
}

/// What the board says against a result; empty: nothing.
Text Judge::Impl::against_result(const std::string& result) const {
  const auto position = position_of(context_.game.fen());
  if (!position) return {};
  if (!position->has_legal_move() && context_.game.last_is_legal()) {
    const std::string board = !position->in_check()             ? "1/2-1/2"
                              : position->turn() == Side::black ? "1-0"
                                                                : "0-1";
    if (board == result) return {};
    return wording("By the record the game ended on the board by {1}, {2}; {3} contradicts it ({4} {5}).",
                   position->in_check() ? wording("mate") : wording("stalemate"), board, result,
                   context_.law->id, articles_of(context_.law->cell(Row{22})));
  }
  const auto winner = result == "1-0"   ? std::optional{Side::white}
                      : result == "0-1" ? std::optional{Side::black}
                                        : std::nullopt;
  if (!winner || !context_.law->parameters.resignation_needs_mate ||
      advice_writer_.opponent_can_win(~*winner, context_.game.fen()) != WinAnswer::no)
    return {};
  return wording(
      "{1} cannot mate by any series of legal moves: if {2} resigned or ran out of time, the game is drawn, "
      "and {3} cannot stand ({4} 5.1.2, 6.9).",
      capital(*winner), capital(~*winner), result, context_.law->id);
}

/// What has been ruled, or claimed rightly, against a result; empty: nothing.
Text Judge::Impl::against_ruling(const std::string& result) const {
  for (const auto& [id, c] : cases_) {
    const bool is_void = c.unreported || c.finding.state == State::withdrawn ||
                         c.finding.state == State::dismissed || c.finding.state == State::closed;
    // What the law itself declares needs nobody to ask for it.
    const bool is_declared =
        c.row == Row{21} && c.cell->authority == Authority::must && c.cell->has(Action::draw);
    const bool decided = (c.claimed && !c.claim_is_likely) || c.finding.state == State::confirmed ||
                         c.row == Row{18} || is_declared;
    if (is_void || !decided || c.governed_by || !c.cell) continue;
    const auto due = advice_writer_.result_due(c);
    if (!due.empty() && due != result)
      return wording(
          "By finding {1} the result is {2}{3}, and {4} contradicts it: which of the two stands is yours.",
          std::to_string(id), due, cited(c.law, *c.cell), result);
  }
  return {};
}

/// "0:41:07.2, 1-0"
std::string Judge::Impl::end_of_game() const {
  return concat({log_time_text(over_at_), result_.empty() ? "" : ", ", result_});
}

Text Judge::Impl::over_sentence(const Text& therefore) const {
  return wording("The game was over at {1}: {2}.", log_time_text(over_at_), therefore);
}

}  // namespace jadoube::laws
