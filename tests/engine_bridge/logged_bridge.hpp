// Engines for tests: the fakes, and Stockfish where it is installed.
#pragma once

#include <gtest/gtest.h>

#include <future>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine_bridge/adviser.hpp"
#include "engine_bridge/bridge.hpp"
#include "engine_bridge/find.hpp"

namespace jadoube::engine_bridge {

inline std::string fake(const std::string& name) {
  return "tests/fakes/" + name;
}

/// Skips the test, saying so, where there is no Stockfish.
#define JADOUBE_NEEDS_STOCKFISH() \
  if (!find_engine()) GTEST_SKIP() << find_engine().error()

/// Deadlines of fakes that answer at once or never, on a machine that has other things to do.
inline PoolSettings patient(std::string path) {
  using std::chrono::milliseconds;
  PoolSettings settings;
  settings.path = std::move(path);
  settings.patience = milliseconds{60'000};
  settings.deadlines = {milliseconds{30'000}, milliseconds{30'000}, milliseconds{30'000},
                        milliseconds{30'000}, milliseconds{1000}};
  return settings;
}

/// A bridge with its log kept.
class LoggedBridge {
 public:
  explicit LoggedBridge(PoolSettings settings)
      : bridge{std::move(settings), [this](const std::string& sentence) {
                 const std::lock_guard lock{mutex_};
                 log_.push_back(sentence);
               }} {}

  std::vector<std::string> log() {
    const std::lock_guard lock{mutex_};
    return log_;
  }

  std::future<tl::expected<EngineAnswer, std::string>> ask(Importance importance, Query query) {
    auto promise = std::make_shared<std::promise<tl::expected<EngineAnswer, std::string>>>();
    auto future = promise->get_future();
    bridge.post([=, query = std::move(query)](Pool& pool) {
      pool.ask(importance, query, [promise](auto answer) { promise->set_value(std::move(answer)); });
    });
    return future;
  }

  tl::expected<Ranking, std::string> rank(const chess::Position& before,
                                          const std::vector<chess::Move>& moves) {
    std::promise<tl::expected<Ranking, std::string>> promise;
    bridge.post([&](Pool& pool) {
      engine_bridge::rank(pool, Importance::explanations, before, moves,
                          [&promise](auto ranking) { promise.set_value(std::move(ranking)); });
    });
    return promise.get_future().get();
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> log_;

 public:
  Bridge bridge;  // ends before what its log needs
};

inline chess::Position position(const std::string& fen) {
  return *chess::position_from_fen(fen);
}
inline std::vector<chess::Move> moves(const chess::Position& position, const std::vector<std::string>& list) {
  std::vector<chess::Move> found;
  for (const std::string& text : list) found.push_back(*move_from_uci(position, text));
  return found;
}

}  // namespace jadoube::engine_bridge
