#include "arbiter/audit_text.hpp"

#include "json/writer.hpp"
#include "words/text.hpp"

namespace jadoube::arbiter {

std::string audit_text(const std::vector<AuditEntry>& entries, std::optional<words::Language> language) {
  return json::object_text([&](json::Object& o) {
    o.objects("entries", entries, [&](json::Object& each, const AuditEntry& entry) {
      each.number("id", static_cast<std::int64_t>(entry.id)).text("utc", entry.utc).text("by", entry.by);
      const bool is_said_anew = language && !entry.code.empty();
      each.text("role", name(entry.role));
      each.text("what", is_said_anew ? words::Text::from_code(entry.code).in(*language) : entry.what);
      if (is_said_anew) each.text("language", words::code(*language));
      if (!entry.board.empty()) each.text("board", entry.board);
      if (entry.alert != 0) each.number("alert", static_cast<std::int64_t>(entry.alert));
    });
  });
}

}  // namespace jadoube::arbiter
