// What live clients are sent is what docs/openapi.yaml says of it.
#include <gmock/gmock.h>

#include <fstream>
#include <map>
#include <set>

#include "tests/arbiter/hall_of_games.hpp"

namespace jadoube::arbiter {
namespace {

struct Row {
  std::set<std::string> required, members;
};

/// "a, b, c" → its parts.
std::set<std::string> parts_of(const std::string& list) {
  std::set<std::string> parts;
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t end = std::min(list.find(", ", at), list.size());
    parts.insert(list.substr(at, end - at));
    at = end + 2;
  }
  return parts;
}

std::string between(const std::string& text, const std::string& begin, char end) {
  const std::size_t at = text.find(begin);
  return at == std::string::npos ? ""
                                 : text.substr(at + begin.size(), text.find(end, at) - at - begin.size());
}

/// The names that stand directly in "{type: {const: board}, seq: {type: integer}}".
std::set<std::string> names_in(const std::string& object) {
  std::set<std::string> names;
  int depth = 0;
  std::string name;
  for (const char c : object) {
    if (c == '{' && ++depth == 2 && name.ends_with(": ")) names.insert(name.substr(0, name.size() - 2));
    if (c == '}' && --depth == 0) break;
    if (c == '{' || c == ',' || c == '}')
      name.clear();
    else if (!(c == ' ' && name.empty()))
      name += c;
  }
  return names;
}

/// By the type, each line of the schema Update.
std::map<std::string, Row> rows() {
  std::map<std::string, Row> rows;
  std::ifstream file{"docs/openapi.yaml"};
  bool is_update = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("    ") && line[4] != ' ') is_update = line == "    Update:";
    const std::size_t at = line.find("properties: ");
    if (!is_update || at == std::string::npos) continue;
    rows[between(line, "const: ", '}')] = {parts_of(between(line, "required: [", ']')),
                                           names_in(line.substr(at + 12))};
  }
  return rows;
}

struct UpdateSchema : HallOfGames {};

TEST_F(UpdateSchema, HasEveryKind) {
  std::set<std::string> kinds{"pong"};
  for (const auto kind : {Update::Kind::board, Update::Kind::alert, Update::Kind::line, Update::Kind::scan,
                          Update::Kind::press, Update::Kind::forgotten, Update::Kind::server})
    kinds.emplace(name(kind));
  std::set<std::string> described;
  for (const auto& [kind, row] : rows()) described.insert(kind);
  EXPECT_EQ(described, kinds);
}

TEST_F(UpdateSchema, IsKeptToByAHall) {
  open();
  const auto schema = rows();
  std::set<std::string> seen;
  const auto check = [&](const Update& update) {
    for (const auto& text : {update.text, update.hall_text}) {
      if (text == nullptr) continue;
      const auto said = boost::json::parse(*text).as_object();
      const std::string kind{said.at("type").as_string()};
      seen.insert(kind);
      const auto row = schema.find(kind);
      ASSERT_NE(row, schema.end()) << *text;
      for (const std::string& each : row->second.required) EXPECT_TRUE(said.contains(each)) << each << *text;
      for (const auto& [member, value] : said)
        EXPECT_TRUE(row->second.members.contains(std::string{member})) << *text;
    }
  };
  const auto listening = hall_->listen(check);
  play(recording("illegal_move", 3));
  hall_.reset();
  open();
  const auto listening_again = hall_->listen(check);
  ASSERT_TRUE(hall_->forget({"root", Role::admin}, "sim-1"));
  EXPECT_THAT(seen, testing::IsSupersetOf({"board", "alert", "line", "scan", "press", "forgotten"}));
}

}  // namespace
}  // namespace jadoube::arbiter
