// Laws as people name them on a command line: by id, out of a folder of their own, or by file. What is wrong
// is told on standard error.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "laws/library.hpp"
#include "words/catalogue.hpp"

namespace jadoube::cli {

/// The text of a file; nothing if it cannot be read (told).
std::optional<laws::Source> read_law_file(const std::string& file);

/// The built-in laws and those of the folder, if its name is not empty; nothing if it cannot be used (told).
std::optional<laws::Library> law_library(const std::string& folder);

void tell(const std::vector<laws::Complaint>& complaints,
          words::Language language = words::Language::english);

/// A law by its id, or out of a .toml file; nothing if it cannot be used (told).
std::optional<laws::LawSet> find_law(const laws::Library& known, const std::string& id_or_file,
                                     words::Language language = words::Language::english);

}  // namespace jadoube::cli
