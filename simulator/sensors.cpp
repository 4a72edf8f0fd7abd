#include "simulator/sensors.hpp"

#include <algorithm>
#include <array>

#include "chess/bitboard.hpp"

namespace jadoube::simulator {
namespace {

using chess::Piece;

Time seconds(double s) {
  return Time{static_cast<std::int64_t>(s * 1e6 + 0.5)};
}

/// Something begins or ends to act on a square: the physical piece changes, or a disturbance does.
struct Edge {
  std::int64_t scan = 0;    // the first scan that sees it
  std::int64_t t_us = 0;    // order within a scan
  std::uint32_t order = 0;  // order of equal times
  std::uint8_t square = 0;
  enum class What : std::uint8_t { piece, invert, hide, show, stuck_on, stuck_off } what = What::piece;
  std::int8_t delta = 0;  // of a disturbance: +1 begins, −1 ends
  std::optional<Piece> now;
};

struct SquareState {
  std::optional<Piece> piece;
  int inverted = 0;
  int hidden = 0;
  int shown = 0;
  bool stuck_on = false;
  bool stuck_off = false;
  std::optional<Piece> last_piece;  // what an identity board calls a ghost

  [[nodiscard]] std::optional<Piece> seen() const {
    if (stuck_off) return std::nullopt;
    if (stuck_on) return last_piece;
    bool occupied = piece.has_value();
    if (hidden > 0) occupied = false;
    if (shown > 0) occupied = true;
    if (inverted % 2 != 0) occupied = !occupied;
    if (!occupied) return std::nullopt;
    return piece ? piece : last_piece;
  }
};

class BoardReader {
 public:
  BoardReader(const Timeline& timeline, const Sensors& sensors, Rng& rng)
      : timeline_{timeline}, sensors_{sensors}, rng_{rng}, period_us_{1'000'000 / sensors.rate} {
    changes_ = timeline.changes;
    std::ranges::stable_sort(changes_, {}, &Change::t);
    end_us_ = timeline.end.count();
  }

  SensorReadings read() {
    for (const Change& change : changes_) add_change(change);
    add_contact_noise();
    add_flips();
    add_dropouts();
    add_bad_placements();
    add_stuck_squares();
    std::ranges::sort(edges_, [](const Edge& a, const Edge& b) {
      if (a.scan != b.scan) return a.scan < b.scan;
      if (a.t_us != b.t_us) return a.t_us < b.t_us;
      return a.order < b.order;
    });
    sweep();
    return std::move(readings_);
  }

 private:
  /// The first scan that looks at the square at `t_us` or later.
  [[nodiscard]] std::int64_t scan_at(std::int64_t t_us, unsigned square) const {
    const std::int64_t offset = sensors_.row_by_row ? period_us_ * (square >> 3U) / 8 : 0;
    const std::int64_t since = t_us - offset;
    return since <= 0 ? 0 : (since + period_us_ - 1) / period_us_;
  }
  /// A scan is dated with its last row.
  [[nodiscard]] Time time_of_scan(std::int64_t scan) const {
    return Time{scan * period_us_ + (sensors_.row_by_row ? period_us_ * 7 / 8 : 0)};
  }

  void push(std::int64_t t_us, unsigned square, Edge::What what, int delta,
            std::optional<Piece> now = std::nullopt) {
    edges_.push_back({scan_at(t_us, square), t_us, static_cast<std::uint32_t>(edges_.size()),
                      static_cast<std::uint8_t>(square), what, static_cast<std::int8_t>(delta), now});
  }
  void disturb(std::int64_t from_us, std::int64_t until_us, unsigned square, Edge::What what) {
    push(from_us, square, what, +1);
    push(until_us, square, what, -1);
  }

  void add_change(const Change& change) {
    push(change.t.count(), index(change.square), Edge::What::piece, 0, change.now);
  }

  void add_contact_noise() {
    for (const Change& change : changes_) {
      const unsigned square = index(change.square);
      if (sensors_.bounce) {
        // A contact that opens and closes again a few times within 15 ms.
        std::int64_t t = change.t.count();
        for (auto left = rng_.below(4); left > 0; --left) {
          const std::int64_t gap = 500 + rng_.below(3000);
          const std::int64_t length = 300 + rng_.below(2000);
          if (t + gap + length > change.t.count() + 15'000) break;
          disturb(t + gap, t + gap + length, square, Edge::What::invert);
          t += gap + length;
        }
      }
      if (sensors_.ghosts > 0 && rng_.chance(sensors_.ghosts)) {
        const int df = static_cast<int>(rng_.below(3)) - 1;
        const int dr = static_cast<int>(rng_.below(3)) - 1;
        const int file = static_cast<int>(square & 7U) + df;
        const int rank = static_cast<int>(square >> 3U) + dr;
        if (file < 0 || file > 7 || rank < 0 || rank > 7 || (df == 0 && dr == 0)) continue;
        const std::int64_t start = change.t.count() - 10'000 + rng_.below(20'000);
        const std::int64_t length = 20'000 + rng_.below(70'000);
        disturb(std::max<std::int64_t>(start, 1), start + length, static_cast<unsigned>(rank * 8 + file),
                Edge::What::show);
      }
    }
  }

