#include "arbiter/http/arbiter_entry.hpp"

#include <boost/json.hpp>

#include "drivers/json_text.hpp"
#include "drivers/scanlog_jsonl.hpp"

namespace jadoube::arbiter::http {

tl::expected<drivers::Arbiter, std::string> read_arbiter_entry(std::string_view body) {
  boost::system::error_code error;
  const auto value = boost::json::parse({body.data(), body.size()}, error);
  if (error || !value.is_object())
    return tl::unexpected{std::string{"The body must be one JSON object like {\"action\":\"pause\"}."}};
  std::string line = R"({"type":"arbiter","t_us":0)";
  for (const drivers::MemberText& member : drivers::members_of(body)) {
    if (member.name == "type" || member.name == "t_us") continue;
    line += ',';
    line += member.whole;
  }
  line += '}';
  const auto record = drivers::parse_record(line);
  if (!record) return tl::unexpected{"This cannot be entered: " + record.error().message + '.'};
  const auto* entry = std::get_if<drivers::Arbiter>(&record->record);
  if (entry == nullptr) return tl::unexpected{std::string{"This is nothing that an arbiter can enter."}};
  if (const auto why = drivers::contradiction(record->record))
    return tl::unexpected{"This cannot be entered: " + *why + '.'};
  return *entry;
}

}  // namespace jadoube::arbiter::http
