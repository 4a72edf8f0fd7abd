// The hall as it is: boards that say something, their logs on the disk, the store.
//
// Everything happens on one executor, run by one thread. In this order: what a board says reaches its log,
// then the detector and the law hear it, then what they find is brought to the disk (the log up to there, and
// the alert), then it is told. Findings wait for the disk on a thread of its own; boards do not. What people
// do waits for the disk where they do it.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <tl/expected.hpp>

#include "arbiter/alert_book.hpp"
#include "arbiter/background.hpp"
#include "arbiter/board_text.hpp"
#include "arbiter/hall.hpp"
#include "arbiter/live_board.hpp"
#include "arbiter/log_hearing.hpp"
#include "arbiter/update_ring.hpp"
#include "arbiter/wall_clock_watch.hpp"
#include "evidence/data_lock.hpp"
#include "evidence/disk_sync.hpp"
#include "evidence/save_thread.hpp"
#include "evidence/store.hpp"
#include "laws/library.hpp"
#include "record/utc.hpp"

namespace jadoube::json {
class Object;
}

namespace jadoube::arbiter {

struct PairingFile;
struct RoundStart;
enum class NotReady : std::uint8_t;

class LiveHall final : public Hall {
 public:
  /// A board's game.
  struct GameNow {
    std::string_view board;
    /// Names the game's log as the store does; another game has another.
    std::string_view log;
    const FollowedGame& game;
  };
  struct Options {
    /// Folder for logs and store; made if it is not there.
    std::filesystem::path data;
    /// Law of boards whose pairing names none.
    std::string law = "fide-2023-std";
    /// Start position of boards whose pairing names none, as chess::named_start reads it; empty: the ordinary one.
    std::string start;
    laws::Library library;
    /// What is told of findings, answered and kept of what was done is said in it.
    words::Language language = words::Language::english;
    /// Of this program, and whether the boards are simulated: for the page.
    std::string version;
    bool simulated = false;
    /// How long evidence may be with the operating system only; it is brought to the disk at every press and
    /// before every finding as well.
    std::chrono::milliseconds sync_every{1000};
    /// How often a board may be told again at most.
    std::chrono::milliseconds board_every{100};
    /// For those who come back after a gap.
    std::size_t updates_kept = 8192;
    /// A board whose log ended longer ago is not shown until it is plugged in.
    std::chrono::hours remember{12};
    /// So long a start may look for damage in the store; the rest is looked at later.
    std::chrono::milliseconds check_store{2000};
    /// One sentence for the operator: repairs, full disks. May be empty.
    std::function<void(const std::string&)> say;
    /// One sentence for each log that is closed, with its digest: kept elsewhere, it proves what the log was. May be empty.
    std::function<void(const std::string&)> tell_digest;
    /// A game as it was at last: another one begins at its board. May be empty.
    std::function<void(const GameNow&)> tell_last;
  };

  /// Opens what an earlier run left behind: the store, and a list of logs. The last log of every board is heard
  /// again from then on, on threads of its own, the latest ones first: until it has caught up, the board says so.
  /// The error is one sentence.
  static tl::expected<std::unique_ptr<LiveHall>, std::string> open(boost::asio::any_io_executor executor,
                                                                   Options options);
  ~LiveHall() override;

  // --- what feeds say ---
  /// A board is there, for the first time or again. `header.board.id` is its name; `header.utc_start`, if
  /// given, is the wall time of its feed's time 0.
  void board_there(const record::Header& header);
  /// Records with times of the feed, in order. Unchanged scans may be among them: they cost next to nothing.
  void on(std::string_view id, std::span<const record::Record> records);
  /// It is `now` at the feed, and nothing has come from the board. Ten times a second is enough.
  void advance(std::string_view id, record::Time now);
  /// Something that people should know, in one sentence; told again with the same `about`, it replaces the
  /// earlier one, and an empty sentence takes it back.
  void warn(const std::string& about, const std::string& sentence);
  /// From now on; games that have begun keep their law. `law` is in the library.
  void set_laws(laws::Library library, std::string law);
  /// The same for the start position of boards whose pairing names none (Options::start).
  void set_start(std::string start);
  void set_sync_every(std::chrono::milliseconds time);
  /// Blocks until what was found so far is on the disk, and tells it. Boards need not wait for that.
  void wait_for_disk();
  /// Everything to the disk; nothing may be said to the hall afterwards. What of this run is not there, one
  /// sentence for each board and one for the store.
  std::vector<std::string> close();

