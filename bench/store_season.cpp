// Fills a shared store with a season and asks it (docs/scale.md): store_season URL LOGS GAMES FIRST. The logs are followed once; their rows,
// with what a hall has done about each finding, are written again and again, as games of other times and halls. bench/store.py runs it.
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "archive/log_account.hpp"
#include "archive/log_search.hpp"
#include "archive/rows.hpp"
#include "record/utc.hpp"
#include "store/questions.hpp"
#include "store/retention.hpp"

namespace {

using namespace jadoube;
using Clock = std::chrono::steady_clock;

constexpr unsigned kGamesAtOnce = 50;
constexpr unsigned kHalls = 100, kBoards = 100;

struct Game {
  store::LogRow log;
  std::vector<store::FindingRow> findings;
};

std::vector<Game> games_of(const std::string& folder) {
  const laws::Library library;
  const std::atomic<bool> stop{false};
  std::vector<Game> games;
  for (const std::string& path : archive::find_logs({folder}).logs) {
    const auto account = archive::account_of(path, {library, {}, words::Language::english, stop});
    Game& game = games.emplace_back();
    game.log = archive::log_row(account);
    game.log.replaces_findings = false;
    for (const laws::Ruling& ruling : account.findings)
      game.findings.push_back(archive::finding_row(account, ruling, words::Language::english));
  }
  return games;
}

/// Of a game: 100,000 of them are nine months.
constexpr std::chrono::seconds kBetweenGames{233};

/// The nth game of a season, in one of the halls.
void add(store::Batch& batch, Game game, unsigned n) {
  using namespace std::chrono;
  const auto season = sys_days{year{2025} / September / 1};
  const auto began = season + n * kBetweenGames;
  const std::string utc = record::utc_text(floor<milliseconds>(began));
  game.log.began = utc;
  game.log.hall = "Hall " + std::to_string(n % kHalls);
  game.log.board = "dgt-" + std::to_string(10'000 + n / kHalls % kBoards);
  game.log.log = "20251121T180000." + std::to_string(n) + "Z.jscan";
  game.log.event = "Event " + std::to_string(n / 500);
  game.log.white = "Player with a name " + std::to_string(n * 31 % 20'000);
  game.log.black = "Player with a name " + std::to_string(n * 17 % 20'000);
  for (store::FindingRow& finding : game.findings) {
    finding.began = utc;
    finding.hall = game.log.hall;
    finding.board = game.log.board;
    finding.log = game.log.log;
    finding.opened_us = finding.t_us;
    finding.utc = finding.from_utc = finding.to_utc = utc;
    auto& alert = finding.alert.emplace();
    alert.opened_utc = alert.acknowledged_utc = alert.closed_utc = utc;
    alert.acknowledged_by = "An Arbiter";
    for (const char* what : {"opened", "acknowledged", "confirmed"})
      alert.acts[alert.acts.size()] = {utc, "An Arbiter", what};
    batch.findings.push_back(std::move(finding));
  }
  batch.logs.push_back(std::move(game.log));
}

double seconds_since(Clock::time_point begun) {
  return std::chrono::duration<double>(Clock::now() - begun).count();
}

int fail(const std::string& why) {
  std::cerr << "store_season: " << why << '\n';
  return EXIT_FAILURE;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return fail("usage: store_season URL LOGS GAMES FIRST");
  const auto address = store::Address::parse(argv[1]);
  if (!address) return fail(address.error());
  const std::vector<Game> games = games_of(argv[2]);
  if (games.empty()) return fail("there are no logs");
  const auto count = static_cast<unsigned>(std::atoi(argv[3])),
             first = static_cast<unsigned>(std::atoi(argv[4]));
  store::SharedStore shared{*address, "", "bench"};
  if (auto ready = shared.be_ready(); !ready) return fail(ready.error().sentence);
  std::size_t findings = 0;
  double slowest = 0;
  const auto begun = Clock::now();
  for (unsigned n = 0; n < count;) {
    store::Batch batch;
    for (unsigned i = 0; i < kGamesAtOnce && n < count; ++i, ++n)
      add(batch, games[n % games.size()], first + n);
    findings += batch.findings.size();
    const auto each = Clock::now();
    if (auto done = shared.write_patiently(batch, std::chrono::minutes{1}); !done)
      return fail(done.error().sentence);
    slowest = std::max(slowest, seconds_since(each));
  }
  const double took = seconds_since(begun);
  std::cout << "from " << first << ": games/s " << count / took << ", findings/s " << double(findings) / took
            << ", slowest transaction of " << kGamesAtOnce << " games " << slowest << " s" << std::endl;
  if (first != 0) return EXIT_SUCCESS;
  const auto standing = store::standing_of(shared.connection(), address->text());
  if (!standing) return fail(standing.error().sentence);
  const auto bytes = double(standing->bytes);
  std::cout << "findings for each game " << double(findings) / count << "\non the disk: MiB "
            << bytes / (1 << 20) << ", bytes for each game with its findings "
            << bytes / double(standing->logs) << '\n';
  for (const store::Question& question : store::questions()) {
    const auto asked = Clock::now();
    std::size_t rows = 0;
    const auto done =
        store::ask(shared.connection(), question, "2025-09-01", "2026-06-01", [&](const auto&) { ++rows; });
    if (!done) return fail(done.error().sentence);
    std::cout << "query " << question.name << ": " << seconds_since(asked) << " s, rows " << rows << '\n';
  }
  const auto pruned = Clock::now();
  std::uint64_t dropped = 0;
  const auto done =
      store::prune(shared.connection(), "2025-11", [&](const auto& each) { dropped += each.findings; });
  if (!done) return fail(done.error().sentence);
  std::cout << "prune of two months: " << seconds_since(pruned) << " s, findings " << dropped << '\n';
  return EXIT_SUCCESS;
}
