// What is asked of a shared store most often, and how it stands.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "store/connection.hpp"

namespace jadoube::store {

struct Question {
  std::string_view name;
  /// Of its answer's columns.
  std::vector<std::string_view> columns;
  /// What it is for.
  std::string_view about;
  /// With the time from, and the time before which, a log has begun, as its values.
  std::string_view statement;
};
std::span<const Question> questions();
/// Null: there is none of this name.
const Question* find_question(std::string_view name);

using TellRow = std::function<void(const std::vector<std::string>&)>;
/// Rows in an order that is the same in every store; an empty text stands for NULL.
Done ask(Connection& connection, const Question& question, std::string_view from, std::string_view before,
         const TellRow& tell);

struct Standing {
  std::int64_t version = 0;
  std::int64_t halls = 0, logs = 0, findings = 0, open = 0, held = 0;
  /// When the first and the last log began that say it.
  std::string first, last;
  /// Of all its tables, on the disk.
  std::int64_t bytes = 0;
};
/// Counts everything, which takes a while where there is much.
Expected<Standing> standing_of(Connection& connection, const std::string& address);

}  // namespace jadoube::store
