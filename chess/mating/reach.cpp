#include "chess/mating/reach.hpp"

#include <array>

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

/// What is taken for granted about some men, by the squares they stand on now, for every game up to the mate.
struct World {
  Bitboard never_taken_at_home = 0;
  /// Taken there before they ever moved: the mate neither needs nor fears them.
  Bitboard taken_at_home = 0;
};

/// One man through the rest of the game. All sets only grow.
struct Man {
  PieceType type;
  Side side;
  Square home;
  Bitboard reach;        // squares he may ever stand on
  Bitboard on_file = 0;  // pawn: those reached without ever capturing
  Bitboard officer = 0;  // pawn: those reached once promoted
  bool takable = false;
  bool may_capture = false;
  bool holds_back = false;  // some of his moves are left out because they end all hope of a mate
  // Officers: the surroundings for which `reach` is complete.
  Bitboard captures = 0;  // squares to which he may move, from anywhere he may get to
  Bitboard known_steady = 0;
  Bitboard known_closed = ~Bitboard{0};

  [[nodiscard]] bool moves() const { return reach != bit(home); }
  [[nodiscard]] bool is_king() const { return type == PieceType::king; }
  [[nodiscard]] bool is_pawn() const { return type == PieceType::pawn; }
  [[nodiscard]] bool keeps_to_his_file() const { return !takable && !may_capture; }
};

class Future {
 public:
  Future(const Board& board, const World& world) : world_{world} {
    for (const Side side : kSides)
      for (const PieceType type : kPieceTypes)
        for (const Square home : squares(board.of(side, type))) {
          Man& man = men_[size_++];
          man = {type, side, home, bit(home)};
          if (man.is_pawn()) man.on_file = bit(home);
          if (man.is_king()) king_[index(side)] = &man;
          if (!man.is_king() && side == kWinner) last_man_ = winner_has_one_man(board) ? &man : nullptr;
        }
    while (grow()) {
    }
  }

  /// Whether some mate of the loser's king is consistent with what has been found.
  [[nodiscard]] bool a_mate_fits() const;

 private:
  using Set = std::array<Man, 32>;
  [[nodiscard]] Man* begin() { return men_.data(); }
  [[nodiscard]] Man* end() { return men_.data() + size_; }
  [[nodiscard]] const Man* begin() const { return men_.data(); }
  [[nodiscard]] const Man* end() const { return men_.data() + size_; }

  static bool winner_has_one_man(const Board& board) { return count(board.of(kWinner)) == 2; }
  /// Squares where the man may be taken. A winner who has lost his last man does not mate any more.
  [[nodiscard]] Bitboard exposed(const Man& man) const {
    if (man.is_king() || &man == last_man_) return 0;
    return man.reach & ~(bit(man.home) & world_.never_taken_at_home);
  }
  [[nodiscard]] bool is_gone(const Man& man) const { return contains(world_.taken_at_home, man.home); }
  bool grow();
  void survey();
  [[nodiscard]] Bitboard ends_the_game(Side us, Square from, Bitboard steps) const;
  [[nodiscard]] bool may_uncover(Square from, Square to, Square enemy, Bitboard walls) const;
  bool move(Man& man);
  bool move_pawn(Man& man);
  [[nodiscard]] bool may_push(const Man& man, Square to) const;
  /// Squares the man attacks from anywhere he may get to.
  [[nodiscard]] Bitboard attacks_of(const Man& man, Bitboard obstacles) const;
  [[nodiscard]] bool can_block(Bitboard squares_to_fill) const;
  [[nodiscard]] Bitboard attacked_for_ever(const Man& man, Bitboard obstacles) const;
  [[nodiscard]] Bitboard guarded_without(Side side, const Man& absent, Bitboard also_in_the_way) const;
  [[nodiscard]] Bitboard pointless_checks(const Man& man) const;
  [[nodiscard]] Bitboard lost_at_once() const;
  [[nodiscard]] Bitboard steps_of_the_winner(const Man& absent) const;
  [[nodiscard]] Bitboard mates_the_winner(const Man& man) const;

