#include "server/private_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace jadoube::server {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int value) : value_{value} {}
  ~Descriptor() {
    if (value_ >= 0) ::close(value_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return value_; }

 private:
  int value_;
};

tl::unexpected<std::string> failure(const std::string& path, const char* what) {
  return tl::unexpected{path + ": " + what + ": " + std::strerror(errno)};
}

tl::expected<void, std::string> write_durably(const std::string& path, std::string_view text, unsigned mode) {
  const Descriptor file{::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode)};
  if (file.get() < 0 || ::fchmod(file.get(), mode) != 0) return failure(path, "cannot be written");
  while (!text.empty()) {
    const ssize_t count = ::write(file.get(), text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return failure(path, "cannot be written");
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  if (::fsync(file.get()) != 0) return failure(path, "cannot be written");
  return {};
}

}  // namespace

tl::expected<void, std::string> write_private_file(const std::string& path, std::string_view text) {
  return write_in_one_step(path, text, 0600);
}

tl::expected<void, std::string> write_in_one_step(const std::string& path, std::string_view text,
                                                  unsigned mode) {
  const std::string beside = path + ".new";
  if (auto written = write_durably(beside, text, mode); !written) {
    ::unlink(beside.c_str());
    return written;
  }
  if (std::rename(beside.c_str(), path.c_str()) != 0) return failure(path, "cannot be replaced");
  const std::size_t slash = path.rfind('/');
  const Descriptor folder{::open(slash == std::string::npos ? "." : path.substr(0, slash + 1).c_str(),
                                 O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (folder.get() < 0 || ::fsync(folder.get()) != 0) return failure(path, "cannot be made durable");
  return {};
}

tl::expected<std::string, std::string> read_private_file(const std::string& path) {
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.get() < 0 && errno == ENOENT) return std::string{};
  if (file.get() < 0) return failure(path, "cannot be read");
  std::string text;
  std::array<char, 4096> buffer{};
  for (;;) {
    const ssize_t count = ::read(file.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return failure(path, "cannot be read");
    if (count == 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

bool is_readable_for_all(const std::string& path) {
  struct stat about {};
  return ::stat(path.c_str(), &about) == 0 && (about.st_mode & S_IROTH) != 0;
}

tl::expected<std::string, std::string> read_secret_file(const std::string& path) {
  if (path.empty()) return std::string{};
  if (is_readable_for_all(path))
    return tl::unexpected{"everybody on this machine can read " + path + "; `chmod o= " + path +
                          "` takes that away"};
  auto text = read_private_file(path);
  if (!text) return text;
  while (text->ends_with('\n') || text->ends_with('\r')) text->pop_back();
  if (text->empty()) return tl::unexpected{path + " is not there, or empty"};
  return text;
}

}  // namespace jadoube::server
