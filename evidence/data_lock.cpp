#include "evidence/data_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>

namespace jadoube::arbiter {

namespace {

/// A second; asking (`is_held`) takes much less.
constexpr int kMostPauses = 1000;

}  // namespace

DataLock::~DataLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

tl::expected<DataLock, std::string> DataLock::take(const std::filesystem::path& folder,
                                                   const std::function<void()>& pause) {
  const std::string path = (folder / "lock").string();
  DataLock lock;
  lock.descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock.descriptor_ < 0)
    return tl::unexpected{path + ": cannot be opened: " + std::generic_category().message(errno)};
  for (int i = 0; i < kMostPauses; ++i) {
    if (::flock(lock.descriptor_, LOCK_EX | LOCK_NB) == 0) return lock;
    if (errno != EWOULDBLOCK)
      return tl::unexpected{path + ": cannot be locked: " + std::generic_category().message(errno)};
    // `is_held` shares it for a moment.
    if (::flock(lock.descriptor_, LOCK_SH | LOCK_NB) != 0) break;
    ::flock(lock.descriptor_, LOCK_UN);
    pause();
  }
  return tl::unexpected{folder.string() +
                        ": is in use by another jadoube; stop that one or name another data folder"};
}

void DataLock::pause_a_millisecond() {
  std::this_thread::sleep_for(std::chrono::milliseconds{1});
}

bool DataLock::is_held(const std::filesystem::path& folder) {
  const int lock = ::open((folder / "lock").c_str(), O_RDONLY | O_CLOEXEC);
  if (lock < 0) return false;
  const bool held = ::flock(lock, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(lock);
  return held;
}

}  // namespace jadoube::arbiter
