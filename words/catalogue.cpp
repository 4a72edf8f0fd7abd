#include "words/catalogue.hpp"

#include <algorithm>
#include <array>

#include "words/embedded.hpp"

namespace jadoube::words {

namespace {

struct LanguageFacts {
  std::string_view code;
  std::string_view name;
};
constexpr std::array<LanguageFacts, 3> kFacts{{{"en", "English"}, {"da", "dansk"}, {"is", "íslenska"}}};

/// "da.gen Hvids": language, form, and all that follows the first blank.
struct Line {
  std::string_view language;
  std::string_view form;
  std::string_view text;
};

std::optional<Line> line_of(std::string_view text) {
  const auto blank = text.find(' ');
  if (blank == std::string_view::npos) return std::nullopt;
  const std::string_view key = text.substr(0, blank);
  const auto dot = key.find('.');
  return Line{key.substr(0, dot), dot == std::string_view::npos ? std::string_view{} : key.substr(dot + 1),
              text.substr(blank + 1)};
}

Catalogue built_in(Language language) {
  std::vector<std::string> faults;  // there are none: tests/words
  return Catalogue::read(embedded_sentences().front().text, code(language), faults);
}

}  // namespace

std::string_view code(Language language) {
  return kFacts[static_cast<std::size_t>(language)].code;
}

std::optional<Language> language_from_code(std::string_view text) {
  for (const Language language : kLanguages)
    if (code(language) == text) return language;
  return std::nullopt;
}

std::string language_list() {
  std::string out;
  for (const LanguageFacts& facts : kFacts) {
    if (!out.empty()) out += ", ";
    out.append(facts.code).append(" (").append(facts.name).append(")");
  }
  return out;
}

std::string language_fault(std::string_view text) {
  if (language_from_code(text)) return {};
  return "there is no language \"" + std::string{text} + "\", but " + language_list();
}

const Catalogue::Entry* Catalogue::find(std::string_view english) const {
  const auto it = entries_.find(english);
  return it == entries_.end() ? nullptr : &it->second;
}

const Catalogue& Catalogue::of(Language language) {
  static const std::array<Catalogue, 3> all{built_in(Language::english), built_in(Language::danish),
                                            built_in(Language::icelandic)};
  return all[static_cast<std::size_t>(language)];
}

Catalogue Catalogue::read(std::string_view text, std::string_view wanted, std::vector<std::string>& faults) {
  Catalogue catalogue;
  Entry* entry = nullptr;
  std::string_view english;
  while (!text.empty()) {
    const std::string_view raw = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), raw.size() + 1));
    if (raw.empty() || raw.front() == '#') continue;
    const auto line = line_of(raw);
    if (!line) {
      faults.emplace_back(raw);
      continue;
    }
    if (line->language == "en") {
      const auto [place, is_new] = catalogue.entries_.try_emplace(std::string{line->text});
      if (!is_new) faults.emplace_back(raw);
      entry = &place->second;
      english = place->first;
      if (wanted == "en") entry->text = english;
    } else if (entry == nullptr) {
      faults.emplace_back(raw);
    } else if (line->language == wanted) {
      std::string& said = line->form.empty() ? entry->text : entry->forms[std::string{line->form}];
      if (!said.empty()) faults.emplace_back(raw);
      said = line->text;
    }
  }
  return catalogue;
}

}  // namespace jadoube::words
