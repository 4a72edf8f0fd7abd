// Law: however the bytes are cut into pieces, the replies are the same; every byte is accounted for; a sound
// reply behind anything is read; whatever a line says, nothing is asked but readings, and what is passed on
// to those who talk to single boards is made of whole single-board messages.
#include "drivers/dgt/bus.hpp"
#include "drivers/dgt/codec.hpp"
#include "tests/fuzz/board_codec.hpp"

namespace {

namespace dgt = jadoube::drivers::dgt;
using jadoube::fuzz::demand;
using jadoube::record::Time;

bool may_send(const std::vector<std::uint8_t>& command) {
  using enum dgt::BusCommand;
  if (command.size() != 4) return false;
  const auto asked = static_cast<dgt::BusCommand>(command[0]);
  return asked == send_clock || asked == send_board || asked == send_changes || asked == repeat_changes ||
         asked == ping || asked == ignore_next_ping || asked == send_version;
}

void check_line(jadoube::fuzz::Bytes bytes, std::uint8_t seed) {
  dgt::Bus bus;
  bus.connect(Time{0});
  std::uint32_t state = seed;
  Time now{};
  while (!bytes.empty()) {
    state = state * 1664525U + 1013904223U;
    const std::size_t length = std::min<std::size_t>(1 + (state >> 24U) % (seed + 1U), bytes.size());
    now += Time{state >> 12U};
    bus.wake(now);
    bus.receive(bytes.first(length), now);
    bytes = bytes.subspan(length);
    for (const std::uint16_t address : bus.take_found()) {
      constexpr std::uint8_t kAll[] = {0x40, 0x4D, 0x45, 0x46, 0x4B, 0x41, 0x42, 0x49, 0x4E, 0x51};
      bus.ask(address, kAll);
    }
    for (const auto& command : bus.take_commands()) demand(may_send(command));
    for (const auto& [address, message] : bus.take_said()) {
      dgt::Decoder decoder;
      for (const std::uint8_t byte : message) decoder.push(byte);
      demand(decoder.pending() == 0);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const jadoube::fuzz::Bytes bytes{data + 1, size - 1};
  dgt::BusDecoder whole;
  std::vector<dgt::BusReply> replies;
  whole.push(bytes, replies);
  dgt::BusDecoder cut;
  std::vector<dgt::BusReply> same;
  for (std::size_t at = 0; at < bytes.size(); at += 1 + data[0] % 9U)
    cut.push(bytes.subspan(at, std::min<std::size_t>(1 + data[0] % 9U, bytes.size() - at)), same);
  demand(replies == same && whole.losses() == cut.losses() && whole.pending() == cut.pending());
  std::uint64_t accounted = whole.losses().skipped_bytes + whole.pending();
  for (const auto& reply : replies) accounted += encode(reply).size();
  demand(accounted == bytes.size());
  const dgt::BusReply sound{dgt::BusReply::Kind::changes, 1025, {0x40, 0x34}};
  replies.clear();
  whole.push(encode(sound), replies);
  demand(!replies.empty() && replies.back() == sound);
  check_line(bytes, data[0]);
  return 0;
}
