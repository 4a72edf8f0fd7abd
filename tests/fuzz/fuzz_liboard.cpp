// Law: however the bytes are cut into pieces, the positions are the same; every byte is accounted for; two
// sound positions that follow from each other are read behind anything and a silence; the session's records never go back
// in time, and it never sends.
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
  demand(decoder.pending() < liboard::Decoder::kLongestRun + liboard::kFrame);
  decoder.end_run(whole.messages);
  // Nothing, or a position that is doubted.
  demand(decoder.pending() % liboard::kFrame == 0 && decoder.pending() <= liboard::kFrame);
  // One of which bytes were lost may be made up for: they have been skipped, and it has been told.
  const std::size_t made_up = whole.messages.size() * liboard::kFrame + decoder.losses().skipped_bytes +
                              decoder.pending() - whole.bytes.size();
  demand(made_up % liboard::kFrame == 0 && made_up / liboard::kFrame <= decoder.losses().bad_frames);
  const Occupancy sound{0x0102030405060708};
  const Occupancy lifted{0x0102030405060700};
  whole.messages.clear();
  for (const Occupancy each : {sound, lifted}) {
    decoder.push(liboard::encode(each), whole.messages);
    decoder.end_run(whole.messages);
  }
  demand(whole.messages.size() >= 2 &&
         std::vector(whole.messages.end() - 2, whole.messages.end()) == std::vector{sound, lifted});
  return 0;
}
