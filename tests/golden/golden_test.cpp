// Replays the golden logs and compares what the detector says with expected.txt, and what every law makes of it with
// rulings.txt. README.md there explains.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "detector/detector.hpp"
#include "detector/names.hpp"
#include "judge/judge.hpp"
#include "laws/library.hpp"
#include "record/scan_log.hpp"
#include "stream/stream_json.hpp"
#include "tests/support/english_left.hpp"
#include "tests/support/fingerprint.hpp"

namespace jadoube::detector {
namespace {

using support::Hash;
using support::wants_rewriting;

const std::filesystem::path kLogs = "tests/golden";
const std::filesystem::path kExpected = kLogs / "expected.txt";
const std::filesystem::path kRulings = kLogs / "rulings.txt";

/// "illegal_move A white 31 confirmed"
std::string in_short(const Finding& f) {
  std::ostringstream text;
  text << name(f.kind) << ' ' << name(f.grade) << ' ' << (f.side ? name(*f.side) : "-") << ' ' << f.ply;
  if (f.state != State::opened) text << ' ' << name(f.state);
  return text.str();
}

struct Said {
  std::string hash;
  std::vector<std::string> findings;  // in the order in which they were opened
};

/// Null: it cannot be read, which is a failure of the test.
std::unique_ptr<record::ScanLogReader> opened(const std::filesystem::path& log) {
  auto source = record::open_source(log.string());
  EXPECT_TRUE(source) << log;
  if (!source) return nullptr;
  auto reader = record::ScanLogReader::open(
      *std::move(source),
      [name = log.string()](const record::Problem& problem) { ADD_FAILURE() << to_string(problem, name); });
  EXPECT_TRUE(reader) << log;
  return reader ? *std::move(reader) : nullptr;
}

Said replay(const std::filesystem::path& log) {
  const auto reader = opened(log);
  if (!reader) return {};
  Hash hash;
  std::map<std::uint64_t, Finding> findings;
  Detector detector{reader->header(), [&](const Report& line) {
                      hash.add(stream::to_json(line));
                      hash.add("\n");
                      if (const auto* revise = std::get_if<RevisionReport>(&line)) {
                        EXPECT_EQ(revise->fens.size(), revise->moves.size()) << log;
                      }
                      if (const auto* finding = std::get_if<Finding>(&line)) {
                        findings[finding->id] = *finding;
                        EXPECT_EQ(support::english_left(finding->text), "") << log;
                      }
                    }};
  while (const record::Entry* entry = reader->next()) detector.on(entry->record);
  detector.finish();
  Said said{hash.text(), {}};
  for (const auto& [id, finding] : findings) said.findings.push_back(in_short(finding));
  return said;
}

struct Law {
  std::shared_ptr<const laws::LawSet> set;
  Hash said;  // of all logs
};

std::vector<Law> all_laws() {
  std::vector<Law> list;
  for (const auto id : laws::built_in_ids())
    list.push_back({std::make_shared<const laws::LawSet>(laws::Library{}.law(id).value()), {}});
  return list;
}

/// A hash over what all these laws rule, which is added to theirs.
std::string judge(const std::filesystem::path& log, std::vector<Law>& laws) {
  const auto reader = opened(log);
  if (!reader) return {};
  Hash hash;
  std::vector<laws::Judge> judges;
  for (Law& law : laws) {
    laws::Judge::Options options;
    options.say = [&](const laws::JudgedReport& line) {
      const auto* const ruling = std::get_if<laws::Ruling>(&line);
      if (!ruling) return;
      const std::string text = stream::to_json(*ruling) + "\n";
      hash.add(text);
      law.said.add(text);
    };
    judges.emplace_back(law.set, reader->header(), std::move(options));
  }
  std::vector<Report> lines;
  Detector detector{reader->header(), [&](const Report& line) { lines.push_back(line); }};
  while (const record::Entry* entry = reader->next()) {
    detector.on(entry->record);
    for (laws::Judge& each : judges) each.on(entry->record, lines);
    lines.clear();
  }
  detector.finish();
  for (laws::Judge& each : judges) each.on(lines);
  return hash.text();
}

std::vector<std::filesystem::path> all_logs() {
  std::vector<std::filesystem::path> logs;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kLogs))
    if (entry.path().extension() == ".zst") logs.push_back(entry.path());
  std::sort(logs.begin(), logs.end());
  return logs;
}

