// What lies between the clock and the board: how much later scans come than presses of the same moment, and
// whether the clock stands the wrong way round.
#pragma once

#include <array>
#include <boost/container/static_vector.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "chess/square.hpp"
#include "model/clock.hpp"
#include "model/log_weight.hpp"
#include "model/press_times.hpp"
#include "record/scan.hpp"

namespace jadoube::model {

/// How much later scans may come than presses; negative: presses come later.
struct DelayRange {
  record::Time least;
  record::Time most;
  friend bool operator==(const DelayRange&, const DelayRange&) = default;
};

/// Learns from the plies of one game that nothing will change any more, and from all presses (docs/model.md
/// section 4.4). Every delay and both ways for the clock to stand are weighed against what players do: they press
/// soon after they have put the piece down, and reply after that.
class ClockChannel {
 public:
  /// A button was pressed, as it was heard at `t`, by the side whose name the clock has for it.
  void press(record::Time t, chess::Side button);
  /// The clock was started, before anybody has moved, and runs for the side whose name it has for it.
  void started(chess::Side running, chess::Side to_move);
  /// The next ply on the record: when its first piece was lifted, and when it was complete on the board. Every ply
  /// is to be told, in order.
  void ply(chess::Side side, record::Time lifted, record::Time complete);
  /// What may be between clock and board.
  struct Way {
    record::Time delay{};
    bool turned = false;
  };
  /// It is tried how a game reads with scans that come later by about that delay, and the clock so: nothing else is thought
  /// possible.
  void assume(const Way& way);
  /// What was assumed, or is thought, of how the clock stands is believed: from here on it may stand the other way round all the
  /// same, with any delay, and what spoke for that so far is forgotten.
  void believe_assumed();
  /// What that is worth before anything has been heard.
  [[nodiscard]] static LogWeight prior_of(const Way& way);
  /// Whether it may be found that the clock stands the other way round; if not, it only seems so.
  void let_turn(bool may_turn) { may_turn_ = may_turn; }
  /// Plies are missing from what follows.
  void lose_thread() { last_.reset(); }

  /// How much later scans come than presses; negative: it is the presses that come later. 0 until there is
  /// evidence that order suffers.
  [[nodiscard]] record::Time delay() const { return delay_; }
  /// Delays that are not excluded, delay() among them or near it.
  [[nodiscard]] DelayRange range() const;
  /// Enough plies have been heard to go by it.
  [[nodiscard]] bool is_known() const { return plies_ >= model::kDelayKnownAfter; }
  /// White's button is at Black's side: in one case of a hundred it is not.
  [[nodiscard]] bool is_turned() const { return turned_; }
  /// It stands the other way round in all likelihood, and was not to be turned.
  [[nodiscard]] bool seems_otherwise() const { return seems_otherwise_; }
  /// In one case of ten it stands the other way round than is_turned() says; or nothing is known yet but that the clock of
  /// the wrong side was started, or that after the first ply the wrong one of two buttons was pressed.
  [[nodiscard]] bool may_stand_otherwise() const;

 private:
  static constexpr std::size_t kDelays = 41;   // from −1 s to +1 s
  static constexpr std::size_t kPresses = 24;  // as many as may belong to plies that are not settled

  struct Ply {
    chess::Side side{};
    record::Time lifted{};
    record::Time complete{};
  };
  struct Press {
    record::Time t{};
    chess::Side button{};
  };
  using Weights = std::array<LogWeight, kDelays>;

  /// Presses of one button that may be for `last_`.
  struct Heard {
    boost::container::static_vector<record::Time, kPresses> presses;
    LogWeight floor = kPressUnheard;  // what the others are worth, or none
  };
  [[nodiscard]] Heard heard_of(chess::Side button) const;
  /// Adds to each delay what the press of `last_` says of it, given when the reply to it was lifted, and learns from the
  /// press that is the likeliest how soon this side presses, if the clock stands so.
  void weigh(std::size_t way, const Heard& heard, const Ply& reply);
  void conclude();

  std::array<Weights, 2> weights_ = prior();                // the clock as it should stand, and turned
  std::array<std::array<PressTimes, 2>, 2> press_times_{};  // … and of each side
  std::array<Press, kPresses> presses_{};
  std::size_t heard_ = 0;
  std::optional<Ply> last_;
  record::Time delay_{0};
  bool turned_ = false;
  bool may_turn_ = true;
  bool seems_otherwise_ = false;
  bool in_doubt_ = false;
  Plies plies_ = 0;  // that something was concluded from

  static std::array<Weights, 2> prior();
};

}  // namespace jadoube::model
