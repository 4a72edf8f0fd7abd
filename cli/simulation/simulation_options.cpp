#include "cli/simulation/simulation_options.hpp"

#include "chess/pgn.hpp"
#include "cli/command.hpp"
#include "record/byte_source.hpp"
#include "simulator/grid.hpp"
#include "simulator/plausible.hpp"
#include "simulator/simulate.hpp"

namespace jadoube::cli {

using simulator::Params;

void SimulationOptions::add_to(Command command) {
  command.add_option("--games", games, "How many games; all of the file, or 1, if not given")
      .between(std::uint64_t{1}, std::uint64_t{10'000'000});
  command.add_option("--first", first, "Number of the first game; those before it are passed over")
      .positive()
      .capture_default_str();
  command.add_option("--seed", seed, "Same seed, same bytes").capture_default_str();
  command
      .add_option("--incidents", incidents,
                  "What goes wrong in each game, separated by commas: KIND[:HOW[/AFTERMATH]][@PLY]. all: the "
                  "first kind "
                  "in the first game, the second in the second, and so on")
      .capture_default_str();
  command.add_option("--senses", senses, "What the board senses")
      .one_of({"presence", "colour", "identity"})
      .capture_default_str();
  command.add_option("--clock", clock, "What is heard of the clock")
      .one_of({"none", "presses", "times"})
      .capture_default_str();
  command.add_flag("--clock-ms", clock_ms, "The clock shows milliseconds, not whole seconds");
  command.add_option("--think", think, "Times between moves: those of the game where it has them, or drawn")
      .one_of({"game", "drawn"})
      .capture_default_str();
  command.add_option("--ending", ending, "What happens after the game; one of them by the seed if not given")
      .one_of({"nothing", "kings", "reset", "analysis"});
  command.add_flag("--turned", turned, "White sits at the board's far side");
  command.add_flag("--row-by-row", row_by_row, "Rows are read one after the other");
}

tl::expected<Params, std::string> SimulationOptions::params(const std::string& cell) const {
  auto found = simulator::cell(cell);
  if (!found)
    return tl::unexpected(
        '"' + cell +
        "\" is no cell of the grid: classical|rapid|blitz|scramble, "
        "none|light|medium|heavy|stuck|lost|sloppy, 5 to 1000 scans a second, as in blitz-medium-25");
  Params& p = *found;
  p.sensors.senses = senses == "identity" ? simulator::Senses::identity
                     : senses == "colour" ? simulator::Senses::colour
                                          : simulator::Senses::presence;
  p.clocks.sense = clock == "none"      ? simulator::ClockSense::none
                   : clock == "presses" ? simulator::ClockSense::presses
                                        : simulator::ClockSense::times;
  p.clocks.whole_seconds = !clock_ms;
  p.game_times = think == "game";
  p.turned = turned;
  p.sensors.row_by_row = row_by_row;
  if (!ending.empty())
    p.endings = {ending == "kings" ? 1.0 : 0, ending == "reset" ? 1.0 : 0, ending == "analysis" ? 1.0 : 0};
  return p;
}

tl::expected<SimulatedGames, std::string> SimulatedGames::from(const SimulationOptions& options) {
  SimulatedGames games;
  games.seed_ = options.seed;
  games.first_ = options.first;
  if (options.incidents == "all") {
    games.incidents_ = simulator::every_incident();
    games.one_each_ = true;
  } else {
    auto list = simulator::parse_incidents(options.incidents);
    if (!list) return tl::unexpected(list.error());
    games.incidents_ = *std::move(list);
  }
  if (options.pgn.empty()) {
    games.count_ = options.games == 0 ? 1 : options.games;
    return games;
  }
  const std::uint64_t most = options.first - 1 + options.games;
  const auto refuse = [&](std::string why) {
    if (games.unusable_++ == 0) games.first_unusable_ = std::move(why);
  };
  chess::PgnReader reader{[&](chess::PgnGame& read) {
    if (options.games != 0 && games.games_.size() >= most) return;
    auto game = simulator::played_game(read.record);
    if (!game) {
      refuse("line " + std::to_string(read.line) + ": " + game.error());
      return;
    }
    if (read.misfit) refuse(describe(*read.misfit));
    games.games_.push_back(*std::move(game));
  }};
  auto source = record::open_source(options.pgn);
  if (!source) return tl::unexpected(source.error());
  std::string buffer(1U << 16U, '\0');
  for (;;) {
    const auto got = (*source)->read(buffer);
    if (!got) return tl::unexpected((*source)->name() + ": " + got.error());
    if (*got == 0) break;
    reader.feed(std::string_view{buffer}.substr(0, *got));
    if (options.games != 0 && games.games_.size() >= most) break;
  }
  reader.finish();
  if (games.games_.empty()) return tl::unexpected((*source)->name() + ": there is no game in it");
  if (options.games == 0 && games.games_.size() < options.first)
    return tl::unexpected((*source)->name() + ": has " + std::to_string(games.games_.size()) +
                          " game(s) only");
  games.count_ = options.games == 0 ? games.games_.size() - (options.first - 1) : options.games;
  return games;
}

simulator::PlayedGame SimulatedGames::game(std::uint64_t i) const {
  if (!games_.empty()) return games_[(i - 1) % games_.size()];
  simulator::Rng rng{seed(i), "moves"};
  return simulator::random_game(rng);
}

std::vector<simulator::Incident> SimulatedGames::incidents(std::uint64_t i) const {
  if (!one_each_) return incidents_;
  return {incidents_[(i - 1) % incidents_.size()]};
}

std::uint64_t SimulatedGames::seed(std::uint64_t i) const {
  return simulator::seed_of_game(seed_, i);
}

}  // namespace jadoube::cli
