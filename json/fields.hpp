// The members of one JSON object, asked for by name and type. The first complaint is kept with its column.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/text.hpp"

namespace jadoube::json {

class JsonFields {
 public:
  /// `object` was made from the whole of `line`. Both, and `error`, must outlive this.
  JsonFields(std::string_view line, const boost::json::object& object, std::optional<LineError>& error)
      : line_{line}, text_{line}, object_{&object}, error_{&error} {}

  /// Complains if the member is missing or of another type; an empty text or `low` then stands for it.
  std::string text(std::string_view member);
  std::int64_t integer(std::string_view member, std::int64_t low, std::int64_t high);

  /// The objects of an array; complains if the member is missing or of another type, or if one of its values
  /// is.
  std::vector<JsonFields> objects(std::string_view member);

  /// Nothing if the member is missing; complains if it is of another type.
  std::optional<std::string> optional_text(std::string_view member);
  std::optional<std::int64_t> optional_integer(std::string_view member, std::int64_t low, std::int64_t high);
  std::optional<JsonFields> optional_object(std::string_view member);

  /// Complains about a member whose value makes no sense. The first complaint counts.
  void complain(std::string_view member, std::string message);

  /// The members nobody has asked for, as they stand in the text: `"a":1,"b":[2]`.
  [[nodiscard]] std::string extra() const;

 private:
  const boost::json::value* find(std::string_view member);
  void complain_missing(std::string_view member);

  std::string_view line_;
  std::string_view text_;
  const boost::json::object* object_;
  std::optional<LineError>* error_;
  std::vector<std::string_view> asked_;
  std::size_t present_ = 0;
};

}  // namespace jadoube::json
