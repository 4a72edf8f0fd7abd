// Laws: whatever stands in a file of the round's state, the round that has read it tells games of its own pairings alone, in
// moves that PGN readers take; what it then writes down is read back as the same round; and nothing is told before its time.
#include <string>

#include "broadcast/round_book.hpp"
#include "chess/pgn.hpp"
#include "tests/fuzz/demand.hpp"

namespace {

using namespace jadoube;
using fuzz::demand;

record::WallTime second(int t) {
  return record::WallTime{std::chrono::seconds{t}};
}

broadcast::RoundBook two_tables() {
  return {{"Open", 3, {{1, "Adams", "Brown", {}, {}, {}, {}}, {2, "Clark", "Davis", {}, {}, {}, {}}}},
          second(0)};
}

std::string told(broadcast::RoundBook& book, int until) {
  book.make(second(until));
  std::string all;
  for (const auto& [table, text] : book.pgn_by_table()) {
    demand(table == 1 || table == 2);
    all += text;
  }
  return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  broadcast::RoundBook book = two_tables();
  constexpr int kNow = 1'000;
  book.read_state(fuzz::text_of(data, size), second(kNow));
  const std::string early = told(book, -1'000'000);
  const std::string text = told(book, kNow);
  const auto games = chess::read_pgn(text);
  demand(games.size() == 2 && chess::read_pgn(early).size() == 2);
  for (const auto& game : games) {
    demand(!game.misfit);
    for (const auto& ply : game.record.plies) demand(ply.illegal() == nullptr);
  }
  broadcast::RoundBook again = two_tables();
  again.read_state(book.state(), second(kNow));
  demand(told(again, kNow) == text && again.state() == book.state());
  return 0;
}
