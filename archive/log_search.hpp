// Which logs there are.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jadoube::archive {

struct FoundLogs {
  /// As they were named, or below the folder that was; those of a folder in the order of the bytes of their names. Each file once.
  std::vector<std::string> logs;
  /// What could not be looked into: one sentence each, with its name.
  std::vector<std::string> complaints;
};

/// Of each path that is a folder, all files in it, however deep, that are called as logs are (record::form_of_name); any other
/// path is a log. Links to folders are not followed.
FoundLogs find_logs(const std::vector<std::string>& paths);

/// The `number`th of `of` equal parts.
struct Part {
  unsigned number = 1;
  unsigned of = 1;
};
/// "3/8"; nothing if it is none.
std::optional<Part> part_from_text(std::string_view text);
/// Every `of`th log, so that each part has old and new ones.
std::vector<std::string> part_of(const std::vector<std::string>& logs, Part part);

}  // namespace jadoube::archive
