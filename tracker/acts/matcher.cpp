#include "tracker/acts/matcher.hpp"

#include <algorithm>

#include "tracker/acts/rows.hpp"

namespace jadoube::tracker {

namespace {

using acts::Match;
using acts::Row;
using acts::Shape;
using acts::When;

bool has(Shape shapes, Shape shape) {
  return (static_cast<unsigned>(shapes) & static_cast<unsigned>(shape)) != 0;
}

/// One of at most two squares.
Square nth(Bitboard set, std::size_t n) {
  return chess::first(n == 0 ? set : set & (set - 1));
}

/// What it costs, whichever row explains it, that of a capture no more was seen than that the square was empty for a while. Where
/// nothing was, that is for who knows how the hand takes pieces.
LogWeight of_capture(const Match& m) {
  LogWeight c;
  if (m.position.at(m.first.to)->side == m.mover()) c += model::kOwnPieceTaken;
  if (m.taken != nullptr && m.taken->longest < model::kTouch) c += model::kSwept;
  return c;
}

/// Tries the squares of each shape with every row.
class Matcher {
 public:
  Matcher(const chess::Position& position, Bitboard missing, Bitboard extra, const Touches& touches,
          std::optional<Side> pressed_by)
      : position_{position}, missing_{missing}, extra_{extra}, touches_{touches}, pressed_by_{pressed_by} {}

  std::vector<Act> all() {
    if (!position_.castles_from_home()) castlings_960();
    const auto missing = chess::count(missing_);
    const auto extra = chess::count(extra_);
    if (missing == 1 && extra == 1) {
      transfer();
    } else if (missing == 1 && extra == 0) {
      captures();
      gone();
    } else if (missing == 0 && extra == 1) {
      come();
    } else if (missing == 2 && extra == 1) {
      transfers_and_gone();
    } else if (missing == 2 && extra == 2) {
      two_transfers();
    }
    return std::move(found_);
  }

  std::vector<Act> unseen_capture(Transfer capture) {
    Match m = match();
    m.first = capture;
    const bool is_king = chess::contains(position_.pieces(chess::PieceType::king), capture.to);
    if (!is_king && !position_.find_legal(capture.from, capture.to) && !may_promote(capture))
      apply(Shape::capture, m);
    return std::move(found_);
  }

 private:
  void come() {
    Match m = match();
    m.first.to = chess::first(extra_);
    apply(Shape::come, m);
  }

  void gone() {
    Match m = match();
    m.first.from = chess::first(missing_);
    apply(Shape::gone, m);
  }

  void transfer() {
    Match m = match();
    m.first = {chess::first(missing_), chess::first(extra_)};
    if (const auto move = position_.find_legal(m.first.from, m.first.to)) {
      // At the press a move that needs two pieces to be touched is not half done any more.
      m.half_done = pressed_by_ && (move->kind() == chess::MoveKind::en_passant ||
                                    move->kind() == chess::MoveKind::castling);
      if (!m.half_done) return;
    } else if (may_promote(m.first) || is_castling(m.first)) {
      return;
    }
    apply(Shape::transfer, m);
  }

  /// Nothing has come where nothing stood: onto a piece that was seen to go meanwhile.
  void captures() {
    Match m = match();
    m.first.from = chess::first(missing_);
    const Touch* lift = touches_.find(m.first.from);
    // Before the press nothing asks for an explanation of a blip.
    const Time shortest = pressed_by_ ? model::kTakenAtLeast : model::kTouch;
    for (const Touch& touch : touches_) {
      const auto taken = position_.at(touch.square);
      if (!taken || touch.open || touch.square == m.first.from || touch.longest < shortest) continue;
      // Whatever was put there before this piece was lifted is another one.
      if (lift != nullptr && touch.end + model::kBounce < lift->first) continue;
      m.first.to = touch.square;
      if (position_.find_legal(m.first.from, m.first.to) || may_promote(m.first)) continue;
      m.taken = &touch;
      apply(Shape::capture, m);
    }
  }

  void transfers_and_gone() {
    for (std::size_t i = 0; i < 2; ++i) {
      Match m = match();
      m.first = {nth(missing_, i), chess::first(extra_)};
      m.gone = nth(missing_, 1 - i);
      apply(Shape::transfer_and_gone, m);
    }
  }

