// The record of the game as it is told: which plies are said, when, with what certainty, and when they are
// taken back.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "detector/names.hpp"

namespace jadoube::detector {

class PlyPublisher {
 public:
  using Say = std::function<void(Report)>;

  explicit PlyPublisher(const chess::Position& start) : start_key_{start.key()} {}

  /// Compares what has been said with what the tracker now believes, and says the difference.
  void update(Time now, const Tracker& tracker, const Say& say);
  /// When to look again although nothing has happened.
  [[nodiscard]] std::optional<Time> next_deadline() const { return deadline_; }

  [[nodiscard]] unsigned plies() const { return static_cast<unsigned>(said_.size()); }
  /// The last ply as the tracker believes it; null if it is being doubted or nothing was said. Good until the
  /// tracker hears of something new.
  [[nodiscard]] const Step* last_step() const {
    if (said_.size() <= base_ || said_.size() - base_ > believed_.size()) return nullptr;
    const Step* step = believed_[said_.size() - base_ - 1].step;
    return step->key == said_.back().record_key ? step : nullptr;
  }
  [[nodiscard]] bool last_is_open() const {
    return said_.empty() || said_.back().certainty == Certainty::open;
  }
  [[nodiscard]] bool last_is_completed() const { return !said_.empty() && said_.back().completed; }
  /// How often the position after the last ply has appeared in the game, this time included.
  [[nodiscard]] unsigned repetitions() const;
  /// The positions of the game as it is told, from `start` on, as far as its moves lead.
  [[nodiscard]] std::vector<chess::Position> positions_from(const chess::Position& start) const;
  /// The plies after the last one that had this position are taken back, none if none had it, and `why` is
  /// told. Returns the ply at which the game goes on.
  unsigned go_back_to(const chess::Position& position, const Tracker* tracker, Time now,
                      const std::string& why, const Say& say);
  /// The plies after that one are taken back, and `why` is told. The tracker has to be let go of.
  void cut_to(unsigned ply, Time now, const std::string& why, const Say& say);
  /// An engine finds the last ply far-fetched: it is no longer certain, and what it may be a misreading of is
  /// told. Changes nothing about any other ply, nor about one that is not certain.
  void doubt(const record::Advice& advice, Time now, const Say& say);
  /// The last ply of those of which it could not be told for some plies which of several it was; 0: none.
  [[nodiscard]] unsigned last_guessed() const { return std::min(last_guessed_, plies()); }
  [[nodiscard]] std::uint64_t record_key() const { return said_.empty() ? 0 : said_.back().record_key; }
  [[nodiscard]] std::uint64_t revisions() const { return revisions_; }

 private:
  struct Said {
    std::uint64_t record_key = 0;
    std::uint64_t key = 0;  // of the position after the ply
    chess::Move move;
    Certainty certainty = Certainty::certain;
    bool completed = false;
    bool guessed = false;     // it may be several
    std::uint16_t share = 0;  // as it was told
  };
  /// An engine found a ply that was said far-fetched.
  struct Doubt {
    std::uint64_t record_key = 0;
    std::vector<std::string> others;  // what it may be a misreading of
  };
  /// A ply in words. It is said twice as a rule: when it is seen, and when it is pressed.
  struct Written {
    std::uint64_t record_key = 0;
    std::string uci;
    std::string san;
    std::string fen;
  };
  struct Believed {
    const Step* step = nullptr;
    std::uint64_t mass = 0;    // of the hypotheses that share the record up to and including this ply
    std::uint64_t played = 0;  // of those in which some ply of this number was made
  };

  /// What the tracker believes now: `base_` … `best_pressed_`.
  void collect(const Tracker& tracker);
  /// Plies that were said, on which all explanations agree, and of which nothing is left to say.
  [[nodiscard]] unsigned settled_plies(const Tracker& tracker) const;
  /// The masses of `believed_`, which goes up to that ply.
  void weigh_believed(const Tracker& tracker, unsigned up_to);
  /// How many of the plies that were said are still believed, from the first on.
  [[nodiscard]] std::size_t agreed_plies() const;
  /// The ply of that place in `believed_` is pressed, or another one has followed it.
  [[nodiscard]] bool is_completed(std::size_t i) const { return i + 1 < believed_.size() || best_pressed_; }
  /// It contains every ply that was said, and is not behind.
  [[nodiscard]] bool agrees_with(const Hypothesis& h) const;
  /// The likeliest of the explanations that agree with what was said, as far as that still stands.
  [[nodiscard]] const Hypothesis& told_of(const Tracker& tracker) const;
  /// Of the games that have the ply at that place in `believed_`.
  [[nodiscard]] std::uint64_t mass_of(std::size_t i) const;
  /// Of games that have the same move as that ply, and differ from its game elsewhere: in an earlier ply, or a piece that was
  /// knocked over.
  [[nodiscard]] std::uint64_t mass_elsewhere(std::size_t i, const Tracker& tracker) const;
  /// Of all games that have the move as that ply, and of those that will, as far as games in which the hand is not done go on as
  /// the board stands: so often it is the move that is told.
  [[nodiscard]] std::uint64_t expected_mass(std::size_t i, Time now, const Tracker& tracker) const;
  [[nodiscard]] Certainty certainty_of(std::uint64_t mass) const;
  /// A move that a ply may have been instead.
  struct Alternative {
    std::string uci;
    std::uint64_t mass;
  };
  /// The likeliest first.
  [[nodiscard]] std::vector<Alternative> alternatives_to(std::size_t i, const Tracker& tracker) const;
  void name_alternatives(std::vector<Alternative> others, MoveReport& report) const;
  [[nodiscard]] bool is_sayable(std::size_t i, Time now);
  [[nodiscard]] std::uint64_t support_of(unsigned ply, std::uint64_t key, const Tracker& tracker) const;
  /// What was said after the first `agreed` plies is not believed any more: it is revised once the doubt is
  /// great enough, or has lasted. False: while it lasts nothing else is said.
  bool revise_from(std::size_t agreed, Time now, const Tracker& tracker, const Say& say);
  void say_revision(std::size_t agreed, Time now, const Tracker& tracker, const Say& say);
  /// Plies that are completed now, or no longer open. False: from some ply on something else is believed.
  bool say_again_what_has_changed(Time now, const Tracker& tracker, const Say& say);
  void say_what_is_new(Time now, const Tracker& tracker, const Say& say);
  /// The record becomes that of the game up to `last`.
  void replace_by_game_to(const Step& last, Time now, const std::string& why, const Say& say);
  /// Takes back what was said after the last ply with this position; nothing if none had it.
  void cut_back_to(std::uint64_t key, Time now, const std::string& why, const Say& say);
  void say_move(Time now, std::size_t i, const Tracker& tracker, const Say& say);
  void look_again_at(Time t);

  std::uint64_t start_key_;
  std::vector<Said> said_;  // by ply − 1
  std::vector<Doubt> doubts_;
  Written written_;                 // the ply that was said last
  std::vector<Believed> believed_;  // plies after `base_`, of the best explanation
  unsigned base_ = 0;               // settled_plies()
  std::uint64_t base_key_ = 0;
  std::uint64_t whole_ = 0;
  bool best_pressed_ = false;
  std::optional<Time> doubted_since_;
  std::optional<Time> deadline_;
  std::uint64_t revisions_ = 0;
  unsigned last_guessed_ = 0;
};

}  // namespace jadoube::detector
