// Laws: however the bytes of an engine are cut into pieces, the lines are the same and no more than the bound
// is held; what is read of a line is what it says (moves have the form of moves, and few are kept). The first
// byte of the input chooses the cuts; the rest is what the engine prints.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine_bridge/lines.hpp"
#include "engine_bridge/uci.hpp"
#include "tests/fuzz/demand.hpp"

namespace {

namespace bridge = jadoube::engine_bridge;
namespace uci = bridge::uci;
using jadoube::fuzz::demand;

struct Heard {
  std::vector<std::string> lines;
  std::size_t cut = 0;
  friend bool operator==(const Heard&, const Heard&) = default;
};

Heard hear(std::string_view bytes, std::size_t piece) {
  bridge::LineSplitter splitter;
  Heard heard;
  while (!bytes.empty()) {
    splitter.feed(
        bytes.substr(0, piece), [&](std::string_view line) { heard.lines.emplace_back(line); },
        [&] { ++heard.cut; });
    demand(splitter.held() <= bridge::LineSplitter::kLongest);
    bytes.remove_prefix(std::min(piece, bytes.size()));
  }
  return heard;
}

void read(const std::string& line) {
  const uci::Message message = uci::parse(line);
  if (const auto* info = std::get_if<uci::Info>(&message)) {
    demand(info->pv.size() <= uci::kMostPvMoves);
    for (const std::string& move : info->pv) demand(uci::is_move(move));
  }
  if (const auto* best = std::get_if<uci::BestMove>(&message))
    demand(best->move.empty() || uci::is_move(best->move));
  if (const auto* move = std::get_if<uci::PerftMove>(&message)) demand(uci::is_move(move->move));
  if (const auto* option = std::get_if<uci::Option>(&message)) demand(!option->name.empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string bytes{data + 1, data + size};
  const Heard whole = hear(bytes, std::max<std::size_t>(bytes.size(), 1));
  demand(whole == hear(bytes, std::size_t{1} + data[0]));
  for (const std::string& line : whole.lines) read(line);
  return 0;
}
