// Law: however the bytes are cut into pieces, the messages are the same; every byte is accounted for; a sound
// report behind anything is read; the session's records never go back in time, and it sends nothing but its
// two requests.
#include "drivers/chessnut/session.hpp"
#include "tests/fuzz/board_codec.hpp"

namespace {

namespace chessnut = jadoube::drivers::chessnut;
using jadoube::fuzz::demand;

std::uint64_t size_of(const chessnut::Message& message) {
  if (std::holds_alternative<chessnut::BoardReport>(message)) return chessnut::kReportSize;
  return std::holds_alternative<chessnut::Battery>(message) ? 4 : 3;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  auto whole = jadoube::fuzz::decode<chessnut::Decoder, chessnut::Message, chessnut::ChessnutSession>(
      data, size, [](const auto& command) {
        return command == encode(chessnut::Request::real_time_mode) ||
               command == encode(chessnut::Request::battery);
      });
  const chessnut::Decoder& decoder = whole.decoder;
  std::uint64_t accounted = decoder.losses().skipped_bytes + decoder.filling() + decoder.pending();
  for (const auto& message : whole.messages) accounted += size_of(message);
  // The battery of a Chessnut Move has one byte more.
  const auto batteries =
      static_cast<std::uint64_t>(std::ranges::count_if(whole.messages, [](const chessnut::Message& message) {
        return std::holds_alternative<chessnut::Battery>(message);
      }));
  demand(accounted <= whole.bytes.size() && whole.bytes.size() <= accounted + batteries);
  demand(decoder.pending() <= chessnut::kMostPending);

  std::vector<std::uint8_t> sound(chessnut::kReportSize);
  sound[0] = 0x01;
  sound[1] = 0x3D;
  sound[2] = 0xC2;
  demand(std::holds_alternative<chessnut::BoardReport>(after_anything(whole, sound)));
  return 0;
}