  [[nodiscard]] Store& store() { return *store_; }
  /// Of all boards but those that are catching up.
  [[nodiscard]] std::vector<GameNow> games() const;
  /// Nothing: it is not here, or is catching up.
  [[nodiscard]] std::optional<GameNow> game_at(std::string_view board) const;
  /// Whose pairings were read last; nothing: none were.
  [[nodiscard]] const std::optional<Round>& round() const { return round_; }

  /// Called whenever an alert is told, from now on until the returned handle is destroyed; the alert is good
  /// during the call.
  using AlertListener = std::function<void(const Alert&)>;
  [[nodiscard]] std::shared_ptr<void> listen_to_alerts(AlertListener listener);

  // --- the hall ---
  [[nodiscard]] std::string snapshot(Role role) const override;
  [[nodiscard]] std::uint64_t last_seq() const override { return ring_.last(); }
  [[nodiscard]] std::optional<std::vector<Update>> since(std::uint64_t seq) const override;
  [[nodiscard]] std::shared_ptr<void> listen(Listener listener) override;
  [[nodiscard]] Outcome<std::string> board(std::string_view id, Role role) const override;
  [[nodiscard]] Outcome<std::string> moves(std::string_view id) const override;
  [[nodiscard]] Outcome<std::string> findings(std::string_view id) const override;
  [[nodiscard]] Outcome<Later> timeline(std::string_view id, std::uint64_t alert, record::Time from,
                                        record::Time to) const override;
  [[nodiscard]] Outcome<std::string> pgn(std::string_view id) const override;
  [[nodiscard]] Outcome<Later> round_file(std::string_view file, unsigned round) const override;
  [[nodiscard]] Outcome<Later> evidence(std::string_view id, std::string_view log) const override;
  [[nodiscard]] Outcome<std::string> audit(std::uint64_t before, unsigned limit,
                                           std::optional<words::Language> language = {}) const override;
  [[nodiscard]] Outcome<std::string> people() const override;
  [[nodiscard]] std::string laws() const override;
  [[nodiscard]] Health health() const override;
  Outcome<std::string> enter(const Actor& actor, std::string_view board, record::Arbiter record) override;
  Outcome<std::string> acknowledge(const Actor& actor, std::uint64_t alert, std::string_view remark) override;
  Outcome<std::string> take_back_acknowledgement(const Actor& actor, std::uint64_t alert,
                                                 std::string_view reason) override;
  Outcome<std::string> hand(const Actor& actor, std::uint64_t alert, std::string_view to,
                            std::string_view remark) override;
  Outcome<std::string> add_note(const Actor& actor, std::uint64_t alert, std::string_view text) override;
  Outcome<std::string> attend(const Actor& actor, std::string_view board) override;
  Outcome<std::string> place_table(const Actor& actor, unsigned number,
                                   std::optional<desk::Place> place) override;
  Outcome<std::string> acknowledge_all(const Actor& actor, report::Kind kind) override;
  Outcome<std::string> note_repairs(const Actor& actor) override;
  Outcome<std::string> number(const Actor& actor, std::string_view board, unsigned number) override;
  Outcome<std::string> forget(const Actor& actor, std::string_view board) override;
  std::function<TakeIn()> tournament(const Actor& actor, PairingText pairings) override;
  Outcome<std::string> start_round(const Actor& actor, unsigned number) override;
  void note(const Actor& actor, const words::Text& what) override;

 private:
  static tl::expected<std::unique_ptr<LiveHall>, std::string> open_once(boost::asio::any_io_executor executor,
                                                                        Options options);
  [[nodiscard]] tl::unexpected<Refusal> refused(Refusal::Kind kind, const words::Text& sentence) const;
  [[nodiscard]] tl::unexpected<Refusal> no_board(std::string_view id) const;
  [[nodiscard]] tl::unexpected<Refusal> not_on_disk(const std::string& why) const;
  [[nodiscard]] tl::unexpected<Refusal> is_catching_up(const LiveBoard& board) const;
  LiveHall(boost::asio::any_io_executor executor, Options options);

  /// Of what has waited is done in one go, so that nothing else waits for long.
  static constexpr std::chrono::milliseconds kAtOnce{10};

