#include "sharing/finished_logs.hpp"

#include <algorithm>
#include <system_error>
#include <vector>

#include "evidence/log_folder.hpp"

namespace jadoube::sharing {

namespace fs = std::filesystem;

std::optional<FinishedLogs::Log> FinishedLogs::next(const std::map<std::string, std::string>& done) {
  std::error_code error;
  for (fs::directory_iterator each{data_ / "boards", error}, end; !error && each != end;
       each.increment(error)) {
    const auto found = done.find(each->path().filename().string());
    if (auto log = next_of(each->path(), found == done.end() ? "" : found->second)) return log;
  }
  return std::nullopt;
}

std::optional<FinishedLogs::Log> FinishedLogs::next_of(const fs::path& folder,
                                                       const std::string& done) const {
  const std::vector<fs::path> logs = arbiter::logs_in(folder);
  const auto first =
      std::ranges::find_if(logs, [&](const fs::path& log) { return log.filename().string() > done; });
  if (first == logs.end()) return std::nullopt;
  std::error_code error;
  Log log{arbiter::board_of_folder(folder.filename().string()), *first, first + 1 != logs.end(),
          fs::file_size(*first, error)};
  if (error || log.is_closed) return log;
  const auto age = fs::file_time_type::clock::now() - fs::last_write_time(*first, error);
  const auto found = followed_.find(first->string());
  const bool is_followed = found != followed_.end() && found->second == log.bytes;
  return error || age < idle_ || is_followed ? std::nullopt : std::optional{log};
}

}  // namespace jadoube::sharing
