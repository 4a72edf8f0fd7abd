// One file for an appeals committee: what a board said between two moments, what was found and done, the
// game, the clocks, and the logs themselves with their digests, as a page that any browser shows without a
// network.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "evidence/log_proof.hpp"
#include "evidence/store.hpp"
#include "laws/library.hpp"
#include "record/utc.hpp"
#include "words/catalogue.hpp"

namespace jadoube::arbiter {

/// A part of the page; made from evidence/page.html by cmake/embed.cmake.
struct PageTemplate {
  std::string_view file;
  std::string_view text;
};
std::span<const PageTemplate> embedded_evidence_page();

struct EvidenceWish {
  std::string board;
  unsigned number = 0;
  /// Wall times; the logs that lie between them, wholly or in part.
  /// Nothing: from the beginning; to the end.
  std::optional<record::WallTime> from, to;
  /// No time was asked for: the board's last log.
  bool last_game = false;
  std::vector<std::string> logs;
  /// Of the page and of what was found.
  words::Language language = words::Language::english;
  /// When, and by which program, the page was made.
  std::string made_utc, version;
};

/// What one log, whose name is its path, has to say about the time asked for, as JSON; nothing if it lies
/// outside it, or if there is nothing in it yet. All of it is from one reading: the log may be written
/// meanwhile. It is heard from its beginning, so that positions and findings are those of the game. `alerts`
/// are what the store knew of it before. The error is one sentence.
tl::expected<std::string, std::string> log_evidence(LogView& log, const EvidenceWish& wish,
                                                    const laws::Library& library,
                                                    const std::vector<AlertRow>& alerts);

/// The page. `logs` are what `log_evidence` gave.
std::string evidence_page(const EvidenceWish& wish, const std::vector<std::string>& logs);

}  // namespace jadoube::arbiter
