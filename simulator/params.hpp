// Everything about a simulated board that can be turned, with its default. Three values in brackets are those
// of classical, blitz and scramble, or of light, medium and heavy noise (simulator/grid.cpp).
//
// docs/model.md section 9 says where each comes from, and what real recordings show instead. "assumption"
// means that nobody has measured it yet: hands and sensors have not been filmed, so accuracies on simulated
// boards are upper bounds.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "record/scan.hpp"
#include "record/senses.hpp"
#include "simulator/incident.hpp"

namespace jadoube::simulator {

using record::ClockSense;
using record::ClockTime;
using record::Senses;
using record::Time;

/// real: not a tempo but hands as a few public recordings show them (docs/model.md section 9.3), at the pace of
/// rapid play.
enum class Tempo : std::uint8_t { classical, rapid, blitz, scramble, real };

/// How players move. Shares are per opportunity, 0 … 1; times in seconds.
struct Hands {
  /// Multiplies every hand time. MTM-1 at 100 % pace is 1; classical 1.5, blitz 0.95, scramble 0.70,
  /// rapid 1.2.
  double pace = 1.5;
  /// Seconds for d squares: reach and grasp 0.159 + 0.071 d, move 0.12 + 0.067 d, release 0.072 (MTM-1
  /// tables).
  double reach_base = 0.159, reach_per_square = 0.071;
  double move_base = 0.12, move_per_square = 0.067;
  double release = 0.072;
  /// Log-normal spread of a player's pace and of each single motion (assumption).
  double player_spread = 0.10, motion_spread = 0.18;

  /// Median and log-normal spread of the time thought before reaching out, when the game brings no clock
  /// times. Shorter than real play at slow tempos (measured medians over the board: classical 70–97 s, rapid
  /// 9–13 s, blitz 3–4 s), so that noise is exposed and a cell of the grid stays cheap.
  double think_median = 10, think_spread = 1.0;

  /// Captures: victim lifted first, own piece first, victim swept off the square (50/44/6, 40/50/10,
  /// 30/50/20 %).
  std::array<double, 3> capture_styles{0.50, 0.44, 0.06};
  /// A swept victim leaves its square empty for 0 … this (assumption; of 60 captures in real
  /// recordings 47 never showed an empty square).
  double swipe_gap = 0.06;
  /// Pieces pushed along the board instead of carried (12, 25, 35 %), and how many of these rest on the way
  /// (assumption).
  double slides = 0.12, slide_rests = 0.15;
  /// A piece of the side to move lifted and put back beforehand (1 %; assumption).
  double adjusts = 0.01;
  /// Put down on another legal square before it goes on, without letting go, for so many seconds at most
  /// (assumption).
  double hesitates = 0.008, hesitation_longest = 0.38;
  /// The reply's first lift comes before the move is complete (blitz 1 %, scramble 5 %).
  double overlaps = 0;
  /// The reply is begun after the move is complete but before it is pressed (assumption).
  double early_replies = 0.002;
  /// Seconds that pass at least before such a reply is begun (assumption).
  double reaction = 0.02;
  /// Presses that come late or never (scramble 7 %; assumption), and how many of these come at all.
  double forgotten_presses = 0.002, remembers = 0.5;
  /// Median of the seconds that a hand waits before it goes to the clock, and their log-normal spread
  /// (assumption).
  double press_delay = 0, press_delay_spread = 0.6;

