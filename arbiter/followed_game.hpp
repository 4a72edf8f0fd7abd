// One board's game as it goes on: what its log says, what the detector and the law make of it.
//
// A followed game lives as long as its log. It opens nothing and asks no clock: the same records give the same state,
// so that a daemon that was killed comes back to where it was.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "chess/setup.hpp"
#include "clocks/clock_watch.hpp"
#include "detector/detector.hpp"
#include "judge/judge.hpp"
#include "laws/library.hpp"
#include "record/scan.hpp"
#include "stream/published_game.hpp"

namespace jadoube::arbiter {

/// What a followed game tells; in order, and only during calls of it.
struct FollowedGameEvents {
  /// Lines of the finding stream, findings as rulings.
  std::function<void(const laws::JudgedReport&)> line;
  std::function<void(record::Time, chess::Side)> press;
  /// When something can no longer be done about a finding; nothing: not known (any more). May be empty.
  std::function<void(std::uint64_t finding, std::optional<record::Time> closes_at)> window = {};
};

/// When something was said, for the timeline; what it was stands in the game or with the alerts.
struct Mark {
  enum class What : std::uint8_t { move, finding, game };
  record::Time t{};
  What what = What::move;
  /// Ply, or number of the finding.
  std::uint64_t number = 0;
  report::State state = report::State::opened;
  report::Grade grade = report::Grade::A;
  report::Kind kind = report::Kind::unresolved;
  report::GameState game = report::GameState::setup;
};

/// Laws that have been read, so that all boards under one share it. They may ask for it on several threads.
class LawCache {
 public:
  explicit LawCache(laws::Library library) : library_{std::move(library)} {}
  /// The error is one sentence.
  tl::expected<std::shared_ptr<const laws::LawSet>, words::Text> law(std::string_view id);
  /// On the thread that replaces it.
  [[nodiscard]] const laws::Library& library() const { return library_; }
  /// For games that begin from now on; those that have begun keep what they have.
  void replace(laws::Library library) {
    const std::lock_guard lock{mutex_};
    library_ = std::move(library);
    read_.clear();
  }

 private:
  std::mutex mutex_;
  laws::Library library_;
  std::map<std::string, std::shared_ptr<const laws::LawSet>, std::less<>> read_;
};

class FollowedGame {
 public:
  /// `laws` must outlive the game. An unknown law is `fide-2023-std`.
  FollowedGame(record::Header header, LawCache& laws, laws::CanMate can_mate, FollowedGameEvents events);
  FollowedGame(const FollowedGame&) = delete;
  FollowedGame& operator=(const FollowedGame&) = delete;

  /// Those who hear of it from now on.
  void tell(FollowedGameEvents events) { events_ = std::move(events); }

  /// The next record, not earlier than the last.
  void on(const record::Record& record);
  /// Nothing has happened up to `now`.
  void advance_to(record::Time now);
  /// The same, a millisecond or so of work at a time. False: there is more to do.
  bool advance_a_part(record::Time now);
  /// What followed from the last record that a person entered.
  [[nodiscard]] const std::vector<laws::Reply>& replies() const { return replies_; }
  /// Why a person's entry would make no sense to the detector, in one sentence. What the law makes of it is
  /// in the replies.
  [[nodiscard]] static std::optional<words::Text> refusal(const record::Arbiter& record);

  /// The pieces were put up for another game after this one: it belongs into a log of its own.
  [[nodiscard]] bool next_game_is_up() const { return next_game_is_up_; }
  /// Nothing has been played yet.
  [[nodiscard]] bool is_untouched() const { return !game_.is_begun() && phase_ == report::GameState::setup; }
  /// When an arbiter has started the round to which it belongs; nothing: nobody has, or not yet.
  [[nodiscard]] const std::optional<record::Time>& opened() const { return opened_; }

  [[nodiscard]] const record::Header& header() const { return header_; }
  [[nodiscard]] const std::string& law() const { return judge_.law().id; }
  [[nodiscard]] bool keeps_secret(laws::Secret secret) const { return judge_.law().keeps_secret(secret); }
  [[nodiscard]] const stream::PublishedGame& game() const { return game_; }
  [[nodiscard]] report::GameState phase() const { return phase_; }
  [[nodiscard]] const std::optional<record::Scan>& scan() const { return scan_; }
  [[nodiscard]] const std::optional<record::ClockReading>& clock() const { return clock_; }
  [[nodiscard]] bool link_is_lost() const { return link_is_lost_; }
  [[nodiscard]] record::Time now() const { return now_; }
  [[nodiscard]] record::Time last_change() const { return last_change_; }
  [[nodiscard]] detector::Detector::Seen seen() const { return detector_.seen(); }
  [[nodiscard]] const std::vector<Mark>& marks() const { return marks_; }

  /// What a screen that the players see may show: the position after the last ply that was completed, and
  /// when that was.
  struct Shown {
    chess::Placement pieces;
    record::Time since{};
  };
  [[nodiscard]] Shown shown_to_players() const;

 private:
  [[nodiscard]] laws::Judge::Options judge_options();
  void say(const laws::JudgedReport& line);
  void take_note(const record::Record& record);

  LawCache& laws_;
  record::Header header_;
  record::PairingEntries pairings_;
  FollowedGameEvents events_;
  std::vector<report::Report> lines_;
  laws::Judge judge_;
  detector::Detector detector_;
  stream::PublishedGame game_;
  clocks::ClockWatch presses_;
  report::GameState phase_ = report::GameState::setup;
  bool set_up_ = false;
  bool next_game_is_up_ = false;
  std::optional<record::Scan> scan_;
  std::optional<record::ClockReading> clock_;
  bool link_is_lost_ = false;
  std::optional<record::Time> opened_;
  record::Time now_{};
  record::Time last_change_{};
  std::vector<laws::Reply> replies_;
  std::vector<Mark> marks_;
};

}  // namespace jadoube::arbiter
