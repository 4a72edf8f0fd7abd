#include "server/wire.hpp"

#include <boost/asio/write.hpp>
#include <boost/beast/ssl/ssl_stream.hpp>
#include <boost/beast/websocket/teardown.hpp>

#include "server/address.hpp"

namespace jadoube::server {
namespace {

Peer peer_of(const Tcp::socket& socket, bool tls) {
  ErrorCode error;
  Peer peer;
  const auto remote = plain(socket.remote_endpoint(error).address());
  peer.address = remote.to_string();
  peer.is_loopback = !error && remote.is_loopback();
  peer.local_address = plain(socket.local_endpoint(error).address()).to_string();
  peer.tls = tls;
  return peer;
}

}  // namespace

struct Wire::Tls {
  Tls(beast::tcp_stream& tcp, std::shared_ptr<asio::ssl::context> of)
      : context{std::move(of)}, stream{tcp, *context} {}
  std::shared_ptr<asio::ssl::context> context;
  beast::ssl_stream<beast::tcp_stream&> stream;
};

Wire::Wire(Tcp::socket socket, const std::shared_ptr<asio::ssl::context>& tls)
    : peer_{peer_of(socket, tls != nullptr)}, tcp_{std::move(socket)} {
  if (tls != nullptr) tls_ = std::make_unique<Tls>(tcp_, tls);
}

Wire::~Wire() = default;

void Wire::handshake(Ended ended) {
  if (tls_)
    tls_->stream.async_handshake(asio::ssl::stream_base::server, std::move(ended));
  else
    asio::post(get_executor(), [ended = std::move(ended)]() mutable { ended(ErrorCode{}); });
}

void Wire::read_some(asio::mutable_buffer buffer, Moved moved) {
  if (tls_)
    tls_->stream.async_read_some(buffer, std::move(moved));
  else
    tcp_.async_read_some(buffer, std::move(moved));
}

void Wire::write_some(const Pieces& pieces, Moved moved) {
  if (tls_)
    tls_->stream.async_write_some(pieces, std::move(moved));
  else
    tcp_.async_write_some(pieces, std::move(moved));
}

void Wire::write_all(const std::vector<asio::const_buffer>& buffers, Moved moved) {
  if (tls_)
    asio::async_write(tls_->stream, buffers, std::move(moved));
  else
    asio::async_write(tcp_, buffers, std::move(moved));
}

void Wire::teardown(beast::role_type role, Ended ended) {
  beast::websocket::async_teardown(role, tcp_.socket(), std::move(ended));
}

}  // namespace jadoube::server
