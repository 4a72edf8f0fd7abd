// Reading a log to its end, for tests of all forms.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "record/scan_log.hpp"
#include "record/scanlog_jsonl.hpp"

namespace jadoube::record {

struct Outcome {
  std::string refusal;
  std::string header;
  /// As JSON, which shows a difference better than a variant.
  std::vector<std::string> records;
  std::vector<Place> places;
  std::vector<std::string> problems;
  std::uint64_t unknown_types = 0;
};

inline Outcome read_all(std::unique_ptr<ByteSource> source) {
  Outcome outcome;
  const std::string name = source->name();
  auto reader = ScanLogReader::open(std::move(source), [&](const Problem& problem) {
    outcome.problems.push_back(to_string(problem, name));
  });
  if (!reader) {
    outcome.refusal = reader.error();
    return outcome;
  }
  while (const Entry* entry = (*reader)->next()) {
    outcome.records.push_back(to_json(entry->record, entry->extra));
    outcome.places.push_back(entry->place);
  }
  outcome.header = to_json((*reader)->header());
  outcome.unknown_types = (*reader)->unknown_types();
  return outcome;
}

inline Outcome read_bytes(std::string bytes) {
  return read_all(memory_source("game", std::move(bytes)));
}

/// Record lines → records. Lines must be sound.
inline std::vector<RecordLine> parse_lines(const std::vector<std::string>& lines) {
  std::vector<RecordLine> records;
  for (const std::string& line : lines) records.push_back(parse_record(line).value());
  return records;
}

}  // namespace jadoube::record
