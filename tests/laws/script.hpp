// A judge under test, fed by a script: what clock, board, detector and arbiter say, one event a line.
//
//   0     clock 1:02:10 0:58:40 white      the clock shows this, and White's runs (white, black, none)
//   25    press white                      White presses; the increment of the time control is added
//   25.4  finding illegal_move A white ply=5 squares=a2,a3 reason=king_in_check touched=a2 played=a2a3 at=25
//                                          before=PLY: the position before that ply is the one before it
//   26    move 6 black b8c6 made           told by the detector; `completed` once pressed
//                                          fen=… if it is not legal
//   26    lift b8 / place c6               the board's scan changes
//   37    pause                            an arbiter's record: pause, resume, claim SIDE WHAT,
//                                          confirm ID, dismiss ID, seen SQUARE LETTER, declare SIDE,
//                                          count SIDE, result R, adjourn, new_game, law ID,
//                                          position [WHITE BLACK] FEN (what the clocks are set to)
//   40    game over                        told by the detector; also paused, resumed, started, setup
//   41    withdraw 1 / revise PLY UCI…
//
// `#` starts a comment. Numbers of findings count from 1 in the order of the script unless id= is given.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "judge/judge.hpp"
#include "laws/library.hpp"

namespace jadoube::laws {

/// A law that is built in, read once; null: there is none of that id.
std::shared_ptr<const LawSet> built_in_law(std::string_view id);

/// White to move, in check from h4 after 1. f3 e5 2. e4 Qh4+.
inline constexpr const char* kInCheck = "rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP2PP/RNBQKBNR w KQkq - 1 3";

class Script {
 public:
  struct Setting {
    std::string law = {};
    std::string fen = "startpos";
    std::string time_control = {};
    CanMate can_mate = {};
    ForcedWin forced_win = {};
    /// Instead of the built-in law of that name.
    std::shared_ptr<const LawSet> law_set = {};
    record::Senses senses = record::Senses::presence;
    /// As in the log's header.
    std::string board = {};
    std::string variant = {};
    /// Whoever listens, in order: to each record before the judge hears it, to what is said of it, and once all
    /// of that is said.
    std::function<void(const record::Record&)> hears = {};
    std::function<void(const JudgedReport&)> says = {};
    std::function<void(const Reply&)> replies = {};
    std::function<void()> paused = {};
    /// Judge::Options::window.
    std::function<void(std::uint64_t finding, std::optional<record::Time> closes_at)> window = {};
  };
  explicit Script(const Setting& setting);

  /// Throws with the line if it cannot be understood.
  void run(const std::string& text);
  void line(const std::string& text);

  /// Straight to the judge, at the time of the last line.
  void tell(const report::Report& line);
  void feed(const record::Record& record);
  [[nodiscard]] record::Time now() const { return now_; }
  [[nodiscard]] const std::string& fen() const { return fen_; }

  [[nodiscard]] const std::vector<Ruling>& rulings() const { return rulings_; }
  [[nodiscard]] const std::vector<Reply>& replies() const { return replies_; }
  /// The rulings about one finding, in order.
  [[nodiscard]] std::vector<Ruling> about(std::uint64_t id) const;
  /// Everything that was said, one JSON object or "reply: …" a line.
  [[nodiscard]] std::string transcript() const;

 private:
  void pass_to(record::Time t);
  void show_clock();
  bool clock_event(const std::string& verb, const std::vector<std::string>& words);
  bool detector_event(const std::string& verb, const std::vector<std::string>& words,
                      const std::string& line);
  void finding(const std::vector<std::string>& words);
  void move(const std::vector<std::string>& words, const std::string& line);
  void arbiter(record::Arbiter::Action action, const std::vector<std::string>& words,
               const std::string& line);
  void scan(const std::string& square, bool occupied);

  Setting setting_;
  std::optional<Judge> judge_;
  std::optional<TimeControl> time_control_;
  std::vector<Ruling> rulings_;
  std::vector<Reply> replies_;
  std::vector<std::string> transcript_;
  std::string fen_;
  std::map<unsigned, std::string> before_;  // by ply: the position before it
  record::Time now_{};
  std::optional<Readings> clock_;
  std::optional<Side> running_;
  std::uint64_t occupied_ = 0;
  std::uint64_t next_id_ = 1;
  std::map<std::uint64_t, report::Finding> findings_;
};

/// "1:02:10", "7:26", "0:08".
ClockTime clock_from_text(const std::string& text);

}  // namespace jadoube::laws
