// Legal moves in one step: the squares that answer a check and the lines of pinned pieces are found first, so
// that nothing illegal is ever generated and nothing has to be tried out (except en passant, which is rare
// and treacherous).
#include <algorithm>

#include "chess/position.hpp"

namespace jadoube::chess {
namespace {

// A sink receives the moves of one position in groups: all targets of one piece, or all targets of pawns that
// move by one offset (+8 is straight on for White).

/// Counts without looking at single moves.
class Counter {
 public:
  void piece(Square, Bitboard targets) { count_ += static_cast<std::size_t>(count(targets)); }
  void pawns(Bitboard targets, int) { count_ += static_cast<std::size_t>(count(targets)); }
  void promotions(Bitboard targets, int) { count_ += 4 * static_cast<std::size_t>(count(targets)); }
  void single(Move) { ++count_; }
  [[nodiscard]] std::size_t result() const { return count_; }

 private:
  std::size_t count_ = 0;
};

constexpr std::array<PieceType, 4> kPromotions{PieceType::queen, PieceType::rook, PieceType::bishop,
                                               PieceType::knight};

constexpr Square origin(Square to, int offset) {
  return static_cast<Square>(static_cast<int>(index(to)) - offset);
}

/// Writes them into a list.
class Lister {
 public:
  explicit Lister(MoveList& list) : list_{list} {}
  void piece(Square from, Bitboard targets) {
    for (const Square to : squares(targets)) list_.push(Move{from, to});
  }
  void pawns(Bitboard targets, int offset) {
    for (const Square to : squares(targets)) list_.push(Move{origin(to, offset), to});
  }
  void promotions(Bitboard targets, int offset) {
    for (const Square to : squares(targets))
      for (const PieceType type : kPromotions) list_.push(Move::promotion(origin(to, offset), to, type));
  }
  void single(Move move) { list_.push(move); }

 private:
  MoveList& list_;
};

/// Writes them into a list, and what is occupied after each beside it.
class OccupancyLister {
 public:
  OccupancyLister(const Position& position, MoveList& list, OccupancyList& occupied_after)
      : position_{position}, occupied_{position.occupied()}, list_{list}, occupied_after_{occupied_after} {}
  void piece(Square from, Bitboard targets) {
    const Bitboard lifted = occupied_ ^ bit(from);
    for (const Square to : squares(targets)) push(Move{from, to}, lifted | bit(to));
  }
  void pawns(Bitboard targets, int offset) {
    for (const Square to : squares(targets))
      push(Move{origin(to, offset), to}, (occupied_ ^ bit(origin(to, offset))) | bit(to));
  }
  void promotions(Bitboard targets, int offset) {
    for (const Square to : squares(targets))
      for (const PieceType type : kPromotions)
        push(Move::promotion(origin(to, offset), to, type), (occupied_ ^ bit(origin(to, offset))) | bit(to));
  }
  void single(Move move) { push(move, position_.occupied_after(move)); }

 private:
  void push(Move move, Bitboard occupied) {
    occupied_after_[list_.size()] = occupied;
    list_.push(move);
  }

  const Position& position_;
  Bitboard occupied_;
  MoveList& list_;
  OccupancyList& occupied_after_;
};

/// Generates for one side; everything that depends on the direction pawns walk in is known at compile time.
template <Side kUs, class Sink>
class Generator {
 public:
  Generator(const Position& position, Sink& sink)
      : position_{position},
        sink_{sink},
        us_{position.pieces(kUs)},
        them_{position.pieces(kThem)},
        occupied_{us_ | them_},
        king_{position.king(kUs)} {}

