#include "simulator/move_style.hpp"

#include <algorithm>
#include <vector>

namespace jadoube::simulator {
namespace {

using chess::Move;
using chess::MoveKind;
using chess::Piece;
using chess::PieceType;
using chess::Position;
using chess::Square;

/// Standard deviation, in seconds, of the difference between the lifts (and the placements) of two hands;
/// assumed (docs/model.md section 9.1).
constexpr double kTwoHandsSigma = 0.12;
/// A hesitating hand stays on the wrong square, or on the way, for at least this long without letting go.
constexpr double kHesitationShortest = 0.08;

double draw_hesitation(const Hands& hands, Rng& rng) {
  return rng.uniform(kHesitationShortest, hands.hesitation_longest);
}

/// The king waits beside the board while the rook is moved (FIDE Laws, Guidelines II.3.2.5), or, as often and where it can,
/// goes where it belongs at once. A rook that stays where it is is not touched, nor, as often, a king.
void castle_in_chess960(const Position::CastlingPaths& s, bool rook_first, Piece king, Piece rook,
                        const ActualSquares& actual, Hand& hand, Rng& rng) {
  constexpr double kAsOften = 0.5;
  const bool rook_moves = s.rook_from != s.rook_to;
  const bool king_moves = s.king_from != s.king_to;
  if (!rook_first && rook_moves && s.king_to != s.rook_from && rng.chance(kAsOften)) {
    if (king_moves) {
      hand.lift(actual[index(s.king_from)]);
      hand.place(s.king_to, king);
    }
    hand.lift(actual[index(s.rook_from)]);
    hand.place(s.rook_to, rook);
    return;
  }
  if (rook_first && rook_moves) hand.lift(actual[index(s.rook_from)]);
  hand.lift(actual[index(s.king_from)]);
  if (rook_moves) {
    if (!rook_first) {
      hand.lay_aside();
      hand.lift(actual[index(s.rook_from)]);
    }
    hand.place(s.rook_to, rook);
    if (!rook_first) hand.fetch();
  }
  hand.place(s.king_to, king);
}

void castle(const Position& position, Move move, MoveStyle::Castling how, bool king_rests_beside,
            const ActualSquares& actual, Hand& hand, Rng& rng) {
  const Position::CastlingPaths s = position.castling_paths(move);
  const Piece king{position.turn(), PieceType::king};
  const Piece rook{position.turn(), PieceType::rook};
  if (!position.castles_from_home())
    return castle_in_chess960(s, how == MoveStyle::Castling::rook_first, king, rook, actual, hand, rng);
  switch (how) {
    case MoveStyle::Castling::king_first:
      hand.lift(actual[index(s.king_from)]);
      if (king_rests_beside) hand.rest_on(s.rook_to, king, draw_hesitation(hand.hands(), rng));
      hand.place(s.king_to, king);
      hand.lift(actual[index(s.rook_from)]);
      hand.place(s.rook_to, rook);
      return;
    case MoveStyle::Castling::rook_first:  // touched first and held while the king is fetched
      hand.lift(actual[index(s.rook_from)]);
      hand.lift(actual[index(s.king_from)]);
      hand.place(s.king_to, king);
      hand.place(s.rook_to, rook);
      return;
    case MoveStyle::Castling::rook_released:
      hand.lift(actual[index(s.rook_from)]);
      hand.place(s.rook_to, rook);
      hand.lift(actual[index(s.king_from)]);
      hand.place(s.king_to, king);
      return;
    case MoveStyle::Castling::king_beside:
      hand.lift(actual[index(s.king_from)]);
      hand.place(s.rook_to, king);
      hand.wait(rng.uniform(0.5, 1.2));
      hand.lift(actual[index(s.rook_from)]);
      hand.place(s.king_to, rook);
      return;
    case MoveStyle::Castling::two_hands: {
      hand.lift(actual[index(s.king_from)]);
      const double lifted = hand.now();
      hand.carry_to(s.king_to);
      const double placed = hand.now();
      hand.put_here(s.king_to, king);
      const double flight = placed - lifted;
      // the other hand keeps to the same beat, and cannot put down before it has lifted
      const double rook_lifted = lifted + rng.normal() * kTwoHandsSigma;
      const double rook_placed = std::max(placed + rng.normal() * kTwoHandsSigma, rook_lifted + flight / 2);
      hand.touch(std::max(rook_lifted, 0.02), actual[index(s.rook_from)], std::nullopt);
      hand.touch(std::max(rook_placed, 0.04), s.rook_to, rook);
      if (rook_placed > hand.now()) hand.wait(rook_placed - hand.now());
      return;
    }
  }
}

void capture_en_passant(Move move, Square victim, Piece pawn, MoveStyle::EnPassant how,
                        const ActualSquares& actual, Hand& hand) {
  const Square from = actual[index(move.from())];
  const Square taken = actual[index(victim)];
  switch (how) {
    case MoveStyle::EnPassant::victim_first:
      hand.lift(taken);
      hand.lift(from);
      hand.place(move.to(), pawn);
      return;
    case MoveStyle::EnPassant::between:
      hand.lift(from);
      hand.lift(taken);
      hand.place(move.to(), pawn);
      return;
    case MoveStyle::EnPassant::victim_last:
      hand.lift(from);
      hand.place(move.to(), pawn);
      hand.lift(taken);
      hand.lay_aside();
      return;
  }
}

/// Brings one piece from its square to the target, taking what stands there; `arriving` is what is put down.
class PieceCarrier {
 public:
  PieceCarrier(Move move, std::optional<Square> victim, Piece arriving, const MoveStyle& style,
               const ActualSquares& actual, Hand& hand, Rng& rng)
      : from_{actual[index(move.from())]},
        to_{move.to()},
        arriving_{arriving},
        style_{style},
        pushed_{style.slides && from_ == move.from() && !style.hesitates_on},
        hand_{hand},
        rng_{rng} {
    if (victim) taken_ = actual[index(*victim)];
  }

