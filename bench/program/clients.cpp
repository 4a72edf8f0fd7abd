#include "bench/program/clients.hpp"

#include <charconv>
#include <cstring>
#include <set>
#include <string_view>
#include <utility>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>

namespace jadoube::bench {
namespace {

using ErrorCode = boost::system::error_code;
using Tcp = boost::asio::ip::tcp;

/// {"type":"alert",…,"alert":{"id":7,…; 0 if it is none.
std::uint64_t alert_in(std::string_view message) {
  constexpr std::string_view type = R"({"type":"alert")";
  constexpr std::string_view before = R"("alert":{"id":)";
  if (!message.starts_with(type)) return 0;
  const std::size_t at = message.find(before);
  std::uint64_t id = 0;
  if (at != std::string_view::npos)
    std::from_chars(message.data() + at + before.size(), message.data() + message.size(), id);
  return id;
}

}  // namespace

/// Takes frames apart itself, many at a time: a hundred clients on one thread must not be what is measured.
class BenchClients::Client {
 public:
  Client(BenchClients& all, std::uint16_t port, const std::string& token) : all_{all}, socket_{all.io_} {
    ask_ =
        "GET /api/v1/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nAuthorization: Bearer ";
    // g++ 12 takes the sum of these for a copy that may overlap (its bug 105651).
    ask_.append(token).append("\r\n\r\n");
    socket_.async_connect({boost::asio::ip::address_v4::loopback(), port}, [this](ErrorCode error) {
      if (error) return fail();
      boost::asio::async_write(socket_, boost::asio::buffer(ask_), [this](ErrorCode failed, std::size_t) {
        if (failed) return fail();
        read();
      });
    });
  }

 private:
  void fail() {
    if (!std::exchange(is_lost_, true)) ++all_.lost_;
  }

  void read() {
    if (room_.size() - size_ < kPiece) room_.resize(size_ + kPiece);
    socket_.async_read_some(boost::asio::buffer(room_.data() + size_, room_.size() - size_),
                            [this](ErrorCode error, std::size_t count) {
                              if (error) return fail();
                              size_ += count;
                              std::string_view rest{room_.data(), size_};
                              while (take_one(rest)) {
                              }
                              if (is_lost_) return;
                              std::memmove(room_.data(), rest.data(), rest.size());
                              size_ = rest.size();
                              read();
                            });
  }

  /// The answer to the upgrade, or a frame; false if it is not all there yet.
  bool take_one(std::string_view& rest) {
    if (!is_open_) {
      const std::size_t end = rest.find("\r\n\r\n");
      if (end == std::string_view::npos) return false;
      if (!rest.starts_with("HTTP/1.1 101 ")) {
        fail();
        return false;
      }
      rest.remove_prefix(end + 4);
      return is_open_ = true;
    }
    if (rest.size() < 2) return false;
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(rest[i]); };
    std::uint64_t length = byte(1) & 127U;
    const std::size_t more = length == 126 ? 2 : length == 127 ? 8 : 0;
    if (rest.size() < 2 + more) return false;
    if (more != 0) length = 0;
    for (std::size_t i = 0; i < more; ++i) length = length << 8U | byte(2 + i);
    if (rest.size() - 2 - more < length) return false;
    const std::string_view content = rest.substr(2 + more, length);
    constexpr std::uint8_t text = 0x81;
    constexpr std::uint8_t ping = 0x89;
    if (byte(0) == text) hear(content);
    if (byte(0) == ping) answer(content);
    rest.remove_prefix(2 + more + length);
    return true;
  }

  void hear(std::string_view message) {
    if (!std::exchange(is_there_, true)) ++all_.there_;
    ++all_.messages_;
    if (const std::uint64_t id = alert_in(message); id != 0 && heard_.insert(id).second)
      all_.alerts_[id].push_back(std::chrono::steady_clock::now());
  }

  /// A pong, masked with zeros.
  void answer(std::string_view content) {
    pong_ = "\x8a";
    pong_ += static_cast<char>(0x80U | content.size());
    pong_.append(4, '\0').append(content);
    boost::asio::async_write(socket_, boost::asio::buffer(pong_), [](ErrorCode, std::size_t) {});
  }

  static constexpr std::size_t kPiece = 256 * 1024;
  BenchClients& all_;
  Tcp::socket socket_;
  std::string ask_, pong_;
  std::vector<char> room_;
  std::size_t size_ = 0;
  std::set<std::uint64_t> heard_;
  bool is_open_ = false;
  bool is_there_ = false;
  bool is_lost_ = false;
};

BenchClients::BenchClients(unsigned count, std::uint16_t port, const std::string& token) {
  for (unsigned i = 0; i < count; ++i) clients_.push_back(std::make_unique<Client>(*this, port, token));
}

BenchClients::~BenchClients() {
  clients_.clear();
  // What is left of their operations ends in handlers that look at nothing.
  io_.stop();
}

bool BenchClients::wait_until_all_are_there(std::chrono::seconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  while (there_ + lost_ < clients_.size() && io_.run_one_until(end) != 0) {
  }
  return there_ == clients_.size();
}

void BenchClients::listen_for(std::chrono::seconds duration) {
  io_.run_for(duration);
}

}  // namespace jadoube::bench
