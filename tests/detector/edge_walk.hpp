// Incidents at the very edges of what is assumed of hands, clocks and sensors (docs/model.md): each wait is one of its limits, a
// little less, or a little more. Pieces are slid, knocked over, held, let go and taken up again, exchanged too late, taken out of
// turn; presses come before and after them; scans are late, the clock or the board stands the wrong way round.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "detector/names.hpp"
#include "record/scan.hpp"
#include "tests/support/draw.hpp"

namespace jadoube::detector::edges {

using chess::PieceType;
using record::ClockTime;
using support::Draw;

inline constexpr std::array kStarts{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                                    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                                    "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 6 5",
                                    "r3k2r/pppq1ppp/2n2n2/2bpp3/2BPP3/2N2N2/PPPQ1PPP/R3K2R w KQkq - 4 9",
                                    "rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP2PP/RNBQKBNR w KQkq - 1 3",
                                    "4k3/P6P/8/2pP4/8/8/p5p1/4K3 w - c6 0 30",
                                    "3k4/8/8/3pP3/3Pp3/8/8/3K4 b - d3 0 30",
                                    "8/8/4k3/8/8/3K4/4R3/8 w - - 98 80",
                                    "7k/8/5QK1/8/8/8/8/8 w - - 3 60",
                                    "4k2r/8/8/8/8/8/8/R3K3 w Qk - 148 90"};
inline constexpr std::array kControls{"300+2", "180", "5400+30", "40/300:60", ""};
/// In milliseconds: the limits of hands (docs/model.md 2 to 6) …
inline constexpr std::array<int, 10> kHands{60, 100, 120, 150, 200, 250, 350, 400, 600, 800};
/// … and those of what is told (section 7).
inline constexpr std::array<int, 11> kRests{300, 400, 500, 800, 1000, 1200, 1500, 2000, 3000, 4000, 6000};
inline constexpr std::array<int, 4> kDelays{300, 600, 900, -600};

class Walk {
 public:
  explicit Walk(std::uint64_t seed) : draw_{seed} {
    const record::Senses senses = draw_.one_in(6)   ? record::Senses::identity
                                  : draw_.one_in(4) ? record::Senses::colour
                                                    : record::Senses::presence;
    setup_ = *chess::setup_from_fen(draw_.of(kStarts));
    board_ = setup_.placement;
    header_.board.senses = senses;
    header_.game.start_fen = to_fen(setup_);
    header_.game.time_control = draw_.of(kControls);
    if (draw_.one_in(3)) header_.board.scan_period = Time{draw_.one_in(2) ? 50'000 : 200'000};
    is_turned_ = draw_.one_in(5);
    is_clock_turned_ = draw_.one_in(8);
    has_times_ = !draw_.one_in(3);
    if (draw_.one_in(4)) delay_ = Time{draw_.of(kDelays) * 1000};
    pace_ = draw_.one_in(2) ? 350 : 700;
    if (draw_.one_in(10)) badly_set_up();
  }

