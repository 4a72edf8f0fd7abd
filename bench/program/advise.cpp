// jadoube-bench advise: how often an engine's advice is right, and what it costs (docs/engine.md).
#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <iostream>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "bench/program/ambiguity.hpp"
#include "bench/program/commands.hpp"
#include "chess/pgn.hpp"
#include "cli/command.hpp"
#include "cli/engine/engine_options.hpp"
#include "cli/program.hpp"
#include "cli/progress.hpp"
#include "engine_bridge/adviser.hpp"
#include "engine_bridge/find.hpp"
#include "record/byte_source.hpp"

namespace jadoube::bench {
namespace {

using namespace engine_bridge;

struct Options {
  std::string engine = engine_bridge::kUsualEngine;
  std::string amateurs = "../shared/data/games/clocked-online-lichess-2025-05.train.pgn.zst";
  std::string masters = "../shared/data/games/plain-otb-twic1599-2025.train.pgn.zst";
  bool gaps = false;
};

constexpr std::chrono::milliseconds kToStart{5000};
constexpr std::size_t kOpenQuestions = 50;

struct Case {
  chess::Position before;
  std::vector<chess::Move> captures;
  chess::Move played;
};

tl::expected<std::vector<Case>, std::string> cases_in(const std::string& path, std::size_t& plies) {
  auto source = record::open_source(path);
  if (!source) return tl::unexpected{source.error()};
  std::vector<Case> cases;
  chess::PgnReader reader{[&](chess::PgnGame& game) {
    auto at = chess::Position::from(game.record.start);
    if (!at) return;
    for (const chess::Ply& ply : game.record.plies) {
      const auto* move = std::get_if<chess::Move>(&ply.what);
      if (move == nullptr) return;
      ++plies;
      if (auto captures = captures_alike(*at, *move); !captures.empty())
        cases.push_back({*at, std::move(captures), *move});
      at->make(*move);
    }
  }};
  std::vector<char> buffer(std::size_t{1} << 16U);
  for (;;) {
    const auto count = (*source)->read(buffer);
    if (!count) return tl::unexpected{path + ": " + count.error()};
    if (*count == 0) break;
    reader.feed({buffer.data(), *count});
  }
  reader.finish();
  return cases;
}

/// What the adviser made of the cases of one collection.
struct Outcome {
  std::size_t plies = 0;
  std::size_t cases = 0;
  std::size_t adviser = 0;
  std::size_t unanswered = 0;
  double most_valuable = 0;
  double random = 0;
  std::vector<std::chrono::microseconds> worked;
  std::vector<std::chrono::microseconds> took;
  /// Of cases with two captures: how far the other one was behind, and whether the first was played.
  std::vector<std::pair<int, bool>> gaps;
};

class Bench {
 public:
  explicit Bench(Bridge& bridge) : bridge_{bridge} {}

  Outcome ask_all(const std::vector<Case>& cases) {
    cli::Progress progress{"captures asked about", 64};
    Outcome outcome;
    std::uint64_t asked = 0;
    for (const Case& each : cases) {
      outcome.random += 1.0 / static_cast<double>(each.captures.size());
      outcome.most_valuable += most_valuable_victim_share(each.before, each.captures, each.played);
      std::unique_lock lock{mutex_};
      changed_.wait(lock, [&] { return open_ < kOpenQuestions; });
      ++open_;
      bridge_.post([this, &each, &outcome](Pool& pool) {
        rank(pool, Importance::explanations, each.before, each.captures,
             [this, &each, &outcome](const auto& ranking) { take(each, ranking, outcome); });
      });
      lock.unlock();
      progress.at(++asked);
    }
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [&] { return open_ == 0; });
    outcome.cases = cases.size();
    return outcome;
  }

 private:
  void take(const Case& each, const tl::expected<Ranking, std::string>& ranking, Outcome& outcome) {
    const std::lock_guard lock{mutex_};
    --open_;
    changed_.notify_one();
    if (!ranking) {
      ++outcome.unanswered;
      return;
    }
    const bool right = ranking->moves.front().move == each.played;
    if (right) ++outcome.adviser;
    outcome.worked.push_back(ranking->worked);
    outcome.took.push_back(ranking->took);
    if (ranking->moves.size() == 2) outcome.gaps.emplace_back(ranking->moves[1].gap, right);
  }

