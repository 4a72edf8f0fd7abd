#include "broadcast/feed_client.hpp"

#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

namespace jadoube::broadcast {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using ErrorCode = beast::error_code;

constexpr std::string_view kTarget = "/api/v1.0";
constexpr std::chrono::seconds kToAsk{10};
constexpr std::uint32_t kLongestHead = 8192;
/// A call with a FEN has some hundred bytes.
constexpr std::size_t kLongestMessage = 16 * 1024;
/// Calls wait while so much waits to be sent: a program that asks and does not read is not answered any more.
constexpr std::size_t kEnough = 256 * 1024;

}  // namespace

FeedClient::FeedClient(asio::ip::tcp::socket socket, const FeedBoards& boards, Limits limits,
                       std::function<std::int64_t()> time, std::function<void(const FeedClient&)> ended)
    : stream_{std::move(socket)},
      session_{boards},
      limits_{limits},
      time_{std::move(time)},
      ended_{std::move(ended)} {}

void FeedClient::start() {
  beast::tcp_stream& tcp = stream_.next_layer();
  ErrorCode ignored;
  tcp.socket().set_option(asio::ip::tcp::no_delay{true}, ignored);
  head_.header_limit(kLongestHead);
  tcp.expires_after(kToAsk);
  http::async_read_header(tcp, buffer_, head_, [self = shared_from_this()](ErrorCode error, std::size_t) {
    if (error || self->is_ended_) return self->end();
    self->upgrade();
  });
}

void FeedClient::upgrade() {
  const auto& request = head_.get();
  if (request.target() != kTarget) return turn_away(404, "LiveChess's interface is at /api/v1.0 here.");
  if (!websocket::is_upgrade(request)) return turn_away(426, "This is for WebSockets.");
  stream_.next_layer().expires_never();
  auto limit = websocket::stream_base::timeout::suggested(beast::role_type::server);
  limit.keep_alive_pings = true;
  stream_.set_option(limit);
  stream_.read_message_max(kLongestMessage);
  stream_.text(true);
  stream_.async_accept(request, [self = shared_from_this()](ErrorCode error) {
    if (error || self->is_ended_) return self->end();
    self->is_open_ = true;
    self->buffer_.clear();
    self->read();
  });
}

void FeedClient::turn_away(unsigned status, std::string_view why) {
  refusal_ = {http::int_to_status(status), 11};
  refusal_.set(http::field::content_type, "text/plain");
  refusal_.set(http::field::connection, "close");
  refusal_.body() = why;
  refusal_.prepare_payload();
  http::async_write(stream_.next_layer(), refusal_,
                    [self = shared_from_this()](ErrorCode, std::size_t) { self->end(); });
}

void FeedClient::read() {
  if (queued_ > kEnough || std::exchange(reads_, true)) return;
  stream_.async_read(buffer_, [self = shared_from_this()](ErrorCode error, std::size_t) {
    self->reads_ = false;
    if (error || self->is_ended_) return self->end();
    self->hear();
  });
}

void FeedClient::hear() {
  session_.at(time_());
  session_.hear(beast::buffers_to_string(buffer_.data()));
  buffer_.clear();
  send_all();
  read();
}

void FeedClient::tell(std::string_view serial) {
  if (!is_open_) return;
  session_.at(time_());
  session_.tell(serial);
  send_all();
}

void FeedClient::send_all() {
  for (std::string& text : session_.take_said()) {
    queued_ += text.size();
    queue_.push_back(std::move(text));
  }
  if (queued_ > limits_.queue_bytes) return end();
  write();
}

void FeedClient::write() {
  if (queue_.empty() || std::exchange(writes_, true)) return;
  stream_.async_write(asio::buffer(queue_.front()),
                      [self = shared_from_this()](ErrorCode error, std::size_t) {
                        self->writes_ = false;
                        if (error || self->is_ended_) return self->end();
                        self->queued_ -= self->queue_.front().size();
                        self->queue_.pop_front();
                        self->write();
                        if (self->is_open_) self->read();
                      });
}

void FeedClient::close() {
  end();
}

void FeedClient::end() {
  is_open_ = false;
  is_ended_ = true;
  stream_.next_layer().close();
  if (const auto ended = std::exchange(ended_, nullptr)) ended(*this);
}

}  // namespace jadoube::broadcast
