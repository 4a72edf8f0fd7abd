// Long sentences as lines of a terminal.
#pragma once

#include <string>
#include <string_view>

namespace jadoube::words {

/// The text, UTF-8 and without line breaks, in lines of at most 80 letters that break at blanks; all but the first are
/// indented, and the first as far as the text is. Only a word that is longer than a line, as the path of a file may be, sticks out.
std::string in_lines(std::string_view text);

}  // namespace jadoube::words
