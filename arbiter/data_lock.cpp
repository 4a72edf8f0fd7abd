#include "arbiter/data_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace jadoube::arbiter {

DataLock::~DataLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

tl::expected<DataLock, std::string> DataLock::take(const std::filesystem::path& folder) {
  const std::string path = (folder / "lock").string();
  DataLock lock;
  lock.descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock.descriptor_ < 0)
    return tl::unexpected{path + ": cannot be opened: " + std::generic_category().message(errno)};
  if (::flock(lock.descriptor_, LOCK_EX | LOCK_NB) == 0) return lock;
  if (errno == EWOULDBLOCK)
    return tl::unexpected{folder.string() +
                          ": is in use by another jadoube; stop that one or name another data folder"};
  return tl::unexpected{path + ": cannot be locked: " + std::generic_category().message(errno)};
}

bool DataLock::is_held(const std::filesystem::path& folder) {
  const int lock = ::open((folder / "lock").c_str(), O_RDONLY | O_CLOEXEC);
  if (lock < 0) return false;
  const bool held = ::flock(lock, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(lock);
  return held;
}

}  // namespace jadoube::arbiter
