// What a person entered: in words for the audit trail, with its author for the log, and with what came of it for
// the answer.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arbiter/hall.hpp"
#include "judge/ruling.hpp"
#include "words/catalogue.hpp"

namespace jadoube::arbiter {

/// "confirm, finding 7, at 1:02:03.004567 of the log": no two entries of a log have the same words, but for
/// equal ones of the same moment.
words::Text in_words(const record::Arbiter& entry);

/// "A white queen stands on e8.": what follows from it, for whoever entered it.
words::Text in_a_sentence(const record::Arbiter& entry);

/// Members of the record beside its own: `"by":"tablet 2","role":"arbiter"`.
std::string made_by(const Actor& actor);
/// Reads what `made_by` wrote; nothing if a name or a known role is missing.
std::optional<Actor> who_made(std::string_view extra);

/// The answer: `{"accepted":true,"text":…,"clocks":[…]}`. Without replies of the law the text is `what`.
std::string answer_json(const std::vector<laws::Reply>& replies, const words::Text& what,
                        words::Language language);

}  // namespace jadoube::arbiter
