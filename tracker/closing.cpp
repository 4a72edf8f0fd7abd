#include "tracker/closing.hpp"

#include <algorithm>

namespace jadoube::tracker {

namespace {

/// Only the lift was seen, because the piece took another or went to a blind square: when it was complete is
/// not known.
bool is_end_unseen(const Successor& s, const Touches& touches) {
  return ((s.victim() | s.filled) & ~touches.squares()) != 0;
}

}  // namespace

Time completed_at(const Successor& s, const Touches& touches) {
  Time t{};
  for (const Touch& touch : touches) {
    const Bitboard here = chess::bit(touch.square);
    if ((here & s.changed()) != 0 && touch.open) t = std::max(t, touch.start);
    // A board that knows its pieces goes on sensing another one there than before.
    if ((here & s.victim()) != 0) t = std::max(t, touch.open ? touch.start : touch.end);
  }
  return t;
}

LogWeight weight_of_foresight(const Successor& reply, const Touches& touches, chess::Move move,
                              const Touches& of_move, Time early, Time scan_period) {
  const Touch* lifted = of_move.find(move.from());
  const Touch* replied = touches.find(reply.move.from());
  if (lifted == nullptr || replied == nullptr || early <= scan_period) return LogWeight{0};
  if (is_end_unseen(reply, touches)) return LogWeight{0};
  return weights::of_foresight(replied->start - lifted->first);
}

LogWeight weight_of_reply_at_once(const Successor& reply, const Touches& touches, Time after,
                                  Time pushed_within) {
  if (after > model::kAtOnce) return LogWeight{0};
  const Touch* lifted = touches.find(reply.move.from());
  const bool pushed = lifted != nullptr && completed_at(reply, touches) < lifted->start + pushed_within;
  return model::kReplyAtOnce + (pushed ? model::kReplyPushed : LogWeight{0});
}

LogWeight weight_of_haste(const Successor& reply, const Touches& touches, const Step& move, Time scan_period,
                          Time pushed_within) {
  if (move.kind != StepKind::legal || is_end_unseen(reply, touches)) return LogWeight{0};
  const Time done = completed_at(reply, touches);
  const Touch* placed = move.touches().find(move.move.to());
  // A pawn on the last rank is not all of a promotion: the hand goes on to fetch the piece.
  if (done == Time{} || reply.move.is_promotion()) return LogWeight{0};
  if (placed == nullptr) {
    // The piece took another one unseen: when is not known, but not before it could be seen where it went.
    const Touch* lifted = move.touches().find(move.move.from());
    if (lifted == nullptr || done >= lifted->first + model::kSeen) return LogWeight{0};
    return model::kReplySensedFirst + weight_of_foresight(reply, touches, move.move, move.touches(),
                                                          lifted->first + model::kSeen - done, scan_period);
  }
  Time complete = std::max(placed->start, placed->end);
  if (move.move.kind() == chess::MoveKind::castling)
    if (const Touch* rook = move.touches().find(move.position().castling_paths(move.move).rook_to))
      complete = std::max(complete, rook->start);
  if (done >= complete) return weight_of_reply_at_once(reply, touches, done - complete, pushed_within);
  return model::kReplySensedFirst +
         weight_of_foresight(reply, touches, move.move, move.touches(), complete - done, scan_period);
}

LogWeight moved_as_touched(const Hypothesis& h, const Successor& s, const std::vector<Successor>& all) {
  const auto is_it = [&](const Notice& n) {
    return n.kind == Kind::illegal_move && n.ply == h.step->ply + 1 && n.squares.size() == 2;
  };
  const auto notice = std::ranges::find_if(h.notices, is_it);
  if (notice == h.notices.end()) return LogWeight{0};
  const auto moves_touched = [&](const Successor& move) {
    return move.move.from() == notice->squares[0] || chess::contains(move.victim(), notice->squares[1]);
  };
  const auto touched = static_cast<std::size_t>(std::ranges::count_if(all, moves_touched));
  if (touched == 0) return LogWeight{0};
  return moves_touched(s)
             ? model::kTouchedIsMoved + weights::of_choice(touched) - weights::of_choice(all.size())
             : model::kTouchedIsNotMoved;
}

bool excuses(const Hypothesis& h, const Successor& s, Bitboard carried, Time settling) {
  if (!h.presses.early || completed_at(s, h.touches) >= *h.presses.early + settling) return false;
  return std::none_of(h.touches.begin(), h.touches.end(), [&](const Touch& touch) {
    return touch.first >= *h.presses.early + settling && !chess::contains(s.roles() | carried, touch.square);
  });
}

void forget_early_press(const Hypothesis& h, std::vector<Notice>& notices) {
  std::erase_if(notices,
                [&](const Notice& n) { return n.t == *h.presses.early && n.kind != Kind::sensor_fault; });
}

void forget_fallen(Bitboard roles, std::vector<Notice>& notices) {
  std::erase_if(notices, [&](const Notice& n) {
    return n.kind == Kind::displaced && n.squares.size() == 1 && chess::contains(roles, n.squares[0]);
  });
}

}  // namespace jadoube::tracker
