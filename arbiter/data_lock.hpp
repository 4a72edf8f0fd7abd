// One daemon for each data folder.
#pragma once

#include <filesystem>
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

  /// Refused, with one sentence, if somebody else holds it.
  static tl::expected<DataLock, std::string> take(const std::filesystem::path& folder);
  /// A daemon is running on the folder.
  static bool is_held(const std::filesystem::path& folder);

 private:
  int descriptor_ = -1;
};

}  // namespace jadoube::arbiter
