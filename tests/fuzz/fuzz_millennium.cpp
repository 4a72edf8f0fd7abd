// Law: however the bytes are cut into pieces, the frames are the same; every byte is accounted for; a sound
// frame behind anything is read; the session's records never go back in time, and it sends nothing but its
// four requests. The first byte of the input chooses the cuts.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "drivers/millennium/session.hpp"

namespace {

namespace millennium = jadoube::drivers::millennium;
using Bytes = std::span<const std::uint8_t>;
using Time = jadoube::drivers::Time;

void demand(bool law_holds) {
  if (!law_holds) std::abort();
}

std::uint64_t size_of(const millennium::Frame& frame) {
  if (const auto* echo = std::get_if<millennium::Echo>(&frame))
    return millennium::size_of_frame(echo->letter);
  if (const auto* info = std::get_if<millennium::Info>(&frame)) return 1 + info->text.size() + 2;
  return millennium::size_of_frame("sgv"[frame.index()]);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const Bytes bytes = Bytes{data, size}.subspan(1);
  millennium::Decoder whole;
  std::vector<millennium::Frame> frames;
  whole.push(bytes, frames);
  std::uint64_t accounted = whole.losses().skipped_bytes + whole.pending();
  for (const auto& frame : frames) accounted += size_of(frame);
  demand(accounted == bytes.size());
  demand(whole.pending() < millennium::kLargestFrame);

  millennium::Decoder cut;
  std::vector<millennium::Frame> same;
  millennium::MillenniumSession session;
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
    for (const auto& command : session.take_commands()) {
      using enum millennium::Request;
      demand(command == encode(status) || command == encode(version) || command == encode(info) ||
             command == encode(sensed));
    }
    rest = rest.subspan(length);
  }
  demand(frames == same && cut.losses() == whole.losses());
  demand(std::ranges::is_sorted(records, {}, jadoube::drivers::time_of));

  const auto sound = millennium::encode("sr" + std::string(62, '.') + 'K');
  frames.clear();
  whole.push(sound, frames);
  whole.push(sound, frames);
  demand(!frames.empty() && std::holds_alternative<millennium::Status>(frames.back()));
  return 0;
}
