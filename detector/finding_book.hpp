// Turns what hypotheses notice into findings: opened when the evidence holds, withdrawn when it goes away.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <list>
#include <optional>
#include <utility>
#include <vector>

#include "detector/credence.hpp"
#include "detector/finding_grade.hpp"
#include "detector/names.hpp"
#include "model/clock_channel.hpp"

namespace jadoube::detector {

class FindingBook {
 public:
  using Say = std::function<void(Report)>;

  /// Weighs the notices of all live hypotheses. `before_fen` is filled from the step before the notice.
  void update(Time now, const Tracker& tracker, const Say& say);
  /// Perhaps the clock stands the wrong way round: until that is known no way of pressing is found fault with.
  void doubt_presses(bool doubted) { presses_in_doubt_ = doubted; }
  /// The last ply of which it was long open which of several it was; 0: none.
  void know_guesses(unsigned last) { last_guessed_ = last; }
  /// A button was pressed now, and nothing is known of the clock yet: it started, for whomever.
  void started_by_press(Time now) { first_press_ = now; }
  /// How much later scans may come than presses, and by how much presses are held back for that: a press that a possible
  /// delay would explain is a suspicion only, and so is every one that something followed until enough has been heard.
  void know_delays(const model::ClockChannel& channel, bool is_lawful, Time now, const Say& say);
  /// It did: all presses up to now were the other side's.
  void take_back_presses(Time now, const Say& say);
  /// The game was misread from that ply on, and lawful: nobody has done what does not fit there.
  void take_back_misfits(unsigned from_ply, Time now, const Say& say);
  /// A finding that does not depend on which game is being played (link, flag, result signal …). Returns its
  /// id.
  std::uint64_t open(Finding finding, const Say& say);
  void withdraw(std::uint64_t id, Time now, const Say& say);
  /// A person said so: `confirmed` or `dismissed`. Nothing happens if there is no such finding or it was
  /// decided before.
  void decide(std::uint64_t id, State state, Time now, const Say& say);
  /// A person said that this did not happen at that ply.
  [[nodiscard]] bool is_dismissed(Kind kind, unsigned ply) const;
  /// What a person said is taken back: the finding is open again, as it was. Nothing happens if nobody has said anything.
  void reopen(std::uint64_t id, Time now, const Say& say);
  /// The game goes on from a position that was set: what is open stays as it is, what was only suspected is
  /// forgotten.
  void keep_open_ones();
  [[nodiscard]] std::optional<Time> next_deadline() const { return deadline_; }

  [[nodiscard]] const std::array<std::uint64_t, kKindCount>& opened() const { return opened_; }
  /// Opened and not withdrawn, by grade.
  [[nodiscard]] const std::array<std::uint64_t, kGradeCount>& standing() const { return standing_; }

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
    Grade noticed = Grade::C;      // by the game that has it
    std::optional<Time> late_by;   // of a press: a scan so late would explain it, and may have been
    bool waits_for_order = false;  // … and until it is known how late scans are it is a suspicion
    bool is_open = false;
    bool is_settled = false;  // all explanations agree on the step that says so
    bool is_decided = false;  // a person said so
    bool is_final = false;    // cannot be withdrawn any more
    bool was_final = false;   // before a person said so
    bool not_placed =
        false;  // … and the piece in the air may have stood there badly, as far as it was seen; or it goes on
    bool is_excused = false;  // of a press: the scan was late, and the press was not early
    bool was_put_right =
        false;  // an irregular ply was taken back, and a legal one made instead; or a move, for which a press had asked
    bool waits_for_piece =
        false;  // … until the piece in the air is seen to be put down, or what it is part of is over
    bool is_of_lawful_game = false;    // nothing before it was unlawful
    bool waits_for_belief = false;     // … until it is believed enough to be more than a suspicion, …
    Grade when_believed = Grade::C;    // … which is then this
    std::optional<Time> alarms_since;  // so much it is
    unsigned game = 0;                 // that it is of; not the last: one that was set aside
    Time opened{};                     // if it is open
    std::optional<unsigned> agreed;    // how much of the posterior had it when it was told, in thousandths
    std::uint64_t mass = 0;            // while weighing
    std::uint64_t seen_in = 0;         // the last explanation that had it
    View view;

    /// How often such a finding is true.
    [[nodiscard]] std::optional<unsigned> share() const {
      if (!agreed) return std::nullopt;
      return *agreed * credence(finding.kind, finding.grade) / 1000;
    }
  };
  /// What explanations weigh by which a piece stands elsewhere at the press of a ply.
  struct Either {
    unsigned ply = 0;
    std::uint64_t mass = 0;
    std::uint64_t seen_in = 0;  // the last explanation that was added
  };
  /// Whoever looks for what was said looks at these too. What is not of a notice any more is looked for among them only.
  template <class Says>
  [[nodiscard]] bool any_said(const Says& says) const {
    return std::any_of(entries_.begin(), entries_.end(), says) || std::any_of(old_.begin(), old_.end(), says);
  }
  [[nodiscard]] bool is_past(const Entry& entry) const { return entry.game != game_; }
  /// Null: there is none.
  Entry* find(std::uint64_t id);
  /// What was said, stands, and is of nothing that is weighed any more: a log may have many, and seldom is one asked for.
  void put_away_old_ones(const Step& first);
  /// Adds up, for each notice, the weight of the hypotheses that have it. Returns the weight of all.
  std::uint64_t weigh_all(const Tracker& tracker);
  /// Those since `first`. `serial` tells hypotheses apart.
  void weigh_notices_of(const Hypothesis& h, const Step& first, std::uint64_t mass, std::uint64_t serial);
  void weigh(const View& view, bool pending, std::uint64_t mass, std::uint64_t serial);
  void add_to_either(unsigned ply, std::uint64_t mass, std::uint64_t serial);
  /// Not how a piece has come where it stands is believed, but that it stands there; and this is the likeliest way.
  [[nodiscard]] bool is_likeliest_of_either(const Entry& entry, std::uint64_t whole) const;
  /// What all hypotheses agree on since it was asked last.
  void mark_what_is_settled(const Tracker& tracker);
  void mark_settled(const Notice& notice);

