// Law files: TOML text to LawSet, or every complaint about the text.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "laws/law.hpp"

namespace jadoube::laws {

/// What is wrong with a law file, and where. `line` counts from 1; 0: about the law as a whole.
struct Complaint {
  std::string file;
  unsigned line = 1;
  words::Text sentence;
};
/// "FILE:LINE: SENTENCE", without the line if it is 0.
words::Text in_words(const Complaint& complaint);
std::string to_string(const Complaint& complaint);

/// The text of a law and the name under which complaints quote it.
struct Source {
  std::string file;
  std::string text;
};
/// Finds the law that another one builds on; nothing if there is none of that id.
using FindSource = std::function<std::optional<Source>(std::string_view id)>;

/// Reads a law and checks it: unknown and missing keys, wrong types, values out of range, contradictions. All
/// complaints of the first stage that has any come together, in the order of the file.
tl::expected<LawSet, std::vector<Complaint>> load_law(const Source& source, const FindSource& find);

/// Two statements of one law that cannot both hold. `section` is the part of the file that should be looked
/// at first: "parameters" or a row.
struct Contradiction {
  std::string section;
  std::string sentence;
  /// The other section or key, where two contradict each other; may be empty.
  std::string also = {};
};
std::vector<Contradiction> contradictions(const LawSet& law);

/// Rows of illegal acts that the base treats alike, and of which the law changes some and not the others, as a
/// sentence; empty: none. It can be meant, and is mostly forgotten.
std::string drifted_rows(const LawSet& law, const LawSet& base);

}  // namespace jadoube::laws
