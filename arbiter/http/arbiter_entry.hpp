// What an arbiter enters, as a request's body says it.
#pragma once

#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "drivers/scan.hpp"

namespace jadoube::arbiter::http {

/// A body like {"action":"confirm","finding":7}: an `arbiter` record of docs/scanlog.md without `type` and
/// `t_us` (which are ignored). The error is one sentence.
tl::expected<drivers::Arbiter, std::string> read_arbiter_entry(std::string_view body);

}  // namespace jadoube::arbiter::http