  /// Moves of the pieces on `from`, in the order in which all would come.
  void run(Bitboard from) {
    look_from_king();
    if ((from & bit(king_)) != 0) king_moves();
    if (more_than_one(checkers_)) return;  // only the king can answer a double check
    // Where other pieces may go: anywhere; in check, between checker and king or onto the checker. Never onto
    // a king, not even in a position in which the opponent is in check.
    Bitboard allowed = ~us_;
    if (checkers_ != 0) allowed = between(king_, first(checkers_)) | checkers_;
    allowed &= ~position_.pieces(kThem, PieceType::king);

    officers(from & ~pinned_, allowed);
    pawns(from & ~pinned_, allowed);
    for (const Square square : squares(from & pinned_)) {
      const Bitboard along_pin = allowed & line_through(king_, square);
      officers(bit(square), along_pin);
      pawns(bit(square), along_pin);
    }
    en_passant(from);
  }

 private:
  static constexpr Side kThem = ~kUs;
  static constexpr int kForward = kUs == Side::white ? 8 : -8;
  static constexpr Bitboard kLastRank = rank_set(kUs == Side::white ? 7 : 0);
  static constexpr Bitboard kThirdRank = rank_set(kUs == Side::white ? 2 : 5);
  static constexpr Bitboard kFileH = file_set(7);

  static constexpr Bitboard shifted(Bitboard set, int offset) {
    return offset > 0 ? set << static_cast<unsigned>(offset) : set >> static_cast<unsigned>(-offset);
  }

  [[nodiscard]] Bitboard ours(PieceType type) const { return us_ & position_.pieces(type); }
  [[nodiscard]] Bitboard theirs(PieceType type) const { return them_ & position_.pieces(type); }
  [[nodiscard]] Bitboard our_diagonal() const { return ours(PieceType::bishop) | ours(PieceType::queen); }
  [[nodiscard]] Bitboard our_straight() const { return ours(PieceType::rook) | ours(PieceType::queen); }
  [[nodiscard]] Bitboard their_diagonal() const {
    return theirs(PieceType::bishop) | theirs(PieceType::queen);
  }
  [[nodiscard]] Bitboard their_straight() const { return theirs(PieceType::rook) | theirs(PieceType::queen); }

  /// Squares the enemy attacks, our king being no shelter for the squares behind it.
  [[nodiscard]] Bitboard attacked_by_them() const {
    const Bitboard without_king = occupied_ ^ bit(king_);
    const Bitboard their_pawns = theirs(PieceType::pawn);
    Bitboard attacked = king_attacks(position_.king(kThem)) | shifted(their_pawns & ~kFileA, -kForward - 1) |
                        shifted(their_pawns & ~kFileH, -kForward + 1);
    for (const Square from : squares(theirs(PieceType::knight))) attacked |= knight_attacks(from);
    for (const Square from : squares(their_diagonal())) attacked |= bishop_attacks(from, without_king);
    for (const Square from : squares(their_straight())) attacked |= rook_attacks(from, without_king);
    return attacked;
  }

  /// Finds what gives check, and which of our pieces stand alone between our king and an enemy slider.
  void look_from_king() {
    checkers_ = (knight_attacks(king_) & theirs(PieceType::knight)) |
                (pawn_attacks(kUs, king_) & theirs(PieceType::pawn)) |
                (king_attacks(king_) & theirs(PieceType::king));
    const Bitboard snipers =
        (bishop_attacks(king_, them_) & their_diagonal()) | (rook_attacks(king_, them_) & their_straight());
    for (const Square sniper : squares(snipers)) {
      const Bitboard shields = between(king_, sniper) & us_;
      if (shields == 0)
        checkers_ |= bit(sniper);
      else if (!more_than_one(shields))
        pinned_ |= shields;
    }
  }

