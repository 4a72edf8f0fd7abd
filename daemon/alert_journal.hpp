// Alerts in the journal of the machine: each once, when it is new.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>

#include "arbiter/live_hall.hpp"
#include "daemon/journal.hpp"

namespace jadoube::daemon {

/// What is said of an alert.
struct AlertEntry {
  std::uint64_t id = 0;
  Urgency urgency = Urgency::notice;
  std::string board;
  std::string kind;
  std::string sentence;
};
AlertEntry alert_entry(const arbiter::Alert& alert);

class AlertJournal {
 public:
  /// Alerts after number `last`. Both must outlive this.
  AlertJournal(arbiter::LiveHall& hall, Journal& journal, std::uint64_t last);

 private:
  void hear(const arbiter::Alert& alert);

  Journal& journal_;
  /// All up to here have been told, and these.
  std::uint64_t last_;
  std::set<std::uint64_t> later_;
  std::shared_ptr<void> subscription_;
};

}  // namespace jadoube::daemon
