#include "broker/journal.hpp"

#include <algorithm>
#include <charconv>
#include <tuple>

#include "json/text.hpp"
#include "server/secret.hpp"

namespace jadoube::broker {
namespace {

constexpr std::int64_t kVersion = 1;
constexpr const char* kTables = R"(
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE event (seq INTEGER PRIMARY KEY, board TEXT NOT NULL, payload TEXT NOT NULL);
CREATE TABLE board (id TEXT PRIMARY KEY, board_seq INTEGER NOT NULL, link TEXT NOT NULL, game TEXT NOT NULL,
                    moves TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE alert (id INTEGER PRIMARY KEY, board TEXT NOT NULL, digest TEXT NOT NULL);
PRAGMA user_version = 1;
)";
/// What a row has beside its payload.
constexpr std::uint64_t kPerEvent = 64;
/// Rows that are looked at at a time when there is no more room.
constexpr std::int64_t kGivenUpAtOnce = 256;
/// States that a run may tell: of 2^53 numbers, enough for two million runs.
constexpr unsigned kVersionBits = 32;

std::uint64_t number_from(const std::string& text) {
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::string list_of(const std::vector<std::string>& values) {
  std::string text = "[";
  for (const std::string& each : values) text.append(text.size() == 1 ? "" : ",").append(each);
  return text += ']';
}

}  // namespace

tl::expected<Journal, std::string> Journal::open(const std::string& path, const std::string& hall,
                                                 std::uint64_t most_bytes) {
  auto database = sqlite::Database::open(path);
  const std::string advice =
      ". It has nothing but what is to be sent to the broker: move it away, and the daemon begins a new one";
  if (!database) return tl::unexpected{database.error() + advice};
  Journal journal{*std::move(database)};
  journal.most_bytes_ = most_bytes;
  if (auto loaded = journal.load(hall); !loaded) return tl::unexpected{loaded.error() + advice};
  return journal;
}

Journal::Result Journal::load(const std::string& hall) {
  std::int64_t version = 0;
  auto done = database_.run("PRAGMA user_version", {}, [&](const auto& row) { version = row.integer(0); });
  if (!done) return done;
  if (version > kVersion) return tl::unexpected{std::string{"the broker's journal is of a later jadoube"}};
  if (version == 0) {
    const auto drawn = server::make_secret();
    if (!drawn) return tl::unexpected{std::string{"the system gives no random numbers"}};
    done = database_.transaction([&]() -> Result {
      if (auto made = database_.script(kTables); !made) return made;
      return set("journal", drawn->substr(0, 16));
    });
    if (!done) return done;
  }
  std::map<std::string, std::string> meta;
  done = database_.run("SELECT key, value FROM meta", {},
                       [&](const auto& row) { meta[row.text(0)] = row.text(1); });
  if (!done) return done;
  sender_ = {hall, meta["journal"]};
  acknowledged_ = saved_acknowledged_ = number_from(meta["acknowledged"]);
  given_up_ = number_from(meta["given_up"]);
  head_ = number_from(meta["head"]);
  if (done = load_events(); !done) return done;
  const std::uint64_t run = number_from(meta["run"]) + 1;
  version_ = run << kVersionBits;
  if (done = set("run", std::to_string(run)); !done) return done;
  done = database_.run("SELECT id, board_seq, link, game, moves FROM board", {}, [&](const auto& row) {
    ToldBoard& board = told_.boards[row.text(0)];
    board = {static_cast<std::uint64_t>(row.integer(1)), row.text(2), row.text(3), {}};
    const std::string moves = row.text(4);
    for (const std::string_view each : json::values_of(moves)) board.moves.emplace_back(each);
  });
  if (!done) return done;
  return database_.run("SELECT id, board, digest FROM alert", {}, [&](const auto& row) {
    told_.alerts[static_cast<std::uint64_t>(row.integer(0))] = {row.text(1), row.text(2)};
  });
}

Journal::Result Journal::load_events() {
  // What a page has suffered shows in no answer: SQLite hands out rows in the order in which they lie there.
  std::string fault = "ok";
  auto done = database_.run("PRAGMA quick_check(1)", {}, [&](const auto& row) { fault = row.text(0); });
  if (!done) return done;
  std::ranges::replace(fault, '\n', ' ');
  if (fault != "ok") return tl::unexpected{"the broker's journal is damaged (" + fault + ')'};
  first_kept_ = head_ + 1;
  std::uint64_t last = head_;
  done = database_.run("SELECT min(seq), max(seq), sum(length(CAST(payload AS BLOB)) + ?) FROM event",
                       {kPerEvent}, [&](const auto& row) {
                         if (row.is_null(0)) return;
                         first_kept_ = static_cast<std::uint64_t>(row.integer(0));
                         last = static_cast<std::uint64_t>(row.integer(1));
                         bytes_ = static_cast<std::uint64_t>(row.integer(2));
                       });
  if (!done) return done;
  if (first_kept_ == 0 || first_kept_ > head_ + 1 || last != head_ || acknowledged_ > head_)
    return tl::unexpected{
        std::string{"the broker's journal is damaged: its events are not numbered as it says"}};
  return {};
}

Journal::Result Journal::set(std::string_view key, std::string_view value) {
  return database_.run(
      "INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", {key, value});
}

Journal::Result Journal::add_event(const NewEvent& event, Batch& batch) {
  auto board = batch.boards.find(event.board);
  if (board == batch.boards.end()) {
    const auto told = told_.boards.find(event.board);
    board = batch.boards.emplace(event.board, told == told_.boards.end() ? ToldBoard{} : told->second).first;
  }
  const std::string payload = event_payload(sender_, event, ++head_, ++board->second.board_seq);
  bytes_ += payload.size() + kPerEvent;
  return database_.run("INSERT INTO event VALUES (?, ?, ?)", {head_, event.board, payload});
}

Journal::Result Journal::give_up_oldest() {
  while (bytes_ > most_bytes_ && first_kept_ <= head_) {
    std::uint64_t last = first_kept_ - 1;
    std::uint64_t freed = 0;
    auto done = database_.run("SELECT seq, length(CAST(payload AS BLOB)) FROM event ORDER BY seq LIMIT ?",
                              {kGivenUpAtOnce}, [&](const auto& row) {
                                if (bytes_ - freed <= most_bytes_) return;
                                last = static_cast<std::uint64_t>(row.integer(0));
                                freed += static_cast<std::uint64_t>(row.integer(1)) + kPerEvent;
                              });
    if (done) done = database_.run("DELETE FROM event WHERE seq <= ?", {last});
    if (!done) return done;
    bytes_ -= freed;
    if (last > acknowledged_) given_up_ += last - std::max(acknowledged_, first_kept_ - 1);
    first_kept_ = last + 1;
  }
  return {};
}

Journal::Result Journal::write_told(const Batch& batch) {
  for (const auto& [id, board] : batch.boards)
    if (auto done = database_.run(
            "INSERT INTO board VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET board_seq = "
            "excluded.board_seq, link = excluded.link, game = excluded.game, moves = excluded.moves",
            {id, board.board_seq, board.link, board.game, list_of(board.moves)});
        !done)
      return done;
  for (const auto& [id, alert] : batch.alerts) {
    auto done = alert ? database_.run(
                            "INSERT INTO alert VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET board = "
                            "excluded.board, digest = excluded.digest",
                            {id, alert->board, alert->digest})
                      : database_.run("DELETE FROM alert WHERE id = ?", {id});
    if (!done) return done;
  }
  return {};
}

Journal::Result Journal::add(Batch batch) {
  const auto before = std::tuple{head_, bytes_, first_kept_, given_up_};
  auto done = database_.transaction([&]() -> Result {
    for (const NewEvent& event : batch.events)
      if (auto added = add_event(event, batch); !added) return added;
    if (auto room = give_up_oldest(); !room) return room;
    if (auto written = write_told(batch); !written) return written;
    if (auto written = set("head", std::to_string(head_)); !written) return written;
    if (auto written = set("given_up", std::to_string(given_up_)); !written) return written;
    return set("acknowledged", std::to_string(acknowledged_));
  });
  if (!done) {
    std::tie(head_, bytes_, first_kept_, given_up_) = before;
    return done;
  }
  saved_acknowledged_ = acknowledged_;
  for (auto& [id, board] : batch.boards) told_.boards[id] = std::move(board);
  for (auto& [id, alert] : batch.alerts) {
    if (alert)
      told_.alerts[id] = *std::move(alert);
    else
      told_.alerts.erase(id);
  }
  return {};
}

void Journal::acknowledge(std::uint64_t seq) {
  acknowledged_ = std::max(acknowledged_, std::min(seq, head_));
}

Journal::Result Journal::save() {
  if (saved_acknowledged_ == acknowledged_) return {};
  auto done = set("acknowledged", std::to_string(acknowledged_));
  if (done) saved_acknowledged_ = acknowledged_;
  return done;
}

tl::expected<std::vector<Journal::Kept>, std::string> Journal::read(std::uint64_t first, std::uint64_t last,
                                                                    unsigned most) {
  std::vector<Kept> kept;
  const auto done =
      database_.run("SELECT seq, board, payload FROM event WHERE seq >= ? AND seq <= ? ORDER BY seq LIMIT ?",
                    {first, last, most}, [&](const auto& row) {
                      kept.push_back({static_cast<std::uint64_t>(row.integer(0)), row.text(1), row.text(2)});
                    });
  if (!done) return tl::unexpected{done.error()};
  return kept;
}

}  // namespace jadoube::broker
