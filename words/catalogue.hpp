// The sentences in the languages that there are: words/data/sentences.txt, which is built in.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jadoube::words {

enum class Language : unsigned char { english, danish, icelandic };
inline constexpr Language kLanguages[] = {Language::english, Language::danish, Language::icelandic};
/// As the web writes it: "en", "da", "is".
std::string_view code(Language language);
std::optional<Language> language_from_code(std::string_view text);
/// "en (English), da (dansk), is (íslenska)": for those who asked for another one.
std::string language_list();
/// "there is no language "de", but en (English), da (dansk), is (íslenska)"; empty: there is.
std::string language_fault(std::string_view text);

/// What one language says of every English sentence.
class Catalogue {
 public:
  /// A sentence, or a word that stands in places of others, with its inflected forms.
  struct Entry {
    std::string text;
    std::map<std::string, std::string, std::less<>> forms;
  };

  /// Null: it has none.
  [[nodiscard]] const Entry* find(std::string_view english) const;
  [[nodiscard]] const std::map<std::string, Entry, std::less<>>& entries() const { return entries_; }

  static const Catalogue& of(Language language);
  /// Of text in the form of words/data/sentences.txt. What does not read is left out and named in `faults`.
  static Catalogue read(std::string_view text, std::string_view code, std::vector<std::string>& faults);

 private:
  std::map<std::string, Entry, std::less<>> entries_;
};

}  // namespace jadoube::words
