// What a press of the clock means beside the move that it completes: a claim, and the moment at which a
// declared piece is judged.
#include "judge/judge_impl.hpp"
#include "laws/text.hpp"

namespace jadoube::laws {

using words::wording;

namespace {

using report::Finding;
using report::Kind;
using report::State;

/// The opponent may answer these by pressing the clock back.
bool invites_press_back(Kind kind) {
  return kind == Kind::displaced || kind == Kind::illegal_move || kind == Kind::king_captured ||
         kind == Kind::promotion_incomplete || kind == Kind::promotion_unverified;
}

}  // namespace

void Judge::Impl::handle(const record::ClockReading& reading) {
  const auto before = context_.clocks.running();
  const auto* last = context_.clocks.press_before(now_);
  const bool untouched = last != nullptr && last_change_ <= last->t;
  for (const Side side : chess::kSides)
    if (context_.clocks.ended(side) && !context_.out_of_time(side)) context_.clocks.pass(side);
  context_.clocks.on(reading);
  if (before && reading.running && *before != *reading.running) look_at_press(*before, untouched);
}

void Judge::Impl::handle(const record::Press& press) {
  const auto* last = context_.clocks.press_before(now_);
  const bool untouched = last != nullptr && last->side != press.side && last_change_ <= last->t;
  context_.clocks.on(press);
  look_at_press(press.side, untouched);
}

/// Whether a declared piece may stay a pawn depends on the clock at the press.
void Judge::Impl::look_at_declared(Case& c) {
  if (c.row != Row{13} || !c.which.empty() || which_case(c.finding) != "declared") return;
  c.which = "declared";
  assign_cell(c);
  say(c, State::updated, wording("The piece was declared."));
}

/// Pressing back is as good as a claim (S12).
void Judge::Impl::look_at_press(Side side, bool board_is_untouched) {
  for_each_live([&](Case& c) { look_at_declared(c); });
  press_back_.reset();
  if (!board_is_untouched) return;
  press_back_ = PressBack{now_, side};
  for_each_live([&](Case& c) { look_at_press_back(c); });
}

void Judge::Impl::look_at_press_back(Case& c) {
  if (!press_back_ || context_.law->switches.s12 != Switches::PressBack::claim || !c.cell || c.claimed ||
      !invites_press_back(c.finding.kind) || c.finding.side != ~press_back_->side)
    return;
  const auto* press = context_.clocks.press(*c.finding.side, c.finding.evidence.from);
  if (press == nullptr || last_change_ > press_back_->t) return;
  // Nor is it one where a move was made before it.
  const auto* made = context_.game.made_after(press_back_->side, press->t, c.finding.ply);
  if (made != nullptr && made->t <= press_back_->t) return;
  c.claimed = press_back_->t;
  c.claim_is_likely = true;
  say(c, State::updated,
      wording("{1} pressed back without moving. That is probably a claim: yours to judge.",
              capital(press_back_->side)));
}

/// The irregularity of the opponent's last move to which a press without a move may be the answer.
std::optional<std::uint64_t> Judge::Impl::move_before(const Finding& press) const {
  if (!press.side) return std::nullopt;
  for (auto it = cases_.rbegin(); it != cases_.rend(); ++it) {
    const Case& c = it->second;
    // It may be over by the time that the press is told, and was not when it was made.
    const bool was_live = !c.is_over() || c.finding.t >= press.evidence.to;
    if (invites_press_back(c.finding.kind) && was_live && c.finding.side == ~*press.side &&
        c.happened() < press.evidence.to && c.finding.ply + 1 >= press.ply)
      return it->first;
  }
  return std::nullopt;
}

}  // namespace jadoube::laws
