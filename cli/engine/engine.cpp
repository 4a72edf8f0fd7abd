// jadoube engine: which chess engine would be asked, and whether it does what is expected of it.
#include <algorithm>
#include <future>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/commands.hpp"
#include "cli/engine/engine_options.hpp"
#include "display/line_in_san.hpp"
#include "engine_bridge/adviser.hpp"
#include "engine_bridge/find.hpp"
#include "engine_bridge/proof.hpp"

namespace jadoube::cli {
namespace {

using namespace engine_bridge;

struct Options {
  std::string engine = kUsualEngine;
  std::string position;  // empty: test the engine
  std::string winner;    // empty: the side to move
  ProofBudget budget;
};

constexpr std::chrono::milliseconds kToStart{5000};

// A queen and a pawn can be taken by the same pawn: what a board that senses presence cannot tell apart.
constexpr const char* kAmbiguous = "4k3/8/8/3q1p2/4P3/8/8/4K3 w - - 0 1";
constexpr const char* kMateInTwo = "7k/8/5K2/8/8/8/8/6R1 b - - 0 1";
constexpr const char* kManyMoves = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// One item of the self-test: what it is, and what is wrong; nothing if all is well.
class SelfTest {
 public:
  explicit SelfTest(Bridge& bridge) : bridge_{bridge} {}

  void run() {
    item("takes an explanation of a capture for likelier", ranks());
    item("gives the same answer to the same question", repeats());
    item("shows a forced mate", proves());
    const PoolStatus status = bridge_.status();
    if (std::any_of(status.engines.begin(), status.engines.end(),
                    [](const EngineStatus& engine) { return engine.shows_board; }))
      item("lists the legal moves as we do", lists());
    else
      std::cout << "  not asked   lists the legal moves: it does not know \"d\", as Stockfish does\n";
  }
  [[nodiscard]] bool is_passed() const { return is_passed_; }

 private:
  using Wrong = std::string;

  void item(const char* what, const Wrong& wrong) {
    std::cout << (wrong.empty() ? "  ok          " : "  NOT PASSED  ") << what;
    if (!wrong.empty()) std::cout << ": " << wrong;
    std::cout << '\n';
    is_passed_ = is_passed_ && wrong.empty();
  }

  tl::expected<Ranking, std::string> rank(const chess::Position& before,
                                          const std::vector<const char*>& texts) {
    std::vector<chess::Move> moves;
    moves.reserve(texts.size());
    for (const char* text : texts) moves.push_back(*move_from_uci(before, text));
    std::promise<tl::expected<Ranking, std::string>> promise;
    bridge_.post([&](Pool& pool) {
      engine_bridge::rank(pool, Importance::explanations, before, moves,
                          [&](auto ranking) { promise.set_value(std::move(ranking)); });
    });
    return promise.get_future().get();
  }

  Wrong ranks() {
    const auto before = *chess::position_from_fen(kAmbiguous);
    const auto ranking = rank(before, {"e4f5", "e4d5"});
    if (!ranking) return ranking.error();
    if (to_uci(before, ranking->moves.front().move) == "e4d5") return {};
    return "it would rather take the pawn than the queen";
  }

  Wrong repeats() {
    const auto before = *chess::position_from_fen(kManyMoves);
    const std::vector<const char*> moves{"e2a6", "e5g6", "e5d7", "e5f7", "f3f6", "d5e6", "g2h3"};
    const auto first = rank(before, moves);
    if (!first) return first.error();
    if (const auto other = rank({}, {"e2e4", "d2d4"}); !other) return other.error();
    const auto second = rank(before, moves);
    if (!second) return second.error();
    const auto same = [](const RatedMove& a, const RatedMove& b) {
      return a.move == b.move && a.score == b.score;
    };
    if (std::equal(first->moves.begin(), first->moves.end(), second->moves.begin(), second->moves.end(),
                   same))
      return {};
    return "the second answer differs from the first";
  }