  // After a start.
  /// The log of an earlier run as it is heard again, and what has been told of it.
  struct Hearing {
    AlertBook::Source source;
    record::WallTime start;
    std::unique_ptr<LogHearing> log;
    std::size_t told = 0;
  };
  /// The same for the log of an earlier game, which the store does not know.
  struct EarlierLog;
  [[nodiscard]] std::string store_path() const;
  void check_store_later();
  void tell_of_store(const std::string& what);
  tl::expected<void, std::string> list_logs();
  [[nodiscard]] std::optional<record::Header> header_of_last(std::vector<std::filesystem::path>& logs);
  tl::expected<void, std::string> look_for_missing_logs();
  Background::Task reopen_later(const std::string& path, unsigned kind, std::function<void(LogReport)> then);
  void tell_report(const std::string& path, const LogReport& report);
  void catch_up(LiveBoard& board, const record::Header& header, const std::filesystem::path& path);
  void reopen_last(LiveBoard& board);
  void reopened(LiveBoard& board, LogReport report);
  void go_on_without_log(LiveBoard& board);
  void begin_log_instead(LiveBoard& board);
  void hear_later(LiveBoard& board, const LogHearing::Log& log);
  void hear_unknown(const std::vector<std::filesystem::path>& folders);
  void hear_earlier(const std::filesystem::path& path, bool must_be_known);
  void is_heard();
  void tell_heard(const std::shared_ptr<Hearing>& hearing);
  void unheard(LiveBoard& board, const std::string& why);
  void caught_up(LiveBoard& board, LogHearing& hearing);
  void do_what_waits(LiveBoard& board);
  void catches_up_here(LiveBoard& board, bool is_another);
  void end_catching_up();
  void reopen_now(LiveBoard& board);

  // Boards and their logs.
  void tell_repair(const std::string& about, const std::string& sentence);
  void tell_shortfall(const Shortfall& shortfall);
  [[nodiscard]] record::ProblemSink damage_of(const std::string& path);
  [[nodiscard]] LiveBoard* find(std::string_view id);
  [[nodiscard]] LiveBoard* back_on_the_wall(std::string_view id, std::span<const record::Record> records);
  [[nodiscard]] const LiveBoard* find(std::string_view id) const;
  LiveBoard& make_board(std::string id);
  void follow_game(LiveBoard& board, const record::Header& header, const std::filesystem::path& path);
  void begin_log(LiveBoard& board, const record::Header& described);
  void close_log(LiveBoard& board);
  void cross(const LiveBoard& closed, const record::Seal& seal);
  void cross_last();
  [[nodiscard]] record::Digest end_of_last_log(const std::filesystem::path& folder);
  void anchor(LiveBoard& board);
  void begin_next_game(LiveBoard& board);
  [[nodiscard]] record::Header next_header(const LiveBoard& board) const;
  [[nodiscard]] const Pairing* pairing_of(const LiveBoard& board) const;
  std::optional<words::Text> pair(LiveBoard& board, const Actor& actor);
  void begin_untouched_anew();
  void begin_untouched_anew(LiveBoard& board);
  [[nodiscard]] static record::Time log_time(LiveBoard& board, record::Time feed_time);
  FollowedGameEvents events_of(LiveBoard& board);
  void search_later(LiveBoard& board);
  void search_on(LiveBoard& board);
  void hear_waiting(LiveBoard& board);
  void finish_search(LiveBoard& board);
  void take_in(LiveBoard& board, const record::Record& record, std::string_view extra);
  void hear(LiveBoard& board, const record::Record& record);
  void after(LiveBoard& board);

  // StreamSink.
  void changed(LiveBoard& board);
  void settle(LiveBoard& board);
  void sync(std::vector<std::shared_ptr<SyncFile>> logs);
  [[nodiscard]] Saving take_unsaved(const AlertBook::Ready& ready);
  void heard_of_store(const Saving& saving, const Store::Result& stored);
  void saved(const Saving& saving, const Store::Result& stored);
  void save_rest();
  tl::expected<void, std::string> save_now();
  void tell_alerts();
  [[nodiscard]] bool is_settled(const std::string& id) const;
  void tell(LiveBoard& board);
  void publish_board(LiveBoard& board);
  void publish_alert(std::uint64_t id);
  void publish_scan(LiveBoard& board);
  void publish_press(LiveBoard& board, record::Time t, chess::Side side);
  void publish_server();
  void tick();
  void tell_due(std::chrono::steady_clock::time_point now);
  void tell_of_wall_clock(const std::string& what);
  void look_at_wall_clock();
  void each_second();
  [[nodiscard]] BoardView view(const LiveBoard& board) const;
  [[nodiscard]] std::string server_json(bool for_hall, bool with_time) const;
  [[nodiscard]] bool disk_is_ok() const;
  [[nodiscard]] std::vector<std::string> warnings() const;
  void note_later(const std::string& board, const std::string& what);
  void say(const std::string& sentence) const;

