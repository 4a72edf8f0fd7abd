#include "server/hub.hpp"

namespace jadoube::server {
namespace {

/// A snapshot this young, with what has changed since, is as good as a new one: a hundred clients that come
/// back after a lost network must not make a hundred of them.
constexpr std::chrono::milliseconds kSnapshotAge{100};

}  // namespace

Hub::Hub(arbiter::Hall& hall, Counts& counts)
    : hall_{hall}, counts_{counts}, subscription_{hall.listen([this](const arbiter::Update& update) {
        tell(update);
      })} {}

void Hub::add(LiveClient& client, std::optional<std::uint64_t> since) {
  clients_.try_emplace(&client);
  counts_.live_clients = clients_.size();
  if (since) {
    if (const auto missed = hall_.since(*since)) {
      for (const arbiter::Update& update : *missed)
        if (!update.is_close()) tell(client, update, state_of(update), {});
      return;
    }
  }
  const arbiter::Role role = client.caller().actor.role;
  Snapshot& snapshot = snapshots_.at(static_cast<std::size_t>(role));
  const auto now = std::chrono::steady_clock::now();
  std::optional<std::vector<arbiter::Update>> missed;
  if (snapshot.text != nullptr && now - snapshot.made < kSnapshotAge) missed = hall_.since(snapshot.seq);
  if (!missed) snapshot = {std::make_shared<const std::string>(hall_.snapshot(role)), hall_.last_seq(), now};
  ++counts_.messages;
  client.send(snapshot.text, snapshot.seq, 0, {});
  if (!missed) return;
  for (const arbiter::Update& update : *missed)
    if (!update.is_close()) tell(client, update, state_of(update), {});
}

void Hub::remove(LiveClient& client) {
  watch(client, {});
  clients_.erase(&client);
  counts_.live_clients = clients_.size();
}

void Hub::watch(LiveClient& client, std::vector<std::string> boards) {
  const auto found = clients_.find(&client);
  if (found == clients_.end()) return;
  for (const std::string& board : found->second) {
    const auto watchers = watchers_.find(board);
    if (watchers == watchers_.end()) continue;
    watchers->second.erase(&client);
    if (watchers->second.empty()) watchers_.erase(watchers);
  }
  for (const std::string& board : boards) watchers_[board].insert(&client);
  found->second = std::move(boards);
}

/// A board's state says everything that earlier ones of the same board have said.
std::size_t Hub::state_of(const arbiter::Update& update) {
  if (update.kind != arbiter::Update::Kind::board) return 0;
  return numbers_.try_emplace(update.board, numbers_.size() + 1).first->second;
}

void Hub::tell(const arbiter::Update& update) {
  if (!update.is_close()) {
    const std::size_t board = state_of(update);
    for (const auto& [client, watched] : clients_) tell(*client, update, board, update.changed);
    return;
  }
  const auto watchers = watchers_.find(update.board);
  if (watchers == watchers_.end()) return;
  for (LiveClient* client : watchers->second) tell(*client, update, 0, update.changed);
}

void Hub::tell(LiveClient& client, const arbiter::Update& update, std::size_t state_of, Moment changed) {
  const SharedText& text = client.caller().actor.role == arbiter::Role::hall ? update.hall_text : update.text;
  if (text == nullptr) return;
  ++counts_.messages;
  client.send(text, update.seq, state_of, changed);
}

void Hub::end_strangers(const std::function<bool(std::uint64_t token)>& is_valid) {
  for (const auto& [client, watched] : clients_)
    if (!is_valid(client->caller().token)) client->end("this token is no longer valid", Drop::token_revoked);
}

void Hub::end_all(std::string_view why, Drop reason) {
  for (const auto& [client, watched] : clients_) client->end(why, reason);
}

}  // namespace jadoube::server
