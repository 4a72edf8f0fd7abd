// Law: however the bytes are cut into pieces, the readings are the same; every byte is accounted for; a sound
// frame behind anything is read; the session's records never go back in time, it never sends, and what it
// remembers can be read again.
#include "drivers/certabo/session.hpp"
#include "tests/fuzz/board_codec.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace certabo = jadoube::drivers::certabo;
  using jadoube::fuzz::demand;
  if (size == 0) return 0;
  auto whole = jadoube::fuzz::decode<certabo::Decoder, certabo::Tags, certabo::CertaboSession>(
      data, size, [](const auto&) { return false; });
  const certabo::Decoder& decoder = whole.decoder;
  demand(decoder.delivered() + decoder.losses().skipped_bytes + decoder.pending() == whole.bytes.size());
  demand(decoder.pending() <= jadoube::drivers::tabutronic::largest_frame(certabo::kNumbers));
  certabo::Tags sound{};
  for (unsigned square = 0; square < 16; ++square)
    sound[square] = sound[63 - square] = certabo::Tag{std::uint64_t{0x0102030405} + square};
  const std::string text = certabo::encode(sound);
  demand(after_anything(whole, std::vector<std::uint8_t>{text.begin(), text.end()}) == sound);

  const std::string memory{whole.bytes.begin(), whole.bytes.end()};
  if (const auto book = certabo::TagBook::from_text(memory)) {
    const auto again = certabo::TagBook::from_text(book->to_text());
    demand(book->empty() || (again && again->to_text() == book->to_text()));
  }
  return 0;
}
