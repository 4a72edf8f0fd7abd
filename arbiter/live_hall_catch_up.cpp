// After a start: the logs that the run before has left behind are heard again, while boards are followed and people
// are answered. Each log is reopened first, so that what its board says now goes into it at once; its game hears
// that when it has caught up.
#include <algorithm>
#include <array>
#include <chrono>
#include <set>
#include <system_error>
#include <utility>

#include <boost/asio/post.hpp>

#include "arbiter/disk_trouble.hpp"
#include "arbiter/live_hall.hpp"
#include "arbiter/log_hearing.hpp"
#include "evidence/log_folder.hpp"
#include "evidence/store_rescue.hpp"
#include "record/byte_source.hpp"
#include "record/recording_verify.hpp"

namespace jadoube::arbiter {

using words::wording;

namespace {

/// What comes first: boards that are played on, and logs that can be reopened in a moment.
enum Kind : unsigned { kReopenHere, kReopen, kReopenLarge, kHearHere, kHear, kEarlier, kStore };
/// A game has some hundred kilobytes.
constexpr std::uintmax_t kLarge = 8U << 20U;
/// Of the store, by a thread that must have come to its end when the program does.
constexpr std::chrono::seconds kLongCheck{10};

Kind kind_of_reopening(const LiveBoard& board, const std::filesystem::path& log) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(log, error);
  if (!error && size > kLarge) return kReopenLarge;
  return board.attached ? kReopenHere : kReopen;
}

/// Why it is not known what is in the file; nothing: it can be read.
std::optional<std::string> why_unreadable(const std::string& path) {
  const auto file = record::open_source(path);
  if (!file) return file.error();
  std::array<char, 4096> bytes{};
  const auto got = record::read_fully(**file, bytes);
  return got ? std::nullopt : std::optional{got.error()};
}

/// As it is told of the board, once.
Shortfall not_gone_on_with(const std::filesystem::path& log, std::string_view what, const std::string& why) {
  return {board_of_folder(log.parent_path().filename().string()),
          log.filename().string() + ' ' + std::string{what} + " (" +
              reason_of(why).in(words::Language::english) +
              "): it is left as it is, its game is not gone on with, and the board gets a new log"};
}

}  // namespace

/// A store that is too large for a start: what is wrong with it is told, and it is put aside by the next one.
void LiveHall::check_store_later() {
  auto check = std::make_shared<StoreCheck>();
  background_->add(
      {kStore, "store.sqlite"},
      [check, path = store_path()] {
        *check = check_store(path, kLongCheck);
        return true;
      },
      [this, check] {
        if (!check->damage) return;
        mark_as_damaged(store_path());
        tell_of_store("store.sqlite is damaged (" + *check->damage +
                      "): end the daemon and start it again, and it is put aside");
      });
}

/// Until all logs have been heard, a start hears all of them.
void LiveHall::tell_of_store(const std::string& what) {
  store_has_gaps_ = true;
  tell_shortfall({std::string{kAboutStore}, what});
}

tl::expected<void, std::string> LiveHall::list_logs() {
  const auto numbers = store_->numbers();
  if (!numbers) return tl::unexpected{numbers.error()};
  std::error_code error;
  std::vector<std::filesystem::path> folders;
  for (std::filesystem::directory_iterator it{options_.data / "boards", error}, end; !error && it != end;
       it.increment(error))
    folders.push_back(it->path());
  if (error) return tl::unexpected{(options_.data / "boards").string() + ": " + error.message()};
  std::ranges::sort(folders);
  const auto forgotten = store_->forgotten_logs();
  if (!forgotten) return tl::unexpected{forgotten.error()};
  for (const auto& folder : folders) {
    auto logs = logs_in(folder);
    if (!logs.empty() &&
        std::ranges::count(*forgotten, (folder.filename() / logs.back().filename()).string()) != 0)
      continue;
    const auto header = header_of_last(logs);
    if (!header) continue;
    if (find(header->board.id) != nullptr) {
      warn(folder.string(),
           folder.string() + ": has logs of board " + header->board.id + " too; they are left as they are");
      continue;
    }
    LiveBoard& board = make_board(header->board.id);
    board.described = *header;
    ++logs_to_hear_;
    ++logs_left_behind_;
    catch_up(board, *header, logs.back());
  }
  for (const auto& [id, number] : *numbers)
    if (LiveBoard* board = find(id)) board->number = number;
  hear_unknown(folders);
  const auto waiting = store_->last_notes({kPairingWaits, kPairingIsThere});
  if (!waiting) return tl::unexpected{waiting.error()};
  for (const AuditEntry& note : *waiting)
    if (LiveBoard* board = find(note.board); board != nullptr && note.what == kPairingWaits)
      board->pairing_by = Actor{note.by, note.role};
  return look_for_missing_logs();
}