  void two_transfers() {
    for (std::size_t to = 0; to < 2; ++to) {
      for (std::size_t from = 0; from < 2; ++from) {
        Match m = match();
        m.first = {nth(missing_, from), nth(extra_, to ^ from)};
        m.second = {nth(missing_, 1 - from), nth(extra_, 1 - (to ^ from))};
        apply(Shape::two_transfers, m);
      }
    }
  }

  /// From wherever the king and a rook beside it stand on the first rank.
  void castlings_960() {
    const Side side = position_.turn();
    const Square king = position_.king(side);
    const unsigned home = chess::CastlingFiles::home_rank(side);
    if (rank_of(king) != home) return;
    const Bitboard sensed = (position_.occupied() & ~missing_) | extra_;
    const Bitboard rooks = position_.pieces(side, chess::PieceType::rook) & chess::rank_set(home);
    for (const Square rook : chess::squares(rooks)) {
      Match m = match();
      m.first = {king, chess::make_square(rook > king ? 6 : 2, home)};
      m.second = {rook, chess::make_square(rook > king ? 5 : 3, home)};
      const Bitboard left = chess::bit(king) | chess::bit(rook);
      const Bitboard reached = chess::bit(m.first.to) | chess::bit(m.second.to);
      const Bitboard others = position_.occupied() & ~left;
      const bool both_touched = (left & ~touches_.squares()) == 0;
      // Onto another piece is no castling, but a capture.
      if (!both_touched || (reached & others) != 0 || (others | reached) != sensed) continue;
      apply(Shape::castling_960, m);
    }
  }

  void apply(Shape shape, const Match& m) {
    for (const Row* row : acts::rows()) {
      if (!has(row->shape, shape) || row->when == (pressed_by_ ? When::not_pressed : When::pressed)) continue;
      if (row->fits(m)) found_.push_back(act(shape, *row, m));
    }
  }

  [[nodiscard]] Act act(Shape shape, const Row& row, const Match& m) const {
    Act a;
    a.kind = row.kind;
    a.reason = row.reason;
    a.castling = shape == Shape::castling_960;
    a.weight = row.prior + row.beside(m);
    if (row.kind == StepKind::illegal) a.weight += pressed_by_ ? model::kWithPress : model::kWithoutPress;
    if (shape == Shape::capture) a.weight += of_capture(m);
    if (shape == Shape::come)
      a.added = chess::bit(m.first.to);
    else if (shape == Shape::gone)
      a.removed = chess::bit(m.first.from);
    else
      a.transfers.push_back(m.first);
    if (shape == Shape::transfer_and_gone) a.removed = chess::bit(m.gone);
    if (shape == Shape::two_transfers || shape == Shape::castling_960) a.transfers.push_back(m.second);
    return a;
  }

  [[nodiscard]] Match match() const { return Match{position_, touches_, pressed_by_}; }

  [[nodiscard]] bool may_promote(Transfer t) const {
    return position_.find_legal(t.from, t.to, chess::PieceType::queen).has_value();
  }

  /// Castling of which only the king's move is to be seen, or the rook's: in Chess960 the other may stay.
  [[nodiscard]] bool is_castling(Transfer t) const {
    if (position_.castles_from_home()) return false;
    chess::MoveList list;
    position_.legal_moves(list);
    return std::any_of(list.begin(), list.end(), [&](chess::Move move) {
      return move.kind() == chess::MoveKind::castling &&
             position_.occupied_after(move) == (position_.occupied() ^ chess::bit(t.from) ^ chess::bit(t.to));
    });
  }

  const chess::Position& position_;
  Bitboard missing_, extra_;
  const Touches& touches_;
  std::optional<Side> pressed_by_;
  std::vector<Act> found_;
};

}  // namespace

std::vector<Act> acts_for(const chess::Position& position, Bitboard missing, Bitboard extra,
                          const Touches& touches, std::optional<Side> pressed_by) {
  return Matcher{position, missing, extra, touches, pressed_by}.all();
}

std::vector<Act> acts_of_unseen_capture(const chess::Position& position, Transfer capture) {
  return Matcher{position, chess::bit(capture.from), 0, Touches{}, position.turn()}.unseen_capture(capture);
}

}  // namespace jadoube::tracker
