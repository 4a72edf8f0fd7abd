// jadoube-bench serve: how many boards a daemon follows, how soon a finding is with people, and what it
// costs.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "bench/program/clients.hpp"
#include "bench/program/commands.hpp"
#include "bench/program/load.hpp"
#include "cli/command.hpp"
#include "cli/program.hpp"
#include "cli/progress.hpp"
#include "daemon/open_files.hpp"
#include "score/svg.hpp"

namespace jadoube::bench {
namespace {

struct Options {
  std::vector<unsigned> boards{10, 100, 1000, 4000};
  unsigned clients = 100;
  unsigned seconds = 30;
  std::string plot;
};

/// What came of one number of boards.
struct Row {
  unsigned boards = 0;
  std::size_t findings = 0;
  double p50_ms = 0, p99_ms = 0, worst_ms = 0;
  double core = 0;  ///< share of one
  double scans_per_s = 0, messages_per_s = 0;
  double mib = 0;
  unsigned lost_clients = 0;
};

/// Games that boards have in common: one for ten boards, but not fewer or more than these.
constexpr unsigned kFewestGames = 8;
constexpr unsigned kMostGames = 48;
constexpr std::chrono::seconds kToConnect{30};
constexpr unsigned kScansPerSecond = 25;
constexpr double kKeepsUp = 0.95;

double at(const std::vector<double>& sorted, double share) {
  if (sorted.empty()) return 0;
  return sorted[std::min(sorted.size() - 1,
                         static_cast<std::size_t>(share * static_cast<double>(sorted.size())))];
}

tl::expected<Row, std::string> measure(const Options& options, unsigned boards,
                                       const std::vector<BenchGame>& games) {
  BenchLoad load;
  load.boards = boards;
  load.finding_boards = std::min(boards, std::max(20U, boards / 20));
  load.duration = std::chrono::seconds{options.seconds};
  auto daemon = LoadedDaemon::start(load, games);
  if (!daemon) return tl::unexpected{daemon.error()};
  Row row;
  row.boards = boards;
  BenchClients clients{options.clients, daemon->port(), daemon->token()};
  if (!clients.wait_until_all_are_there(kToConnect))
    return tl::unexpected{"not all of " + std::to_string(options.clients) + " clients could connect"};
  const std::uint64_t before = clients.messages();
  daemon->go();
  clients.listen_for(load.duration);
  row.messages_per_s = static_cast<double>(clients.messages() - before) / options.seconds;
  row.lost_clients = clients.lost();
  const auto report = daemon->finish();
  if (!report) return tl::unexpected{report.error()};

  std::vector<double> delays;
  for (const auto& [id, times] : clients.alerts()) {
    const auto handed = report->alerts.find(id);
    if (handed == report->alerts.end()) continue;
    ++row.findings;
    for (const auto& time : times)
      delays.push_back(std::chrono::duration<double, std::milli>(time - handed->second).count());
  }
  std::ranges::sort(delays);
  row.p50_ms = at(delays, 0.5);
  row.p99_ms = at(delays, 0.99);
  row.worst_ms = delays.empty() ? 0 : delays.back();
  row.core = report->cpu_seconds / report->seconds;
  row.scans_per_s = static_cast<double>(report->scans) / report->seconds;
  row.mib = static_cast<double>(report->bytes) / 1024 / 1024;
  return row;
}

void tell(const Row& row) {
  std::printf("%7u %9.0f %6.0f %% %11.0f %9zu %8.1f %8.1f %8.1f %8.1f\n", row.boards, row.scans_per_s,
              100 * row.core, row.messages_per_s, row.findings, row.p50_ms, row.p99_ms, row.worst_ms,
              row.mib);
  std::fflush(stdout);
  // Then the delays are those of a daemon that is not asked as often as it should be.
  if (row.scans_per_s < kKeepsUp * kScansPerSecond * row.boards)
    cli::complain("the daemon was handed only " + std::to_string(std::lround(row.scans_per_s)) + " of " +
                  std::to_string(kScansPerSecond * row.boards) +
                  " scans a second: this machine is too busy or too slow for so many boards");
  if (row.lost_clients != 0)
    cli::complain(std::to_string(row.lost_clients) + " clients were dropped because they did not keep up");
}

/// The straight line through the memory of all rows: what is there without boards, and what each adds.
void tell_memory(const std::vector<Row>& rows) {
  double boards = 0;
  double mib = 0;
  for (const Row& row : rows) {
    boards += row.boards;
    mib += row.mib;
  }
  boards /= static_cast<double>(rows.size());
  mib /= static_cast<double>(rows.size());
  double square = 0;
  double product = 0;
  for (const Row& row : rows) {
    square += (row.boards - boards) * (row.boards - boards);
    product += (row.boards - boards) * (row.mib - mib);
  }
  if (square == 0) return;
  const double slope = product / square;
  std::printf("Memory: %.0f MiB, and %.0f KiB for each board.\n", mib - slope * boards, 1024 * slope);
}

/// One panel: a bar for each number of boards.
template <class Value>
void panel(score::Svg& svg, double x, const std::string& title, const std::vector<Row>& rows, Value value,
           const char* format) {
  constexpr double width = 220;
  constexpr double row_height = 26;
  double most = 1e-9;
  for (const Row& row : rows) most = std::max(most, static_cast<double>(value(row)));
  svg.text(x, 20, title, "start", true);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double y = 32 + row_height * static_cast<double>(i);
    svg.rect(x, y, width * 0.7 * value(rows[i]) / most, row_height - 8, "#3b6ea5");
    char text[64];
    std::snprintf(text, sizeof text, format, static_cast<double>(value(rows[i])));
    svg.text(x + width * 0.7 * value(rows[i]) / most + 5, y + 13, text);
  }
}

std::string picture(const std::vector<Row>& rows, const Options& options) {
  score::Svg svg;
  constexpr double left = 80;
  constexpr double step = 240;
  for (std::size_t i = 0; i < rows.size(); ++i)
    svg.text(left - 10, 45 + 26 * static_cast<double>(i), std::to_string(rows[i].boards) + " boards", "end");
  panel(
      svg, left, "scan to message, p50 (ms)", rows, [](const Row& row) { return row.p50_ms; }, "%.1f");
  panel(
      svg, left + step, "scan to message, p99 (ms)", rows, [](const Row& row) { return row.p99_ms; }, "%.1f");
  panel(
      svg, left + 2 * step, "share of one core (%)", rows, [](const Row& row) { return 100 * row.core; },
      "%.0f");
  panel(
      svg, left + 3 * step, "memory (MiB)", rows, [](const Row& row) { return row.mib; }, "%.0f");
  const double bottom = 32 + 26 * static_cast<double>(rows.size());
  svg.text(left, bottom + 18,
           "jadoube-bench serve: 25 scans/s each, " + std::to_string(options.clients) + " live clients, " +
               std::to_string(options.seconds) + " s each");
  return svg.document(left + 4 * step, bottom + 30);
}

int bench(const Options& options) {
  daemon::raise_open_files();
  std::vector<BenchGame> games;
  {
    const cli::Progress progress{"playing games"};
    games = bench_games(std::clamp(*std::ranges::max_element(options.boards) / 10, kFewestGames, kMostGames));
  }
  std::printf(" boards   scans/s    core  messages/s  findings   p50 ms   p99 ms   max ms      MiB\n");
  std::fflush(stdout);
  std::vector<Row> rows;
  for (const unsigned boards : options.boards) {
    const auto row = measure(options, boards, games);
    if (!row) {
      cli::complain(row.error());
      return cli::kUnusable;
    }
    tell(*row);
    rows.push_back(*row);
  }
  tell_memory(rows);
  if (options.plot.empty()) return cli::kOk;
  std::ofstream file{options.plot};
  file << picture(rows, options);
  if (file.close(); file) return cli::kOk;
  cli::complain(options.plot + ": cannot be written");
  return cli::kUnusable;
}

}  // namespace