  const std::vector<record::Record>& records(int steps) {
    now_ = Time{2'000'000};
    scan();
    wait(1000);
    if (!draw_.one_in(12)) start_clock();
    for (int i = 0; i < steps; ++i) step();
    if (!draw_.one_in(3)) wait(draw_.one_in(2) ? 20'000 : 4000);
    if (draw_.one_in(3)) {
      scan();
      records_.push_back(record::End{now_ + Time{2'000'000}});
    }
    std::stable_sort(records_.begin(), records_.end(),
                     [](const auto& a, const auto& b) { return time_of(a) < time_of(b); });
    return records_;
  }
  [[nodiscard]] const record::Header& header() const { return header_; }
  [[nodiscard]] bool automatic_draws() const { return automatic_draws_; }
  [[nodiscard]] const std::string& course() const { return course_; }

 private:
  void note(const std::string& what) { course_ += std::to_string(now_.count() / 1000) + " " + what + "\n"; }
  void wait(int ms) {
    now_ += Time{ms * 1000};
    if (running_) {
      ClockTime& left = *running_ == Side::white ? white_ : black_;
      left = std::max(ClockTime{}, left - ClockTime{ms});
    }
  }
  /// At a limit, or beside it.
  void edge(int ms) {
    constexpr std::array<int, 5> kBeside{-20, -1, 0, 1, 20};
    wait(std::max(1, ms + draw_.of(kBeside)));
  }
  void hand() { draw_.one_in(2) ? wait(pace_) : edge(draw_.of(kHands)); }
  void rest() { edge(draw_.of(kRests)); }

  void scan() {
    if (is_lost_) return;
    record::Scan scan{now_ + delay_, {0}, std::nullopt, std::nullopt};
    if (header_.board.senses == record::Senses::colour) scan.white = record::Occupancy{0};
    if (header_.board.senses == record::Senses::identity) scan.pieces.emplace();
    for (const Square s : chess::squares(board_.occupied() & ~unseen_)) {
      const unsigned at = is_turned_ ? 63U - chess::index(s) : chess::index(s);
      const auto piece = *board_.at(s);
      scan.occupied.bits |= std::uint64_t{1} << at;
      if (scan.white && piece.side == Side::white) scan.white->bits |= std::uint64_t{1} << at;
      if (scan.pieces) (*scan.pieces)[at] = piece;
    }
    records_.push_back(scan);
  }
  void lift(Square s) {
    note("-" + to_string(s));
    board_.remove(s);
    scan();
  }
  void place(Square s, chess::Piece piece) {
    note("+" + to_string(s) + "=" + to_letter(piece));
    if (board_.at(s)) board_.remove(s);
    board_.put(s, piece);
    scan();
  }

  void show() {
    if (!has_times_) return;
    record::ClockReading reading{now_, white_, black_, running_, std::nullopt};
    if (is_clock_turned_) {
      std::swap(reading.white, reading.black);
      if (reading.running) reading.running = ~*reading.running;
    }
    records_.push_back(reading);
  }
  void button(Side side) {
    if (has_times_)
      show();
    else
      records_.push_back(record::Press{now_, is_clock_turned_ ? ~side : side});
  }
  void start_clock() {
    running_ = setup_.turn;
    button(~*running_);
  }
  void press(Side side) {
    if (!running_ || *running_ != side) return;
    note("!" + std::string{chess::name(side)});
    running_ = ~side;
    button(side);
  }

  void badly_set_up() {
    const Square s = a_piece(Side::white);
    const auto piece = board_.at(s);
    if (!piece) return;
    board_.remove(s);
    if (draw_.one_in(2)) {
      board_.put(an_empty_square(), *piece);
    } else if (draw_.one_in(2)) {
      const Square other = a_piece(Side::white);
      if (const auto exchanged = board_.at(other)) {
        board_.remove(other);
        board_.put(other, *piece);
        board_.put(s, *exchanged);
      }
    }
  }

  void step() {
    switch (draw_.below(22)) {
      case 0:
      case 1:
        return out_of_turn();
      case 2:
      case 3:
        return illegal();
      case 4:
      case 5:
        return displaced();
      case 6:
        return press_alone();
      case 7:
        return touched();
      case 8:
        return let_go();
      case 9:
        return stopped();
      case 10:
        return draw_.one_in(2) ? kings() : link();
      case 11:
        return draw_.one_in(3) ? put_up_again() : rest();
      case 12:
        return enter();
      case 13:
        return flicker();
      case 14:
        return unpressed();
      default:
        return move(Press::after);
    }
  }

  enum class Press { after, early, between, none };

  Square a_piece(Side side) {
    std::vector<Square> all;
    for (const Square s : chess::squares(board_.pieces(side))) all.push_back(s);
    return all.empty() ? Square{} : draw_.of(all);
  }
  Square an_empty_square() {
    std::vector<Square> all;
    for (const Square s : chess::squares(~board_.occupied())) all.push_back(s);
    return draw_.of(all);
  }
  /// One beside it that is empty, mostly.
  std::optional<Square> beside(Square from) {
    std::vector<Square> all;
    for (const Square s : chess::squares(chess::king_attacks(from) & ~board_.occupied())) all.push_back(s);
    if (all.empty()) return std::nullopt;
    return draw_.of(all);
  }
  std::optional<chess::Position> position() const {
    const auto found = chess::Position::from(setup_, chess::kForgivable);
    return found ? std::optional{*found} : std::nullopt;
  }
  std::optional<chess::Move> a_move(const chess::Position& from) {
    chess::MoveList list;
    from.legal_moves(list);
    if (list.empty()) return std::nullopt;
    // What is rare otherwise: captures, castling, promotions.
    if (!draw_.one_in(3)) {
      std::vector<chess::Move> rare;
      for (const chess::Move& each : list)
        if (each.is_promotion() || each.kind() == chess::MoveKind::castling || from.captured_square(each))
          rare.push_back(each);
      if (!rare.empty()) return draw_.of(rare);
    }
    return list[draw_.below(list.size())];
  }

  void move(Press how) {
    const auto before = position();
    const auto move = before ? a_move(*before) : std::nullopt;
    if (!move || !board_.at(move->from())) return wait(1000);
    if (!draw_.one_in(3)) wait(pace_);
    const Side mover = setup_.turn;
    make(*before, *move, how);
    setup_ = before->after(*move).setup();
    if (how != Press::after) return;
    hand();
    press(mover);
    if (!draw_.one_in(12)) return;
    hand();
    press(~mover);  // pressed back at once
  }

  /// The hand that makes it.
  void make(const chess::Position& before, chess::Move move, Press how) {
    const Side mover = before.turn();
    const chess::Position after = before.after(move);
    const auto piece = *board_.at(move.from());
    const auto taken = before.captured_square(move);
    const bool taken_first = draw_.one_in(2);
    if (taken && taken_first && board_.at(*taken)) {
      lift(*taken);
      hand();
    }
    if (move.kind() == chess::MoveKind::castling) return castle(before, move, how);
    lift(move.from());
    if (taken && board_.at(*taken) && (*taken != move.to() || !draw_.one_in(3))) {
      hand();
      lift(*taken);
    }
    if (how == Press::early) {
      hand();
      press(mover);
    }
    hand();
    if (draw_.one_in(10)) rests_on_the_way(before, move, piece);
    const auto becomes = after.at(move.to());
    if (move.is_promotion() && becomes) return promote(move.to(), piece, *becomes, mover, how);
    place(move.to(), piece);
  }
  void rests_on_the_way(const chess::Position& before, chess::Move move, chess::Piece piece) {
    chess::MoveList list;
    before.legal_moves(list);
    std::vector<Square> others;
    for (const chess::Move& each : list)
      if (each.from() == move.from() && !board_.at(each.to())) others.push_back(each.to());
    if (others.empty()) return;
    const Square on = draw_.of(others);
    place(on, piece);
    draw_.one_in(2) ? hand() : rest();
    lift(on);
    hand();
  }
  void promote(Square to, chess::Piece pawn, chess::Piece becomes, Side mover, Press how) {
    if (draw_.one_in(3)) return place(to, becomes);  // at once
    place(to, pawn);
    if (draw_.one_in(3)) return;  // and stays a pawn
    hand();
    lift(to);
    if (draw_.one_in(3)) {
      hand();
      if (how != Press::none) press(mover);
      if (draw_.one_in(2)) return;  // and nothing comes
    }
    draw_.one_in(2) ? hand() : rest();
    place(to, becomes);
  }
  void castle(const chess::Position& before, chess::Move move, Press how) {
    const auto paths = before.castling_paths(move);
    const Side side = before.turn();
    const auto king = chess::Piece{side, PieceType::king};
    const auto rook = chess::Piece{side, PieceType::rook};
    const Square king_from = move.from();
    const Square king_to = paths.king_to;
    const Square rook_to = paths.rook_to;
    const Square rook_from = paths.rook_from;
    switch (draw_.below(5)) {
      case 0:  // the rook first, and let go
        lift(rook_from);
        hand();
        place(rook_to, rook);
        draw_.one_in(2) ? hand() : rest();
        if (draw_.one_in(4)) {
          press(side);
          hand();
        }
        lift(king_from);
        hand();
        return place(king_to, king);
      case 1:  // both at once
        lift(rook_from);
        hand();
        lift(king_from);
        hand();
        place(king_to, king);
        hand();
        return place(rook_to, rook);
      default:
        lift(king_from);
        hand();
        place(king_to, king);
        if (how == Press::after && draw_.one_in(4)) press(side);
        draw_.one_in(3) ? rest() : hand();
        if (draw_.one_in(8)) return;  // half done
        lift(rook_from);
        hand();
        return place(rook_to, rook);
    }
  }

  /// The piece that stands there goes elsewhere; how long that takes decides what it may be.
  void carry(Square from, Square to) {
    const auto piece = board_.at(from);
    if (!piece) return;
    lift(from);
    if (draw_.one_in(3) && header_.board.scan_period)
      edge(150 + static_cast<int>(header_.board.scan_period->count() / 1000));
    else
      hand();
    if (board_.at(to) && to != from) {
      if (draw_.one_in(2)) {
        lift(to);
        hand();
      }
    }
    place(to, *piece);
  }
  void put_back(Square from, Square to, chess::Piece piece, std::optional<chess::Piece> stood) {
    if (!board_.at(to)) return;
    lift(to);
    hand();
    place(from, piece);
    if (stood && to != from) {
      hand();
      place(to, *stood);
    }
  }

  /// Whoever is not to move moves a piece.
  void out_of_turn() {
    const Side side = ~setup_.turn;
    chess::Setup other = setup_;
    other.turn = side;
    other.en_passant.reset();
    const auto before = chess::Position::from(other, chess::kForgivable);
    if (!before) return move(Press::after);
    const auto move = a_move(*before);
    if (!move || !board_.at(move->from()) || move->kind() == chess::MoveKind::castling) return wait(500);
    draw_.one_in(2) ? hand() : rest();
    note("out of turn");
    const auto piece = *board_.at(move->from());
    const auto stood = board_.at(move->to());
    if (draw_.one_in(4)) {  // another one of them is in the hand too
      const Square held = a_piece(side);
      const auto of_it = board_.at(held);
      if (of_it && held != move->from() && held != move->to()) {
        lift(held);
        hand();
        place(held, *of_it);
        hand();
      }
    }
    carry(move->from(), move->to());
    if (draw_.one_in(2)) {
      hand();
      press(draw_.one_in(3) ? setup_.turn : side);
    }
    draw_.one_in(2) ? hand() : rest();
    if (draw_.one_in(2)) {
      put_back(move->from(), move->to(), piece, stood);
      return rest();
    }
    if (draw_.one_in(3)) {
      setup_ = before->after(*move).setup();
      setup_.turn = side;
    } else {
      setup_.placement = board_;
    }
    castling_as_it_stands();
  }

  void castling_as_it_stands() {
    setup_.placement = board_;
    setup_.castling = {};
    setup_.en_passant.reset();
  }

  void illegal() {
    const Side side = setup_.turn;
    const auto before = position();
    const Square from = a_piece(side);
    const auto piece = board_.at(from);
    if (!before || !piece) return wait(500);
    const auto near = beside(from);
    std::optional<Square> to = near && draw_.one_in(2) ? near : std::optional{an_empty_square()};
    if (draw_.one_in(4)) to = a_piece(~side);
    if (!board_.at(from) || *to == from || (board_.at(*to) && board_.at(*to)->type == PieceType::king))
      return wait(500);
    if (before->find_legal(from, *to)) return move(Press::after);
    note("illegal");
    if (!draw_.one_in(3)) wait(pace_);
    const auto stood = board_.at(*to);
    carry(from, *to);
    const bool pressed = !draw_.one_in(3);
    if (pressed) {
      hand();
      press(side);
    }
    switch (draw_.below(4)) {
      case 0:
        rest();
        [[fallthrough]];
      case 1:
        hand();
        put_back(from, *to, *piece, stood);
        draw_.one_in(2) ? hand() : rest();
        if (pressed && draw_.one_in(2)) press(~side);
        return;
      default:
        break;
    }
    castling_as_it_stands();
    setup_.turn = ~side;
    if (draw_.one_in(2)) rest();
  }

  /// Something falls over beside a move, before its press.
  void displaced() {
    const Side side = setup_.turn;
    move(draw_.one_in(3) ? Press::early : Press::between);
    const Square from = a_piece(draw_.one_in(2) ? side : ~side);
    const auto to = beside(from);
    const auto piece = board_.at(from);
    if (!to || !piece) return press(side);
    hand();
    note("displaced");
    carry(from, *to);
    hand();
    press(side);
    draw_.one_in(3) ? hand() : rest();
    if (draw_.one_in(3)) {  // the reply comes first
      move(Press::after);
      rest();
    }
    if (draw_.one_in(4) || !board_.at(*to)) return;
    put_back(from, *to, *piece, std::nullopt);
    rest();
  }

  void press_alone() {
    if (!running_) return;
    const Side side = *running_;
    note("pressed");
    const Press how = draw_.one_in(2) ? Press::early : Press::none;
    if (how == Press::early) {
      move(how);
    } else {
      hand();
      press(side);
      draw_.one_in(2) ? hand() : rest();
      if (draw_.one_in(2)) return press(~side);
      move(Press::none);
    }
    if (!draw_.one_in(2)) return;
    // … and the piece stands badly.
    rest();
    const Square at = a_piece(side);
    const auto piece = board_.at(at);
    if (!piece) return;
    lift(at);
    hand();
    place(at, *piece);
  }

  void touched() {
    const Square s = a_piece(draw_.one_in(3) ? ~setup_.turn : setup_.turn);
    const auto piece = board_.at(s);
    if (!piece) return;
    hand();
    lift(s);
    draw_.one_in(2) ? hand() : rest();
    place(s, *piece);
    if (draw_.one_in(2)) move(Press::after);
  }

  /// A piece is let go on a square that it may go to, and then something else is played.
  void let_go() {
    const auto before = position();
    const auto tried = before ? a_move(*before) : std::nullopt;
    if (!tried || tried->kind() == chess::MoveKind::castling || board_.at(tried->to()) ||
        !board_.at(tried->from()))
      return move(Press::after);
    const auto piece = *board_.at(tried->from());
    wait(pace_);
    lift(tried->from());
    hand();
    place(tried->to(), piece);
    draw_.one_in(2) ? hand() : rest();
    lift(tried->to());
    hand();
    place(tried->from(), piece);
    hand();
    move(Press::after);
  }

  void stopped() {
    note("stopped");
    const auto was = running_;
    running_.reset();
    if (has_times_)
      show();
    else
      enter(record::Arbiter::Action::pause);
    draw_.one_in(2) ? rest() : hand();
    if (draw_.one_in(3)) {
      running_ = was;
      move(Press::none);
      running_.reset();
      rest();
    }
    if (draw_.one_in(4)) kings();
    if (!has_times_) enter(record::Arbiter::Action::resume);
    running_ = was ? setup_.turn : was;
    if (running_ && draw_.one_in(5)) running_ = ~*running_;
    if (running_) button(~*running_);
  }

  void kings() {
    note("kings");
    constexpr std::array kCentre{Square::d4, Square::e4, Square::d5, Square::e5};
    const bool stays = draw_.one_in(3);
    for (const Side side : {Side::white, Side::black}) {
      const Bitboard king = board_.pieces(side, PieceType::king);
      if (king == 0) return;
      const Square from = chess::first(king);
      const Square to = draw_.of(kCentre);
      const auto stood = board_.at(to);
      if ((stood && stood->type == PieceType::king) || from == to) return;
      lift(from);
      hand();
      if (stood && draw_.one_in(2)) {
        lift(to);
        hand();
      }
      place(to, {side, PieceType::king});
      if (side == Side::white && draw_.one_in(4)) {
        rest();
        if (draw_.one_in(2)) break;
      }
      hand();
    }
    if (draw_.one_in(4)) press(setup_.turn);
    rest();
    if (stays) rest();
    castling_as_it_stands();
    if (!draw_.one_in(3)) return;
    wait(6000);
    put_up_again();
  }

  void put_up_again() {
    note("put up again");
    const auto start = *chess::setup_from_fen(header_.game.start_fen);
    std::vector<Square> wrong;
    for (const Square s : chess::squares(board_.occupied()))
      if (start.placement.at(s) != board_.at(s)) wrong.push_back(s);
    for (const Square s : wrong) {
      if (draw_.one_in(2)) wait(300);
      lift(s);
    }
    for (const Square s : chess::squares(start.placement.occupied() & ~board_.occupied())) {
      if (draw_.one_in(2)) wait(300);
      place(s, *start.placement.at(s));
    }
    setup_ = start;
    edge(3000);
    if (draw_.one_in(2)) wait(1000);
    running_.reset();
    if (has_times_) show();
    wait(1000);
    start_clock();
  }

  void link() {
    records_.push_back(record::Link{now_ + std::max(delay_, Time{}), record::Link::State::lost, "pulled"});
    is_lost_ = true;
    for (std::uint64_t n = draw_.below(3); n > 0; --n) move(Press::after);
    wait(1200);
    is_lost_ = false;
    records_.push_back(record::Link{now_ + std::max(delay_, Time{}), record::Link::State::restored, ""});
    wait(10);
    scan();
  }

  /// A sensor loses its piece, for a moment or from now on.
  void flicker() {
    const Square s = a_piece(draw_.one_in(2) ? Side::white : Side::black);
    if (!board_.at(s)) return;
    unseen_ = chess::bit(s);
    scan();
    if (draw_.one_in(4)) return move(Press::after);
    draw_.one_in(2) ? hand() : rest();
    if (draw_.one_in(2)) move(Press::after);
    unseen_ = 0;
    scan();
  }

  /// Nobody presses for some plies.
  void unpressed() {
    for (std::uint64_t n = 1 + draw_.below(3); n > 0; --n) {
      move(Press::none);
      draw_.one_in(3) ? rest() : hand();
    }
    if (draw_.one_in(2)) wait(6000 + 10 * static_cast<int>(draw_.below(3)));
    if (draw_.one_in(4)) wait(10'000);
    press(~setup_.turn);
  }

  void enter() {
    using Action = record::Arbiter::Action;
    constexpr std::array kActions{Action::set_position, Action::confirm, Action::dismiss,
                                  Action::retract,      Action::result,  Action::seen,
                                  Action::declare,      Action::pairing, Action::adjourn};
    enter(draw_.of(kActions));
  }
  void enter(record::Arbiter::Action action) {
    using Action = record::Arbiter::Action;
    record::Arbiter a;
    a.t = now_ + std::max(delay_, Time{});
    a.action = action;
    switch (action) {
      case Action::set_position:
        castling_as_it_stands();
        a.fen = to_fen(setup_);
        entered_ = a.t;
        break;
      case Action::confirm:
      case Action::dismiss:
        a.finding = 1 + draw_.below(3);
        break;
      case Action::retract:
        a.reason = "wrong";
        if (entered_ && draw_.one_in(2))
          a.entered = *entered_;
        else
          a.finding = 1 + draw_.below(3);
        break;
      case Action::result:
        a.result = draw_.one_in(2) ? "1-0" : "1/2-1/2";
        entered_ = a.t;
        break;
      case Action::seen:
        a.square = static_cast<record::SensorSquare>(draw_.below(64));
        a.piece = draw_.of(std::array{'P', 'q', 'N', '.', 'R'});
        break;
      case Action::declare:
        a.side = setup_.turn;
        a.piece = draw_.of(std::array{'q', 'n', 'r'});
        break;
      case Action::pairing:
        a.white_name = "Anna";
        a.black_name = "Bo";
        a.white_sits_near_a1 = draw_.one_in(2);
        break;
      default:
        break;
    }
    records_.push_back(a);
    wait(50);
  }

  Draw draw_;
  record::Header header_;
  std::vector<record::Record> records_;
  std::string course_;
  chess::Setup setup_;
  chess::Placement board_;
  Time now_{};
  Time delay_{};
  std::optional<Time> entered_;
  ClockTime white_{40'000}, black_{40'000};
  std::optional<Side> running_;
  Bitboard unseen_ = 0;
  int pace_ = 350;
  bool is_turned_ = false, is_clock_turned_ = false, has_times_ = true, is_lost_ = false;
  bool automatic_draws_ = !draw_.one_in(4);
};

}  // namespace jadoube::detector::edges
