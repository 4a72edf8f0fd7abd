// Is there English in a text that should have none?
#pragma once

#include <algorithm>
#include <array>
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

/// Those that are in the text. Names of laws, kinds and logs are no words: "press_without_move", "fide-2023-std".
inline std::vector<std::string> english_in(std::string_view text) {
  std::vector<std::string> found;
  std::string word;
  const auto end = [&] {
    if (std::find(kEnglishWords.begin(), kEnglishWords.end(), word) != kEnglishWords.end())
      found.push_back(word);
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
  return found;
}

/// What is still English of it in any of the other languages: the words, and the sentence; empty: nothing.
inline std::string english_left(const words::Text& text) {
  for (const words::Language language : words::kLanguages) {
    if (language == words::Language::english) continue;
    const std::string said = text.in(language);
    std::string words;
    for (const std::string& word : english_in(said)) words += word + ", ";
    if (words.empty() && (english_in(text.english()).empty() || said != text.english())) continue;
    return words + "in: " + said;
  }
  return {};
}

}  // namespace jadoube::support
