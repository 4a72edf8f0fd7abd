#include "tests/simulator/reading.hpp"

#include "record/scan_log.hpp"
#include "simulator/plausible.hpp"

namespace jadoube::simulator {
namespace {

std::string word(const std::string& json, const std::string& key) {
  const std::string open = '"' + key + "\":\"";
  const auto at = json.find(open);
  if (at == std::string::npos) return {};
  const auto begin = at + open.size();
  return json.substr(begin, json.find('"', begin) - begin);
}

std::optional<std::int64_t> number(const std::string& json, const std::string& key) {
  const std::string open = '"' + key + "\":";
  const auto at = json.find(open);
  if (at == std::string::npos) return std::nullopt;
  return std::stoll(json.substr(at + open.size()));
}

std::optional<record::Time> time(const std::string& json, const std::string& key) {
  if (const auto n = number(json, key)) return record::Time{*n};
  return std::nullopt;
}

}  // namespace

PlayedGame game_of(std::uint64_t seed) {
  Rng rng{seed, "game"};
  return random_game(rng);
}

std::string text_of(const Recording& recording) {
  std::string text;
  auto writer =
      record::ScanLogWriter::create(record::memory_sink(text), record::Form::jsonl, recording.header);
  for (const auto& record : recording.records)
    if (auto written = (*writer)->write(record); !written) text += "REFUSED " + written.error() + '\n';
  if (!(*writer)->close()) text += "NOT CLOSED";
  return text;
}

std::uint64_t fingerprint(const Recording& recording) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const char c : text_of(recording)) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  return hash;
}

std::vector<TruthLine> truths(const Recording& recording) {
  std::vector<TruthLine> lines;
  for (const auto& record : recording.records) {
    const auto* truth = std::get_if<record::Truth>(&record);
    if (truth == nullptr) continue;
    const std::string& json = truth->json;
    lines.push_back({truth->t, word(json, "label"), word(json, "kind"), word(json, "side"), word(json, "uci"),
                     word(json, "how"), word(json, "reason"), word(json, "result"),
                     static_cast<unsigned>(number(json, "ply").value_or(0)), time(json, "by_us"),
                     time(json, "gone_us"), json.find("\"optional\":true") != std::string::npos});
  }
  return lines;
}

std::vector<TruthLine> irregularities(const Recording& recording, std::string_view kind) {
  std::vector<TruthLine> lines;
  for (auto& line : truths(recording))
    if (line.label == "irregularity" && line.kind == kind) lines.push_back(std::move(line));
  return lines;
}

std::uint64_t occupied_at(const Recording& recording, record::Time t) {
  std::uint64_t occupied = 0;
  for (const auto& record : recording.records) {
    if (time_of(record) > t) break;
    if (const auto* scan = std::get_if<record::Scan>(&record)) occupied = scan->occupied.bits;
  }
  return occupied;
}

}  // namespace jadoube::simulator
