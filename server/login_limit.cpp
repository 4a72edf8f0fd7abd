#include "server/login_limit.hpp"

#include <algorithm>

#include <boost/asio/ip/address.hpp>

namespace jadoube::server {

double LoginLimit::Failures::now(Time now, std::chrono::seconds back) const {
  const std::chrono::duration<double> passed = now - at;
  return std::max(0.0, count - passed / back);
}

bool LoginLimit::may_try(const std::string& address, Time now) const {
  const auto found = addresses_.find(network_of(address));
  const double own = found == addresses_.end() ? 0 : found->second.now(now, kPerAddress);
  const int free = all_.now(now, kInAll) > kFreeInAll - 1 ? 1 : kFree;
  return own <= free - 1;
}

void LoginLimit::failed(const std::string& address, Time now) {
  all_ = {all_.now(now, kInAll) + 1, now};
  all_.count = std::min<double>(all_.count, kFreeInAll);
  if (addresses_.size() >= kMostAddresses) {
    std::erase_if(addresses_, [&](const auto& each) { return each.second.now(now, kPerAddress) == 0; });
    if (addresses_.size() >= kMostAddresses) addresses_.erase(addresses_.begin());
  }
  Failures& own = addresses_[network_of(address)];
  own = {std::min<double>(own.now(now, kPerAddress) + 1, kFree), now};
}

std::string network_of(const std::string& address) {
  boost::system::error_code error;
  const auto parsed = boost::asio::ip::make_address(address, error);
  if (error || !parsed.is_v6() || parsed.to_v6().is_v4_mapped()) return address;
  auto bytes = parsed.to_v6().to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), std::uint8_t{0});
  return boost::asio::ip::make_address_v6(bytes).to_string();
}

}  // namespace jadoube::server
