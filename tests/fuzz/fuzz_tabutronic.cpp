// Law: however the bytes are cut into pieces, the readings are the same; every byte is accounted for; a sound
// frame behind anything is read; the session's records never go back in time, and it never sends.
#include "drivers/tabutronic/session.hpp"
#include "tests/fuzz/board_codec.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace tabutronic = jadoube::drivers::tabutronic;
  using jadoube::fuzz::demand;
  using jadoube::record::Occupancy;
  if (size == 0) return 0;
  auto whole = jadoube::fuzz::decode<tabutronic::Decoder, Occupancy, tabutronic::TabutronicSession>(
      data, size, [](const auto&) { return false; });
  const tabutronic::Decoder& decoder = whole.decoder;
  demand(decoder.delivered() + decoder.losses().skipped_bytes + decoder.pending() == whole.bytes.size());
  demand(decoder.pending() <= tabutronic::largest_frame(tabutronic::kNumbers));
  const Occupancy sound{0x0102030405060708};
  const std::string text = tabutronic::encode(sound);
  demand(after_anything(whole, std::vector<std::uint8_t>{text.begin(), text.end()}) == sound);
  return 0;
}
