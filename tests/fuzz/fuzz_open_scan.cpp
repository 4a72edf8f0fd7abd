// Law: however the bytes are cut into pieces, the frames are the same; every byte is accounted for; a sound
// frame behind anything is read; and the session's records never go back in time.
#include "drivers/open_scan/session.hpp"
#include "tests/fuzz/board_codec.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace open_scan = jadoube::drivers::open_scan;
  using jadoube::fuzz::demand;
  if (size == 0) return 0;
  auto whole = jadoube::fuzz::decode<open_scan::Decoder, open_scan::Frame, open_scan::OpenScanSession>(
      data, size, [](const auto&) { return true; });
  const open_scan::Decoder& decoder = whole.decoder;
  demand(whole.messages.size() * open_scan::kFrameSize + decoder.losses().skipped_bytes + decoder.pending() ==
         whole.bytes.size());
  demand(decoder.pending() < open_scan::kFrameSize);
  const open_scan::ScanReport sound{.sequence = 1, .time_us = 2, .occupied = {3}, .buttons = {}};
  demand(after_anything(whole, encode(sound)) == open_scan::Frame{sound});
  return 0;
}
