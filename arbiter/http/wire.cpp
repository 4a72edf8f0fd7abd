#include "arbiter/http/wire.hpp"

namespace jadoube::arbiter::http {
namespace {

asio::ip::address plain(const asio::ip::address& address) {
  if (address.is_v6() && address.to_v6().is_v4_mapped())
    return asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6());
  return address;
}

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

Wire::Wire(Tcp::socket socket, const std::shared_ptr<asio::ssl::context>& tls)
    : peer_{peer_of(socket, tls != nullptr)}, tcp_{std::move(socket)}, context_{tls} {
  if (tls != nullptr) tls_ = std::make_unique<beast::ssl_stream<beast::tcp_stream&>>(tcp_, *tls);
}

}  // namespace jadoube::arbiter::http
