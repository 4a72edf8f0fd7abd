// Laws: whatever the bytes are, a recording gives records that can be written and read back, at times that
// never decrease; and damage to a sound recording never gives a record that was not written, nor loses one
// before the damage. The first byte of the input chooses: 0 the bytes as they are, 1 the rest as the payloads
// of sound frames, each after a byte for its length; anything else as damage, place by place, to a recording
// that the target makes itself.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "record/recording.hpp"
#include "record/scanlog_jsonl.hpp"
#include "tests/fuzz/demand.hpp"

namespace {

using namespace jadoube::record;
using jadoube::fuzz::demand;

struct Timeline {
  std::vector<Record> records;
  std::vector<std::uint64_t> offsets;
  bool told = false;
};

Timeline read(const std::string& bytes) {
  Timeline timeline;
  auto reader = open_recording(memory_source("log", bytes), [&](const Problem&) { timeline.told = true; });
  if (!reader) {
    timeline.told = true;
    return timeline;
  }
  Time last{0};
  while (const Entry* entry = (*reader)->next()) {
    demand(time_of(entry->record) >= last && !contradiction(entry->record));
    last = time_of(entry->record);
    timeline.records.push_back(entry->record);
    timeline.offsets.push_back(entry->place.offset);
  }
  return timeline;
}

std::string write(const std::vector<Record>& records) {
  std::string bytes;
  auto writer = create_recording(memory_sink(bytes), Header{}, kSmallestBlockSize);
  for (const Record& record : records) demand((*writer)->write(record).has_value());
  demand((*writer)->close().has_value());
  return bytes;
}

std::string frames_of(std::string_view payloads) {
  std::string bytes;
  append(bytes, FileHeader{});
  append(bytes, BlockHeader{});
  append(bytes, Frame{FrameKind::header, false, false, to_json(Header{})});
  while (!payloads.empty()) {
    const auto length = static_cast<unsigned char>(payloads.front());
    payloads.remove_prefix(1);
    const auto payload = payloads.substr(0, length & 0x3FU);
    if (payload.empty() || bytes.size() + payload.size() + kFrameHeaderSize > kBlockSize) break;
    append(bytes, Frame{FrameKind::records, (length & 0x40U) != 0, (length & 0x80U) != 0, payload});
    payloads.remove_prefix(payload.size());
  }
  return bytes;
}

std::vector<Record> sample() {
  std::vector<Record> records;
  for (int i = 0; i < 150; ++i) {
    const Time t{40000 * i};
    const std::uint64_t squares = 0xFFFF00000000FFFF ^ std::uint64_t{1} << (i % 64);
    if (i % 20 == 7)
      records.emplace_back(ClockReading{t, ClockTime{1000 * i}, ClockTime{5}, {}, {}});
    else if (i == 60)
      records.emplace_back(
          Truth{t, R"({"type":"truth","t_us":2400000,"x":")" + std::string(600, 'x') + "\"}"});
    else
      records.emplace_back(Scan{t, Occupancy{squares}, {}, {}});
  }
  return records;
}

void check_damage(std::string_view places) {
  static const std::vector<Record> kRecords = sample();
  static const std::string kSound = write(kRecords);
  static const Timeline kWhole = read(kSound);
  demand(kWhole.records == kRecords && !kWhole.told);
  std::string bytes = kSound;
  std::size_t first = bytes.size();
  for (; places.size() >= 3; places.remove_prefix(3)) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(places[i]); };
    const std::size_t at = (byte(0) * 256U + byte(1)) % bytes.size();
    bytes[at] = static_cast<char>(static_cast<unsigned char>(bytes[at]) ^ byte(2));
    first = std::min(first, at);
  }
  const Timeline damaged = read(bytes);
  demand(damaged.told || bytes == kSound);
  auto next = kRecords.begin();
  for (const Record& record : damaged.records) {
    next = std::find(next, kRecords.end(), record);
    demand(next != kRecords.end());
    ++next;
  }
  // Blocks before the first damage are whole, except for one record that may go on in the damaged one.
  const std::size_t sound_blocks = first / kSmallestBlockSize;
  const auto before = std::count_if(kWhole.offsets.begin(), kWhole.offsets.end(), [&](std::uint64_t offset) {
    return offset / kSmallestBlockSize < sound_blocks;
  });
  if (sound_blocks > 0) demand(damaged.records.size() + 1 >= static_cast<std::size_t>(before));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view rest{reinterpret_cast<const char*>(data) + 1, size - 1};
  if (data[0] > 1) {
    check_damage(rest);
    return 0;
  }
  const auto timeline = read(data[0] == 0 ? std::string{rest} : frames_of(rest));
  demand(read(write(timeline.records)).records == timeline.records);
  return 0;
}
