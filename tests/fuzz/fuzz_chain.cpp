// Law: a recording that is chained and sealed and has been changed anywhere since is not taken for what it was: it cannot be
// read, a fault is told, or its end is gone, and it is as it was up to the last seal that is left. The bytes are damage
// (damage.hpp).
#include <string>

#include "record/recording.hpp"
#include "record/recording_verify.hpp"
#include "record/scan_log.hpp"
#include "tests/fuzz/damage.hpp"
#include "tests/fuzz/demand.hpp"

namespace {

using namespace jadoube::record;
using jadoube::fuzz::demand;

std::string sealed() {
  std::string bytes;
  auto writer = create_recording(memory_sink(bytes), Header{}, kSmallestBlockSize, Digest{}).value();
  for (int i = 0; i < 120; ++i) {
    demand(
        writer->write(Scan{Time{40'000 * i}, Occupancy{std::uint64_t{1} << (i % 64)}, {}, {}}).has_value());
    if (i % 50 == 49) demand(writer->seal().has_value());
  }
  demand(writer->seal().has_value() && writer->close().has_value());
  return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string kSound = sealed();
  static const ChainCheck kWhole = verify_recording("sound", kSound).value();
  demand(kWhole.faults.empty() && kWhole.seals.size() >= 3 && kWhole.records == 120);
  const std::string bytes = jadoube::fuzz::damaged(kSound, jadoube::fuzz::text_of(data, size));
  const auto check = verify_recording("damaged", bytes);
  if (!check) {
    demand(check.error().starts_with("damaged") && bytes != kSound);
    return 0;
  }
  if (bytes == kSound) demand(check->faults.empty() && check->ends_with_seal());
  if (bytes == kSound || !check->faults.empty()) return 0;
  // Behind the last seal that is left nothing was promised.
  demand(check->records <= kWhole.records && (bytes.size() < kSound.size() || !check->ends_with_seal()));
  for (const Seal& seal : check->seals) demand(bytes.starts_with(kSound.substr(0, seal.bytes)));
  return 0;
}
