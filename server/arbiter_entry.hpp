// What an arbiter enters, as a request's body says it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "record/scan.hpp"

namespace jadoube::server {

/// Why the members of a request's body, which is a JSON object, cannot be meant: one is there twice. One
/// sentence.
std::optional<std::string> doubled_member(std::string_view body);
/// The same for a member that nobody has asked for; `extra` are those members, `"a":1,"b":2`.
std::optional<std::string> unknown_member(std::string_view extra);

/// It is one line, and turns no text round.
bool is_sound_name(std::string_view text);

/// A body like {"action":"confirm","finding":7}: an `arbiter` record of docs/scanlog.md without `type` and
/// `t_us` (which are ignored).
struct BadEntry {
  /// 400: its members cannot be meant; 422: they make no sense.
  unsigned status = 422;
  std::string sentence;
};
tl::expected<record::Arbiter, BadEntry> read_arbiter_entry(std::string_view body);

}  // namespace jadoube::server
