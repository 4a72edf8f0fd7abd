// Whether two paths lead to one file, so that nobody writes over what is being read.
#pragma once

#include <string>

namespace jadoube::cli {

/// False if either does not exist or is no ordinary file.
bool same_file(const std::string& a, const std::string& b);

}  // namespace jadoube::cli
