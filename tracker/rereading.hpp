// A game whose record has to explain too much is read again from a ply that is sure, with what came afterwards as evidence
// (docs/model.md section 8.1).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "reading/reading.hpp"
#include "tracker/games.hpp"

namespace jadoube::tracker {

/// Under way: begun from so far back, and next from further back.
struct Rereading {
  StepPtr leaf;                                     // of the record as it stands, which …
  LogWeight standing;                               // … weighs so much from where it is read again
  StepPtr base;                                     // that is here …
  Orientation orientation = Orientation::straight;  // … and so
  std::size_t attempt = 0;
  std::uint64_t positions_left = 0;
  std::unique_ptr<const Past> past;  // before that …
  std::vector<reading::Hindsight::Changes>
      others;  // … and what may have been played instead: from there it is read as well
  std::optional<reading::Reading> reading;
};

class Rereader {
 public:
  /// `positions`: how many searches may still look at, of this room and of others.
  Rereader(Games& games, std::uint64_t& positions)
      : scene_{games.scene()}, games_{games}, positions_{positions} {}

  /// If the game is suspect it is read again, in parts. `rested`: since when the board is as it is. False: a part has been done, and
  /// there is another one.
  bool go_on(Time rested);
  [[nodiscard]] bool is_under_way() const { return reading_.has_value(); }
  /// What is sensed or shown has changed.
  void give_up() { reading_.reset(); }
  /// A person has seen what stands on a square: nothing before the ply is read again.
  void witness(unsigned ply) { witnessed_ply_ = ply; }
  /// What the lawful games that have been read from that ply, or one before it, are worth together beside the record.
  [[nodiscard]] LogWeight lawful_beside(unsigned ply) const {
    return lawful_ && lawful_->from <= ply ? lawful_->beside : model::kImpossible;
  }
  /// From which ply on the game has been read again, and another one than before.
  [[nodiscard]] std::optional<unsigned> misread_from() const { return misread_from_; }
  /// The same, once for each time.
  std::optional<unsigned> take_misread_from() { return std::exchange(misread_from_, std::nullopt); }

 private:
  /// What the likeliest game has to explain away is more than happens in ordinary play.
  [[nodiscard]] bool is_suspect() const;
  /// Squares that hold a piece by their sensors, which the likeliest game does not believe, and where it has none.
  [[nodiscard]] Bitboard shown_but_not_there(const Hypothesis& h) const {
    return h.sensors.fault == 0 ? 0 : h.sensors.fault & scene_.sensed(h.orientation).occupied & ~h.occupied();
  }
  /// False: there is no reason to begin now.
  bool begin(Time rested);
  /// From further back than the last time. False: that was all.
  bool begin_from_further_back();
  /// Squares whose sensors the likeliest game has come to doubt since then.
  [[nodiscard]] Bitboard doubted_since(const Step& base) const;
  [[nodiscard]] reading::Evidence evidence_since(const Step& base, Orientation orientation) const;
  /// The first ply that is another one, or none at all.
  [[nodiscard]] std::optional<unsigned> first_misread(const reading::Reading::Found& found) const;
  /// More than one thing speaks against the record, or one that the piece did which is thought to be misread: a single
  /// unlawful act may have been made, and its lawful fiction needs but another capture that left the same squares.
  [[nodiscard]] bool is_misreading(unsigned misread, const reading::Reading::Found& found) const;
  /// What fits, and is lawful, is remembered.
  void weigh_lawful(const std::vector<reading::Reading::Found>& found);
  /// False: it is the record as it stands.
  bool take_what_was_found(const std::vector<reading::Reading::Found>& found);
  /// What was played instead before the line; null: it goes on from the record.
  [[nodiscard]] const reading::Hindsight::Changes* other_of(const reading::Reading::Found& line) const {
    return line.start == 0 ? nullptr : &reading_->others[line.start - 1];
  }
  /// What was played from that ply of the past on, with the line that goes on from there, and when.
  using Played = std::pair<reading::Hindsight::Ply, Time>;
  [[nodiscard]] std::vector<Played> played(const reading::Reading::Found& line, std::size_t from) const;
  /// What was found takes the place of the record.
  void take_up(const std::vector<reading::Reading::Found>& found);

  const Scene& scene_;
  Games& games_;
  std::uint64_t& positions_;
  std::optional<Rereading> reading_;
  unsigned witnessed_ply_ = 0;  // the last one when a person saw what stands on a square
  std::size_t next_at_ = 0;     // not before so many settled boards have come
  model::Times in_vain_ = 0;
  unsigned irregular_at_ = 0;  // the last irregular ply for which that was done …
  Bitboard shown_ = 0;         // … and what was shown then and was not there
  /// Games that fit the boards, and are lawful from that ply on.
  struct Lawful {
    unsigned from = 0;
    LogWeight beside;  // together, beside the record
  };
  std::optional<Lawful> lawful_;  // of the last reading
  std::optional<unsigned> misread_from_;
};

}  // namespace jadoube::tracker