  void add_flips() {
    if (sensors_.flips_per_second <= 0) return;
    for (double t = rng_.exponential(1 / sensors_.flips_per_second); t * 1e6 < static_cast<double>(end_us_);
         t += rng_.exponential(1 / sensors_.flips_per_second)) {
      const unsigned square = rng_.below(64);
      const std::int64_t from = static_cast<std::int64_t>(t * 1e6);
      disturb(from, from + period_us_, square, Edge::What::invert);  // exactly one reading
    }
  }

  void add_dropouts() {
    if (sensors_.dropouts_per_minute <= 0) return;
    const double mean = 60 / sensors_.dropouts_per_minute;
    for (double t = rng_.exponential(mean); t * 1e6 < static_cast<double>(end_us_);
         t += rng_.exponential(mean)) {
      const std::int64_t from = static_cast<std::int64_t>(t * 1e6);
      const unsigned square = rng_.below(64);  // nothing to be seen if it is empty
      disturb(from, from + seconds(rng_.uniform(0.05, 0.8)).count(), square, Edge::What::hide);
    }
  }

  void hide(unsigned square, std::int64_t from_us, std::int64_t until_us) {
    disturb(from_us, until_us, square, Edge::What::hide);
    readings_.troubles.push_back({Time{from_us}, Time{until_us}, static_cast<SensorSquare>(square), false});
  }

  void flicker(unsigned square, std::int64_t from_us, std::int64_t until_us) {
    std::int64_t t = from_us;
    std::int64_t hidden = 0;
    for (;;) {
      t += seconds(rng_.exponential(sensors_.flicker_on)).count();
      const std::int64_t length =
          std::max<std::int64_t>(seconds(rng_.exponential(sensors_.flicker_off)).count(), 1000);
      if (t >= until_us) break;
      disturb(t, std::min(t + length, until_us), square, Edge::What::hide);
      hidden += length;
      t += length;
    }
    if (hidden > 0)
      readings_.troubles.push_back({Time{from_us}, Time{until_us}, static_cast<SensorSquare>(square), false});
  }

  [[nodiscard]] std::int64_t next_change(unsigned square, std::int64_t after_us) const {
    for (const Change& change : changes_)
      if (index(change.square) == square && change.t.count() > after_us) return change.t.count();
    return end_us_;
  }

  void add_bad_placements() {
    if (sensors_.off_centre > 0) {
      for (const Change& change : changes_) {
        if (!change.now || !rng_.chance(sensors_.off_centre)) continue;
        const std::int64_t longest = seconds(rng_.uniform(0.2, 1.0) * sensors_.flicker_longest).count();
        const std::int64_t from = change.t.count();
        const std::int64_t until = std::min(from + longest, next_change(index(change.square), from));
        if (sensors_.out_of_sight > 0 && rng_.chance(sensors_.out_of_sight))
          hide(index(change.square), from, until);
        else
          flicker(index(change.square), from, until);
      }
    }
    if (sensors_.weak_squares > 0) flicker_on_weak_squares();
    for (const FaultOrder& fault : timeline_.faults)
      if (fault.kind == FaultOrder::Kind::flicker)
        flicker(index(fault.square), fault.from.count(), fault.until.count());
  }

  void flicker_on_weak_squares() {
    chess::Bitboard weak = 0;
    while (chess::count(weak) < static_cast<int>(sensors_.weak_squares))
      weak |= chess::bit(static_cast<chess::Square>(rng_.below(64)));
    for (const Change& change : changes_) {
      if (!change.now || !chess::contains(weak, static_cast<chess::Square>(index(change.square)))) continue;
      if (!rng_.chance(sensors_.weak)) continue;
      const std::int64_t from = change.t.count();
      const std::int64_t longest = seconds(sensors_.flicker_longest).count();
      flicker(index(change.square), from, std::min(from + longest, next_change(index(change.square), from)));
    }
  }

  void add_stuck_squares() {
    for (unsigned i = 0; i < sensors_.stuck_squares; ++i) {
      const double share = rng_.uniform();
      const auto span = static_cast<double>((timeline_.last_move - timeline_.first_move).count());
      const auto at = timeline_.first_move.count() + static_cast<std::int64_t>(share * span);
      const unsigned square = rng_.below(64);
      push(at, square, rng_.chance(0.5) ? Edge::What::stuck_on : Edge::What::stuck_off, +1);
    }
    for (const FaultOrder& fault : timeline_.faults) {
      if (fault.kind == FaultOrder::Kind::flicker) continue;
      push(fault.from.count(), index(fault.square),
           fault.kind == FaultOrder::Kind::stuck_on ? Edge::What::stuck_on : Edge::What::stuck_off, +1);
    }
  }

