// Records as they stand in a log, and what in it could not be read.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "record/scan.hpp"

namespace jadoube::record {

/// Where something stands in its file.
struct Place {
  /// From 1; 0 in a recording, which has no lines.
  std::uint64_t line = 0;
  /// In characters, from 1; 0 in a recording.
  std::uint64_t column = 0;
  /// In bytes of the log (unpacked, if it is packed).
  std::uint64_t offset = 0;
  friend bool operator==(const Place&, const Place&) = default;
};

/// Something in a log that could not be read. The rest of the log is still read.
struct Problem {
  Place place;
  std::string sentence;
  /// No more than that the log ends within what begins here, as one that is being written may.
  bool is_unfinished_end = false;
};
/// "game.scanlog.jsonl:12:30: this is not JSON" or "game.jscan: byte 4096: …".
std::string to_string(const Problem& problem, std::string_view file);

using ProblemSink = std::function<void(const Problem&)>;

struct Entry {
  Record record;
  /// Members that this version does not know: `"a":1,"b":[2]`. Converting carries them along.
  std::string extra;
  Place place;
};

}  // namespace jadoube::record
