// A game at a board, and the tracker that follows it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/tracker/positions.hpp"
#include "tracker/tracker.hpp"

namespace jadoube::tracker {

inline constexpr int kOneOfTwenty = -2996;  // ln 20 in thousandths: the first move of either side

/// A board whose sensors show what hands do, and the tracker that sees it.
class Followed {
 public:
  explicit Followed(const char* fen = kStart, std::optional<Orientation> orientation = Orientation::straight)
      : Followed{settings_of(fen, orientation)} {}
  explicit Followed(const Tracker::Settings& settings)
      : board_{SensedBoard::of(settings.start)}, tracker_{std::make_unique<Tracker>(settings, 0s, board_)} {
    board_.white = 0;
    board_.type = {};
    tracker_->set_running(Side::white);
  }

  /// The square is emptied or filled at `t`.
  Followed& change(Square square, Time t) { return change(chess::bit(square), t); }
  Followed& change(Bitboard squares, Time t) {
    wait(t);
    board_.occupied ^= squares;
    tracker_->scan(t, board_);
    return *this;
  }
  Followed& press(Side side, Time t) {
    wait(t);
    tracker_->press(t, side);
    tracker_->set_running(~side);
    return *this;
  }
  /// As somebody who asks whenever the tracker wants to be asked.
  Followed& wait(Time t) {
    for (auto due = tracker_->next_deadline(); due && *due <= t; due = tracker_->next_deadline())
      tracker_->timer(*due);
    return *this;
  }
  [[nodiscard]] Tracker& tracker() const { return *tracker_; }
  /// The ply, in two changes of half a second, and its press half a second later.
  Followed& play(std::initializer_list<Square> leaves, std::initializer_list<Square> fills,
                 bool pressed = true) {
    const Side side = tracker_->best().turn();
    for (const auto& squares : {leaves, fills}) {
      Bitboard set = 0;
      for (const Square square : squares) set |= chess::bit(square);
      change(set, tracker_->last_change() + 1s);
    }
    return pressed ? press(side, tracker_->last_change() + 500ms) : *this;
  }
  [[nodiscard]] const std::vector<std::unique_ptr<Hypothesis>>& live() const { return tracker_->live(); }

  /// The likeliest game with those plies; null: none is followed.
  [[nodiscard]] const Hypothesis* game(const std::string& moves, Bitboard fault = 0) const {
    for (const auto& h : tracker_->live()) {
      std::string played;
      for (const Step* step = h->step.get(); step->parent; step = step->parent.get())
        if (step->on_record())
          played = to_uci(step->parent->position(), step->move) + (played.empty() ? "" : " ") + played;
      if (played == moves && h->sensors.fault == fault) return h.get();
    }
    return nullptr;
  }
  /// What it weighs, but for what is not finished.
  [[nodiscard]] int score(const std::string& moves, Bitboard fault = 0) const {
    const Hypothesis* h = game(moves, fault);
    return h == nullptr ? 1 : h->score.millinats();
  }

 private:
  static Tracker::Settings settings_of(const char* fen, std::optional<Orientation> orientation) {
    Tracker::Settings settings;
    settings.start = chess::position_from_fen(fen).value();
    settings.orientation = orientation;
    return settings;
  }

  SensedBoard board_;
  std::unique_ptr<Tracker> tracker_;
};

}  // namespace jadoube::tracker
