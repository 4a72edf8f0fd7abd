// A log of a board at which anything happens, drawn from the bytes of a fuzzer: moves by hand, pieces that come and go,
// sensors that err, presses, clocks that jump, links that break, and what people enter about it.
#pragma once

#include <fuzzer/FuzzedDataProvider.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "chess/position.hpp"
#include "record/scan.hpp"
#include "record/scanlog_jsonl.hpp"

namespace jadoube::fuzz {

struct DrawnLog {
  record::Header header;
  /// Times never decrease; none contradicts itself.
  std::vector<record::Record> records;
};

class LogDrawer {
 public:
  LogDrawer(FuzzedDataProvider& bytes, std::size_t most) : bytes_{bytes}, most_{most} {}

  DrawnLog draw() {
    static constexpr std::array kStarts{
        "", "r3k2r/pppq1ppp/2npbn2/4p3/4P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1",
        "8/5P1k/8/8/3pP3/8/1p4K1/8 b - e3 0 1", "8/8/8/4k3/8/8/4K3/7R w - - 98 80"};
    log_.header.board.senses = static_cast<record::Senses>(bytes_.ConsumeIntegralInRange<unsigned>(0, 2));
    log_.header.game.start_fen = bytes_.PickValueInArray(kStarts);
    if (bytes_.ConsumeBool()) log_.header.game.time_control = "300+2";
    position_ = *chess::Position::from(*chess::start_from(log_.header.game.start_fen));
    is_turned_ = bytes_.ConsumeBool();
    set_up();
    while (bytes_.remaining_bytes() > 0 && log_.records.size() < most_) event();
    return std::move(log_);
  }

 private:
  using Time = record::Time;

  void pass(Time t) { now_ += t; }
  void add(record::Record record) {
    std::visit([&](auto& each) { each.t = now_; }, record);
    if (!contradiction(record)) log_.records.push_back(std::move(record));
  }

  // ---- the board

  void set_up() {
    for (unsigned i = 0; i < 64; ++i) board_[i] = position_.at(static_cast<chess::Square>(i));
    add(scan());
  }
  record::Scan scan() {
    record::Scan scan;
    record::PieceMap shown{};
    for (unsigned i = 0; i < 64; ++i) shown[is_turned_ ? 63 - i : i] = board_[i];
    std::uint64_t white = 0;
    for (unsigned i = 0; i < 64; ++i)
      if (shown[i] && shown[i]->side == chess::Side::white) white |= std::uint64_t{1} << i;
    scan.occupied = record::occupied(shown);
    if (log_.header.board.senses == record::Senses::colour) scan.white = record::Occupancy{white};
    if (log_.header.board.senses == record::Senses::identity) scan.pieces = shown;
    return scan;
  }
  void lift(unsigned square) {
    board_[square].reset();
    add(scan());
  }
  void put(unsigned square, std::optional<chess::Piece> piece) {
    board_[square] = piece;
    add(scan());
  }
  unsigned square() { return bytes_.ConsumeIntegralInRange<unsigned>(0, 63); }

  /// A lawful move, its squares changing one after the other.
  void move() {
    chess::MoveList moves;
    position_.legal_moves(moves);
    if (moves.empty()) return;
    const auto move = moves[bytes_.ConsumeIntegralInRange<std::size_t>(0, moves.size() - 1)];
    position_ = position_.after(move);
    std::vector<unsigned> emptied, filled;
    for (unsigned i = 0; i < 64; ++i) {
      const auto piece = position_.at(static_cast<chess::Square>(i));
      if (piece == board_[i]) continue;
      (piece ? filled : emptied).push_back(i);
    }
    const bool victim_first = bytes_.ConsumeBool();
    if (victim_first)
      for (const unsigned i : filled)
        if (board_[i]) lift(i);
    for (const unsigned i : emptied) lift(i);
    pass(step());
    for (const unsigned i : filled) put(i, position_.at(static_cast<chess::Square>(i)));
    pass(step());
    if (bytes_.ConsumeBool()) press(~position_.turn());
  }

  // ---- clock, cable and people

