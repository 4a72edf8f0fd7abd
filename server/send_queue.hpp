// What waits to be sent to one client. Bounded: a client that does not keep up is dropped, never waited for.
//
// Of a board only the latest state waits: a newer one takes the place of the older at the end of the queue,
// so that a client that reads slowly is told less, and numbers only grow.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "server/counts.hpp"
#include "server/limits.hpp"
#include "server/response.hpp"

namespace jadoube::server {

/// When something has changed; nothing: that is not known.
using Moment = std::optional<std::chrono::steady_clock::time_point>;

class SendQueue {
 public:
  struct Message {
    SharedText text;
    /// 0: has no number.
    std::uint64_t seq = 0;
    /// When what it tells of has changed; nothing: that is not known.
    Moment changed = {};
  };
  /// What is written with one call.
  static constexpr std::size_t kMostAtATime = 128;
  static constexpr std::size_t kBytesAtATime = 256 * 1024;

  explicit SendQueue(const Limits& limits) : limits_{limits} {}

  /// False: too much is waiting. A message always has room in an empty queue: a snapshot may be larger than
  /// the limit. `state_of`: the number of what it is the state of, counted from 1; an earlier one that still
  /// waits is not needed any more. 0: of nothing.
  bool push(SharedText text, std::uint64_t seq, std::size_t state_of = 0, Moment changed = {}) {
    if (state_of != 0) {
      if (latest_.size() < state_of) latest_.resize(state_of, kNone);
      std::uint64_t& at = latest_[state_of - 1];
      if (at != kNone && at >= first_) {
        // What it has not been told yet has waited since then.
        if (messages_[at - first_].changed) changed = messages_[at - first_].changed;
        drop(messages_[at - first_]);
      }
      at = first_ + messages_.size();
    }
    const bool fits = count_ < limits_.queue_messages && bytes_ + text->size() <= limits_.queue_bytes;
    if (count_ != 0 && !fits) return false;
    ++count_;
    bytes_ += text->size();
    messages_.push_back({std::move(text), seq, changed});
    return true;
  }
  [[nodiscard]] bool empty() const { return count_ == 0; }
  /// The first ones: at least one, and no more than `bytes` otherwise. The queue is not empty.
  std::vector<Message> take(std::size_t most, std::size_t bytes) {
    std::vector<Message> taken;
    std::size_t size = 0;
    while (count_ != 0 && taken.size() < most && (taken.empty() || size < bytes)) {
      Message message = std::move(messages_.front());
      messages_.pop_front();
      ++first_;
      if (message.text == nullptr) continue;
      --count_;
      bytes_ -= message.text->size();
      size += message.text->size();
      taken.push_back(std::move(message));
    }
    return taken;
  }

 private:
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};
  void drop(Message& message) {
    --count_;
    bytes_ -= message.text->size();
    message.text = nullptr;
  }

  const Limits& limits_;
  std::deque<Message> messages_;  // those without text are not needed any more
  std::uint64_t first_ = 0;       // how many have left the front
  std::size_t count_ = 0;
  std::size_t bytes_ = 0;
  std::vector<std::uint64_t> latest_;  // by what they are states of
};

/// The client's connection has taken these.
inline void count_taken(const std::vector<SendQueue::Message>& messages, Counts& counts) {
  const auto now = std::chrono::steady_clock::now();
  for (const SendQueue::Message& each : messages)
    if (each.changed) counts.to_page.add(now - *each.changed);
}

}  // namespace jadoube::server
