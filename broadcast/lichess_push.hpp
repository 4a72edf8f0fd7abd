// Pushes rounds to Lichess broadcasts, as Lichess's public API has it: POST /api/broadcast/round/ID/push, the PGN as the body.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/ssl/context.hpp>

#include "broadcast/http_post.hpp"
#include "broadcast/sink.hpp"

namespace jadoube::broadcast {

/// A push, and a broadcast, takes so many games: of a round with more tables the first are sent.
inline constexpr std::size_t kLichessGames = 64;

class LichessPush final : public Sink {
 public:
  struct Options {
    HttpPlace place;
    std::string token_file;
    /// Round of the event → Lichess's id of it.
    std::map<unsigned, std::string> rounds;
    /// As trust() gives it.
    std::shared_ptr<boost::asio::ssl::context> tls;
    std::function<std::chrono::steady_clock::time_point()> now = std::chrono::steady_clock::now;
    /// A sentence without its end, when something else than before is the matter; empty: all is well again.
    std::function<void(const std::string&)> trouble;
  };
  LichessPush(boost::asio::any_io_executor executor, Options options)
      : executor_{std::move(executor)}, options_{std::move(options)} {}

  void issue(const std::shared_ptr<const Issue>& issue) override;
  void tick() override;
  [[nodiscard]] bool is_under_way() const { return flying_ != nullptr; }

 private:
  /// Texts by table.
  using Texts = std::map<unsigned, std::string>;
  struct Round {
    std::shared_ptr<const Issue> issue;
    /// What Lichess has.
    Texts taken;
  };

  [[nodiscard]] static Texts untaken(const Round& round);
  void push(unsigned number, Texts texts);
  void heard(unsigned number, const Texts& texts, const HttpResult& result);
  /// Whether the answer says so; else `sentence` says why not.
  bool is_taken(const HttpAnswer& answer, std::string& sentence);
  void wait(std::chrono::seconds time) { not_before_ = options_.now() + time; }
  void tell(const std::string& trouble);

  boost::asio::any_io_executor executor_;
  Options options_;
  std::map<unsigned, Round> rounds_;
  std::chrono::steady_clock::time_point not_before_{};
  /// How often it has failed on the way, one time after the other.
  unsigned failures_ = 0;
  std::string told_;
  std::shared_ptr<void> flying_;  // the request that is under way
};

}  // namespace jadoube::broadcast
