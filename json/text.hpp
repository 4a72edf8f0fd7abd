// Small help for JSON that is read a line at a time.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace jadoube::json {

/// What is wrong with a line, and where. `column` counts characters from 1.
struct LineError {
  std::size_t column = 1;
  std::string message;
};

/// The column of a byte: characters of UTF-8 before it, and one.
std::size_t column_of(std::string_view line, std::size_t offset);

/// A member of an object, as it stands in the text.
struct MemberText {
  std::string name;
  /// `"name":value`
  std::string_view whole;
  std::string_view value;
};
/// The members of an object in their order. `object` must be valid JSON, from its `{` (blanks before it are
/// passed over) to its `}`.
std::vector<MemberText> members_of(std::string_view object);

/// The values of an array in their order. As for members_of.
std::vector<std::string_view> values_of(std::string_view array);

}  // namespace jadoube::json
