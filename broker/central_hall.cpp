#include "broker/central_hall.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <boost/json.hpp>

#include "arbiter/audit_text.hpp"
#include "broker/names.hpp"
#include "json/writer.hpp"
#include "record/utc.hpp"

namespace jadoube::broker {
namespace {

using arbiter::Actor;
using arbiter::Outcome;
using arbiter::Refusal;
using arbiter::Role;
using arbiter::Update;
using json::Object;

/// For those who come back after a gap.
constexpr std::size_t kUpdatesKept = 8192;

tl::unexpected<Refusal> refused(Refusal::Kind kind, std::string sentence) {
  return tl::unexpected{Refusal{kind, std::move(sentence)}};
}

tl::unexpected<Refusal> at_the_hall() {
  return refused(Refusal::Kind::unavailable,
                 "That is to be had at the hall's own daemon: this one shows several halls.");
}

std::string member(std::string_view key, std::string_view value) {
  return json::members_text([&](Object& o) { o.json(key, value); });
}

std::int64_t whole(std::uint64_t number) {
  return static_cast<std::int64_t>(number);
}

/// Of what a hall says of itself; false and empty if it does not say it.
bool says(const HeardHall& hall, std::string_view key) {
  const auto* value = hall.server.if_contains(key);
  return value != nullptr && value->is_bool() && value->get_bool();
}
std::vector<std::string> list_of(const HeardHall& hall, std::string_view key) {
  std::vector<std::string> texts;
  const auto* value = hall.server.if_contains(key);
  if (value == nullptr || !value->is_array()) return texts;
  for (const auto& each : value->get_array())
    if (each.is_string()) texts.emplace_back(each.get_string());
  return texts;
}

}  // namespace

CentralHall::CentralHall(Options options, arbiter::Store& store)
    : options_{std::move(options)},
      store_{store},
      book_{options_.root, options_.centre},
      ring_{kUpdatesKept, arbiter::UpdateRing::first_number(record::utc_now())},
      started_utc_{record::utc_text(record::utc_now())} {}

void CentralHall::hear(std::string_view topic, std::string_view payload) {
  for (const Change& change : book_.take(topic, payload)) tell(change);
}

void CentralHall::tell(const Change& change) {
  const std::string id = central_board(change.hall, change.board);
  switch (change.kind) {
    case Change::Kind::hall:
      // Whether what is shown of its boards is old has changed with it.
      if (const auto& hall = book_.halls().at(change.hall); true)
        for (const auto& [name, board] : hall.boards)
          if (CentreBook::is_shown(hall, board)) tell({Change::Kind::board, change.hall, name, {}});
      return;
    case Change::Kind::board: {
      const HeardBoard* board = book_.board(change.hall, change.board);
      if (board == nullptr) return;
      arbiter::UpdateRing::Texts texts{member("board", board_text(change.hall, *board, false)), {}};
      // That something has happened on the board is a secret too.
      std::string in_hall = board_text(change.hall, *board, true);
      if (std::string& last = told_in_hall_[id]; last != in_hall) {
        texts.hall_members = member("board", in_hall);
        last = std::move(in_hall);
      }
      ring_.publish(id, Update::Kind::board, texts);
      return;
    }
    case Change::Kind::alert: {
      boost::json::object alert = change.alert;
      make_central_alert(change.hall, alert);
      ring_.publish(id, Update::Kind::alert, {member("alert", boost::json::serialize(alert)), {}});
      return;
    }
    case Change::Kind::moves:
      // The page asks for the moves when it hears this.
      ring_.publish(id, Update::Kind::line,
                    {json::members_text([&](Object& o) {
                       o.text("board", id).object("line", [](Object& line) { line.text("type", "game"); });
                     }),
                     {}});
      return;
    case Change::Kind::forgotten: {
      const std::string members = json::members_text([&](Object& o) { o.text("board", id); });
      told_in_hall_.erase(id);
      ring_.publish(id, Update::Kind::forgotten, {members, members});
      return;
    }
  }
}

std::string CentralHall::board_text(const std::string& hall, const HeardBoard& board, bool in_hall) const {
  boost::json::object said = in_hall ? board.said_in_hall : board.said;
  make_central_board(hall, said);
  if (!book_.halls().at(hall).is_online) said["hall_is_away"] = true;
  return boost::json::serialize(said);
}

void CentralHall::tell_halls() {
  std::string now = server_text(false, false);
  if (now == last_server_) return;
  last_server_ = std::move(now);
  ring_.publish({}, Update::Kind::server,
                {member("server", server_text(false, true)), member("server", server_text(true, true))});
}

void CentralHall::warn(const std::string& what, const std::string& sentence) {
  if (sentence.empty())
    warned_.erase(what);
  else
    warned_[what] = sentence;
}

std::optional<std::string> CentralHall::hall_of(std::uint64_t prefix) const {
  for (const auto& [name, hall] : book_.halls())
    if (alert_prefix(name) == prefix) return name;
  return std::nullopt;
}

std::vector<std::string> CentralHall::warnings() const {
  std::vector<std::string> sentences;
  for (const auto& [what, sentence] : warned_) sentences.push_back(sentence);
  std::set<std::uint64_t> prefixes;
  for (const auto& [name, hall] : book_.halls()) {
    if (!prefixes.insert(alert_prefix(name)).second)
      sentences.push_back(name +
                          ": its alerts cannot be told from those of another hall: call it something else");
    if (!hall.is_online && !hall.journal.empty())
      sentences.push_back(name + " is not connected: what is shown of it is how it was.");
    if (hall.counts.lost != 0)
      sentences.push_back(name + ": " + std::to_string(hall.counts.lost) +
                          " event(s) had to be given up there; its boards are shown as they are.");
    for (const std::string& each : list_of(hall, "warnings")) sentences.push_back(name + ": " + each);
  }
  return sentences;
}

void CentralHall::write_halls(Object& o) const {
  o.objects("halls", book_.halls(), [](Object& h, const auto& each) {
    const auto& [name, hall] = each;
    h.text("name", name).boolean("online", hall.is_online);
    const HeardHall::Counts& counts = hall.counts;
    h.number("events", whole(counts.events)).number("repeated", whole(counts.repeated));
    h.number("early", whole(counts.early)).number("asked", whole(counts.asked));
    h.number("lost", whole(counts.lost)).number("unreadable", whole(counts.unreadable));
    const auto numbers = hall.numbers.find(hall.journal);
    if (numbers != hall.numbers.end()) h.number("complete_to", whole(numbers->second.complete()));
  });
}

std::string CentralHall::server_text(bool in_hall, bool with_time) const {
  bool simulated = false, disk_ok = true;
  std::vector<std::string> repairs;
  std::vector<std::pair<std::string, boost::json::object>> at_boards;
  const boost::json::object* first = nullptr;
  for (const auto& [name, hall] : book_.halls()) {
    if (hall.server.empty()) continue;
    if (first == nullptr) first = &hall.server;
    simulated = simulated || says(hall, "simulated");
    disk_ok = disk_ok && says(hall, "disk_ok");
    for (const std::string& each : list_of(hall, "repairs")) repairs.push_back(name + ": " + each);
    const auto* people = hall.server.if_contains("at_boards");
    if (people == nullptr || !people->is_array()) continue;
    for (const auto& each : people->get_array())
      if (each.is_object()) at_boards.emplace_back(name, each.get_object());
  }
  std::string text;
  Object o{text};
  o.text("version", options_.version).text("started_utc", started_utc_);
  if (with_time) o.text("now_utc", record::utc_text(record::utc_now()));
  o.boolean("simulated", simulated).text("language", words::code(options_.language));
  if (first != nullptr)
    for (const char* key : {"event", "round"})
      if (const auto* value = first->if_contains(key)) o.json(key, boost::json::serialize(*value));
  o.list("warnings", in_hall ? std::vector<std::string>{} : warnings());
  if (!in_hall) {
    o.list("repairs", repairs);
    std::vector<std::string> texts;
    for (auto& [hall, each] : at_boards) {
      if (auto* board = each.if_contains("board"); board != nullptr && board->is_string())
        *board = central_board(hall, std::string_view{board->get_string()});
      texts.push_back(boost::json::serialize(each));
    }
    o.json_list("at_boards", texts);
    if (with_time) write_halls(o);
  }
  // Tables of two halls may have the same number.
  o.json("map", "[]").boolean("disk_ok", in_hall || disk_ok).close();
  return text;
}

std::string CentralHall::snapshot(Role role) const {
  const bool in_hall = role == Role::hall;
  std::vector<std::pair<std::int64_t, std::string>> boards;
  std::vector<std::pair<std::int64_t, std::string>> alerts;
  for (const auto& [name, hall] : book_.halls())
    for (const auto& [id, board] : hall.boards) {
      if (!CentreBook::is_shown(hall, board)) continue;
      const auto* need = board.said.if_contains("need");
      boards.emplace_back(need != nullptr && need->is_int64() ? -need->get_int64() : 0,
                          board_text(name, board, in_hall));
      if (in_hall) continue;
      for (const auto& [number, each] : board.alerts) {
        boost::json::object alert = each;
        make_central_alert(name, alert);
        alerts.emplace_back(number, boost::json::serialize(alert));
      }
    }
  std::ranges::stable_sort(boards, {}, &std::pair<std::int64_t, std::string>::first);
  const auto texts = [](const auto& list) {
    std::vector<std::string_view> views;
    for (const auto& [rank, text] : list) views.emplace_back(text);
    return views;
  };
  return json::object_text([&](Object& o) {
    o.text("type", "snapshot").number("seq", whole(ring_.last())).text("role", name(role));
    o.json("server", server_text(in_hall, true)).json_list("boards", texts(boards));
    o.json_list("alerts", texts(alerts));
  });
}

Outcome<std::string> CentralHall::board(std::string_view id, Role role) const {
  const auto at = board_at_hall(id);
  const HeardBoard* board = at ? book_.board(at->hall, at->board) : nullptr;
  if (board == nullptr)
    return refused(Refusal::Kind::not_found, "There is no board " + std::string{id} + '.');
  return board_text(at->hall, *board, role == Role::hall);
}

/// Where it does not know them all, the server has asked the hall before.
Outcome<std::string> CentralHall::moves(std::string_view id) const {
  const auto at = board_at_hall(id);
  const HeardBoard* board = at ? book_.board(at->hall, at->board) : nullptr;
  if (board == nullptr)
    return refused(Refusal::Kind::not_found, "There is no board " + std::string{id} + '.');
  if (!board->has_all_moves) return at_the_hall();
  return json::object_text([&](Object& o) {
    o.text("start_fen", board->start_fen).json("moves", boost::json::serialize(board->moves));
  });
}

Outcome<std::string> CentralHall::audit(std::uint64_t before, unsigned limit,
                                        std::optional<words::Language> language) const {
  const auto entries = store_.audit(before, limit);
  if (!entries) return refused(Refusal::Kind::unavailable, entries.error() + ".");
  return arbiter::audit_text(*entries, language);
}

/// Whoever can act in one of the halls: an alert is handed to somebody of its own, which that hall looks at.
Outcome<std::string> CentralHall::people() const {
  std::map<std::string, std::string> people;
  for (const auto& [name, hall] : book_.halls())
    for (const auto& each : hall.people) {
      const auto* who = each.get_object().if_contains("name");
      if (who != nullptr && who->is_string())
        people[std::string{who->get_string()}] = boost::json::serialize(each);
    }
  std::vector<std::string> texts;
  for (const auto& [name, text] : people) texts.push_back(text);
  return json::object_text([&](Object& o) { o.json_list("people", texts); });
}

arbiter::Health CentralHall::health() const {
  arbiter::Health health;
  for (const auto& [name, hall] : book_.halls()) {
    for (const auto& [id, board] : hall.boards) {
      if (!CentreBook::is_shown(hall, board)) continue;
      const auto* link = board.said.if_contains("link");
      const bool has_link =
          hall.is_online && link != nullptr && link->is_string() && link->get_string() == "up";
      ++health.boards;
      health.attached += has_link ? 1 : 0;
      health.open_alerts += board.alerts.size();
      health.each_board.push_back({central_board(name, id), 0, has_link});
    }
    health.lines += hall.counts.events;
  }
  health.warnings = warnings();
  return health;
}

void CentralHall::note(const Actor& actor, const words::Text& what) {
  arbiter::AuditEntry entry;
  entry.utc = record::utc_text(record::utc_now());
  entry.by = actor.name;
  entry.role = actor.role;
  entry.what = what.in(options_.language);
  entry.code = what.code();
  const auto noted = store_.note(entry);
  warn("store", noted ? std::string{} : "The store takes nothing: " + noted.error());
}

// ---- what only a hall itself can do

Outcome<std::string> CentralHall::findings(std::string_view) const {
  return at_the_hall();
}
Outcome<arbiter::Later> CentralHall::timeline(std::string_view, std::uint64_t, record::Time,
                                              record::Time) const {
  return at_the_hall();
}
Outcome<std::string> CentralHall::pgn(std::string_view) const {
  return at_the_hall();
}
Outcome<arbiter::Later> CentralHall::round_file(std::string_view, unsigned) const {
  return at_the_hall();
}
Outcome<arbiter::Later> CentralHall::evidence(std::string_view, std::string_view) const {
  return at_the_hall();
}
Outcome<std::string> CentralHall::enter(const Actor&, std::string_view, record::Arbiter) {
  return at_the_hall();
}
Outcome<std::string> CentralHall::acknowledge(const Actor&, std::uint64_t, std::string_view) {
  return at_the_hall();
}
Outcome<std::string> CentralHall::take_back_acknowledgement(const Actor&, std::uint64_t, std::string_view) {
  return at_the_hall();
}
Outcome<std::string> CentralHall::hand(const Actor&, std::uint64_t, std::string_view, std::string_view) {
  return at_the_hall();
}
Outcome<std::string> CentralHall::add_note(const Actor&, std::uint64_t, std::string_view) {
  return at_the_hall();
}
Outcome<std::string> CentralHall::attend(const Actor&, std::string_view) {
  return at_the_hall();
}
Outcome<std::string> CentralHall::place_table(const Actor&, unsigned, std::optional<desk::Place>) {
  return at_the_hall();
}
Outcome<std::string> CentralHall::acknowledge_all(const Actor&, report::Kind) {
  return at_the_hall();
}
Outcome<std::string> CentralHall::note_repairs(const Actor&) {
  return at_the_hall();
}
Outcome<std::string> CentralHall::number(const Actor&, std::string_view, unsigned) {
  return at_the_hall();
}
Outcome<std::string> CentralHall::forget(const Actor&, std::string_view) {
  return at_the_hall();
}
std::function<arbiter::Hall::TakeIn()> CentralHall::tournament(const Actor&, arbiter::PairingText) {
  return [] { return [] { return Outcome<std::string>{at_the_hall()}; }; };
}
Outcome<std::string> CentralHall::start_round(const Actor&, unsigned) {
  return at_the_hall();
}

}  // namespace jadoube::broker
