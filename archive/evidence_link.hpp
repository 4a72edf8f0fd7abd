// How to see what a finding in an archive rests on.
#pragma once

#include <optional>
#include <string>

#include "record/scan.hpp"

namespace jadoube::archive {

/// Wall time of a log's time, like 2026-11-21T18:00:00.000Z; nothing if the log does not say when it began.
std::optional<std::string> utc_of(const record::Header& header, record::Time t);

struct EvidenceLink {
  /// Line of a shell: makes the page of `jadoube evidence` of that time, half a minute more on either side, if the log lies in a daemon's
  /// data folder; else replays the log.
  std::string command;
  /// The page of the game at the daemon that has the log: what follows on its address. Only of a log in a data folder.
  std::optional<std::string> url;
};
EvidenceLink evidence_of(const std::string& log, const record::Header& header, record::Time from,
                         record::Time to);

}  // namespace jadoube::archive
