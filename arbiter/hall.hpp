// The hall: every board of an event, what is wrong at it, and what people have done about it.
//
// This is what the server (HTTP, WebSocket) sees of the daemon, and all that it sees. Everything happens on
// one executor, run by one thread; nothing here blocks for long. Texts are JSON as docs/api.md describes it.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "desk/desk.hpp"
#include "evidence/role.hpp"
#include "record/scan.hpp"
#include "report/report.hpp"
#include "words/catalogue.hpp"
#include "words/text.hpp"

namespace jadoube::arbiter {

/// Who does something: goes into the audit trail with everything done.
struct Actor {
  std::string name;  ///< Of the token: "tablet 2".
  Role role = Role::hall;
};

/// Why something is not done.
struct Refusal {
  enum class Kind : std::uint8_t {
    not_found,    ///< No such board, alert, …
    invalid,      ///< What was asked makes no sense.
    conflict,     ///< It made sense a moment ago: already acknowledged, number taken, …
    unavailable,  ///< It cannot be done now: the disk is full, …
  };
  Kind kind = Kind::invalid;
  std::string sentence;
};
template <class T>
using Outcome = tl::expected<T, Refusal>;

/// What takes its time to find out. Called once, on any thread, and after the hall is gone if need be.
using Later = std::function<Outcome<std::string>()>;

/// Something that has changed, ready to be sent; the same text goes to everybody.
struct Update {
  /// What it tells of (docs/api.md).
  enum class Kind : std::uint8_t { board, alert, line, scan, press, forgotten, server };
  static constexpr std::size_t kKinds = 7;
  /// Without gaps over the daemon's run, and higher than in any run before: a client that was away over a
  /// restart must not take the new run's updates for those that it has missed.
  std::uint64_t seq = 0;
  Kind kind = Kind::board;
  /// Of the board; empty: of the hall as a whole.
  std::string board;
  /// For viewer, arbiter, admin.
  std::shared_ptr<const std::string> text;
  /// For the role hall; null: nothing.
  std::shared_ptr<const std::string> hall_text;
  /// When the first of the changes was made that it tells of, by a clock that runs evenly; nothing: that is not known.
  std::optional<std::chrono::steady_clock::time_point> changed;

  /// Sent only to clients that watch this board closely.
  [[nodiscard]] bool is_close() const {
    return kind == Kind::line || kind == Kind::scan || kind == Kind::press;
  }
};
std::string_view name(Update::Kind kind);

/// Numbers for /metrics and /healthz.
struct Health {
  std::uint64_t boards = 0, attached = 0, open_alerts = 0;
  /// Logs of earlier runs that are still to be heard again.
  std::uint64_t logs_to_hear = 0;
  std::uint64_t scans = 0, changed_scans = 0, lines = 0;
  /// How many updates there were, by Update::Kind.
  std::array<std::uint64_t, Update::kKinds> updates{};
  /// The number of the last.
  std::uint64_t last_update = 0;
  /// Records that could not be written to the disk, so far; and whether the last write went well.
  std::uint64_t records_not_written = 0;
  bool disk_ok = true;
  struct Board {
    std::string id;
    unsigned number = 0;
    /// It is plugged in, and speaks.
    bool has_link = false;
  };
  std::vector<Board> each_board;
  /// What people should know, one sentence each; empty: all is well.
  std::vector<std::string> warnings;
};

/// The pairings of a round as somebody sends them.
struct PairingText {
  /// TRF or CSV.
  std::string text;
  /// From 1; 0: the last that the text has.
  unsigned round = 0;
  /// Where the games begin whose pairing does not say it: a number of Chess960, "standard", or a FEN. Empty: the hall's own.
  std::string start = {};
  /// Only to be told what they would change.
  bool dry_run = false;
};

class Hall {
 public:
  virtual ~Hall() = default;
  Hall(const Hall&) = delete;
  Hall& operator=(const Hall&) = delete;

  // --- what there is ---
  /// Everything a page needs to begin with, as of `last_seq()`.
  [[nodiscard]] virtual std::string snapshot(Role role) const = 0;
  [[nodiscard]] virtual std::uint64_t last_seq() const = 0;
  /// The updates after `seq`; nothing if they are no longer kept (or never were): take a snapshot.
  [[nodiscard]] virtual std::optional<std::vector<Update>> since(std::uint64_t seq) const = 0;
  /// Called for each update, in order, from now on until the returned handle is destroyed.
  using Listener = std::function<void(const Update&)>;
  [[nodiscard]] virtual std::shared_ptr<void> listen(Listener listener) = 0;

