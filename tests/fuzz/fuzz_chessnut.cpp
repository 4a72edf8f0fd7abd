// Law: however the bytes are cut into pieces, the messages are the same; every byte is accounted for; a sound
// report behind anything is read; the session's records never go back in time, and it sends nothing but its
// two requests. The first byte of the input chooses the cuts.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "drivers/chessnut/session.hpp"

namespace {

namespace chessnut = jadoube::drivers::chessnut;
using Bytes = std::span<const std::uint8_t>;
using Time = jadoube::drivers::Time;

void demand(bool law_holds) {
  if (!law_holds) std::abort();
}

std::uint64_t size_of(const chessnut::Message& message) {
  if (std::holds_alternative<chessnut::Reading>(message)) return chessnut::kReportSize;
  return std::holds_alternative<chessnut::Battery>(message) ? 4 : 3;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const Bytes bytes = Bytes{data, size}.subspan(1);
  chessnut::Decoder whole;
  std::vector<chessnut::Message> messages;
  whole.push(bytes, messages);
  std::uint64_t accounted = whole.losses().skipped_bytes + whole.filling() + whole.pending();
  for (const auto& message : messages) accounted += size_of(message);
  demand(accounted == bytes.size());
  demand(whole.pending() <= chessnut::kReportSize);

  chessnut::Decoder cut;
  std::vector<chessnut::Message> same;
  chessnut::ChessnutSession session;
  session.connect(Time{0});
  std::vector<jadoube::drivers::Record> records;
  std::uint32_t state = data[0];
  Time now{};
  for (Bytes rest = bytes; !rest.empty();) {
    state = state * 1664525U + 1013904223U;
    const std::size_t length = std::min<std::size_t>(1 + (state >> 24U) % (data[0] + 1U), rest.size());
    cut.push(rest.first(length), same);
    now += Time{state >> 8U};
    session.wake(now);
    session.receive(rest.first(length), now);
    for (auto& record : session.take_records()) records.push_back(std::move(record));
    for (const auto& command : session.take_commands())
      demand(command == encode(chessnut::Request::real_time_mode) ||
             command == encode(chessnut::Request::battery));
    rest = rest.subspan(length);
  }
  demand(messages == same && cut.losses() == whole.losses() && cut.filling() == whole.filling());
  demand(std::ranges::is_sorted(records, {}, jadoube::drivers::time_of));

  std::vector<std::uint8_t> sound(chessnut::kReportSize);
  sound[0] = 0x01;
  sound[1] = 0x3D;
  sound[2] = 0xC2;
  messages.clear();
  whole.push(sound, messages);
  whole.push(sound, messages);
  demand(!messages.empty() && std::holds_alternative<chessnut::Reading>(messages.back()));
  return 0;
}
