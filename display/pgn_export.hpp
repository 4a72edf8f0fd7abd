// The games of a log as PGN (docs/pgn.md), each once it is known in full: as the record stands after all
// revisions.
#pragma once

#include <optional>
#include <string>

#include "record/scan.hpp"
#include "report/report.hpp"
#include "stream/published_game.hpp"
#include "stream/stream_sink.hpp"

namespace jadoube::display {

using stream::PublishedGame;

class PgnExport final : public stream::StreamSink {
 public:
  explicit PgnExport(const record::Header& header);

  void see(const record::Record& record) override;
  void tell(const report::Report& report) override;
  void finish() override;
  std::string take() override;

 private:
  void end_game();

  record::Header header_;
  record::PairingEntries players_;
  PublishedGame game_;
  std::optional<record::PairingEntries> next_;  // paired after the game that is not written yet
  std::string text_;
};

}  // namespace jadoube::display
