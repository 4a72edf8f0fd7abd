// Typed values out of a section of a TOML file, with a complaint for each that is not as it should be.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "laws/load.hpp"
#include "laws/text.hpp"
#include "toml/read.hpp"

namespace jadoube::laws {

using Complaints = std::vector<Complaint>;

inline Complaint at(const toml::node& node, std::string sentence) {
  const auto& where = node.source();
  return {where.path ? *where.path : std::string{}, static_cast<unsigned>(where.begin.line),
          std::move(sentence)};
}

inline std::string quoted(std::string_view text) {
  return concat({"`", text, "`"});
}

inline const char* type_name(const toml::node& node) {
  if (node.is_string()) return "text";
  if (node.is_integer()) return "a whole number";
  if (node.is_floating_point()) return "a fraction";
  if (node.is_boolean()) return "true or false";
  if (node.is_array()) return "a list";
  if (node.is_table()) return "a section";
  return "a date or time";
}

/// Where each key stands, by its path ("R07.window"). Kept beside the tables because copies of TOML nodes
/// forget it.
using Places = std::map<std::string, Complaint, std::less<>>;

inline std::string path_of(std::string_view section, std::string_view key) {
  return section.empty() || key.empty() ? concat({section, key}) : concat({section, ".", key});
}

inline void remember(Places& places, const toml::table& table, const std::string& path) {
  places.insert_or_assign(path, at(table, ""));
  for (const auto& [key, value] : table) {
    const std::string inner = path_of(path, key.str());
    places.insert_or_assign(inner, at(value, ""));
    if (const toml::table* section = value.as_table()) remember(places, *section, inner);
  }
}

/// Reads typed values out of one section, complaining as it goes. Keys that were not asked for are unknown.
class Section {
 public:
  Section(const toml::table& table, std::string path, const Places& places, Complaints& complaints)
      : table_{table}, path_{std::move(path)}, places_{places}, complaints_{complaints} {}

  const toml::node* node(std::string_view key) {
    asked_.emplace_back(key);
    return table_.get(key);
  }
  bool has(std::string_view key) const { return table_.contains(key); }

  template <class T>
  void value(std::string_view key, T& out, const char* wanted) {
    const toml::node* found = required(key);
    if (!found) return;
    if (const auto v = found->value_exact<T>())
      out = *v;
    else
      wrong_type(key, *found, wanted);
  }
  void text(std::string_view key, std::string& out) { value(key, out, "text"); }
  void flag(std::string_view key, bool& out) { value(key, out, "true or false"); }

  /// A whole number of 0 or more.
  std::optional<std::int64_t> count(std::string_view key) {
    const toml::node* found = required(key);
    if (!found) return std::nullopt;
    return count(key, *found);
  }
  std::optional<std::int64_t> count(std::string_view key, const toml::node& found) {
    const auto v = found.value_exact<std::int64_t>();
    if (!v) {
      wrong_type(key, found, "a whole number");
      return std::nullopt;
    }
    if (*v < 0 || *v > 86400) {
      complain(key, quoted(key) + (*v < 0 ? " is negative" : " is more than a day"));
      return std::nullopt;
    }
    return v;
  }
  template <class Duration>
  void duration(std::string_view key, Duration& out) {
    if (const auto v = count(key)) out = Duration{*v};
  }
  void number(std::string_view key, unsigned& out) {
    if (const auto v = count(key)) out = static_cast<unsigned>(*v);
  }

  /// One of the words, in the order of the enumeration.
  template <class Enum, std::size_t N>
  void word(std::string_view key, Enum& out, const std::array<std::string_view, N>& words) {
    std::string found;
    const toml::node* where = table_.get(key);
    value(key, found, "text");
    if (!where || !where->is_string()) return;
    const auto it = std::find(words.begin(), words.end(), found);
    if (it != words.end()) {
      out = static_cast<Enum>(it - words.begin());
      return;
    }
    std::string sentence = quoted(key) + " is \"" + found + "\"; it must be one of";
    for (const auto w : words) sentence += " " + std::string{w};
    complain(key, sentence);
  }

  /// A list of texts, each turned into a value by `parse`.
  template <class T, class Parse>
  void list(std::string_view key, std::vector<T>& out, Parse parse, const char* what) {
    const toml::node* found = node(key);
    if (!found) return;
    out.clear();
    const toml::array* items = found->as_array();
    if (!items) return wrong_type(key, *found, "a list");
    for (const toml::node& item : *items) {
      const auto text = item.value_exact<std::string>();
      if (!text) {
        wrong_type(key, item, "a list of texts");
        continue;
      }
      if (auto parsed = parse(*text))
        out.push_back(std::move(*parsed));
      else
        complain(key, "there is no " + std::string{what} + " \"" + *text + "\"");
    }
  }

  /// Empty key: about the section as a whole.
  void complain(std::string_view key, const std::string& sentence) {
    Complaint complaint = places_.at(path_of(path_, key));
    complaint.sentence = path_.empty() ? sentence : concat({path_, ": ", sentence});
    complaints_.push_back(std::move(complaint));
  }
  void missing(std::string_view key) { complain("", quoted(key) + " is missing"); }

  void refuse_unknown_keys() {
    for (const auto& [key, value] : table_)
      if (std::find(asked_.begin(), asked_.end(), key.str()) == asked_.end())
        complain(key.str(), "unknown key " + quoted(key.str()));
  }

 private:
  const toml::node* required(std::string_view key) {
    const toml::node* found = node(key);
    if (!found) missing(key);
    return found;
  }
  void wrong_type(std::string_view key, const toml::node& found, const char* wanted) {
    complain(key, quoted(key) + " must be " + wanted + ", not " + type_name(found));
  }

  const toml::table& table_;
  std::string path_;
  const Places& places_;
  Complaints& complaints_;
  std::vector<std::string> asked_;
};

}  // namespace jadoube::laws
