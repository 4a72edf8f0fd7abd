#include "server/live_socket.hpp"

#include <array>
#include <utility>
#include <vector>

#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "json/writer.hpp"
#include "server/live_request.hpp"
#include "server/send_queue.hpp"

namespace jadoube::server {
namespace {

namespace websocket = beast::websocket;

/// So long a client may take to say {"since": N} before it is sent a snapshot.
constexpr std::chrono::milliseconds kToSaySince{200};

/// How often a client is sent the states of boards.
constexpr std::chrono::microseconds kBetweenStates{25'000};

/// Of a whole text message from a server (RFC 6455, section 5.2).
struct FrameHead {
  std::array<std::uint8_t, 10> bytes{0x81};
  std::size_t size = 2;
};
FrameHead frame_head(std::size_t length) {
  FrameHead head;
  unsigned more = 0;  // bytes of a longer length
  if (length < 126) {
    head.bytes[1] = static_cast<std::uint8_t>(length);
  } else {
    more = length < 65536 ? 2 : 8;
    head.bytes[1] = more == 2 ? 126 : 127;
  }
  for (unsigned i = 0; i < more; ++i)
    head.bytes[2 + i] = static_cast<std::uint8_t>(length >> (8 * (more - 1 - i)) & 0xFFU);
  head.size = 2 + more;
  return head;
}

class LiveSocket : public LiveClient, public std::enable_shared_from_this<LiveSocket> {
 public:
  LiveSocket(std::unique_ptr<Wire> wire, UpgradeRequest request, Caller caller, Hub& hub,
             const Limits& limits, Counts& counts)
      : LiveClient{std::move(caller)},
        wire_{std::move(wire)},
        stream_{*wire_},
        request_{std::move(request)},
        hub_{hub},
        limits_{limits},
        counts_{counts},
        queue_{limits},
        patience_{wire_->get_executor()},
        gathering_{wire_->get_executor()} {}
  ~LiveSocket() override { hub_.remove(*this); }
  LiveSocket(const LiveSocket&) = delete;
  LiveSocket& operator=(const LiveSocket&) = delete;

  void start() {
    wire_->tcp().expires_never();  // the WebSocket has its own time limits
    stream_.set_option(websocket::stream_base::timeout{limits_.to_ask, limits_.live_silence, true});
    stream_.read_message_max(limits_.message);
    stream_.async_accept(request_, [self = shared_from_this()](ErrorCode error) {
      if (!error) self->accepted();
    });
  }

  void send(const SharedText& text, std::uint64_t seq, std::size_t state_of, Moment changed) override {
    if (is_ending_) return;
    if (!queue_.push(text, seq, state_of, changed)) {
      ++counts_.slow_clients;
      counts_.drop(Drop::queue_full);
      is_ending_ = true;
      wire_->close();
      return;
    }
    if (state_of != 0)
      write_later();
    else
      write_now();
  }

  void end(std::string_view why, Drop reason) override {
    close(websocket::close_code::policy_error, why, reason);
  }

 private:
  void accepted() {
    // Pings, pongs and the end go the same way as messages, so that no frame is cut in two.
    wire_->divert([this](std::string frame) {
      control_ += frame;
      write_now();
    });
    patience_.expires_after(kToSaySince);
    patience_.async_wait([weak = weak_from_this()](ErrorCode error) {
      const auto self = weak.lock();
      if (!error && self) self->begin(std::nullopt);
    });
    read();
  }

  void begin(std::optional<std::uint64_t> since) {
    if (has_begun_ || is_ending_) return;
    has_begun_ = true;
    patience_.cancel();
    turn_ = kBetweenStates * (counts_.live_clients * 37 % 100) / 100;
    hub_.add(*this, since);
  }

  void read() {
    stream_.async_read(buffer_, [self = shared_from_this()](ErrorCode error, std::size_t) {
      if (error) {
        if (!self->is_ending_) self->count(error);
        self->is_ending_ = true;
        self->patience_.cancel();
        return;
      }
      self->hear();
    });
  }

  void hear() {
    if (is_ending_) return;
    const auto data = buffer_.data();
    const auto request = stream_.got_text()
                             ? read_live_request({static_cast<const char*>(data.data()), data.size()})
                             : tl::expected<LiveRequest, std::string>{tl::unexpect, "messages are text"};
    buffer_.consume(buffer_.size());
    if (!request) return close(websocket::close_code::policy_error, request.error(), Drop::bad_message);
    if (const auto* since = std::get_if<Since>(&*request)) {
      if (has_begun_)
        return close(websocket::close_code::policy_error, "since comes first, or not at all",
                     Drop::bad_message);
      begin(since->seq);
    } else {
      begin(std::nullopt);
      if (const auto* watch = std::get_if<Watch>(&*request)) hub_.watch(*this, watch->boards);
      if (const auto* ping = std::get_if<Ping>(&*request))
        send(std::make_shared<const std::string>(
                 json::object_text([&](json::Object& o) { o.text("type", "pong").number("n", ping->n); })),
             0, 0, {});
    }
    read();
  }

  /// At once, and not by a posted task: in a busy hall the updates of hundreds of boards would run before it.
  /// What comes while a write is under way goes in one piece afterwards.
  void write_now() {
    if (!std::exchange(is_writing_, true)) write();
  }

  /// States of boards go out when it is this client's turn, which each client has at another moment: sending
  /// is most of what many clients cost, and whatever is urgent takes along what waits.
  void write_later() {
    if (is_writing_ || std::exchange(waits_, true)) return;
    using Clock = asio::steady_timer::clock_type;
    const auto now = Clock::now();
    const auto since_last = (now.time_since_epoch() - turn_) % kBetweenStates;
    gathering_.expires_at(now + (kBetweenStates - since_last));
    gathering_.async_wait([weak = weak_from_this()](ErrorCode error) {
      const auto self = weak.lock();
      if (!self) return;
      self->waits_ = false;
      if (!error && !self->queue_.empty()) self->write_now();
    });
  }

  /// First what Beast has to say, then as many messages as is good, each in a frame of its own, all in one
  /// write. Beast itself would send each alone.
  void write() {
    sent_ = std::exchange(control_, {});
    messages_.clear();
    if (!queue_.empty()) messages_ = queue_.take(SendQueue::kMostAtATime, SendQueue::kBytesAtATime);
    heads_.clear();
    buffers_.clear();
    if (!sent_.empty()) buffers_.push_back(asio::buffer(sent_));
    for (const SendQueue::Message& message : messages_) heads_.push_back(frame_head(message.text->size()));
    for (std::size_t i = 0; i < messages_.size(); ++i) {
      buffers_.push_back(asio::buffer(heads_[i].bytes.data(), heads_[i].size));
      buffers_.push_back(asio::buffer(*messages_[i].text));
    }
    wire_->write_all(buffers_, [self = shared_from_this()](ErrorCode error, std::size_t) {
      if (error) {
        if (!self->is_ending_) self->count(error);
        self->is_ending_ = true;
        self->wire_->close();
        return;
      }
      count_taken(self->messages_, self->counts_);
      if (!self->queue_.empty() || !self->control_.empty()) return self->write();
      self->is_writing_ = false;
    });
  }

  /// That the client has gone by itself is no reason of ours.
  void count(ErrorCode error) {
    if (error == beast::error::timeout)
      counts_.drop(is_writing_ ? Drop::too_slow_to_take : Drop::silent);
    else if (error.category() == websocket::make_error_code(websocket::error::closed).category() &&
             error != websocket::error::closed)
      counts_.drop(Drop::bad_message);
  }

  void close(websocket::close_code code, std::string_view why, Drop reason) {
    if (is_ending_) return;
    is_ending_ = true;
    counts_.drop(reason);
    patience_.cancel();
    why = why.substr(0, websocket::reason_string::static_capacity);
    // Waits for a message that is under way, and has the time limit of a handshake.
    stream_.async_close({code, {why.data(), why.size()}}, [self = shared_from_this()](ErrorCode) {});
  }

  std::unique_ptr<Wire> wire_;
  websocket::stream<Wire&, false> stream_;
  UpgradeRequest request_;
  Hub& hub_;
  const Limits& limits_;
  Counts& counts_;
  SendQueue queue_;
  std::string control_;  // frames of Beast's that wait
  // Under way:
  bool is_writing_ = false;
  std::string sent_;
  std::vector<SendQueue::Message> messages_;
  std::vector<FrameHead> heads_;
  std::vector<asio::const_buffer> buffers_;
  asio::steady_timer patience_;
  asio::steady_timer gathering_;
  std::chrono::microseconds turn_{0};
  bool waits_ = false;
  beast::flat_buffer buffer_;
  bool has_begun_ = false;
  bool is_ending_ = false;
};

}  // namespace

void start_live_socket(std::unique_ptr<Wire> wire, UpgradeRequest request, Caller caller, Hub& hub,
                       const Limits& limits, Counts& counts) {
  std::make_shared<LiveSocket>(std::move(wire), std::move(request), std::move(caller), hub, limits, counts)
      ->start();
}

}  // namespace jadoube::server