  [[nodiscard]] virtual Outcome<std::string> board(std::string_view id, Role role) const = 0;
  /// The game so far, move by move.
  [[nodiscard]] virtual Outcome<std::string> moves(std::string_view id) const = 0;
  /// Findings of this game, rulings included, the latest state of each.
  [[nodiscard]] virtual Outcome<std::string> findings(std::string_view id) const = 0;
  /// Lifts, places, presses, clock readings and the rest of the game that an open alert is about, or of the
  /// present one (0), from the evidence on disk; times of its log.
  [[nodiscard]] virtual Outcome<Later> timeline(std::string_view id, std::uint64_t alert, record::Time from,
                                                record::Time to) const = 0;
  [[nodiscard]] virtual Outcome<std::string> pgn(std::string_view id) const = 0;
  /// A file about a round (0: the last whose pairings were read): "games.pgn", "results.csv" … Refused: no such file.
  [[nodiscard]] virtual Outcome<Later> round_file(std::string_view file, unsigned round) const = 0;
  /// The page for an appeals committee about one log of the board: its file name; empty: the present one.
  [[nodiscard]] virtual Outcome<Later> evidence(std::string_view id, std::string_view log) const = 0;
  /// What was done, by whom, when: newest first, `limit` entries older than entry `before` (0: newest); in that language
  /// what can be said in it, else in the hall's own.
  [[nodiscard]] virtual Outcome<std::string> audit(std::uint64_t before, unsigned limit,
                                                   std::optional<words::Language> language = {}) const = 0;
  /// To whom an alert can be handed.
  [[nodiscard]] virtual Outcome<std::string> people() const = 0;
  /// By which a game can be judged: those that are built in, and those of the folder.
  [[nodiscard]] virtual std::string laws() const = 0;
  [[nodiscard]] virtual Health health() const = 0;

  // --- what people do ---
  // Each is in the audit trail, and on the disk, before it is answered. Only an acknowledgement is not held up
  // by a disk that takes nothing: the alert's history says that it is not there yet.

  /// What an arbiter enters for a board (`record.t` is set by the hall). The answer: what follows from it.
  virtual Outcome<std::string> enter(const Actor& actor, std::string_view board, record::Arbiter record) = 0;
  /// Somebody has seen the alert and sees to it.
  virtual Outcome<std::string> acknowledge(const Actor& actor, std::uint64_t alert,
                                           std::string_view remark) = 0;
  /// Nobody sees to the alert after all; `reason` is not empty.
  virtual Outcome<std::string> take_back_acknowledgement(const Actor& actor, std::uint64_t alert,
                                                         std::string_view reason) = 0;
  /// The alert is somebody else's from now on: `to` is one of people(), or empty (nobody's).
  virtual Outcome<std::string> hand(const Actor& actor, std::uint64_t alert, std::string_view to,
                                    std::string_view remark) = 0;
  /// What somebody has to say of an alert, at any time; `text` is not empty.
  virtual Outcome<std::string> add_note(const Actor& actor, std::uint64_t alert, std::string_view text) = 0;
  /// Who does it is at that board; empty: at none any more.
  virtual Outcome<std::string> attend(const Actor& actor, std::string_view board) = 0;
  /// A table of the hall's map has another place; none: it is not on the map.
  virtual Outcome<std::string> place_table(const Actor& actor, unsigned number,
                                           std::optional<desk::Place> place) = 0;
  /// Somebody has seen all alerts of a kind that nobody has acknowledged yet.
  virtual Outcome<std::string> acknowledge_all(const Actor& actor, report::Kind kind) = 0;
  /// Somebody has read what was repaired at the start: it need not be shown any more.
  virtual Outcome<std::string> note_repairs(const Actor& actor) = 0;
  /// Table number of a board; 0: none.
  virtual Outcome<std::string> number(const Actor& actor, std::string_view board, unsigned number) = 0;
  /// A board that is not here leaves the wall, with its number and its alerts. Its evidence stays, and so
  /// does it itself if it is plugged in again.
  virtual Outcome<std::string> forget(const Actor& actor, std::string_view board) = 0;
  /// Pairings of a round: TRF or CSV, found out from the text. Reading takes its time, and may be done on any
  /// thread, once; what it gives takes the pairings in, where everything else happens.
  using TakeIn = std::function<Outcome<std::string>()>;
  virtual std::function<TakeIn()> tournament(const Actor& actor, PairingText pairings) = 0;
  /// The round whose pairings were read last, which must be number `round`, begins: its games are open wherever the
  /// pieces are up. The answer says where they are not, and why.
  virtual Outcome<std::string> start_round(const Actor& actor, unsigned round) = 0;
  /// Something else that belongs into the audit trail: a token made, a login refused, …
  virtual void note(const Actor& actor, const words::Text& what) = 0;

 protected:
  Hall() = default;
};

}  // namespace jadoube::arbiter
