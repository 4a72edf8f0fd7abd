// What waits to be sent to one client. Bounded: whoever does not keep up is dropped, never waited for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>

#include "arbiter/http/answer.hpp"
#include "arbiter/http/limits.hpp"

namespace jadoube::arbiter::http {

class SendQueue {
 public:
  struct Message {
    Text text;
    std::uint64_t seq = 0;
  };
  explicit SendQueue(const Limits& limits) : limits_{limits} {}

  /// False: too much is waiting. The first message always has room: a snapshot may be larger than the limit.
  bool push(const Text& text, std::uint64_t seq) {
    const bool fits =
        messages_.size() < limits_.queue_messages && bytes_ + text->size() <= limits_.queue_bytes;
    if (!messages_.empty() && !fits) return false;
    messages_.push_back({text, seq});
    // What is under way is no longer waiting.
    if (messages_.size() > 1) bytes_ += text->size();
    return true;
  }
  [[nodiscard]] bool empty() const { return messages_.empty(); }
  [[nodiscard]] std::size_t size() const { return messages_.size(); }
  /// The one under way.
  [[nodiscard]] const Message& front() const { return messages_.front(); }
  void pop() {
    messages_.pop_front();
    if (!messages_.empty()) bytes_ -= messages_.front().text->size();
  }

 private:
  const Limits& limits_;
  std::deque<Message> messages_;
  std::size_t bytes_ = 0;
};

}  // namespace jadoube::arbiter::http
