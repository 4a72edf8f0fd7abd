#include "cli/logs/replay_archive.hpp"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <optional>
#include <system_error>

#include "cli/program.hpp"
#include "cli/progress.hpp"

namespace jadoube::cli {
namespace {

std::atomic<bool> stop{false};

}  // namespace

void ArchiveOptions::add_to(Command& command) {
  command
      .add_option("--jobs", jobs,
                  "One summary of all logs, so many of which are followed at once; of folders, one per "
                  "processor if not given. Changes nothing but the time it takes")
      .between(1U, 256U);
  command.add_option("--part", part, "Only the Kth of N parts of the logs: for N machines, or N jobs")
      .type_name("K/N");
  command
      .add_option(
          "--into", into,
          "Keep the findings of all logs in this SQLite file, with a way to the evidence of each; or in a "
          "shared store, postgresql://USER@HOST/DATABASE or sqlite:FILE")
      .type_name("FILE|URL");
}

bool ArchiveOptions::are_asked_for(const std::vector<std::string>& paths) const {
  std::error_code error;
  const auto is_folder = [&](const std::string& path) { return std::filesystem::is_directory(path, error); };
  return jobs != 0 || !part.empty() || !into.empty() || std::ranges::any_of(paths, is_folder);
}

int ArchiveOptions::replay(archive::ReplayAll wish, const laws::Library& library) const {
  // The first signal ends the work, the second one the program.
  for (const int signal : {SIGINT, SIGTERM})
    std::signal(signal, [](int caught) {
      stop = true;
      std::signal(caught, SIG_DFL);
    });
  std::optional<Progress> progress;
  wish.jobs = jobs;
  wish.part = part;
  wish.into = into;
  wish.program = "jadoube " JADOUBE_VERSION;
  wish.complain = complain;
  wish.progress = [&](std::uint64_t done, std::uint64_t of) {
    if (!progress) progress.emplace("logs replayed, of " + std::to_string(of), 1);
    progress->at(done);
  };
  const auto outcome = archive::replay_all(wish, library, stop);
  if (!outcome) return fail(outcome.error());
  if (*outcome == archive::Outcome::incomplete) return kUnusable;
  return *outcome == archive::Outcome::serious ? kFindings : kOk;
}

}  // namespace jadoube::cli
