// Law: however the bytes are cut into pieces, the frames are the same; every byte is accounted for; a sound
// frame behind anything is read; the session's records never go back in time, and it sends nothing but its
// four requests.
#include "drivers/millennium/session.hpp"
#include "tests/fuzz/board_codec.hpp"

namespace {

namespace millennium = jadoube::drivers::millennium;
using jadoube::fuzz::demand;

std::uint64_t size_of(const millennium::Frame& frame) {
  if (const auto* echo = std::get_if<millennium::Echo>(&frame))
    return millennium::size_of_frame(echo->letter);
  if (const auto* info = std::get_if<millennium::Info>(&frame)) return 1 + info->text.size() + 2;
  return millennium::size_of_frame("sgv"[frame.index()]);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  auto whole = jadoube::fuzz::decode<millennium::Decoder, millennium::Frame, millennium::MillenniumSession>(
      data, size, [](const auto& command) {
        using enum millennium::Request;
        return command == encode(status) || command == encode(version) || command == encode(info) ||
               command == encode(sensed);
      });
  std::uint64_t accounted = whole.decoder.losses().skipped_bytes + whole.decoder.pending();
  for (const auto& frame : whole.messages) accounted += size_of(frame);
  demand(accounted == whole.bytes.size());
  demand(whole.decoder.pending() < millennium::kLargestFrame);
  const auto sound = millennium::encode("sr" + std::string(62, '.') + 'K');
  demand(std::holds_alternative<millennium::Status>(after_anything(whole, sound)));
  return 0;
}
