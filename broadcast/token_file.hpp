// A secret in a file.
#pragma once

#include <string>

#include <tl/expected.hpp>

namespace jadoube::broadcast {

/// The one word in the file. Refused, with a sentence without its end that says what to do, if anybody but its owner may read or change
/// the file, or if it does not hold one word.
tl::expected<std::string, std::string> read_token(const std::string& path);

}  // namespace jadoube::broadcast
