// A connection's bytes, with TLS or without. One type for both, and one type for all completion handlers, so
// that reading and writing are compiled once, in one file.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/role.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/container/static_vector.hpp>

#include "server/request.hpp"

namespace jadoube::server {

namespace asio = boost::asio;
namespace beast = boost::beast;
using Tcp = asio::ip::tcp;
using ErrorCode = beast::error_code;

/// Called once. Unlike std::function it holds what cannot be copied.
template <class... Arguments>
class Once {
 public:
  template <class Work, class = std::enable_if_t<!std::is_same_v<std::decay_t<Work>, Once>>>
  Once(Work&& work) : held_{std::make_unique<Holder<std::decay_t<Work>>>(std::forward<Work>(work))} {}

  void operator()(Arguments... arguments) {
    const auto held = std::move(held_);
    held->call(arguments...);
  }

 private:
  struct Held {
    Held() = default;
    virtual ~Held() = default;
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    virtual void call(Arguments... arguments) = 0;
  };
  template <class Work>
  struct Holder : Held {
    explicit Holder(Work work) : work_{std::move(work)} {}
    void call(Arguments... arguments) override { std::move(work_)(arguments...); }
    Work work_;
  };
  std::unique_ptr<Held> held_;
};

/// Models AsyncStream. Stays where it was made.
class Wire {
 public:
  using executor_type = beast::tcp_stream::executor_type;
  /// How many bytes have moved.
  using Moved = Once<ErrorCode, std::size_t>;
  using Ended = Once<ErrorCode>;
  /// So many pieces go in one call of the system.
  using Pieces = boost::container::static_vector<asio::const_buffer, 16>;

  /// `tls` null: without.
  Wire(Tcp::socket socket, const std::shared_ptr<asio::ssl::context>& tls);
  ~Wire();
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;

  executor_type get_executor() { return tcp_.get_executor(); }
  /// Where time limits are set.
  beast::tcp_stream& tcp() { return tcp_; }
  [[nodiscard]] const Peer& peer() const { return peer_; }

  /// Does nothing, soon, without TLS.
  void handshake(Ended ended);
  void read_some(asio::mutable_buffer buffer, Moved moved);
  void write_some(const Pieces& pieces, Moved moved);
  /// What the buffers point at must last until then.
  void write_all(const std::vector<asio::const_buffer>& buffers, Moved moved);
  /// After the closing handshake of a WebSocket, which TLS has protected, that of TLS says nothing new.
  void teardown(beast::role_type role, Ended ended);

  // For Beast. Some bytes are fewer than the buffers have room for.
  template <class Buffers, class Handler>
  void async_read_some(const Buffers& buffers, Handler&& handler) {
    asio::mutable_buffer first;
    for (auto it = asio::buffer_sequence_begin(buffers); it != asio::buffer_sequence_end(buffers); ++it) {
      first = *it;
      if (first.size() != 0) break;
    }
    read_some(first, std::forward<Handler>(handler));
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
    Pieces pieces;
    for (auto it = asio::buffer_sequence_begin(buffers);
         it != asio::buffer_sequence_end(buffers) && pieces.size() < pieces.capacity(); ++it) {
      const asio::const_buffer piece{*it};
      if (piece.size() != 0) pieces.push_back(piece);
    }
    write_some(pieces, std::forward<Handler>(handler));
  }
  /// From now on bytes that are written through async_write_some go to `sink`, whole calls at a time, and
  /// count as written; `sink` has to see to it that write_all sends them.
  void divert(std::function<void(std::string)> sink) { divert_ = std::move(sink); }
  /// Lives as long as this.
  void keep(std::shared_ptr<void> kept) { kept_ = std::move(kept); }
  /// At once: nothing that is under way goes on.
  void close() { tcp_.close(); }

 private:
  struct Tls;
  std::shared_ptr<void> kept_;
  std::function<void(std::string)> divert_;
  Peer peer_;
  beast::tcp_stream tcp_;
  std::unique_ptr<Tls> tls_;
};

/// What Beast's WebSocket does when its time is up.
inline void beast_close_socket(Wire& wire) {
  wire.close();
}
template <class Handler>
void async_teardown(beast::role_type role, Wire& wire, Handler&& handler) {
  wire.teardown(role, std::forward<Handler>(handler));
}

}  // namespace jadoube::server
