// What is found in a log, as rows of tables.
#pragma once

#include "archive/log_account.hpp"
#include "store/shared_store.hpp"

namespace jadoube::archive {

/// Of an archive: no hall. What is there of the log is replaced by it.
store::LogRow log_row(const LogAccount& account);
/// Without its times if the log does not say when it began.
store::FindingRow finding_row(const LogAccount& account, const laws::Ruling& ruling,
                              words::Language language);

}  // namespace jadoube::archive
