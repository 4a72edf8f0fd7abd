#include "transport/websocket_channel.hpp"

#include <deque>
#include <string_view>
#include <utility>

#include <boost/asio/buffers_iterator.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/websocket.hpp>

#include "transport/stream_channel.hpp"

namespace jadoube::transport {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = boost::beast::websocket;
using namespace std::chrono_literals;
using Error = boost::system::error_code;

constexpr std::string_view kTarget = "/api/v1.0";
/// A list of five hundred boards is a tenth of that.
constexpr std::size_t kLongestMessage = std::size_t{1} << 20U;
constexpr auto kConnectLimit = 5s;

class WebSocketChannel final : public Channel, public std::enable_shared_from_this<WebSocketChannel> {
 public:
  WebSocketChannel(const asio::any_io_executor& executor, ChannelEvents events)
      : executor_{executor}, resolver_{executor}, stream_{executor}, events_{std::move(events)} {}

  void open(const std::string& host, const std::string& port) {
    host_ = host + ':' + port;
    const bool is_bracketed = host.starts_with('[') && host.ends_with(']');
    resolver_.async_resolve(is_bracketed ? host.substr(1, host.size() - 2) : host, port,
                            [self = shared_from_this()](const Error& error, const auto& found) {
                              if (self->closed_) return;
                              if (error)
                                self->finish(error.message());
                              else
                                self->connect(found);
                            });
  }
  void write(std::vector<std::uint8_t> bytes) override {
    asio::dispatch(executor_, [self = shared_from_this(), bytes = std::move(bytes)]() mutable {
      if (self->closed_) return;
      self->queue_.push_back(std::move(bytes));
      self->write_next();
    });
  }
  void close() override {
    asio::post(executor_, [self = shared_from_this()] { self->finish({}); });
  }

 private:
  void connect(const asio::ip::tcp::resolver::results_type& found) {
    beast::tcp_stream& tcp = beast::get_lowest_layer(stream_);
    tcp.expires_after(kConnectLimit);
    tcp.async_connect(found, [self = shared_from_this()](const Error& error, const auto&) {
      if (self->closed_) return;
      if (error)
        self->finish(why_not_connected(error, self->executor_));
      else
        self->shake_hands();
    });
  }

  void shake_hands() {
    beast::tcp_stream& tcp = beast::get_lowest_layer(stream_);
    tcp.expires_never();
    Error ignored;
    tcp.socket().set_option(asio::ip::tcp::no_delay{true}, ignored);
    // Whether the other end still answers is for whoever speaks to it.
    stream_.set_option(websocket::stream_base::timeout{.handshake_timeout = kConnectLimit,
                                                       .idle_timeout = websocket::stream_base::none(),
                                                       .keep_alive_pings = false});
    stream_.read_message_max(kLongestMessage);
    stream_.text(true);
    stream_.async_handshake(answer_, host_, beast::string_view{kTarget.data(), kTarget.size()},
                            [self = shared_from_this()](const Error& error) {
                              if (self->closed_) return;
                              if (error)
                                self->finish(self->words_for(error));
                              else
                                self->begin();
                            });
  }

  void begin() {
    open_ = true;
    if (events_.opened) events_.opened();
    read_next();
    write_next();
  }

  void read_next() {
    if (closed_) return;
    stream_.async_read(buffer_, [self = shared_from_this()](const Error& error, std::size_t) {
      if (self->closed_) return;
      const SteadyTime when = std::chrono::steady_clock::now();
      if (error) {
        self->finish(self->words_for(error));
        return;
      }
      const auto data = self->buffer_.data();
      std::vector<std::uint8_t> bytes{asio::buffers_begin(data), asio::buffers_end(data)};
      self->buffer_.consume(self->buffer_.size());
      if (self->events_.received) self->events_.received(std::move(bytes), when);
      self->read_next();
    });
  }

  /// Unless a write is under way.
  void write_next() {
    if (!open_ || queue_.empty() || std::exchange(writing_, true)) return;
    stream_.async_write(asio::buffer(queue_.front()),
                        [self = shared_from_this()](const Error& error, std::size_t) {
                          self->writing_ = false;
                          if (self->closed_) return;
                          if (error) {
                            self->finish(self->words_for(error));
                            return;
                          }
                          self->queue_.pop_front();
                          self->write_next();
                        });
  }

  [[nodiscard]] std::string words_for(const Error& error) const {
    if (error == websocket::error::upgrade_declined)
      return "does not offer the interface v1.0 of LiveChess 2 (HTTP status " +
             std::to_string(answer_.result_int()) + ')';
    if (error == beast::error::timeout) return "does not answer";
    if (error == websocket::error::message_too_big) return "sends more at once than any LiveChess would";
    if (error == websocket::error::closed || error == asio::error::eof ||
        error == asio::error::connection_reset)
      return "the other end has closed the connection";
    const bool is_foreign =
        error.category() == Error{websocket::error::bad_http_version}.category() ||
        error.category() == beast::http::make_error_code(beast::http::error::bad_version).category();
    return is_foreign ? "is no LiveChess: " + error.message() : error.message();
  }

  void finish(const std::string& reason) {
    if (std::exchange(closed_, true)) return;
    resolver_.cancel();
    beast::get_lowest_layer(stream_).close();
    const ChannelEvents events = std::exchange(events_, {});
    if (events.closed) events.closed(reason);
  }

  asio::any_io_executor executor_;
  asio::ip::tcp::resolver resolver_;
  websocket::stream<beast::tcp_stream> stream_;
  websocket::response_type answer_;
  beast::flat_buffer buffer_;
  ChannelEvents events_;
  std::string host_;
  std::deque<std::vector<std::uint8_t>> queue_;
  bool open_ = false;
  bool writing_ = false;
  bool closed_ = false;
};

}  // namespace

std::shared_ptr<Channel> open_websocket(const std::string& where, const asio::any_io_executor& executor,
                                        ChannelEvents events) {
  auto channel = std::make_shared<WebSocketChannel>(executor, std::move(events));
  const std::string_view rest = std::string_view{where}.substr(kWebSocket.size());
  const std::size_t colon = std::min(rest.rfind(':'), rest.size());
  asio::post(executor, [channel, host = std::string{rest.substr(0, colon)},
                        port = std::string{rest.substr(std::min(colon + 1, rest.size()))}] {
    channel->open(host, port);
  });
  return channel;
}

}  // namespace jadoube::transport
