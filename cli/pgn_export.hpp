// The games of a log as PGN (docs/pgn.md), each once it is known in full: as the record stands after all
// revisions.
#pragma once

#include <optional>
#include <string>

#include "cli/telling.hpp"
#include "detector/game_so_far.hpp"
#include "detector/report.hpp"
#include "drivers/scan.hpp"

namespace jadoube::cli {

using detector::GameSoFar;

class PgnExport final : public Telling {
 public:
  explicit PgnExport(const drivers::Header& header);

  void see(const drivers::Record& record) override;
  void tell(const detector::Line& line) override;
  void finish() override;
  std::string take() override;

 private:
  struct Names {
    std::string white, black;
  };
  void end_game();

  drivers::Header header_;
  GameSoFar game_;
  std::optional<Names> next_;  // paired after the game that is not written yet
  std::string text_;
};

}  // namespace jadoube::cli
