// What a hall's own store and its logs have, as rows of a shared store.
#pragma once

#include <filesystem>
#include <string>

#include "archive/log_account.hpp"
#include "evidence/store.hpp"
#include "store/shared_store.hpp"

namespace jadoube::sharing {

/// A hall, and where its store and its logs lie.
struct HallHere {
  std::string name;
  std::filesystem::path data;
};

/// A log as the hall's own store calls it: with the folder of its board.
std::string name_of_log(const std::filesystem::path& path);
/// The log as its head has it; what cannot be read of that is left out.
store::LogRow log_row(const HallHere& hall, const arbiter::AlertRow& alert);
/// The same of a log that was followed to its end.
store::LogRow log_row(const HallHere& hall, const std::string& board, const archive::LogAccount& account);
store::FindingRow finding_row(const HallHere& hall, const arbiter::AlertRow& alert);
store::RoundRow round_row(const arbiter::Store::KeptRound& kept);

}  // namespace jadoube::sharing
