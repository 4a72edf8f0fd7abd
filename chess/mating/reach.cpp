#include "chess/mating/reach.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "chess/mating/king_pairs.hpp"
#include "chess/mating/mate_picture.hpp"
#include "chess/mating/shifts.hpp"

namespace jadoube::chess::mating {
namespace {

constexpr Bitboard last_rank(Side side) {
  return rank_set(side == Side::white ? 7 : 0);
}
constexpr Bitboard third_rank(Side side) {
  return rank_set(side == Side::white ? 2 : 5);
}
/// Squares of the same file in front.
constexpr Bitboard ahead(Side side, Square square) {
  const Bitboard file = file_set(file_of(square));
  return side == Side::white ? file & ~(bit(square) | (bit(square) - 1)) : file & (bit(square) - 1);
}

/// What is taken for granted about some pieces, by the squares they stand on now, for every game up to the
/// mate.
struct World {
  Bitboard never_taken_at_home = 0;
  /// Taken there before they ever moved: the mate neither needs nor fears them.
  Bitboard taken_at_home = 0;
};

/// One piece through the rest of the game. All sets only grow.
struct PieceReach {
  PieceType type;
  Side side;
  Square home;
  Bitboard reach;        // squares it may ever stand on
  Bitboard on_file = 0;  // pawn: those reached without ever capturing
  Bitboard officer = 0;  // pawn: those reached once promoted
  bool takable = false;
  bool may_capture = false;
  bool holds_back = false;  // some of its moves are left out because they end all hope of a mate
  // Officers: the surroundings for which `reach` is complete.
  Bitboard captures = 0;  // squares to which it may move, from anywhere it may get to
  Bitboard known_steady = 0;
  Bitboard known_closed = ~Bitboard{0};

  [[nodiscard]] bool moves() const { return reach != bit(home); }
  [[nodiscard]] bool is_king() const { return type == PieceType::king; }
  [[nodiscard]] bool is_pawn() const { return type == PieceType::pawn; }
  [[nodiscard]] bool keeps_to_his_file() const { return !takable && !may_capture; }
};

class Future {
 public:
  Future(const Board& board, const World& world)
      : world_{world},
        pairs_{board},
        loser_in_check_{(attacked_by(board, kWinner, board.occupied()) & board.of(kLoser, PieceType::king)) !=
                        0} {
    for (const Side side : kSides)
      for (const PieceType type : kPieceTypes)
        for (const Square home : squares(board.of(side, type))) {
          PieceReach& piece = pieces_[size_++];
          piece = {type, side, home, bit(home)};
          if (piece.is_pawn()) piece.on_file = bit(home);
          if (piece.is_king()) king_[index(side)] = &piece;
          if (!piece.is_king() && side == kWinner)
            last_piece_ = winner_has_one_piece(board) ? &piece : nullptr;
        }
    while (grow()) {
    }
  }

  /// Whether some mate of the loser's king is consistent with what has been found.
  /// After trying `effort` arrangements for one place of the kings, or many times as many for all, it says yes.
  [[nodiscard]] bool a_mate_fits(std::size_t effort) const;

 private:
  using Set = std::array<PieceReach, 32>;
  [[nodiscard]] PieceReach* begin() { return pieces_.data(); }
  [[nodiscard]] PieceReach* end() { return pieces_.data() + size_; }
  [[nodiscard]] const PieceReach* begin() const { return pieces_.data(); }
  [[nodiscard]] const PieceReach* end() const { return pieces_.data() + size_; }

