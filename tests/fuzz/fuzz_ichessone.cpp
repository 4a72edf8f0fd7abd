// Law: however the bytes are cut into pieces, the messages are the same; every byte is accounted for; of two sound
// positions behind anything one is read; the session's records never go back in time, and it sends nothing but its
// three requests.
#include "drivers/ichessone/session.hpp"
#include "tests/fuzz/board_codec.hpp"

namespace {

namespace ichessone = jadoube::drivers::ichessone;
using ichessone::Request;
using jadoube::fuzz::demand;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  auto whole = jadoube::fuzz::decode<ichessone::Decoder, ichessone::Message, ichessone::IChessOneSession>(
      data, size, [](const auto& command) {
        return command == encode(Request::position) || command == encode(Request::changes) ||
               command == encode(Request::battery);
      });
  const ichessone::Decoder& decoder = whole.decoder;
  std::uint64_t accounted = decoder.losses().skipped_bytes + decoder.pending();
  for (const auto& message : whole.messages)
    accounted += std::holds_alternative<ichessone::Position>(message) ? ichessone::kPositionSize
                                                                      : ichessone::kBatterySize;
  demand(accounted == whole.bytes.size());
  demand(decoder.pending() < ichessone::kPositionSize);

  std::vector<std::uint8_t> sound(ichessone::kPositionSize);
  sound[0] = 0x3D;
  sound[1] = 0x70;
  sound[2] = 0x6C;
  demand(std::holds_alternative<ichessone::Position>(after_anything(whole, sound)));
  return 0;
}