  World world_;
  Set men_;
  std::size_t size_ = 0;
  std::array<Man*, 2> king_{};
  const Man* last_man_ = nullptr;  // the winner's only man beside his king

  // Derived from the men before each round.
  Bitboard steady_ = 0;  // men that never move and are never taken
  std::array<Bitboard, 2> steady_of_{};
  Bitboard visited_ = 0;                // squares on which anybody may ever stand
  std::array<Bitboard, 2> exposed_{};   // squares where a man of that side may be taken
  std::array<Bitboard, 2> guarded_{};   // squares that side attacks whatever happens
  std::array<Bitboard, 2> captures_{};  // squares on which that side may capture, if somebody is there
};

Bitboard officer_attacks(PieceType type, Square from, Bitboard occupied) {
  switch (type) {
    case PieceType::knight:
      return knight_attacks(from);
    case PieceType::bishop:
      return bishop_attacks(from, occupied);
    case PieceType::rook:
      return rook_attacks(from, occupied);
    case PieceType::queen:
      return queen_attacks(from, occupied);
    case PieceType::king:
      return king_attacks(from);
    case PieceType::pawn:  // promoted, to whatever suits
      return queen_attacks(from, occupied) | knight_attacks(from);
  }
  return 0;
}

/// The man attacks these squares in every position to come. He is steady; other men and the squares they may
/// stand on hide what lies behind, and that includes the king who must not step there.
Bitboard Future::attacked_for_ever(const Man& man, Bitboard obstacles) const {
  return man.is_pawn() ? pawn_attacks(man.side, man.home) : officer_attacks(man.type, man.home, obstacles);
}

void Future::survey() {
  steady_of_ = {};
  exposed_ = {};
  guarded_ = {};
  visited_ = 0;
  for (const Man& man : *this) {
    visited_ |= man.reach;
    exposed_[index(man.side)] |= exposed(man);
    if (!man.moves() && !man.takable) steady_of_[index(man.side)] |= bit(man.home);
  }
  steady_ = steady_of_[0] | steady_of_[1];
  for (const Man& man : *this)
    if (contains(steady_, man.home)) guarded_[index(man.side)] |= attacked_for_ever(man, visited_);
}

bool Future::may_push(const Man& man, Square to) const {
  if (contains(steady_, to)) return false;
  if (!contains(ahead(man.side, man.home), to)) return true;
  // A pawn that has not captured is still behind every pawn that was in front of him on his file, unless that
  // one has left the file or the board.
  for (const Man& other : *this) {
    if (!other.is_pawn() || !contains(ahead(man.side, man.home), other.home) || !other.keeps_to_his_file())
      continue;
    const Bitboard room = other.side == man.side ? other.reach : bit(other.home);
    if ((room & ahead(man.side, to)) == 0) return false;
  }
  return true;
}

bool Future::move_pawn(Man& man) {
  const Bitboard before = man.reach;
  const bool held_back_before = man.holds_back;
  // An officer he might become on the last rank need not give a check; until then he attacks as a pawn.
  const Bitboard held_back = man.side == kLoser ? mates_the_winner(man) & ~last_rank(man.side) : 0;
  const Side us = man.side;
  const Bitboard pawn_squares = man.reach & ~man.officer;
  for (const Square from : squares(pawn_squares)) {
    const bool kept = contains(man.on_file, from);
    // `to` may be beyond a pawn in front only for one that has captured his way round. What is held back is
    // passed over nevertheless; nobody takes there in passing, or it would not be held back.
    const auto push = [&](Square to) {
      if (kept ? !may_push(man, to) : contains(steady_, to)) return false;
      if (contains(held_back, to)) {
        man.holds_back = true;
        return true;
      }
      man.reach |= bit(to);
      if (kept) man.on_file |= bit(to);
      return true;
    };
    const Bitboard one = forward(us, bit(from));
    if (one != 0 && push(first(one)) && (one & third_rank(us)) != 0) push(first(forward(us, one)));
    const Bitboard diagonal = pawn_attacks(us, from);
    captures_[index(us)] |= diagonal;
    man.holds_back = man.holds_back || (diagonal & exposed_[index(~us)] & held_back) != 0;
    const Bitboard taken = diagonal & exposed_[index(~us)] & ~held_back;
    if (taken != 0) man.may_capture = true;
    man.reach |= taken;
  }
  man.officer |= man.reach & last_rank(us);
  for (const Square from : squares(man.officer)) {
    const Bitboard targets = officer_attacks(PieceType::pawn, from, steady_);
    const Bitboard enemy_wall = steady_of_[index(~us)] & ~exposed_[index(~us)];
    const Bitboard to = targets & ~steady_of_[index(us)] & ~enemy_wall;
    captures_[index(us)] |= to;
    man.officer |= to;
    man.reach |= to;
  }
  return man.reach != before || man.holds_back != held_back_before;
}

