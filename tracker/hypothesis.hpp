// A hypothesis: a game that explains the evidence so far, and what has been touched since its last step.
#pragma once

#include <array>
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "chess/position.hpp"
#include "reading/gap_search.hpp"
#include "tracker/likelihood.hpp"
#include "tracker/names.hpp"

namespace jadoube::tracker {

/// Something a finding may be made of, as one hypothesis sees it.
struct Notice {
  Kind kind{};
  std::optional<Side> side;
  unsigned ply = 0;
  Grade grade = Grade::B;
  Time t{};
  Time from{};  // when the acts it speaks of began
  Reason reason = Reason::none;
  std::vector<Square> squares;
  std::vector<Square> attackers;
  words::Text text;
  /// Which case of its row it is, where the row tells cases apart (Finding::variant). A literal.
  std::string_view variant;
};

/// How a step of a game came about.
enum class StepKind : std::uint8_t {
  root,
  displaced,  // pieces moved, and no move: the physical board differs, the game does not
  repaired,   // the displaced pieces are back
  exchanged,  // two pieces stood on each other's squares from the beginning: the game has them so from here on
  // From here on: plies on the record.
  legal,
  illegal,      // an illegal transfer by the side to move; the other side is then to move
  out_of_turn,  // a transfer by the side not to move; the same side stays to move
  unseen,       // played while the link was lost
};

/// One step of a game, shared by all hypotheses that contain it. Immutable once made, but that `parent` is
/// cut off when the game up to here is settled, and when it is old the touches are let go of, and the
/// position if it can be worked out again.
struct Step : boost::intrusive_ref_counter<Step, boost::thread_unsafe_counter> {
  unsigned depth = 0;  // steps before it
  boost::intrusive_ptr<Step> parent;
  StepKind kind = StepKind::root;
  Side side = Side::white;    // who made it
  chess::Move move;           // of a ply; for an irregular one its two squares
  unsigned ply = 0;           // plies on the record after the step
  unsigned irregular = 0;     // irregular plies of these, none over model::kIrregularCounts before …
  unsigned irregular_at = 0;  // … the next; the last of them
  std::uint64_t key = 0;      // hash of the record up to here: equal for equal moves, however they came about
  Time t{};                   // when it was complete on the board
  LogWeight before{};  // what the game before it weighed when it was made, but for a press too early for it
  bool takes = false;  // a piece stood on the board where the move of a legal ply leads, which is no castling
  bool unsure = false;                      // its piece was seen to leave, and nothing of where it went
  bool answers_unpressed = false;           // the ply before it had not been pressed
  std::unique_ptr<const Touches> evidence;  // of its segment; null: none, or too old to tell of anything
  std::unique_ptr<const std::vector<OtherPly>> others;  // of one that nobody saw; null: none
  std::vector<Notice> notices;
  const Step* noticed_earlier = nullptr;  // the last step before it that has any; it may have been forgotten
  unsigned noticed_before = 0;            // notices of all steps before it
  mutable std::uint32_t counted = 0;      // Games::count_fitting has met it in that count

  Step(const chess::Position& logical, const SensedBoard& physical)
      : stands_{std::make_unique<const Stand>(Stand{logical, physical})} {}

  /// The position after the step; the logical one.
  [[nodiscard]] const chess::Position& position() const { return stands().position; }
  /// What stands on the physical board after it.
  [[nodiscard]] const SensedBoard& board() const { return stands().board; }
  /// Lets go of the position and the board where the move and the parent tell them. References to them are
  /// not good any more.
  void forget_stand() const;
  /// Position and board need not be worked out.
  [[nodiscard]] bool keeps_stand() const { return stands_ != nullptr; }
  /// Neither position and board nor touches are kept.
  [[nodiscard]] bool is_forgotten() const { return stands_ == nullptr && evidence == nullptr; }

  [[nodiscard]] const Touches& touches() const { return evidence ? *evidence : kNoTouches; }
  /// First lift of its segment, if the touches are still known.
  [[nodiscard]] Time began() const {
    Time first = t;
    for (const Touch& touch : touches()) first = std::min(first, touch.first);
    return first;
  }
  [[nodiscard]] bool on_record() const { return kind >= StepKind::legal; }
  /// Notices up to here.
  [[nodiscard]] std::size_t noticed() const { return noticed_before + notices.size(); }
  /// It is unlawful for that reason.
  [[nodiscard]] bool is_for(Reason reason) const {
    return std::any_of(notices.begin(), notices.end(),
                       [&](const Notice& n) { return n.reason == reason && n.ply == ply; });
  }
  [[nodiscard]] bool is_irregular_ply() const {
    return kind == StepKind::illegal || kind == StepKind::out_of_turn;
  }

 private:
  static const Touches kNoTouches;

  struct Stand {
    chess::Position position;
    SensedBoard board;
  };

  [[nodiscard]] const Stand& stands() const {
    if (stands_ == nullptr) [[unlikely]]
      work_out_stand();
    return *stands_;
  }
  void work_out_stand() const;

