// Laws: a line that can be read is written as text that reads back to the same record and is then stable;
// blanks around it make no difference (which holds the quick way of reading scans against the general one); a
// damaged line has a column within it; and a whole log gives times that never decrease.
#include <cstdint>
#include <string>
#include <string_view>

#include "record/scan_log.hpp"
#include "record/scanlog_jsonl.hpp"
#include "tests/fuzz/demand.hpp"

namespace {

using namespace jadoube::record;
using jadoube::fuzz::demand;

void check_record(std::string_view line) {
  const auto read = parse_record(line);
  const auto spaced = parse_record(' ' + std::string{line});
  demand(read.has_value() == spaced.has_value());
  if (!read) {
    demand(!read.error().message.empty() && read.error().column >= 1 &&
           read.error().column <= line.size() + 1);
    return;
  }
  demand(read->record == spaced->record && read->extra == spaced->extra);
  demand(!contradiction(read->record));
  const std::string text = to_json(read->record, read->extra);
  const auto again = parse_record(text);
  demand(again && again->record == read->record && again->extra == read->extra);
  demand(to_json(again->record, again->extra) == text);
}

void check_header(std::string_view line) {
  const auto header = parse_header(line);
  if (!header) return;
  const std::string text = to_json(*header);
  const auto again = parse_header(text);
  demand(again && *again == *header && to_json(*again) == text);
}

void check_log(std::string_view bytes) {
  auto reader = ScanLogReader::open(memory_source("log", std::string{bytes}), [](const Problem& problem) {
    demand(problem.place.line >= 1 && problem.place.column >= 1);
  });
  if (!reader) return;
  Time last{0};
  while (const Entry* entry = (*reader)->next()) {
    demand(time_of(entry->record) >= last);
    last = time_of(entry->record);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes{reinterpret_cast<const char*>(data), size};
  const std::string_view line = bytes.substr(0, bytes.find('\n'));
  check_record(line);
  check_header(line);
  check_log(bytes);
  return 0;
}
