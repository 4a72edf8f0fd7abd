// Alerts in the journal of the machine: each once, when it is new.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "arbiter/hall.hpp"
#include "cli/daemon/journal.hpp"

namespace jadoube::cli {

/// What is said of an alert.
struct AlertEntry {
  std::uint64_t id = 0;
  Urgency urgency = Urgency::notice;
  std::string board;
  std::string kind;
  std::string sentence;
};
/// Of an update's text; nothing if it is not about an alert.
std::optional<AlertEntry> alert_entry(std::string_view update);

class AlertJournal {
 public:
  /// Alerts after number `last`. Both must outlive this.
  AlertJournal(arbiter::Hall& hall, Journal& journal, std::uint64_t last);

 private:
  void hear(const arbiter::Update& update);

  Journal& journal_;
  /// All up to here have been told, and these.
  std::uint64_t last_;
  std::set<std::uint64_t> later_;
  std::shared_ptr<void> subscription_;
};

}  // namespace jadoube::cli