  void king_moves() {
    constexpr unsigned rank = kUs == Side::white ? 0 : 7;
    constexpr Bitboard on_rank = Bitboard{0xFF} << (8 * rank);
    constexpr Bitboard f_and_g = (file_set(5) | file_set(6)) & on_rank;
    constexpr Bitboard c_and_d = (file_set(2) | file_set(3)) & on_rank;
    constexpr Bitboard b_to_d = c_and_d | (file_set(1) & on_rank);
    const CastlingRights rights = position_.castling();
    const Bitboard steps = king_attacks(king_) & ~(us_ | theirs(PieceType::king));
    const bool from_home = position_.castles_from_home();
    const bool may = checkers_ == 0 && from_home;
    const bool short_way = may && rights.has(kUs, Wing::king_side) && (occupied_ & f_and_g) == 0;
    const bool long_way = may && rights.has(kUs, Wing::queen_side) && (occupied_ & b_to_d) == 0;
    if (steps == 0 && !short_way && !long_way && from_home)
      return;  // often: no need to know what they attack

    const Bitboard attacked = attacked_by_them();
    sink_.piece(king_, steps & ~attacked);
    if (short_way && (attacked & f_and_g) == 0)
      sink_.single(Move{make_square(4, rank), make_square(6, rank), MoveKind::castling});
    if (long_way && (attacked & c_and_d) == 0)  // the rook may pass an attacked square, the king may not
      sink_.single(Move{make_square(4, rank), make_square(2, rank), MoveKind::castling});
    if (!from_home && checkers_ == 0) castle_in_chess960(attacked);
  }

  /// Kept apart from what every position of ordinary chess goes through.
  [[gnu::noinline, gnu::cold]] void castle_in_chess960(Bitboard attacked) {
    for (const Wing wing : {Wing::king_side, Wing::queen_side})
      if (position_.castling().has(kUs, wing)) castle_in_chess960(wing, attacked);
  }

  /// All squares that king and rook cross or reach are empty but for the two, the king crosses none that is
  /// attacked (FIDE 3.8.2; Guidelines II.3.2.7.4), and what the rook leaves does not uncover it.
  void castle_in_chess960(Wing wing, Bitboard attacked) {
    const bool king_side = wing == Wing::king_side;
    const Square rook = position_.castling_rook(kUs, wing);
    const Square king_to = make_square(king_side ? 6 : 2, rank_of(king_));
    const Square rook_to = make_square(king_side ? 5 : 3, rank_of(king_));
    const Bitboard others = occupied_ & ~(bit(king_) | bit(rook));
    const Bitboard king_path = between(king_, king_to) | bit(king_to);
    const Bitboard rook_path = between(rook, rook_to) | bit(rook_to);
    if (((king_path | rook_path) & others) != 0 || (king_path & attacked) != 0) return;
    const Bitboard then = others | bit(king_to) | bit(rook_to);
    if ((rook_attacks(king_to, then) & their_straight()) != 0) return;
    sink_.single(Move{king_, king_to, MoveKind::castling});
  }

  void officers(Bitboard which, Bitboard allowed) {
    for (const Square from : squares(ours(PieceType::knight) & which))
      sink_.piece(from, knight_attacks(from) & allowed);
    for (const Square from : squares(our_diagonal() & which))
      sink_.piece(from, bishop_attacks(from, occupied_) & allowed);
    for (const Square from : squares(our_straight() & which))
      sink_.piece(from, rook_attacks(from, occupied_) & allowed);
  }

  void pawns(Bitboard which, Bitboard allowed) {
    // A pawn that was left standing on a back rank has nowhere to go, or no right to.
    const Bitboard pawns = ours(PieceType::pawn) & which & ~(rank_set(0) | rank_set(7));
    if (pawns == 0) return;
    const Bitboard one_step = shifted(pawns, kForward) & ~occupied_;
    const Bitboard two_steps = shifted(one_step & kThirdRank, kForward) & ~occupied_ & allowed;
    pawn_targets(one_step & allowed, kForward);
    sink_.pawns(two_steps, 2 * kForward);
    pawn_targets(shifted(pawns & ~kFileA, kForward - 1) & them_ & allowed, kForward - 1);
    pawn_targets(shifted(pawns & ~kFileH, kForward + 1) & them_ & allowed, kForward + 1);
  }

  void pawn_targets(Bitboard targets, int offset) {
    sink_.pawns(targets & ~kLastRank, offset);
    if (const Bitboard last = targets & kLastRank; last != 0) sink_.promotions(last, offset);
  }

