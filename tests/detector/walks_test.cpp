// What the detector says of games that nobody has thought of: moves at every pace, presses too early, twice or not at all,
// pieces that are touched, knocked over or put where they cannot go, links that are lost, and what people enter. The draws are
// the same each time; what is said of them, as a number for each walk, is in walks/, so that nothing that is said of a
// board changes unnoticed. JADOUBE_WALK="presence 17" shows what is said of that one.
#include <gtest/gtest.h>

#include "detector/detector.hpp"
#include "detector/names.hpp"
#include "stream/stream_json.hpp"
#include "tests/support/draw.hpp"
#include "tests/support/fingerprint.hpp"

namespace jadoube::detector {
namespace {

using record::ClockTime;
using support::Draw;

constexpr std::array kStarts{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                             "r3k2r/pppq1ppp/2n2n2/2bpp3/2BPP3/2N2N2/PPPQ1PPP/R3K2R w KQkq - 4 9",
                             "4k3/P6P/8/2pP4/8/8/p5p1/4K3 w - c6 0 30",
                             "8/8/4k3/8/8/3K4/4R3/8 w - - 96 80",
                             "7k/5Q2/8/8/8/8/8/K7 w - - 3 60",
                             "3qkr2/8/8/8/8/8/8/R2QK3 b Q - 0 20"};
constexpr std::array kControls{"300+2", "180", "5400+30", "40/300:60", ""};
/// In milliseconds: on both sides of what hands, sensors and clocks are thought to take.
constexpr std::array<int, 14> kPaces{10, 40, 90, 140, 160, 240, 310, 480, 520, 700, 900, 1500, 2600, 6000};

class Walk {
 public:
  Walk(record::Senses senses, std::uint64_t seed) : draw_{seed} {
    const auto setup = *chess::setup_from_fen(draw_.of(kStarts));
    setup_ = setup;
    board_ = setup.placement;
    header_.board.senses = senses;
    header_.game.start_fen = to_fen(setup);
    header_.game.time_control = draw_.of(kControls);
    header_.game.white = "Anna";
    header_.game.black = "Bo";
    if (draw_.one_in(3)) header_.board.scan_period = Time{draw_.one_in(2) ? 50'000 : 200'000};
    is_turned_ = draw_.one_in(4);
    has_times_ = !draw_.one_in(4);
    if (draw_.one_in(12)) board_.remove(static_cast<Square>(draw_.below(64)));  // badly set up
    detector_.emplace(
        header_, [this](const Report& line) { told_ += stream::to_json(line) + '\n'; }, !draw_.one_in(3));
  }

