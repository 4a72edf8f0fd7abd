// TOML as toml++ 3.3 can be trusted with it. That takes much of its input for granted and does not check it, so that a
// release build may do anything: that a character outside ASCII never stands where a blank might, that `[` at the
// beginning of a line is followed by a character that can begin a key, that there is no `}` where a list expects its next
// value. So it is handed a text of ASCII alone, in which what stands in quotes is written with escapes, and what else it
// would not check is refused here.
#pragma once

#include <string>
#include <string_view>

#include <tl/expected.hpp>

// As everywhere in this program: the library's inline functions exist once, in one of two forms.
#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

namespace jadoube::toml_text {

struct NotToml {
  unsigned line;    // from 1
  std::string why;  // "not TOML: …"
};

/// `text` in UTF-8, of a file by this name. The lines of what is read are those of `text`; the columns are not, where
/// characters outside ASCII stand before it.
tl::expected<toml::table, NotToml> read(std::string_view text, std::string_view file);

}  // namespace jadoube::toml_text