  void look_whether_to_open(Entry& entry, const Tracker& tracker, std::uint64_t whole, bool put_up_again,
                            Time now, const Say& say);
  void look_whether_it_stands(Entry& entry, const Tracker& tracker, std::uint64_t whole, Time now,
                              const Say& say);
  void look_again_at(Time t);
  /// How much later a scan came than the press of the same moment, if that is what made it too early.
  [[nodiscard]] std::optional<Time> late_by(const Notice& notice, const Step& step) const;
  /// A press is believed to have been wrong, and not told yet.
  [[nodiscard]] bool is_press_waited_for() const;
  /// It asks to look whether a piece stands, and it was said already that none does.
  [[nodiscard]] bool is_told_already(const Finding& finding) const;
  /// `other`: what may have happened instead, and is told with it; null: nothing.
  void say_opened(Entry& entry, Time now, const Say& say, const Notice* other = nullptr);
  /// How else a piece may have come where it stands, while an entry is weighed; null: no explanation has another way.
  [[nodiscard]] const Notice* other_way(const Entry& entry) const;
  void regrade(Entry& entry, Grade grade, Time now, const Say& say);
  /// It was hardly believed when it was told: is it now?
  void look_for_belief(Entry& entry, const Tracker& tracker, std::uint64_t whole, Time now, const Say& say);
  /// What made it a suspicion only is out of the world.
  void look_for_better_grade(Entry& entry, const Tracker& tracker, std::uint64_t whole, Time now,
                             const Say& say);

  /// Fills in what is to be said. Only of what is about to be: most notices never are, and a FEN is dear.
  void describe(Entry& entry, const Tracker& tracker, std::uint64_t whole, Time now) const;
  [[nodiscard]] GradeFacts facts_about(const Entry& entry, const Tracker& tracker, std::uint64_t whole,
                                       Time now) const;
  /// … of an illegal move, and of a press.
  void add_facts_of_move(GradeFacts& facts, const Entry& entry, const Tracker& tracker, std::uint64_t whole,
                         Time now) const;
  void add_facts_of_press(GradeFacts& facts, const Entry& entry) const;
  /// Of a press that nothing was complete for: it is the first of the game.
  [[nodiscard]] bool may_start_clock(const Notice& notice) const;
  /// Of a move out of turn after `last`: what it may be a part of is not over.
  [[nodiscard]] bool may_go_on(const Notice& notice, const Step& last, const Touches& touches,
                               const Tracker& tracker, Time now) const;
  [[nodiscard]] unsigned earlier_irregular(const Entry& entry) const;
  /// Of an irregular move before that ply more than a suspicion was told, and stands.
  [[nodiscard]] bool has_told_of_earlier(unsigned ply) const;
  /// Something that accuses nobody may still be what has happened.
  [[nodiscard]] static bool is_hardly_believed(const Entry& entry, const Tracker& tracker,
                                               std::uint64_t whole);
  /// The delay that the press of that moment was heard with.
  [[nodiscard]] Time delay_at(Time press) const;
  /// What was found before that ply says that the game may have been misread.
  [[nodiscard]] bool misfits_before(unsigned ply, Time now) const;
  /// Nothing else can have happened than the illegal move, by what the sensors show.
  [[nodiscard]] static bool is_established(const Entry& entry, bool agreed, const Tracker& tracker);

  bool presses_in_doubt_ = false;
  unsigned last_guessed_ = 0;
  model::DelayRange delays_ = model::ClockChannel{}.range();
  Time delay_in_use_{0};
  /// Which delay presses were heard with, from when on; as often as it has changed.
  std::vector<std::pair<Time, Time>> delays_used_;
  std::optional<Time> first_press_;
  bool order_known_ = false;
  bool have_excused_ = false;  // some entry is, or was
  Time presses_misheard_until_{-1};
  std::list<Entry> entries_;  // seldom any, and one is large
  std::vector<Either> either_;
  std::list<Entry> old_;  // … but for those that no notice can be about
  unsigned game_ = 0;
  StepPtr last_settled_;
  std::uint64_t next_id_ = 1;
  std::optional<Time> deadline_;
  std::array<std::uint64_t, kKindCount> opened_{};
  std::array<std::uint64_t, kGradeCount> standing_{};
};

}  // namespace jadoube::detector
