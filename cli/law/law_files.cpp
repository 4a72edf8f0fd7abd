#include "cli/law/law_files.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "cli/program.hpp"

namespace jadoube::cli {

namespace fs = std::filesystem;

std::optional<laws::Source> read_law_file(const std::string& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) {
    complain(file + (fs::exists(file, error) ? " is not a file" : ": there is no such file"));
    return std::nullopt;
  }
  std::ifstream in{file, std::ios::binary};
  std::ostringstream text;
  if (!in || !(text << in.rdbuf())) {
    complain(file + " cannot be read");
    return std::nullopt;
  }
  return laws::Source{file, std::move(text).str()};
}

std::optional<laws::Library> law_library(const std::string& folder) {
  if (folder.empty()) return laws::Library{};
  std::error_code error;
  std::vector<std::string> files;
  for (fs::directory_iterator it{folder, error}, end; !error && it != end; it.increment(error))
    if (it->path().extension() == ".toml") files.push_back(it->path().string());
  if (error) {
    complain(folder + ": " + error.message());
    return std::nullopt;
  }
  std::sort(files.begin(), files.end());
  std::vector<laws::Source> sources;
  for (const auto& file : files) {
    auto source = read_law_file(file);
    if (!source) return std::nullopt;
    sources.push_back(std::move(*source));
  }
  laws::Library library{sources};
  for (const auto& source : sources)
    if (const auto law = library.check(source)) tell(library.warnings(source, *law));
  return library;
}

void tell(const std::vector<laws::Complaint>& complaints, words::Language language) {
  for (const auto& complaint : complaints) complain(laws::in_words(complaint).in(language));
}

std::optional<laws::LawSet> find_law(const laws::Library& known, const std::string& id_or_file,
                                     words::Language language) {
  auto found = [&]() -> tl::expected<laws::LawSet, std::vector<laws::Complaint>> {
    if (!id_or_file.ends_with(".toml")) return known.law(id_or_file);
    auto source = read_law_file(id_or_file);
    if (!source) return tl::make_unexpected(std::vector<laws::Complaint>{});
    auto law = known.check(*source);
    if (law) tell(known.warnings(*source, *law), language);
    return law;
  }();
  if (!found) {
    tell(found.error(), language);
    return std::nullopt;
  }
  return std::move(*found);
}

}  // namespace jadoube::cli
