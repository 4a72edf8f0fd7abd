// jadoube replay: what the detector makes of recorded logs.
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/log_problems.hpp"
#include "detector/detector.hpp"
#include "drivers/scan_log.hpp"

namespace jadoube::cli {
namespace {

struct Options {
  std::vector<std::string> logs;
  std::string format = "text";
};

int replay_one(const std::string& path) {
  LogProblems problems{drivers::input_name(path)};
  auto reader = drivers::ScanLogReader::open(path, problems.sink());
  if (!reader) {
    complain(reader.error());
    return kUnusable;
  }
  bool serious = false;
  detector::Detector detector{(*reader)->header(), [&](const detector::Line& line) {
                                std::cout << to_json(line) << '\n';
                                if (const auto* f = std::get_if<detector::Finding>(&line))
                                  serious |= f->grade != detector::Grade::C;
                              }};
  while (const auto* entry = (*reader)->next()) detector.on(entry->record);
  detector.finish();
  if (problems.finish() != 0) return kUnusable;
  return serious ? kFindings : kOk;
}

}  // namespace

void add_replay(CLI::App& program, int& status) {
  auto* command = program.add_subcommand("replay", "Follow recorded games and say what is irregular");
  auto options = std::make_shared<Options>();
  command->add_option("LOG", options->logs, "Scan logs; - is standard input")->required();
  command->add_option("--format", options->format, "text, or the finding stream as jsonl")
      ->check(CLI::IsMember({"text", "jsonl"}));
  command->callback([options, &status] {
    for (const auto& log : options->logs) status = std::max(status, replay_one(log));
  });
}

}  // namespace jadoube::cli
