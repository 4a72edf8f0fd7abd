// Which of a hall's logs nothing is added to any more.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace jadoube::sharing {

class FinishedLogs {
 public:
  /// `idle`: a board's last log, too, is followed when nothing has been added to it for so long.
  FinishedLogs(std::filesystem::path data, std::chrono::seconds idle) : data_{std::move(data)}, idle_{idle} {}

  struct Log {
    std::string board;
    std::filesystem::path path;
    /// The board's next log has begun.
    bool is_closed = false;
    std::uintmax_t bytes = 0;
  };
  /// One behind those that are done, and of the last logs of boards one that has been left alone since it was done; nothing: there is none.
  /// `done`: of a board's folder, the name of the last log that is closed and done.
  [[nodiscard]] std::optional<Log> next(const std::map<std::string, std::string>& done);
  /// It is followed; until it grows it need not be again.
  void followed(const Log& log) { followed_[log.path.string()] = log.bytes; }

 private:
  [[nodiscard]] std::optional<Log> next_of(const std::filesystem::path& folder,
                                           const std::string& done) const;

  std::filesystem::path data_;
  std::chrono::seconds idle_;
  /// Of the last logs of boards, how long each was when it was followed.
  std::map<std::string, std::uintmax_t> followed_;
};

}  // namespace jadoube::sharing
