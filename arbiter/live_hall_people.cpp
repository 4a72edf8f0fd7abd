// What people ask of the hall, and what they do. Whatever they do is in the log or the store, and there on
// the disk, before it is answered.
#include <algorithm>
#include <utility>

#include "arbiter/audit_text.hpp"
#include "arbiter/disk_trouble.hpp"
#include "arbiter/entry_words.hpp"
#include "arbiter/live_hall.hpp"
#include "arbiter/timeline.hpp"
#include "chess/pgn.hpp"
#include "json/writer.hpp"
#include "judge/mating_solver.hpp"
#include "record/game_start.hpp"
#include "record/scan_log.hpp"
#include "stream/game_record_of.hpp"
#include "tournament/pairing_file.hpp"

namespace jadoube::arbiter {

using json::Object;
using words::wording;

namespace {

tl::unexpected<Refusal> refuse(Refusal::Kind kind, std::string sentence) {
  return tl::unexpected{Refusal{kind, std::move(sentence)}};
}

Outcome<std::string> answer(tl::expected<std::string, std::string> film) {
  if (!film) return refuse(Refusal::Kind::unavailable, without_folder(film.error()) + ".");
  return *std::move(film);
}

/// A log that is not the present one is heard again up to there, so that what was said then is in it.
Outcome<std::string> timeline_of_log(const std::string& path, const std::string& id, record::Time from,
                                     record::Time to, const laws::Library& library) {
  auto reader = record::ScanLogReader::open(path, [](const record::Problem&) {});
  if (!reader) return refuse(Refusal::Kind::unavailable, without_folder(reader.error()) + ".");
  LawCache laws{library};
  FollowedGame followed{(*reader)->header(), laws, laws::mating_solver(), {}};
  while (const record::Entry* entry = (*reader)->next()) {
    if (time_of(entry->record) > to) break;
    followed.on(entry->record);
  }
  return answer(
      timeline_json({id, path, followed.seen().turned, followed.marks(), &followed.game()}, from, to));
}

constexpr unsigned kLargestNumber = 9999;
constexpr unsigned kMostAudit = 500;

}  // namespace

tl::unexpected<Refusal> LiveHall::refused(Refusal::Kind kind, const words::Text& sentence) const {
  return refuse(kind, sentence.in(options_.language));
}

tl::unexpected<Refusal> LiveHall::no_board(std::string_view id) const {
  return refused(Refusal::Kind::not_found, wording("There is no board {1}.", id));
}

tl::unexpected<Refusal> LiveHall::not_on_disk(const std::string& why) const {
  return refused(Refusal::Kind::unavailable, wording("It cannot be put on the disk: {1}.", reason_of(why)));
}

tl::unexpected<Refusal> LiveHall::is_catching_up(const LiveBoard& board) const {
  return refused(
      Refusal::Kind::unavailable,
      wording("The board {1} is catching up: what its log has of the game is being heard again after a "
              "start. Try again in a moment.",
              board.id));
}

// ---- what there is

std::string LiveHall::snapshot(Role role) const {
  const bool for_hall = role == Role::hall;
  std::vector<BoardView> views;
  for (const auto& [id, board] : boards_) views.push_back(view(*board));
  std::vector<const BoardView*> order;
  for (const BoardView& each : views) order.push_back(&each);
  // In order of need; the hall must not see from it that there is any.
  std::ranges::stable_sort(order, [&](const BoardView* a, const BoardView* b) {
    const int need_a = for_hall ? 0 : urgency(*a);
    const int need_b = for_hall ? 0 : urgency(*b);
    if (need_a != need_b) return need_a > need_b;
    const auto place = [](const BoardView* each) {
      return each->number == 0 ? kLargestNumber + 1 : each->number;
    };
    return place(a) < place(b);
  });
  std::vector<std::string> boards, alerts;
  for (const BoardView* each : order) boards.push_back(for_hall ? to_hall_json(*each) : to_json(*each));
  if (!for_hall)
    for (const Alert* alert : alerts_->open_alerts())
      if (alert->is_told) alerts.push_back(to_json(*alert));
  std::string text;
  Object o{text};
  o.text("type", "snapshot").number("seq", static_cast<std::int64_t>(ring_.last())).text("role", name(role));
  o.json("server", server_json(for_hall, true)).json_list("boards", boards).json_list("alerts", alerts);
  o.close();
  return text;
}

std::optional<std::vector<Update>> LiveHall::since(std::uint64_t seq) const {
  return ring_.since(seq);
}

std::shared_ptr<void> LiveHall::listen(Listener listener) {
  return ring_.listen(std::move(listener));
}

Outcome<std::string> LiveHall::board(std::string_view id, Role role) const {
  const LiveBoard* board = find(id);
  if (board == nullptr) return no_board(id);
  return role == Role::hall ? to_hall_json(view(*board)) : to_json(view(*board));
}

Outcome<std::string> LiveHall::moves(std::string_view id) const {
  const LiveBoard* board = find(id);
  if (board == nullptr) return no_board(id);
  if (board->catching_up) return is_catching_up(*board);
  return moves_json(*board->followed);
}

Outcome<std::string> LiveHall::findings(std::string_view id) const {
  const LiveBoard* board = find(id);
  if (board == nullptr) return no_board(id);
  std::vector<std::string> alerts;
  for (const Alert* alert : alerts_->of(board->id, board->source.log))
    if (alert->is_told) alerts.push_back(to_json(*alert));
  return json::object_text([&](Object& o) { o.json_list("findings", alerts); });
}

Outcome<Later> LiveHall::timeline(std::string_view id, std::uint64_t alert, record::Time from,
                                  record::Time to) const {
  const LiveBoard* board = find(id);
  if (board == nullptr) return no_board(id);
  if (from > to)
    return refused(Refusal::Kind::invalid,
                   wording("The end of the time asked for lies before its beginning."));
  std::string log = board->source.log;
  if (alert != 0) {
    const Alert* about = alerts_->alert(alert);
    if (about == nullptr || about->row.board != board->id)
      return refused(Refusal::Kind::not_found,
                     wording("There is no open alert {1} of this board.", std::to_string(alert)));
    log = about->row.log;
  }
  // A game that is catching up has nothing to say of it yet.
  if (log != board->source.log || board->catching_up)
    return [path = (options_.data / "boards" / log).string(), id = board->id, from, to,
            library = laws_.library()] { return timeline_of_log(path, id, from, to, library); };
  // The game goes on while its log is read.
  return [id = board->id, path = board->log->path(), turned = board->followed->seen().turned,
          marks = board->followed->marks(), game = board->followed->game(), from, to] {
    return answer(timeline_json({id, path, turned, marks, &game}, from, to));
  };
}

Outcome<std::string> LiveHall::pgn(std::string_view id) const {
  const LiveBoard* board = find(id);
  if (board == nullptr) return no_board(id);
  if (board->catching_up) return is_catching_up(*board);
  return to_pgn(stream::game_record_of(board->followed->game(), board->followed->header()));
}

Outcome<std::string> LiveHall::audit(std::uint64_t before, unsigned limit,
                                     std::optional<words::Language> language) const {
  const auto entries = store_->audit(before, std::min(limit, kMostAudit));
  if (!entries) return refuse(Refusal::Kind::unavailable, without_folder(entries.error()) + ".");
  return audit_text(*entries, language);
}

std::string LiveHall::laws() const {
  std::vector<std::shared_ptr<const laws::LawSet>> sound;
  for (const std::string& id : laws_.library().ids())
    if (auto law = laws_.law(id)) sound.push_back(*std::move(law));
  std::string text;
  Object o{text};
  o.objects("laws", sound, [&](Object& each, const auto& law) {
    each.text("id", law->id).text("name", words::known(law->name).in(options_.language));
  });
  o.close();
  return text;
}

Health LiveHall::health() const {
  Health health;
  health.boards = boards_.size();
  health.logs_to_hear = logs_to_hear_;
  for (const auto& [id, board] : boards_) {
    const bool has_link = board->attached && !board->followed->link_is_lost();
    if (has_link) ++health.attached;
    health.each_board.push_back({id, board->number, has_link});
    health.records_not_written += board->lost_records + board->log->lost() + board->log->waiting();
  }
  health.open_alerts = alerts_->open_alerts().size();
  health.scans = scans_;
  health.changed_scans = changed_scans_;
  health.lines = lines_;
  health.updates = ring_.published();
  health.last_update = ring_.last();
  health.disk_ok = disk_is_ok();
  health.warnings = warnings();
  for (const auto& [about, sentence] : repairs_) health.warnings.push_back(sentence);
  return health;
}

// ---- what people do

AuditEntry LiveHall::done_by(const Actor& actor, const words::Text& what, std::string board,
                             std::uint64_t alert) const {
  return {0,
          record::utc_text(record::utc_now()),
          actor.name,
          actor.role,
          what.in(options_.language),
          std::move(board),
          alert,
          what.code()};
}

/// What the store does not take now it gets later.
tl::expected<void, std::string> LiveHall::save_done(const Actor& actor, const words::Text& what,
                                                    const std::string& board, std::uint64_t alert) {
  notes_.push_back(done_by(actor, what, board, alert));
  return save_now();
}

Outcome<std::string> LiveHall::enter(const Actor& actor, std::string_view id, record::Arbiter entry) {
  LiveBoard* board = find(id);
  if (board == nullptr) return no_board(id);
  if (board->catching_up) return is_catching_up(*board);
  finish_search(*board);
  entry.t = board->now;
  if (const auto why = FollowedGame::refusal(entry)) return refused(Refusal::Kind::invalid, *why);
  if (board->log->trouble())
    return refused(Refusal::Kind::unavailable,
                   wording("Nothing can be entered, because evidence is not recorded: {1}.",
                           reason_of(*board->log->trouble())));
  const std::uint64_t alert = entry.finding ? alerts_->find(board->id, board->source.log, *entry.finding) : 0;
  saver_->wait();
  // On the disk first; then whatever follows from it. It will be there in the end, whatever happens now.
  board->log->write(entry, made_by(actor));
  board->log->flush();
  auto synced = board->log->sync_file()
                    ? board->log->sync_file()->sync()
                    : tl::expected<void, std::string>{tl::unexpect, *board->log->trouble()};
  board->followed->on(entry);
  const std::vector<laws::Reply> replies = board->followed->replies();
  const bool is_refused = std::ranges::any_of(replies, &laws::Reply::refused);
  const words::Text what = in_words(entry);
  if (alert != 0 && !is_refused)
    alerts_->note(alert, actor.name, what.in(options_.language), record::utc_text(record::utc_now()));
  auto saved = save_done(actor, is_refused ? wording("{1}: refused", what) : what, board->id, alert);
  after(*board);
  tell_alerts();
  if (!synced)
    return refused(Refusal::Kind::unavailable,
                   wording("It is entered, but it is not on the disk yet: {1}.", reason_of(synced.error())));
  if (!saved)
    return refused(Refusal::Kind::unavailable,
                   wording("It is entered, but it is not in the store yet: {1}.", reason_of(saved.error())));
  if (is_refused) return refused(Refusal::Kind::conflict, replies.front().text);
  return answer_json(replies, in_a_sentence(entry), options_.language);
}

Outcome<std::string> LiveHall::acknowledge(const Actor& actor, std::uint64_t id, std::string_view remark) {
  const Alert* alert = alerts_->alert(id);
  if (alert == nullptr)
    return refused(Refusal::Kind::not_found, wording("There is no alert {1}.", std::to_string(id)));
  saver_->wait();
  const std::string board_id = alert->row.board;
  const std::string utc = record::utc_text(record::utc_now());
  if (auto done = alerts_->acknowledge(id, actor, remark, utc); !done) return tl::unexpected{done.error()};
  if (auto saved = save_done(actor, acknowledged(remark), board_id, id); !saved)
    keep_in_memory({id}, saved.error());
  tell_alerts();
  if (LiveBoard* board = find(board_id)) changed(*board);
  return to_json(*alerts_->alert(id));
}

Outcome<std::string> LiveHall::take_back_acknowledgement(const Actor& actor, std::uint64_t id,
                                                         std::string_view reason) {
  const Alert* alert = alerts_->alert(id);
  if (alert == nullptr)
    return refused(Refusal::Kind::not_found, wording("There is no alert {1}.", std::to_string(id)));
  saver_->wait();
  const std::string board_id = alert->row.board;
  const std::string utc = record::utc_text(record::utc_now());
  if (auto done = alerts_->take_back_acknowledgement(id, actor, reason, utc); !done)
    return tl::unexpected{done.error()};
  auto saved = save_done(actor, acknowledgement_taken_back(reason), board_id, id);
  tell_alerts();
  if (LiveBoard* board = find(board_id)) changed(*board);
  if (!saved) return not_on_disk(saved.error());
  return to_json(*alerts_->alert(id));
}

Outcome<std::string> LiveHall::acknowledge_all(const Actor& actor, report::Kind kind) {
  saver_->wait();
  const std::string utc = record::utc_text(record::utc_now());
  std::vector<std::uint64_t> ids;
  for (const Alert* alert : alerts_->open_alerts())
    if (alert->is_told && !alert->is_acknowledged() && alert->row.kind == kind) ids.push_back(alert->row.id);
  for (const std::uint64_t id : ids) {
    const std::string board = alerts_->alert(id)->row.board;
    if (auto done = alerts_->acknowledge(id, actor, {}, utc); !done) return tl::unexpected{done.error()};
    notes_.push_back(done_by(actor, wording("acknowledged, with all of {1}", name(kind)), board, id));
    if (LiveBoard* of = find(board)) changed(*of);
  }
  if (auto saved = save_now(); !saved) keep_in_memory(ids, saved.error());
  tell_alerts();
  return json::object_text(
      [&](Object& o) { o.number("acknowledged", static_cast<std::int64_t>(ids.size())); });
}

Outcome<std::string> LiveHall::note_repairs(const Actor& actor) {
  const std::size_t count = repairs_.size();
  if (!repairs_.empty()) {
    if (auto saved =
            save_done(actor, wording("noted what was repaired in {1} log(s)", std::to_string(count)), {}, 0);
        !saved)
      return not_on_disk(saved.error());
    repairs_.clear();
    publish_server();
  }
  return json::object_text([&](Object& o) { o.number("noted", static_cast<std::int64_t>(count)); });
}

/// An acknowledgement counts whatever the disk does: the others must know of it, and the alarm must end.
void LiveHall::keep_in_memory(const std::vector<std::uint64_t>& acknowledged, const std::string& why) {
  const std::string utc = record::utc_text(record::utc_now());
  for (const std::uint64_t id : acknowledged) {
    alerts_->is_in_memory(id, true);
    alerts_->note(
        id, "jadoube",
        wording("the acknowledgement is not on the disk yet: {1}", reason_of(why)).in(options_.language),
        utc);
  }
}

Outcome<std::string> LiveHall::number(const Actor& actor, std::string_view id, unsigned number) {
  LiveBoard* board = find(id);
  if (board == nullptr) return no_board(id);
  if (number > kLargestNumber)
    return refused(Refusal::Kind::invalid,
                   wording("A table number is at most {1}.", std::to_string(kLargestNumber)));
  for (const auto& [other, each] : boards_)
    if (number != 0 && each->number == number && other != id && (each->attached || !board->attached))
      return refused(Refusal::Kind::conflict,
                     wording("Table {1} has the board {2}.", std::to_string(number), other));
  const auto numbers = store_->numbers();
  if (!numbers) return refuse(Refusal::Kind::unavailable, without_folder(numbers.error()) + ".");
  // Those left have not been seen in this run, and need not be shown: the table is no longer theirs.
  std::vector<std::string> before;
  for (const auto& [other, had] : *numbers)
    if (number != 0 && had == number && other != id) before.push_back(other);
  const words::Text what =
      number == 0 ? wording("took the table number away") : wording("table {1}", std::to_string(number));
  auto done = store_->together([&]() -> Store::Result {
    const std::string utc = record::utc_text(record::utc_now());
    const auto set = [&](const std::string& of, unsigned to, const words::Text& noted_as) -> Store::Result {
      if (auto stored = store_->set_number(of, to, utc); !stored) return stored;
      auto noted = store_->note(done_by(actor, noted_as, of));
      if (!noted) return tl::unexpected{std::move(noted).error()};
      return {};
    };
    for (const std::string& other : before)
      if (auto taken = set(other, 0, wording("lost {1} to {2}, which is here", what, board->id)); !taken)
        return taken;
    if (round_ && std::ranges::count(round_->pairings, number, &Pairing::number) != 0)
      if (auto waits = note_waiting_pairing(*board, actor); !waits) return waits;
    return set(board->id, number, what);
  });
  if (!done) return not_on_disk(done.error());
  for (const std::string& each : before) {
    LiveBoard* other = find(each);
    if (other == nullptr) continue;
    other->number = 0;
    publish_board(*other);
  }
  board->number = number;
  pair(*board, actor);
  after(*board);
  publish_board(*board);
  return to_json(view(*board));
}

Outcome<std::string> LiveHall::forget(const Actor& actor, std::string_view id) {
  LiveBoard* board = find(id);
  if (board == nullptr) return no_board(id);
  if (board->attached && !board->link_is_lost())
    return refused(Refusal::Kind::conflict,
                   wording("The board {1} is here and would come back at once: unplug it first.", id));
  if (board->catching_up) return is_catching_up(*board);
  finish_search(*board);
  saver_->wait();
  const std::string utc = record::utc_text(record::utc_now());
  auto done = store_->together([&]() -> Store::Result {
    if (auto gone = store_->forget(board->id, board->source.log, actor.name, utc); !gone) return gone;
    if (board->number != 0)
      if (auto free = store_->set_number(board->id, 0, utc); !free) return free;
    auto noted = store_->note(
        done_by(actor, wording("took the board from the wall; its evidence stays in {1}", board->source.log),
                board->id));
    if (!noted) return tl::unexpected{std::move(noted).error()};
    return {};
  });
  if (!done) return not_on_disk(done.error());
  alerts_->forget(board->id, actor, utc);
  close_log(*board);
  // What is not in the store yet gets there later.
  static_cast<void>(save_now());
  tell_alerts();
  take_from_wall(*board);
  publish_server();
  return std::string{"{}"};
}

void LiveHall::take_from_wall(LiveBoard& board) {
  board.changed = false;
  auto node = boards_.extract(boards_.find(board.id));
  forgotten_[node.key()].push_back(std::move(node.mapped()));
  const std::string members =
      json::members_text([&](Object& o) { o.text("board", node.key()); }, json::Escapes::named);
  ring_.publish(node.key(), Update::Kind::forgotten, {members, members});
}

/// So that a game that is catching up is told of it even if the program ends before.
Store::Result LiveHall::note_waiting_pairing(const LiveBoard& board, const Actor& actor) {
  if (!board.catching_up) return {};
  AuditEntry waits =
      done_by(actor, wording("the pairing waits until the log has been heard again"), board.id);
  waits.what = kPairingWaits;
  auto noted = store_->note(waits);
  if (!noted) return tl::unexpected{std::move(noted).error()};
  return {};
}

std::function<Hall::TakeIn()> LiveHall::tournament(const Actor& actor, PairingText pairings) {
  std::set<std::string, std::less<>> laws;
  for (std::string& id : laws_.library().ids())
    if (laws_.law(id)) laws.insert(std::move(id));
  return [this, actor, pairings = std::move(pairings), laws = std::move(laws)]() -> TakeIn {
    auto file =
        read_pairings(pairings.text, pairings.round, [&](std::string_view id) { return laws.contains(id); });
    if (const auto fault = pairings.start.empty() ? std::nullopt : start_fault(pairings.start))
      file = tl::unexpected{*fault + words::Text{'.'}};
    if (file)
      for (Pairing& each : file->round.pairings)
        if (each.start.empty()) each.start = pairings.start;
    if (pairings.dry_run) return [this, file = std::move(file)] { return preview_round(file); };
    return
        [this, actor, text = pairings.text, file = std::move(file)] { return take_round(actor, text, file); };
  };
}

Outcome<std::string> LiveHall::take_round(const Actor& actor, const std::string& text,
                                          const tl::expected<PairingFile, words::Text>& file) {
  if (!file) return refused(Refusal::Kind::invalid, file.error());
  const words::Text what =
      wording("read {1} pairing(s) of round {2}, {3} problem(s)", std::to_string(file->round.pairings.size()),
              std::to_string(file->round.round), std::to_string(file->problems.size()));
  auto done = store_->together([&]() -> Store::Result {
    const std::string utc = record::utc_text(record::utc_now());
    if (auto added = store_->add_round(file->round, tidy_text(text), actor.name, utc); !added) return added;
    auto noted = store_->note(done_by(actor, what));
    if (!noted) return tl::unexpected{std::move(noted).error()};
    for (const Pairing& each : file->round.pairings)
      if (const LiveBoard* board = at_table(each.number))
        if (auto waits = note_waiting_pairing(*board, actor); !waits) return waits;
    return {};
  });
  if (!done) return not_on_disk(done.error());
  round_ = file->round;
  std::vector<words::Text> problems = file->problems;
  for (const auto& [id, board] : boards_) {
    if (auto too_late = pair(*board, actor)) problems.push_back(*std::move(too_late));
    after(*board);
  }
  publish_server();
  std::string answer;
  Object o{answer};
  say_round(o, *file, problems, {});
  o.close();
  return answer;
}

void LiveHall::note(const Actor& actor, const words::Text& what) {
  auto noted = store_->note(done_by(actor, what));
  if (!noted) say(noted.error());
}

/// The pairing of the table is the board's: a game that has not begun begins under it, one that is being
/// played is told of it. What cannot be told any more is the answer, in one sentence.
std::optional<words::Text> LiveHall::pair(LiveBoard& board, const Actor& actor) {
  const Pairing* pairing = pairing_of(board);
  if (pairing == nullptr) return std::nullopt;
  if (board.catching_up) {
    board.pairing_by = actor;
    return wording("table {1}: {2}", std::to_string(board.number),
                   wording("the board there is catching up; its game is told as soon as it has"));
  }
  const record::Header now = board.followed->header();
  const record::Header next = next_header(board);
  const bool same_names = now.game.white == next.game.white && now.game.black == next.game.black;
  const bool same_law = board.followed->law() == next.law;
  const bool same_start = begin_alike(now.game, next.game);
  if (same_names && same_law && same_start && now.game.time_control == next.game.time_control)
    return std::nullopt;
  if (board.followed->phase() == report::GameState::over) return std::nullopt;  // it is for the next game
  if (board.followed->is_untouched()) {
    begin_next_game(board);
    return std::nullopt;
  }
  const auto record = [&](record::Arbiter entry) {
    entry.t = board.now;
    take_in(board, entry, made_by(actor));
  };
  if (!same_names) {
    record::Arbiter names;
    names.action = record::Arbiter::Action::pairing;
    names.white_name = next.game.white;
    names.black_name = next.game.black;
    record(std::move(names));
  }
  if (!same_law && !pairing->law.empty()) {
    record::Arbiter law;
    law.action = record::Arbiter::Action::law;
    law.law = next.law;
    record(std::move(law));
  }
  if (same_start) return std::nullopt;
  return wording(
      "table {1}: {2}", std::to_string(board.number),
      wording("the game there has begun from another position; the start position is for the next one"));
}

}  // namespace jadoube::arbiter