/// What is left of `logs` ends with the one to go on with; nothing: there is none. A log that was begun in the
/// moment of a crash may be no log yet; then the one before it counts. One that cannot be read is one all the same: the
/// game before it is over.
std::optional<record::Header> LiveHall::header_of_last(std::vector<std::filesystem::path>& logs) {
  const auto oldest = std::filesystem::file_time_type::clock::now() - options_.remember;
  std::error_code error;
  for (; !logs.empty(); logs.pop_back()) {
    if (std::filesystem::last_write_time(logs.back(), error) < oldest) break;
    const std::string path = logs.back().string();
    const auto open = [&] { return record::ScanLogReader::open(path, [](const record::Problem&) {}); };
    auto reader = open();
    if (!reader) {
      if (const auto why = why_unreadable(path)) {
        tell_shortfall(not_gone_on_with(logs.back(), "cannot be read", *why));
        break;
      }
      reader = open();
    }
    if (reader) {
      record::Header header = (*reader)->header();
      // Where a damaged log says no longer what board it is of, its folder does.
      if (header.board.id.empty())
        header.board.id = board_of_folder(logs.back().parent_path().filename().string());
      return header;
    }
    reopen_later(path, kReopen, [this, path](LogReport report) {
      if (!report.reopened) warn(path, report.reopened.error() + "; it is left as it is");
    });
  }
  return std::nullopt;
}

/// A log of these last hours that the store has a digest of should be there.
tl::expected<void, std::string> LiveHall::look_for_missing_logs() {
  const auto logs = store_->anchored_logs();
  if (!logs) return tl::unexpected{logs.error()};
  const std::string oldest = log_name(record::utc_now() - options_.remember);
  std::error_code error;
  for (const std::string& log : *logs) {
    const std::filesystem::path path = options_.data / "boards" / log;
    if (path.filename() < oldest || std::filesystem::exists(path, error)) continue;
    tell_shortfall(
        {path.parent_path().filename().string(), log + " is not there, though the store has digests of it"});
  }
  return {};
}

Background::Task LiveHall::reopen_later(const std::string& path, unsigned kind,
                                        std::function<void(LogReport)> then) {
  auto report = std::make_shared<LogReport>();
  return background_->add(
      {kind, std::filesystem::path{path}.filename().string()},
      [report, path, store = store_path(), language = options_.language] {
        *report = reopen_log(path, store, language);
        return true;
      },
      [this, report, path, then = std::move(then)] {
        tell_report(path, *report);
        then(std::move(*report));
      });
}

void LiveHall::tell_report(const std::string& path, const LogReport& report) {
  if (report.not_compared) warn("digests of " + path, *report.not_compared);
  if (report.shortfall) tell_shortfall(*report.shortfall);
  for (const record::Problem& problem : report.problems) damage_of(path)(problem);
  notes_.insert(notes_.end(), report.unknown.begin(), report.unknown.end());
}

/// The log, whose header this is, is reopened and heard again.
void LiveHall::catch_up(LiveBoard& board, const record::Header& header, const std::filesystem::path& path) {
  board.start = record::utc_from_text(header.utc_start).value_or(record::utc_now());
  board.log = EvidenceLog::left_behind(path.string(), header);
  board.catching_up = std::make_unique<LiveBoard::CatchingUp>();
  board.catching_up->log = path;
  follow_game(board, header, path);
  reopen_last(board);
}

void LiveHall::reopen_last(LiveBoard& board) {
  const std::filesystem::path& log = board.catching_up->log;
  board.catching_up->task =
      reopen_later(log.string(), kind_of_reopening(board, log),
                   [this, &board](LogReport report) { reopened(board, std::move(report)); });
}

void LiveHall::reopened(LiveBoard& board, LogReport report) {
  LiveBoard::CatchingUp& catching = *board.catching_up;
  if (!report.reopened) {
    if (!std::exchange(catching.is_tried_again, true)) return reopen_last(board);
    tell_shortfall(not_gone_on_with(board.log->path(), "cannot be gone on with", report.reopened.error()));
    return go_on_without_log(board);
  }
  ReopenedLog opened = *std::move(report.reopened);
  const record::Time silence_until = alerts_->last_heard(board.source);
  board.now = std::max(opened.log.recording.last, silence_until);
  const LogHearing::Log log{board.log->path(), board.log->header(), opened.log.bytes, silence_until};
  board.log->go_on(std::move(opened.log));
  catching.is_open = true;
  catching.scan = opened.scan;
  catching.link_is_lost = opened.link_is_lost;
  hear_later(board, log);
  for (const record::Other& note : report.notes(board.now)) take_in(board, note, {});
  if (opened.scan && !opened.link_is_lost)
    take_in(board, record::Link{board.now, record::Link::State::lost, "jadoube was not running"}, {});
  if (catching.is_another) return begin_log_instead(board);
  if (!board.holds_feed()) on(board.id, std::exchange(catching.early, {}));
  after(board);
}

