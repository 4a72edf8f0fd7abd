// Law: however the bytes are cut into pieces, the readings are the same; every byte is accounted for; a sound
// frame behind anything is read; the session's records never go back in time, and it never sends. The first
// byte of the input chooses the cuts.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "drivers/tabutronic/session.hpp"

namespace {

namespace tabutronic = jadoube::drivers::tabutronic;
using Bytes = std::span<const std::uint8_t>;
using Time = jadoube::drivers::Time;

void demand(bool law_holds) {
  if (!law_holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const Bytes bytes = Bytes{data, size}.subspan(1);
  tabutronic::Decoder whole;
  std::vector<jadoube::drivers::Occupancy> readings;
  whole.push(bytes, readings);
  demand(whole.delivered() + whole.losses().skipped_bytes + whole.pending() == bytes.size());
  demand(whole.pending() <= tabutronic::kLargestFrame);

  tabutronic::Decoder cut;
  std::vector<jadoube::drivers::Occupancy> same;
  tabutronic::TabutronicSession session;
  session.connect(Time{0});
  std::vector<jadoube::drivers::Record> records;
  std::uint32_t state = data[0];
  Time now{};
  for (Bytes rest = bytes; !rest.empty();) {
    state = state * 1664525U + 1013904223U;
    const std::size_t length = std::min<std::size_t>(1 + (state >> 24U) % (data[0] + 1U), rest.size());
    cut.push(rest.first(length), same);
    now += Time{state >> 8U};
    session.wake(now);
    session.receive(rest.first(length), now);
    for (auto& record : session.take_records()) records.push_back(std::move(record));
    demand(session.take_commands().empty());
    rest = rest.subspan(length);
  }
  demand(readings == same && cut.losses() == whole.losses());
  demand(std::ranges::is_sorted(records, {}, jadoube::drivers::time_of));

  const jadoube::drivers::Occupancy sound{0x0102030405060708};
  const std::string text = tabutronic::encode(sound);
  const std::vector<std::uint8_t> frame{text.begin(), text.end()};
  readings.clear();
  whole.push(frame, readings);
  demand(!readings.empty() && readings.back() == sound);
  return 0;
}
