// Replays the golden logs and compares what the detector says with expected.txt. README.md there explains.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "detector/detector.hpp"
#include "detector/names.hpp"
#include "record/scan_log.hpp"
#include "stream/stream_json.hpp"
#include "tests/support/english_left.hpp"

namespace jadoube::detector {
namespace {

const std::filesystem::path kLogs = "tests/golden";
const std::filesystem::path kExpected = kLogs / "expected.txt";

/// FNV-1a, 64 bits: tells that something changed, and is quoted in commits.
class Hash {
 public:
  void add(std::string_view text) {
    for (const char c : text) {
      value_ ^= static_cast<unsigned char>(c);
      value_ *= 0x100000001B3;
    }
  }
  [[nodiscard]] std::string text() const {
    std::ostringstream out;
    out << std::hex << std::setw(16) << std::setfill('0') << value_;
    return out.str();
  }

 private:
  std::uint64_t value_ = 0xCBF29CE484222325;
};

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

Said replay(const std::filesystem::path& log) {
  auto source = record::open_source(log.string());
  EXPECT_TRUE(source) << log;
  if (!source) return {};
  auto reader = record::ScanLogReader::open(*std::move(source), [&](const record::Problem& problem) {
    ADD_FAILURE() << to_string(problem, log.string());
  });
  EXPECT_TRUE(reader) << log;
  if (!reader) return {};
  Hash hash;
  std::map<std::uint64_t, Finding> findings;
  Detector detector{(*reader)->header(), [&](const Report& line) {
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
  while (const record::Entry* entry = (*reader)->next()) detector.on(entry->record);
  detector.finish();
  Said said{hash.text(), {}};
  for (const auto& [id, finding] : findings) said.findings.push_back(in_short(finding));
  return said;
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
  const char* wish = std::getenv("JADOUBE_GOLDEN");
  const bool rewrite = wish != nullptr && std::string_view{wish} == "rewrite";
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

TEST(Golden, ThereIsALogForEveryTempoAndKindOfBoard) {
  std::map<std::string, std::size_t> kinds;
  for (const auto& log : all_logs()) ++kinds[log.filename().string()];
  EXPECT_GE(kinds.size(), 28U);
  for (const auto& [kind, logs] : kinds) EXPECT_EQ(logs, 12U) << kind;
}

}  // namespace
}  // namespace jadoube::detector
