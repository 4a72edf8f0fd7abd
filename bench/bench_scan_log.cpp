// How fast scan logs are read and written, in records a second. The log is what a presence board gives that
// reports every scan: 40 ms apart with some jitter, a change now and then, a clock reading each second.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "record/scan_log.hpp"

namespace {

using namespace jadoube::record;

std::vector<Record> sample() {
  std::vector<Record> records;
  std::uint32_t state = 1;
  const auto below = [&state](std::uint32_t limit) {
    state = state * 1664525U + 1013904223U;
    return (state >> 8U) % limit;
  };
  Time t{0};
  std::uint64_t squares = 0xFFFF00000000FFFF;
  for (int i = 0; i < 200000; ++i) {
    t += Time{39700 + below(600)};
    if (below(50) == 0) squares ^= std::uint64_t{1} << below(64);
    records.emplace_back(Scan{t, Occupancy{squares}, {}, {}});
    if (i % 25 == 0)
      records.emplace_back(ClockReading{t, ClockTime{5400000 - 40 * i}, ClockTime{5400000}, {}, {}});
  }
  return records;
}

std::string written(const std::vector<Record>& records, Form form) {
  std::string bytes;
  auto writer = ScanLogWriter::create(memory_sink(bytes), form, Header{}).value();
  bool done = true;
  for (const Record& record : records) done = done && writer->write(record);
  if (!done || !writer->close()) std::abort();
  return bytes;
}

void write(benchmark::State& state, Form form) {
  const auto records = sample();
  std::size_t size = 0;
  for (auto _ : state) {
    size = written(records, form).size();
    benchmark::DoNotOptimize(size);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(records.size()));
  state.counters["bytes_per_record"] = static_cast<double>(size) / static_cast<double>(records.size());
}

void read(benchmark::State& state, Form form) {
  const auto bytes = written(sample(), form);
  std::int64_t count = 0;
  for (auto _ : state) {
    auto reader = ScanLogReader::open(memory_source("log", bytes), [](const Problem&) {}).value();
    while (reader->next() != nullptr) ++count;
  }
  state.SetItemsProcessed(count);
}

BENCHMARK_CAPTURE(read, jsonl, Form::jsonl);
BENCHMARK_CAPTURE(write, jsonl, Form::jsonl);
BENCHMARK_CAPTURE(read, recording, Form::recording);
BENCHMARK_CAPTURE(write, recording, Form::recording);

}  // namespace

BENCHMARK_MAIN();
