// One engine from its start to its end: a state machine over a child process. It takes one question at a
// time, and waits for nothing without a deadline. Death and garbage are ordinary events.
//
//   spawn ─► handshake ─► prepare ─► ready ─► search ─► (stop) ─► prepare …
//   from anywhere ─► dead
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <boost/asio/any_io_executor.hpp>
#include <tl/expected.hpp>

#include "chess/move.hpp"
#include "engine_bridge/gate.hpp"
#include "engine_bridge/uci.hpp"

namespace jadoube::engine_bridge {

/// What a search is asked. The engine starts every one with an empty memory, so that the same question has
/// the same answer.
struct Search {
  uci::GoLimits limits;
  /// Only these moves, each legal; all if empty.
  std::vector<chess::Move> only;
  /// How many lines to return, best first; 1 to 500.
  unsigned lines = 1;
  /// Judge by what stands where, without the neural net, if the engine has both (Stockfish 12 to 15: the
  /// option "Use NNUE").
  bool without_net = false;
};
/// The legal moves (`go perft 1`); for engines that know `d` and `go perft`, as Stockfish does.
struct LegalMoves {};

struct Query {
  Admitted at;
  std::variant<Search, LegalMoves> what;
};

/// One line of a search, replayed by our own rules.
struct SearchLine {
  uci::Score score;
  unsigned depth = 0;
  /// Of the whole search when the line was told.
  std::uint64_t nodes = 0;
  /// The first is the move; at least one.
  std::vector<chess::Move> moves;
};

/// What an engine answered to a Query, checked against our own rules where it is a search.
struct EngineAnswer {
  /// Of a search, best first.
  std::vector<SearchLine> lines;
  /// Of a search: nothing if there is no legal move.
  std::optional<chess::Move> best;
  /// Of a question for legal moves: as the engine writes them.
  std::vector<std::string> legal;
  /// From the question to the answer, and what the engine's process worked of it.
  std::chrono::microseconds took{};
  std::chrono::microseconds worked{};
  /// What the engine calls itself.
  std::string engine;
};

/// How long an engine may take for each step before it is taken for hung.
struct Deadlines {
  std::chrono::milliseconds handshake{3000};  // start, `uci`, options, first `isready`
  std::chrono::milliseconds ready{1000};      // `isready` between questions
  /// A search to depth 1 takes 0.1 ms; the rest is for a busy machine. One that is bounded by nodes has the
  /// time they take besides.
  std::chrono::milliseconds search{500};
  std::chrono::milliseconds stop{300};  // `stop`, before it is killed
  std::chrono::milliseconds quit{500};  // `quit` and the end of its input, before it is killed
};

class EngineSession {
 public:
  enum class State : std::uint8_t { spawn, handshake, prepare, ready, search, stop, closing, dead };

  struct Events {
    /// A question may be asked.
    std::function<void()> ready;
    /// The child has been reaped, or could not be started. `why` is a sentence without its subject ("ended by
    /// signal 11 while …"), empty if it was closed. The last event.
    std::function<void(std::string why)> dead;
  };
  /// An error is a sentence without its subject; the session may or may not have survived.
  using Handler = std::function<void(tl::expected<EngineAnswer, std::string>)>;

  /// Starts the program. Everything happens on `executor`, which must run one handler at a time; no event
  /// comes from within the constructor.
  EngineSession(const boost::asio::any_io_executor& executor, const std::string& path,
                const Deadlines& deadlines, Events events);
  /// Closes, without further events; the child is reaped as long as the executor runs, and killed when that
  /// goes.
  ~EngineSession();  // NOLINT(bugprone-exception-escape)
  EngineSession(const EngineSession&) = delete;
  EngineSession& operator=(const EngineSession&) = delete;

  /// Only in the state `ready` (asserted). `handler` is called exactly once, before `dead` is.
  void ask(Query query, Handler handler);
  /// Ends the engine: `quit`, the end of its input, then by force. A question that is open fails.
  void close();

  [[nodiscard]] State state() const;
  /// What the engine calls itself; empty before the handshake is over.
  [[nodiscard]] const std::string& name() const;
  [[nodiscard]] const std::string& author() const;
  /// It answers `d`; then every position is compared before a search counts.
  [[nodiscard]] bool shows_board() const;
  /// 0 unless the child runs.
  [[nodiscard]] int pid() const;

 private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

std::string_view name(EngineSession::State state);

}  // namespace jadoube::engine_bridge
