// Law: whatever a log of a wire says, reading it ends; its records never go back in time and end with the
// end of the log; and what a log says in its first lines is not changed by those that follow.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "captures/wire_log.hpp"
#include "record/byte_source.hpp"
#include "tests/fuzz/demand.hpp"

namespace {

namespace captures = jadoube::captures;
namespace record = jadoube::record;
using jadoube::fuzz::demand;

/// Without the end of the log; nothing if it was refused.
std::vector<record::Record> records_of(std::string_view text) {
  std::vector<record::Record> records;
  auto reader =
      captures::open_wire_log(record::memory_source("wire", std::string{text}),
                              [](const record::Problem& problem) { demand(!problem.sentence.empty()); });
  if (!reader) {
    demand(!reader.error().empty());
    return records;
  }
  while (const record::Entry* entry = (*reader)->next()) records.push_back(entry->record);
  demand(std::ranges::is_sorted(records, {}, record::time_of));
  demand(!records.empty() && std::holds_alternative<record::End>(records.back()));
  records.pop_back();
  return records;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  const auto all = records_of(text);
  const auto first = records_of(text.substr(0, text.rfind('\n', size / 2) + 1));
  demand(first.size() <= all.size() && std::equal(first.begin(), first.end(), all.begin()));
  return 0;
}
