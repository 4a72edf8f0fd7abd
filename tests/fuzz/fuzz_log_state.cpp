// Laws: a log is the same in either form and back, byte for byte; a state in it, and what follows on that, are what whoever
// has read it from its beginning has; and a recording that ends anywhere, as after a crash, and is gone on with holds what
// was whole before the cut and all that came behind, and nothing else.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "record/recording.hpp"
#include "record/scan_log.hpp"
#include "record/scanlog_jsonl.hpp"
#include "tests/fuzz/demand.hpp"
#include "tests/fuzz/drawn_log.hpp"

namespace {

using namespace jadoube::record;
using jadoube::fuzz::demand;
using Records = std::vector<Record>;

std::string written(const jadoube::fuzz::DrawnLog& log, Form form) {
  std::string bytes;
  auto writer = form == Form::recording
                    ? std::unique_ptr<ScanLogWriter>{create_recording(memory_sink(bytes), log.header,
                                                                      kSmallestBlockSize, Digest{})
                                                         .value()}
                    : ScanLogWriter::create(memory_sink(bytes), form, log.header).value();
  for (const auto& each : log.records) demand(writer->write(each).has_value());
  demand(writer->close().has_value());
  return bytes;
}

std::unique_ptr<ScanLogReader> opened(const std::string& bytes, ProblemSink problems) {
  return ScanLogReader::open(memory_source("log", bytes), std::move(problems)).value();
}

jadoube::fuzz::DrawnLog read(const std::string& bytes) {
  const auto reader = opened(bytes, [](const Problem&) { demand(false); });
  jadoube::fuzz::DrawnLog log{reader->header(), {}};
  while (const Entry* entry = reader->next()) log.records.push_back(entry->record);
  return log;
}

/// What board and clock have shown last before `t`, whenever that was.
Standing standing_before(const Records& records, Time t) {
  Standing standing;
  for (const Record& each : records) {
    if (time_of(each) >= t) break;
    if (const auto* scan = std::get_if<Scan>(&each)) standing.scan = *scan;
    if (const auto* clock = std::get_if<ClockReading>(&each)) standing.clock = *clock;
  }
  return standing;
}

bool same_but_for_times(Standing a, Standing b) {
  for (Standing* each : {&a, &b}) {
    if (each->scan) each->scan->t = {};
    if (each->clock) each->clock->t = {};
  }
  return a == b;
}

void check_state(const std::string& bytes, const Records& records, Time t) {
  const auto reader = opened(bytes, [](const Problem&) {});
  const auto standing = reader->seek(t);
  demand(standing.has_value() && same_but_for_times(*standing, standing_before(records, t)));
  for (const Record& each : records) {
    if (time_of(each) < t) continue;
    const Entry* entry = reader->next();
    demand(entry != nullptr && entry->record == each);
  }
  demand(reader->next() == nullptr);
}

void check_crash(std::string bytes, const Records& records, std::size_t end) {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("jadoube-fuzz-" + std::to_string(::getpid()) + ".jscan");
  bytes.resize(end);
  std::filesystem::remove(path);
  std::ofstream{path, std::ios::binary} << bytes;
  auto reopened = reopen_recording(path, [](const Problem&) {});
  if (!reopened) {  // cut within its header
    std::filesystem::remove(path);
    demand(!reopened.error().empty() &&
           !ScanLogReader::open(memory_source("log", bytes), [](const Problem&) {}));
    return;
  }
  demand(reopened->records <= records.size());
  const auto kept = static_cast<Records::difference_type>(reopened->records);
  demand(kept == 0 || time_of(records[reopened->records - 1]) == reopened->last);
  Records expected{records.begin(), records.begin() + kept};
  for (int i = 1; i < 4; ++i) {
    expected.emplace_back(Press{reopened->last + Time{i}, jadoube::chess::Side::white});
    demand(reopened->writer->write(expected.back()).has_value());
  }
  demand(reopened->writer->close().has_value());
  std::ifstream file{path, std::ios::binary};
  const std::string whole{std::istreambuf_iterator<char>{file}, {}};
  std::filesystem::remove(path);
  const auto reader = opened(whole, [](const Problem&) {});
  for (const Record& each : expected) {
    const Entry* entry = reader->next();
    demand(entry != nullptr && entry->record == each);
  }
  demand(reader->next() == nullptr);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzedDataProvider bytes{data, size};
  const auto where = bytes.ConsumeIntegral<std::uint16_t>();
  const auto log = jadoube::fuzz::LogDrawer{bytes, 120}.draw();
  const std::string text = written(log, Form::jsonl);
  const std::string recording = written(log, Form::recording);
  const auto back = read(recording);
  demand(back.header == log.header && back.records == log.records);
  demand(written(back, Form::jsonl) == text);
  const auto read_text = read(text);
  demand(read_text.header == log.header && read_text.records == log.records);
  demand(written(read_text, Form::recording) == recording);
  const Time end = log.records.empty() ? Time{0} : time_of(log.records.back());
  const Time t{(end.count() + 2) / 65536 * where + where % 3};
  check_state(recording, log.records, t);
  check_state(text, log.records, t);
  if (where % 4 == 0) check_crash(recording, log.records, recording.size() * where / 65536);
  return 0;
}
