// Small files, most of which nobody else may read.
#pragma once

#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace jadoube::server {

/// Puts `text` in the place of what was in the file before, in one step, readable and writable for the owner
/// only (0600). It is on the disk when this returns. The error is one sentence.
tl::expected<void, std::string> write_private_file(const std::string& path, std::string_view text);

/// The same for a file with these permissions. What was begun beside it is gone if that fails.
tl::expected<void, std::string> write_in_one_step(const std::string& path, std::string_view text,
                                                  unsigned mode);

/// What is in the file; empty if it is not there. The error is one sentence.
tl::expected<std::string, std::string> read_private_file(const std::string& path);

/// What is in a file for us alone, without its line end; empty if `path` is. The error is one sentence; refused, too: a file that is not
/// there or empty, or that everybody on this machine may read.
tl::expected<std::string, std::string> read_secret_file(const std::string& path);

/// Everybody on this machine may read the file; false too if there is none.
bool is_readable_for_all(const std::string& path);

}  // namespace jadoube::server