  void en_passant(Bitboard which) {
    const std::optional<Square> passed = position_.en_passant();
    if (!passed) return;
    for (const Square from : squares(pawn_attacks(kThem, *passed) & ours(PieceType::pawn) & which))
      if (position_.en_passant_leaves_king_safe(from, *passed))
        sink_.single(Move{from, *passed, MoveKind::en_passant});
  }

  const Position& position_;
  Sink& sink_;
  const Bitboard us_;
  const Bitboard them_;
  const Bitboard occupied_;
  const Square king_;
  Bitboard checkers_ = 0;
  Bitboard pinned_ = 0;
};

template <class Sink>
void generate(const Position& position, Sink& sink, Bitboard from = ~Bitboard{0}) {
  if (position.turn() == Side::white)
    Generator<Side::white, Sink>{position, sink}.run(from);
  else
    Generator<Side::black, Sink>{position, sink}.run(from);
}

/// The second square of the move's text.
Square written_to(const Position& position, Move move) {
  if (move.kind() != MoveKind::castling) return move.to();
  const Position::CastlingPaths paths = position.castling_paths(move);
  const bool ordinary =
      file_of(paths.king_from) == 4 && (file_of(paths.rook_from) == 0 || file_of(paths.rook_from) == 7);
  return ordinary ? move.to() : paths.rook_from;
}

std::uint64_t count_leaves(Position& position, unsigned depth) {
  if (depth == 1) return position.count_legal_moves();
  MoveList list;
  position.legal_moves(list);
  std::uint64_t leaves = 0;
  for (const Move move : list) {
    const Undo undo = position.make(move);
    leaves += count_leaves(position, depth - 1);
    position.unmake(move, undo);
  }
  return leaves;
}

}  // namespace

void Position::legal_moves(MoveList& list, Bitboard from) const {
  list.clear();
  Lister sink{list};
  if ((pieces(turn()) & from) != 0) generate(*this, sink, from);
}

void Position::legal_moves_with_occupancy(MoveList& list, OccupancyList& occupied_after) const {
  list.clear();
  OccupancyLister sink{*this, list, occupied_after};
  generate(*this, sink);
}

std::size_t Position::count_legal_moves() const {
  Counter sink;
  generate(*this, sink);
  return sink.result();
}

bool Position::is_legal(Move move) const {
  MoveList list;
  legal_moves(list, bit(move.from()));
  return list.contains(move);
}

std::optional<Move> Position::find_legal(Square from, Square to, std::optional<PieceType> promotion) const {
  MoveList list;
  legal_moves(list, bit(from));
  const auto found = std::find_if(list.begin(), list.end(), [&](Move move) {
    return (castles_from_home_ ? move.to() : written_to(*this, move)) == to &&
           (!move.is_promotion() || move.promoted_to() == promotion);
  });
  if (found == list.end()) return std::nullopt;
  return *found;
}

std::string to_uci(const Position& before, Move move) {
  if (move.kind() != MoveKind::castling) return to_uci(move);
  return to_uci(Move{move.from(), written_to(before, move)});
}

std::optional<Move> move_from_uci(const Position& position, std::string_view text) {
  if (text.size() != 4 && text.size() != 5) return std::nullopt;
  const std::optional<Square> from = square_from_string(text.substr(0, 2));
  const std::optional<Square> to = square_from_string(text.substr(2, 2));
  if (!from || !to) return std::nullopt;
  std::optional<PieceType> promotion;
  if (text.size() == 5) {
    const std::optional<Piece> piece = piece_from_letter(text[4]);
    if (!piece || piece->side == Side::white) return std::nullopt;
    promotion = piece->type;
  }
  const std::optional<Move> move = position.find_legal(*from, *to, promotion);
  if (!move || move->is_promotion() != promotion.has_value()) return std::nullopt;
  return move;
}

std::uint64_t perft(const Position& position, unsigned depth) {
  if (depth == 0) return 1;
  Position walker = position;
  return count_leaves(walker, depth);
}

}  // namespace jadoube::chess