/// What the board says begins a new one.
void LiveHall::go_on_without_log(LiveBoard& board) {
  board.log.reset();
  if (board.attached) {
    begin_log_instead(board);
  } else {
    board.catching_up.reset();
    take_from_wall(board);
  }
  is_heard();
}

/// What is in the log that is left is heard to its end; the board goes on without it.
void LiveHall::begin_log_instead(LiveBoard& board) {
  const auto catching = std::move(board.catching_up);
  board.waiting.clear();
  begin_log(board, next_header(board));
  on(board.id, catching->early);
  after(board);
}

void LiveHall::hear_later(LiveBoard& board, const LogHearing::Log& log) {
  auto hearing = std::make_shared<Hearing>(board.source, board.start,
                                           std::make_unique<LogHearing>(log, laws_), std::size_t{0});
  board.catching_up->task = background_->add(
      {board.attached ? kHearHere : kHear, std::filesystem::path{log.path}.filename().string()},
      [hearing] { return hearing->log->hear_a_part(); }, [this, hearing] { tell_heard(hearing); });
}

/// Logs of games that have been followed by others, and that the store has no digest of: it is missing, or an older
/// one has been put in its place. What was found in them is found again; after damage in all of them.
void LiveHall::hear_unknown(const std::vector<std::filesystem::path>& folders) {
  const auto anchored = store_->anchored_logs();
  if (!anchored) return warn("digests", anchored.error());
  const std::set<std::string> known{anchored->begin(), anchored->end()};
  std::size_t unknown = 0;
  for (const auto& folder : folders) {
    const auto logs = logs_in(folder);
    for (auto at = logs.begin(); at != logs.end(); ++at) {
      const auto& log = *at;
      const bool is_known = known.contains((folder.filename() / log.filename()).string());
      if (is_known && !store_has_gaps_) continue;
      if (!is_known) ++unknown;
      const bool is_present = std::ranges::any_of(boards_, [&](const auto& each) {
        return each.second->catching_up && each.second->catching_up->log == log;
      });
      // A game and a half later the store had its digest.
      if (!is_present) hear_earlier(log, logs.end() - at > 2 && !store_is_new_ && !store_has_gaps_);
    }
  }
  if (store_is_new_ && !store_has_gaps_ && unknown != 0)
    tell_of_store("there was no store.sqlite beside " + std::to_string(unknown) +
                  " log(s): what was found in them is found again, but what was done about it, "
                  "tokens, table numbers, pairings and digests are gone");
}

struct LiveHall::EarlierLog {
  std::filesystem::path path;
  record::Header header;
  std::optional<record::Seal> seal;
  /// It was brought to its end.
  bool is_sealed = false;
  std::unique_ptr<LogHearing> log;
};

/// `must_be_known`: the store had its digest if it was sealed.
void LiveHall::hear_earlier(const std::filesystem::path& path, bool must_be_known) {
  ++logs_to_hear_;
  ++logs_left_behind_;
  auto earlier = std::make_shared<EarlierLog>();
  earlier->path = path;
  const auto part = [this, earlier] {
    if (earlier->log) {
      if (!earlier->log->hear_a_part()) return false;
      earlier->log->forget_game();
      return true;
    }
    const std::string name = earlier->path.string();
    const auto check = record::verify_recording(name);
    if (!check) return true;
    earlier->header = check->header;
    if (!check->seals.empty()) earlier->seal = check->seals.back();
    earlier->is_sealed = check->ends_with_seal();
    earlier->log =
        std::make_unique<LogHearing>(LogHearing::Log{name, check->header, check->bytes, {}}, laws_);
    return false;
  };
  const auto done = [this, earlier, must_be_known] {
    const std::string folder = earlier->path.parent_path().filename().string();
    if (!earlier->log) return is_heard();
    if (must_be_known && earlier->is_sealed) ++logs_unknown_;
    const AlertBook::Source source{board_of_folder(folder), folder + '/' + earlier->path.filename().string(),
                                   earlier->header.utc_start};
    if (auto begun = alerts_->begin(source); !begun) store_trouble_ = begun.error();
    if (earlier->seal) anchors_.push_back({source.board, source.log, *earlier->seal});
    tell_heard(std::make_shared<Hearing>(source,
                                         record::utc_from_text(source.utc_start).value_or(record::utc_now()),
                                         std::move(earlier->log), std::size_t{0}));
  };
  background_->add({kEarlier, path.filename().string()}, part, done);
}

