// Law: however the bytes are cut into pieces, the positions are the same; every byte is accounted for; a
// sound position behind anything and a silence is read; the session's records never go back in time, and it
// never sends.
#include "drivers/liboard/session.hpp"
#include "tests/fuzz/board_codec.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace liboard = jadoube::drivers::liboard;
  using jadoube::fuzz::demand;
  using jadoube::record::Occupancy;
  if (size == 0) return 0;
  auto whole = jadoube::fuzz::decode<liboard::Decoder, Occupancy, liboard::LiBoardSession>(
      data, size, [](const auto&) { return false; });
  liboard::Decoder& decoder = whole.decoder;
  demand(decoder.pending() < liboard::Decoder::kLongestRun);
  decoder.end_run(whole.messages);
  demand(decoder.pending() == 0);
  // One of which bytes were lost may be made up for: they have been skipped, and it has been told.
  const std::size_t made_up =
      whole.messages.size() * liboard::kFrame + decoder.losses().skipped_bytes - whole.bytes.size();
  demand(made_up % liboard::kFrame == 0 && made_up / liboard::kFrame <= decoder.losses().bad_frames);
  const Occupancy sound{0x0102030405060708};
  whole.messages.clear();
  decoder.push(liboard::encode(sound), whole.messages);
  decoder.end_run(whole.messages);
  demand(whole.messages == std::vector{sound});
  return 0;
}