  const std::string& run(int steps) {
    scan();
    if (!draw_.one_in(6)) start_clock();
    for (int i = 0; i < steps; ++i) step();
    if (draw_.one_in(2)) wait(20'000);
    detector_->finish();
    return told_;
  }

 private:
  void tell(const record::Record& record) { detector_->on(record); }
  void wait(int ms) {
    now_ += Time{ms * 1000};
    if (running_) {
      ClockTime& left = *running_ == Side::white ? white_ : black_;
      left = std::max(ClockTime{}, left - ClockTime{ms});
    }
  }
  void pace() { wait(draw_.of(kPaces)); }

  void scan() {
    if (is_lost_) return;
    record::Scan scan{now_, {0}, std::nullopt, std::nullopt};
    if (header_.board.senses == record::Senses::colour) scan.white = record::Occupancy{0};
    if (header_.board.senses == record::Senses::identity) scan.pieces.emplace();
    for (const Square s : chess::squares(board_.occupied())) {
      const unsigned at = is_turned_ ? 63U - chess::index(s) : chess::index(s);
      const auto piece = *board_.at(s);
      scan.occupied.bits |= std::uint64_t{1} << at;
      if (scan.white && piece.side == Side::white) scan.white->bits |= std::uint64_t{1} << at;
      if (scan.pieces) (*scan.pieces)[at] = piece;
    }
    tell(scan);
  }
  void lift(Square s) {
    board_.remove(s);
    scan();
  }
  void place(Square s, chess::Piece piece) {
    board_.put(s, piece);
    scan();
  }

  void show() {
    if (has_times_) tell(record::ClockReading{now_, white_, black_, running_, std::nullopt});
  }
  void start_clock() {
    running_ = setup_.turn;
    if (has_times_)
      show();
    else
      tell(record::Press{now_, ~*running_});
  }
  void press(Side side) {
    if (running_ == ~side && has_times_) return;
    running_ = ~side;
    if (has_times_)
      show();
    else
      tell(record::Press{now_, side});
  }

  void step() {
    switch (draw_.below(14)) {
      case 0:
        return touch();
      case 1:
        return knock_over();
      case 2:
        return enter();
      case 3:
        if (draw_.one_in(3)) return link();
        [[fallthrough]];
      case 4:
        if (draw_.one_in(3)) return press(draw_.one_in(2) ? Side::white : Side::black);
        [[fallthrough]];
      default:
        return move();
    }
  }

  /// A piece is lifted and put back.
  void touch() {
    const Square s = a_piece();
    const auto piece = board_.at(s);
    if (!piece) return;
    pace();
    lift(s);
    pace();
    place(s, *piece);
  }
  void knock_over() {
    const Square from = a_piece();
    const auto piece = board_.at(from);
    const auto to = static_cast<Square>(draw_.below(64));
    if (!piece || board_.at(to)) return;
    pace();
    lift(from);
    if (!draw_.one_in(3)) pace();
    place(to, *piece);
    if (draw_.one_in(2)) return;
    pace();
    pace();
    lift(to);
    pace();
    place(from, *piece);
  }
  Square a_piece() {
    std::vector<Square> all;
    for (const Square s : chess::squares(board_.occupied())) all.push_back(s);
    return all.empty() ? Square{} : draw_.of(all);
  }

  void link() {
    tell(record::Link{now_, record::Link::State::lost, "pulled"});
    is_lost_ = true;
    for (std::uint64_t n = draw_.below(4); n > 0; --n) move();
    is_lost_ = false;
    pace();
    tell(record::Link{now_, record::Link::State::restored, ""});
    scan();
  }

  void enter() {
    record::Arbiter a;
    a.t = now_;
    switch (draw_.below(7)) {
      case 0:
        a.action = record::Arbiter::Action::pause;
        running_.reset();
        break;
      case 1:
        a.action = record::Arbiter::Action::resume;
        break;
      case 2:
        a.action = record::Arbiter::Action::set_position;
        setup_.placement = board_;
        setup_.en_passant.reset();
        setup_.castling = {};
        a.fen = to_fen(setup_);
        break;
      case 3:
        a.action = record::Arbiter::Action::result;
        a.result = draw_.one_in(2) ? "1-0" : "1/2-1/2";
        break;
      case 4:
        a.action = draw_.one_in(2) ? record::Arbiter::Action::confirm : record::Arbiter::Action::dismiss;
        a.finding = 1 + draw_.below(4);
        break;
      case 5:
        a.action = record::Arbiter::Action::retract;
        a.reason = "wrong";
        a.finding = 1 + draw_.below(4);
        break;
      default:
        return;
    }
    tell(a);
  }

  void move() {
    const auto position = chess::Position::from(setup_, chess::kForgivable);
    chess::MoveList list;
    if (position) position->legal_moves(list);
    if (list.empty()) return wait(1000);
    const chess::Move move = list[draw_.below(list.size())];
    const Side mover = setup_.turn;
    const chess::Position after = position->after(move);
    const auto piece = board_.at(move.from());
    if (!piece) return wait(1000);
    const auto taken = position->captured_square(move);
    const bool goes_wrong = draw_.one_in(10);
    const bool presses_first = draw_.one_in(14);
    pace();
    if (taken && draw_.one_in(2)) {
      lift(*taken);
      pace();
      lift(move.from());
    } else {
      lift(move.from());
      if (taken && board_.at(*taken)) {
        pace();
        lift(*taken);
      }
    }
    if (presses_first) press(mover);
    pace();
    const Square to = goes_wrong ? static_cast<Square>(draw_.below(64)) : move.to();
    const auto becomes = after.at(move.to());
    if (draw_.one_in(12) && !board_.at(move.to())) {  // rests on its way, or is let go and taken up again
      const Square rest = draw_.one_in(2) ? move.to() : static_cast<Square>(draw_.below(64));
      if (!board_.at(rest)) {
        place(rest, *piece);
        pace();
        lift(rest);
        pace();
      }
    }
    place(to, goes_wrong || !becomes ? *piece : *becomes);
    if (!goes_wrong && !draw_.one_in(10)) {
      // The rook of a castling.
      const chess::Bitboard now = after.placement().occupied();
      for (const Square gone : chess::squares(board_.occupied() & position->occupied() & ~now)) {
        const auto rook = board_.at(gone);
        pace();
        lift(gone);
        for (const Square s : chess::squares(now & ~board_.occupied())) {
          if (!after.at(s) || after.at(s)->type != chess::PieceType::rook || position->at(s)) continue;
          pace();
          place(s, *rook);
        }
      }
    }
    setup_ = after.setup();
    if (goes_wrong) {
      setup_.placement = board_;
      setup_.en_passant.reset();
    }
    if (draw_.one_in(12)) return;  // not pressed
    pace();
    if (!presses_first) press(mover);
    if (draw_.one_in(15)) {  // pressed back
      pace();
      press(~mover);
    }
  }

  Draw draw_;
  record::Header header_;
  std::optional<Detector> detector_;
  std::string told_;
  chess::Setup setup_;
  chess::Placement board_;
  Time now_{};
  ClockTime white_{30'000}, black_{30'000};
  std::optional<Side> running_;
  bool is_turned_ = false, has_times_ = true, is_lost_ = false;
};

struct Board {
  record::Senses senses;
  const char* name;
  friend void PrintTo(const Board& board, std::ostream* out) { *out << board.name; }
};
class GoldenWalks : public ::testing::TestWithParam<Board> {};

TEST_P(GoldenWalks, AreToldAsTheyWere) {
  constexpr unsigned kWalks = 112;
  constexpr int kSteps = 12;
  const auto& [senses, name] = GetParam();
  const std::filesystem::path file = std::string{"tests/detector/walks/"} + name + ".txt";
  support::SaidOfWalks now;
  for (unsigned n = 0; n < kWalks; ++n) {
    Walk walk{senses, 1000 * static_cast<unsigned>(senses) + n};
    const std::string& told = walk.run(kSteps);
    support::show_if_wanted("JADOUBE_WALK", name + (' ' + std::to_string(n)), told);
    now.add(n, told);
  }
  now.compare_with(file);
}

INSTANTIATE_TEST_SUITE_P(OnABoardOf, GoldenWalks,
                         ::testing::Values(Board{record::Senses::presence, "presence"},
                                           Board{record::Senses::colour, "colour"},
                                           Board{record::Senses::identity, "identity"}),
                         [](const auto& board) { return std::string{board.param.name}; });

}  // namespace
}  // namespace jadoube::detector
