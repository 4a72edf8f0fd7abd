// Law: whatever comes in whatever pieces, the session's records never go back in time and it sends nothing but its
// questions; behind anything, two sound positions are read. (The bytes themselves are fuzz_dgt's matter.)
#include "drivers/pegasus/session.hpp"
#include "tests/fuzz/board_codec.hpp"

namespace dgt = jadoube::drivers::dgt;
using jadoube::fuzz::demand;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  jadoube::drivers::pegasus::PegasusSession session;
  session.connect(jadoube::record::Time{0});
  std::vector<jadoube::record::Record> records;
  std::uint32_t state = data[0];
  jadoube::record::Time now{};
  const auto settle = [&] {
    for (auto& record : session.take_records()) records.push_back(std::move(record));
    for (const auto& command : session.take_commands()) {
      constexpr dgt::Command kAsked[]{dgt::Command::send_board, dgt::Command::report_changes,
                                      dgt::Command::send_battery, dgt::Command::send_version,
                                      dgt::Command::send_long_serial_number};
      demand(command.size() == 1 && std::ranges::find(kAsked, command[0], dgt::encode) != std::end(kAsked));
    }
  };
  for (auto rest = jadoube::fuzz::Bytes{data, size}.subspan(1); !rest.empty();) {
    state = state * 1664525U + 1013904223U;
    const std::size_t length = std::min<std::size_t>(1 + (state >> 24U) % (data[0] + 1U), rest.size());
    now += jadoube::record::Time{state >> 8U};
    session.wake(now);
    session.receive(rest.first(length), now);
    settle();
    rest = rest.subspan(length);
  }
  std::vector<std::uint8_t> sound(67, 1);
  sound[0] = 0x86;
  sound[1] = 0x00;
  sound[2] = 0x43;
  for (int twice = 0; twice < 2; ++twice) session.receive(sound, now);
  demand(session.is_recognised());
  settle();
  demand(std::ranges::is_sorted(records, {}, jadoube::record::time_of));
  return 0;
}
