#include "laws/library.hpp"

#include <algorithm>

#include "laws/embedded.hpp"
#include "laws/text.hpp"

namespace jadoube::laws {
namespace {

/// "laws/club.toml" → "club".
std::string_view id_of_file(std::string_view path) {
  path.remove_prefix(path.rfind('/') + 1);  // npos + 1 is 0
  return path.substr(0, path.rfind('.'));
}

}  // namespace

const std::vector<std::string_view>& built_in_ids() {
  static const std::vector<std::string_view> ids = [] {
    std::vector<std::string_view> list;
    for (const EmbeddedLaw& law : embedded_laws()) list.push_back(id_of_file(law.file));
    return list;
  }();
  return ids;
}

std::optional<Source> built_in(std::string_view id) {
  for (const EmbeddedLaw& law : embedded_laws())
    if (id_of_file(law.file) == id) return Source{std::string{law.file}, std::string{law.text}};
  return std::nullopt;
}

Library::Library(std::vector<Source> files) {
  for (Source& file : files) {
    std::string id{id_of_file(file.file)};
    files_.emplace_back(std::move(id), std::move(file));
  }
}

std::vector<std::string> Library::ids() const {
  std::vector<std::string> list{built_in_ids().begin(), built_in_ids().end()};
  for (const auto& [id, file] : files_)
    if (std::find(list.begin(), list.end(), id) == list.end()) list.push_back(id);
  return list;
}

tl::expected<LawSet, std::vector<Complaint>> Library::law(std::string_view id) const {
  const auto source = find(id);
  if (!source) {
    return tl::make_unexpected(std::vector{Complaint{
        std::string{id}, 0, words::wording("there is no such law; known are {1}", words::strung(ids()))}});
  }
  auto law = check(*source);
  if (law && law->id != id)
    return tl::make_unexpected(std::vector{Complaint{
        source->file, 1, concat({"the file's name says \"", id, "\", its `id` says \"", law->id, "\""})}});
  return law;
}

tl::expected<LawSet, std::vector<Complaint>> Library::check(const Source& source) const {
  return load_law(source, [this](std::string_view id) { return find(id); });
}

std::vector<Complaint> Library::warnings(const Source& source, const LawSet& law) const {
  // A base that drifts from its own is not put right by a law that changes nothing: all it builds on counts, up to the first
  // built-in law. Where that one differs from its own base, its text does.
  for (std::string base_id = law.based_on; !base_id.empty();) {
    const auto base_source = find(base_id);
    const auto base = base_source ? check(*base_source) : tl::make_unexpected(std::vector<Complaint>{});
    if (!base) return {};
    std::string drifted = drifted_rows(law, *base);
    if (!drifted.empty()) return {{source.file, 0, concat({"warning: ", drifted})}};
    const bool is_built_in =
        std::ranges::none_of(files_, [&](const auto& one) { return one.first == base_id; });
    if (is_built_in) return {};
    base_id = base->based_on;
  }
  return {};
}

std::optional<Source> Library::find(std::string_view id) const {
  for (const auto& [known, source] : files_)
    if (known == id) return source;
  return built_in(id);
}

}  // namespace jadoube::laws
