#include "broker/centre_book.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace jadoube::broker {
namespace {

constexpr std::size_t kMostHalls = 64;
constexpr std::size_t kMostBoards = 10'000;
constexpr std::size_t kMostJournals = 4;
/// Of events whose turn has not come, in one hall. What comes beyond that is not taken, and asked for later.
constexpr std::size_t kMostWaiting = std::size_t{32} << 20U;
/// What has only been overtaken is not missing.
constexpr CentreBook::Time kGrace{300};
constexpr CentreBook::Time kAskAgain{2000};
/// Numbers that are asked for at a time.
constexpr std::uint64_t kAskedAtOnce = 512;
constexpr std::size_t kPiecesAtOnce = 16;

void begin_anew(HeardHall& hall, HeardBoard& board, const std::string& journal) {
  for (const auto& [number, event] : board.waiting) hall.waiting_bytes -= event.bytes;
  board = {};
  board.journal = journal;
}

bool is_closed(const boost::json::object& alert) {
  const auto* status = alert.if_contains("status");
  return status != nullptr && status->is_string() && status->get_string() == "closed";
}

std::int64_t id_of(const boost::json::object& alert) {
  return alert.at("id").get_int64();
}

}  // namespace

bool CentreBook::is_shown(const HeardHall& hall, const HeardBoard& board) {
  return board.version != 0 && board.journal == hall.journal;
}

const HeardBoard* CentreBook::board(std::string_view hall, std::string_view board) const {
  const auto found = halls_.find(hall);
  if (found == halls_.end()) return nullptr;
  const auto at = found->second.boards.find(board);
  return at == found->second.boards.end() || !is_shown(found->second, at->second) ? nullptr : &at->second;
}

HeardHall* CentreBook::hall_for(const Topic& topic) {
  const auto found = halls_.find(topic.hall);
  if (found != halls_.end()) return &found->second;
  if (halls_.size() == kMostHalls) return nullptr;
  return &halls_[topic.hall];
}

std::vector<Change> CentreBook::take(std::string_view topic_text, std::string_view payload) {
  Changes changes;
  const auto topic = read_topic(root_, topic_text);
  const bool is_for_us = topic && topic->channel != Channel::replay && topic->channel != Channel::ask &&
                         topic->channel != Channel::answer &&
                         (topic->channel != Channel::again || topic->about == centre_);
  HeardHall* const hall = is_for_us ? hall_for(*topic) : nullptr;
  if (hall == nullptr) {
    ++strangers_;
    return changes;
  }
  if (payload.empty() && topic->channel == Channel::board) {
    forget(topic->hall, *hall, topic->about, changes);
    return changes;
  }
  if (payload.empty() && topic->channel == Channel::status) {
    for (const auto& [id, board] : hall->boards)
      if (is_shown(*hall, board)) changes.push_back({Change::Kind::forgotten, topic->hall, id, {}});
    halls_.erase(topic->hall);
    return changes;
  }
  auto message = read_message(*topic, payload);
  if (!message) {
    ++hall->counts.unreadable;
    hall->fault = message.error();
    return changes;
  }
  std::visit(
      [&](auto& each) {
        using Each = std::decay_t<decltype(each)>;
        if constexpr (std::is_same_v<Each, ServerState>)
          take(*hall, std::move(each));
        else if constexpr (!std::is_same_v<Each, Replay>)
          take(topic->hall, *hall, std::move(each), changes);
      },
      *message);
  return changes;
}

void CentreBook::take(const std::string& name, HeardHall& hall, Status status, Changes& changes) {
  // The last will of a run that is over may come after the next one has begun.
  if (!status.online && hall.is_online && status.run != hall.run) return;
  const bool is_other = hall.journal != status.from.journal;
  if (hall.is_online != status.online || is_other || hall.run != status.run)
    changes.push_back({Change::Kind::hall, name, {}, {}});
  hall.is_online = status.online;
  hall.run = status.run;
  hall.clock = status.clock;
  if (is_other) {
    for (const auto& [id, board] : hall.boards)
      if (is_shown(hall, board)) changes.push_back({Change::Kind::forgotten, name, id, {}});
    hall.journal = status.from.journal;
    for (const auto& [id, board] : hall.boards)
      if (is_shown(hall, board)) changes.push_back({Change::Kind::board, name, id, {}});
    hall.gap = 0;
  }
  auto numbers = hall.numbers.find(hall.journal);
  if (numbers == hall.numbers.end()) {
    if (hall.numbers.size() == kMostJournals) hall.numbers.erase(hall.numbers.begin());
    numbers = hall.numbers.emplace(hall.journal, Numbers{status.head}).first;
  }
  numbers->second.know(status.head);
}

