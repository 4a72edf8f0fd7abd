// What arbiters tell each other: whose an alert is, notes, who is at which board, where the tables stand.
#include <algorithm>
#include <set>
#include <utility>

#include "arbiter/disk_trouble.hpp"
#include "arbiter/live_hall.hpp"
#include "json/writer.hpp"

namespace jadoube::arbiter {

using json::Object;
using words::wording;

namespace {

/// Whoever does not say that he has left a board has left it then.
constexpr std::chrono::minutes kStays{20};

/// Names of those who may act, in the order of their tokens.
tl::expected<std::vector<std::pair<std::string, Role>>, std::string> who_acts(Store& store) {
  auto tokens = store.tokens().list();
  if (!tokens) return tl::unexpected{std::move(tokens).error()};
  std::vector<std::pair<std::string, Role>> people;
  for (const Token& token : *tokens)
    if (token.revoked_utc.empty() && token.role >= Role::arbiter &&
        std::ranges::find(people, token.name, &std::pair<std::string, Role>::first) == people.end())
      people.emplace_back(token.name, token.role);
  return people;
}

}  // namespace

tl::expected<void, std::string> LiveHall::read_desk() {
  auto map = store_->desk().map();
  if (!map) return tl::unexpected{std::move(map).error()};
  auto attendances = store_->desk().attendances(record::utc_text(record::utc_now()));
  if (!attendances) return tl::unexpected{std::move(attendances).error()};
  map_ = *std::move(map);
  attendances_ = *std::move(attendances);
  return {};
}

Outcome<std::string> LiveHall::people() const {
  const auto people = who_acts(*store_);
  if (!people)
    return tl::unexpected{Refusal{Refusal::Kind::unavailable, without_folder(people.error()) + "."}};
  return json::object_text(
      [&](Object& o) {
        o.objects("people", *people, [](Object& each, const auto& somebody) {
          each.text("name", somebody.first).text("role", name(somebody.second));
        });
      },
      json::Escapes::named);
}

Outcome<std::string> LiveHall::hand(const Actor& actor, std::uint64_t id, std::string_view to,
                                    std::string_view remark) {
  const Alert* alert = alerts_->alert(id);
  if (alert == nullptr)
    return refused(Refusal::Kind::not_found, wording("There is no alert {1}.", std::to_string(id)));
  const auto people = who_acts(*store_);
  if (!people)
    return tl::unexpected{Refusal{Refusal::Kind::unavailable, without_folder(people.error()) + "."}};
  if (!to.empty() && std::ranges::find(*people, to, &std::pair<std::string, Role>::first) == people->end())
    return refused(Refusal::Kind::invalid, wording("There is no arbiter here who is called {1}.", to));
  saver_->wait();
  const std::string board_id = alert->row.board;
  const std::string utc = record::utc_text(record::utc_now());
  if (auto done = alerts_->hand(id, actor, to, remark, utc); !done) return tl::unexpected{done.error()};
  auto saved = save_done(actor, handed(to, remark), board_id, id);
  tell_alerts();
  if (LiveBoard* board = find(board_id)) changed(*board);
  if (!saved) return not_on_disk(saved.error());
  return to_json(*alerts_->alert(id));
}

/// About the game that goes on it is evidence, and in its log; the log of an earlier one is sealed, and the alert keeps it.
Outcome<std::string> LiveHall::add_note(const Actor& actor, std::uint64_t id, std::string_view text) {
  const Alert* alert = alerts_->alert(id);
  if (alert == nullptr)
    return refused(Refusal::Kind::not_found, wording("There is no alert {1}.", std::to_string(id)));
  const std::string board_id = alert->row.board;
  const LiveBoard* board = find(board_id);
  if (board != nullptr && !board->catching_up && board->source.log == alert->row.log) {
    record::Arbiter entry;
    entry.action = record::Arbiter::Action::note;
    entry.finding = alert->row.finding;
    entry.text = text;
    auto entered = enter(actor, board_id, std::move(entry));
    if (!entered) return entered;
    return to_json(*alerts_->alert(id));
  }
  saver_->wait();
  const std::string utc = record::utc_text(record::utc_now());
  if (auto kept = store_->desk().add({utc, actor.name, board_id, alert->row.log, id, std::string{text}});
      !kept)
    return not_on_disk(kept.error());
  const words::Text what = wording("note: {1}", text);
  alerts_->note(id, actor.name, what.in(options_.language), utc);
  auto saved = save_done(actor, what, board_id, id);
  tell_alerts();
  if (!saved) return not_on_disk(saved.error());
  return to_json(*alerts_->alert(id));
}

Outcome<std::string> LiveHall::attend(const Actor& actor, std::string_view id) {
  const LiveBoard* board = id.empty() ? nullptr : find(id);
  if (!id.empty() && board == nullptr) return no_board(id);
  const record::WallTime now = record::utc_now();
  const std::string utc = record::utc_text(now);
  const auto before = attendances_.find(actor.name);
  std::optional<desk::Attendance> where;
  if (board != nullptr) where = {board->id, utc, record::utc_text(now + kStays)};
  const std::string left = before == attendances_.end() ? std::string{} : before->second.board;
  if (where || !left.empty()) {
    const words::Text what = where ? wording("is at the board") : wording("has left the board");
    auto done = store_->together([&]() -> Store::Result {
      if (auto kept = store_->desk().attend(actor.name, where, utc); !kept) return kept;
      auto noted = store_->note(done_by(actor, what, where ? where->board : left));
      if (!noted) return tl::unexpected{std::move(noted).error()};
      return {};
    });
    if (!done) return not_on_disk(done.error());
    if (where)
      attendances_.insert_or_assign(actor.name, *where);
    else
      attendances_.erase(before);
    publish_server();
  }
  return json::object_text([&](Object& o) { desk::write(o, attendances_); }, json::Escapes::named);
}

void LiveHall::end_attendances() {
  if (attendances_.empty()) return;
  const std::string now = record::utc_text(record::utc_now());
  std::erase_if(attendances_, [&](const auto& each) { return each.second.until_utc <= now; });
}

Outcome<std::string> LiveHall::place_table(const Actor& actor, unsigned number,
                                           std::optional<desk::Place> place) {
  desk::HallMap next = with_table_at(map_, number, place);
  if (next != map_) {
    const std::string utc = record::utc_text(record::utc_now());
    const words::Text table = wording("table {1}", std::to_string(number));
    const words::Text what = place ? wording("put {1} into another place on the map", table)
                                   : wording("took {1} off the map", table);
    auto done = store_->together([&]() -> Store::Result {
      if (auto moved = store_->desk().move_tables(map_, next, actor.name, utc); !moved) return moved;
      auto noted = store_->note(done_by(actor, what));
      if (!noted) return tl::unexpected{std::move(noted).error()};
      return {};
    });
    if (!done) return not_on_disk(done.error());
    map_ = std::move(next);
    publish_server();
  }
  return json::object_text([&](Object& o) { desk::write(o, map_); });
}

}  // namespace jadoube::arbiter
