// A golden log as text, and what the library says of a text.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

#include "library/jadoube.h"
#include "record/scan_log.hpp"
#include "record/scanlog_jsonl.hpp"

namespace jadoube::tests {

struct Freed {
  void operator()(jadoube_follower* follower) const { jadoube_free(follower); }
};
using Owned = std::unique_ptr<jadoube_follower, Freed>;

inline std::string golden_text(const std::string& name) {
  auto log =
      record::ScanLogReader::open("tests/golden/" + name + ".jscan.zst",
                                  [](const record::Problem& problem) { ADD_FAILURE() << problem.sentence; });
  if (!log) throw std::runtime_error{log.error()};
  std::string text = record::to_json((*log)->header()) + '\n';
  while (const record::Entry* entry = (*log)->next()) {
    record::append_json(text, entry->record, entry->extra);
    text += '\n';
  }
  return text;
}

/// Everything that waits.
inline std::string lines_of(jadoube_follower* follower) {
  std::string lines;
  while (const char* line = jadoube_next_line(follower)) (lines += line) += '\n';
  return lines;
}

/// What is said of the whole log, fed in pieces of this size.
inline std::string said_of(std::string_view log, std::size_t piece, const char* law = nullptr) {
  const Owned follower{jadoube_new()};
  EXPECT_EQ(jadoube_set_law(follower.get(), law), JADOUBE_OK);
  std::string lines;
  for (; !log.empty(); log.remove_prefix(std::min(piece, log.size()))) {
    EXPECT_EQ(jadoube_feed(follower.get(), log.data(), std::min(piece, log.size())), JADOUBE_OK);
    lines += lines_of(follower.get());
  }
  EXPECT_EQ(jadoube_finish(follower.get()), JADOUBE_OK);
  return lines + lines_of(follower.get());
}

}  // namespace jadoube::tests