void add_serve(cli::Command program, int& status) {
  auto command =
      program.add_subcommand("serve", "How many boards a daemon follows, and how soon people know");
  auto options = std::make_shared<Options>();
  command.add_option("--boards", options->boards, "Numbers of boards, one run for each")
      .delimiter(',')
      .between(1, 10'000)
      .capture_default_str();
  command.add_option("--clients", options->clients, "Live clients that are told everything")
      .between(1, 500)
      .capture_default_str();
  command.add_option("--seconds", options->seconds, "How long each run is measured")
      .between(5, 3600)
      .capture_default_str();
  command.add_option("--plot", options->plot, "Write a picture of the figures (SVG)");
  command.footer(
      "\nRuns a whole daemon (evidence and store on the disk of the temporary folder) in a process of its "
      "own, with\n"
      "boards that scan 25 times a second and play blitz, and clients that are told everything. `core` is "
      "what the\n"
      "daemon takes of one processor. p50, p99 and max are from when a scan, or the silence that proves "
      "something, is\n"
      "handed to the daemon until a client has the alert that comes of it, over all clients. `MiB` is the "
      "daemon's\n"
      "resident memory; the last line divides it into what is there without boards and what each board "
      "adds.\n" +
      cli::examples({
          {"jadoube-bench serve", "10, 100, 1,000 and 4,000 boards"},
          {"jadoube-bench serve --boards 40 --clients 5", "a usual event"},
      }));
  command.callback([options, &status] { status = bench(*options); });
}

}  // namespace jadoube::bench
