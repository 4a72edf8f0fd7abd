// Laws: what is read, written and read again is the same game; and how the text is cut into pieces changes
// nothing.
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "chess/pgn.hpp"
#include "tests/fuzz/demand.hpp"

namespace {

using namespace jadoube::chess;
using jadoube::fuzz::demand;

std::vector<PgnGame> read_in_pieces(std::string_view text) {
  std::vector<PgnGame> games;
  PgnReader reader{[&](PgnGame& game) { games.push_back(std::move(game)); }};
  for (std::size_t at = 0, size = 1; at < text.size(); at += size, size = size % 7 + 1)
    reader.feed(text.substr(at, size));
  reader.finish();
  return games;
}

void check_written_back(const PgnGame& game) {
  const auto again = read_pgn(to_pgn(game.record));
  demand(again.size() == 1);
  demand(again[0].record == game.record);
  // A start that nobody can play from stays in its tag, and is no better the second time.
  const bool bad_start = game.misfit && game.misfit->reason == MisfitReason::unplayable_start;
  demand(again[0].misfit.has_value() == bad_start);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text{data, data + size};
  const auto games = read_pgn(text);
  demand(games == read_in_pieces(text));
  for (const auto& game : games) check_written_back(game);
  return 0;
}