  void bring() {
    if (!taken_) {
      grip();
      carry(false);
      return;
    }
    switch (style_.capture) {
      case MoveStyle::Capture::victim_first:
        hand_.lift(*taken_);
        if (!style_.victim_kept_in_hand) hand_.lay_aside();
        grip();
        carry(false);
        return;
      case MoveStyle::Capture::attacker_first:
        capture_attacker_first();
        return;
      case MoveStyle::Capture::sweep:
        grip();
        carry(true);
        hand_.lay_aside();
        return;
      case MoveStyle::Capture::two_hands:
        capture_with_two_hands();
        return;
    }
  }

 private:
  void grip() {
    if (pushed_) {  // a pushed piece leaves its square when it is pushed, not when it is gripped
      hand_.wait(hand_.reach_time(centre_of(from_)));
    } else {
      hand_.lift(from_);
    }
  }

  void hesitate() {
    if (style_.hesitates_on)
      hand_.rest_on(*style_.hesitates_on, arriving_, draw_hesitation(hand_.hands(), rng_));
  }

  /// Carries or pushes the piece to its target. `sweeps`: what stands there is swept off by it.
  void carry(bool sweeps) {
    if (pushed_) {
      const double rest = style_.slide_rest ? draw_hesitation(hand_.hands(), rng_) : 0;
      hand_.push(from_, to_, arriving_, style_.slide_rest, rest,
                 sweeps ? std::optional{draw_gap()} : std::nullopt);
      return;
    }
    hesitate();
    hand_.carry_to(to_);
    if (sweeps) hand_.sweep(to_, draw_gap());
    hand_.put_here(to_, arriving_);
  }

  double draw_gap() { return rng_.uniform(0, hand_.hands().swipe_gap); }

  void capture_attacker_first() {
    hand_.lift(from_);
    hesitate();
    hand_.carry_to(*taken_);
    hand_.take_here(*taken_);
    if (*taken_ != to_) hand_.carry_to(to_);
    hand_.wait(rng_.uniform(0.05, 0.2));
    hand_.put_here(to_, arriving_);
    hand_.lay_aside();
  }

  void capture_with_two_hands() {
    hand_.lift(from_);
    hand_.touch(std::max(0.02, hand_.now() + rng_.normal() * kTwoHandsSigma), *taken_, std::nullopt);
    const double lifted = hand_.action().touches.back().at;
    hand_.carry_to(to_);
    if (hand_.now() < lifted + 0.05) hand_.wait(lifted + 0.05 - hand_.now());
    hand_.put_here(to_, arriving_);
  }