void CentreBook::take(HeardHall& hall, ServerState state) {
  if (!hall.journal.empty() && state.from.journal != hall.journal) return;
  hall.server = std::move(state.server);
  hall.people = std::move(state.people);
}

void CentreBook::take(const std::string& name, HeardHall& hall, BoardState state, Changes& changes) {
  auto found = hall.boards.find(state.board);
  if (found == hall.boards.end()) {
    if (hall.boards.size() == kMostBoards) return;
    found = hall.boards.emplace(state.board, HeardBoard{}).first;
  }
  HeardBoard& board = found->second;
  const bool was_shown = is_shown(hall, board);
  if (board.version != 0 && board.journal == state.from.journal && board.version >= state.version) return;
  if (board.journal != state.from.journal) {
    if (!board.journal.empty() && board.journal == hall.journal) return;
    begin_anew(hall, board, state.from.journal);
  }
  board.version = state.version;
  board.state_board_seq = state.board_seq;
  board.said = std::move(state.said);
  board.said_in_hall = std::move(state.said_in_hall);
  std::map<std::int64_t, boost::json::object> alerts;
  for (auto& alert : state.alerts)
    if (!is_closed(alert)) alerts[id_of(alert)] = std::move(alert);
  alerts.swap(board.alerts);
  if (!is_shown(hall, board)) return;
  if (!was_shown) alerts.clear();
  for (const auto& [id, alert] : board.alerts) {
    const auto before = alerts.find(id);
    if (before == alerts.end() || before->second != alert)
      changes.push_back({Change::Kind::alert, name, found->first, alert});
  }
  for (auto& [id, alert] : alerts)
    if (!board.alerts.contains(id)) {
      alert["status"] = "closed";
      changes.push_back({Change::Kind::alert, name, found->first, std::move(alert)});
    }
  changes.push_back({Change::Kind::board, name, found->first, {}});
}

void CentreBook::take(const std::string& name, HeardHall& hall, Event event, Changes& changes) {
  const auto numbers = hall.numbers.find(event.from.journal);
  // Before its status we do not know where to begin; what comes after that is asked for.
  if (event.from.journal != hall.journal || numbers == hall.numbers.end()) return;
  numbers->second.know(event.seq);
  if (!numbers->second.is_new(event.seq)) {
    ++hall.counts.repeated;
    return;
  }
  if (hall.waiting_bytes + event.bytes > kMostWaiting && event.seq != numbers->second.complete() + 1) return;
  if (!hall.boards.contains(event.board) && hall.boards.size() == kMostBoards) return;
  numbers->second.take(event.seq);
  ++hall.counts.events;
  const std::string id = event.board;
  HeardBoard& board = hall.boards[id];
  if (board.journal != event.from.journal) begin_anew(hall, board, event.from.journal);
  const std::uint64_t board_seq = event.board_seq;
  const std::size_t bytes = event.bytes;
  // A hall that gives a number of a board twice is none of ours.
  if (board_seq <= board.board_seq || !board.waiting.emplace(board_seq, std::move(event)).second) {
    ++hall.counts.unreadable;
    hall.fault = "has a number that its board had before";
    return drain_all(name, hall, changes);
  }
  hall.waiting_bytes += bytes;
  drain(name, hall, id, changes);
  if (board.waiting.contains(board_seq)) ++hall.counts.early;
  drain_all(name, hall, changes);
}

void CentreBook::take(const std::string& name, HeardHall& hall, const Lost& lost, Changes& changes) {
  const auto numbers = hall.numbers.find(lost.from.journal);
  if (lost.from.journal != hall.journal || numbers == hall.numbers.end()) return;
  const std::uint64_t taken = numbers->second.take(NumberRange{lost.first, lost.last});
  if (taken == 0) return;
  hall.counts.lost += taken;
  drain_all(name, hall, changes);
}

/// Of every board that waits: a number of another one may have shown that none of its own is missing.
void CentreBook::drain_all(const std::string& name, HeardHall& hall, Changes& changes) {
  if (hall.waiting_bytes == 0) return;
  std::vector<std::string> waiting;
  for (const auto& [id, board] : hall.boards)
    if (!board.waiting.empty()) waiting.push_back(id);
  for (const std::string& id : waiting) drain(name, hall, id, changes);
}

