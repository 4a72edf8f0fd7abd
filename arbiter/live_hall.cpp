// What boards say, on its way into their logs and through the detector. What is told of it is in
// live_hall_tell.cpp, what people ask and do in live_hall_people.cpp.
#include "arbiter/live_hall.hpp"
#include "stream/stream_json.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include <boost/asio/post.hpp>

#include "evidence/log_folder.hpp"
#include "evidence/store_rescue.hpp"
#include "judge/mating_solver.hpp"
#include "record/game_start.hpp"
#include "record/recording_verify.hpp"
#include "record/scanlog_jsonl.hpp"

namespace jadoube::arbiter {

using record::Record;
using record::Time;
using record::WallTime;

namespace {

/// Times of a board's logs count from one moment through its games; a day later they begin anew.
constexpr std::chrono::hours kOneTimeBase{16};

void set_time(Record& record, Time t) {
  std::visit([t](auto& each) { each.t = t; }, record);
}

bool is_written(const LiveBoard& board) {
  return board.log && board.log->is_open() && !board.catching_up && !board.log->trouble();
}

std::chrono::microseconds between(WallTime from, WallTime to) {
  return to - from;
}

}  // namespace

LiveHall::LiveHall(boost::asio::any_io_executor executor, Options options)
    : executor_{executor},
      laws_{std::move(options.library)},
      options_{std::move(options)},
      can_mate_{laws::mating_solver()},
      ring_{options_.updates_kept, UpdateRing::first_number(record::utc_now())},
      disk_{executor},
      timer_{executor},
      started_utc_{record::utc_text(record::utc_now())} {}

LiveHall::~LiveHall() {
  close();
}

/// A store that is too large to be looked at as a whole at a start may turn out to be damaged by what the start reads of it:
/// then it is put aside too.
tl::expected<std::unique_ptr<LiveHall>, std::string> LiveHall::open(boost::asio::any_io_executor executor,
                                                                    Options options) {
  constexpr std::chrono::minutes kWhole{10};
  const auto data = options.data;
  const std::string store = (data / "store.sqlite").string();
  auto hall = open_once(executor, options);
  if (hall || DataLock::is_held(data) || !check_store(store, kWhole).damage) return hall;
  mark_as_damaged(store);
  return open_once(std::move(executor), std::move(options));
}

tl::expected<std::unique_ptr<LiveHall>, std::string> LiveHall::open_once(
    boost::asio::any_io_executor executor, Options options) {
  std::error_code error;
  std::filesystem::create_directories(options.data / "boards", error);
  if (error) return tl::unexpected{(options.data / "boards").string() + ": " + error.message()};
  std::unique_ptr<LiveHall> hall{new LiveHall{std::move(executor), std::move(options)}};
  if (auto law = hall->laws_.law(hall->options_.law); !law)
    return tl::unexpected{law.error().in(hall->options_.language)};
  auto lock = DataLock::take(hall->options_.data);
  if (!lock) return tl::unexpected{std::move(lock).error()};
  hall->lock_ = *std::move(lock);
  auto opened = open_store_at_start(hall->store_path(), hall->options_.check_store);
  if (!opened) return tl::unexpected{std::move(opened).error()};
  hall->store_ = std::move(opened->store);
  hall->store_is_new_ = opened->is_new;
  if (opened->rescue) hall->tell_of_store(*opened->rescue);
  const auto befallen = hall->store_->notes_about(kAboutStore);
  if (!befallen) return tl::unexpected{befallen.error()};
  hall->store_has_gaps_ = !befallen->empty() && befallen->back().what != kFoundAgain;
  auto saver = SaveThread::start(hall->executor_, hall->store_path());
  if (!saver) return tl::unexpected{std::move(saver).error()};
  hall->saver_ = *std::move(saver);
  auto alerts = AlertBook::open(*hall->store_, hall->options_.language);
  if (!alerts) return tl::unexpected{std::move(alerts).error()};
  hall->alerts_ = *std::move(alerts);
  if (hall->store_has_gaps_) hall->alerts_->fill_histories();
  // What the run before has written was written earlier than now, or the clock has been set back meanwhile.
  if (const auto last = hall->store_->audit(0, 1); last && !last->empty())
    if (const auto written = record::utc_from_text(last->front().utc))
      if (const auto set = WallClockWatch{*written, {}}.look(std::min(record::utc_now(), *written), {}))
        hall->tell_of_wall_clock(was_set(*set) + ", or more, since the end of the last run");
  for (const std::string& sentence : hall->alerts_->left_out())
    hall->tell_repair(sentence, sentence + "; it is left as it is");
  auto round = hall->store_->last_round();
  if (!round) return tl::unexpected{std::move(round).error()};
  hall->round_ = *std::move(round);
  if (auto desk = hall->read_desk(); !desk) return tl::unexpected{std::move(desk).error()};
  hall->background_ = std::make_unique<Background>(hall->executor_);
  if (!opened->is_checked) hall->check_store_later();
  if (auto done = hall->list_logs(); !done) return tl::unexpected{std::move(done).error()};
  hall->next_second_ = std::chrono::steady_clock::now();
  hall->tick();
  return hall;
}

std::string LiveHall::store_path() const {
  return (options_.data / "store.sqlite").string();
}

// ---- what was found damaged

/// On the page until somebody has noted it.
void LiveHall::tell_repair(const std::string& about, const std::string& sentence) {
  say(sentence);
  constexpr std::size_t kEnoughToRead = 400;
  std::string& standing = repairs_[about];
  if (standing.size() < kEnoughToRead) standing += (standing.empty() ? "" : "; ") + sentence;
}

/// Once in the audit trail.
void LiveHall::tell_shortfall(const Shortfall& shortfall) {
  const auto& [board, what] = shortfall;
  // What is said of the store names it.
  tell_repair(what, board == kAboutStore ? what : board + ": " + what);
  if (const auto known = store_->has_note(board, what); known && !*known) note_later(board, what);
}

/// Each of a log's problems is said; the first of them are on the page.
record::ProblemSink LiveHall::damage_of(const std::string& path) {
  return [this, path](const record::Problem& problem) {
    tell_repair(path, repairs_.contains(path) ? problem.sentence : to_string(problem, path));
  };
}

// ---- boards

LiveBoard* LiveHall::find(std::string_view id) {
  const auto found = boards_.find(id);
  return found == boards_.end() ? nullptr : found->second.get();
}

const LiveBoard* LiveHall::find(std::string_view id) const {
  const auto found = boards_.find(id);
  return found == boards_.end() ? nullptr : found->second.get();
}

LiveBoard& LiveHall::make_board(std::string id) {
  auto& board = boards_[id];
  board = std::make_unique<LiveBoard>();
  board->id = std::move(id);
  return *board;
}

void LiveHall::board_there(const record::Header& header) {
  LiveBoard* board = find(header.board.id);
  const bool is_new = board == nullptr;
  if (!is_new) finish_search(*board);
  if (is_new) {
    board = &make_board(header.board.id);
    board->start = record::utc_now();
    if (const auto numbers = store_->numbers())
      for (const auto& [id, number] : *numbers)
        if (id == board->id) board->number = number;
  }
  const bool senses_alike = is_new || board->described.board.senses == header.board.senses;
  board->described = header;
  board->feed_start = record::utc_from_text(header.utc_start).value_or(record::utc_now());
  board->offset.reset();
  board->attached = true;
  changed(*board);
  if (board->catching_up) return catches_up_here(*board, !senses_alike);
  if (is_new || !senses_alike || (board->followed->is_untouched() && !board->followed->scan()))
    begin_log(*board, next_header(*board));
}

/// What the log of the next game says of itself: the pairing comes before what the feed knows.
record::Header LiveHall::next_header(const LiveBoard& board) const {
  record::Header header = board.described;
  if (header.law.empty()) header.law = options_.law;
  if (round_) {
    header.game.event = round_->event;
    if (round_->round != 0) header.game.round = std::to_string(round_->round);
  }
  const Pairing* pairing = pairing_of(board);
  if (pairing != nullptr) {
    header.game.white = pairing->white;
    header.game.black = pairing->black;
    if (!pairing->law.empty()) header.law = pairing->law;
    if (!pairing->time_control.empty()) header.game.time_control = pairing->time_control;
  }
  const bool is_paired = pairing != nullptr && !pairing->start.empty();
  const bool feed_knows = !header.game.start_fen.empty() || !header.game.variant.empty();
  // Both were looked at when they came in.
  if (is_paired)
    static_cast<void>(record::set_start(header.game, pairing->start));
  else if (!feed_knows && !options_.start.empty())
    static_cast<void>(record::set_start(header.game, options_.start));
  return header;
}

const Pairing* LiveHall::pairing_of(const LiveBoard& board) const {
  if (!round_ || board.number == 0) return nullptr;
  const auto found = std::ranges::find(round_->pairings, board.number, &Pairing::number);
  return found == round_->pairings.end() ? nullptr : &*found;
}

void LiveHall::follow_game(LiveBoard& board, const record::Header& header,
                           const std::filesystem::path& path) {
  board.source = {board.id, path.parent_path().filename().string() + '/' + path.filename().string(),
                  header.utc_start};
  if (auto begun = alerts_->begin(board.source); !begun) store_trouble_ = begun.error();
  board.followed = std::make_unique<FollowedGame>(header, laws_, can_mate_, events_of(board));
}

void LiveHall::begin_log(LiveBoard& board, const record::Header& described) {
  const WallTime now = record::utc_now();
  WallTime begun = now;
  record::Digest previous{};
  if (board.log) {
    close_log(board);
    previous = board.log->last_digest();
    begun = begun_after(std::filesystem::path{board.log->path()}.filename().string(), now);
  }
  if (between(board.start, now) > kOneTimeBase) {
    board.start = now;
    board.now = Time{0};
    board.offset.reset();
  }
  record::Header header = described;
  header.utc_start = record::utc_text(board.start);
  const auto folder = options_.data / "boards" / folder_name(board.id);
  std::error_code ignored;  // then the file cannot be made, and that is told
  std::filesystem::create_directories(folder, ignored);
  if (!board.log) {
    previous = end_of_last_log(folder);
    if (const auto logs = logs_in(folder); !logs.empty())
      begun = begun_after(logs.back().filename().string(), now);
  }
  while (std::filesystem::exists(folder / log_name(begun), ignored)) begun += std::chrono::milliseconds{1};
  board.log = EvidenceLog::begin((folder / log_name(begun)).string(), header, previous);
  follow_game(board, header, folder / log_name(begun));
  alerts_->leave(board.id, board.source.log, record::utc_text(now));
}

/// A closed log is not written again: what the disk has not taken by now is lost, and that must not be forgotten
/// with the game.
void LiveHall::close_log(LiveBoard& board) {
  EvidenceLog& log = *board.log;
  log.write(record::End{board.now});
  if (const auto seal = log.close()) {
    anchors_.push_back({board.id, board.source.log, *seal});
    cross(board, *seal);
    if (options_.tell_digest)
      options_.tell_digest(board.source.log + " is closed; its digest is " + record::hex(log.last_digest()));
  }
  const std::uint64_t lost = log.lost() + log.waiting();
  if (lost == 0 && !log.trouble()) return;
  const std::string why = log.trouble() ? ": " + *log.trouble() : std::string{};
  const std::string what =
      lost == 0 ? "the end of " + board.source.log + " may not be on the disk" + why
                : std::to_string(lost) + " record(s) of " + board.source.log + " are lost" + why;
  say(board.id + ": " + what);
  note_later(board.id, what);
  board.lost_records += lost;
  ++board.lost_logs;
  board.loss = board.id + ": " +
               (board.lost_logs == 1 ? what
                                     : std::to_string(board.lost_records) + " record(s) of " +
                                           std::to_string(board.lost_logs) +
                                           " finished games are lost; of the last, " + what) +
               '.';
}

/// What a closed log adds up to stands in the log of another board too: who replaces it has to replace that, and the store.
void LiveHall::cross(const LiveBoard& closed, const record::Seal& seal) {
  const auto own = boards_.find(closed.id);
  auto next = own;
  do {
    if (next != boards_.end()) ++next;
    if (next == boards_.end()) next = boards_.begin();
    if (next == own) return;
  } while (!is_written(*next->second));
  LiveBoard& board = *next->second;
  take_in(board, record::note_of(record::Crossing{closed.source.log, seal}, board.now), {});
}

/// The log that is closed last finds none that is still written: what it adds up to before stands in one of the others.
void LiveHall::cross_last() {
  for (auto each = boards_.rbegin(); each != boards_.rend(); ++each) {
    const LiveBoard& board = *each->second;
    if (!is_written(board)) continue;
    if (const auto seal = board.log->seal()) {
      anchors_.push_back({board.id, board.source.log, *seal});
      cross(board, *seal);
    }
    return;
  }
}

/// What the daemon itself has to put down; it need not be there before something else happens.
void LiveHall::note_later(const std::string& board, const std::string& what) {
  notes_.push_back({0, record::utc_text(record::utc_now()), "jadoube", Role::admin, what, board, 0});
}

/// The log of an earlier day is closed, if a crash left it open, so that the next one can be chained to it.
record::Digest LiveHall::end_of_last_log(const std::filesystem::path& folder) {
  const auto logs = logs_in(folder);
  if (logs.empty()) return {};
  const std::string path = logs.back().string();
  LogReport report = reopen_log(path, store_path(), options_.language);
  tell_report(path, report);
  if (!report.reopened) {
    warn(path, report.reopened.error() + "; the next log is not chained to it");
    return {};
  }
  const Time last = report.reopened->log.recording.last;
  const auto log = EvidenceLog::left_behind(path, report.reopened->log.recording.header);
  log->go_on(std::move(report.reopened->log));
  for (const record::Other& note : report.notes(last)) log->write(note);
  log->close();
  return log->last_digest();
}

/// The store remembers what the log's present end adds up to.
void LiveHall::anchor(LiveBoard& board) {
  if (const auto seal = board.log->seal()) anchors_.push_back({board.id, board.source.log, *seal});
}

/// What stands on the board and on the clock is how the next log begins. What waits to be heard belongs to it.
void LiveHall::begin_next_game(LiveBoard& board) {
  std::deque<Record> waiting = std::exchange(board.waiting, {});
  const WallTime start = board.start;
  Time t = board.followed->now();
  const auto scan = board.followed->scan();
  const auto clock = board.followed->clock();
  const bool lost = board.followed->link_is_lost();
  if (options_.tell_last) options_.tell_last({board.id, board.source.log, *board.followed});
  begin_log(board, next_header(board));
  const bool is_dated_anew = board.start != start;
  if (is_dated_anew) t = board.now;
  const auto again = [&](Record record) {
    set_time(record, t);
    take_in(board, record, {});
  };
  if (scan) again(*scan);
  if (clock) again(*clock);
  if (lost) again(record::Link{{}, record::Link::State::lost, "since the last game"});
  for (Record& record : waiting) {
    if (is_dated_anew) set_time(record, t);
    board.log->write(record);
  }
  board.log->flush();
  board.waiting.insert(board.waiting.end(), waiting.begin(), waiting.end());
}

std::vector<LiveHall::GameNow> LiveHall::games() const {
  std::vector<GameNow> games;
  for (const auto& [id, board] : boards_)
    if (!board->catching_up) games.push_back({id, board->source.log, *board->followed});
  return games;
}

std::optional<LiveHall::GameNow> LiveHall::game_at(std::string_view id) const {
  const LiveBoard* board = find(id);
  if (board == nullptr || board->catching_up) return std::nullopt;
  return GameNow{board->id, board->source.log, *board->followed};
}

// ---- records

void LiveHall::on(std::string_view id, std::span<const Record> records) {
  // In a busy hall hundreds of boards wait for their turn: what was found comes first.
  saver_->collect_served();
  LiveBoard* board = find(id);
  if (board == nullptr && !closed_) board = back_on_the_wall(id, records);
  if (board == nullptr || records.empty() || closed_) return;
  if (board->holds_feed()) {
    auto& early = board->catching_up->early;
    early.insert(early.end(), records.begin(), records.end());
    return;
  }
  bool any = false;
  for (const Record& record : records) {
    const auto* scan = std::get_if<record::Scan>(&record);
    const bool link_is_lost = board->link_is_lost();
    if (scan != nullptr) {
      ++scans_;
      ++board->scans;
      const record::Scan* standing = board->scan();
      if (standing != nullptr && !link_is_lost && standing->occupied == scan->occupied &&
          standing->white == scan->white && standing->pieces == scan->pieces)
        continue;
      ++changed_scans_;
    }
    if (std::holds_alternative<record::End>(record)) continue;
    if (const auto fault = record::contradiction(record)) {
      warn(board->id, board->id + ": a record was left out, because " + *fault);
      continue;
    }
    Record dated = record;
    set_time(dated, log_time(*board, time_of(record)));
    // After a restart no feed says that the link is back: for the board it was never lost.
    if (scan != nullptr && link_is_lost)
      take_in(*board, record::Link{time_of(dated), record::Link::State::restored, {}}, {});
    take_in(*board, dated, {});
    any = true;
  }
  if (any) after(*board);
}

/// A board that was only silent when it was taken from the wall: its feed does not say again that it is
/// there.
LiveBoard* LiveHall::back_on_the_wall(std::string_view id, std::span<const Record> records) {
  const auto gone = forgotten_.find(id);
  if (gone == forgotten_.end() ||
      std::ranges::none_of(records, [](const Record& r) { return std::holds_alternative<record::Scan>(r); }))
    return nullptr;
  board_there(gone->second.back()->described);
  return find(id);
}

/// Never earlier than what the followed game has heard.
Time LiveHall::log_time(LiveBoard& board, Time feed_time) {
  if (!board.offset) {
    const WallTime feed_start = board.feed_start.value_or(board.start);
    board.offset = std::max(between(board.start, feed_start), board.now - feed_time);
  }
  board.now = std::max(board.now, feed_time + *board.offset);
  return board.now;
}

void LiveHall::advance(std::string_view id, Time now) {
  LiveBoard* board = find(id);
  if (board == nullptr || closed_ || board->catching_up || board->is_searching || !board->followed->scan())
    return;
  // A record that is on its way may be dated a little earlier than it arrives.
  constexpr Time kOnTheWay{50'000};
  if (!board->followed->advance_a_part(log_time(*board, now - kOnTheWay))) search_later(*board);
  if (!board->held_back.empty() || board->followed->next_game_is_up() || alerts_->has_news(board->id))
    after(*board);
}

/// Into the log, and only then to the detector.
void LiveHall::take_in(LiveBoard& board, const Record& record, std::string_view extra) {
  board.log->write(record, extra);
  board.log->flush();
  if (!board.catching_up && !board.is_searching && board.followed->advance_a_part(time_of(record)))
    return hear(board, record);
  board.waiting.push_back(record);
  if (!board.catching_up) search_later(board);
}

void LiveHall::hear(LiveBoard& board, const Record& record) {
  board.followed->on(record);
  if (std::holds_alternative<record::Scan>(record)) publish_scan(board);
  if (board.followed->next_game_is_up()) begin_next_game(board);
}

// ---- long searches

void LiveHall::search_later(LiveBoard& board) {
  if (std::exchange(board.is_searching, true)) return;
  boost::asio::post(executor_, [this, alive = alive_, &board] {
    if (*alive && board.is_searching) search_on(board);
  });
}

/// A part of the search; when that was all of it, what the board has said meanwhile.
void LiveHall::search_on(LiveBoard& board) {
  board.is_searching = false;
  const Time until = board.waiting.empty() ? board.now : time_of(board.waiting.front());
  if (!board.followed->advance_a_part(until)) return search_later(board);
  hear_waiting(board);
  after(board);
}

/// Some milliseconds of it.
void LiveHall::hear_waiting(LiveBoard& board) {
  const auto enough = std::chrono::steady_clock::now() + kAtOnce;
  while (!board.waiting.empty() && !board.is_searching) {
    if (std::chrono::steady_clock::now() > enough ||
        !board.followed->advance_a_part(time_of(board.waiting.front())))
      return search_later(board);
    const Record record = std::move(board.waiting.front());
    board.waiting.pop_front();
    hear(board, record);
  }
}

/// To its end at once, without a turn for other boards.
void LiveHall::finish_search(LiveBoard& board) {
  while (board.is_searching) search_on(board);
}

FollowedGameEvents LiveHall::events_of(LiveBoard& board) {
  return {[this, &board](const laws::JudgedReport& line) {
            ++lines_;
            if (const auto* ruling = std::get_if<laws::Ruling>(&line))
              alerts_->hear(board.source, *ruling, record::utc_text(record::utc_now()));
            board.held_back.push_back(stream::to_json(line));
          },
          [this, &board](Time t, chess::Side side) {
            board.pressed = true;
            publish_press(board, t, side);
          },
          [this, &board](std::uint64_t finding, std::optional<Time> closes_at) {
            alerts_->window(board.source, finding, closes_at);
          }};
}

/// The records that came together have been heard.
void LiveHall::after(LiveBoard& board) {
  if (board.followed->next_game_is_up()) begin_next_game(board);
  do_what_waits(board);
  changed(board);
  if (alerts_->has_news(board.id)) {
    settle(board);
  } else if (board.pressed && board.log->sync_file()) {
    board.log->take_unsynced();
    sync({board.log->sync_file()});
  }
  board.pressed = false;
  tell(board);
}

std::vector<std::string> LiveHall::close() {
  if (closed_ || !store_) return {};
  end_catching_up();
  closed_ = true;
  *alive_ = false;
  timer_.cancel();
  for (auto& [id, board] : boards_) finish_search(*board);
  if (saver_) saver_->wait();
  cross_last();
  for (auto& [id, board] : boards_) {
    if (!board->log->is_being_reopened()) close_log(*board);
    board->settling = 0;
  }
  std::vector<std::string> missing;
  for (const auto& [id, board] : boards_)
    if (!board->loss.empty()) missing.push_back(board->loss);
  if (!alerts_) return missing;
  if (auto done = save_now(); !done)
    missing.push_back(std::to_string(alerts_->unsaved()) + " alert(s) and " + std::to_string(notes_.size()) +
                      " audit entries are not in the store: " + done.error());
  return missing;
}

void LiveHall::say(const std::string& sentence) const {
  if (options_.say) options_.say(sentence);
}

}  // namespace jadoube::arbiter
