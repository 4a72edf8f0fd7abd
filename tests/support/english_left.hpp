// Is there English in a text that should have none?
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "words/catalogue.hpp"
#include "words/text.hpp"

namespace jadoube::support {

/// Words without which hardly any English sentence goes, and those of the board, that are neither Danish nor
/// Icelandic.
inline constexpr std::array kEnglishWords{
    "the",      "is",      "are",      "was",     "were",     "has",    "had",     "been",    "be",
    "with",     "without", "this",     "that",    "which",    "what",   "who",     "whose",   "whether",
    "when",     "where",   "while",    "before",  "after",    "until",  "unless",  "only",    "not",
    "no",       "nobody",  "nothing",  "none",    "it",       "its",    "he",      "his",     "you",
    "your",     "yours",   "must",     "may",     "can",      "cannot", "should",  "if",      "else",
    "or",       "than",    "there",    "then",    "from",     "into",   "each",    "every",   "both",
    "on",       "as",      "play",     "game",    "move",     "moves",  "moved",   "clock",   "clocks",
    "press",    "pressed", "board",    "piece",   "pawn",     "king",   "queen",   "rook",    "bishop",
    "knight",   "white",   "black",    "flag",    "draw",     "drawn",  "claim",   "claims",  "claimed",
    "rule",     "finding", "offence",  "first",   "second",   "third",  "illegal", "legal",   "back",
    "position", "penalty", "opponent", "arbiter", "closed",   "open",   "grade",   "touched", "time",
    "times",    "result",  "judge",    "decide",  "confirmed"};

/// Words in lower case. Names of laws, kinds and logs are one word each: "press_without_move", "fide-2023-std".
template <class Take>
void for_each_word(std::string_view text, Take take) {
  std::string word;
  const auto end = [&] {
    if (!word.empty()) take(word);
    word.clear();
  };
  for (char c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    const bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
                        static_cast<unsigned char>(c) >= 0x80;
    if (letter)
      word += c;
    else
      end();
  }
  end();
}

using Vocabulary = std::set<std::string, std::less<>>;

/// Every word of the catalogue in that language; of English, those of its sentences and the ones above.
inline const Vocabulary& vocabulary(words::Language language) {
  static const auto read = [](words::Language wanted) {
    Vocabulary out;
    const auto add = [&](const std::string& word) { out.insert(word); };
    if (wanted == words::Language::english) {
      out.insert(kEnglishWords.begin(), kEnglishWords.end());
      for (const auto& [english, entry] : words::Catalogue::of(words::Language::danish).entries())
        for_each_word(english, add);
      return out;
    }
    for (const auto& [english, entry] : words::Catalogue::of(wanted).entries()) {
      for_each_word(entry.text, add);
      for (const auto& [name, form] : entry.forms) for_each_word(form, add);
    }
    return out;
  };
  static const std::map<words::Language, Vocabulary> all{
      {words::Language::english, read(words::Language::english)},
      {words::Language::danish, read(words::Language::danish)},
      {words::Language::icelandic, read(words::Language::icelandic)}};
  return all.at(language);
}

/// English words in a text of that language: those that the catalogue has in English and not in it. In an English text: those
/// of kEnglishWords.
inline std::vector<std::string> english_in(std::string_view text, words::Language language) {
  std::vector<std::string> found;
  for_each_word(text, [&](const std::string& word) {
    const bool is_common = std::find(kEnglishWords.begin(), kEnglishWords.end(), word) != kEnglishWords.end();
    // One letter is a side, a piece or a file.
    const bool is_english = is_common || (language != words::Language::english && word.size() > 1 &&
                                          vocabulary(words::Language::english).contains(word) &&
                                          !vocabulary(language).contains(word));
    if (is_english) found.push_back(word);
  });
  return found;
}

/// What is still English of it in any of the other languages: the words, and the sentence; empty: nothing.
inline std::string english_left(const words::Text& text) {
  for (const words::Language language : words::kLanguages) {
    if (language == words::Language::english) continue;
    const std::string said = text.in(language);
    std::string words;
    for (const std::string& word : english_in(said, language)) words += word + ", ";
    if (words.empty() &&
        (english_in(text.english(), words::Language::english).empty() || said != text.english()))
      continue;
    return words + "in: " + said;
  }
  return {};
}

}  // namespace jadoube::support
