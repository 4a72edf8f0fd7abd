#include "broadcast/settings.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "broadcast/http_place.hpp"
#include "tournament/cells.hpp"

namespace jadoube::broadcast {
namespace {

constexpr unsigned kMostRounds = 999;
constexpr std::size_t kLichessId = 8;

bool is_alphanumeric(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

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

tl::expected<std::map<unsigned, std::string>, std::string> lichess_rounds_of(const Settings& settings) {
  std::map<unsigned, std::string> rounds;
  for (const std::string& each : settings.lichess) {
    const auto part = of_round(each);
    if (!part || part->second.size() != kLichessId || !std::ranges::all_of(part->second, is_alphanumeric))
      return tl::unexpected{
          "\"" + each +
          "\" is no round of a Lichess broadcast: write \"ROUND=ID\", the ID being the eight "
          "letters and digits at the end of the round's address there"};
    if (!rounds.try_emplace(part->first, part->second).second)
      return tl::unexpected{"round " + std::to_string(part->first) + " is there twice"};
  }
  return rounds;
}

std::optional<SettingsFault> fault_in(const Settings& settings) {
  if (const auto delays = delays_of(settings); !delays) return SettingsFault{"delays", delays.error()};
  if (const auto rounds = lichess_rounds_of(settings); !rounds)
    return SettingsFault{"lichess", rounds.error()};
  if (!settings.lichess.empty() && settings.lichess_token.empty())
    return SettingsFault{
        "lichess",
        "`lichess_token` is needed too: a file with a token of Lichess that has the scope study:write"};
  if (const auto place = place_from_url(settings.lichess_url); !place)
    return SettingsFault{"lichess_url", place.error()};
  return std::nullopt;
}

}  // namespace jadoube::broadcast
