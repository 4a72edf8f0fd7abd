// A gap that is told beside the same gap untold.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <random>

#include "record/scanlog_jsonl.hpp"
#include "simulator/grid.hpp"
#include "simulator/plausible.hpp"
#include "simulator/rng.hpp"
#include "simulator/simulate.hpp"
#include "stream/stream_json.hpp"
#include "tests/detector/told_story.hpp"

namespace jadoube::detector {
namespace told_gaps {
namespace {

std::string log_text(const record::Header& header, const std::vector<record::Record>& records) {
  std::string text = record::to_json(header) + "\n";
  for (const auto& r : records) text += record::to_json(r) + "\n";
  return text;
}

struct Outcome {
  std::vector<std::string> moves;
  bool open = false;
  std::vector<bool> certain;
  bool sworn(const std::vector<std::string>& played) const {
    for (std::size_t i = 0; i < moves.size(); ++i)
      if (certain[i] && (i >= played.size() || moves[i] != played[i])) return true;
    return moves.size() < played.size();
  }
  std::vector<Report> lines;
};

Outcome followed(const record::Header& header, const std::vector<record::Record>& records) {
  Outcome result;
  Detector detector{header, [&](const Report& line) { result.lines.push_back(line); }};
  for (const record::Record& record : records) detector.on(record);
  detector.finish();
  result.moves = moves_of(result.lines);
  result.certain.resize(result.moves.size());
  for (const Report& line : result.lines) {
    if (const auto* move = std::get_if<MoveReport>(&line)) {
      if (move->ply <= result.certain.size()) result.certain[move->ply - 1] = move->certainty == Certainty::certain;
    } else if (const auto* revise = std::get_if<RevisionReport>(&line)) {
      for (std::size_t i = 0; i < revise->moves.size(); ++i)
        if (revise->from_ply - 1 + i < result.certain.size()) result.certain[revise->from_ply - 1 + i] = false;
    }
  }
  result.open = !left_of(result.lines, Kind::unresolved).empty() || !left_of(result.lines, Kind::link_lost).empty();
  return result;
}

TEST(Explore, Gaps) {
  const bool verbose = std::getenv("VERBOSE") != nullptr;
  const unsigned games = std::getenv("GAMES") ? static_cast<unsigned>(std::atoi(std::getenv("GAMES"))) : 12;
  for (const char* cell : {"classical-none-25", "classical-medium-25", "rapid-light-25", "blitz-none-25", "blitz-medium-25", "scramble-light-25"})
    for (const auto senses : {record::Senses::presence, record::Senses::identity})
      for (const int variant : {0, 1, 2, 3, 4}) {
        unsigned n = 0, whole_untold = 0, whole_told = 0, silent = 0, silent_untold=0, worse = 0, sworn_told = 0, sworn_untold = 0;
        for (std::uint64_t seed = 1; seed <= games; ++seed) {
          simulator::Rng rng{seed, "told gaps"};
          const auto game = simulator::random_game(rng);
          auto params = *simulator::cell(cell);
          params.sensors.senses = senses;
          params.endings = {0, 0, 0};
          params.game_times = false;
          const auto recording = simulate(game, params, seed);
          std::vector<record::Record> records;
          std::vector<std::size_t> scans;
          for (const auto& r : recording.records) {
            if (std::holds_alternative<record::Truth>(r)) continue;
            if (std::holds_alternative<record::Scan>(r)) scans.push_back(records.size());
            records.push_back(r);
          }
          std::vector<std::string> played;
          for (const auto& m : game.moves) played.push_back(to_uci(m));
          std::mt19937 random{static_cast<unsigned>(seed)};
          for (int i = 0; i < 3; ++i) {
            if (scans.size() < 30) continue;
            const std::size_t k = 5 + random() % (scans.size() - 20);
            const std::size_t deleted = variant == 0 ? 0 : variant == 1 ? 1 : variant == 2 ? 2 : variant == 3 ? 4 : 0;
            std::vector<record::Record> untold, told;
            bool restored = false;
            for (std::size_t at = 0; at < records.size(); ++at) {
              const auto& r = records[at];
              const bool in_gap = at >= scans[k] && at < scans[k + deleted];
              if (at == scans[k] && variant != 4)
                told.push_back(record::Link{time_of(r) - std::chrono::milliseconds{1}, record::Link::State::lost, {}});
              if (variant == 4 && at == scans[k]) {
                // behind the scan, the same again
                told.push_back(r);
                untold.push_back(r);
                told.push_back(record::Link{time_of(r) + std::chrono::milliseconds{1}, record::Link::State::lost, {}});
                told.push_back(record::Link{time_of(r) + std::chrono::milliseconds{2}, record::Link::State::restored, {}});
                continue;
              }
              if (!restored && at == scans[k + deleted] && variant != 4) {
                told.push_back(record::Link{time_of(r), record::Link::State::restored, {}});
                restored = true;
              }
              if (in_gap && std::holds_alternative<record::Scan>(r)) continue;
              untold.push_back(r);
              told.push_back(r);
            }
            ++n;
            const auto a = followed(recording.header, untold);
            const auto b = followed(recording.header, told);
            whole_untold += a.moves == played;
            whole_told += b.moves == played;
            silent += b.moves != played && !b.open;
            silent_untold += a.moves != played && !a.open;
            sworn_told += b.sworn(played) && !b.open; sworn_untold += a.sworn(played) && !a.open;
            if (a.moves == played && b.moves != played && !b.open && b.sworn(played)) {
              ++worse;
              if (verbose) {
                std::size_t d = 0;
                while (d < std::min(b.moves.size(), played.size()) && b.moves[d] == played[d]) ++d;
                std::cout << "  seed " << seed << " i " << i << " scan " << k << " of " << scans.size() << " t "
                          << time_of(records[scans[k]]).count() / 1000 << " ply " << d + 1 << " of " << played.size() << " played";
                for (std::size_t j = d; j < std::min(d + 3, played.size()); ++j) std::cout << ' ' << played[j];
                std::cout << " told";
                for (std::size_t j = d; j < std::min(d + 3, b.moves.size()); ++j) std::cout << ' ' << b.moves[j];
                std::cout << " (" << b.moves.size() << ")\n";
                if (const char* only = std::getenv("ONLY"); only && std::string{only} == std::string{cell} + ":" + std::to_string(senses == record::Senses::presence) + ":" + std::to_string(variant) + ":" + std::to_string(seed) + ":" + std::to_string(i)) {
                  std::ofstream{"/tmp/b24_told.jsonl"} << log_text(recording.header, told);
                  std::ofstream{"/tmp/b24_untold.jsonl"} << log_text(recording.header, untold);
                  std::ofstream out{"/tmp/b24_said.jsonl"};
                  for (const auto& line : b.lines) out << stream::to_json(line) << "\n";
                }
              }
            }
          }
        }
        std::cout << cell << (senses == record::Senses::presence ? " presence" : " identity") << " variant " << variant
                  << ": " << n << " games, untold whole " << whole_untold << " silent " << silent_untold << ", told whole " << whole_told << " silent "
                  << silent << ", sworn untold " << sworn_untold << " told " << sworn_told << ", silently worse " << worse << std::endl;
      }
}

}  // namespace
}  // namespace told_gaps
}  // namespace jadoube::detector
