// Turns what hypotheses notice into findings: opened when the evidence holds, withdrawn when it goes away.
#pragma once

#include <array>
#include <functional>
#include <list>
#include <optional>
#include <vector>

#include "detector/report.hpp"
#include "detector/tracker.hpp"

namespace jadoube::detector {

class FindingBook {
 public:
  using Say = std::function<void(Report)>;

  /// Weighs the notices of all live hypotheses. `before_fen` is filled from the step before the notice.
  void update(Time now, const Tracker& tracker, const Say& say);
  /// A finding that does not depend on which game is being played (link, flag, result signal …). Returns its
  /// id.
  std::uint64_t open(Finding finding, const Say& say);
  void withdraw(std::uint64_t id, Time now, const Say& say);
  /// A person said so: `confirmed` or `dismissed`. Nothing happens if there is no such finding or it was
  /// decided before.
  void decide(std::uint64_t id, State state, Time now, const Say& say);
  /// The game goes on from a position that was set: what is open stays as it is, what was only suspected is
  /// forgotten.
  void keep_open_ones();
  [[nodiscard]] std::optional<Time> next_deadline() const { return deadline_; }

  [[nodiscard]] const std::array<std::uint64_t, kKindCount>& opened() const { return opened_; }
  /// Opened and not withdrawn, by grade.
  [[nodiscard]] const std::array<std::uint64_t, 3>& standing() const { return standing_; }

 private:
  /// A notice as the likeliest explanation sees it: explanations are weighed best first. Good while weighing.
  struct View {
    const Notice* notice = nullptr;
    const Step* step = nullptr;        // the one that the notice is part of, or the last one before it
    const Touches* touches = nullptr;  // of the notice's segment
    const Hypothesis* seen_by = nullptr;
  };
  struct Entry {
    Finding finding;
    std::optional<Time> believed_since;
    std::optional<Time> doubted_since;
    bool is_open = false;
    bool is_settled = false;    // all explanations agree on the step that says so
    bool is_decided = false;    // a person said so
    bool is_final = false;      // cannot be withdrawn any more
    std::uint64_t mass = 0;     // while weighing
    std::uint64_t seen_in = 0;  // the last explanation that had it
    View view;
  };
  /// Fills in what is to be said. Only of what is about to be: most notices never are, and a FEN is dear.
  void describe(Entry& entry, const Tracker& tracker, std::uint64_t whole, Time now) const;
  void weigh(const Notice& notice, bool pending, std::uint64_t mass, std::uint64_t serial, const Step& step,
             const Touches& touches, const Hypothesis& seen_by);
  /// Nothing else can have happened than the illegal move, by what the sensors show.
  [[nodiscard]] static bool is_established(const Entry& entry, bool agreed, const Tracker& tracker);
  void say_opened(Entry& entry, Time now, const Say& say);

  [[nodiscard]] bool is_told_already(const Finding& finding) const;
  void mark_settled(const Notice& notice);

  std::list<Entry> entries_;  // seldom any, and one is large
  StepPtr last_settled_;
  std::uint64_t next_id_ = 1;
  std::optional<Time> deadline_;
  std::array<std::uint64_t, kKindCount> opened_{};
  std::array<std::uint64_t, 3> standing_{};
};

}  // namespace jadoube::detector