  // What follows is drawn from a stream of its own, and only by hands that do it.
  /// Taken pieces that are put down beside their square (13 of 60 in real recordings), for so many seconds, and
  /// how many of these before the taker stands there (assumption).
  double victims_beside = 0, beside_shortest = 0.1, beside_longest = 0.75, beside_before = 0.1;
  /// Pieces held in the air, and for how many seconds more on the average (assumption).
  double lingers = 0, linger_mean = 0.6;
  /// Pieces let go of, then taken up again and put back where they stood before the clock is pressed
  /// (assumption).
  double takes_up_again = 0;
  /// Plies in which a sleeve takes a neighbour off its square for a moment (assumption).
  double nudges = 0;
  /// Promotions in which the new piece stands there before the pawn has left (seen once).
  double promotes_before = 0;
};

/// What the sensors make of the pieces. Rates are for the whole board.
struct Sensors {
  Senses senses = Senses::presence;
  /// Full readings per second, 5 … 1,000.
  unsigned rate = 25;
  /// Rows are read one after the other, spread over the scan period; otherwise all at once.
  bool row_by_row = false;
  /// Contact bounce at each lift and placement: up to three extra edges within 15 ms.
  bool bounce = false;
  /// One reading of one square inverted, per second (0.0005, 0.005, 0.05).
  double flips_per_second = 0;
  /// A standing piece not seen for 0.05 … 0.8 s, per minute (0.02, 0.2, 1; assumption).
  double dropouts_per_minute = 0;
  /// An empty neighbour square seen occupied for 20 … 90 ms, per lift or placement (0.2, 2, 6 %).
  double ghosts = 0;
  /// Share of placements badly centred: the piece flickers until it is moved or put straight (0.1, 0.6,
  /// 2 %).
  double off_centre = 0;
  /// … of which this share is not seen at all, from when it is put down (2 of 321 placements on real boards).
  double out_of_sight = 0;
  /// Mean seconds that a badly centred piece is seen and not seen, and the longest it stays like that
  /// (assumption).
  double flicker_on = 0.7, flicker_off = 0.12, flicker_longest = 60;
  /// Squares that get stuck on or off at a random moment of the game (1 in the level stuck).
  unsigned stuck_squares = 0;
  /// Squares on which every placement flickers with this chance (assumption).
  unsigned weak_squares = 0;
  double weak = 0;
  /// Seconds by which every scan comes late, and by up to how many more a single one does (assumption).
  double delay = 0, jitter = 0;
};

/// When the cable is out.
struct Links {
  /// Lost intervals per game and their length in seconds (the level lost: one of 4 … 45 s).
  unsigned lost_intervals = 0;
  double shortest = 4, longest = 45;
};

struct Clocks {
  /// times: readings once a second and at each press.
  ClockSense sense = ClockSense::times;
  /// Base time and increment per move, when the game brings none.
  ClockTime base{std::chrono::minutes{90}}, increment{std::chrono::seconds{30}};
  /// A clock that shows whole seconds only (rounded up, so that 0:00 means fallen); otherwise milliseconds.
  bool whole_seconds = true;
  /// Readings that never arrive, and readings whose times are those of the reading before (assumption).
  double missing = 0, stale = 0;
  /// Seconds by which all that is heard of the clock comes late, and by up to how many more a single message
  /// does (assumption).
  double delay = 0, jitter = 0;
};

/// What happens on the board once the game is over. Shares sum to at most 1; the rest: nothing (assumption).
struct Endings {
  double kings = 0.2;      // the result is shown with the kings in the centre
  double reset = 0.05;     // the pieces are put back on their first squares
  double analysis = 0.05;  // the players try out variations
};

struct Params {
  Tempo tempo = Tempo::classical;
  Hands hands;
  /// Black's, if they are other hands.
  std::optional<Hands> black_hands = std::nullopt;
  Sensors sensors;
  Links links;
  Clocks clocks;
  Endings endings;
  /// Black sits where the sensor board calls rank 1.
  bool turned = false;
  /// Use the game's own `%clk`/`%emt` times where it has them; otherwise times are drawn.
  bool game_times = true;
  std::string law = "fide-2023-std";
  /// Plies at least that are invented once the game's own moves no longer fit, as after an illegal move that
  /// stands.
  unsigned play_on = 14;
  std::vector<Incident> incidents;
};

}  // namespace jadoube::simulator
