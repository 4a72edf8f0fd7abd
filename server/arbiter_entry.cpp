#include "server/arbiter_entry.hpp"

#include <boost/json.hpp>
#include <set>
#include <utility>

#include "json/text.hpp"
#include "json/writer.hpp"
#include "record/scanlog_jsonl.hpp"

namespace jadoube::server {

std::optional<std::string> doubled_member(std::string_view body) {
  std::set<std::string> known;
  for (const json::MemberText& member : json::members_of(body))
    if (!known.insert(member.name).second)
      return "The body says \"" + member.name + "\" twice, and only one of the two can be meant.";
  return std::nullopt;
}

std::optional<std::string> unknown_member(std::string_view extra) {
  const std::string object = '{' + std::string{extra} + '}';
  const auto members = json::members_of(object);
  if (members.empty()) return std::nullopt;
  return "The body says \"" + members.front().name + "\", which means nothing here.";
}

tl::expected<record::Arbiter, BadEntry> read_arbiter_entry(std::string_view body) {
  const auto bad = [](unsigned status, std::string sentence) {
    return tl::unexpected{BadEntry{status, std::move(sentence)}};
  };
  boost::system::error_code error;
  const auto value = boost::json::parse({body.data(), body.size()}, error);
  if (error || !value.is_object())
    return bad(422, "The body must be one JSON object like {\"action\":\"pause\"}.");
  if (auto doubled = doubled_member(body)) return bad(400, *std::move(doubled));
  const std::string line = json::object_text([&](json::Object& o) {
    o.text("type", "arbiter").number("t_us", 0);
    for (const json::MemberText& member : json::members_of(body))
      if (member.name != "type" && member.name != "t_us") o.members(member.whole);
  });
  const auto record = record::parse_record(line);
  if (!record) return bad(422, "This cannot be entered: " + record.error().message + '.');
  const auto* entry = std::get_if<record::Arbiter>(&record->record);
  if (entry == nullptr) return bad(422, "This is nothing that an arbiter can enter.");
  if (auto unknown = unknown_member(record->extra)) return bad(400, *std::move(unknown));
  if (const auto why = record::contradiction(record->record))
    return bad(422, "This cannot be entered: " + *why + '.');
  return *entry;
}

}  // namespace jadoube::server
