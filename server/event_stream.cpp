#include "server/event_stream.hpp"

#include <array>
#include <utility>

#include <boost/asio/steady_timer.hpp>

#include "server/send_queue.hpp"

namespace jadoube::server {
namespace {

/// Something is sent at least so often: proxies close silent connections, and a lost client is noticed.
constexpr std::chrono::seconds kSign{15};

class EventStream : public LiveClient, public std::enable_shared_from_this<EventStream> {
 public:
  EventStream(std::unique_ptr<Wire> wire, Caller caller, Hub& hub, const Limits& limits, Counts& counts)
      : LiveClient{std::move(caller)},
        wire_{std::move(wire)},
        hub_{hub},
        limits_{limits},
        counts_{counts},
        queue_{limits},
        sign_{wire_->get_executor()} {}
  ~EventStream() override { hub_.remove(*this); }
  EventStream(const EventStream&) = delete;
  EventStream& operator=(const EventStream&) = delete;

  void start(std::optional<std::uint64_t> since, std::vector<std::string> watched) {
    head_ =
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n"
        "Connection: close\r\nX-Accel-Buffering: no\r\n";
    for (const auto& [name, value] : safety_headers()) head_ += name + ": " + value + "\r\n";
    // A browser that loses us comes back after two seconds.
    head_ += "\r\nretry: 2000\n";
    wire_->tcp().expires_never();
    wait_for_the_end();
    hub_.add(*this, since);
    hub_.watch(*this, std::move(watched));
    give_signs();
  }

  void send(const SharedText& text, std::uint64_t seq, std::size_t state_of, Moment changed) override {
    if (is_ending_) return;
    if (!queue_.push(text, seq, state_of, changed)) {
      ++counts_.slow_clients;
      counts_.drop(Drop::queue_full);
      close();
      return;
    }
    if (!std::exchange(is_writing_, true)) write();
  }

  void end(std::string_view, Drop reason) override {
    if (!is_ending_) counts_.drop(reason);
    close();
  }

 private:
  void write() {
    messages_ = queue_.take(SendQueue::kMostAtATime, SendQueue::kBytesAtATime);
    ids_.clear();
    // What buffers point at stays where it is.
    ids_.reserve(messages_.size());
    std::vector<asio::const_buffer> events{asio::buffer(head_)};
    for (const SendQueue::Message& each : messages_) {
      const bool is_update = each.seq != 0;
      ids_.push_back(is_update ? "id: " + std::to_string(each.seq) + "\ndata: " : std::string{});
      events.insert(events.end(), {asio::buffer(ids_.back()), asio::buffer(*each.text),
                                   asio::buffer(kEnd.data(), kEnd.size())});
    }
    wire_->tcp().expires_after(limits_.to_take);
    wire_->write_all(events, [self = shared_from_this()](ErrorCode error, std::size_t) {
      if (error == beast::error::timeout && !self->is_ending_) self->counts_.drop(Drop::too_slow_to_take);
      if (error || self->is_ending_) return self->close();
      count_taken(self->messages_, self->counts_);
      self->wire_->tcp().expires_never();
      self->head_.clear();
      if (!self->queue_.empty()) return self->write();
      self->is_writing_ = false;
    });
  }

  /// Nothing more may come from the client.
  void wait_for_the_end() {
    wire_->read_some(asio::buffer(ignored_),
                     [self = shared_from_this()](ErrorCode, std::size_t) { self->close(); });
  }

  void give_signs() {
    sign_.expires_after(kSign);
    sign_.async_wait([weak = weak_from_this()](ErrorCode error) {
      const auto self = weak.lock();
      if (error || !self || self->is_ending_) return;
      static const SharedText comment = std::make_shared<const std::string>(":");
      if (!self->is_writing_) self->send(comment, 0, 0, {});
      self->give_signs();
    });
  }

  void close() {
    is_ending_ = true;
    sign_.cancel();
    wire_->close();
  }

  static constexpr std::string_view kEnd{"\n\n"};
  std::unique_ptr<Wire> wire_;
  Hub& hub_;
  const Limits& limits_;
  Counts& counts_;
  SendQueue queue_;
  // Under way:
  std::vector<SendQueue::Message> messages_;
  std::vector<std::string> ids_;
  bool is_writing_ = false;
  asio::steady_timer sign_;
  std::string head_;
  std::array<char, 256> ignored_{};
  bool is_ending_ = false;
};

}  // namespace

void start_event_stream(std::unique_ptr<Wire> wire, Caller caller, std::optional<std::uint64_t> since,
                        std::vector<std::string> watched, Hub& hub, const Limits& limits, Counts& counts) {
  std::make_shared<EventStream>(std::move(wire), std::move(caller), hub, limits, counts)
      ->start(since, std::move(watched));
}

}  // namespace jadoube::server
