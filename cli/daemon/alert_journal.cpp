#include "cli/daemon/alert_journal.hpp"

#include <boost/json.hpp>

namespace jadoube::cli {
namespace {

std::string text_in(const boost::json::object& object, std::string_view name) {
  const auto* value = object.if_contains({name.data(), name.size()});
  const auto* text = value == nullptr ? nullptr : value->if_string();
  return text == nullptr ? std::string{} : std::string{text->data(), text->size()};
}

const boost::json::object* object_in(const boost::json::object& object, std::string_view name) {
  const auto* value = object.if_contains({name.data(), name.size()});
  return value == nullptr ? nullptr : value->if_object();
}

}  // namespace

std::optional<AlertEntry> alert_entry(std::string_view update) {
  // Most updates are about boards: they are not worth reading.
  if (!update.starts_with(R"({"type":"alert")")) return std::nullopt;
  boost::system::error_code error;
  const auto value = boost::json::parse({update.data(), update.size()}, error);
  const auto* whole = error ? nullptr : value.if_object();
  const auto* alert = whole == nullptr ? nullptr : object_in(*whole, "alert");
  const auto* id = alert == nullptr ? nullptr : alert->if_contains("id");
  if (id == nullptr || !id->is_int64()) return std::nullopt;
  AlertEntry entry;
  entry.id = static_cast<std::uint64_t>(id->get_int64());
  entry.board = text_in(*alert, "board");
  std::string fact;
  if (const auto* parts = object_in(*alert, "parts")) fact = text_in(*parts, "fact");
  if (const auto* finding = object_in(*alert, "finding")) {
    entry.kind = text_in(*finding, "kind");
    if (text_in(*finding, "grade") != "C") entry.urgency = Urgency::warning;
  }
  entry.sentence = fact.empty() ? entry.board + ": " + entry.kind : entry.kind + ": " + fact;
  return entry;
}

AlertJournal::AlertJournal(arbiter::Hall& hall, Journal& journal, std::uint64_t last)
    : journal_{journal}, last_{last}, subscription_{hall.listen([this](const arbiter::Update& update) {
        hear(update);
      })} {}

void AlertJournal::hear(const arbiter::Update& update) {
  if (update.text == nullptr) return;
  const auto entry = alert_entry(*update.text);
  // The first time only. One that waited longer for the disk may come after one with a higher number.
  if (!entry || entry->id <= last_ || !later_.insert(entry->id).second) return;
  while (later_.erase(last_ + 1) != 0) ++last_;
  journal_.say(entry->urgency, entry->sentence,
               {{"JADOUBE_BOARD", entry->board},
                {"JADOUBE_ALERT", std::to_string(entry->id)},
                {"JADOUBE_KIND", entry->kind}});
}

}  // namespace jadoube::cli
