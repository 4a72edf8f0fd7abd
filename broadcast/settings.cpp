#include "broadcast/settings.hpp"

#include <string_view>
#include <utility>

#include "tournament/cells.hpp"

namespace jadoube::broadcast {
namespace {

constexpr unsigned kMostRounds = 999;

/// "7=…": the round, and what stands behind it.
std::optional<std::pair<unsigned, std::string_view>> of_round(std::string_view text) {
  const auto equals = text.find('=');
  if (equals == std::string_view::npos) return std::nullopt;
  const auto round = arbiter::number_in(text.substr(0, equals));
  if (!round || *round == 0 || *round > kMostRounds) return std::nullopt;
  return std::pair{*round, text.substr(equals + 1)};
}

}  // namespace

tl::expected<Delays, std::string> delays_of(const Settings& settings) {
  Delays delays{std::chrono::seconds{settings.delay_s}, {}};
  for (const std::string& each : settings.delays) {
    const auto part = of_round(each);
    const auto seconds = part ? arbiter::number_in(part->second) : std::nullopt;
    if (!seconds || std::chrono::seconds{*seconds} > kLongestDelay)
      return tl::unexpected{"\"" + each + "\" is no delay of a round: write \"ROUND=SECONDS\", at most " +
                            std::to_string(kLongestDelay.count()) + " seconds, such as \"9=0\""};
    if (!delays.of_rounds.try_emplace(part->first, *seconds).second)
      return tl::unexpected{"round " + std::to_string(part->first) + " has two delays"};
  }
  return delays;
}

std::optional<SettingsFault> fault_in(const Settings& settings) {
  if (const auto delays = delays_of(settings); !delays) return SettingsFault{"delays", delays.error()};
  return std::nullopt;
}

}  // namespace jadoube::broadcast
