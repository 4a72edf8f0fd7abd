// The detector: records of a scan log in, lines of the finding stream out.
//
// A pure function of its input: no clock of its own, no threads, no input or output. The same records give
// the same lines whatever the chunking, and unchanged scans may be left out. A conclusion drawn from nothing
// happening is dated with the moment at which nothing had happened for long enough.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "record/scan.hpp"
#include "report/report.hpp"

namespace jadoube::detector {

class Detector {
 public:
  using Say = std::function<void(const report::Report&)>;

  /// What the detector has to know of the rules of the event.
  struct Rules {
    /// Fivefold repetition and seventy-five moves end the game; else they are told, and it goes on.
    bool automatic_draws;
    constexpr Rules(bool ends_by_itself = true) : automatic_draws{ends_by_itself} {}
  };

  /// `say` is called, in order, for each line as it is concluded; during calls that take records or time
  /// only.
  Detector(const record::Header& header, Say say, Rules rules = {});
  ~Detector();
  Detector(Detector&&) noexcept;
  Detector& operator=(Detector&&) noexcept;
  Detector(const Detector&) = delete;
  Detector& operator=(const Detector&) = delete;

  /// The next record. Records come in the order of the log; a time before the last one counts as the last
  /// one's.
  void on(const record::Record& record);

  /// Nothing has changed up to `now`: whatever silence proves is concluded. For live boards; a replay need
  /// not call it.
  void advance_to(record::Time now);
  /// The same, but it comes back after a millisecond or so of work, so that other boards need not wait.
  /// False: there is more to do; what is said in the end is the same.
  bool advance_a_part(record::Time now);

  /// Completed plies that several legal moves explain at present, in the order of the game: what an engine's
  /// advice can be about.
  [[nodiscard]] std::vector<report::OpenPly> open_plies() const;

  /// What the sensors show, in the orientation of the game: a1 is White's left corner.
  struct Seen {
    chess::Bitboard occupied = 0;
    /// White sits where the sensor board has its own eighth rank.
    bool turned = false;
  };
  [[nodiscard]] Seen seen() const;

  /// How many explanations of the evidence are carried at present; none before there is a game.
  [[nodiscard]] std::size_t explanations() const;

  /// End of the log: what is still pending is settled as well as it can be, and the summary is said. Call
  /// once.
  void finish();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace jadoube::detector