  Square from_;
  Square to_;
  std::optional<Square> taken_;  // where the victim really stands
  Piece arriving_;
  const MoveStyle& style_;
  bool pushed_;
  Hand& hand_;
  Rng& rng_;
};

void promote(const Position& position, Move move, const MoveStyle& style, const ActualSquares& actual,
             Hand& hand, Rng& rng) {
  const Piece pawn{position.turn(), PieceType::pawn};
  const Piece piece{position.turn(), move.promoted_to()};
  const auto victim = position.captured_square(move);
  switch (style.promotion) {
    case MoveStyle::Promotion::exchanged:
      PieceCarrier{move, victim, pawn, style, actual, hand, rng}.bring();
      hand.wait(rng.uniform(0.0, 0.5));
      hand.lift(move.to());
      hand.lay_aside();
      hand.fetch();
      hand.place(move.to(), piece);
      return;
    case MoveStyle::Promotion::piece_ready:
      // Fetched while the pawn stands there, then exchanged in one movement.
      PieceCarrier{move, victim, pawn, style, actual, hand, rng}.bring();
      hand.fetch();
      hand.carry_to(move.to());
      hand.take_here(move.to());
      hand.wait(rng.uniform(0.05, 0.25));
      hand.put_here(move.to(), piece);
      hand.lay_aside();
      return;
    case MoveStyle::Promotion::put_directly:
    case MoveStyle::Promotion::nothing_placed:
      if (victim) {
        hand.lift(actual[index(*victim)]);
        hand.lay_aside();
      }
      hand.lift(actual[index(move.from())]);
      hand.lay_aside();
      if (style.promotion == MoveStyle::Promotion::nothing_placed) return;
      hand.fetch();
      hand.place(move.to(), piece);
      return;
    case MoveStyle::Promotion::pawn_left:
      PieceCarrier{move, victim, pawn, style, actual, hand, rng}.bring();
      return;
    case MoveStyle::Promotion::piece_first:
      if (victim) {
        hand.lift(actual[index(*victim)]);
        hand.lay_aside();
      }
      hand.fetch();
      hand.place(move.to(), piece);
      hand.lift(actual[index(move.from())]);
      hand.lay_aside();
      return;
  }
}

}  // namespace

ActualSquares all_in_place() {
  ActualSquares actual{};
  for (unsigned i = 0; i < 64; ++i) actual[i] = static_cast<Square>(i);
  return actual;
}

MoveStyle draw_style(const Position& position, Move move, const Hands& hands, Rng& rng) {
  MoveStyle style;
  style.capture = static_cast<MoveStyle::Capture>(rng.weighted(hands.capture_styles));
  style.victim_kept_in_hand = rng.chance(0.6);
  style.en_passant = static_cast<MoveStyle::EnPassant>(rng.below(3));
  style.promotion = static_cast<MoveStyle::Promotion>(rng.weighted(std::array{0.55, 0.25, 0.20}));
  const Piece mover = *position.at(move.from());
  style.slides = mover.type != PieceType::knight && rng.chance(hands.slides);
  if (position.captured_square(move) && style.capture == MoveStyle::Capture::attacker_first)
    style.slides = false;
  if (move.is_promotion() && style.promotion == MoveStyle::Promotion::put_directly) style.slides = false;
  const chess::Bitboard path = chess::between(move.from(), move.to());
  if (style.slides && path != 0 && rng.chance(hands.slide_rests)) {
    std::vector<Square> squares;
    for (const Square s : chess::squares(path)) squares.push_back(s);
    style.slide_rest = rng.pick(squares);
  }
  if (!rng.chance(hands.hesitates) || move.is_promotion()) return style;
  if (move.kind() == MoveKind::castling) {
    style.king_rests_beside = true;
    return style;
  }
  chess::MoveList legal;
  position.legal_moves(legal);
  std::vector<Square> others;
  for (const Move m : legal)
    if (m.from() == move.from() && m.to() != move.to() && m.kind() == MoveKind::normal &&
        !position.captured_square(m))
      others.push_back(m.to());
  if (!others.empty()) style.hesitates_on = rng.pick(others);
  return style;
}

void carry_out(const Position& position, Move move, const MoveStyle& style, const ActualSquares& actual,
               Hand& hand, Rng& rng) {
  if (move.kind() == MoveKind::castling) {
    castle(position, move, style.castling, style.king_rests_beside, actual, hand, rng);
  } else if (move.kind() == MoveKind::en_passant) {
    capture_en_passant(move, *position.captured_square(move), *position.at(move.from()), style.en_passant,
                       actual, hand);
  } else if (move.is_promotion()) {
    promote(position, move, style, actual, hand, rng);
  } else {
    PieceCarrier{move, position.captured_square(move), *position.at(move.from()), style, actual, hand, rng}
        .bring();
  }
}

std::string MoveStyle::describe(const Position& position, Move move) const {
  static constexpr std::array<std::string_view, 4> captures{"victim_first", "attacker_first", "sweep",
                                                            "two_hands"};
  static constexpr std::array<std::string_view, 3> passes{"victim_first", "between", "victim_last"};
  static constexpr std::array<std::string_view, 5> castlings{"king_first", "rook_first", "rook_released",
                                                             "king_beside", "two_hands"};
  static constexpr std::array<std::string_view, 6> promotions{"exchanged", "piece_ready",    "put_directly",
                                                              "pawn_left", "nothing_placed", "piece_first"};
  if (move.kind() == MoveKind::castling)
    return std::string{castlings[static_cast<std::size_t>(castling)]} +
           (king_rests_beside ? ",hesitation" : "");
  if (move.kind() == MoveKind::en_passant) return std::string{passes[static_cast<std::size_t>(en_passant)]};
  std::string text;
  const auto add = [&](std::string_view word) {
    if (!text.empty()) text += ',';
    text += word;
  };
  if (move.is_promotion()) add(promotions[static_cast<std::size_t>(promotion)]);
  if (position.captured_square(move)) add(captures[static_cast<std::size_t>(capture)]);
  if (slides) add("slide");
  if (slide_rest) add("rest");
  if (hesitates_on) add("hesitation");
  return text;
}

}  // namespace jadoube::simulator
