// Law: whatever reports come, every byte of those that are no reading is counted; once it is sure how they are to be
// read, every one that is long enough is read; the session's records never go back in time, and it sends nothing.
#include "drivers/zmartfun/session.hpp"
#include "tests/fuzz/board_codec.hpp"

namespace zmartfun = jadoube::drivers::zmartfun;
using jadoube::fuzz::demand;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  zmartfun::Decoder decoder;
  zmartfun::ZmartfunSession session;
  session.connect(jadoube::record::Time{0});
  std::vector<zmartfun::Reading> readings;
  std::vector<jadoube::record::Record> records;
  jadoube::record::Time now{};
  std::uint64_t lost = 0;
  for (jadoube::fuzz::Bytes rest{data, size}; !rest.empty();) {
    const std::size_t length = std::min<std::size_t>(1 + rest[0] % 65U, rest.size() - 1);
    const auto report = rest.subspan(1, length);
    const std::size_t before = readings.size();
    const bool was_sure = decoder.is_sure();
    decoder.push_report(report, readings);
    if (readings.size() == before) lost += report.size();
    demand(!was_sure || length <= zmartfun::kSquareBytes || report[0] == 0xFF || readings.size() > before);
    session.receive(report, now += std::chrono::milliseconds{rest[0]});
    for (auto& record : session.take_records()) records.push_back(std::move(record));
    rest = rest.subspan(1 + length);
  }
  demand(decoder.losses().skipped_bytes == lost);
  demand(session.take_commands().empty());
  demand(std::ranges::is_sorted(records, {}, jadoube::record::time_of));
  return 0;
}
