// The laws that are built in, and a place to look for more.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "laws/load.hpp"

namespace jadoube::laws {

/// Ids of the laws that are built in, in the order of docs/rules.md 1.1.
const std::vector<std::string_view>& built_in_ids();

/// Text of a built-in law; nothing if there is none of that id.
std::optional<Source> built_in(std::string_view id);

/// Laws by id: the files given (path and text), over those that are built in.
class Library {
 public:
  Library() = default;
  explicit Library(std::vector<Source> files);

  /// Built-in ids first, then those of the files, in the order in which they were given.
  [[nodiscard]] std::vector<std::string> ids() const;
  /// Complaints if there is no such law or if it cannot be used.
  [[nodiscard]] tl::expected<LawSet, std::vector<Complaint>> law(std::string_view id) const;
  /// A law that is not in the library; it may build on those that are.
  [[nodiscard]] tl::expected<LawSet, std::vector<Complaint>> check(const Source& source) const;
  /// What should be looked at in a law that can be used.
  [[nodiscard]] std::vector<Complaint> warnings(const Source& source, const LawSet& law) const;

 private:
  [[nodiscard]] std::optional<Source> find(std::string_view id) const;

  std::vector<std::pair<std::string, Source>> files_;
};

}  // namespace jadoube::laws
