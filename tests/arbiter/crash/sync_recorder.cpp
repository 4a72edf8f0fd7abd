// Loaded into the program before the C library: whatever it brings to the disk is put down (durable.hpp). The
// disk itself is left alone, which makes no difference to the program but for the time.
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <mutex>
#include <string>

#include "tests/arbiter/crash/durable.hpp"

namespace {

namespace durable = jadoube::tests::durable;

std::string unique() {
  return 't' + std::to_string(::gettid());
}

std::filesystem::path path_of(int descriptor) {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(descriptor), error);
}

/// A copy that was begun earlier must not replace a later one.
std::mutex one_at_a_time;

int bring_to_disk(int descriptor) {
  const std::lock_guard lock{one_at_a_time};
  if (const char* copies = std::getenv(durable::kVariable))
    durable::publish(durable::copy(path_of(descriptor), copies, unique()));
  return 0;
}

}  // namespace

extern "C" {

int fsync(int descriptor) {
  return bring_to_disk(descriptor);
}

int fdatasync(int descriptor) {
  return bring_to_disk(descriptor);
}

/// Of the file system only what is in the program's folder counts: it lies beside the copies.
int syncfs(int /*descriptor*/) noexcept {
  const std::lock_guard lock{one_at_a_time};
  if (const char* copies = std::getenv(durable::kVariable))
    durable::publish_all(std::filesystem::path{copies}.parent_path() / "data", copies, unique());
  return 0;
}
}
