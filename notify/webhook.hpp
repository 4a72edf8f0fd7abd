// Notices to an HTTP server, one after the other, until it has taken them.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "broadcast/http_post.hpp"
#include "notify/settings.hpp"

namespace jadoube::notify {

class Webhook {
 public:
  struct Options {
    WebhookPlace to;
    /// It is read for each request: one that is put right needs no restart.
    std::string secret_file;
    /// As broadcast::trust() gives it.
    std::shared_ptr<boost::asio::ssl::context> tls;
    /// Begins the numbers of what is sent, so that no two runs use the same.
    std::string run;
    /// A sentence without its end, when something else than before is the matter; empty: all is well again.
    std::function<void(const std::string&)> trouble = {};

    /// Between one failure and the next try; twice as long each time.
    std::chrono::milliseconds first_wait{1000};
    std::chrono::milliseconds longest_wait{60'000};
    /// Of notices that wait, at least 2; of more, the oldest are dropped. So is what nobody need hear any more.
    std::size_t most_waiting = 1000;
    std::chrono::milliseconds oldest{std::chrono::hours{1}};
  };
  Webhook(const boost::asio::any_io_executor& executor, Options options);
  Webhook(const Webhook&) = delete;
  Webhook& operator=(const Webhook&) = delete;

  [[nodiscard]] const Choice& choice() const { return options_.to.choice; }
  /// Never waits.
  void send(std::shared_ptr<const std::string> text);
  [[nodiscard]] std::uint64_t dropped() const { return dropped_; }

 private:
  struct Waiting {
    std::string id;
    std::shared_ptr<const std::string> text;
    std::chrono::steady_clock::time_point since;
  };

  void go_on();
  void drop_oldest();
  void heard(const broadcast::HttpResult& result);
  void failed(const std::string& why, std::chrono::milliseconds at_least);
  void tell(const std::string& sentence);

  boost::asio::any_io_executor executor_;
  Options options_;
  boost::asio::steady_timer again_;
  std::deque<Waiting> waiting_;
  std::uint64_t sent_ = 0;
  std::uint64_t dropped_ = 0;
  /// Of these, how many since the server took one.
  std::uint64_t lost_ = 0;
  /// One time after the other.
  unsigned failures_ = 0;
  bool is_waiting_ = false;
  std::string told_;
  std::shared_ptr<void> flying_;  // the request that is under way
  std::shared_ptr<Webhook*> here_ =
      std::make_shared<Webhook*>(this);  // a timer that has gone off may come too late
};

}  // namespace jadoube::notify