void CentreBook::drain(const std::string& name, HeardHall& hall, const std::string& id, Changes& changes) {
  const std::uint64_t complete = hall.numbers.at(hall.journal).complete();
  for (;;) {
    const auto found = hall.boards.find(id);
    if (found == hall.boards.end() || found->second.waiting.empty()) return;
    HeardBoard& board = found->second;
    const auto first = board.waiting.begin();
    const bool is_next = board.board_seq != 0 && first->first == board.board_seq + 1;
    // All numbers of the hall before it have come: so have those of its board.
    if (!is_next && first->second.seq > complete + 1) return;
    Event event = std::move(first->second);
    board.waiting.erase(first);
    hall.waiting_bytes -= event.bytes;
    board.board_seq = event.board_seq;
    apply(name, hall, id, std::move(event), changes);
  }
}

void CentreBook::apply(const std::string& name, HeardHall& hall, const std::string& id, Event event,
                       Changes& changes) {
  HeardBoard& board = hall.boards.at(id);
  // The state that is shown may know it already.
  const bool is_news = event.board_seq > board.state_board_seq;
  const auto changed = [&](Change change) {
    if (is_shown(hall, board)) changes.push_back(std::move(change));
  };
  switch (event.kind) {
    case Event::Kind::alert:
      if (!is_news) return;
      if (is_closed(event.alert))
        board.alerts.erase(id_of(event.alert));
      else
        board.alerts[id_of(event.alert)] = event.alert;
      changed({Change::Kind::alert, name, id, std::move(event.alert)});
      return;
    case Event::Kind::gone: {
      const auto found = board.alerts.find(static_cast<std::int64_t>(event.id));
      if (!is_news || found == board.alerts.end()) return;
      boost::json::object alert = std::move(found->second);
      board.alerts.erase(found);
      alert["status"] = "closed";
      changed({Change::Kind::alert, name, id, std::move(alert)});
      return;
    }
    case Event::Kind::moves:
      if (event.first == 0)
        board.has_all_moves = true;
      else if (board.game != event.game || event.first > board.moves.size())
        board.has_all_moves = false;
      board.game = std::move(event.game);
      board.start_fen = std::move(event.start_fen);
      board.moves.resize(std::min(board.moves.size(), static_cast<std::size_t>(event.first)));
      for (auto& move : event.moves) board.moves.push_back(std::move(move));
      changed({Change::Kind::moves, name, id, {}});
      return;
    case Event::Kind::link:
      if (!is_news) return;
      board.said["link"] = event.link;
      changed({Change::Kind::board, name, id, {}});
      return;
    case Event::Kind::forgotten:
      if (is_news) forget(name, hall, id, changes);
      return;
  }
}

/// What is said of it later begins anew, but for its numbers.
void CentreBook::forget(const std::string& name, HeardHall& hall, const std::string& id, Changes& changes) {
  const auto found = hall.boards.find(id);
  if (found == hall.boards.end()) return;
  if (is_shown(hall, found->second)) changes.push_back({Change::Kind::forgotten, name, id, {}});
  HeardBoard kept;
  kept.journal = found->second.journal;
  kept.board_seq = found->second.board_seq;
  kept.state_board_seq = found->second.state_board_seq;
  kept.waiting = std::move(found->second.waiting);
  found->second = std::move(kept);
}

std::vector<CentreBook::Wish> CentreBook::wishes(Time now) {
  std::vector<Wish> wishes;
  for (auto& [name, hall] : halls_) {
    const auto numbers = hall.numbers.find(hall.journal);
    if (numbers == hall.numbers.end() || !hall.is_online) continue;
    const auto missing = numbers->second.missing(kPiecesAtOnce);
    const std::uint64_t gap = missing.empty() ? 0 : missing.front().first;
    if (hall.gap != gap) {
      hall.gap = gap;
      hall.gap_since = now;
      hall.asked_at.reset();
    }
    if (gap == 0 || now - hall.gap_since < kGrace || (hall.asked_at && now - *hall.asked_at < kAskAgain))
      continue;
    hall.asked_at = now;
    std::uint64_t left = kAskedAtOnce;
    for (const NumberRange& range : missing) {
      const std::uint64_t count = std::min(left, range.last - range.first + 1);
      if (count == 0) break;
      left -= count;
      hall.counts.asked += count;
      wishes.push_back({text_of(root_, {name, Channel::replay, {}}),
                        payload_of(Replay{centre_, hall.journal, range.first, range.first + count - 1})});
    }
  }
  return wishes;
}

}  // namespace jadoube::broker
