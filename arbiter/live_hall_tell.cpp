// What is told of the hall, and when: findings once they are on the disk, boards at most so often.
#include <algorithm>
#include <utility>

#include "arbiter/live_hall.hpp"
#include "detector/json_object.hpp"
#include "drivers/json_text.hpp"

namespace jadoube::arbiter {

using detector::Object;

namespace {

constexpr std::chrono::seconds kSecond{1};

}  // namespace

void LiveHall::changed(LiveBoard& board) {
  board.changed = true;
}

/// What was found is told once the log up to there, and the alert, are on the disk.
void LiveHall::settle(LiveBoard& board) {
  if (!board.log->sync_file()) return save_and_tell();  // the disk takes nothing: it is told all the same
  anchor(board);
  if (!board.log->sync_file()) return save_and_tell();
  board.log->take_unsynced();
  ++board.settling;
  disk_.sync(board.log->sync_file(), [this, &board](const DiskSync::Result& result) {
    --board.settling;
    if (!result) warn("disk", result.error());
    save_and_tell();
    tell(board);
  });
}

void LiveHall::sync(LiveBoard& board) {
  board.log->take_unsynced();
  disk_.sync(board.log->sync_file(), [this](const DiskSync::Result& result) {
    if (!result) warn("disk", result.error());
  });
}

bool LiveHall::is_settled(const std::string& id) const {
  const LiveBoard* board = find(id);
  return board == nullptr || board->settling == 0;
}

/// Alerts of boards whose logs are on the disk, and with them what those logs add up to.
tl::expected<void, std::string> LiveHall::save(const std::function<Store::Result()>& also,
                                               const std::string& synced) {
  const auto is_ready = [this](const Anchor& anchor) { return is_settled(anchor.board); };
  const bool anchored = std::ranges::any_of(anchors_, is_ready);
  const auto put = [&]() -> Store::Result {
    const std::string utc = drivers::utc_text(drivers::utc_now());
    for (const Anchor& each : anchors_) {
      if (!is_ready(each)) continue;
      auto done = store_->anchor(each.log, each.seal.bytes, drivers::hex(each.seal.digest), utc);
      if (!done) return done;
    }
    return also ? also() : Store::Result{};
  };
  auto done = alerts_->save([&](const std::string& id) { return id == synced || is_settled(id); },
                            anchored || also ? put : std::function<Store::Result()>{});
  if (done) std::erase_if(anchors_, is_ready);
  return done;
}

void LiveHall::save_and_tell() {
  const auto saved = save();
  if (saved && store_trouble_) say("the store takes alerts again");
  if (!saved && !store_trouble_) say(saved.error() + "; alerts are kept in memory");
  store_trouble_ = saved ? std::nullopt : std::optional{saved.error()};
  for (const std::uint64_t id :
       alerts_->take_untold([this](const std::string& board) { return is_settled(board); }))
    publish_alert(id);
}

void LiveHall::tell(LiveBoard& board) {
  if (board.settling != 0) return;
  for (const std::string& line : std::exchange(board.held_back, {})) {
    std::string members = ",\"board\":";
    drivers::append_string(members, board.id);
    ring_.publish(board.id, true, {"line", members + ",\"line\":" + line, {}});
  }
  const auto now = std::chrono::steady_clock::now();
  if (board.changed && now - board.told >= options_.board_every) publish_board(board);
}

void LiveHall::publish_board(LiveBoard& board) {
  board.changed = false;
  board.told = std::chrono::steady_clock::now();
  const BoardView shown = view(board);
  UpdateRing::Texts texts{"board", ",\"board\":" + to_json(shown), {}};
  std::string for_hall = to_hall_json(shown);
  if (for_hall != board.last_hall_text) texts.hall_members = ",\"board\":" + for_hall;
  board.last_hall_text = std::move(for_hall);
  ring_.publish(board.id, false, std::move(texts));
}

void LiveHall::publish_alert(std::uint64_t id) {
  const Alert* alert = alerts_->alert(id);
  if (alert == nullptr) return;
  ring_.publish(alert->row.board, false, {"alert", ",\"alert\":" + to_json(*alert), {}});
  if (LiveBoard* board = find(alert->row.board)) board->changed = true;
}

void LiveHall::publish_scan(LiveBoard& board) {
  std::string text;
  Object o{text};
  o.text("board", board.id).number("t_us", board.now.count());
  o.text("occupied", detector::hex16(board.desk->seen().occupied));
  ring_.publish(board.id, true, {"scan", ',' + text.substr(1), {}});
}

void LiveHall::publish_press(LiveBoard& board, drivers::Time t, chess::Side side) {
  std::string text;
  Object o{text};
  o.text("board", board.id).number("t_us", t.count()).text("side", chess::name(side));
  ring_.publish(board.id, true, {"press", ',' + text.substr(1), {}});
}

void LiveHall::publish_server() {
  std::string now = server_json(false, false);
  if (now == last_server_) return;
  last_server_ = std::move(now);
  ring_.publish(
      {}, false,
      {"server", ",\"server\":" + server_json(false, true), ",\"server\":" + server_json(true, true)});
}

BoardView LiveHall::view(const LiveBoard& board) const {
  BoardView shown{board.id, board.number, *board.desk, {}, {}, board.scans_per_second};
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
  if (with_time) o.text("now_utc", drivers::utc_text(drivers::utc_now()));
  o.boolean("simulated", options_.simulated);
  if (round_ && !round_->event.empty()) o.text("event", round_->event);
  if (round_ && round_->round != 0) o.number("round", round_->round);
  o.list("warnings", told, [](const std::string& each) -> const std::string& { return each; });
  o.boolean("disk_ok", for_hall || disk_is_ok());
  o.close();
  return text;
}

bool LiveHall::disk_is_ok() const {
  return !store_trouble_ && std::ranges::none_of(boards_, [](const auto& each) {
    return each.second->log->trouble().has_value();
  });
}

std::vector<std::string> LiveHall::warnings() const {
  std::vector<std::string> sentences;
  if (store_trouble_)
    sentences.push_back("Alerts are kept in memory only and will be lost if the program ends: " +
                        *store_trouble_);
  for (const auto& [id, board] : boards_) {
    const EvidenceLog& log = *board->log;
    if (log.trouble())
      sentences.push_back(id + ": evidence is not recorded: " + *log.trouble() + ". " +
                          std::to_string(log.waiting()) + " record(s) are kept in memory, " +
                          std::to_string(log.lost()) + " are lost.");
    else if (log.lost() != 0)
      sentences.push_back(id + ": " + std::to_string(log.lost()) + " record(s) of this game are lost.");
  }
  for (const auto& [about, sentence] : warned_) sentences.push_back(sentence);
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

// ---- time

void LiveHall::tick() {
  const auto now = std::chrono::steady_clock::now();
  if (now >= next_second_) {
    next_second_ = std::max(next_second_ + kSecond, now);
    each_second();
  }
  if (now >= next_sync_) {
    next_sync_ = now + options_.sync_every;
    for (auto& [id, board] : boards_)
      if (board->log->sync_file() && board->log->take_unsynced()) sync(*board);
  }
  for (auto& [id, board] : boards_) tell(*board);
  timer_.expires_after(options_.board_every);
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (!error && !closed_) tick();
  });
}

void LiveHall::each_second() {
  for (auto& [id, board] : boards_) {
    const auto scans = static_cast<unsigned>(board->scans - board->scans_before);
    board->scans_before = board->scans;
    // A board that reads 24 and 26 times in turn is no news.
    const unsigned difference =
        std::max(scans, board->scans_per_second) - std::min(scans, board->scans_per_second);
    if (difference > board->scans_per_second / 5) {
      board->scans_per_second = scans;
      board->changed = true;
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
  if (!alerts_->is_saved() || !anchors_.empty()) save_and_tell();
  publish_server();
}

}  // namespace jadoube::arbiter
