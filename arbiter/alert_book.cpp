#include "arbiter/alert_book.hpp"
#include "stream/stream_json.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <boost/json.hpp>

#include "json/writer.hpp"

namespace jadoube::arbiter {

namespace {

using json::Object;
using report::State;
using words::wording;

constexpr const char* kProgram = "jadoube";

bool ends(State state) {
  return state != State::opened && state != State::updated;
}

/// Somebody has decided it, and so has seen it.
bool is_decided(State state) {
  return state == State::confirmed || state == State::dismissed;
}

/// Once its game has been followed by another it has nothing left to tell an arbiter: a suspicion is not an offence and can
/// be looked into no more, and a sensor that still fails does so in the next game too.
bool ends_with_its_game(const AlertRow& row) {
  return row.grade == report::Grade::C || row.kind == report::Kind::sensor_fault;
}

/// Alerts of a board that are over or past, and that nobody reads: of more than these the oldest are closed.
constexpr std::size_t kMostUnread = 20;

/// What the page gets of a ruling.
std::string said(const laws::Ruling& ruling, words::Language language) {
  return json::members_text([&](Object& o) {
    o.json("finding", stream::to_json(ruling, language));
    o.object("parts", [&](Object& parts) {
      const laws::AdviceParts& p = ruling.advice.parts;
      const auto part = [&](std::string_view name, const words::Text& text) {
        parts.text(name, text.in(language));
      };
      part("note", p.note);
      part("fact", p.fact);
      part("to_do", p.to_do);
      part("clocks", p.clocks);
      part("offence", p.offence);
      part("window", p.window);
      part("rule", p.rule);
      part("left", p.left);
    });
    o.list("actions", ruling.actions, [](laws::Action action) { return laws::name(action); });
    o.boolean("secret", ruling.secret);
  });
}

/// By what the page got of its latest ruling.
bool was_over(const AlertRow& row) {
  boost::system::error_code error;
  const auto said = boost::json::parse('{' + row.said + '}', error);
  const auto* const state = error ? nullptr : said.find_pointer("/finding/state", error);
  using enum State;
  return state != nullptr && state->is_string() &&
         std::ranges::any_of(std::array{opened, updated, withdrawn, closed, confirmed, dismissed},
                             [&](State each) { return ends(each) && name(each) == state->get_string(); });
}

void give(AlertRow& row, std::string_view to, std::string_view by, std::string_view utc) {
  row.handed_to = to;
  row.handed_by = by;
  row.handed_utc = utc;
}

words::Text what_happened(const laws::Ruling& ruling) {
  const words::Text state = words::known(name(ruling.finding.state));
  const words::Text& note = ruling.advice.parts.note;
  return note.empty() ? state : wording("{1}: {2}", state, note);
}

}  // namespace

words::Text acknowledged(std::string_view remark) {
  return remark.empty() ? wording("acknowledged") : wording("acknowledged: {1}", remark);
}

words::Text acknowledgement_taken_back(std::string_view reason) {
  return wording("acknowledgement taken back: {1}", reason);
}

words::Text handed(std::string_view to, std::string_view remark) {
  if (to.empty()) return wording("handed to nobody any more");
  return remark.empty() ? wording("handed to {1}", to) : wording("handed to {1}: {2}", to, remark);
}

std::string to_json(const Alert& alert) {
  const AlertRow& row = alert.row;
  std::string text;
  Object o{text};
  o.number("id", static_cast<std::int64_t>(row.id)).text("board", row.board);
  o.text("opened_utc", row.opened_utc);
  if (alert.is_closed()) o.text("closed_utc", row.closed_utc);
  o.text("status", alert.is_closed() ? "closed" : alert.is_acknowledged() ? "acknowledged" : "open");
  if (alert.is_acknowledged())
    o.text("acknowledged_by", row.acknowledged_by).text("acknowledged_utc", row.acknowledged_utc);
  if (alert.acknowledged_in_memory) o.boolean("acknowledged_in_memory", true);
  if (!row.remark.empty()) o.text("remark", row.remark);
  if (!row.handed_to.empty() && !alert.is_closed()) {
    o.text("handed_to", row.handed_to).text("handed_by", row.handed_by);
    o.text("handed_utc", row.handed_utc);
  }
  o.text("log", row.log).text("utc_start", row.utc_start).boolean("past", alert.past);
  o.boolean("over", alert.over && !alert.is_closed());
  if (alert.window_ends && !alert.is_closed()) o.number("window_ends_us", alert.window_ends->count());
  o.objects("history", row.history, [](Object& h, const HistoryEntry& entry) {
    h.text("utc", entry.utc).text("by", entry.by).text("what", entry.what);
  });
  o.members(row.said).close();
  return text;
}

int urgency(const Alert& alert) {
  if (alert.is_closed()) return 0;
  const AlertRow& row = alert.row;
  // There is something to read, and nothing to be done about it in the game that is played; a sensor is the technician's.
  if (alert.over || alert.past || row.kind == report::Kind::sensor_fault) return 1;
  int level = 2;
  if (row.kind == report::Kind::link_lost)
    level = 1;
  else if (row.grade == report::Grade::C)
    level = 2;
  else if (row.authority == laws::Authority::must || row.authority == laws::Authority::must_or_claim)
    level = 5;
  else if (row.grade == report::Grade::A)
    level = 4;
  else if (row.grade == report::Grade::B)
    level = 3;
  return alert.is_acknowledged() ? level : level + 5;  // somebody is on the way
}

tl::expected<std::unique_ptr<AlertBook>, std::string> AlertBook::open(Store& store,
                                                                      words::Language language) {
  std::unique_ptr<AlertBook> book{new AlertBook{store, language}};
  const auto last = store.last_alert();
  if (!last) return tl::unexpected{last.error()};
  book->last_ = *last;
  auto kept = store.open_alerts();
  if (!kept) return tl::unexpected{std::move(kept).error()};
  book->left_out_ = std::move(kept->left_out);
  for (AlertRow& row : kept->rows) {
    Entry& entry = book->add(std::move(row));
    entry.saved_history = entry.alert.row.history.size();
    // Until its log is heard again, if it is.
    entry.alert.past = true;
    entry.alert.is_told = true;
  }
  return book;
}

AlertBook::Entry& AlertBook::add(AlertRow row) {
  by_log_[row.board][row.log][row.finding] = row.id;
  Entry entry;
  const std::uint64_t id = row.id;
  entry.alert.row = std::move(row);
  return entries_.insert_or_assign(id, std::move(entry)).first->second;
}

tl::expected<void, std::string> AlertBook::begin(const Source& source) {
  auto kept = store_.alerts_of(source.board, source.log);
  if (!kept) return tl::unexpected{std::move(kept).error()};
  for (AlertRow& row : kept->rows) {
    Entry& entry = add(std::move(row));
    entry.saved_history = entry.alert.row.history.size();
    entry.alert.is_told = true;
    entry.alert.over = was_over(entry.alert.row);
    heard_again_.emplace(source.board, source.log);
  }
  return {};
}

record::Time AlertBook::last_heard(const Source& source) const {
  record::Time last{0};
  for (const Alert* alert : of(source.board, source.log))
    last = std::max(last, record::Time{alert->row.last_us});
  return last;
}

AlertBook::Entry* AlertBook::entry_of(const Source& source, const report::Finding& finding) {
  const std::uint64_t id = find(source.board, source.log, finding.id);
  if (id == 0) return nullptr;
  Entry& entry = entries_.at(id);
  // What another version of this program numbered like that is another finding.
  return entry.alert.row.kind == finding.kind ? &entry : nullptr;
}

void AlertBook::hear(const Source& source, const laws::Ruling& ruling, const std::string& utc) {
  const report::Finding& finding = ruling.finding;
  Entry* entry = entry_of(source, finding);
  if (entry == nullptr) {
    AlertRow row;
    row.id = ++last_;
    row.board = source.board;
    row.log = source.log;
    row.finding = finding.id;
    row.kind = finding.kind;
    row.opened_us = finding.t.count();
    row.opened_utc = utc;
    row.utc_start = source.utc_start;
    entry = &add(std::move(row));
  }
  Alert& alert = entry->alert;
  alert.past = false;
  const bool was_over = std::exchange(alert.over, ends(finding.state));
  ++entry->heard;
  const HistoryEntry happened{utc, kProgram, what_happened(ruling).in(language_)};
  if (entry->heard <= alert.row.lines) {  // before the restart
    if (!fills_histories_ || std::ranges::count(alert.row.history, happened) != 0) return;
    alert.row.history.push_back(happened);
    return change(*entry);
  }
  alert.row.lines = entry->heard;
  alert.row.last_us = finding.t.count();
  alert.row.said = said(ruling, language_);
  alert.fact = ruling.advice.parts.fact.in(language_);
  // A governed finding has no orders: what is urgent is the ruling of its event.
  alert.row.authority = ruling.governed_by ? laws::Authority::judge : ruling.authority;
  alert.row.grade = finding.grade;
  alert.row.history.push_back(happened);
  if (was_over && !alert.over) alert.row.closed_utc.clear();  // what had ended it was taken back
  if (alert.over) {
    alert.window_ends.reset();
    if (alert.is_acknowledged() || is_decided(finding.state) || finding.kind == report::Kind::sensor_fault)
      close(*entry, utc);
  }
  change(*entry);
  if (alert.over) close_oldest_unread(source.board, utc);
}

void AlertBook::window(const Source& source, std::uint64_t finding, std::optional<record::Time> ends) {
  const std::uint64_t id = find(source.board, source.log, finding);
  if (id == 0) return;
  Entry& entry = entries_.at(id);
  if (entry.alert.is_closed() || entry.alert.over) ends.reset();
  if (std::exchange(entry.alert.window_ends, ends) != ends) change(entry);
}

void AlertBook::caught_up(const Source& source, const std::string& utc) {
  heard_again_.erase({source.board, source.log});
  for (const Alert* alert : of(source.board, source.log)) {
    Entry& entry = entries_.at(alert->row.id);
    if (entry.alert.is_closed()) continue;
    untold_.insert(alert->row.id);
    if (!entry.alert.over || !entry.alert.is_acknowledged()) continue;
    close(entry, utc);
    change(entry);
  }
}

/// Where nobody ever acknowledges anything, alerts must not fill the memory.
void AlertBook::close_oldest_unread(const std::string& board, const std::string& utc) {
  std::vector<std::uint64_t> unread;
  for (const auto& [log, findings] : by_log_.at(board))
    for (const auto& [finding, id] : findings) {
      const Alert& alert = entries_.at(id).alert;
      if ((alert.over || alert.past) && !alert.is_closed()) unread.push_back(id);
    }
  std::ranges::sort(unread);
  for (std::size_t i = 0; i + kMostUnread < unread.size(); ++i) {
    Entry& entry = entries_.at(unread[i]);
    entry.alert.row.history.push_back(
        {utc, kProgram,
         wording("closed unread: {1} later ones are unread too", std::to_string(kMostUnread)).in(language_)});
    close(entry, utc);
    change(entry);
  }
}

void AlertBook::close(Entry& entry, const std::string& utc) {
  if (!entry.alert.is_closed()) entry.alert.row.closed_utc = utc;
}

void AlertBook::leave(const std::string& board, const std::string& log, const std::string& utc) {
  const auto logs = by_log_.find(board);
  if (logs == by_log_.end()) return;
  for (const auto& [name, findings] : logs->second) {
    if (name == log) continue;
    for (const auto& [finding, id] : findings) {
      Entry& entry = entries_.at(id);
      if (entry.alert.is_closed()) continue;
      const bool was_past = std::exchange(entry.alert.past, true);
      // Somebody has seen it, and nothing can be done about it any more; or nobody need see it.
      const bool closes = entry.alert.is_acknowledged() || ends_with_its_game(entry.alert.row);
      if (was_past && !closes) continue;
      entry.alert.row.history.push_back({utc, kProgram, wording("the next game was put up").in(language_)});
      if (closes) close(entry, utc);
      change(entry);
    }
  }
  close_oldest_unread(board, utc);
  forget_closed(board, log);
}

/// Closed alerts of other logs are in the store, if they are wanted again.
void AlertBook::forget_closed(const std::string& board, const std::string& log) {
  auto& logs = by_log_.at(board);
  for (auto named = logs.begin(); named != logs.end();) {
    // What is still told of a log would make new alerts of them.
    if (named->first == log || heard_again_.contains({board, named->first})) {
      ++named;
      continue;
    }
    std::erase_if(named->second, [&](const auto& numbered) {
      const auto& entry = entries_.at(numbered.second);
      if (!entry.alert.is_closed() || entry.saving != 0 || unsaved_.contains(numbered.second) ||
          untold_.contains(numbered.second))
        return false;
      entries_.erase(numbered.second);
      return true;
    });
    named = named->second.empty() ? logs.erase(named) : std::next(named);
  }
}

void AlertBook::change(Entry& entry) {
  unsaved_.insert(entry.alert.row.id);
  untold_.insert(entry.alert.row.id);
}

Outcome<void> AlertBook::acknowledge(std::uint64_t id, const Actor& actor, std::string_view remark,
                                     const std::string& utc) {
  const auto found = entries_.find(id);
  if (found == entries_.end())
    return tl::unexpected{
        Refusal{Refusal::Kind::not_found,
                wording("There is no open alert {1}; it may be closed.", std::to_string(id)).in(language_)}};
  Entry& entry = found->second;
  AlertRow& row = entry.alert.row;
  if (entry.alert.is_acknowledged())
    return tl::unexpected{
        Refusal{Refusal::Kind::conflict,
                wording("{1} has acknowledged this alert already.", row.acknowledged_by).in(language_)}};
  if (entry.alert.is_closed())
    return tl::unexpected{Refusal{Refusal::Kind::conflict, wording("This alert is closed.").in(language_)}};
  row.acknowledged_by = actor.name;
  row.acknowledged_utc = utc;
  row.remark = remark;
  give(row, {}, {}, {});
  row.history.push_back({utc, actor.name, acknowledged(remark).in(language_)});
  if (entry.alert.past || entry.alert.over) close(entry, utc);
  change(entry);
  return {};
}

Outcome<void> AlertBook::take_back_acknowledgement(std::uint64_t id, const Actor& actor,
                                                   std::string_view reason, const std::string& utc) {
  const auto found = entries_.find(id);
  if (found == entries_.end())
    return tl::unexpected{
        Refusal{Refusal::Kind::not_found,
                wording("There is no open alert {1}; it may be closed.", std::to_string(id)).in(language_)}};
  Entry& entry = found->second;
  AlertRow& row = entry.alert.row;
  if (!entry.alert.is_acknowledged())
    return tl::unexpected{
        Refusal{Refusal::Kind::conflict, wording("Nobody has acknowledged this alert.").in(language_)}};
  // What was over already was closed by the acknowledgement itself.
  if (entry.alert.is_closed() && row.closed_utc != row.acknowledged_utc)
    return tl::unexpected{Refusal{Refusal::Kind::conflict, wording("This alert is closed.").in(language_)}};
  row.closed_utc.clear();
  row.acknowledged_by.clear();
  row.acknowledged_utc.clear();
  row.remark.clear();
  entry.alert.acknowledged_in_memory = false;
  row.history.push_back({utc, actor.name, acknowledgement_taken_back(reason).in(language_)});
  change(entry);
  return {};
}

Outcome<void> AlertBook::hand(std::uint64_t id, const Actor& actor, std::string_view to,
                              std::string_view remark, const std::string& utc) {
  const auto found = entries_.find(id);
  if (found == entries_.end() || found->second.alert.is_closed())
    return tl::unexpected{Refusal{Refusal::Kind::conflict, wording("This alert is closed.").in(language_)}};
  Entry& entry = found->second;
  AlertRow& row = entry.alert.row;
  give(row, to, to.empty() ? "" : actor.name, to.empty() ? "" : utc);
  // Whoever saw to it does so no longer, and the other has not said yet that he does.
  row.acknowledged_by.clear();
  row.acknowledged_utc.clear();
  row.remark.clear();
  entry.alert.acknowledged_in_memory = false;
  row.history.push_back({utc, actor.name, handed(to, remark).in(language_)});
  change(entry);
  return {};
}

bool AlertBook::is_in_memory(std::uint64_t id, bool now) {
  const auto found = entries_.find(id);
  return found != entries_.end() && std::exchange(found->second.alert.acknowledged_in_memory, now);
}

void AlertBook::forget(const std::string& board, const Actor& actor, const std::string& utc) {
  for (auto& [id, entry] : entries_) {
    if (entry.alert.row.board != board || entry.alert.is_closed()) continue;
    entry.alert.row.history.push_back(
        {utc, actor.name, wording("closed: the board was taken from the wall").in(language_)});
    close(entry, utc);
    change(entry);
  }
}

void AlertBook::note(std::uint64_t id, std::string_view by, std::string_view what, const std::string& utc) {
  const auto found = entries_.find(id);
  if (found == entries_.end()) return;
  found->second.alert.row.history.push_back({utc, std::string{by}, std::string{what}});
  change(found->second);
}

std::uint64_t AlertBook::find(std::string_view board, std::string_view log, std::uint64_t finding) const {
  const auto logs = by_log_.find(board);
  if (logs == by_log_.end()) return 0;
  const auto findings = logs->second.find(log);
  if (findings == logs->second.end()) return 0;
  const auto id = findings->second.find(finding);
  return id == findings->second.end() ? 0 : id->second;
}

const Alert* AlertBook::alert(std::uint64_t id) const {
  const auto found = entries_.find(id);
  return found == entries_.end() ? nullptr : &found->second.alert;
}

std::vector<const Alert*> AlertBook::open_alerts() const {
  std::vector<const Alert*> alerts;
  for (const auto& [id, entry] : entries_)
    if (!entry.alert.is_closed()) alerts.push_back(&entry.alert);
  return alerts;
}

std::vector<const Alert*> AlertBook::open_alerts(std::string_view board) const {
  std::vector<const Alert*> alerts;
  const auto logs = by_log_.find(board);
  if (logs == by_log_.end()) return alerts;
  for (const auto& [log, findings] : logs->second)
    for (const auto& [finding, id] : findings)
      if (const Alert& alert = entries_.at(id).alert; !alert.is_closed()) alerts.push_back(&alert);
  std::ranges::sort(alerts, {}, [](const Alert* alert) { return alert->row.id; });
  return alerts;
}

std::vector<const Alert*> AlertBook::of(std::string_view board, std::string_view log) const {
  std::vector<const Alert*> alerts;
  const auto logs = by_log_.find(board);
  if (logs == by_log_.end()) return alerts;
  const auto findings = logs->second.find(log);
  if (findings == logs->second.end()) return alerts;
  for (const auto& [finding, id] : findings->second) alerts.push_back(&entries_.at(id).alert);
  std::ranges::sort(alerts, {}, [](const Alert* alert) { return alert->row.id; });
  return alerts;
}

std::vector<Saving::Alert> AlertBook::take_unsaved(const Ready& ready) {
  std::vector<Saving::Alert> taken;
  for (const std::uint64_t id : unsaved_) {
    Entry& entry = entries_.at(id);
    if (!ready(entry.alert.row.board)) continue;
    taken.push_back({entry.alert.row, entry.saved_history});
    entry.saved_history = entry.alert.row.history.size();
    ++entry.saving;
  }
  for (const Saving::Alert& each : taken) unsaved_.erase(each.row.id);
  return taken;
}

void AlertBook::saved(const std::vector<Saving::Alert>& taken, bool well) {
  for (const Saving::Alert& each : taken) {
    Entry& entry = entries_.at(each.row.id);
    --entry.saving;
    if (well) continue;
    entry.saved_history = std::min(entry.saved_history, each.first_new);
    unsaved_.insert(each.row.id);
  }
}

std::vector<std::uint64_t> AlertBook::take_untold(const Ready& ready, bool even_unsaved) {
  std::vector<std::uint64_t> ids;
  for (const std::uint64_t id : untold_) {
    Entry& entry = entries_.at(id);
    if (!ready(entry.alert.row.board)) continue;
    if (!even_unsaved && (entry.saving != 0 || unsaved_.contains(id))) continue;
    entry.alert.is_told = true;
    ids.push_back(id);
  }
  for (const std::uint64_t id : ids) untold_.erase(id);
  return ids;
}

bool AlertBook::has_news(std::string_view board) const {
  return std::ranges::any_of(untold_, [&](std::uint64_t id) {
    return unsaved_.contains(id) && entries_.at(id).alert.row.board == board;
  });
}

}  // namespace jadoube::arbiter
