#include "record/byte_source.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <utility>

#include "record/zstd_stream.hpp"

namespace jadoube::record {
namespace {

std::string system_sentence(int error) {
  return std::generic_category().message(error);
}

class FileSource final : public ByteSource {
 public:
  FileSource(std::string name, int descriptor, std::optional<std::uint64_t> size)
      : name_{std::move(name)}, descriptor_{descriptor}, size_{size} {}
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;
  ~FileSource() override {
    if (descriptor_ != STDIN_FILENO) ::close(descriptor_);
  }

  tl::expected<std::size_t, std::string> read(std::span<char> into) override {
    if (ended_) return std::size_t{0};
    for (;;) {
      const ssize_t got = ::read(descriptor_, into.data(), into.size());
      if (got >= 0) {
        ended_ = got == 0 && !size_;
        return static_cast<std::size_t>(got);
      }
      if (errno == EINTR) continue;
      ended_ = true;
      return tl::unexpected{"cannot be read any further: " + system_sentence(errno)};
    }
  }

  [[nodiscard]] const std::string& name() const override { return name_; }
  [[nodiscard]] std::optional<std::uint64_t> size() const override { return size_; }

  tl::expected<void, std::string> seek(std::uint64_t offset) override {
    if (::lseek(descriptor_, static_cast<off_t>(offset), SEEK_SET) >= 0) return {};
    return tl::unexpected{"cannot go to byte " + std::to_string(offset) + ": " + system_sentence(errno)};
  }

 private:
  std::string name_;
  int descriptor_;
  std::optional<std::uint64_t> size_;
  bool ended_ = false;
};

class MemorySource final : public ByteSource {
 public:
  MemorySource(std::string name, std::string bytes) : name_{std::move(name)}, bytes_{std::move(bytes)} {}

  tl::expected<std::size_t, std::string> read(std::span<char> into) override {
    const std::size_t count = std::min(into.size(), bytes_.size() - at_);
    std::memcpy(into.data(), bytes_.data() + at_, count);
    at_ += count;
    return count;
  }
  [[nodiscard]] const std::string& name() const override { return name_; }
  [[nodiscard]] std::optional<std::uint64_t> size() const override { return bytes_.size(); }
  tl::expected<void, std::string> seek(std::uint64_t offset) override {
    at_ = static_cast<std::size_t>(std::min<std::uint64_t>(offset, bytes_.size()));
    return {};
  }

 private:
  std::string name_;
  std::string bytes_;
  std::size_t at_ = 0;
};

/// A pipe whose first bytes have been looked at.
class PeekedSource final : public ByteSource {
 public:
  PeekedSource(std::string first, std::string failure, std::unique_ptr<ByteSource> rest)
      : first_{std::move(first)}, failure_{std::move(failure)}, rest_{std::move(rest)} {}

  tl::expected<std::size_t, std::string> read(std::span<char> into) override {
    if (at_ < first_.size()) {
      const std::size_t count = first_.copy(into.data(), into.size(), at_);
      at_ += count;
      return count;
    }
    if (!failure_.empty()) return tl::unexpected{std::exchange(failure_, {})};
    return rest_->read(into);
  }
  [[nodiscard]] const std::string& name() const override { return rest_->name(); }

 private:
  std::string first_;
  std::size_t at_ = 0;
  std::string failure_;
  std::unique_ptr<ByteSource> rest_;
};

std::unique_ptr<ByteSource> unpacked(std::unique_ptr<ByteSource> source) {
  const bool packed = is_zstd(peek(source, 4));
  return packed ? zstd_source(std::move(source)) : std::move(source);
}

}  // namespace

tl::expected<void, std::string> ByteSource::seek(std::uint64_t /*offset*/) {
  assert(size().has_value());
  return tl::unexpected{std::string{"is read from front to back only"}};
}

std::string input_name(const std::string& path) {
  return path == "-" ? "standard input" : path;
}
std::string output_name(const std::string& path) {
  return path == "-" ? "standard output" : path;
}

tl::expected<std::unique_ptr<ByteSource>, std::string> open_source(const std::string& path) {
  int descriptor = STDIN_FILENO;
  if (path != "-") {
    do descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0) return tl::unexpected{path + ": cannot be opened: " + system_sentence(errno)};
  }
  struct stat about {};
  static_cast<void>(::fstat(descriptor, &about));  // of what cannot be asked nothing is known
  auto source = std::make_unique<FileSource>(input_name(path), descriptor,
                                             S_ISREG(about.st_mode) && descriptor != STDIN_FILENO
                                                 ? std::optional{static_cast<std::uint64_t>(about.st_size)}
                                                 : std::nullopt);
  if (S_ISDIR(about.st_mode)) return tl::unexpected{source->name() + ": is a directory, not a file"};
  return unpacked(std::move(source));
}

std::unique_ptr<ByteSource> memory_source(std::string name, std::string bytes) {
  return unpacked(std::make_unique<MemorySource>(std::move(name), std::move(bytes)));
}

tl::expected<std::size_t, std::string> read_fully(ByteSource& source, std::span<char> into) {
  std::size_t filled = 0;
  while (filled < into.size()) {
    auto got = source.read(into.subspan(filled));
    if (!got) return got;
    if (*got == 0) break;
    filled += *got;
  }
  return filled;
}

tl::expected<std::string, std::string> read_file(const std::string& path) {
  constexpr std::size_t kAtOnce = std::size_t{1} << 16U;
  auto source = open_source(path);
  if (!source) return tl::unexpected{std::move(source).error()};
  std::string bytes;
  for (std::size_t got = kAtOnce; got == kAtOnce;) {
    const std::size_t before = bytes.size();
    bytes.resize(before + kAtOnce);
    const auto read = read_fully(**source, std::span{bytes}.subspan(before));
    if (!read) return tl::unexpected{(*source)->name() + ": " + read.error()};
    got = *read;
    bytes.resize(before + got);
  }
  return bytes;
}

std::string peek(std::unique_ptr<ByteSource>& source, std::size_t count) {
  std::string first(count, '\0');
  std::size_t filled = 0;
  std::string failure;
  while (filled < count) {
    const auto got = source->read({first.data() + filled, count - filled});
    if (!got) failure = got.error();
    if (!got || *got == 0) break;
    filled += *got;
  }
  first.resize(filled);
  if (!failure.empty() || !source->size() || !source->seek(0))
    source = std::make_unique<PeekedSource>(first, std::move(failure), std::move(source));
  return first;
}

}  // namespace jadoube::record
