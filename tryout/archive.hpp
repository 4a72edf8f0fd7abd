// Files put into one, to be sent.
#pragma once

#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace jadoube::tryout {

/// A .zip of these files, each under its own name without its folder. The error is one sentence that names the file.
tl::expected<void, std::string> write_zip(const std::string& path, const std::vector<std::string>& files);

}  // namespace jadoube::tryout
