#include "record/byte_sink.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "record/byte_source.hpp"
#include "record/zstd_stream.hpp"

namespace jadoube::record {
namespace {

/// Bytes are gathered up to this many before the operating system is asked.
constexpr std::size_t kGather = std::size_t{1} << 16U;

class FileSink final : public ByteSink {
 public:
  // Gathers in no more memory than it comes to need: a sink that is flushed often needs little, and there may
  // be thousands.
  FileSink(std::string name, int descriptor) : name_{std::move(name)}, descriptor_{descriptor} {}
  FileSink(const FileSink&) = delete;
  FileSink& operator=(const FileSink&) = delete;
  ~FileSink() override {
    if (descriptor_ > STDERR_FILENO) ::close(descriptor_);
  }

  Result write(std::string_view bytes) override {
    if (gathered_.size() + bytes.size() > kGather) {
      if (auto done = flush(); !done) return done;
      if (bytes.size() >= kGather) return put(bytes);
    }
    gathered_.append(bytes);
    return {};
  }
  Result flush() override {
    auto done = put(gathered_);
    gathered_.clear();
    return done;
  }
  Result sync() override {
    if (auto done = flush(); !done) return done;
    // EINVAL and EROFS: a pipe, a terminal or /dev/null, which have no disk behind them.
    if (::fdatasync(descriptor_) != 0 && errno != EINVAL && errno != EROFS) return failed(errno);
    return {};
  }
  Result close() override {
    if (auto done = flush(); !done) return done;
    if (descriptor_ <= STDERR_FILENO) return {};
    if (::close(std::exchange(descriptor_, -1)) != 0 && errno != EINTR) return failed(errno);
    return {};
  }
  [[nodiscard]] const std::string& name() const override { return name_; }

 private:
  Result put(std::string_view bytes) {
    while (!broken_ && !bytes.empty()) {
      const ssize_t put = ::write(descriptor_, bytes.data(), bytes.size());
      if (put >= 0)
        bytes.remove_prefix(static_cast<std::size_t>(put));
      else if (errno != EINTR)
        return failed(errno);
    }
    if (broken_) return tl::unexpected{name_ + ": cannot be written since an earlier fault"};
    return {};
  }
  Result failed(int error) {
    broken_ = true;
    if (error == EPIPE) return tl::unexpected{name_ + ": nobody reads it any more (closed pipe)"};
    return tl::unexpected{name_ + ": cannot be written: " + std::generic_category().message(error)};
  }

  std::string name_;
  int descriptor_;
  std::string gathered_;
  bool broken_ = false;
};

class MemorySink final : public ByteSink {
 public:
  explicit MemorySink(std::string& bytes) : bytes_{bytes} {}
  Result write(std::string_view bytes) override {
    bytes_.append(bytes);
    return {};
  }
  Result flush() override { return {}; }
  Result close() override { return {}; }
  [[nodiscard]] const std::string& name() const override { return name_; }

 private:
  std::string& bytes_;
  std::string name_ = "memory";
};

}  // namespace

tl::expected<std::unique_ptr<ByteSink>, std::string> open_sink(const std::string& path) {
  int descriptor = STDOUT_FILENO;
  if (path != "-") {
    do descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0)
      return tl::unexpected{path + ": cannot be written: " + std::generic_category().message(errno)};
  }
  std::unique_ptr<ByteSink> sink = std::make_unique<FileSink>(output_name(path), descriptor);
  return path.ends_with(".zst") ? zstd_sink(std::move(sink)) : std::move(sink);
}

ByteSink::Result write_file(const std::string& path, std::string_view text) {
  auto sink = open_sink(path);
  if (!sink) return tl::unexpected{std::move(sink).error()};
  auto written = (*sink)->write(text);
  return written ? (*sink)->close() : written;
}

tl::expected<std::unique_ptr<ByteSink>, std::string> append_sink(const std::string& path,
                                                                 std::uint64_t keep) {
  int descriptor = -1;
  do descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  while (descriptor < 0 && errno == EINTR);
  const auto end = static_cast<off_t>(keep);
  if (descriptor < 0 || ::ftruncate(descriptor, end) != 0 || ::lseek(descriptor, end, SEEK_SET) != end) {
    const int error = errno;
    if (descriptor >= 0) ::close(descriptor);
    return tl::unexpected{path + ": cannot be written: " + std::generic_category().message(error)};
  }
  return std::make_unique<FileSink>(path, descriptor);
}

std::unique_ptr<ByteSink> memory_sink(std::string& bytes) {
  return std::make_unique<MemorySink>(bytes);
}

}  // namespace jadoube::record
