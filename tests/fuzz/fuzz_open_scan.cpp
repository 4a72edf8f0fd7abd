// Law: however the bytes are cut into pieces, the frames are the same; every byte is accounted for; a sound
// frame behind anything is read; and the session's records never go back in time. The first byte of the input
// chooses the cuts.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "drivers/open_scan/session.hpp"

namespace {

namespace open_scan = jadoube::drivers::open_scan;
using Bytes = std::span<const std::uint8_t>;
using Time = jadoube::drivers::Time;

void demand(bool law_holds) {
  if (!law_holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const Bytes bytes = Bytes{data, size}.subspan(1);
  open_scan::Decoder whole;
  std::vector<open_scan::Frame> frames;
  whole.push(bytes, frames);
  demand(frames.size() * open_scan::kFrameSize + whole.losses().skipped_bytes + whole.pending() ==
         bytes.size());
  demand(whole.pending() < open_scan::kFrameSize);

  open_scan::Decoder cut;
  std::vector<open_scan::Frame> same;
  open_scan::OpenScanSession session;
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
    rest = rest.subspan(length);
  }
  demand(frames == same && cut.losses() == whole.losses());
  demand(std::ranges::is_sorted(records, {}, jadoube::drivers::time_of));

  const open_scan::Reading sound{.sequence = 1, .time_us = 2, .occupied = {3}, .buttons = {}};
  frames.clear();
  whole.push(encode(sound), frames);
  whole.push(encode(sound), frames);
  demand(!frames.empty() && frames.back() == open_scan::Frame{sound});
  return 0;
}
