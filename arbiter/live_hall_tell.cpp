// What is told of the hall, and when: findings once they are on the disk, boards at most so often.
#include <algorithm>
#include <utility>

#include "arbiter/disk_trouble.hpp"
#include "arbiter/live_hall.hpp"
#include "json/writer.hpp"
#include "record/game_start.hpp"

namespace jadoube::arbiter {

using words::wording;

using json::Object;

namespace {

constexpr std::chrono::seconds kSecond{1};
/// At most 2,000 states of boards a second, whatever their number: that much is 2 MB a second for each live
/// client.
constexpr std::chrono::microseconds kPerState{500};
/// A finding waits for the states that are on their way to all clients: 500 at once took 25 ms.
constexpr int kStatesAtOnce = 64;
/// How often it is looked which boards may be told again.
constexpr std::chrono::milliseconds kTick{5};

/// One member of an update; `value` is JSON already.
std::string member(std::string_view key, std::string_view value) {
  return json::members_text([&](Object& o) { o.json(key, value); });
}

}  // namespace

void LiveHall::changed(LiveBoard& board) {
  if (!std::exchange(board.changed, true)) board.changed_since = std::chrono::steady_clock::now();
  if (std::exchange(board.waits_to_be_told, true)) return;
  due_.push({board.told + options_.board_every, &board});
}

void LiveHall::tell_due(std::chrono::steady_clock::time_point now) {
  while (!due_.empty() && due_.top().when <= now && next_state_ <= now) {
    LiveBoard& board = *due_.top().board;
    due_.pop();
    board.waits_to_be_told = false;
    // It may have been told since, or something of it is on its way to the disk; then it is told when it is
    // there.
    if (!board.changed || board.settling != 0) continue;
    if (now - board.told < options_.board_every)
      changed(board);
    else
      publish_board(board);
  }
}

/// What was found is told once the log up to there, and the alert, are on the disk; if the disk takes
/// nothing, it is told all the same.
void LiveHall::settle(LiveBoard& board) {
  if (board.log->sync_file()) anchor(board);
  Saving saving = take_unsaved([&board](const std::string& id) { return id == board.id; });
  saving.log = board.log->sync_file();
  board.log->take_unsynced();
  ++board.settling;
  saver_->save(std::move(saving), [this, &board](const Saving& taken, const SaveThread::Result& result) {
    --board.settling;
    if (!result.log) warn("disk", result.log.error());
    saved(taken, result.store);
    tell(board);
  });
}

void LiveHall::sync(std::vector<std::shared_ptr<SyncFile>> logs) {
  disk_.sync(std::move(logs), [this](const DiskSync::Result& result) {
    if (!result) warn("disk", result.error());
  });
}

bool LiveHall::is_settled(const std::string& id) const {
  const LiveBoard* board = find(id);
  return board == nullptr || board->settling == 0;
}

/// Alerts of those boards, what their logs add up to, and what is to be noted of them or of no board.
Saving LiveHall::take_unsaved(const AlertBook::Ready& ready) {
  Saving saving;
  saving.alerts = alerts_->take_unsaved(ready);
  for (const Saving::Anchor& anchor : anchors_)
    if (ready(anchor.board)) saving.anchors.push_back(anchor);
  std::erase_if(anchors_, [&](const Saving::Anchor& anchor) { return ready(anchor.board); });
  for (const AuditEntry& note : notes_)
    if (ready(note.board)) saving.notes.push_back(note);
  std::erase_if(notes_, [&](const AuditEntry& note) { return ready(note.board); });
  return saving;
}

/// What the store did not take waits for the next time.
void LiveHall::heard_of_store(const Saving& saving, const Store::Result& stored) {
  alerts_->saved(saving.alerts, stored.has_value());
  if (stored) {
    for (const Saving::Alert& each : saving.alerts)
      if (alerts_->is_in_memory(each.row.id, false))
        alerts_->note(each.row.id, "jadoube", "the acknowledgement is on the disk",
                      record::utc_text(record::utc_now()));
    if (store_trouble_) say("the store takes alerts again");
    store_trouble_.reset();
    return;
  }
  anchors_.insert(anchors_.begin(), saving.anchors.begin(), saving.anchors.end());
  notes_.insert(notes_.begin(), saving.notes.begin(), saving.notes.end());
  if (!store_trouble_) say(stored.error() + "; alerts and acknowledgements are kept in memory");
  store_trouble_ = stored.error();
}

void LiveHall::saved(const Saving& saving, const Store::Result& stored) {
  if (saving.is_nothing()) return tell_alerts();
  heard_of_store(saving, stored);
  tell_alerts();
}

/// What could not be saved before, and what a new game has changed.
void LiveHall::save_rest() {
  if (alerts_->unsaved() == 0 && anchors_.empty() && notes_.empty()) return;
  Saving saving = take_unsaved([this](const std::string& board) { return is_settled(board); });
  if (saving.is_nothing()) return;
  saver_->save(std::move(saving),
               [this](const Saving& taken, const SaveThread::Result& result) { saved(taken, result.store); });
}

void LiveHall::wait_for_disk() {
  saver_->wait();
}

/// Blocks; whatever was on its way to the store is there before. The logs are the caller's business.
tl::expected<void, std::string> LiveHall::save_now() {
  saver_->wait();
  const Saving saving = take_unsaved([](const std::string&) { return true; });
  if (saving.is_nothing()) return {};
  auto done = put(*store_, saving);
  heard_of_store(saving, done);
  return done;
}

void LiveHall::tell_alerts() {
  const auto is_ready = [this](const std::string& board) { return is_settled(board); };
  for (const std::uint64_t id : alerts_->take_untold(is_ready, store_trouble_.has_value())) publish_alert(id);
}

void LiveHall::tell(LiveBoard& board) {
  if (board.settling != 0) return;
  for (const std::string& line : std::exchange(board.held_back, {})) {
    ring_.publish(board.id, Update::Kind::line,
                  {json::members_text([&](Object& o) { o.text("board", board.id).json("line", line); },
                                      json::Escapes::named),
                   {}});
  }
  if (!board.changed) return;
  const auto now = std::chrono::steady_clock::now();
  // Those whose turn was before come first.
  const bool others_wait = !due_.empty() && due_.top().when <= now;
  if (now - board.told >= options_.board_every && !others_wait && next_state_ <= now)
    publish_board(board);
  else
    changed(board);
}

void LiveHall::publish_board(LiveBoard& board) {
  const bool has_changed = std::exchange(board.changed, false);
  board.told = std::chrono::steady_clock::now();
  next_state_ = std::max(next_state_, board.told - kStatesAtOnce * kPerState) + kPerState;
  const BoardView shown = view(board);
  UpdateRing::Texts texts{member("board", to_json(shown)), {}};
  std::string for_hall = to_hall_json(shown);
  if (for_hall != board.last_hall_text) texts.hall_members = member("board", for_hall);
  board.last_hall_text = std::move(for_hall);
  if (has_changed) texts.changed = board.changed_since;
  ring_.publish(board.id, Update::Kind::board, texts);
}

std::shared_ptr<void> LiveHall::listen_to_alerts(AlertListener listener) {
  std::erase_if(alert_listeners_, [](const auto& each) { return each.expired(); });
  auto held = std::make_shared<AlertListener>(std::move(listener));
  alert_listeners_.push_back(held);
  return held;
}

void LiveHall::publish_alert(std::uint64_t id) {
  const Alert* alert = alerts_->alert(id);
  if (alert == nullptr) return;
  ring_.publish(alert->row.board, Update::Kind::alert, {member("alert", to_json(*alert)), {}});
  const auto listeners = alert_listeners_;
  for (const auto& each : listeners)
    if (const auto listener = each.lock()) (*listener)(*alert);
  if (LiveBoard* board = find(alert->row.board)) changed(*board);
}

void LiveHall::publish_scan(LiveBoard& board) {
  const std::string members = json::members_text([&](Object& o) {
    o.text("board", board.id).number("t_us", board.followed->now().count());
    o.hex16("occupied", board.followed->seen().occupied);
  });
  ring_.publish(board.id, Update::Kind::scan, {members, {}});
}

void LiveHall::publish_press(LiveBoard& board, record::Time t, chess::Side side) {
  const std::string members = json::members_text([&](Object& o) {
    o.text("board", board.id).number("t_us", t.count()).text("side", chess::name(side));
  });
  ring_.publish(board.id, Update::Kind::press, {members, {}});
}

void LiveHall::publish_server() {
  std::string now = server_json(false, false);
  if (now == last_server_) return;
  last_server_ = std::move(now);
  ring_.publish({}, Update::Kind::server,
                {member("server", server_json(false, true)), member("server", server_json(true, true))});
}

BoardView LiveHall::view(const LiveBoard& board) const {
  BoardView shown{board.id, board.number, *board.followed, {}, {}, board.scans_per_second, board.attached};
  if (board.catching_up) {
    shown.catching_up = true;
    shown.attached = board.attached && !board.link_is_lost();
  }
  for (const Alert* alert : alerts_->open_alerts(board.id))
    if (alert->is_told) shown.alerts.push_back(alert);
  if (const Pairing* pairing = pairing_of(board)) shown.time_control = pairing->time_control;
  return shown;
}

std::string LiveHall::server_json(bool for_hall, bool with_time) const {
  const auto told = for_hall ? std::vector<std::string>{} : warnings();
  std::string text;
  Object o{text};
  o.text("version", options_.version).text("started_utc", started_utc_);
  if (with_time) o.text("now_utc", record::utc_text(record::utc_now()));
  o.boolean("simulated", options_.simulated).text("language", words::code(options_.language));
  if (round_ && !round_->event.empty()) o.text("event", round_->event);
  if (round_ && round_->round != 0) o.number("round", round_->round);
  if (logs_to_hear_ != 0)
    o.object("catching_up", [&](Object& c) {
      c.number("logs", static_cast<std::int64_t>(logs_to_hear_));
      c.number("of", static_cast<std::int64_t>(logs_left_behind_));
    });
  o.list("warnings", told);
  if (!for_hall)
    o.list("repairs", repairs_, [](const auto& each) -> const std::string& { return each.second; });
  if (!for_hall) desk::write(o, attendances_);
  desk::write(o, map_);
  o.boolean("disk_ok", for_hall || disk_is_ok());
  o.close();
  return text;
}

bool LiveHall::disk_is_ok() const {
  return !store_trouble_ && std::ranges::none_of(boards_, [](const auto& each) {
    return each.second->log->trouble().has_value();
  });
}

/// The same for arbiters and technicians; the journal names the files.
std::vector<std::string> LiveHall::warnings() const {
  std::vector<std::string> sentences;
  if (store_trouble_)
    sentences.push_back(
        wording("Alerts and acknowledgements are kept in memory only and will be lost if the program "
                "ends: {1}",
                reason_of(*store_trouble_))
            .in(options_.language));
  UnrecordedBoards unrecorded;
  for (const auto& [id, board] : boards_) {
    const EvidenceLog& log = *board->log;
    if (log.trouble())
      unrecorded.add(id, *log.trouble(), log.waiting(), log.lost());
    else if (log.lost() != 0)
      sentences.push_back(wording("{1}: {2} record(s) of this game are lost.", id, std::to_string(log.lost()))
                              .in(options_.language));
    if (!board->loss.empty()) sentences.push_back(within(options_.data, board->loss));
  }
  for (const words::Text& sentence : unrecorded.sentences())
    sentences.push_back(sentence.in(options_.language));
  for (const auto& [about, sentence] : warned_)
    sentences.push_back(without_folder(within(options_.data, sentence)));
  return sentences;
}

void LiveHall::warn(const std::string& about, const std::string& sentence) {
  if (sentence.empty()) {
    warned_.erase(about);
  } else if (auto& standing = warned_[about]; standing != sentence) {
    standing = sentence;
    say(sentence);
  }
}

void LiveHall::set_laws(laws::Library library, std::string law) {
  laws_.replace(std::move(library));
  options_.law = std::move(law);
  begin_untouched_anew();
}

void LiveHall::set_start(std::string start) {
  options_.start = std::move(start);
  begin_untouched_anew();
}

/// Games that have not begun are told in the heads of new logs what holds from now on.
void LiveHall::begin_untouched_anew() {
  for (const auto& [id, board] : boards_)
    if (board->catching_up)
      board->is_untold_of_start = true;
    else
      begin_untouched_anew(*board);
}

void LiveHall::begin_untouched_anew(LiveBoard& board) {
  if (!board.followed->is_untouched()) return;
  const record::Header next = next_header(board);
  if (board.followed->law() != next.law || !begin_alike(board.followed->header().game, next.game))
    begin_next_game(board);
}

// ---- time

void LiveHall::set_sync_every(std::chrono::milliseconds time) {
  options_.sync_every = time;
  next_sync_ = {};
}

void LiveHall::tick() {
  const auto now = std::chrono::steady_clock::now();
  if (now >= next_second_) {
    next_second_ = std::max(next_second_ + kSecond, now);
    each_second();
  }
  if (now >= next_sync_) {
    next_sync_ = now + options_.sync_every;
    std::vector<std::shared_ptr<SyncFile>> logs;
    for (auto& [id, board] : boards_)
      if (board->log->sync_file() && board->log->take_unsynced()) logs.push_back(board->log->sync_file());
    if (!logs.empty()) sync(std::move(logs));
  }
  tell_due(now);
  timer_.expires_after(due_.empty() ? options_.board_every : std::min(kTick, options_.board_every));
  timer_.async_wait([this, alive = alive_](const boost::system::error_code& error) {
    if (!error && *alive) tick();
  });
}

void LiveHall::tell_of_wall_clock(const std::string& what) {
  tell_repair(what, what);
  note_later({}, what);
}

void LiveHall::look_at_wall_clock() {
  if (const auto set = wall_clock_.look(record::utc_now(), WallClockWatch::running()))
    tell_of_wall_clock(was_set(*set));
}

void LiveHall::each_second() {
  look_at_wall_clock();
  for (auto& [id, board] : boards_) {
    const auto scans = static_cast<unsigned>(board->scans - board->scans_before);
    board->scans_before = board->scans;
    // A board that reads 24 and 26 times in turn is no news.
    const unsigned difference =
        std::max(scans, board->scans_per_second) - std::min(scans, board->scans_per_second);
    if (difference > board->scans_per_second / 5) {
      board->scans_per_second = scans;
      changed(*board);
    }
    if (board->log->trouble()) {
      const bool told_before = board->trouble_said;
      board->log->retry();
      board->trouble_said = board->log->trouble().has_value();
      if (board->trouble_said && !told_before)
        say(id + ": evidence is not recorded: " + *board->log->trouble());
      if (!board->trouble_said) say(id + ": evidence is recorded again");
    }
  }
  save_rest();
  end_attendances();
  publish_server();
}

}  // namespace jadoube::arbiter
