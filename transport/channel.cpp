#include "transport/channel.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace jadoube::transport {

TransportErrors& TransportErrors::operator+=(const TransportErrors& more) {
  stalls += more.stalls;
  failures += more.failures;
  overflows += more.overflows;
  overruns += more.overruns;
  parity += more.parity;
  framing += more.framing;
  return *this;
}

std::string to_string(const TransportErrors& errors) {
  const std::array<std::pair<std::uint64_t, std::string_view>, 6> counts{
      {{errors.stalls, "stall"},
       {errors.failures, "failed transfer"},
       {errors.overflows, "overflow"},
       {errors.overruns, "overrun"},
       {errors.parity, "parity error"},
       {errors.framing, "framing error"}}};
  std::string text;
  for (const auto& [count, what] : counts) {
    if (count == 0) continue;
    text += (text.empty() ? "" : ", ") + std::to_string(count) + ' ';
    text += what;
    if (count != 1) text += 's';
  }
  return text;
}

}  // namespace jadoube::transport
