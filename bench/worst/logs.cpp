#include <algorithm>

#include "bench/worst/counted.hpp"
#include "bench/worst/drawn_log.hpp"
#include "bench/worst/quarries.hpp"
#include "detector/detector.hpp"
#include "laws/library.hpp"
#include "stream/log_follower.hpp"

namespace jadoube::bench {

namespace {

/// Long enough for what a search may look at in the beginning to be used up by those that search.
constexpr std::size_t kRecords = 1000;

Cost follow(const std::string& genes, std::size_t records) {
  const DrawnLog log = LogDrawer::draw(genes, records);
  Cost cost;
  cost.units = log.records.size();
  const std::uint64_t start = cost_so_far();
  std::uint64_t before = start;
  std::uint64_t steps = 0;
  const auto step_is_done = [&] {
    const std::uint64_t now = cost_so_far();
    if (now - before > cost.most_at_once) cost.dearest = steps;
    cost.most_at_once = std::max(cost.most_at_once, now - before);
    before = now;
    ++steps;
  };
  detector::Detector detector{log.header, [](const report::Report&) {}};
  for (const record::Record& record : log.records) {
    // As the daemon does it, where boards take turns.
    bool all = false;
    while (!all) {
      all = detector.advance_a_part(time_of(record));
      step_is_done();
    }
    detector.on(record);
    step_is_done();
  }
  cost.all = before - start;
  return cost;
}

/// With the laws, as `jadoube replay` does it.
Cost replay(const std::string& genes, std::size_t records) {
  static const laws::Library library;
  const DrawnLog log = LogDrawer::draw(genes, records);
  struct : stream::StreamSink {
    void tell(const report::Report&) override {}
    std::string take() override { return {}; }
  } nobody;
  Cost cost;
  cost.units = log.records.size();
  stream::LawOfLog law = stream::law_of(log.header, library);
  const std::uint64_t start = cost_so_far();
  stream::LogFollower follower{log.header, std::move(law.laws), stream::find_law_in(library), nobody};
  for (const record::Record& record : log.records) {
    follower.advance_to(time_of(record));
    follower.on(record);
  }
  follower.finish();
  cost.all = cost_so_far() - start;
  return cost;
}

std::string genes(std::initializer_list<std::array<unsigned, 4>> list) {
  std::string text;
  for (const auto& gene : list)
    for (const unsigned byte : gene) text += static_cast<char>(byte);
  return text;
}

/// Links that go and come back, plies that nobody sees, and set-ups, so that all that was played stays in doubt.
constexpr std::string_view kLog =
    "a47f0fa600000100ece5786772a52f090800000d0a00000972a52f090800000d0a00000972a52f09e000000d0a000009"
    "72a52f090800000d00070841060000d307030600060100090a00000972a52f090800000d0a00000972a52f090800000d"
    "00070841066c00d307030600060100090a00000972a52f090800000d0a00000972a52f090800000d00070841060000d3"
    "07030600060100090a00000972a52f090800000d00070841060000d307030600060100090a00000972a52f090800000d"
    "0a00000972a52f090800000d00070841060000d307030600060100090a00000972a52f090800000d0a00000972a52f09"
    "0800000d00070841060000d307030600060100090a00000972a52f090800000d0a00000972a557090800000d00070841"
    "060000d307030600060100090a00000972a52f090800000d0a00000972a52f090800000d00070841060000d307030600"
    "060100090a00000972a52f090800000d0a00000972a52f090800000d00070841060000d307030600060100090a000009"
    "72a52f090800000d0a00000972a52f090800000d00070841060000d307030600060100090a00000972a52f090800000d"
    "194102dd060100090a00000972a52f09060000d307030600060100090a00000972a52f090800000d0a00000972a52f09"
    "980dff500800000d00070841060000d307030600060100090a00000972a52f090800000d0a00000972a52f090800000d"
    "0a00000972a52f090800000d00070841060000d307030600060100090a00000972a52f090800000d0a00000972a52f09"
    "0800000d00070841060000d30703060072a52f090800000d00070841060000d307030600060100090a00000972a52f09"
    "0800000d00070841060000d307030600060100090a00000972a52f090800000d060000d307030600060100090a000009"
    "72a52f090800000d00070841060000d307030600060100090a00000972a52f090800000d00070841060000d307030600"
    "060100090a00000972a52f090800000d00070841060000d307030600060100090a00000972a52f090800000d00070841"
    "060000d30703067a060100090a00000972a52f090800000d00070841";
/// Presses that belong to no lawful moves, and pieces that go out of sight and come back in many ways.
constexpr std::string_view kStep =
    "d89655fec47f5fa2d4744e3c98bdbd0b891b03628c5624390072f10d23dc39e8a67b77c092070830060000d704d33ab9"
    "0703060006e7d009f4e7637723dc39e80072f10d0072f1b80072f10d00725d0dc7e7087723dc39e8fa255e050072f10d"
    "c7e70877233d39e8a67b77c09207083006dc00d7070306000072f10dc7e70877920708fc060000d70703060006e7d009"
    "c7e70877a67b77c09207083006dc00d7070306000072f10dc7e70877920708fc060000d70703060006d4d009c7e70877"
    "a67b77c09207083006dc00d7070306000072f10dc7e70877920708fc750000d70703060006e7d009c7e70877a67b77c0"
    "9207083006dc00d7070306000072f10dc7e70877920708fcd20000d7070306006a4b83c69eb031f106e7d009c7e70877"
    "a67b77c092070830060000d7a67b77c006dc00d7070306000072f10dc7e7087723dc39e8a67b77c06d164cce92070830"
    "06dc00d7330306000072f10dc7e7087723dc39e8a67b77c09207083006dc00d7070306000072f10dc7e7087723dc39e8"
    "a67b77c092070830070306000072f10dc7e70877920708fc06e7d009c7e70877a67b77c006dc00d7a500963207030600"
    "0072fe0dc7e7087723dc39e8a67b77c09207083059dc00d7070306000072f10dc7e7087723dc39e8a67bebc092070830"
    "06dc00d7070306000072f10dc7e70877c5af0b1a23dc39e8070306000072f10dc7e70877920708fc060000d7a5009632"
    "070306000072f10dc7e7087723dc39e8a67b77c0920708f959dc00d7a5009632070306000072f10dc7e7087723dc39e8"
    "a67b77c09207083059dc00d7a5009632070306000072f10dc7e7087723dc39e8a67b77c09207083059dc00d7a5009632"
    "070306000072f10dc7e7087723dc39e8a67b77c09207083059dc00d7a5009632070306000072f10dc7e7087723dc39e8"
    "a67b77c09207083059dc00d7a5009632070306000072f10dc7e7087723dc39e8a67b77c0c5af0b1a23dc39e807030600"
    "0072f10dc7e70877920708fc060000d70703060006e7d009c7e70877a67b77c09207083059dc00d7a500963207030600"
    "0072f10dc7e7087723dc39e8a67b77c09207083059dc00d7a500963207030600";

std::string from_hex(std::string_view hex) {
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes += static_cast<char>(digit(hex[i]) * 16 + digit(hex[i + 1]));
  return bytes;
}

/// The worst that is known comes first.
std::vector<std::string> seeds(std::string_view worst) {
  return {
      from_hex(worst),
      // A law that is changed again and again.
      genes({{0, 0, 1, 0}, {11, 12, 0, 0}, {11, 12, 1, 0}}),
      // Moves, pressed.
      genes({{0, 0, 1, 0}, {0, 7, 8, 0x77}, {0, 3, 8, 0x77}, {0, 11, 8, 0x77}}),
      // Captures whose victim nobody sees, by queens.
      genes({{0, 4, 0, 0}, {0, 1, 1, 0x33}, {0, 3, 1, 0x33}, {0, 5, 1, 0x33}, {10, 0, 0, 9}}),
      // The link goes, and plies are played meanwhile.
      genes({{0, 0, 1, 0}, {0, 7, 8, 0x77}, {6, 0, 0, 9}, {7, 3, 6, 0}, {6, 1, 0, 9}, {8, 0, 0, 13}}),
      genes({{0, 1, 1, 0}, {6, 0, 0, 9}, {7, 3, 9, 0}, {6, 1, 0, 9}, {8, 0, 0, 13}, {10, 0, 0, 9}}),
      // Everything flickers.
      genes({{0, 1, 0, 0}, {4, 12, 20, 2}, {4, 28, 20, 3}, {4, 35, 9, 2}, {4, 51, 9, 2}}),
      // Many pieces up, and at rest.
      genes({{0, 1, 0, 0}, {15, 8, 7, 9}, {15, 0, 7, 10}, {5, 0, 0, 0}, {8, 0, 0, 11}, {9, 0, 0x80, 0x80}}),
      // Pieces are put anywhere, and pressed for.
      genes({{0, 6, 1, 0},
             {12, 12, 40, 3},
             {5, 0, 0, 0},
             {8, 0, 0, 10},
             {12, 50, 20, 4},
             {5, 1, 0, 0},
             {8, 0, 0, 10}}),
      genes({{0, 0, 0, 0}, {13, 1, 6, 3}, {13, 2, 5, 3}, {0, 3, 8, 0x77}, {0, 5, 8, 0x77}}),
  };
}

}  // namespace

std::vector<Quarry> log_quarries() {
  Quarry log;
  log.name = "log";
  log.unit = "record";
  log.gene = LogDrawer::kGene;
  log.longest = 200 * LogDrawer::kGene;
  log.seeds = seeds(kLog);
  log.run = [](const std::string& input) { return replay(input, kRecords); };
  Quarry step = log;
  step.name = "log-step";
  step.seeds = seeds(kStep);
  step.by_step = true;
  step.run = [](const std::string& input) { return follow(input, kRecords / 4); };
  return {log, step};
}

}  // namespace jadoube::bench