  [[nodiscard]] MatePicture picture() const;
  static bool winner_has_one_piece(const Board& board) { return count(board.of(kWinner)) == 2; }
  /// Squares where the piece may be taken. A winner without a piece beside the king does not mate any more.
  [[nodiscard]] Bitboard exposed(const PieceReach& piece) const {
    if (piece.is_king() || &piece == last_piece_) return 0;
    return piece.reach & ~(bit(piece.home) & world_.never_taken_at_home);
  }
  [[nodiscard]] bool is_gone(const PieceReach& piece) const {
    return contains(world_.taken_at_home, piece.home);
  }
  bool grow();
  void survey();
  [[nodiscard]] Bitboard ends_the_game(Side us, Square from, Bitboard steps) const;
  [[nodiscard]] bool may_uncover(Square from, Square to, Square enemy, Bitboard walls) const;
  bool move(PieceReach& piece);
  bool move_king(PieceReach& king);
  bool move_pawn(PieceReach& piece);
  [[nodiscard]] bool may_push(const PieceReach& piece, Square to) const;
  /// Squares the piece attacks from anywhere it may get to.
  [[nodiscard]] Bitboard attacks_of(const PieceReach& piece, Bitboard obstacles) const;
  [[nodiscard]] bool can_block(Bitboard squares_to_fill) const;
  [[nodiscard]] Bitboard attacked_for_ever(const PieceReach& piece, Bitboard obstacles) const;
  [[nodiscard]] Bitboard guarded_without(Side side, const PieceReach& absent, Bitboard also_in_the_way) const;
  [[nodiscard]] Bitboard pointless_checks(const PieceReach& piece) const;
  [[nodiscard]] Bitboard lost_at_once() const;
  [[nodiscard]] Bitboard steps_of_the_winner(const PieceReach& absent) const;
  [[nodiscard]] Bitboard mates_the_winner(const PieceReach& piece) const;

  World world_;
  KingPairs pairs_;
  std::array<std::size_t, 2>
      king_known_pairs_{};  // how many pairs there were when a king's steps were last complete
  bool loser_in_check_;     // now: this may be the mate, and its last move is over
  Set pieces_;
  std::size_t size_ = 0;
  std::array<PieceReach*, 2> king_{};
  const PieceReach* last_piece_ = nullptr;  // the winner's only piece beside the king

