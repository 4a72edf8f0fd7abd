#include "json/fields.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <utility>

namespace jadoube::json {
namespace {

std::string quoted(std::string_view member) {
  return '"' + std::string{member} + '"';
}

}  // namespace

const boost::json::value* JsonFields::find(std::string_view member) {
  const auto* value = object_->if_contains({member.data(), member.size()});
  if (std::find(asked_.begin(), asked_.end(), member) != asked_.end()) return value;
  asked_.push_back(member);
  if (value != nullptr) ++present_;
  return value;
}

void JsonFields::complain_missing(std::string_view member) {
  if (*error_) return;
  const auto at = static_cast<std::size_t>(text_.data() - line_.data());
  *error_ = LineError{column_of(line_, at), quoted(member) + " is missing"};
}

void JsonFields::complain(std::string_view member, std::string message) {
  if (*error_) return;
  std::size_t at = 0;
  for (const MemberText& each : members_of(text_))
    if (each.name == member) at = static_cast<std::size_t>(each.value.data() - line_.data());
  *error_ = LineError{column_of(line_, at), quoted(member) + ' ' + std::move(message)};
}

std::optional<std::string> JsonFields::optional_text(std::string_view member) {
  const auto* value = find(member);
  if (value == nullptr) return std::nullopt;
  if (const auto* text = value->if_string()) return std::string{text->data(), text->size()};
  complain(member, "is not a string");
  return std::nullopt;
}

std::string JsonFields::text(std::string_view member) {
  auto value = optional_text(member);
  if (!value) complain_missing(member);
  return std::move(value).value_or(std::string{});
}

std::optional<std::int64_t> JsonFields::optional_integer(std::string_view member, std::int64_t low,
                                                         std::int64_t high) {
  const auto* value = find(member);
  if (value == nullptr) return std::nullopt;
  const auto* number = value->if_int64();
  if (number == nullptr)
    complain(member, value->is_uint64() ? "is too large" : "is not an integer");
  else if (*number < low)
    complain(member, "is less than " + std::to_string(low));
  else if (*number > high)
    complain(member, "is more than " + std::to_string(high));
  else
    return *number;
  return std::nullopt;
}

std::int64_t JsonFields::integer(std::string_view member, std::int64_t low, std::int64_t high) {
  const auto value = optional_integer(member, low, high);
  if (!value) complain_missing(member);
  return value.value_or(low);
}

std::optional<JsonFields> JsonFields::optional_object(std::string_view member) {
  const auto* value = find(member);
  if (value == nullptr) return std::nullopt;
  const auto* object = value->if_object();
  if (object == nullptr) {
    complain(member, "is not an object");
    return std::nullopt;
  }
  JsonFields inner{line_, *object, *error_};
  for (const MemberText& each : members_of(text_))
    if (each.name == member) inner.text_ = each.value;
  return inner;
}

std::vector<JsonFields> JsonFields::objects(std::string_view member) {
  std::vector<JsonFields> found;
  const auto* value = find(member);
  if (value == nullptr) {
    complain_missing(member);
    return found;
  }
  const auto* array = value->if_array();
  if (array == nullptr) {
    complain(member, "is not an array");
    return found;
  }
  std::vector<std::string_view> texts;
  for (const MemberText& each : members_of(text_))
    if (each.name == member) texts = values_of(each.value);
  for (std::size_t i = 0; i < array->size(); ++i) {
    const auto* object = (*array)[i].if_object();
    if (object == nullptr) {
      complain(member, "holds something that is not an object");
      return {};
    }
    JsonFields& inner = found.emplace_back(line_, *object, *error_);
    inner.text_ = texts[i];
  }
  return found;
}

std::string JsonFields::extra() const {
  if (present_ == object_->size()) return {};
  std::string text;
  for (const MemberText& each : members_of(text_)) {
    if (std::find(asked_.begin(), asked_.end(), each.name) != asked_.end()) continue;
    if (!text.empty()) text += ',';
    text += each.whole;
  }
  return text;
}

}  // namespace jadoube::json