  void apply(const Edge& edge, Time t) {
    SquareState& state = squares_[edge.square];
    switch (edge.what) {
      case Edge::What::piece:
        state.piece = edge.now;
        if (edge.now) state.last_piece = edge.now;
        break;
      case Edge::What::invert:
        state.inverted += edge.delta;
        break;
      case Edge::What::hide:
        state.hidden += edge.delta;
        break;
      case Edge::What::show:
        state.shown += edge.delta;
        break;
      case Edge::What::stuck_on:
        state.stuck_on = true;
        break;
      case Edge::What::stuck_off:
        state.stuck_off = true;
        break;
    }
    note_stuck(edge.square, t);
  }

  /// A stuck square is trouble from the first scan at which it says something else than what stands there.
  void note_stuck(unsigned square, Time t) {
    const SquareState& state = squares_[square];
    if (!state.stuck_on && !state.stuck_off) return;
    if (chess::contains(stuck_noted_, static_cast<chess::Square>(square))) return;
    if (state.piece.has_value() == state.stuck_on) return;
    stuck_noted_ |= chess::bit(static_cast<chess::Square>(square));
    readings_.troubles.push_back({t, Time{end_us_}, static_cast<SensorSquare>(square), true});
  }

  [[nodiscard]] bool is_lost(Time t) const {
    return std::ranges::any_of(timeline_.lost, [&](const Interval& i) { return i.from <= t && t < i.until; });
  }

  void show_square(unsigned square) {
    const auto seen = squares_[square].seen();
    const auto mask = chess::bit(static_cast<chess::Square>(square));
    now_.occupied.bits = seen ? now_.occupied.bits | mask : now_.occupied.bits & ~mask;
    if (now_.white) {
      const bool white = seen && seen->side == chess::Side::white;
      now_.white->bits = white ? now_.white->bits | mask : now_.white->bits & ~mask;
    }
    if (now_.pieces) (*now_.pieces)[square] = seen;
  }

  void sweep() {
    if (sensors_.senses == Senses::colour) now_.white.emplace();
    if (sensors_.senses == Senses::identity) now_.pieces.emplace();
    for (unsigned i = 0; i < 64; ++i) {
      squares_[i].piece = timeline_.start[i];
      squares_[i].last_piece = timeline_.start[i].value_or(Piece{chess::Side::white, chess::PieceType::pawn});
      show_square(i);
    }
    std::vector<std::int64_t> restored;
    for (const Interval& interval : timeline_.lost) {
      std::int64_t scan = interval.until.count() / period_us_;
      while (time_of_scan(scan) < interval.until) ++scan;
      restored.push_back(scan);
    }
    std::ranges::sort(restored);
    auto next_restored = restored.begin();
    emit(0);
    for (std::size_t i = 0; i < edges_.size() || next_restored != restored.end();) {
      const std::int64_t scan = i == edges_.size()                ? *next_restored
                                : next_restored == restored.end() ? edges_[i].scan
                                                                  : std::min(edges_[i].scan, *next_restored);
      const Time t = time_of_scan(scan);
      if (t.count() > end_us_) break;
      std::uint64_t touched = 0;
      for (; i < edges_.size() && edges_[i].scan == scan; ++i) {
        apply(edges_[i], t);
        touched |= chess::bit(static_cast<chess::Square>(edges_[i].square));
      }
      for (const chess::Square s : chess::squares(touched)) show_square(chess::index(s));
      const bool first_after_loss = next_restored != restored.end() && *next_restored == scan;
      if (first_after_loss) ++next_restored;
      if (first_after_loss || differs()) emit(scan);
    }
  }

  [[nodiscard]] bool differs() const {
    const record::Scan& last = readings_.scans.back();
    return last.occupied != now_.occupied || last.white != now_.white || last.pieces != now_.pieces;
  }

  void emit(std::int64_t scan) {
    now_.t = time_of_scan(scan);
    if (is_lost(now_.t)) return;
    readings_.scans.push_back(now_);
  }

  const Timeline& timeline_;
  const Sensors& sensors_;
  Rng& rng_;
  std::int64_t period_us_;
  std::int64_t end_us_ = 0;
  std::vector<Change> changes_;
  std::vector<Edge> edges_;
  std::array<SquareState, 64> squares_{};
  std::uint64_t stuck_noted_ = 0;
  record::Scan now_;
  SensorReadings readings_;
};

}  // namespace

SensorReadings read_board(const Timeline& timeline, const Sensors& sensors, Rng& rng) {
  return BoardReader{timeline, sensors, rng}.read();
}

}  // namespace jadoube::simulator
