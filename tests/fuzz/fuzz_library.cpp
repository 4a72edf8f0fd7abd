// Laws: the first byte says into what pieces the log behind it is cut, and that makes no difference to what is said of it; a
// log that has begun ends with its summary; no call ends with a fault of the library.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "library/jadoube.h"
#include "tests/fuzz/demand.hpp"

namespace {

using jadoube::fuzz::demand;

struct Said {
  std::string lines;
  std::string error;
  std::uint64_t problems = 0;
  bool is_refused = false;
  friend bool operator==(const Said&, const Said&) = default;
};

Said said_of(std::string_view log, std::size_t piece) {
  jadoube_follower* follower = jadoube_new();
  Said said;
  const auto fetch = [&](jadoube_status status) {
    demand(status == JADOUBE_OK || status == JADOUBE_PASSED_OVER || status == JADOUBE_LOG);
    said.is_refused = status == JADOUBE_LOG;
    while (const char* line = jadoube_next_line(follower)) (said.lines += line) += '\n';
  };
  for (; !log.empty(); log.remove_prefix(std::min(piece, log.size())))
    fetch(jadoube_feed(follower, log.data(), std::min(piece, log.size())));
  fetch(jadoube_finish(follower));
  said.error = jadoube_error(follower);
  said.problems = jadoube_problems(follower);
  jadoube_free(follower);
  return said;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view log{reinterpret_cast<const char*>(data) + 1, size - 1};
  const Said whole = said_of(log, log.size() + 1);
  demand(said_of(log, std::size_t{data[0]} + 1) == whole);
  demand(whole.is_refused || whole.lines.rfind("{\"type\":\"summary\"") != std::string::npos);
  return 0;
}
