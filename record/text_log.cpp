#include "record/text_log.hpp"

#include <string_view>
#include <utility>
#include <variant>

#include "record/scanlog_jsonl.hpp"

namespace jadoube::record {
namespace {

using Line = LineSplitter::Line;
using Kind = LineSplitter::Kind;

/// A file none of whose first lines can be read is no scan log.
constexpr std::size_t kLinesTried = 100;

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

std::string_view without_byte_order_mark(const Line& line) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  return line.number == 1 && line.text.starts_with(kMark) ? line.text.substr(kMark.size()) : line.text;
}

Problem problem_at(const Line& line, std::size_t column, std::string sentence) {
  return {{line.number, column, line.offset}, std::move(sentence)};
}

Problem damaged(const Line& line, json::LineError error) {
  if (line.kind == Kind::last_line) error.message += "; the file ends in the middle of this line";
  return problem_at(line, error.column, std::move(error.message));
}

std::optional<Problem> unusable(const Line& line) {
  if (line.kind == Kind::too_long) return problem_at(line, 1, "the line is longer than 1 MiB");
  if (line.kind == Kind::failed)
    return problem_at(line, json::column_of(line.text, line.text.size()), std::string{line.failure});
  return std::nullopt;
}

void put(RecordLine&& record, const Line& line, Entry& into) {
  into.record = std::move(record.record);
  into.extra = std::move(record.extra);
  into.place = {line.number, 1, line.offset};
}

}  // namespace

bool TextLog::take(const Line& line, Entry& into) {
  if (!begun_) return begin(line, into);
  if (line.kind == Kind::end) return false;
  if (const auto problem = unusable(line)) {
    problems_(*problem);
    return false;
  }
  auto record = parse_record(line.text, last_);
  if (!record) {
    if (!is_blank(line.text)) problems_(damaged(line, record.error()));
    return false;
  }
  put(*std::move(record), line, into);
  last_ = time_of(into.record);
  if (std::holds_alternative<Other>(into.record)) ++unknown_types_;
  return true;
}

/// Up to the header, or up to the first record if the header is lost.
bool TextLog::begin(const Line& line, Entry& into) {
  if (line.kind == Kind::end) {
    refuse();
    return false;
  }
  const auto text = without_byte_order_mark(line);
  if (auto problem = unusable(line)) {
    met_.push_back(*std::move(problem));
  } else if (!is_blank(text)) {
    auto header = parse_header(text);
    if (!header && header.error().refuse) {
      refusal_ = to_string(problem_at(line, header.error().column, header.error().message), name_);
      return false;
    }
    if (header) {
      header_ = *std::move(header);
      tell_met();
      return false;
    }
    auto record = parse_record(text);
    if (record && !std::holds_alternative<Other>(record->record)) {
      tell_met();
      problems_(problem_at(line, 1,
                           "there is no header before the first record; the board is taken for one that "
                           "senses presence"));
      put(*std::move(record), line, into);
      last_ = time_of(into.record);
      return true;
    }
    met_.push_back(damaged(line, {header.error().column, header.error().message}));
  }
  if (met_.size() >= kLinesTried) refuse();
  return false;
}

void TextLog::refuse() {
  if (met_.empty()) {
    refusal_ = name_ + ": is empty";
    return;
  }
  Problem& first = met_.front();
  first.sentence = "not a scan log: " + first.sentence;
  refusal_ = to_string(first, name_);
}

/// The log has begun: what was met before is told.
void TextLog::tell_met() {
  begun_ = true;
  for (const Problem& problem : met_) problems_(problem);
  met_.clear();
}

std::string to_string(const Problem& problem, std::string_view file) {
  const Place& place = problem.place;
  std::string text{file};
  if (place.line != 0)
    text += ':' + std::to_string(place.line) + ':' + std::to_string(place.column);
  else
    text += ": byte " + std::to_string(place.offset);
  return text + ": " + problem.sentence;
}

}  // namespace jadoube::record
