// Sends every update of the hall to every live client that may see it, as one text that all of them share.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "arbiter/hall.hpp"
#include "server/authorizer.hpp"
#include "server/counts.hpp"
#include "server/response.hpp"
#include "server/send_queue.hpp"

namespace jadoube::server {

/// A live client, whatever it speaks.
class LiveClient {
 public:
  explicit LiveClient(Caller caller) : caller_{std::move(caller)} {}
  virtual ~LiveClient() = default;
  LiveClient(const LiveClient&) = delete;
  LiveClient& operator=(const LiveClient&) = delete;

  /// Never waits, and never calls back into the hub. `state_of`: number of the board whose state it is, from
  /// 1; an earlier one need not be sent any more, and it need not be sent in the same moment. 0: anything
  /// else. `changed`: when what it tells of has changed, if that is known.
  virtual void send(const SharedText& text, std::uint64_t seq, std::size_t state_of, Moment changed) = 0;
  /// The connection is to end; `why` is told if that can be done at once.
  virtual void end(std::string_view why, Drop reason) = 0;
  [[nodiscard]] const Caller& caller() const { return caller_; }

 private:
  Caller caller_;
};

class Hub {
 public:
  /// `hall` must live until close(), `counts` as long as this.
  Hub(arbiter::Hall& hall, Counts& counts);

  /// What the client needs to begin with: the updates after `since`, or a snapshot if they are no longer
  /// kept or it has none; and from then on every update, until it is removed.
  void add(LiveClient& client, std::optional<std::uint64_t> since);
  void remove(LiveClient& client);
  /// Replaces the boards that it watches closely.
  void watch(LiveClient& client, std::vector<std::string> boards);

  /// Ends the clients with tokens that are no longer valid.
  void end_strangers(const std::function<bool(std::uint64_t token)>& is_valid);
  void end_all(std::string_view why, Drop reason);
  /// Hears nothing more of the hall, which may go now.
  void close() { subscription_.reset(); }

 private:
  void tell(const arbiter::Update& update);
  /// `changed`: whether it is news; what a client has missed is not measured.
  void tell(LiveClient& client, const arbiter::Update& update, std::size_t state_of, Moment changed);
  [[nodiscard]] std::size_t state_of(const arbiter::Update& update);

  struct Snapshot {
    SharedText text;
    std::uint64_t seq = 0;
    std::chrono::steady_clock::time_point made{};
  };

  arbiter::Hall& hall_;
  Counts& counts_;
  /// The latest, by role.
  std::array<Snapshot, 4> snapshots_;
  /// With the boards that each watches closely.
  std::unordered_map<LiveClient*, std::vector<std::string>> clients_;
  /// By board.
  std::unordered_map<std::string, std::unordered_set<LiveClient*>> watchers_;
  /// Of boards, from 1, in the order of their first updates.
  std::unordered_map<std::string, std::size_t> numbers_;
  std::shared_ptr<void> subscription_;
};

}  // namespace jadoube::server
