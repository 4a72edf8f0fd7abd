#include "simulator/game_source.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace jadoube::simulator {
namespace {

using record::ClockTime;
using record::Time;
using namespace std::chrono_literals;

std::optional<std::int64_t> number(std::string_view text) {
  std::int64_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc{} || end != text.data() + text.size() || n < 0 || n > 1'000'000) return std::nullopt;
  return n;
}

/// "5400+30", "300"; several periods ("40/5400+30:1800+30"): the first counts.
void read_time_control(std::string_view text, PlayedGame& game) {
  text = text.substr(0, text.find(':'));
  if (const auto slash = text.find('/'); slash != std::string_view::npos) text.remove_prefix(slash + 1);
  const auto plus = text.find('+');
  const auto base = number(text.substr(0, plus));
  if (!base || *base == 0) return;
  const auto increment = plus == std::string_view::npos ? 0 : number(text.substr(plus + 1));
  if (!increment) return;
  game.base = std::chrono::seconds{*base};
  game.increment = std::chrono::seconds{*increment};
}

using Plies = std::vector<chess::Ply>;

/// Where the record has both what was spent and what the clock showed, the increment is what they differ by.
void read_increment(const Plies& plies, PlayedGame& game) {
  std::vector<ClockTime> gains;
  for (std::size_t i = 2; i < plies.size(); ++i)
    if (plies[i].clock && plies[i - 2].clock && plies[i].elapsed)
      gains.push_back(*plies[i].clock - *plies[i - 2].clock + *plies[i].elapsed);
  if (gains.size() < 4) return;
  const auto middle = gains.begin() + static_cast<std::ptrdiff_t>(gains.size() / 2);
  std::ranges::nth_element(gains, middle);
  const auto whole = std::chrono::round<std::chrono::seconds>(*middle);
  if (whole >= 0s && whole <= 60s) game.increment = whole;
}

void read_times(const Plies& plies, PlayedGame& game) {
  const bool any = std::ranges::any_of(plies, [](const chess::Ply& p) { return p.clock || p.elapsed; });
  if (!any) return;
  read_increment(plies, game);
  const ClockTime increment = game.increment.value_or(0ms);
  game.spent.resize(game.moves.size());
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    if (plies[i].elapsed) {
      game.spent[i] = *plies[i].elapsed;
    } else if (i >= 2 && plies[i].clock && plies[i - 2].clock) {
      const auto spent = *plies[i - 2].clock + increment - *plies[i].clock;
      if (spent >= 0ms) game.spent[i] = spent;
    }
  }
  if (!game.base && plies[0].clock) game.base = *plies[0].clock;
  // Some more than the moves took: hands may need longer than the record says.
  std::array<Time, 2> used{};
  Time needed{};
  for (std::size_t i = 0; i < game.spent.size(); ++i) {
    used[i % 2] += game.spent[i].value_or(5s) + 1s - increment;
    needed = std::max(needed, used[i % 2]);
  }
  const auto enough = std::chrono::ceil<std::chrono::minutes>(needed + 30s);
  if (!game.base || *game.base < enough) game.base = enough;
  game.increment = increment;
}

}  // namespace

tl::expected<PlayedGame, std::string> played_game(const chess::GameRecord& record) {
  PlayedGame game;
  auto start = chess::Position::from(record.start);
  if (!start) return tl::unexpected("no game starts like that: " + describe(start.error().faults));
  game.start = *start;
  chess::Position position = game.start;
  for (const chess::Ply& ply : record.plies) {
    const auto* move = std::get_if<chess::Move>(&ply.what);
    if (move == nullptr || !position.is_legal(*move)) break;
    game.moves.push_back(*move);
    position.make(*move);
  }
  if (game.moves.empty()) return tl::unexpected(std::string{"there is no move in it"});
  if (record.result != chess::Result::unknown) game.result = to_string(record.result);
  const auto& roster = record.tags.roster();
  game.header.event = roster[0];
  game.header.round = roster[3];
  game.header.white = roster[4];
  game.header.black = roster[5];
  if (const auto control = record.tags.find("TimeControl")) read_time_control(*control, game);
  read_times(record.plies, game);
  return game;
}

}  // namespace jadoube::simulator
