#include "stream/json_lines.hpp"

#include "json/writer.hpp"
#include "stream/stream_json.hpp"

namespace jadoube::stream {

JsonLines::JsonLines(const std::string& log, words::Language language) : language_{language} {
  if (log.empty()) return;
  ending_ = R"(,"log":)";
  json::append_string(ending_, log, json::Escapes::named);
  ending_ += '}';
}

void JsonLines::tell(const report::Report& report) {
  add(to_json(report, language_));
}

void JsonLines::rule(const laws::Ruling& ruling) {
  add(to_json(ruling, language_));
}

void JsonLines::add(std::string json) {
  if (!ending_.empty()) json.replace(json.size() - 1, 1, ending_);
  out_ += json + '\n';
}

}  // namespace jadoube::stream