  // Derived from the pieces before each round.
  Bitboard steady_ = 0;  // pieces that never move and are never taken
  std::array<Bitboard, 2> steady_of_{};
  Bitboard visited_ = 0;                // squares on which any piece may ever stand
  std::array<Bitboard, 2> exposed_{};   // squares where a piece of that side may be taken
  std::array<Bitboard, 2> guarded_{};   // squares that side attacks whatever happens
  std::array<Bitboard, 2> captures_{};  // squares on which that side may capture, if an enemy is there
};

/// A pawn counts as what it is promoted to, whatever suits.
Bitboard officer_attacks(PieceType type, Square from, Bitboard occupied) {
  if (type == PieceType::pawn) return queen_attacks(from, occupied) | knight_attacks(from);
  return attacks({Side::white, type}, from, occupied);
}

/// Squares that a steady piece attacks in every position to come. Other pieces and the squares they may stand
/// on hide what lies behind, and that includes the king that must not step there.
Bitboard Future::attacked_for_ever(const PieceReach& piece, Bitboard obstacles) const {
  return piece.is_pawn() ? pawn_attacks(piece.side, piece.home)
                         : officer_attacks(piece.type, piece.home, obstacles);
}

void Future::survey() {
  steady_of_ = {};
  exposed_ = {};
  guarded_ = {};
  visited_ = 0;
  for (const PieceReach& piece : *this) {
    visited_ |= piece.reach;
    exposed_[index(piece.side)] |= exposed(piece);
    if (!piece.moves() && !piece.takable) steady_of_[index(piece.side)] |= bit(piece.home);
  }
  steady_ = steady_of_[0] | steady_of_[1];
  for (const PieceReach& piece : *this)
    if (contains(steady_, piece.home)) guarded_[index(piece.side)] |= attacked_for_ever(piece, visited_);
}

bool Future::may_push(const PieceReach& piece, Square to) const {
  if (contains(steady_, to)) return false;
  if (!contains(ahead(piece.side, piece.home), to)) return true;
  // A pawn that has not captured is still behind every pawn that was in front of it on its file, unless that
  // one has left the file or the board.
  for (const PieceReach& other : *this) {
    if (!other.is_pawn() || !contains(ahead(piece.side, piece.home), other.home) ||
        !other.keeps_to_his_file())
      continue;
    const Bitboard room = other.side == piece.side ? other.reach : bit(other.home);
    if ((room & ahead(piece.side, to)) == 0) return false;
  }
  return true;
}

bool Future::move_pawn(PieceReach& piece) {
  const Bitboard before = piece.reach;
  const bool held_back_before = piece.holds_back;
  // An officer that it might become on the last rank need not give a check; until then it attacks as a pawn.
  const Bitboard held_back = piece.side == kLoser ? mates_the_winner(piece) & ~last_rank(piece.side) : 0;
  const Side us = piece.side;
  const Bitboard pawn_squares = piece.reach & ~piece.officer;
  for (const Square from : squares(pawn_squares)) {
    const bool kept = contains(piece.on_file, from);
    // `to` may be beyond a pawn in front only for one that has captured its way round. What is held back is
    // passed over nevertheless; no pawn takes there in passing, or it would not be held back.
    const auto push = [&](Square to) {
      if (kept ? !may_push(piece, to) : contains(steady_, to)) return false;
      if (contains(held_back, to)) {
        piece.holds_back = true;
        return true;
      }
      piece.reach |= bit(to);
      if (kept) piece.on_file |= bit(to);
      return true;
    };
    const Bitboard one = forward(us, bit(from));
    if (one != 0 && push(first(one)) && (one & third_rank(us)) != 0) push(first(forward(us, one)));
    const Bitboard diagonal = pawn_attacks(us, from);
    captures_[index(us)] |= diagonal;
    piece.holds_back = piece.holds_back || (diagonal & exposed_[index(~us)] & held_back) != 0;
    const Bitboard taken = diagonal & exposed_[index(~us)] & ~held_back;
    if (taken != 0) piece.may_capture = true;
    piece.reach |= taken;
  }
  piece.officer |= piece.reach & last_rank(us);
  for (const Square from : squares(piece.officer)) {
    const Bitboard targets = officer_attacks(PieceType::pawn, from, steady_);
    const Bitboard enemy_wall = steady_of_[index(~us)] & ~exposed_[index(~us)];
    const Bitboard to = targets & ~steady_of_[index(us)] & ~enemy_wall;
    captures_[index(us)] |= to;
    piece.officer |= to;
    piece.reach |= to;
  }
  return piece.reach != before || piece.holds_back != held_back_before;
}

/// Whether the winner's king, stepping off the line between a slider and the enemy king, may give check.
/// Walls: steady pieces other than kings.
bool Future::may_uncover(Square from, Square to, Square enemy, Bitboard walls) const {
  const Bitboard line = line_through(from, enemy);
  if (line == 0 || contains(line, to) || (between(from, enemy) & walls) != 0) return false;
  const bool diagonal = file_of(from) != file_of(enemy) && rank_of(from) != rank_of(enemy);
  for (const PieceReach& piece : *this) {
    const bool slides_so = piece.type == PieceType::queen || piece.is_pawn() ||
                           piece.type == (diagonal ? PieceType::bishop : PieceType::rook);
    if (piece.side == kWinner && slides_so && ((piece.is_pawn() ? piece.officer : piece.reach) & line) != 0)
      return true;
  }
  return false;
}

/// Those steps of our king after which an enemy that has nothing but the king to move has no move left. They
/// end the game; that is the winner's mate only if the step uncovers a check. What a step leaves behind may
/// set pieces free, and the enemy's king may go wherever the rules let it, also where it in turn would end
/// the game.
Bitboard Future::ends_the_game(Side us, Square from, Bitboard steps) const {
  const Bitboard kings = bit(king_[0]->home) | bit(king_[1]->home);
  const Bitboard walls = steady_ & ~kings;
  const Bitboard left_behind = king_[index(us)]->reach;
  Bitboard forbidden = steady_of_[index(~us)] & ~kings;
  for (const PieceReach& piece : *this) {
    if (piece.is_king()) continue;
    if (piece.side == us) {
      if (contains(walls, piece.home)) forbidden |= attacked_for_ever(piece, visited_ | steps);
      continue;
    }
    const Bitboard freed = piece.is_pawn() ? forward(piece.side, bit(piece.home))
                                           : officer_attacks(piece.type, piece.home, walls);
    if (piece.moves() || piece.holds_back || (freed & left_behind) != 0) return 0;
  }
  Bitboard last = 0;
  for (const Square to : squares(steps)) {
    const Bitboard near = king_attacks(to) | bit(to);
    bool ends = true;
    for (const Square enemy : squares(king_[index(~us)]->reach & ~near))
      ends = ends && (king_attacks(enemy) & ~near & ~forbidden) == 0 &&
             (us == kLoser || !may_uncover(from, to, enemy, walls));
    if (ends) last |= bit(to);
  }
  return last;
}

/// Squares next to a king, or a knight's move away, from which an officer gives a check that no piece
/// can interpose itself to.
Bitboard direct_checks(PieceType type, Square king) {
  return officer_attacks(type, king, ~Bitboard{0}) &
         (type == PieceType::knight ? ~Bitboard{0} : king_attacks(king));
}

/// What the steady pieces of a side other than `absent` attack whatever happens, with one more square in the
/// way.
Bitboard Future::guarded_without(Side side, const PieceReach& absent, Bitboard also_in_the_way) const {
  Bitboard set = 0;
  for (const PieceReach& piece : *this)
    if (piece.side == side && &piece != &absent && contains(steady_, piece.home))
      set |= attacked_for_ever(piece, visited_ | also_in_the_way);
  return set;
}

/// Checks with the winner's last piece to which the loser can, and can only, answer by taking that piece. The
/// loser's king stays where it is now in every game that ends in its mate. Against a check from these squares
/// no piece can interpose itself, and all neighbours of the king hold steady pieces of the loser or are
/// guarded by the winner's steady king: unless the king or a steady piece takes the checking piece there is
/// no answer. And one of them can: nothing is pinned, since the winner has no other piece, and where the king
/// is the only one to take, the winner's king never guards the square.
Bitboard Future::lost_at_once() const {
  const PieceReach& winner = *king_[index(kWinner)];
  const PieceReach& loser = *king_[index(kLoser)];
  if (loser.moves()) return 0;
  Bitboard kings_guard = 0;
  for (const Square square : squares(winner.reach)) kings_guard |= king_attacks(square);
  const Bitboard neighbours = king_attacks(loser.home) & ~steady_of_[index(kLoser)];
  const Bitboard free = winner.moves() ? neighbours : neighbours & ~kings_guard;
  const Bitboard takes = guarded_without(kLoser, loser, 0) | (king_attacks(loser.home) & ~kings_guard);
  Bitboard set = 0;
  for (const Square to : squares(direct_checks(last_piece_->type, loser.home) & takes))
    if ((free & ~bit(to)) == 0) set |= bit(to);
  return set;
}

/// Squares the winner's pieces may step on or take on from wherever they may get to, lines that `absent` has
/// left included.
Bitboard Future::steps_of_the_winner(const PieceReach& absent) const {
  Bitboard set = 0;
  for (const PieceReach& piece : *this) {
    if (piece.side != kWinner || piece.is_king()) continue;
    const Bitboard obstacles = steady_ & ~bit(absent.home);
    set |= attacks_of(piece, obstacles);
    if (!piece.is_pawn()) continue;
    const Bitboard one = forward(kWinner, piece.reach) & ~obstacles;
    set |= one | (forward(kWinner, one & third_rank(kWinner)) & ~obstacles);
  }
  return set;
}

/// Checks with this piece of the loser that mate the winner, if the winner's king never leaves its place
/// otherwise. What is between them, if anything, is empty whatever happens, so that the check is one, and no
/// piece of the winner can interpose itself; nor can any take on the square or, if it is a pawn's, behind it
/// in passing. Every neighbour of the king holds a steady piece of the winner or is guarded by steady pieces
/// other than this one, even with this one in their way.
Bitboard Future::mates_the_winner(const PieceReach& piece) const {
  const PieceReach& king = *king_[index(kWinner)];
  if (king.moves()) return 0;
  Bitboard set =
      piece.is_pawn() ? pawn_attacks(kWinner, king.home) : officer_attacks(piece.type, king.home, visited_);
  set &= ~piece.reach;
  if (set == 0) return 0;
  const Bitboard steps = steps_of_the_winner(piece);
  for (const Square to : squares(set)) {
    const Bitboard guarded = guarded_without(kLoser, piece, bit(to));
    // A steady piece of the winner on the square itself would just have been taken.
    const Bitboard filled = steady_of_[index(kWinner)] & ~bit(to);
    const Bitboard path = between(to, king.home);
    const Bitboard answers = path | bit(to) | (piece.is_pawn() ? forward(kWinner, bit(to)) : 0);
    if ((answers & steps) != 0 || (king_attacks(king.home) & ~filled & ~guarded) != 0) set ^= bit(to);
  }
  return set;
}

/// Squares from which this piece, no king, would give a check that ends all hope of a mate by the winner.
Bitboard Future::pointless_checks(const PieceReach& piece) const {
  if (&piece == last_piece_) return lost_at_once();
  return piece.side == kLoser ? mates_the_winner(piece) : 0;
}

bool Future::move_king(PieceReach& king) {
  const Side us = king.side;
  const Bitboard closed =
      steady_of_[index(us)] | (steady_of_[index(~us)] & ~exposed_[index(~us)]) | guarded_[index(~us)];
  // A king may also gain by what others do, because they save it or the enemy from stalemate.
  if (!king.holds_back && king.known_closed == closed && king_known_pairs_[index(us)] == pairs_.size()) {
    captures_[index(us)] |= king.captures;
    return false;
  }
  king.holds_back = false;
  KingPairs::Steps steps{};
  Bitboard alone = king.reach;  // where it could get to if the other king were not there
  for (Bitboard frontier = alone; frontier != 0;) {
    const Square from = first(frontier);
    frontier &= frontier - 1;
    Bitboard to = king_attacks(from) & ~closed;
    if (const Bitboard fresh = to & ~king.reach; fresh != 0) {
      const Bitboard last = ends_the_game(us, from, fresh);
      king.holds_back = king.holds_back || last != 0;
      to &= ~last;
    }
    steps[index(from)] = to;
    frontier |= to & ~alone;
    alone |= to;
  }
  const std::size_t before = pairs_.size();
  king.captures |= pairs_.step(us, steps);
  king.reach |= king.captures;
  captures_[index(us)] |= king.captures;
  king.known_closed = closed;
  king_known_pairs_[index(us)] = pairs_.size();
  return pairs_.size() != before;
}

bool Future::move(PieceReach& piece) {
  if (is_gone(piece)) return false;
  if (piece.is_pawn()) return move_pawn(piece);
  if (piece.is_king()) return move_king(piece);
  const Side us = piece.side;
  const Bitboard before = piece.reach;
  const bool held_back_before = piece.holds_back;
  const Bitboard held_back = pointless_checks(piece);
  const Bitboard closed =
      steady_of_[index(us)] | (steady_of_[index(~us)] & ~exposed_[index(~us)]) | held_back;
  if (piece.known_steady == steady_ && piece.known_closed == closed) {
    captures_[index(us)] |= piece.captures;
    return false;
  }
  for (Bitboard frontier = piece.reach; frontier != 0;) {
    const Square from = first(frontier);
    frontier &= frontier - 1;
    Bitboard to = officer_attacks(piece.type, from, steady_);
    piece.holds_back = piece.holds_back || (to & held_back) != 0;
    to &= ~closed;
    piece.captures |= to;
    frontier |= to & ~piece.reach;
    piece.reach |= to;
  }
  captures_[index(us)] |= piece.captures;
  piece.known_steady = steady_;
  piece.known_closed = closed;
  return piece.reach != before || piece.holds_back != held_back_before;
}

bool Future::grow() {
  survey();
  captures_ = {};
  bool changed = false;
  for (PieceReach& piece : *this) {
    const bool could_capture = piece.may_capture;
    changed |= move(piece);
    changed |= piece.may_capture != could_capture;
  }
  for (PieceReach& piece : *this)
    if (!piece.takable && (exposed(piece) & captures_[index(~piece.side)]) != 0) {
      piece.takable = true;
      changed = true;
    }
  return changed;
}

Bitboard Future::attacks_of(const PieceReach& piece, Bitboard obstacles) const {
  Bitboard set = 0;
  if (piece.is_pawn())
    for (const Square from : squares(piece.reach & ~piece.officer)) set |= pawn_attacks(piece.side, from);
  for (const Square from : squares(piece.is_pawn() ? piece.officer : piece.reach))
    set |= officer_attacks(piece.type, from, obstacles);
  return set;
}

/// Whether as many different pieces of the loser can stand on all these squares at once.
bool Future::can_block(Bitboard squares_to_fill) const {
  const int needed = count(squares_to_fill);
  int pieces = 0;
  Bitboard filled = 0;
  for (const PieceReach& piece : *this) {
    if (piece.side != kLoser || piece.is_king() || is_gone(piece) || (piece.reach & squares_to_fill) == 0)
      continue;
    ++pieces;
    filled |= piece.reach;
  }
  return pieces >= needed && (squares_to_fill & ~filled) == 0;
}

MatePicture Future::picture() const {
  MatePicture picture{steady_ & ~bit(king_[0]->home) & ~bit(king_[1]->home)};
  if (!loser_in_check_) picture.ask_for_a_last_move(king_[index(kWinner)]->reach);
  for (const PieceReach& piece : *this) {
    if (piece.is_king()) continue;
    if (!is_gone(piece))
      picture.add({piece.type, piece.side, piece.reach, piece.officer});
    else if (piece.side == kLoser)
      picture.add_victim(bit(piece.home));
  }
  return picture;
}

constexpr std::size_t kPlacesOfFullEffort = 30;

bool Future::a_mate_fits(std::size_t effort) const {
  const Bitboard region = king_[index(kLoser)]->reach;
  const Bitboard shut = steady_of_[index(kLoser)] | guarded_[index(kWinner)];
  Bitboard attacked = 0;
  // The loser's king is no obstacle: what is behind it is attacked through it.
  const Bitboard obstacles = steady_ & ~bit(king_[index(kLoser)]->home);
  for (const PieceReach& piece : *this)
    if (piece.side == kWinner && !piece.is_king() && !is_gone(piece))
      attacked |= attacks_of(piece, obstacles);
  std::optional<MatePicture> picture;
  std::size_t effort_left = kPlacesOfFullEffort * effort;
  for (const Square mated : squares(region & attacked)) {
    // Also where it never steps because that would end all hope: in a mate it must not be able to.
    const Bitboard neighbours = king_attacks(mated) & ~shut;
    const Bitboard escapes = neighbours & ~attacked;
    Bitboard last_left = 0;
    bool any_left = false;
    for (const Square king : squares(king_[index(kWinner)]->reach)) {
      if (!contains(pairs_.loser_at(king), mated)) continue;
      if (!can_block(escapes & ~king_attacks(king))) continue;
      const Bitboard left = neighbours & ~king_attacks(king);
      // What was too much for the pieces is too much again where the king covers no other square.
      if (any_left && (left & last_left) == last_left) continue;
      if (!picture) picture = this->picture();
      if (effort_left == 0 || picture->fits(mated, left, std::min(effort, effort_left))) return true;
      effort_left -= std::min(effort_left, picture->effort());
      any_left = true;
      last_left = left;
    }
  }
  return false;
}

bool is_out_of_scope(const Board& board) {
  return board.castling != 0 || board.en_passant != 0;
}

/// How many arrangements of the pieces are tried for each place of the kings, and where many worlds are looked at.
constexpr std::size_t kArrangements = 2'000;
constexpr std::size_t kArrangementsOfAWorld = 100;

bool no_mate_fits(const Board& board, const World& world, std::size_t effort) {
  return !Future{board, world}.a_mate_fits(effort);
}

/// Either the piece on this square is at some time taken there before it ever moved, or it is not.
bool holds_in_both(const Board& board, const World& world, Square square, auto&& claim) {
  World never = world;
  never.never_taken_at_home |= bit(square);
  if (!claim(board, never)) return false;
  World taken = world;
  taken.taken_at_home |= bit(square);
  return claim(board, taken);
}

bool claim_outright(const Board& board, const World& world) {
  return no_mate_fits(board, world, kArrangementsOfAWorld);
}

}  // namespace

bool no_mate_fits(const Board& board) {
  return !is_out_of_scope(board) && no_mate_fits(board, World{}, kArrangements);
}

bool no_mate_fits_split_once(const Board& board) {
  if (is_out_of_scope(board)) return false;
  const Bitboard pieces = board.occupied() & ~board.of(PieceType::king);
  for (const Square one : squares(pieces))
    if (holds_in_both(board, World{}, one, claim_outright)) return true;
  return false;
}

bool no_mate_fits_split_twice(const Board& board, const std::atomic<bool>* cancel) {
  if (is_out_of_scope(board)) return false;
  const Bitboard pieces = board.occupied() & ~board.of(PieceType::king);
  for (const Square one : squares(pieces))
    for (const Square other : squares(pieces & ~(bit(one) | (bit(one) - 1)))) {
      if (cancel != nullptr && cancel->load(std::memory_order_relaxed)) return false;
      const auto split_again = [other](const Board& b, const World& world) {
        return holds_in_both(b, world, other, claim_outright);
      };
      if (holds_in_both(board, World{}, one, split_again)) return true;
    }
  return false;
}

}  // namespace jadoube::chess::mating
