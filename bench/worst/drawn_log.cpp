#include "bench/worst/drawn_log.hpp"

#include <utility>

#include "record/scanlog_jsonl.hpp"

namespace jadoube::bench {

namespace {

constexpr std::array kStarts{"",
                             "r3k2r/pppq1ppp/2npbn2/4p3/4P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1",
                             "8/5P1k/8/8/3pP3/8/1p4K1/8 b - e3 0 1",
                             "8/8/8/4k3/8/8/4K3/7R w - - 98 80",
                             "q1q1q1q1/1q1q1q1k/8/8/8/8/K1Q1Q1Q1/1Q1Q1Q1Q w - - 0 1",
                             "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1",
                             "r1bqk2r/pp2bppp/2np1n2/2p1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 1",
                             "8/PPPPPPPk/8/8/8/8/pppppppK/8 w - - 0 1"};
constexpr std::array<std::int64_t, 16> kSteps{
    0,       1'000,   20'000,    40'000,    60'000,    100'000,   150'000,    200'000,
    400'000, 700'000, 1'100'000, 1'700'000, 4'000'000, 9'000'000, 30'000'000, 300'000'000};

template <class Values>
auto of(const Values& values, unsigned which) {
  return values[which % values.size()];
}

}  // namespace

DrawnLog LogDrawer::draw(std::string_view genes, std::size_t most) {
  const auto at = [&](std::size_t i) { return i < genes.size() ? static_cast<Byte>(genes[i]) : Byte{0}; };
  LogDrawer drawer{at(0), at(1), at(2)};
  drawer.log_.records.reserve(most + 70);
  drawer.set_up();
  while (drawer.log_.records.size() < most) {
    const std::size_t before = drawer.log_.records.size();
    for (std::size_t i = kGene; i < genes.size() && drawer.log_.records.size() < most; i += kGene)
      drawer.happen(at(i), at(i + 1), at(i + 2), at(i + 3));
    if (drawer.log_.records.size() == before) break;
  }
  return std::move(drawer.log_);
}

LogDrawer::LogDrawer(Byte board, Byte start, Byte clock) {
  log_.header.board.senses = static_cast<record::Senses>(board % 3);
  is_turned_ = (board & 0x80U) != 0;
  if ((board & 0x40U) != 0) log_.header.board.scan_period = record::Time{of(kSteps, board >> 3U & 7U)};
  if (log_.header.board.scan_period == record::Time{}) log_.header.board.scan_period = record::Time{40'000};
  log_.header.game.start_fen = of(kStarts, start);
  if ((clock & 1U) != 0) log_.header.game.time_control = "300+2";
  start_ = position_ =
      *chess::Position::from(*chess::start_from(log_.header.game.start_fen), chess::kForgivable);
}

void LogDrawer::happen(Byte what, Byte a, Byte b, Byte c) {
  switch (what % 16) {
    case 0:
    case 1:
    case 2:
      return move(a, b, c);
    case 3:  // one square, which is shown at once or with the next
      change(a % 64, board_[a % 64] ? std::nullopt : std::optional{chess::Piece{}}, b % 2 == 0);
      return pass(c);
    case 4:  // a storm on one square
      for (unsigned i = 0; i < b % 64U; ++i) {
        change(a % 64, board_[a % 64] ? std::nullopt : position_.at(static_cast<chess::Square>(a % 64)),
               true);
        pass(c);
      }
      return;
    case 5:
      return press(a % 2 == 0 ? chess::Side::white : chess::Side::black, b % 2 == 0);
    case 6:
      add(record::Link{{}, a % 2 == 0 ? record::Link::State::lost : record::Link::State::restored, "cable"});
      return pass(c);
    case 7:
      play_unseen(a, b % 17U);
      if (c % 2 == 0) show();
      return;
    default:
      return disturb(what % 16, a, b, c);
  }
}

void LogDrawer::disturb(Byte what, Byte a, Byte b, Byte c) {
  switch (what) {
    case 8:
      return pass(c);
    case 9:  // a rank, or everything, away or as it should be
      for (unsigned i = 0; i < 64; ++i)
        if ((b & 0x80U) != 0 || i / 8 == a % 8U)
          board_[i] = (c & 0x80U) != 0 ? position_.at(static_cast<chess::Square>(i)) : std::nullopt;
      show();
      return pass(c);
    case 10:
      if (a % 2 == 0) position_ = start_;
      set_up();
      return pass(c);
    case 11:
      return enter(a, b, c);
    case 12: {  // a piece is put elsewhere
      const auto piece = std::exchange(board_[a % 64], std::nullopt);
      show();
      pass(c);
      return change(b % 64, piece, true);
    }
    case 13: {  // two change places
      change(a % 64, std::nullopt, true);
      change(b % 64, std::nullopt, true);
      pass(c);
      change(a % 64, position_.at(static_cast<chess::Square>(b % 64)), true);
      return change(b % 64, position_.at(static_cast<chess::Square>(a % 64)), true);
    }
    case 14: {  // clocks jump
      clock_[a % 2] = (b * 256 + c) * 1000;
      return press(a % 4 < 2 ? chess::Side::white : chess::Side::black, true);
    }
    default:  // what the piece there can take or reach is touched
      for (unsigned i = 0; i < b % 8U; ++i) change((a + i * 9U) % 64U, std::nullopt, true);
      pass(c);
      return;
  }
}

void LogDrawer::add(record::Record record) {
  std::visit([&](auto& each) { each.t = now_; }, record);
  if (!contradiction(record)) log_.records.push_back(std::move(record));
}

void LogDrawer::pass(Byte step) {
  now_ += record::Time{of(kSteps, step)};
}

void LogDrawer::show() {
  record::Scan scan;
  record::PieceMap shown{};
  for (unsigned i = 0; i < 64; ++i) shown[is_turned_ ? 63 - i : i] = board_[i];
  std::uint64_t white = 0;
  for (unsigned i = 0; i < 64; ++i) {
    if (!shown[i]) continue;
    scan.occupied.bits |= std::uint64_t{1} << i;
    if (shown[i]->side == chess::Side::white) white |= std::uint64_t{1} << i;
  }
  if (log_.header.board.senses == record::Senses::colour) scan.white = record::Occupancy{white};
  if (log_.header.board.senses == record::Senses::identity) scan.pieces = shown;
  add(scan);
}

void LogDrawer::change(unsigned square, std::optional<chess::Piece> piece, bool shown) {
  if (board_[square] == piece) return;
  board_[square] = piece;
  if (shown) show();
}

std::optional<chess::Move> LogDrawer::pick(Byte which, bool taking) const {
  chess::MoveList moves;
  position_.legal_moves(moves);
  if (moves.empty()) return std::nullopt;
  std::size_t captures = 0;
  for (const chess::Move move : moves) captures += position_.at(move.to()) ? 1U : 0U;
  if (!taking || captures == 0) return moves[which % moves.size()];
  std::size_t left = which % captures;
  for (const chess::Move move : moves)
    if (position_.at(move.to()) && left-- == 0) return move;
  return std::nullopt;
}

void LogDrawer::move(Byte which, Byte manner, Byte times) {
  const auto move = pick(which, (manner & 1U) != 0);
  if (!move) {
    position_ = start_;
    return set_up();
  }
  const chess::Side side = position_.turn();
  position_ = position_.after(*move);
  // What is taken may not be seen to go.
  const bool victim_seen = (manner & 2U) != 0;
  const bool filled_first = (manner & 4U) != 0;
  const auto emptied = [&](unsigned i) { return board_[i] && !position_.at(static_cast<chess::Square>(i)); };
  const auto to = static_cast<unsigned>(move->to());
  if (victim_seen && board_[to]) change(to, std::nullopt, true);
  const auto empty = [&] {
    for (unsigned i = 0; i < 64; ++i)
      if (emptied(i)) change(i, std::nullopt, true);
  };
  const auto fill = [&] {
    for (unsigned i = 0; i < 64; ++i)
      if (const auto piece = position_.at(static_cast<chess::Square>(i)); piece && piece != board_[i])
        change(i, piece, true);
  };
  if (filled_first) {
    fill();
    pass(times & 15U);
    empty();
  } else {
    empty();
    pass(times & 15U);
    fill();
  }
  pass(times >> 4U);
  if ((manner & 8U) != 0) press(side, (manner & 16U) != 0);
}

void LogDrawer::play_unseen(Byte which, unsigned plies) {
  for (unsigned i = 0; i < plies; ++i) {
    const auto move = pick(static_cast<Byte>(which + 7 * i), (which & 1U) != 0);
    if (!move) break;
    position_ = position_.after(*move);
  }
  for (unsigned i = 0; i < 64; ++i) board_[i] = position_.at(static_cast<chess::Square>(i));
}

void LogDrawer::press(chess::Side side, bool with_times) {
  if (!with_times) return add(record::Press{{}, side});
  record::ClockReading reading;
  reading.white = record::ClockTime{clock_[0]};
  reading.black = record::ClockTime{clock_[1]};
  reading.running = ~side;
  add(reading);
}

void LogDrawer::set_up() {
  for (unsigned i = 0; i < 64; ++i) board_[i] = position_.at(static_cast<chess::Square>(i));
  show();
}

void LogDrawer::enter(Byte what, Byte a, Byte b) {
  using Action = record::Arbiter::Action;
  static constexpr std::array kClaims{"anything", "illegal move", "touch move", "flag", "threefold", "fifty"};
  record::Arbiter entry;
  entry.action = static_cast<Action>(what % (static_cast<unsigned>(Action::note) + 1));
  if (entry.action == Action::claim || entry.action == Action::declare ||
      entry.action == Action::count_started)
    entry.side = a % 2 == 0 ? chess::Side::white : chess::Side::black;
  if (entry.action == Action::claim) entry.what = of(kClaims, b);
  if (entry.action == Action::set_position) entry.fen = to_fen(position_);
  if (entry.action == Action::confirm || entry.action == Action::dismiss || entry.action == Action::retract)
    entry.finding = 1U + a;
  if (entry.action == Action::seen) entry.square = static_cast<record::SensorSquare>(a % 64);
  if (entry.action == Action::seen || entry.action == Action::declare)
    entry.piece = of(std::array{'.', 'Q', 'q', 'N', 'p', 'K'}, b);
  if (entry.action == Action::result) entry.result = of(std::array{"1-0", "0-1", "1/2-1/2"}, a);
  if (entry.action == Action::law) entry.law = of(std::array{"fide-2023-blitz-B2", "uscf-7", "none"}, a);
  if (entry.action == Action::pairing) entry.white_name = std::string{"A"};
  if (entry.action == Action::retract) entry.reason = std::string{"mistyped"};
  if (entry.action == Action::note) entry.text = std::string{"noise"};
  add(entry);
}

}  // namespace jadoube::bench
