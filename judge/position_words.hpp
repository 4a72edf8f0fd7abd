// Why the rules refuse a position, in words.
#pragma once

#include "chess/position.hpp"
#include "words/text.hpp"

namespace jadoube::laws {

/// One sentence per fault, as chess::describe has them in English.
words::Text in_words(chess::FaultSet faults);

}  // namespace jadoube::laws