  Wrong proves() {
    std::promise<WinProof> promise;
    bridge_.post([&](Pool& pool) {
      prove_win(pool, *chess::position_from_fen(kMateInTwo), chess::Side::white,
                {.moves = 5, .nodes = 100'000}, [&](WinProof win) { promise.set_value(std::move(win)); });
    });
    const WinProof win = promise.get_future().get();
    return win.is_shown ? Wrong{} : win.why_not;
  }

  Wrong lists() {
    const auto position = *chess::position_from_fen(kManyMoves);
    std::promise<tl::expected<EngineAnswer, std::string>> promise;
    bridge_.post([&](Pool& pool) {
      pool.ask(Importance::comparison, {*Admitted::through(position), LegalMoves{}},
               [&](auto answer) { promise.set_value(std::move(answer)); });
    });
    const auto answer = promise.get_future().get();
    if (!answer) return answer.error();
    std::vector<std::string> theirs = answer->legal;
    chess::MoveList list;
    position.legal_moves(list);
    std::vector<std::string> ours;
    ours.reserve(list.size());
    for (const chess::Move move : list) ours.push_back(to_uci(position, move));
    std::sort(theirs.begin(), theirs.end());
    std::sort(ours.begin(), ours.end());
    return theirs == ours ? Wrong{} : "the lists differ in " + to_fen(position);
  }

  Bridge& bridge_;
  bool is_passed_ = true;
};

/// Is there a forced win?
int prove(Bridge& bridge, const Options& options) {
  const auto position = chess::position_from_fen(options.position);
  if (!position) {
    complain(position.error().message);
    return kUnusable;
  }
  const chess::Side winner = options.winner.empty()      ? position->turn()
                             : options.winner == "white" ? chess::Side::white
                                                         : chess::Side::black;
  std::promise<WinProof> promise;
  bridge.post([&](Pool& pool) {
    prove_win(pool, *position, winner, options.budget,
              [&](WinProof win) { promise.set_value(std::move(win)); });
  });
  const WinProof win = promise.get_future().get();
  const std::string who = winner == chess::Side::white ? "White" : "Black";
  if (win.is_shown && win.line.empty())
    std::cout << who << " has mated.\n";
  else if (win.is_shown)
    std::cout << who << " can force mate, in at most " << win.moves
              << (win.moves == 1 ? " move: " : " moves: ") << display::line_in_san(*position, win.line)
              << " (" << win.engine << ")\n";
  else
    std::cout << "Not shown that " << who << " can force mate: " << win.why_not << ".\n";
  return win.is_shown ? kOk : kFindings;
}

int run(const Options& options) {
  const auto settings = engine_settings(options.engine);
  if (!settings) return kUnusable;
  Bridge bridge{*settings, complain_of_engine};
  bridge.wait_until_ready(kToStart);
  if (!options.position.empty()) return prove(bridge, options);
  const PoolStatus status = bridge.status();
  const auto ready = std::find_if(status.engines.begin(), status.engines.end(),
                                  [](const EngineStatus& engine) { return !engine.name.empty(); });
  std::cout << "program  " << status.path << '\n';
  if (ready == status.engines.end()) {
    std::cout << "status   " << status.in_words() << '\n';
    return kUnusable;
  }
  std::cout << "engine   " << ready->name << '\n';
  if (!ready->author.empty()) std::cout << "author   " << ready->author << '\n';
  std::cout << "asked    one thread each, " << settings->engines
            << " at a time; depth or nodes, never time; without memory of what was asked before\n"
            << "self-test\n";
  SelfTest test{bridge};
  test.run();
  std::cout << "status   " << bridge.status().in_words() << '\n';
  return test.is_passed() ? kOk : kUnusable;
}

}  // namespace

void add_engine(Command program, int& status) {
  auto command = program.add_subcommand("engine", "Say which chess engine would be asked, and test it");
  auto options = std::make_shared<Options>();
  command.add_option("ENGINE", options->engine, kEngineHelp).capture_default_str();
  auto win =
      command
          .add_option("--win", options->position,
                      "Instead: can this position (a FEN) be won by force? The line is replayed by our own "
                      "rules; that nothing is shown proves nothing")
          .type_name("FEN");
  command.add_option("--side", options->winner, "Whose win; the side to move if not given")
      .one_of({"white", "black"})
      .needs(win);
  command.add_option("--moves", options->budget.moves, "Mate in at most so many moves")
      .between(1U, 100U)
      .capture_default_str()
      .needs(win);
  command.add_option("--nodes", options->budget.nodes, "Positions to look at, in each of some searches")
      .between(std::uint64_t{1000}, std::uint64_t{1'000'000'000})
      .capture_default_str()
      .needs(win);
  command.footer(
      "\nAn engine is a second opinion, and never needed: without one everything works.\n"
      "Exit status 1: no win is shown. 2: there is no engine, or it does not pass.\n" +
      examples({
          {"jadoube engine --win '7k/8/5K2/8/8/8/8/6R1 b - - 0 1' --side white", "the arbiter's question"},
          {"jadoube engine", "the Stockfish of this machine"},
          {"jadoube engine ~/engines/lc0", "another one"},
      }));
  command.callback([options, &status] { status = run(*options); });
}

}  // namespace jadoube::cli