/// What was found in the log is no news to the store, or it became none before the program ended.
void LiveHall::tell_heard(const std::shared_ptr<Hearing>& hearing) {
  const auto enough = std::chrono::steady_clock::now() + kAtOnce;
  const auto& told = hearing->log->told();
  for (; hearing->told < told.size(); ++hearing->told) {
    if (std::chrono::steady_clock::now() > enough) {
      boost::asio::post(executor_, [this, alive = alive_, hearing] {
        if (*alive) tell_heard(hearing);
      });
      return;
    }
    const auto& each = told[hearing->told];
    if (const auto* window = std::get_if<LogHearing::Window>(&each)) {
      alerts_->window(hearing->source, window->finding, window->closes_at);
    } else {
      const auto& ruling = std::get<laws::Ruling>(each);
      alerts_->hear(
          hearing->source, ruling,
          record::utc_text(hearing->start + std::chrono::floor<std::chrono::milliseconds>(ruling.finding.t)));
    }
  }
  lines_ += hearing->log->lines();
  const std::string now = record::utc_text(record::utc_now());
  alerts_->caught_up(hearing->source, now);
  LiveBoard* board = find(hearing->source.board);
  if (board != nullptr && board->catching_up && board->source.log == hearing->source.log) {
    if (hearing->log->failure()) return unheard(*board, *hearing->log->failure());
    caught_up(*board, *hearing->log);
  } else {
    alerts_->leave(hearing->source.board, board == nullptr ? std::string{} : board->source.log, now);
  }
  is_heard();
}

/// What was played cannot be gone on with: the board begins a new log, or is shown again when it comes.
void LiveHall::unheard(LiveBoard& board, const std::string& why) {
  warn(board.log->path(), why + "; it is not gone on with");
  const AlertBook::Source left = board.source;
  if (board.attached) {
    begin_log_instead(board);
  } else {
    board.log->close();
    board.log.reset();
    board.catching_up.reset();
    take_from_wall(board);
  }
  const LiveBoard* after = find(left.board);
  alerts_->leave(left.board, after == nullptr ? std::string{} : after->source.log,
                 record::utc_text(record::utc_now()));
  is_heard();
}

void LiveHall::is_heard() {
  if (--logs_to_hear_ != 0) return;
  if (logs_unknown_ != 0)
    tell_of_store("the store does not know " + std::to_string(logs_unknown_) +
                  " log(s) of earlier games: an older one was put in its place. What was found in them "
                  "is found again");
  if (std::exchange(store_has_gaps_, false)) note_later(std::string{kAboutStore}, std::string{kFoundAgain});
  publish_server();
}

void LiveHall::caught_up(LiveBoard& board, LogHearing& hearing) {
  board.followed = hearing.take_game(can_mate_);
  board.followed->tell(events_of(board));
  const auto catching = std::move(board.catching_up);
  say(board.id + ": goes on at ply " + std::to_string(board.followed->game().plies().size()) + " of " +
      catching->log.filename().string());
  if (board.followed->next_game_is_up()) begin_next_game(board);
  if (board.attached && board.followed->is_untouched() && !board.followed->scan() && board.waiting.empty())
    begin_log(board, next_header(board));
  if (!board.waiting.empty()) search_later(board);
  on(board.id, catching->early);
  after(board);
}

/// What was done about the board while it was catching up, and had to wait until its game is there.
void LiveHall::do_what_waits(LiveBoard& board) {
  if (board.catching_up || board.is_searching) return;
  if (std::exchange(board.is_untold_of_start, false)) begin_untouched_anew(board);
  if (!board.pairing_by) return;
  const Actor actor = *std::exchange(board.pairing_by, std::nullopt);
  if (const auto too_late = pair(board, actor)) say(too_late->in(options_.language));
  AuditEntry there = done_by(actor, wording("the pairing has waited, and is there"), board.id);
  there.what = kPairingIsThere;
  notes_.push_back(std::move(there));
}

/// The board is here: its log comes before those of others.
void LiveHall::catches_up_here(LiveBoard& board, bool is_another) {
  LiveBoard::CatchingUp& catching = *board.catching_up;
  catching.is_another = catching.is_another || is_another;
  background_->set_kind(catching.task,
                        catching.is_open ? kHearHere : kind_of_reopening(board, board.log->path()));
  if (catching.is_open && is_another) begin_log_instead(board);
}

/// What is not heard again by now is when the program is started again. What boards have said meanwhile is in their
/// logs.
void LiveHall::end_catching_up() {
  if (!background_) return;
  background_->stop();
  for (auto& [id, board] : boards_)
    while (board->catching_up && !board->catching_up->is_open && !board->catching_up->early.empty())
      reopen_now(*board);
}

void LiveHall::reopen_now(LiveBoard& board) {
  const std::string path = board.log->path();
  LogReport report = reopen_log(path, store_path(), options_.language);
  tell_report(path, report);
  reopened(board, std::move(report));
}

}  // namespace jadoube::arbiter
