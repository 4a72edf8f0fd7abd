// The finding stream folded into the game it tells of: plies said again, taken back and explained
// differently leave one list, with the clock times that the log knows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "chess/setup.hpp"
#include "clocks/clock_watch.hpp"
#include "record/scan.hpp"
#include "report/report.hpp"

namespace jadoube::stream {

struct PublishedPly {
  chess::Side side = chess::Side::white;
  std::string uci;
  /// The same as `uci` for a move that is not legal; "0000" if it was not the transfer of one piece.
  std::string san;
  report::Certainty certainty = report::Certainty::certain;
  std::vector<std::string> alternatives;
  /// Where it was played from: where its predecessor led to, unless an arbiter set another position.
  chess::Setup before;
  chess::Setup after;
  /// When a ply of this number and side was first said.
  record::Time said_at{};
  /// When it was first said to be completed.
  std::optional<record::Time> completed_at;

  [[nodiscard]] bool is_legal() const { return san != uci; }
};

class PublishedGame {
 public:
  explicit PublishedGame(const record::Header& header);

  /// What the log says; every record before the lines that the detector draws from it.
  void see(const record::Record& record);
  void tell(const report::Report& line);
  /// This line tells of another game than the one so far.
  [[nodiscard]] bool ends_before(const report::Report& line) const;
  /// Forgets everything but the position from which games begin.
  void begin_anew();

  /// By ply − 1.
  [[nodiscard]] const std::vector<PublishedPly>& plies() const { return plies_; }
  /// What the mover's clock showed right after its press; nothing if no press can be told. `index` is that of
  /// a ply.
  [[nodiscard]] std::optional<record::ClockTime> clock_after(std::size_t index) const {
    return clocks_before(plies_.size())[index];
  }
  /// The same of all plies before `end`, where those from there on are taken for none.
  [[nodiscard]] std::vector<std::optional<record::ClockTime>> clocks_before(std::size_t end) const;
  /// What it has shown last; nothing: there is no clock, or none that shows times.
  [[nodiscard]] const std::optional<record::ClockReading>& clock() const { return shown_; }
  /// Rises whenever plies, presses or the result may have changed.
  [[nodiscard]] std::uint64_t changes() const { return changes_; }
  /// When its times have last shown a press; nothing: never.
  [[nodiscard]] std::optional<record::Time> last_press() const;
  /// What a person has entered last as the result and not taken back, when the game was over too; empty: nothing.
  [[nodiscard]] std::string entered_result() const;
  /// The position the next ply is played from.
  [[nodiscard]] const chess::Setup& now() const;
  [[nodiscard]] const chess::Setup& start() const { return start_; }
  /// Started, or at least one ply was said.
  [[nodiscard]] bool is_begun() const { return started_ || !plies_.empty(); }
  [[nodiscard]] bool is_over() const { return over_at_.has_value(); }
  [[nodiscard]] const std::optional<record::Time>& over_at() const { return over_at_; }
  /// "1-0", "0-1", "1/2-1/2"; empty if unknown.
  [[nodiscard]] const std::string& result() const { return result_; }

 private:
  struct Pressed {
    record::Time t{};
    chess::Side side = chess::Side::white;
    record::ClockTime shows{};
  };

  void see_result(const record::Arbiter& arbiter);
  void see_clock(const record::ClockReading& reading);
  void take_back_position(const record::Arbiter& arbiter);
  void tell_game(const report::GameReport& line);
  void tell_move(const report::MoveReport& line);
  void revise(const report::RevisionReport& line);

  chess::Setup game_start_;
  chess::Setup start_;
  std::vector<PublishedPly> plies_;
  std::optional<chess::Setup> set_by_arbiter_;  // since the last ply
  /// When a position was set last, and what stood on the record before; nothing: that was taken back.
  std::optional<std::pair<record::Time, chess::Setup>> before_set_;
  clocks::ClockWatch clock_;
  std::optional<record::ClockReading> shown_;
  std::vector<Pressed> presses_;
  std::vector<std::pair<record::Time, std::string>> entered_results_;
  std::uint64_t changes_ = 0;
  bool started_ = false;
  std::optional<record::Time> over_at_;
  std::string result_;
};

}  // namespace jadoube::stream
