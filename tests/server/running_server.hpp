// A server with a fake hall, run by a thread of its own, and clients that know only bytes.
#pragma once

#include <chrono>
#include <future>
#include <map>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>

#include "server/secret.hpp"
#include "server/server.hpp"
#include "tests/server/fake_hall.hpp"

namespace jadoube::server {

class RunningServer {
 public:
  explicit RunningServer(Server::Options options = {}) {
    options.listen.port = 0;
    for (const arbiter::Role role :
         {arbiter::Role::hall, arbiter::Role::viewer, arbiter::Role::arbiter, arbiter::Role::admin}) {
      const std::string who{name(role)};
      tokens_of[who] = who + "-token";
      EXPECT_TRUE(tokens.add("the " + who, role, sha256_hex(tokens_of[who])));
    }
    auto started = Server::start(io_.get_executor(), hall, tokens, std::move(options));
    if (!started) {
      ADD_FAILURE() << started.error();
      return;
    }
    server = *std::move(started);
    port = server->port();
    thread_ = std::thread{[this] { io_.run(); }};
  }
  ~RunningServer() {
    if (server) on_its_thread([this] { server->stop(); });
    work_.reset();
    io_.stop();
    if (thread_.joinable()) thread_.join();
  }
  RunningServer(const RunningServer&) = delete;
  RunningServer& operator=(const RunningServer&) = delete;

  /// Runs it where the hall lives, and waits for it.
  void on_its_thread(const std::function<void()>& work) {
    std::promise<void> done;
    boost::asio::post(io_, [&] {
      work();
      done.set_value();
    });
    done.get_future().wait();
  }

 private:
  boost::asio::io_context io_{1};

 public:
  FakeHall hall;
  FakeTokens tokens;
  std::map<std::string, std::string> tokens_of;
  std::unique_ptr<Server> server;
  std::uint16_t port = 0;

 private:
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_{io_.get_executor()};
  std::thread thread_;
};

/// A request without a body; `more` are header lines.
inline std::string get(std::string_view target, std::string_view more = "") {
  return "GET " + std::string{target} + " HTTP/1.1\r\nHost: localhost\r\n" + std::string{more} + "\r\n";
}

/// A connection whose reads give up after a while.
class RawClient {
 public:
  explicit RawClient(std::uint16_t port) { socket_.connect({boost::asio::ip::address_v4::loopback(), port}); }

  void send(std::string_view bytes) {
    boost::system::error_code error;
    boost::asio::write(socket_, boost::asio::buffer(bytes.data(), bytes.size()), error);
  }
  /// What comes until `enough` says so of all of it, the other side closes, or time is up.
  std::string read(const std::function<bool(const std::string&)>& enough,
                   std::chrono::milliseconds limit = std::chrono::seconds{5}) {
    const auto end = std::chrono::steady_clock::now() + limit;
    std::string text;
    is_closed = false;
    while (!enough(text) && !is_closed && std::chrono::steady_clock::now() < end) {
      bool done = false;
      socket_.async_read_some(
          boost::asio::buffer(buffer_), [&](boost::system::error_code error, std::size_t count) {
            text.append(buffer_.data(), count);
            is_closed = static_cast<bool>(error) && error != boost::asio::error::operation_aborted;
            done = true;
          });
      io_.restart();
      io_.run_until(end);
      if (!done) {
        socket_.cancel();
        io_.restart();
        io_.run();
      }
    }
    return text;
  }
  std::string read_until_closed(std::chrono::milliseconds limit = std::chrono::seconds{5}) {
    return read([](const std::string&) { return false; }, limit);
  }
  /// One whole answer with a Content-Length.
  std::string read_answer() {
    return read([](const std::string& text) {
      const std::size_t head = text.find("\r\n\r\n");
      const std::size_t length = text.find("Content-Length: ");
      if (head == std::string::npos) return false;
      return length > head || text.size() >= head + 4 + std::stoul(text.substr(length + 16));
    });
  }
  void finish_sending() {
    boost::system::error_code error;
    socket_.shutdown(boost::asio::ip::tcp::socket::shutdown_send, error);
  }

  bool is_closed = false;

 private:
  boost::asio::io_context io_;
  boost::asio::ip::tcp::socket socket_{io_};
  std::array<char, 65536> buffer_{};
};

}  // namespace jadoube::server
