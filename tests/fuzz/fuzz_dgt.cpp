// Law: however the bytes of a capture are cut into pieces, the records are the same, times never go back, and
// every byte is accounted for; a session asks for nothing but readings, and its records never go back in
// time; what a board is said to remember leads from what stood to what stands. The first byte of the input
// chooses the cuts; the rest is the capture, and the event log.
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "captures/raw_capture.hpp"
#include "drivers/dgt/event_log.hpp"
#include "drivers/dgt/session.hpp"
#include "tests/fuzz/demand.hpp"

namespace {

namespace dgt = jadoube::drivers::dgt;
using Bytes = std::span<const std::uint8_t>;
using Records = std::vector<jadoube::record::Record>;
using jadoube::fuzz::demand;

Records records_in_pieces(Bytes bytes, std::uint8_t seed) {
  jadoube::captures::RawCapture capture;
  Records records;
  std::uint32_t state = seed;
  while (!bytes.empty()) {
    state = state * 1664525U + 1013904223U;
    const std::size_t length = std::min<std::size_t>(1 + (state >> 24U) % (seed + 1U), bytes.size());
    capture.feed(bytes.first(length), records);
    bytes = bytes.subspan(length);
  }
  capture.finish(records);
  return records;
}

void check_accounts(Bytes bytes) {
  dgt::Decoder decoder;
  std::uint64_t delivered = 0;
  for (const std::uint8_t byte : bytes) {
    const std::size_t pending = decoder.pending();
    if (decoder.push(byte)) delivered += pending + 1;
    demand(decoder.pending() < dgt::kLargestMessage);
  }
  demand(delivered + decoder.losses().skipped_bytes + decoder.pending() == bytes.size());
}

void check_session(Bytes bytes, std::uint8_t seed) {
  using enum dgt::Command;
  dgt::DgtSession session;
  session.connect(jadoube::record::Time{0});
  Records records;
  std::uint32_t state = seed;
  jadoube::record::Time now{};
  while (!bytes.empty()) {
    state = state * 1664525U + 1013904223U;
    const std::size_t length = std::min<std::size_t>(1 + (state >> 24U) % (seed + 1U), bytes.size());
    now += jadoube::record::Time{state >> 8U};
    session.wake(now);
    session.receive(bytes.first(length), now);
    bytes = bytes.subspan(length);
    if (state % 64 == 0) {
      session.disconnect("unplugged", now);
      session.connect(now);
    }
    for (auto& record : session.take_records()) records.push_back(std::move(record));
    for (const auto& command : session.take_commands()) {
      demand(command.size() == 1);
      const auto asked = static_cast<dgt::Command>(command[0]);
      demand(asked == idle || asked == send_clock || asked == send_board || asked == send_serial_number ||
             asked == send_bus_address || asked == send_event_log || asked == send_version ||
             asked == report_changes_and_clock_changes || asked == send_long_serial_number);
    }
  }
  demand(std::ranges::is_sorted(records, {}, jadoube::record::time_of));
}

void check_event_log(Bytes bytes) {
  const auto log = dgt::read_event_log(bytes.first(std::min<std::size_t>(bytes.size(), 1000)));
  dgt::BoardCodes board{};
  dgt::BoardCodes now{};
  now[0] = dgt::Code::white_king;
  const auto remembered = dgt::remembered_since(log, {}, board, now);
  bool stood = false;
  for (const auto& each : remembered.events) {
    if (const auto* change = std::get_if<dgt::LoggedChange>(&each))
      board[index(change->field)] = change->code;
    stood = stood || board == now;
  }
  demand(!remembered.complete || stood);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const Bytes bytes = Bytes{data, size}.subspan(1);
  check_accounts(bytes);
  check_session(bytes, data[0]);
  check_event_log(bytes);

  jadoube::captures::RawCapture capture;
  Records whole;
  capture.feed(bytes, whole);
  capture.finish(whole);
  demand(std::ranges::is_sorted(whole, {}, jadoube::record::time_of));
  demand(whole == records_in_pieces(bytes, data[0]));
  return 0;
}
