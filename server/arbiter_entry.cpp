#include "server/arbiter_entry.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <boost/json.hpp>

#include "json/text.hpp"
#include "json/writer.hpp"
#include "record/scanlog_jsonl.hpp"
#include "words/direction.hpp"

namespace jadoube::server {
namespace {

/// Of a player, in bytes of UTF-8; as in a list of pairings.
constexpr std::size_t kLongestPlayer = 120;

}  // namespace

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

bool is_sound_name(std::string_view text) {
  return !words::turns_text(text) &&
         std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
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
  // What kind of record it becomes, and when, is for the hall to say.
  for (const json::MemberText& member : json::members_of(body))
    if (member.name == "type" || member.name == "t_us") return bad(400, *unknown_member(member.whole));
  const std::string line = json::object_text([&](json::Object& o) {
    o.text("type", "arbiter").number("t_us", 0);
    for (const json::MemberText& member : json::members_of(body)) o.members(member.whole);
  });
  const auto record = record::parse_record(line);
  if (!record) return bad(422, "This cannot be entered: " + record.error().message + '.');
  const auto* entry = std::get_if<record::Arbiter>(&record->record);
  if (entry == nullptr) return bad(422, "This is nothing that an arbiter can enter.");
  if (auto unknown = unknown_member(record->extra)) return bad(400, *std::move(unknown));
  for (const std::string* name : {&entry->white_name, &entry->black_name})
    if (name->size() > kLongestPlayer || !is_sound_name(*name))
      return bad(422, "This cannot be entered: a name has " + std::to_string(kLongestPlayer) +
                          " bytes at most, in one line, and nothing that turns the text round.");
  for (const std::string* text : {&entry->what, &entry->reason})
    if (!is_sound_name(*text))
      return bad(422,
                 "This cannot be entered: a text has neither line ends nor anything that turns it round.");
  if (const auto why = record::contradiction(record->record))
    return bad(422, "This cannot be entered: " + *why + '.');
  return *entry;
}

}  // namespace jadoube::server
