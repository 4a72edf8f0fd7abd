// The judge: what a detector found, under one law.
//
// A pure function of what it is fed: no clock of its own, no threads, no input or output. Windows close, and
// counts run, by the times of the records and lines.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "judge/material.hpp"
#include "judge/ruling.hpp"
#include "laws/law.hpp"

namespace jadoube::laws {

class Judge {
 public:
  struct Options {
    /// Called in order, during `on` and `finish` only, for each line of the finding stream: those of the
    /// detector, its findings as rulings, and the judge's own.
    std::function<void(const JudgedReport&)> say;
    /// Answers to what a person entered. May be empty.
    std::function<void(const Reply&)> reply;
    /// When something can no longer be done about a finding, now that its window is closing at a moment that
    /// is known; nothing: that is not known (again), or it has closed. Called at the end of `on` and
    /// `advance_to`, when it has changed. May be empty.
    std::function<void(std::uint64_t finding, std::optional<record::Time> closes_at)> window;
    /// May be empty: then only what material proves is known.
    CanMate can_mate;
    /// May be empty: then no forced win is ever shown.
    ForcedWin forced_win;
    /// For an arbiter's change of law; the error is one sentence. May be empty: then it is refused.
    std::function<tl::expected<LawSet, words::Text>(std::string_view id)> find_law;
  };

  Judge(LawSet law, const record::Header& header, Options options);
  /// Under a law that others may be judged by too. Not null.
  Judge(std::shared_ptr<const LawSet> law, const record::Header& header, Options options);
  ~Judge();
  Judge(Judge&&) noexcept;
  Judge& operator=(Judge&&) noexcept;
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;

  /// The next record of the log, and what the detector said because of it (in its order). Confirmations and
  /// dismissals among the lines are left out: the judge answers the arbiter's records itself.
  void on(const record::Record& record, std::span<const report::Report> lines);
  /// Lines without a record: time passed (Detector::advance_to) or the log ended (Detector::finish).
  void on(std::span<const report::Report> lines);
  /// Nothing has changed up to `now`; windows that close by then are closed. A replay need not call it.
  void advance_to(record::Time now);

  [[nodiscard]] const LawSet& law() const;

  /// Numbers of findings that are the judge's own start here, so that those of the detector stay what they
  /// are under every law.
  static constexpr std::uint64_t kOwnIds = 1'000'001;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace jadoube::laws