  mutable std::unique_ptr<const Stand> stands_;
};
using StepPtr = boost::intrusive_ptr<Step>;

/// The latest ply of `side`, from `step` back; null: it has made none, or it has been forgotten.
[[nodiscard]] inline const Step* last_ply_of(Side side, const Step& step) {
  for (const Step* s = &step; s != nullptr; s = s->parent.get())
    if (s->on_record() && s->side == side) return s;
  return nullptr;
}

/// How a hypothesis was made, so that it is not made twice.
struct Origin {
  std::uint32_t from = 0;  // id of the hypothesis it was made from
  unsigned plies = 1;      // at once; none: the same game, with another view of the sensors
  Bitboard carried = 0;    // squares of the next ply that were already lifted
  Bitboard doubted = 0;    // squares whose sensors came to be doubted
};

/// Which sensors a hypothesis does not believe.
struct Sensors {
  Bitboard fault = 0;     // those not believed
  Bitboard flickers = 0;  // of these, the ones that change by themselves; the others are stuck …
  Bitboard unseen = 0;    // … or have never seen the piece that stands there

  void trust(Bitboard squares) {
    fault &= ~squares;
    flickers &= ~squares;
    unseen &= ~squares;
  }
  /// Those that are so whatever stands there: a piece that is put down anew may be seen.
  [[nodiscard]] Sensors of_board() const {
    Sensors lasting = *this;
    lasting.trust(unseen);
    return lasting;
  }
};

/// The last press since the last step; as it stands by default where there was none.
struct LastPress {
  Bitboard deviation = 0;  // squares that were not as they should be at a press since the last step
  Time at{};
  Side by = Side::white;
};

/// Presses that may still come for plies thought to have been pressed with a later one, and until when.
struct SparePresses {
  unsigned count = 0;
  Time until{};
};

/// What the clock has said, as one hypothesis reads it.
struct Presses {
  LastPress last;
  std::optional<Time> early;  // the side to move pressed and nothing was complete …
  LogWeight early_weight{};   // … and what that was charged
  LogWeight weight{};         // of the last press, by the reading that it completed nothing that is under way
  LogWeight idle_weight{};    // what the idle ones were charged
  unsigned idle = 0;          // presses since the last step that completed no ply
  unsigned pending = 0;  // last plies that were not completed by a press; it may lag behind quick replies
  SparePresses spare;

  /// What of it still counts when a step has been made: no press has come since.
  [[nodiscard]] Presses after_step() const {
    Presses after;
    after.pending = pending;
    after.spare = spare;
    return after;
  }
};

/// What has been searched for since the last step, so that it is not searched for again. Moments are the
/// tracker's.
struct Searched {
  /// The board for which irregular explanations were already made, without and with a press.
  std::array<std::optional<Bitboard>, 2> irregular_for;
  std::uint64_t no_variation_at = 0;      // at this moment no variation of several plies led to the board
  std::uint64_t stuck_variations_at = 0;  // … and variations were searched with one sensor stuck
};

/// What has been worked out of the unfinished segment and the position, and at which moment of the tracker.
struct Cache {
  LogWeight unfinished{};   // log weight of that segment …
  bool in_the_air = false;  // … which changes with time: something is away
  std::uint64_t unfinished_at = 0;
  std::shared_ptr<const std::vector<Successor>> successors;  // once somebody has asked
  Prospects prospects;
  std::uint64_t prospects_at = 0;
  Outlook outlook;  // of those prospects
};

/// Games::child() makes one from another; it alone decides what a child inherits.
struct Hypothesis {
  StepPtr step;
  std::uint32_t id = 0;
  LogWeight score{};  // of all closed segments
  LogWeight total{};  // score, plus the unfinished segment and the wait for a press so far
  Orientation orientation = Orientation::straight;
  bool dead = false;
  bool displacement_noted = false;  // a press has found the displaced pieces
  bool put_right = false;           // an irregularity has just been taken back
  Bitboard guessed = 0;             // where promoted pieces stand, if it was not seen what they became
  std::uint64_t found_as = 0;       // key of the position with which it was taken up after a lost link
  Origin origin;
  Sensors sensors;
  Presses presses;
  Touches touches;              // of the unfinished segment
  std::vector<Notice> notices;  // since the last step
  Searched searched;
  Cache cache;

  /// In the posterior, in units of log_weight.hpp, if this is what the likeliest is worth.
  [[nodiscard]] std::uint64_t weight_behind(LogWeight best) const {
    if (best - total != behind_) {
      behind_ = best - total;
      weight_ = static_cast<std::uint32_t>(weight(behind_));
    }
    return weight_;
  }
  [[nodiscard]] bool pressed() const { return presses.pending == 0; }
  [[nodiscard]] Side turn() const { return step->position().turn(); }
  [[nodiscard]] Bitboard occupied() const { return step->board().occupied; }

 private:
  // What weight_behind has worked out last: it is asked for again and again, and seldom changes.
  mutable LogWeight behind_{};
  mutable std::uint32_t weight_ = kWholeWeight;
};

/// What was in the hand at a press that came too early is put down soon; if it still is in the hand, not before `now`. What is seen
/// complete within `settling` was complete at the press.
[[nodiscard]] LogWeight weight_of_holding(const Hypothesis& h, Time now, Time settling);

/// What a move would close: what has been touched since the last step, and where that step took a piece.
[[nodiscard]] SegmentView segment_of(const Hypothesis& h);

using Owned = std::unique_ptr<Hypothesis>;

/// Hash of a record extended by a move.
constexpr std::uint64_t extend_key(std::uint64_t key, chess::Move move, StepKind kind) {
  std::uint64_t x = key ^ (std::uint64_t{move.bits()} + 1 + (kind == StepKind::out_of_turn ? 0x10000U : 0U));
  x *= 0x9E3779B97F4A7C15;
  x ^= x >> 29U;
  x *= 0xBF58476D1CE4E5B9;
  return x ^ (x >> 32U);
}

}  // namespace jadoube::tracker
