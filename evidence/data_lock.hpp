// One daemon for each data folder.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <utility>

#include <tl/expected.hpp>

namespace jadoube::arbiter {

/// Held as long as it lives, and never longer than the process.
class DataLock {
 public:
  DataLock() = default;
  DataLock(DataLock&& other) noexcept : descriptor_{std::exchange(other.descriptor_, -1)} {}
  DataLock& operator=(DataLock&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~DataLock();

  /// Refused, with one sentence, if another process holds it. `pause` is called while others only ask whether it
  /// is held.
  static tl::expected<DataLock, std::string> take(const std::filesystem::path& folder,
                                                  const std::function<void()>& pause = pause_a_millisecond);
  /// A daemon is running on the folder.
  static bool is_held(const std::filesystem::path& folder);

 private:
  static void pause_a_millisecond();

  int descriptor_ = -1;
};

}  // namespace jadoube::arbiter
