#include "tests/store/cutting_proxy.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace jadoube::tests {
namespace {

constexpr int kLook = 20;  // ms

sockaddr_un socket_in(const std::string& folder) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string path = folder + "/.s.PGSQL.5432";
  std::copy_n(path.c_str(), std::min(path.size() + 1, sizeof(address.sun_path)),
              static_cast<char*>(address.sun_path));
  return address;
}

const sockaddr* pointer(const sockaddr_un& address) {
  return reinterpret_cast<const sockaddr*>(&address);
}

}  // namespace

CuttingProxy::CuttingProxy(const std::string& sockets)
    : server_{sockets}, listening_{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)} {
  const auto own = socket_in(folder_.path().string());
  if (::bind(listening_, pointer(own), sizeof(own)) != 0 || ::listen(listening_, 8) != 0) std::abort();
  thread_ = std::thread{[this] { work(); }};
}

CuttingProxy::~CuttingProxy() {
  ends_ = true;
  thread_.join();
  ::close(listening_);
}

void CuttingProxy::work() {
  while (!ends_) {
    pollfd ready{listening_, POLLIN, 0};
    if (::poll(&ready, 1, kLook) <= 0) continue;
    const int client = ::accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
    const int server = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const auto there = socket_in(server_);
    if (::connect(server, pointer(there), sizeof(there)) == 0) pass_on(client, server);
    ::close(client);
    ::close(server);
  }
}

void CuttingProxy::pass_on(int client, int server) {
  std::array<char, 65536> bytes{};
  bool is_committing = false;
  while (!ends_) {
    std::array<pollfd, 2> ready{{{client, POLLIN, 0}, {server, POLLIN, 0}}};
    if (::poll(ready.data(), ready.size(), kLook) <= 0) continue;
    for (const auto& [from, to] : {std::pair{client, server}, std::pair{server, client}}) {
      if (ready[from == client ? 0 : 1].revents == 0) continue;
      const auto size = ::read(from, bytes.data(), bytes.size());
      if (size <= 0) return;
      const std::string_view said{bytes.data(), static_cast<std::size_t>(size)};
      const bool is_answer = from == server && is_committing;
      is_committing = from == client && said.find("COMMIT") != std::string_view::npos;
      if ((is_committing && at_ == At::before_commit) || (is_answer && at_ == At::after_commit)) {
        at_ = At::never;
        return;
      }
      // 'Q' for a statement; what a connection begins with has no letter.
      if (from == client && at_ == At::first_statement && said.front() == 'Q') continue;
      if (::send(to, bytes.data(), said.size(), MSG_NOSIGNAL) != size) return;
    }
  }
}

}  // namespace jadoube::tests
