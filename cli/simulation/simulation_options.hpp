// What `simulate` and `score` have in common: which games, on which simulated board.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "cli/command.hpp"
#include "simulator/game_source.hpp"
#include "simulator/params.hpp"
#include "simulator/rng.hpp"
#include "simulator/world.hpp"

namespace jadoube::cli {

struct SimulationOptions {
  std::string pgn;
  std::uint64_t games = 0;
  std::uint64_t first = 1;
  std::uint64_t seed = 1;
  std::string incidents = "none";
  std::string senses = "presence";
  std::string clock = "times";
  std::string think = "game";
  std::string ending;
  std::string chess960;  // a number, or "any"; empty: ordinary chess
  bool clock_ms = false;
  bool turned = false;
  bool row_by_row = false;

  void add_to(Command command);
  /// The cell with everything else that was asked for, incidents left out.
  [[nodiscard]] tl::expected<simulator::Params, std::string> params(const std::string& cell) const;
  /// The same of a world, which says by itself what the clock shows, how the board lies and how it is read.
  [[nodiscard]] simulator::Params params(const simulator::World& world) const;

 private:
  [[nodiscard]] record::ClockSense clock_sense() const;
  void set_rest(simulator::Params& params) const;
};

/// Which world, and what is left out of it.
struct WorldOptions {
  std::uint64_t world = 0;  // 0: none
  std::string tempo;
  std::vector<std::string> without;
  unsigned least_rate = 0;  // scans a second; 0: whatever is drawn

  /// Returns the option of the world itself.
  Option add_to(Command command);
  /// Chosen by tempo or family, whether or not there is one.
  [[nodiscard]] bool chosen() const { return !tempo.empty() || !without.empty() || least_rate != 0; }
  /// The error names the family that there is not.
  [[nodiscard]] tl::expected<simulator::WorldWishes, std::string> wishes() const;
};

/// The games of a run and what goes wrong in each.
class SimulatedGames {
 public:
  /// Reads the games; random ones if no file is named. The error names the file.
  static tl::expected<SimulatedGames, std::string> from(const SimulationOptions& options);
  /// As many games in a world, all by its seed: which games, and, if all incidents are asked for, which kind
  /// in each. A game is the same however many there are.
  [[nodiscard]] SimulatedGames of_world(std::uint64_t seed) const;

  /// Number of the first game, and how many there are.
  [[nodiscard]] std::uint64_t first() const { return first_; }
  [[nodiscard]] std::uint64_t count() const { return count_; }
  /// By number, from 1.
  [[nodiscard]] simulator::PlayedGame game(std::uint64_t i) const;
  [[nodiscard]] std::vector<simulator::Incident> incidents(std::uint64_t i) const;
  [[nodiscard]] std::uint64_t seed(std::uint64_t i) const;
  /// Games of the file that could not be used, and why the first could not.
  [[nodiscard]] std::uint64_t unusable() const { return unusable_; }
  [[nodiscard]] const std::string& first_unusable() const { return first_unusable_; }

 private:
  /// Every kind as likely, and every way in which it happens.
  [[nodiscard]] simulator::Incident any_kind(simulator::Rng rng) const;

  std::uint64_t first_ = 1;
  std::uint64_t count_ = 0;
  std::uint64_t seed_ = 1;
  std::shared_ptr<const std::vector<simulator::PlayedGame>> games_;  // empty: random
  bool chess960_ = false;
  std::optional<unsigned> start_;  // of Chess960; nothing: any
  std::vector<simulator::Incident> incidents_;
  bool one_each_ = false;
  bool of_world_ = false;
  std::uint64_t unusable_ = 0;
  std::string first_unusable_;
};

}  // namespace jadoube::cli