  Time step() {
    static constexpr std::array<std::int64_t, 8> kSteps{1'000,     40'000,    200'000,    600'000,
                                                        1'500'000, 4'000'000, 30'000'000, 600'000'000};
    return Time{bytes_.PickValueInArray(kSteps)};
  }
  chess::Side side() { return bytes_.ConsumeBool() ? chess::Side::white : chess::Side::black; }

  void press(chess::Side by) {
    running_ = ~by;
    if (bytes_.ConsumeBool())
      add(record::Press{{}, by});
    else
      clock();
  }
  void clock() {
    record::ClockReading reading;
    reading.white = record::ClockTime{bytes_.ConsumeIntegralInRange<std::int64_t>(0, 300'000)};
    reading.black = record::ClockTime{bytes_.ConsumeIntegralInRange<std::int64_t>(0, 300'000)};
    if (bytes_.ConsumeBool()) reading.running = running_;
    if (bytes_.ConsumeIntegralInRange(0, 15) == 0) reading.flag = side();
    add(reading);
  }
  void entry() {
    using Action = record::Arbiter::Action;
    static constexpr std::array kClaims{"anything", "illegal move", "touch move",
                                        "flag",     "threefold",    "fifty"};
    record::Arbiter entry;
    entry.action =
        static_cast<Action>(bytes_.ConsumeIntegralInRange<unsigned>(0, static_cast<unsigned>(Action::note)));
    if (entry.action == Action::claim || entry.action == Action::declare ||
        entry.action == Action::count_started)
      entry.side = side();
    entry.what = entry.action == Action::claim ? bytes_.PickValueInArray(kClaims) : "";
    if (entry.action == Action::set_position)
      entry.fen = to_fen(bytes_.ConsumeBool() ? position_ : chess::Position{});
    if (entry.action == Action::confirm || entry.action == Action::dismiss || entry.action == Action::retract)
      entry.finding = bytes_.ConsumeIntegralInRange<std::uint64_t>(1, 6);
    if (entry.action == Action::seen) entry.square = static_cast<record::SensorSquare>(square());
    if (entry.action == Action::seen || entry.action == Action::declare)
      entry.piece = bytes_.PickValueInArray({'.', 'Q', 'q', 'N', 'p', 'K'});
    if (entry.action == Action::result) entry.result = bytes_.PickValueInArray({"1-0", "0-1", "1/2-1/2"});
    if (entry.action == Action::law)
      entry.law = bytes_.PickValueInArray({"fide-2023-blitz-B2", "uscf-7", "none"});
    if (entry.action == Action::pairing) entry.white_sits_near_a1 = bytes_.ConsumeBool();
    if (entry.action == Action::pairing) entry.white_name = "A";
    if (entry.action == Action::retract) entry.reason = "mistyped";
    if (entry.action == Action::note) entry.text = "noise";
    add(entry);
  }

  void event() {
    switch (bytes_.ConsumeIntegralInRange(0, 15)) {
      case 0:
        return put(square(), std::nullopt);
      case 1: {
        const unsigned from = square();
        const auto piece = board_[from];
        lift(from);
        pass(step());
        return put(square(), piece);
      }
      case 2:
        return put(square(), chess::Piece{side(), static_cast<chess::PieceType>(
                                                      bytes_.ConsumeIntegralInRange<unsigned>(0, 5))});
      case 3:
        return press(side());
      case 4:
        return clock();
      case 5:
        return entry();
      case 6:
        add(record::Link{
            {}, bytes_.ConsumeBool() ? record::Link::State::lost : record::Link::State::restored, "cable"});
        return;
      case 7:  // nonsense
        for (auto& piece : board_)
          if (bytes_.ConsumeBool()) piece.reset();
        add(scan());
        return;
      case 8:  // the pieces are put right, or up for another game
        if (bytes_.ConsumeBool())
          position_ = *chess::Position::from(*chess::start_from(log_.header.game.start_fen));
        return set_up();
      case 9:
        return pass(step());
      default:
        return move();
    }
  }

  FuzzedDataProvider& bytes_;
  std::size_t most_;
  DrawnLog log_;
  chess::Position position_;
  record::PieceMap board_{};
  bool is_turned_ = false;
  std::optional<chess::Side> running_ = chess::Side::white;
  Time now_{};
};

}  // namespace jadoube::fuzz
