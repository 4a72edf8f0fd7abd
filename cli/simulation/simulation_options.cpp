#include "cli/simulation/simulation_options.hpp"

#include <algorithm>
#include <charconv>

#include "chess/chess960.hpp"
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
  command
      .add_option(
          "--chess960", chess960,
          "Random games begin from this start position of Chess960, 0 to 959, or from \"any\", by the seed")
      .type_name("N");
  command.add_flag("--turned", turned, "White sits at the board's far side");
  command.add_flag("--row-by-row", row_by_row, "Rows are read one after the other");
}

tl::expected<Params, std::string> SimulationOptions::params(const std::string& cell) const {
  auto found = simulator::cell(cell);
  if (!found)
    return tl::unexpected(
        '"' + cell +
        "\" is no cell of the grid: classical|rapid|blitz|scramble|real, "
        "none|light|medium|heavy|stuck|lost|sloppy, 5 to 1000 scans a second, as in blitz-medium-25");
  Params& p = *found;
  p.clocks.sense = clock_sense();
  p.clocks.whole_seconds = !clock_ms;
  p.turned = turned;
  p.sensors.row_by_row = row_by_row;
  set_rest(p);
  return p;
}

Params SimulationOptions::params(const simulator::World& world) const {
  Params p = world.params;
  if (clock != "times") p.clocks.sense = clock_sense();
  set_rest(p);
  return p;
}

record::ClockSense SimulationOptions::clock_sense() const {
  return clock == "none"      ? record::ClockSense::none
         : clock == "presses" ? record::ClockSense::presses
                              : record::ClockSense::times;
}

void SimulationOptions::set_rest(Params& p) const {
  p.sensors.senses = senses == "identity" ? simulator::Senses::identity
                     : senses == "colour" ? simulator::Senses::colour
                                          : simulator::Senses::presence;
  p.game_times = think == "game";
  if (!ending.empty())
    p.endings = {ending == "kings" ? 1.0 : 0, ending == "reset" ? 1.0 : 0, ending == "analysis" ? 1.0 : 0};
}

Option WorldOptions::add_to(Command command) {
  auto option = command
                    .add_option("--world", world,
                                "Play in the world of this seed: hands, board and clock drawn from wide "
                                "priors, instead of a cell")
                    .positive();
  command.add_option("--tempo", tempo, "Tempo of the world; drawn if not given")
      .one_of({"classical", "rapid", "blitz", "scramble"});
  std::string all;
  for (const auto family : simulator::families()) all += (all.empty() ? "" : ", ") + std::string{family};
  command.add_option("--without", without, "Leave families out of the world: " + all).delimiter(',');
  command.add_option("--least-rate", least_rate, "Draw boards of no fewer scans a second; 4 if not given")
      .between(4, 200);
  return option;
}

tl::expected<simulator::WorldWishes, std::string> WorldOptions::wishes() const {
  const auto known = simulator::families();
  for (const auto& family : without)
    if (std::ranges::find(known, family) == known.end())
      return tl::unexpected('"' + family + "\" is no family of worlds; --help names them");
  simulator::WorldWishes wishes;
  if (!tempo.empty()) wishes.tempo = simulator::tempo_from_name(tempo);
  wishes.without = without;
  wishes.least_rate = least_rate;
  return wishes;
}

namespace {

/// Nothing: any.
tl::expected<std::optional<unsigned>, std::string> start_number(const std::string& text) {
  if (text == "any") return std::optional<unsigned>{};
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number >= chess::kChess960Starts)
    return tl::unexpected('"' + text + "\" is no start position of Chess960: 0 to 959, or any");
  return std::optional{number};
}

}  // namespace

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
  if (!options.chess960.empty()) {
    if (!options.pgn.empty())
      return tl::unexpected(
          std::string{"--chess960 is for random games: a PGN says itself where its games begin"});
    const auto number = start_number(options.chess960);
    if (!number) return tl::unexpected(number.error());
    games.chess960_ = true;
    games.start_ = *number;
  }
  if (options.pgn.empty()) {
    games.count_ = options.games == 0 ? 1 : options.games;
    return games;
  }
  const auto read_games = std::make_shared<std::vector<simulator::PlayedGame>>();
  games.games_ = read_games;
  const std::uint64_t most = options.first - 1 + options.games;
  const auto refuse = [&](std::string why) {
    if (games.unusable_++ == 0) games.first_unusable_ = std::move(why);
  };
  chess::PgnReader reader{[&](chess::PgnGame& read) {
    if (options.games != 0 && read_games->size() >= most) return;
    auto game = simulator::played_game(read.record);
    if (!game) {
      refuse("line " + std::to_string(read.line) + ": " + game.error());
      return;
    }
    if (read.misfit) refuse(describe(*read.misfit));
    read_games->push_back(*std::move(game));
  }};
  auto source = record::open_source(options.pgn);
  if (!source) return tl::unexpected(source.error());
  std::string buffer(1U << 16U, '\0');
  for (;;) {
    const auto got = (*source)->read(buffer);
    if (!got) return tl::unexpected((*source)->name() + ": " + got.error());
    if (*got == 0) break;
    reader.feed(std::string_view{buffer}.substr(0, *got));
    if (options.games != 0 && read_games->size() >= most) break;
  }
  reader.finish();
  if (read_games->empty()) return tl::unexpected((*source)->name() + ": there is no game in it");
  if (options.games == 0 && read_games->size() < options.first)
    return tl::unexpected((*source)->name() + ": has " + std::to_string(read_games->size()) +
                          " game(s) only");
  games.count_ = options.games == 0 ? read_games->size() - (options.first - 1) : options.games;
  return games;
}

simulator::PlayedGame SimulatedGames::game(std::uint64_t i) const {
  if (games_ != nullptr) {
    const std::size_t n = games_->size();
    if (!of_world_) return (*games_)[(i - 1) % n];
    return (*games_)[simulator::Rng{seed(i), "which game"}.below(static_cast<std::uint32_t>(n))];
  }
  simulator::Rng rng{seed(i), "moves"};
  if (!chess960_) return simulator::random_game(rng);
  const unsigned number =
      start_ ? *start_ : simulator::Rng{seed(i), "start position"}.below(chess::kChess960Starts);
  return simulator::random_game(rng, *chess::Position::from(chess::chess960_start(number)));
}

std::vector<simulator::Incident> SimulatedGames::incidents(std::uint64_t i) const {
  if (!one_each_) return incidents_;
  if (of_world_) return {any_kind(simulator::Rng{seed(i), "which incident"})};
  return {incidents_[(i - 1) % incidents_.size()]};
}

simulator::Incident SimulatedGames::any_kind(simulator::Rng rng) const {
  const auto kind = static_cast<simulator::IncidentKind>(rng.below(simulator::kIncidentKinds));
  std::vector<simulator::Incident> ways;
  for (const auto& incident : incidents_)
    if (incident.kind == kind) ways.push_back(incident);
  return rng.pick(ways);
}

SimulatedGames SimulatedGames::of_world(std::uint64_t seed) const {
  SimulatedGames games = *this;
  games.seed_ = seed;
  games.of_world_ = true;
  return games;
}

std::uint64_t SimulatedGames::seed(std::uint64_t i) const {
  return simulator::seed_of_game(seed_, i);
}

}  // namespace jadoube::cli
