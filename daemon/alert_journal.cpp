#include "daemon/alert_journal.hpp"

namespace jadoube::daemon {

AlertEntry alert_entry(const arbiter::Alert& alert) {
  AlertEntry entry;
  entry.id = alert.row.id;
  entry.board = alert.row.board;
  entry.kind = name(alert.row.kind);
  if (alert.row.grade != report::Grade::C) entry.urgency = Urgency::warning;
  entry.sentence = entry.board + ": " + entry.kind + (alert.fact.empty() ? "" : ": " + alert.fact);
  return entry;
}

AlertJournal::AlertJournal(arbiter::LiveHall& hall, Journal& journal, std::uint64_t last)
    : journal_{journal},
      last_{last},
      subscription_{hall.listen_to_alerts([this](const arbiter::Alert& alert) { hear(alert); })} {}

void AlertJournal::hear(const arbiter::Alert& alert) {
  // The first time only. One that waited longer for the disk may come after one with a higher number.
  if (alert.row.id <= last_ || !later_.insert(alert.row.id).second) return;
  while (later_.erase(last_ + 1) != 0) ++last_;
  const AlertEntry entry = alert_entry(alert);
  journal_.say(entry.urgency, entry.sentence,
               {{"JADOUBE_BOARD", entry.board},
                {"JADOUBE_ALERT", std::to_string(entry.id)},
                {"JADOUBE_KIND", entry.kind}});
}

}  // namespace jadoube::daemon