  Bridge& bridge_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t open_ = 0;
};

double median_ms(std::vector<std::chrono::microseconds> times) {
  if (times.empty()) return 0;
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return static_cast<double>(middle->count()) / 1000;
}

void print(const char* format, auto... values) {
  char line[160];
  std::snprintf(line, sizeof line, format, values...);
  std::cout << line;
}

void tell(const char* who, const Outcome& outcome) {
  const auto of_all = [&](double number) {
    return 100 * number / static_cast<double>(std::max<std::size_t>(outcome.cases, 1));
  };
  print("%-9s %8zu %8zu %9.1f %% %8.1f %% %8.1f %% %9.3f ms %9.3f ms\n", who, outcome.plies, outcome.cases,
        of_all(static_cast<double>(outcome.adviser)), of_all(outcome.most_valuable), of_all(outcome.random),
        median_ms(outcome.worked), median_ms(outcome.took));
}

/// How often the first of two is right, by how far the other is behind.
void tell_gaps(const std::vector<std::pair<int, bool>>& gaps) {
  constexpr int kEnds[] = {1, 25, 50, 100, 200, 400, 800, 1 << 20};
  print("\n%-22s %8s %13s\n", "gap, centipawns", "cases", "first played");
  int begin = 0;
  for (const int end : kEnds) {
    std::size_t cases = 0;
    std::size_t right = 0;
    for (const auto& [gap, is_right] : gaps) {
      if (gap < begin || gap >= end) continue;
      ++cases;
      if (is_right) ++right;
    }
    const std::string range = end == 1 << 20 ? std::to_string(begin) + " and more"
                              : end == 1     ? "0"
                                             : std::to_string(begin) + " to " + std::to_string(end - 1);
    if (cases != 0)
      print("%-22s %8zu %11.1f %%\n", range.c_str(), cases,
            100 * static_cast<double>(right) / static_cast<double>(cases));
    begin = end;
  }
}

int advise(const Options& options) {
  const auto settings = cli::engine_settings(options.engine);
  if (!settings) return cli::kUnusable;
  engine_bridge::PoolSettings alone = *settings;
  alone.engines = 1;  // its times are to be its own
  Bridge bridge{alone, cli::complain_of_engine};
  if (!bridge.wait_until_ready(kToStart)) {
    cli::complain(bridge.status().in_words());
    return cli::kUnusable;
  }
  std::cout << "Which capture was it? One piece, several victims, the same squares occupied afterwards.\n"
            << "engine: " << bridge.status().engines.front().name
            << ", depth 1; close ones with and without its net; ties by 1,000 nodes\n\n";
  print("%-9s %8s %8s %11s %10s %10s %12s %12s\n", "games of", "plies", "cases", "adviser", "m.v.v.",
        "random", "engine time", "until told");
  Bench bench{bridge};
  std::vector<std::pair<int, bool>> gaps;
  for (const auto& [who, path] :
       {std::pair{"amateurs", &options.amateurs}, std::pair{"masters", &options.masters}}) {
    std::size_t plies = 0;
    const auto cases = cases_in(*path, plies);
    if (!cases) {
      cli::complain(cases.error());
      return cli::kUnusable;
    }
    Outcome outcome = bench.ask_all(*cases);
    outcome.plies = plies;
    tell(who, outcome);
    gaps.insert(gaps.end(), outcome.gaps.begin(), outcome.gaps.end());
    if (outcome.unanswered != 0) {
      cli::complain(std::to_string(outcome.unanswered) + " questions were not answered");
      return cli::kUnusable;
    }
  }
  if (options.gaps) tell_gaps(gaps);
  return cli::kOk;
}

}  // namespace

void add_advise(cli::Command program, int& status) {
  auto command = program.add_subcommand("advise", "How often the engine's advice is right about a capture");
  auto options = std::make_shared<Options>();
  command.add_option("--engine", options->engine, cli::kEngineHelp).capture_default_str();
  command.add_option("--amateurs", options->amateurs, "PGN of amateurs, packed with zstd or not")
      .capture_default_str();
  command.add_option("--masters", options->masters, "PGN of masters").capture_default_str();
  command.add_flag("--gaps", options->gaps, "How often the first is right, by how far the second is behind");
  command.footer(
      "\nOf every capture for which the same piece could have taken something else: does the engine's first "
      "choice,\n"
      "the most valuable victim (m.v.v.) or chance name the one that was played? Choices that are equally "
      "good\n"
      "count in part. Times are medians of an advice: what the engine worked, and from the question to the "
      "answer.\n" +
      cli::examples({
          {"jadoube-bench advise", "the table"},
          {"jadoube-bench advise --gaps", "and what the detector's weights are taken from"},
          {"jadoube-bench advise --masters games.pgn", "with games of your own"},
      }));
  command.callback([options, &status] { status = advise(*options); });
}

}  // namespace jadoube::bench
