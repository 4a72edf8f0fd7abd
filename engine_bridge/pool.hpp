// Several engines that share a queue of questions. An engine that dies is started again, later and later if
// it goes on dying. Nothing here waits, and nothing depends on an answer: a question that cannot be answered
// fails.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/any_io_executor.hpp>
#include <tl/expected.hpp>

#include "engine_bridge/engine_session.hpp"

namespace jadoube::engine_bridge {

/// What is dropped last comes first.
enum class Importance : std::uint8_t {
  explanations,  ///< which of the open explanations of a ply
  proof,         ///< an arbiter waits for it
  plausibility,  ///< a hint that may come at any time
  comparison,    ///< our own tests
};

struct PoolSettings {
  /// The program; see find_engine.
  std::string path;
  unsigned engines = 2;
  /// Questions that may wait; one more drops the least important of all, of these the oldest.
  std::size_t queue = 64;
  /// A question that has waited so long for an engine fails.
  std::chrono::milliseconds patience{2000};
  /// Before an engine is started again: this, twice as long after each failure without an answer in
  /// between, at most `longest_back_off`.
  std::chrono::milliseconds back_off{250};
  std::chrono::milliseconds longest_back_off{30'000};
  Deadlines deadlines;
};

struct EngineStatus {
  EngineSession::State state = EngineSession::State::dead;
  std::string name;
  std::string author;
  bool shows_board = false;
  int pid = 0;
  std::uint64_t answers = 0;
  /// How often it was started again.
  std::uint64_t restarts = 0;
  /// Failures since its last answer.
  unsigned failures = 0;
  std::string last_failure;

  /// Introduced and alive, at work or not.
  [[nodiscard]] bool is_ready() const;
};

/// For a dashboard.
struct PoolStatus {
  std::string path;
  std::vector<EngineStatus> engines;
  std::size_t waiting = 0;
  std::uint64_t answered = 0;
  std::uint64_t dropped = 0;     // because the queue was full
  std::uint64_t unanswered = 0;  // for any other reason

  [[nodiscard]] bool any_ready() const;
  /// An engine is ready, busy, or has just been started for the first time.
  [[nodiscard]] bool is_hopeful() const;
  /// One line: "2 engines ready (Stockfish 15.1)", "no engine ready: …".
  [[nodiscard]] std::string in_words() const;
};

class Pool {
 public:
  using Handler = EngineSession::Handler;
  /// A sentence for the log. Said when something goes wrong for the first time since the last answer, and
  /// when it is well again.
  using Log = std::function<void(const std::string&)>;

  /// Starts the engines. `executor` must run one handler at a time.
  Pool(boost::asio::any_io_executor executor, PoolSettings settings, Log log);
  /// Closes, without waiting for the engines.
  ~Pool();  // NOLINT(bugprone-exception-escape)
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  /// `handler` is called once, never from within this call, perhaps never if the pool is destroyed. A
  /// question over which an engine has died or hung is asked once more.
  void ask(Importance importance, Query query, Handler handler);
  /// Runs `what` on the executor, not from within this call.
  void later(std::function<void()> what);
  /// Ends all engines; open questions fail. `closed` is called when the last child has been reaped.
  void close(std::function<void()> closed);

  [[nodiscard]] PoolStatus status() const;

 private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace jadoube::engine_bridge
