// The audit trail as the daemon's interface has it (docs/api.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evidence/store.hpp"
#include "words/catalogue.hpp"

namespace jadoube::arbiter {

/// `{"entries":[…]}`, in that language what can be said in it.
std::string audit_text(const std::vector<AuditEntry>& entries, std::optional<words::Language> language);

}  // namespace jadoube::arbiter
