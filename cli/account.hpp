// The finding stream told to a person: moves with clock times, and findings in plain words where they happened.
#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "chess/setup.hpp"
#include "detector/report.hpp"
#include "drivers/scan.hpp"

namespace jadoube::cli {

class Account {
 public:
  Account(std::ostream& out, bool colour, const drivers::Header& header, const std::string& name);

  /// What the log says, before the detector hears it: the account shows clock times.
  void see(const drivers::Record& record);
  void tell(const detector::Line& line);

 private:
  struct Ply {
    detector::MoveLine line;
    std::optional<drivers::ClockTime> clock;
  };

  void tell_game(const detector::GameLine& line);
  void tell_move(const detector::MoveLine& line);
  void tell_revision(const detector::ReviseLine& line);
  void tell_finding(const detector::Finding& finding);
  void tell_summary(const detector::SummaryLine& line);
  /// A ply is told once it is completed, or when something follows.
  void flush();
  void stamp(detector::Time t);
  [[nodiscard]] std::string styled(std::string_view style, std::string_view text) const;
  [[nodiscard]] std::optional<drivers::ClockTime> time_of(chess::Side side) const;

  std::ostream& out_;
  bool colour_;
  std::optional<drivers::ClockReading> clock_;
  std::optional<Ply> pending_;
  std::vector<std::string> told_;  // SAN by ply − 1
};

}  // namespace jadoube::cli
