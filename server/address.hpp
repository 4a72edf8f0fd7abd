// Addresses as people write them.
#pragma once

#include <boost/asio/ip/address.hpp>

namespace jadoube::server {

/// ::ffff:192.0.2.1 is 192.0.2.1.
inline boost::asio::ip::address plain(const boost::asio::ip::address& address) {
  if (address.is_v6() && address.to_v6().is_v4_mapped())
    return boost::asio::ip::make_address_v4(boost::asio::ip::v4_mapped, address.to_v6());
  return address;
}

}  // namespace jadoube::server
