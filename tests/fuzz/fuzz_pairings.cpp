// Laws: what is read of pairings has each table and each player once, in the order of the tables, with names
// that can be printed; what is told stays within bounds; and the same file is read the same again.
#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "tests/fuzz/demand.hpp"
#include "tournament/pairing_file.hpp"

namespace {

using namespace jadoube::arbiter;
using jadoube::fuzz::demand;

constexpr std::size_t kMostTold = 201;
constexpr unsigned kHighestTable = 9999;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text{reinterpret_cast<const char*>(data) + 1, size - 1};
  const unsigned round = data[0] % 4;
  const auto knows = [](std::string_view id) { return id.size() % 2 == 0; };
  const auto reading = read_pairings(text, round, knows);
  const auto again = read_pairings(text, round, knows);
  demand(reading.has_value() == again.has_value());
  if (!reading) {
    demand(!reading.error().empty());
    return 0;
  }
  demand(reading->problems == again->problems && reading->problems.size() <= kMostTold);
  std::set<std::string> players;
  unsigned last = 0;
  for (const Pairing& p : reading->round.pairings) {
    demand(p.number > last && p.number <= kHighestTable);
    last = p.number;
    for (const std::string& name : {p.white, p.black}) {
      demand(!name.empty() && name == tidy_name(name));
      demand(players.insert(name).second);
    }
  }
  return 0;
}