std::string block(const std::filesystem::path& log, const Said& said) {
  std::ostringstream text;
  text << log.lexically_relative(kLogs).string() << ' ' << said.hash << '\n';
  for (const std::string& finding : said.findings) text << "  " << finding << '\n';
  return text.str();
}

/// Blocks of expected.txt by the name of the log.
std::map<std::string, std::string> expected_blocks() {
  std::map<std::string, std::string> blocks;
  std::ifstream file{kExpected};
  std::string line;
  std::string log;
  while (std::getline(file, line)) {
    if (!line.starts_with(' ')) log = line.substr(0, line.find(' '));
    blocks[log] += line + "\n";
  }
  return blocks;
}

TEST(Golden, EveryLogIsSeenAsItWas) {
  const bool rewrite = wants_rewriting();
  const auto logs = all_logs();
  ASSERT_FALSE(logs.empty());
  const auto expected = expected_blocks();
  Hash fingerprint;
  std::string everything;
  std::size_t differing = 0;
  for (const auto& log : logs) {
    const Said said = replay(log);
    fingerprint.add(said.hash);
    const std::string now = block(log, said);
    everything += now;
    const auto known = expected.find(log.lexically_relative(kLogs).string());
    const std::string before = known == expected.end() ? "  (not in expected.txt)\n" : known->second;
    if (rewrite || now == before) continue;
    if (++differing <= 5) ADD_FAILURE() << "expected:\n" << before << "came:\n" << now;
  }
  EXPECT_EQ(rewrite ? logs.size() : expected.size(), logs.size()) << "expected.txt names other logs";
  if (differing > 5) ADD_FAILURE() << "… and " << differing - 5 << " more";
  if (rewrite) {
    std::ofstream{kExpected, std::ios::trunc} << everything;
    GTEST_SKIP() << "expected.txt has been written anew, fingerprint " << fingerprint.text();
  }
  std::cout << logs.size() << " golden logs, fingerprint " << fingerprint.text() << std::endl;
}

/// One of each kind, by turns of each tempo and board.
std::vector<std::filesystem::path> one_of_each_kind() {
  std::map<std::string, std::vector<std::filesystem::path>> kinds;
  for (const auto& log : all_logs()) kinds[log.filename().string()].push_back(log);
  std::vector<std::filesystem::path> logs;
  for (const auto& [kind, of_kind] : kinds) logs.push_back(of_kind[logs.size() % of_kind.size()]);
  return logs;
}

TEST(Golden, EveryLawRulesOnEveryKindAsItDid) {
  std::vector<Law> laws = all_laws();
  std::string of_logs;
  for (const auto& log : one_of_each_kind())
    of_logs += log.lexically_relative(kLogs).string() + ' ' + judge(log, laws) + '\n';
  std::string of_laws;
  for (const Law& law : laws) of_laws += law.set->id + ' ' + law.said.text() + '\n';
  const std::string now = of_laws + of_logs;
  if (wants_rewriting()) {
    std::ofstream{kRulings, std::ios::trunc} << now;
    GTEST_SKIP() << "rulings.txt has been written anew";
  }
  EXPECT_EQ(support::differing_lines(kRulings, now), "")
      << "in rulings.txt; jadoube replay --law LAW shows what is said of a log";
}

TEST(Golden, ThereIsALogForEveryTempoAndKindOfBoard) {
  std::map<std::string, std::size_t> kinds;
  for (const auto& log : all_logs()) ++kinds[log.filename().string()];
  EXPECT_GE(kinds.size(), 28U);
  for (const auto& [kind, logs] : kinds) EXPECT_EQ(logs, 12U) << kind;
}

}  // namespace
}  // namespace jadoube::detector
