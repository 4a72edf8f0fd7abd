// Claims of a draw: what the record has of repetition, of moves without progress, and of an announced count.
#include <algorithm>
#include <utility>

#include "chess/san.hpp"
#include "judge/judge_impl.hpp"
#include "laws/text.hpp"

namespace jadoube::laws {

using words::wording;
using namespace std::string_view_literals;

namespace {

using report::Kind;
using report::State;

Text one_of(const std::vector<std::string>& moves) {
  return moves.size() == 1 ? Text{moves.front()} : wording("one of {1}", joined(moves));
}

}  // namespace

/// How often the position has been on the board, so far as the record goes back, this time included.
unsigned Judge::Impl::times_on_record(const chess::Position& now) const {
  unsigned times = 0;
  const auto count = [&](std::string_view fen) {
    const auto position = position_of(fen);
    if (position && position->key() == now.key()) ++times;
  };
  const auto& plies = context_.game.plies();
  count(context_.game.fen_before(0));
  for (const auto& [number, ply] : plies) count(ply.fen);
  return times;
}

/// The moves with which the claim would be right, if the player has written one of them down (FIDE 9.2.1, 9.3.1).
std::vector<std::string> Judge::Impl::moves_to_claim(const chess::Position& position, bool threefold) const {
  std::vector<std::string> sans;
  if (!threefold && position.halfmove_clock() < 99) return sans;
  chess::MoveList moves;
  position.legal_moves(moves);
  for (const chess::Move move : moves) {
    const chess::Position then = position.after(move);
    const bool right =
        threefold ? then.halfmove_clock() != 0 && times_on_record(then) >= 2 : then.halfmove_clock() >= 100;
    if (right) sans.push_back(to_san(position, move));
  }
  return sans;
}

/// It is on the board, and whoever has the move may claim it.
bool Judge::Impl::can_claim(const std::optional<chess::Position>& position, bool threefold) const {
  if (position && (threefold ? times_on_record(*position) >= 3 : position->halfmove_clock() >= 100))
    return true;
  const Kind kind = threefold ? Kind::threefold_available : Kind::fifty_moves_available;
  return std::any_of(cases_.begin(), cases_.end(), [&](const auto& entry) {
    const Case& c = entry.second;
    return c.finding.kind == kind && !c.is_over() && c.finding.ply == context_.game.last();
  });
}

void Judge::Impl::claim_draw(Side side, bool threefold) {
  const Kind kind = threefold ? Kind::threefold_available : Kind::fifty_moves_available;
  const Cell& own = context_.law->cell(Row{24}, name(kind));
  const auto position = position_of(context_.game.fen());
  if (context_.game.to_move() != side)
    return answer(ClaimAnswer::not_his,
                  wording("only the player who has the move may claim it, and {1} has it{2}.", capital(~side),
                          cited(context_.law->id, own)),
                  Row{24});
  const Text rule = cited(context_.law->id, own);
  const bool right = can_claim(position, threefold);
  const auto moves = position ? moves_to_claim(*position, threefold) : std::vector<std::string>{};
  // Who touches a piece loses the right for that move, if it was on purpose (FIDE 9.4).
  if (const auto touched = answered_at(side);
      own.window == Window::touch && touched && (right || !moves.empty()))
    return answer(
        ClaimAnswer::judgement,
        wording("by the log {1} touched a piece at {2}: if that was on purpose the claim is lost for this "
                "move{3}.",
                capital(side), log_time_text(*touched), rule) +
            ' ' +
            (right ? wording("If not, it is right: drawn.")
                   : wording("If not, it is right if he has written down {1}.", one_of(moves))),
        Row{24});
  if (right)
    return answer(ClaimAnswer::valid, wording("by the log the claim is right: drawn{1}.", rule), Row{24});
  if (!moves.empty())
    return answer(ClaimAnswer::judgement,
                  wording("right if he has written down {1} and has not played it, and else wrong{2}.",
                          one_of(moves), rule),
                  Row{24});
  const Cell& cell = context_.law->cell(Row{24}, "wrong_claim");
  auto clocks = std::vector<ClockProposal>{};
  if (const auto now = context_.clocks.at(now_)) clocks = wrong_claim(side, *now, context_.law->parameters);
  Text text = wording("by the log the claim is wrong");
  if (!cell.articles.empty())
    text += Text{concat({" (", context_.law->id, " "})} + in_words(cell.article()) + ')';
  if (!clocks.empty())
    text +=
        ": "sv + wording("propose {1}; {2}'s clock goes on", times_text(clocks.front().times), capital(side));
  answer(ClaimAnswer::wrong, wording("{1}. Yours to decide: {2}.", text, words::known(cell.left)), Row{24},
         std::move(clocks));
}

/// He says that it is drawn, and not why: whatever draw can be claimed is the one.
void Judge::Impl::claim_any_draw(Side side) {
  const auto position = position_of(context_.game.fen());
  const bool counted = context_.law->parameters.count_pairs != 0;
  if (const Case* c = count_case_ ? find(*count_case_) : nullptr; counted && c && !c->is_over())
    return claim_count(side);
  for (const bool threefold : {true, false})
    if (can_claim(position, threefold)) return claim_draw(side, threefold);
  for (const bool threefold : {true, false})
    if (position && !moves_to_claim(*position, threefold).empty()) return claim_draw(side, threefold);
  if (counted) return claim_count(side);
  const Cell& cell = context_.law->cell(Row{24}, "wrong_claim");
  answer(ClaimAnswer::judgement,
         wording(
             "by the log there is neither a repetition nor fifty moves to claim{1}. Ask him by which rule he "
             "claims.",
             cited(context_.law->id, cell)),
         Row{24});
}

/// Mate, stalemate, a dead position: the board decides, whoever says it, and it costs nobody anything.
void Judge::Impl::claim_end_on_board() {
  const Row row{22};
  const std::string& fen = context_.game.fen();
  const Text rule = cited(context_.law->id, context_.law->cell(row));
  const auto position = position_of(fen);
  if (!position)
    return answer(ClaimAnswer::judgement, wording("the record does not know the position{1}.", rule), row);
  if (!position->has_legal_move()) {
    if (!context_.game.last_is_legal())
      return answer(ClaimAnswer::judgement,
                    wording("What stands on the board came about by an illegal move: whether that ended the "
                            "game is yours to judge."),
                    row);
    return answer(ClaimAnswer::valid,
                  position->in_check() ? wording("by the record it is mate{1}.", rule)
                                       : wording("by the record it is stalemate{1}.", rule),
                  row);
  }
  // Whatever the law makes of it when a flag falls.
  const auto can_mate = [&](Side by) {
    const WinAnswer material = can_mate_by_material(*position, by);
    return material == WinAnswer::no || !context_.can_mate ? material : context_.can_mate(*position, by);
  };
  const std::array can{can_mate(Side::white), can_mate(Side::black)};
  const auto both = [&](WinAnswer wanted) { return can[0] == wanted && can[1] == wanted; };
  if (both(WinAnswer::no))
    return answer(ClaimAnswer::valid, wording("by the record nobody can mate any more: drawn{1}.", rule),
                  row);
  const bool somebody = can[0] == WinAnswer::yes || can[1] == WinAnswer::yes;
  answer(somebody ? ClaimAnswer::wrong : ClaimAnswer::judgement,
         somebody
             ? wording("by the record it is neither mate nor stalemate, and mate is still possible{1}. No "
                       "time penalty is stated for it.",
                       rule)
             : wording("by the record it is neither mate nor stalemate; whether mate is still possible is "
                       "not established{1}.",
                       rule),
         row);
}

/// Michigan 13: so many pairs of moves without a capture or pawn move, counted aloud.
void Judge::Impl::claim_count(Side side) {
  const Parameters& law = context_.law->parameters;
  const Row row{25};
  if (law.count_pairs == 0) return answer(ClaimAnswer::wrong, wording("This law knows no such claim."), row);
  const Cell& cell = context_.law->cell(row, "draw_reached");
  const Text rule = cited(context_.law->id, cell);
  const auto position = position_of(context_.game.fen());
  const unsigned needed =
      position && is_extended_ending(*position) ? law.count_pairs_extended : law.count_pairs;
  const std::string all = std::to_string(needed);
  if (Case* c = count_case_ ? find(*count_case_) : nullptr; c && !c->is_over()) {
    if (c->which == "draw_reached") {
      if (!enter_claim(*c, side)) return;
      return answer(ClaimAnswer::valid, wording("{1} pairs have been counted: drawn{2}.", all, rule), row);
    }
    if (side != count_.by())
      return answer(
          ClaimAnswer::judgement,
          wording("the count offers a draw, which {1} may accept while it lasts{2}.", capital(side), rule),
          row);
    return answer(ClaimAnswer::wrong,
                  wording("by the log {1} of {2} pairs have been counted{3}.", std::to_string(count_.pairs()),
                          all, rule),
                  row);
  }
  const unsigned made = position ? position->halfmove_clock() / 2 : 0;
  if (made < needed)
    return answer(
        ClaimAnswer::wrong,
        wording("no count is running, and by the log {1} of {2} pairs have been made without a capture or "
                "a pawn move{3}.",
                std::to_string(made), all, rule),
        row);
  if (!context_.law->switches.s7)
    return answer(ClaimAnswer::valid, wording("{1} pairs have been counted: drawn{2}.", all, rule), row);
  answer(ClaimAnswer::judgement,
         wording("{1} pairs have been made without a capture or a pawn move, and no count was announced{2}.",
                 std::to_string(made), rule) +
             ' ' + wording("Yours to decide: {1}.", words::known(cell.left)),
         row);
}

void Judge::Impl::claim_queens_or_rooks(const record::Arbiter& arbiter) {
  if (!context_.law->cell(Row{25}).report)
    return answer(ClaimAnswer::wrong, wording("This law knows no such claim."), Row{25});
  const auto position = position_of(context_.game.fen());
  if (!position || !is_queens_or_rooks(*position, context_.law->switches.s6))
    return answer(
        ClaimAnswer::wrong,
        wording(
            "Rule 10 needs kings with one queen each or one rook each: the claim does not fit the position."),
        Row{25});
  const Side opponent = ~*arbiter.side;
  const WinAnswer forced =
      context_.forced_win ? context_.forced_win(*position, opponent) : WinAnswer::unknown;
  Case& c = private_note(Kind::michigan_count, "queens_or_rooks",
                         wording("{1} claims a draw under rule 10. Forced win for {2}: {3}.",
                                 capital(*arbiter.side), capital(opponent), words::known(name(forced))));
  c.finding.side = arbiter.side;
  c.claimed = now_;
  say(c, State::opened);
}

}  // namespace jadoube::laws
