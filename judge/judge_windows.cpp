// When a ruling's window passes: by touch, by placing and rest, by the press, by counts of moves
// (docs/rules.md 8). And the announced count of the Michigan rules.
#include <algorithm>
#include <utility>

#include "chess/game_record.hpp"
#include "judge/judge_impl.hpp"
#include "laws/text.hpp"

namespace jadoube::laws {

using words::wording;
using namespace std::string_view_literals;

namespace {

using report::Finding;
using report::Kind;
using report::State;

bool pawn_on_back_rank(std::string_view fen) {
  const auto setup = chess::setup_from_fen(fen);
  return setup &&
         (setup->placement.pieces(chess::PieceType::pawn) & (chess::rank_set(0) | chess::rank_set(7))) != 0;
}

bool is_irreversible(std::string_view before, std::string_view after) {
  const auto was = chess::setup_from_fen(before);
  const auto is = chess::setup_from_fen(after);
  if (!was || !is) return true;
  return was->placement.pieces(chess::PieceType::pawn) != is->placement.pieces(chess::PieceType::pawn) ||
         chess::count(was->placement.occupied()) != chess::count(is->placement.occupied());
}

}  // namespace

bool Judge::Impl::is_on_move(Side side) const {
  const auto running = context_.clocks.running();
  return running ? *running == side : context_.game.to_move() == side;
}

/// A piece that has been up for long enough was touched, and by the player whose turn it is.
void Judge::Impl::count_touches() {
  for (auto& lift : lifted_) {
    if (!lift || *lift + context_.law->switches.settle > now_) continue;
    const Time since = *lift;
    lift.reset();
    for (const Side side : chess::kSides)
      if (is_on_move(side)) touched_at_[chess::index(side)] = since;
    for_each_live([&](Case& c) {
      if (c.cell && c.cell->window == Window::touch && !c.claim_entered && !c.reopened && c.finding.side &&
          since > c.happened() && is_on_move(~*c.finding.side))
        close(c);
    });
  }
}

bool Judge::Impl::has_passed(std::optional<Row> row, Window window) const {
  const unsigned white = context_.game.completed(Side::white);
  const unsigned black = context_.game.completed(Side::black);
  switch (window.until) {
    case Window::Until::each_completed:
      if (row == Row{3} && context_.law->switches.s5 == Switches::LessThan::both)
        return std::max(white, black) >= window.moves;
      return std::min(white, black) >= window.moves;
    case Window::Until::black_completed:
      return black >= window.moves;
    default:
      return false;
  }
}

void Judge::Impl::look_at_windows() {
  for_each_live([&](Case& c) {
    if (!c.cell || c.status == Case::Status::waiting || c.reopened) return;
    if (has_passed(c.row, c.cell->window))
      close(c);
    else
      look_at_reply(c);
  });
}

/// The move that answers it; null: it has not been answered.
const JudgedGame::Ply* Judge::Impl::reply_to(const Case& c) const {
  // If neither side is at fault, the next move of either side answers it.
  const unsigned next = c.finding.ply + 1;
  if (!c.finding.side) return context_.game.made_after(context_.game.mover(next), c.happened(), next);
  return context_.game.made_after(~*c.finding.side, c.happened(), c.finding.ply);
}

/// Pressed back, he has moved after all: what is played then answers his move and not his press.
bool Judge::Impl::has_moved_after_press(const Case& c) const {
  return c.row == Row{14} && c.finding.side && context_.game.mover(c.finding.ply) == *c.finding.side &&
         context_.game.made_after(*c.finding.side, c.happened(), c.finding.ply) != nullptr;
}

/// Another move was made in its place: nobody is to take back what was played since. False: it was not.
bool Judge::Impl::tell_put_right(Case& c) {
  if (!advice_writer_.is_put_right(c)) return false;
  if (!std::exchange(c.told_right, true) && !c.governed_by) say(c, State::updated);
  return true;
}

/// The opponent's move: placed, it is possibly made; at rest for long enough, or pressed, it is made.
void Judge::Impl::look_at_reply(Case& c) {
  if (c.acted_on || c.answered) return;
  const Window window = c.cell->window;
  const bool passed_turn = c.row == Row{14} && c.which.empty() && c.cell->has(Action::penalty);
  const bool goes_back =
      c.cell->has(Action::back) || passed_turn || (c.cell->has(Action::queen) && c.pawn_seen);
  // What is told to the arbiter alone is for whoever claims: nothing more is said of it.
  const bool is_private = c.cell->authority == Authority::silent;
  const bool closes =
      !is_private && !c.claim_entered && (window == Window::opponent_moves || window == Window::touch);
  const bool has_no_window = window == Window::game || window == Window::none;
  const bool undoes = has_no_window && goes_back && !has_moved_after_press(c) && !tell_put_right(c);
  const auto* reply = closes || undoes ? reply_to(c) : nullptr;
  if (!reply || (!closes && has_ended_on_board())) return;
  if (closes) return close_after(c, *reply);
  // A reply that cures the check ends it, once it is completed.
  if (c.row == Row{10} && window == Window::none && !is_illegal_board(context_.game.fen())) return;
  c.answered = true;
  if (passed_turn) {
    c.which = "answered";
    assign_cell(c);
  }
  if (!c.governed_by) say(c, State::updated, wording("{1} has moved since.", capital(reply->side)));
}

void Judge::Impl::close_after(Case& c, const JudgedGame::Ply& reply) {
  if (c.cell->has(Action::win_claim) && context_.game.takes_king(reply)) {
    c.claimed = now_;
    return finish(c, State::closed,
                  wording("{1} has taken the king that was left in check: that is the claim ({2}).",
                          capital(reply.side), in_words(c.cell->article())));
  }
  if (c.claim_is_likely) {
    // What was claimed in time stays open, and whether it was is not for the log to say.
    c.answered = true;
    return say(c, State::updated,
               wording("{1} has moved since: too late, if his press was no claim.", capital(reply.side)));
  }
  if (reply.completed || c.cell->window == Window::touch) return close(c);
  if (c.closes_at) return;
  c.closes_at = std::max(reply.t, std::min(last_change_, reply.t) + context_.law->switches.release);
  if (*c.closes_at <= now_ && !paused_) close(c);
}

/// While the game is paused nothing closes.
void Judge::Impl::tell_windows() {
  if (!options_.window) return;
  for (auto& [id, c] : cases_) {
    const auto closes = c.is_over() || c.unreported || paused_ ? std::nullopt : c.closes_at;
    if (std::exchange(c.told_closes_at, closes) != closes) options_.window(id, closes);
  }
}

std::string Judge::Impl::earliest_infraction() const {
  const Case* earliest = nullptr;
  for (const auto& [id, c] : cases_) {
    const bool illegal = c.finding.kind == Kind::illegal_move || c.finding.kind == Kind::king_captured;
    if (illegal && c.finding.state != State::withdrawn && c.finding.state != State::dismissed &&
        (!earliest || c.finding.ply < earliest->finding.ply))
      earliest = &c;
  }
  return earliest ? earliest->finding.evidence.before_fen : std::string{};
}

/// Why nothing can be claimed of it any more.
Text Judge::Impl::why_closed(const Case& c) {
  const Text opponent = c.finding.side ? capital(~*c.finding.side) : wording("the opponent");
  switch (c.cell->window.until) {
    case Window::Until::opponent_moves:
      return wording("{1} had made his next move.", opponent);
    case Window::Until::touch:
      return wording("{1} had touched a piece or moved.", opponent);
    case Window::Until::each_completed:
      return wording("each player had completed {1} moves.", std::to_string(c.cell->window.moves));
    default:  // nothing else closes
      return wording("Black had completed {1} moves.", std::to_string(c.cell->window.moves));
  }
}

/// Nobody claimed in time: what stands there now is the game, if it can be.
Text Judge::Impl::stand_or_earliest() const {
  if (context_.game.fen().empty())
    return wording("nobody claimed; whether the board is legal is yours to judge.");
  if (!is_illegal_board(context_.game.fen()))
    return wording("nobody claimed and the board is legal: it stands, play on.");
  const std::string earliest = earliest_infraction();
  if (earliest.empty())
    return wording(
        "nobody claimed, and the board is still illegal: back to the earliest infraction, which is not on "
        "record.");
  return wording("nobody claimed, and the board is still illegal: back to the earliest infraction, {1}.",
                 earliest);
}

/// Whatever of the event is still live and rules over it once its window has passed: what stands is not for it to say.
const Case* Judge::Impl::rules_after(const Case& c) const {
  if (const auto governor = governor_of(c); governor && !governor->by->is_over()) return governor->by;
  for (const auto& [id, other] : cases_) {
    if (other.is_over() || other.unreported || other.event != c.event) continue;
    const auto governor = governor_of(other);
    if (governor && governor->by == &c && governor->bond == Bond::same_ply &&
        other.cell->later_has(Action::wait))
      return &other;
  }
  return nullptr;
}

void Judge::Impl::close(Case& c) {
  c.closes_at.reset();
  if (const Case* ruling = rules_after(c)) {
    c.closed_because = why_closed(c);
    return finish(c, State::closed,
                  wording("Closed at {1}: what is to be done is with finding {2}.", log_time_text(now_),
                          std::to_string(ruling->finding.id)));
  }
  if (c.cell->later_has(Action::wait)) return wait_for_next_move(c);
  const auto closed = [&](const Text& why) {
    finish(c, State::closed, wording("Closed at {1}: {2}", log_time_text(now_), why));
  };
  c.closed_because = why_closed(c);
  close_moved_piece(c);
  if (c.cell->later_has(Action::stand_or_earliest)) {
    c.goes_back = is_illegal_board(context_.game.fen());
    return closed(stand_or_earliest());
  }
  std::vector<Text> phrases;
  // Whose move it is, is a question only while he has not moved after all.
  const bool moved = has_moved_after_press(c);
  const bool passed = c.row == Row{14} && c.which.empty() && c.finding.side && !moved &&
                      context_.game.last() >= c.finding.ply;
  for (const Action action : c.cell->later)
    if (action != Action::refer || !(passed || moved)) phrases.push_back(words::known(phrase(action)));
  if (passed)
    phrases.push_back(
        wording("{1} has passed and is to move: the arbiter's judgement", capital(*c.finding.side)));
  closed(phrases.empty() ? wording("too late to correct.")
                         : wording("too late to correct; {1}.", words::strung(phrases, "; ")));
  // The move that was missed may count all the same (S15), where anything is counted.
  if (c.finding.kind == Kind::press_without_move && c.which.empty() && c.cell->later_has(Action::refer) &&
      context_.law->switches.s15 == Switches::Missed::offence && c.finding.side &&
      context_.law->parameters.loss_at != 0)
    count_offence(c);
}

/// The piece that was moved illegally, and stood elsewhere at a later press, is not another fault: with the move it
/// stands where it stands.
void Judge::Impl::close_moved_piece(const Case& moved) {
  for_each_live([&](Case& c) {
    const bool same = (c.row == Row{4} || c.row == Row{5}) && c.governed_by == moved.finding.id &&
                      c.bond == Bond::same_ply &&
                      std::any_of(c.finding.squares.begin(), c.finding.squares.end(), [&](chess::Square s) {
                        const auto& squares = moved.finding.squares;
                        return std::find(squares.begin(), squares.end(), s) != squares.end();
                      });
    if (same) finish(c, State::closed, wording("Closed with finding {1}.", std::to_string(moved.finding.id)));
  });
}

namespace {

report::MoveReport answered_by(unsigned number, const JudgedGame::Ply& ply) {
  report::MoveReport line;
  line.ply = number;
  line.side = ply.side;
  line.uci = line.san = ply.uci;
  line.fen = ply.fen;
  line.completed = ply.completed;
  return line;
}

}  // namespace

/// The opponent's piece stands where a pawn was left on the last rank: it is none that could still stand there. True: it is closed.
bool Judge::Impl::close_if_pawn_is_gone(Case& c) {
  const std::string taken = is_promotion(c.finding.kind) ? advice_writer_.taken_pawn(c) : std::string{};
  if (taken.empty()) return false;
  c.closed_because = why_closed(c);
  finish(c, State::closed,
         wording("{1} has gone to {2} since ({3}): no pawn stands there any more. Play on.",
                 capital(~*c.finding.side), to_string(c.finding.squares.front()), taken));
  return true;
}

void Judge::Impl::wait_for_next_move(Case& c) {
  if (close_if_pawn_is_gone(c)) return;
  c.status = Case::Status::waiting;
  c.waits_from_ply = context_.game.last();
  const auto note = wording("Closed at {1}: do not correct it any more.", log_time_text(now_));
  const auto& plies = context_.game.plies();
  const auto answer = plies.find(c.finding.ply + 1);
  if (c.row != Row{10} || answer == plies.end()) return say(c, State::updated, note);
  // Both kings were seen in check before the answer was made: it is the next move.
  c.waits_from_ply = c.finding.ply;
  if (!answer->second.completed) return say(c, State::updated, note);
  look_at_wait(c, answered_by(answer->first, answer->second));
}

/// The move that closed the window is not the next one, though it may be completed later.
void Judge::Impl::look_at_wait(Case& c, const report::MoveReport& next) {
  if (c.row == Row{10} && c.status == Case::Status::open && c.cell->window != Window::opponent_moves &&
      next.ply > c.finding.ply && !is_illegal_board(context_.game.fen()))
    return finish(c, State::closed,
                  wording("The check has been cured ({1}): the position is legal again.", next.san));
  if (c.status != Case::Status::waiting || c.draw_proposed || next.ply <= c.waits_from_ply) return;
  const std::string& fen = context_.game.fen();
  if (is_promotion(c.finding.kind)) {
    if (close_if_pawn_is_gone(c)) return;
    c.draw_proposed = c.pawn_seen || pawn_on_back_rank(fen);
    if (c.draw_proposed) return say(c, State::updated, wording("The next move has been completed."));
    return finish(c, State::closed,
                  wording("The next move has been completed: if a pawn still stands there, the game is "
                          "drawn; else play on."));
  }
  if (is_illegal_board(fen)) {
    c.draw_proposed = true;
    return say(c, State::updated, wording("The next move has been completed."));
  }
  finish(c, State::closed, wording("The next move made the position legal: play on."));
}

/// Later play may show what the piece is that was put down on the last rank.
void Judge::Impl::look_at_promoted(Case& c, const report::MoveReport& next) {
  if (!is_promotion(c.finding.kind) || c.pawn_seen || c.finding.squares.empty()) return;
  const auto transfer = chess::transfer_from_uci(next.uci);
  if (!transfer || next.ply <= c.finding.ply) return;
  const std::string square = to_string(c.finding.squares.front());
  if (transfer->from == c.finding.squares.front() && c.put_since)
    return finish(
        c, State::closed,
        wording("The piece on {1} has moved ({2}); but it was put there, or adjusted, after the press: until "
                "then it may have been the pawn.",
                square, next.san));
  if (transfer->from == c.finding.squares.front())
    return finish(c, State::withdrawn,
                  wording("The piece on {1} has moved ({2}): it was no pawn.", square, next.san));
  if (transfer->to == c.finding.squares.front())
    finish(c, State::closed, wording("The piece on {1} has been taken ({2}).", square, next.san));
}

/// What is put on the last rank after the press tells nothing of what stood there at it.
void Judge::Impl::look_at_late_exchange(Case& c) {
  if (!is_promotion(c.finding.kind) || c.finding.squares.empty() || !c.finding.side ||
      context_.clocks.running() != ~*c.finding.side)
    return;
  const auto setup = chess::setup_from_fen(context_.game.fen());
  const chess::Bitboard now = in_game_orientation(*scan_, setup ? setup->placement.occupied() : 0);
  const bool stands = chess::contains(now, c.finding.squares.front());
  c.put_since |= c.lifted_since && stands;
  c.lifted_since |= !stands;
}

/// A piece that stood wrong is back, on the clock of its player or not.
void Judge::Impl::look_at_repair(Case& c) {
  if (c.finding.kind != Kind::displaced || !scan_ || c.finding.squares.empty()) return;
  chess::Bitboard squares = 0;
  for (const chess::Square s : c.finding.squares) squares |= chess::bit(s);
  const auto setup = chess::setup_from_fen(context_.game.fen());
  const chess::Bitboard now = in_game_orientation(*scan_, setup ? setup->placement.occupied() : 0);
  const bool right = ((now ^ c.finding.evidence.occupied) & squares) == squares;
  if (!right)
    c.right_at.reset();
  else if (!c.right_at)
    c.right_at = now_ + context_.law->switches.settle;
}

/// Play has gone on with a piece that stands wrong: it can no more be put right in the own time (FIDE 7.4.1), and
/// is one that was found later (7.6).
void Judge::Impl::look_at_displaced(Case& c) {
  if (c.finding.kind != Kind::displaced || !c.finding.side || c.finding.grade == report::Grade::C) return;
  const auto& plies = context_.game.plies();
  const bool answered = std::any_of(plies.upper_bound(c.finding.ply), plies.end(), [&](const auto& ply) {
    return ply.second.side != *c.finding.side && ply.second.completed;
  });
  const Row row{answered ? 5U : 4U};
  if (c.row == row) return;
  c.row = row;
  c.answered = answered;
  assign_cell(c);
  if (!c.unreported)
    say(c, State::updated,
        answered ? wording("{1} has moved since.", capital(~*c.finding.side))
                 : wording("{1}'s move is taken back.", capital(~*c.finding.side)));
}

/// An illegal move was never pressed, and now its player has moved again (S11).
void Judge::Impl::look_at_unpressed(Case& c, const report::MoveReport& next) {
  if (c.finding.kind != Kind::illegal_move_pending || c.finding.side != next.side ||
      next.ply < c.finding.ply + 2)
    return;
  say(c, State::updated,
      context_.law->switches.s11 == Switches::Unpressed::refer
          ? wording("He has moved again without having pressed: yours to judge whether the illegal move was "
                    "completed.")
          : wording("He has moved again: the illegal move counts as completed."));
}

// ---- the Michigan count

Case& Judge::Impl::private_note(Kind kind, std::string which, Text text, report::Grade grade) {
  Finding f;
  f.id = next_own_id_++;
  f.kind = kind;
  f.ply = context_.game.last();
  f.side = context_.game.to_move();
  f.grade = grade;
  f.t = f.evidence.from = f.evidence.to = now_;
  f.evidence.before_fen = context_.game.fen();
  f.text = std::move(text);
  Case& c = open(std::move(f), row_from_name(report::row_of(kind)), std::move(which));
  ++own_opened_[static_cast<std::size_t>(kind)];
  ++own_grades_[static_cast<std::size_t>(c.finding.grade)];
  return c;
}

void Judge::Impl::count_ply(const report::MoveReport& line, std::string_view before) {
  const Parameters& p = context_.law->parameters;
  if (p.count_pairs == 0) return;
  const auto position = position_of(line.fen);
  if (!count_.is_running()) {
    const bool quiet = position && position->halfmove_clock() >= 2 * p.count_pairs;
    if (!quiet) count_noted_at_ = 0;
    if (!quiet || count_noted_at_ != 0) return;
    count_noted_at_ = line.ply;
    Case& c =
        private_note(Kind::michigan_count, {},
                     context_.law->switches.s7
                         ? wording("{1} pairs without capture or pawn move; no count was announced.",
                                   std::to_string(p.count_pairs))
                         : wording("{1} pairs without capture or pawn move.", std::to_string(p.count_pairs)));
    say(c, State::opened);
    return;
  }
  Case* c = find(*count_case_);
  if (count_.on_ply(is_irreversible(before, line.fen))) {
    if (!c->is_over())
      finish(*c, State::withdrawn,
             wording("A capture or a pawn move ended the count; it has to be started again."));
    count_case_.reset();
    return;
  }
  if (c->is_over() || !position) return;
  const unsigned needed = is_extended_ending(*position) ? p.count_pairs_extended : p.count_pairs;
  if (c->which == "draw_reached") return;
  if (count_.pairs() == p.count_pairs && needed > p.count_pairs && !std::exchange(count_extended_, true))
    return say(*c, State::updated,
               wording("{1} pairs have been counted; this ending has {2} ({3}).",
                       std::to_string(p.count_pairs), std::to_string(needed), c->cell->article() + "b"));
  if (count_.pairs() < needed) return;
  c->which = "draw_reached";
  c->finding.ply = line.ply;
  assign_cell(*c);
  say(*c, State::updated, wording("{1} pairs have been counted.", std::to_string(needed)));
}

}  // namespace jadoube::laws
