// Law: however the bytes of a capture are cut into pieces, the records are the same, times never go back, and
// every byte is accounted for. The first byte of the input chooses the cuts; the rest is the capture.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "drivers/dgt/raw_capture.hpp"

namespace {

namespace dgt = jadoube::drivers::dgt;
using Bytes = std::span<const std::uint8_t>;
using Records = std::vector<jadoube::drivers::Record>;

void demand(bool law_holds) {
  if (!law_holds) std::abort();
}

Records records_in_pieces(Bytes bytes, std::uint8_t seed) {
  dgt::RawCapture capture;
  Records records;
  std::uint32_t state = seed;
  while (!bytes.empty()) {
    state = state * 1664525U + 1013904223U;
    const std::size_t length = std::min<std::size_t>(1 + (state >> 24U) % (seed + 1U), bytes.size());
    capture.feed(bytes.first(length), records);
    bytes = bytes.subspan(length);
  }
  capture.finish(records);
  return records;
}

void check_accounts(Bytes bytes) {
  dgt::Decoder decoder;
  std::uint64_t delivered = 0;
  for (const std::uint8_t byte : bytes) {
    const std::size_t pending = decoder.pending();
    if (decoder.push(byte)) delivered += pending + 1;
    demand(decoder.pending() < dgt::kLargestMessage);
  }
  demand(delivered + decoder.losses().skipped_bytes + decoder.pending() == bytes.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const Bytes bytes = Bytes{data, size}.subspan(1);
  check_accounts(bytes);

  dgt::RawCapture capture;
  Records whole;
  capture.feed(bytes, whole);
  capture.finish(whole);
  demand(std::ranges::is_sorted(whole, {}, jadoube::drivers::time_of));
  demand(whole == records_in_pieces(bytes, data[0]));
  return 0;
}