  // People.
  Outcome<std::string> take_round(const Actor& actor, const std::string& text,
                                  const tl::expected<PairingFile, words::Text>& file);
  Outcome<std::string> preview_round(const tl::expected<PairingFile, words::Text>& file) const;
  /// Says more of a pairing than it is.
  using SayMore = std::function<void(json::Object&, const Pairing&)>;
  void say_round(json::Object& o, const PairingFile& file, const std::vector<words::Text>& problems,
                 const SayMore& more) const;
  [[nodiscard]] const LiveBoard* at_table(unsigned number) const;
  [[nodiscard]] std::optional<NotReady> not_ready(const LiveBoard* board) const;
  void open_game(LiveBoard& board, const RoundStart& start);
  void take_from_wall(LiveBoard& board);
  Store::Result note_waiting_pairing(const LiveBoard& board, const Actor& actor);
  void keep_in_memory(const std::vector<std::uint64_t>& acknowledged, const std::string& why);
  tl::expected<void, std::string> read_desk();
  void end_attendances();
  [[nodiscard]] AuditEntry done_by(const Actor& actor, const words::Text& what, std::string board = {},
                                   std::uint64_t alert = 0) const;
  tl::expected<void, std::string> save_done(const Actor& actor, const words::Text& what,
                                            const std::string& board, std::uint64_t alert);

  boost::asio::any_io_executor executor_;
  mutable LawCache laws_;
  Options options_;  // but for the library
  laws::CanMate can_mate_;
  DataLock lock_;
  std::unique_ptr<Store> store_;
  std::unique_ptr<AlertBook> alerts_;
  /// What logs added up to, and the store has not got yet.
  std::vector<Saving::Anchor> anchors_;
  /// For the audit trail, as soon as the store takes it.
  std::vector<AuditEntry> notes_;
  UpdateRing ring_;
  std::vector<std::weak_ptr<AlertListener>> alert_listeners_;
  DiskSync disk_;
  std::unique_ptr<Background> background_;
  /// Of earlier runs: that are still to be heard again, of all that were.
  std::size_t logs_to_hear_ = 0, logs_left_behind_ = 0;
  /// And the store has had digests of these, and has none now.
  std::size_t logs_unknown_ = 0;
  std::unique_ptr<SaveThread> saver_;
  std::map<std::string, std::unique_ptr<LiveBoard>, std::less<>> boards_;
  /// Those that have left the wall: what is on its way on the executor may still look at them.
  std::map<std::string, std::vector<std::unique_ptr<LiveBoard>>, std::less<>> forgotten_;
  std::optional<Round> round_;
  desk::HallMap map_;
  desk::Attendances attendances_;
  /// Boards that have changed, and when they may be told: one after the other, because all of them at once
  /// would keep everything else waiting.
  struct Due {
    std::chrono::steady_clock::time_point when;
    LiveBoard* board;
    bool operator>(const Due& other) const { return when > other.when; }
  };
  std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
  /// No board may be told before: so many are told that clients have no time for more.
  std::chrono::steady_clock::time_point next_state_{};
  std::map<std::string, std::string> warned_;
  /// What was found damaged or missing in logs, by log, until somebody has noted it.
  std::map<std::string, std::string> repairs_;
  boost::asio::steady_timer timer_;
  std::string started_utc_;
  WallClockWatch wall_clock_{record::utc_now(), WallClockWatch::running()};
  std::string last_server_;
  std::optional<std::string> store_trouble_;
  /// There was none when the hall was opened, or one that had to be put aside.
  bool store_is_new_ = false;
  /// It lacks what was found in logs that it knows, perhaps since an earlier start.
  bool store_has_gaps_ = false;
  std::chrono::steady_clock::time_point next_second_{}, next_sync_{};
  bool closed_ = false;
  /// For what is on its way on the executor.
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  std::uint64_t scans_ = 0, changed_scans_ = 0, lines_ = 0;
};

}  // namespace jadoube::arbiter
