// A connection's bytes, with TLS or without: one type for both, so that what is said over it is compiled
// once.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/ssl/ssl_stream.hpp>
#include <boost/beast/websocket/teardown.hpp>

#include "arbiter/http/request.hpp"

namespace jadoube::arbiter::http {

namespace asio = boost::asio;
namespace beast = boost::beast;
using Tcp = asio::ip::tcp;
using ErrorCode = beast::error_code;

/// Models AsyncStream. Stays where it was made.
class Wire {
 public:
  using executor_type = beast::tcp_stream::executor_type;

  /// `tls` null: without.
  Wire(Tcp::socket socket, const std::shared_ptr<asio::ssl::context>& tls);
  ~Wire() {
    if (end_) end_();
  }
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;

  executor_type get_executor() { return tcp_.get_executor(); }
  /// Where time limits are set.
  beast::tcp_stream& tcp() { return tcp_; }
  [[nodiscard]] const Peer& peer() const { return peer_; }

  /// Does nothing, soon, without TLS.
  template <class Handler>
  void async_handshake(Handler handler) {
    if (tls_)
      tls_->async_handshake(asio::ssl::stream_base::server, std::move(handler));
    else
      asio::post(get_executor(), [handler = std::move(handler)]() mutable { handler(ErrorCode{}); });
  }
  template <class Buffers, class Handler>
  void async_read_some(const Buffers& buffers, Handler&& handler) {
    if (tls_)
      tls_->async_read_some(buffers, std::forward<Handler>(handler));
    else
      tcp_.async_read_some(buffers, std::forward<Handler>(handler));
  }
  template <class Buffers, class Handler>
  void async_write_some(const Buffers& buffers, Handler&& handler) {
    if (divert_) {
      divert_(beast::buffers_to_string(buffers));
      asio::post(get_executor(),
                 [handler = std::forward<Handler>(handler), size = asio::buffer_size(buffers)]() mutable {
                   handler(ErrorCode{}, size);
                 });
      return;
    }
    if (tls_)
      tls_->async_write_some(buffers, std::forward<Handler>(handler));
    else
      tcp_.async_write_some(buffers, std::forward<Handler>(handler));
  }
  /// From now on bytes that are written through async_write_some go to `sink`, whole calls at a time, and
  /// count as written; whoever diverts them sends them with write_all.
  void divert(std::function<void(std::string)> sink) { divert_ = std::move(sink); }
  template <class Buffers, class Handler>
  void write_all(const Buffers& buffers, Handler handler) {
    if (tls_)
      asio::async_write(*tls_, buffers, std::move(handler));
    else
      asio::async_write(tcp_, buffers, std::move(handler));
  }
  /// Called when this is destroyed.
  void on_end(std::function<void()> end) { end_ = std::move(end); }
  /// At once: nothing that is under way goes on.
  void close() { tcp_.close(); }

 private:
  std::function<void()> end_;
  std::function<void(std::string)> divert_;
  Peer peer_;
  beast::tcp_stream tcp_;
  std::shared_ptr<asio::ssl::context> context_;
  std::unique_ptr<beast::ssl_stream<beast::tcp_stream&>> tls_;
};

/// What Beast's WebSocket does when its time is up.
inline void beast_close_socket(Wire& wire) {
  wire.close();
}
/// After the closing handshake of a WebSocket, which TLS has protected, that of TLS says nothing new.
template <class Handler>
void async_teardown(beast::role_type role, Wire& wire, Handler&& handler) {
  beast::websocket::async_teardown(role, wire.tcp().socket(), std::forward<Handler>(handler));
}

}  // namespace jadoube::arbiter::http