/// Whether the winner's king, stepping off the line between a slider and the enemy king, may give check.
/// Walls: steady men other than kings.
bool Future::may_uncover(Square from, Square to, Square enemy, Bitboard walls) const {
  const Bitboard line = line_through(from, enemy);
  if (line == 0 || contains(line, to) || (between(from, enemy) & walls) != 0) return false;
  const bool diagonal = file_of(from) != file_of(enemy) && rank_of(from) != rank_of(enemy);
  for (const Man& man : *this) {
    const bool slides_so = man.type == PieceType::queen || man.is_pawn() ||
                           man.type == (diagonal ? PieceType::bishop : PieceType::rook);
    if (man.side == kWinner && slides_so && ((man.is_pawn() ? man.officer : man.reach) & line) != 0)
      return true;
  }
  return false;
}

/// Those steps of our king after which the enemy, who has nothing to move but his king, has no move left.
/// They end the game; that is the winner's mate only if he uncovers a check with it. What a step leaves
/// behind may set men free, and the enemy's king may go wherever the rules let him, also where he in turn
/// would end the game.
Bitboard Future::ends_the_game(Side us, Square from, Bitboard steps) const {
  const Bitboard kings = bit(king_[0]->home) | bit(king_[1]->home);
  const Bitboard walls = steady_ & ~kings;
  const Bitboard left_behind = king_[index(us)]->reach;
  Bitboard forbidden = steady_of_[index(~us)] & ~kings;
  for (const Man& man : *this) {
    if (man.is_king()) continue;
    if (man.side == us) {
      if (contains(walls, man.home)) forbidden |= attacked_for_ever(man, visited_ | steps);
      continue;
    }
    const Bitboard freed =
        man.is_pawn() ? forward(man.side, bit(man.home)) : officer_attacks(man.type, man.home, walls);
    if (man.moves() || man.holds_back || (freed & left_behind) != 0) return 0;
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

/// Squares next to a king, or a knight's move away, from which an officer gives a check that nobody can
/// interpose himself to.
Bitboard direct_checks(PieceType type, Square king) {
  return officer_attacks(type, king, ~Bitboard{0}) &
         (type == PieceType::knight ? ~Bitboard{0} : king_attacks(king));
}

/// What the steady men of a side other than `absent` attack whatever happens, with one more square in the
/// way.
Bitboard Future::guarded_without(Side side, const Man& absent, Bitboard also_in_the_way) const {
  Bitboard set = 0;
  for (const Man& man : *this)
    if (man.side == side && &man != &absent && contains(steady_, man.home))
      set |= attacked_for_ever(man, visited_ | also_in_the_way);
  return set;
}

/// Checks with the winner's last man to which the loser can, and can only, answer by taking him. The loser's
/// king stays where he is now in every game that ends in his mate. From these squares nobody can interpose
/// himself, and all his neighbours are his own steady men or guarded by the winner's steady king: unless he
/// or a steady man of his takes the checking man there is no answer. And he can: nothing is pinned, since the
/// winner has no other man, and where the king himself is the only one to take, the winner's king never
/// guards the square.
Bitboard Future::lost_at_once() const {
  const Man& winner = *king_[index(kWinner)];
  const Man& loser = *king_[index(kLoser)];
  if (loser.moves()) return 0;
  Bitboard kings_guard = 0;
  for (const Square square : squares(winner.reach)) kings_guard |= king_attacks(square);
  const Bitboard neighbours = king_attacks(loser.home) & ~steady_of_[index(kLoser)];
  const Bitboard free = winner.moves() ? neighbours : neighbours & ~kings_guard;
  const Bitboard takes = guarded_without(kLoser, loser, 0) | (king_attacks(loser.home) & ~kings_guard);
  Bitboard set = 0;
  for (const Square to : squares(direct_checks(last_man_->type, loser.home) & takes))
    if ((free & ~bit(to)) == 0) set |= bit(to);
  return set;
}

/// Squares the winner's men may step on or take on from wherever they may get to, lines that `absent` has
/// left included.
Bitboard Future::steps_of_the_winner(const Man& absent) const {
  Bitboard set = 0;
  for (const Man& man : *this) {
    if (man.side != kWinner || man.is_king()) continue;
    const Bitboard obstacles = steady_ & ~bit(absent.home);
    set |= attacks_of(man, obstacles);
    if (!man.is_pawn()) continue;
    const Bitboard one = forward(kWinner, man.reach) & ~obstacles;
    set |= one | (forward(kWinner, one & third_rank(kWinner)) & ~obstacles);
  }
  return set;
}

/// Checks with this man of the loser that mate the winner, whose king never leaves his place otherwise. What
/// is between them, if anything, is empty whatever happens, so that the check is one, and no man of the
/// winner can interpose himself; nor can any take on the square or, if it is a pawn's, behind it in passing.
/// Every neighbour of the king is a steady man of his own or guarded by steady men other than this one, even
/// with this one in their way.
Bitboard Future::mates_the_winner(const Man& man) const {
  const Man& king = *king_[index(kWinner)];
  if (king.moves()) return 0;
  Bitboard set =
      man.is_pawn() ? pawn_attacks(kWinner, king.home) : officer_attacks(man.type, king.home, visited_);
  set &= ~man.reach;
  if (set == 0) return 0;
  const Bitboard steps = steps_of_the_winner(man);
  for (const Square to : squares(set)) {
    const Bitboard guarded = guarded_without(kLoser, man, bit(to));
    // A steady man of the winner on the square itself would just have been taken.
    const Bitboard filled = steady_of_[index(kWinner)] & ~bit(to);
    const Bitboard path = between(to, king.home);
    const Bitboard answers = path | bit(to) | (man.is_pawn() ? forward(kWinner, bit(to)) : 0);
    if ((answers & steps) != 0 || (king_attacks(king.home) & ~filled & ~guarded) != 0) set ^= bit(to);
  }
  return set;
}

/// Squares from which this man, no king, would give a check that ends all hope of a mate by the winner.
Bitboard Future::pointless_checks(const Man& man) const {
  if (&man == last_man_) return lost_at_once();
  return man.side == kLoser ? mates_the_winner(man) : 0;
}

bool Future::move(Man& man) {
  if (is_gone(man)) return false;
  if (man.is_pawn()) return move_pawn(man);
  const Side us = man.side;
  const Bitboard before = man.reach;
  const bool held_back_before = man.holds_back;
  Bitboard closed = steady_of_[index(us)] | (steady_of_[index(~us)] & ~exposed_[index(~us)]);
  const Bitboard held_back = man.is_king() ? 0 : pointless_checks(man);
  closed |= man.is_king() ? guarded_[index(~us)] : held_back;
  // A king may also gain by what others do, because they save him or his enemy from stalemate.
  if (!man.is_king() && man.known_steady == steady_ && man.known_closed == closed) {
    captures_[index(us)] |= man.captures;
    return false;
  }
  for (Bitboard todo = man.reach; todo != 0;) {
    const Square from = first(todo);
    todo &= todo - 1;
    Bitboard to = officer_attacks(man.type, from, steady_);
    man.holds_back = man.holds_back || (to & held_back) != 0;
    to &= ~closed;
    if (man.is_king() && (to & ~man.reach) != 0) to &= man.reach | ~ends_the_game(us, from, to & ~man.reach);
    man.captures |= to;
    todo |= to & ~man.reach;
    man.reach |= to;
  }
  captures_[index(us)] |= man.captures;
  man.known_steady = steady_;
  man.known_closed = closed;
  return man.reach != before || man.holds_back != held_back_before;
}

bool Future::grow() {
  survey();
  captures_ = {};
  bool changed = false;
  for (Man& man : *this) {
    const bool could_capture = man.may_capture;
    changed |= move(man);
    changed |= man.may_capture != could_capture;
  }
  for (Man& man : *this)
    if (!man.takable && (exposed(man) & captures_[index(~man.side)]) != 0) {
      man.takable = true;
      changed = true;
    }
  return changed;
}

Bitboard Future::attacks_of(const Man& man, Bitboard obstacles) const {
  Bitboard set = 0;
  if (man.is_pawn())
    for (const Square from : squares(man.reach & ~man.officer)) set |= pawn_attacks(man.side, from);
  for (const Square from : squares(man.is_pawn() ? man.officer : man.reach))
    set |= officer_attacks(man.type, from, obstacles);
  return set;
}

/// Whether as many different men of the loser can stand on all these squares at once.
bool Future::can_block(Bitboard squares_to_fill) const {
  const int needed = count(squares_to_fill);
  int men = 0;
  Bitboard filled = 0;
  for (const Man& man : *this) {
    if (man.side != kLoser || man.is_king() || is_gone(man) || (man.reach & squares_to_fill) == 0) continue;
    ++men;
    filled |= man.reach;
  }
  return men >= needed && (squares_to_fill & ~filled) == 0;
}

bool Future::a_mate_fits() const {
  const Bitboard region = king_[index(kLoser)]->reach;
  Bitboard attacked = 0;
  // The loser's king is no obstacle: what is behind him is attacked through him.
  const Bitboard obstacles = steady_ & ~bit(king_[index(kLoser)]->home);
  for (const Man& man : *this)
    if (man.side == kWinner && !man.is_king() && !is_gone(man)) attacked |= attacks_of(man, obstacles);
  for (const Square mated : squares(region & attacked)) {
    const Bitboard escapes = king_attacks(mated) & region & ~attacked;
    for (const Square king : squares(king_[index(kWinner)]->reach & ~king_attacks(mated) & ~bit(mated)))
      if (can_block(escapes & ~king_attacks(king))) return true;
  }
  return false;
}

bool is_out_of_scope(const Board& board) {
  return board.castling != 0 || board.en_passant != 0;
}

bool no_mate_fits(const Board& board, const World& world) {
  return !Future{board, world}.a_mate_fits();
}

/// Either the man on this square is at some time taken there before he ever moved, or he is not.
bool holds_in_both(const Board& board, const World& world, Square square, auto&& claim) {
  World never = world;
  never.never_taken_at_home |= bit(square);
  if (!claim(board, never)) return false;
  World taken = world;
  taken.taken_at_home |= bit(square);
  return claim(board, taken);
}

bool claim_outright(const Board& board, const World& world) {
  return no_mate_fits(board, world);
}

}  // namespace

bool no_mate_fits(const Board& board) {
  return !is_out_of_scope(board) && no_mate_fits(board, World{});
}

bool no_mate_fits_split_once(const Board& board) {
  if (is_out_of_scope(board)) return false;
  const Bitboard men = board.occupied() & ~board.of(PieceType::king);
  for (const Square one : squares(men))
    if (holds_in_both(board, World{}, one, claim_outright)) return true;
  return false;
}

bool no_mate_fits_split_twice(const Board& board, const std::atomic<bool>* cancel) {
  if (is_out_of_scope(board)) return false;
  const Bitboard men = board.occupied() & ~board.of(PieceType::king);
  for (const Square one : squares(men))
    for (const Square other : squares(men & ~(bit(one) | (bit(one) - 1)))) {
      if (cancel != nullptr && cancel->load(std::memory_order_relaxed)) return false;
      const auto split_again = [other](const Board& b, const World& world) {
        return holds_in_both(b, world, other, claim_outright);
      };
      if (holds_in_both(board, World{}, one, split_again)) return true;
    }
  return false;
}

}  // namespace jadoube::chess::mating
