// The games that explain the evidence: how one is made of another, which are kept, and on what they agree.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "reading/hindsight.hpp"
#include "reading/set_up_pairs.hpp"
#include "tracker/advice.hpp"
#include "tracker/scene.hpp"
#include "tracker/weighing.hpp"

namespace jadoube::tracker {

/// What has been let go of, to be asked about once more.
struct Past {
  reading::Hindsight game;
  std::uint64_t key = 0;  // of the record before the first of its plies
  unsigned ply = 0;       // on the record after the last of them …
  unsigned depth = 0;     // … and that step

  explicit Past(const Step& root) : game{root.position()}, key{root.key}, ply{root.ply}, depth{root.depth} {}
  /// The next step. Where that is no lawful ply what may have been played before is not asked about any more.
  void add(const Step& step);
};
/// The game before that ply of it, to be played on from.
[[nodiscard]] StepPtr step_of(const Past& past, std::size_t before);

/// After prune() there is at least one, and the likeliest comes first.
class Games {
 public:
  /// `scene` is looked at whenever something is asked. `root`: what all games begin with; `pairs`: of the set-up there.
  Games(const Scene& scene, StepPtr root, const SetUpPairs& pairs);
  Games(const Games&) = delete;
  Games& operator=(const Games&) = delete;

  [[nodiscard]] const Scene& scene() const { return scene_; }
  [[nodiscard]] const std::vector<Owned>& live() const { return live_; }
  [[nodiscard]] std::vector<Owned>& live() { return live_; }
  [[nodiscard]] const Hypothesis& best() const { return *live_.front(); }
  /// What makes a game less likely than this need not be made.
  [[nodiscard]] LogWeight worst_kept() const { return live_.front()->total + model::kBeam; }

  // --- Making

  /// The game as it begins. The first are made so.
  Owned from_root(Orientation orientation);
  /// The game that goes on from `from` with `step`; or, where that is the step of `from` or one before it, is
  /// taken up there again. It inherits the score, the sensors, which way round the board lies, and the
  /// presses that are still to come; nothing has been touched, noticed or pressed since the step.
  Owned child(const Hypothesis& from, StepPtr step);
  /// The same game, in which the sensor of `square` is not believed: what else was touched, noticed and
  /// pressed since the step stays, but for what presses were charged. No spare press is waited for.
  Owned doubting(const Hypothesis& from, Square square);
  /// The game that goes on from `from` with a legal move.
  Owned play(const Hypothesis& from, StepKind kind, chess::Move move);
  StepPtr make_step(const Hypothesis& from, StepKind kind, chess::Move move, const chess::Position& after,
                    const SensedBoard& board) const;
  /// A game that has been made; it is among the others once adopt_new() or prune() is called.
  Hypothesis& add(Owned made) { return *born_.emplace_back(std::move(made)); }
  void adopt_new();
  /// Some game, among them those that were made just now, of which that is true.
  template <class IsTrue>
  [[nodiscard]] bool any(IsTrue is_true) const {
    return std::any_of(live_.begin(), live_.end(), is_true) ||
           std::any_of(born_.begin(), born_.end(), is_true);
  }
  /// Calls visit for each game, those that were made just now last, until that is false.
  template <class Visit>
  bool for_each(Visit visit) {
    return std::all_of(live_.begin(), live_.end(), [&](Owned& h) { return visit(*h); }) &&
           std::all_of(born_.begin(), born_.end(), [&](Owned& h) { return visit(*h); });
  }

  // --- Weighing

  const std::vector<Successor>& moves(Hypothesis& h) const { return weighing_.moves(h); }
  [[nodiscard]] bool is_complete(Hypothesis& h) const { return weighing_.is_complete(h); }
  LogWeight unfinished(Hypothesis& h) const { return weighing_.unfinished(h); }
  /// Puts the likeliest first. False: none is worth more or less than before.
  bool rank();

  // --- Keeping

  /// Of so many steps all games together are made.
  void set_room(model::Steps steps) { room_ = steps; }
  /// More of them are carried until then.
  void widen_until(Time t) { wide_until_ = t; }
  /// As long as it is not known what was played unseen, nothing new is settled: a game may have to be taken up from where it was.
  void hold_settled(bool hold) { settled_held_ = hold; }
  void prune();
  /// Drops what is too far behind the best, or one too many.
  void narrow();
  /// These take the place of all there are; those come back.
  std::vector<Owned> exchange_all(std::vector<Owned> games);
  /// Those that have been made take the place of all there are. They go on from `base`, which was settled, or before what was.
  void start_over(const StepPtr& base);
  /// Another number whenever live() may say something else: which games there are, what they notice, or how much likelier one
  /// is than another.
  [[nodiscard]] std::uint64_t posterior() const { return posterior_; }
  /// What live() says is another thing than before.
  void say_changed() { ++posterior_; }
  /// Another number for each game that is made.
  [[nodiscard]] std::uint32_t next_id() const { return next_id_; }

  // --- Agreeing

  [[nodiscard]] std::optional<Orientation> orientation(LogWeight others) const;
  /// The step up to which all agree; nothing before it will change any more.
  [[nodiscard]] const StepPtr& settled() const { return settled_; }
  /// The step up to which all agree that are worth more than `share` beside the best; not before settled().
  [[nodiscard]] const Step* agreed(LogWeight share) const;
  /// Lets go of what came before the last settled ply and the step before it. False: there was nothing.
  bool forget_settled();
  /// Plies up to `step` that were lawful, without one that was not between them.
  [[nodiscard]] Past past_at(const Step& step) const;
  /// Pairs of pieces that are not exchanged, in the game up to `step`.
  [[nodiscard]] SetUpPairs pairs_at(const Step& step) const;
  [[nodiscard]] const SetUpPairs& settled_pairs() const { return pairs_; }
  [[nodiscard]] AdviceBook& advice() { return advice_; }

 private:
  /// Whether there are others than when it was asked last, or some have become likelier beside the others.
  bool have_shifted();
  /// How many of the likeliest there is room for; one at least. `room` in units of a step, of which those that several have
  /// are counted once.
  [[nodiscard]] std::size_t count_fitting(std::size_t room);
  void settle();
  /// Lets go of what was touched in plies of long ago, and of the positions between.
  void forget_old_plies();

  const Scene& scene_;
  std::vector<Owned> live_;
  std::vector<Owned> born_;
  Weighing weighing_{scene_, live_};
  AdviceBook advice_;
  /// One of `live_`, and how far it is behind the likeliest.
  struct Place {
    std::uint32_t id = 0;
    LogWeight behind{};
    friend bool operator==(const Place&, const Place&) = default;
  };
  std::vector<Place> places_;  // when have_shifted() was asked last
  std::uint64_t posterior_ = 0;
  std::uint32_t next_id_ = 1;
  model::Steps room_ = model::kRoom;
  Time wide_until_{-1};
  StepPtr settled_;
  std::unique_ptr<Past> past_;  // up to the oldest step that is kept; null: all are
  SetUpPairs pairs_;            // in the game up to settled_
  bool settled_held_ = false;
  /// The explanations that it was worked out for: which have come since is told by the one, which have gone by the
  /// other.
  struct {
    std::uint32_t next_id = 0;
    std::size_t count = 0;
  } settled_of_;
  unsigned forgotten_at_ = 0;  // ply of the best at that time
  unsigned cut_at_ = 0;        // depth of what was settled when it was let go of what came before
  std::uint32_t counts_ = 0;   // made by count_fitting
};

}  // namespace jadoube::tracker
