// Where bytes go: a file, standard output or memory; packed on the way if the name asks for it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace jadoube::record {

/// Errors are one sentence that names the file. After an error nothing more is written.
class ByteSink {
 public:
  using Result = tl::expected<void, std::string>;

  ByteSink() = default;
  ByteSink(const ByteSink&) = delete;
  ByteSink& operator=(const ByteSink&) = delete;
  virtual ~ByteSink() = default;

  virtual Result write(std::string_view bytes) = 0;
  /// Everything so far is with the operating system.
  virtual Result flush() = 0;
  /// Everything so far is on the disk. A pipe has none: then the same as `flush`.
  virtual Result sync() { return flush(); }
  /// Flushes and gives the file back. A sink that goes away without having been closed may lose its last
  /// bytes.
  virtual Result close() = 0;

  [[nodiscard]] virtual const std::string& name() const = 0;
};

/// Creates or empties the file, or takes standard output for "-". Packs if the name ends in ".zst".
tl::expected<std::unique_ptr<ByteSink>, std::string> open_sink(const std::string& path);
/// All of a text into what open_sink gives.
ByteSink::Result write_file(const std::string& path, std::string_view text);

/// Opens an existing file to go on behind its first `keep` bytes; what follows them is taken away. Does not
/// pack.
tl::expected<std::unique_ptr<ByteSink>, std::string> append_sink(const std::string& path, std::uint64_t keep);

/// Appends to `bytes`, which must outlive the sink.
std::unique_ptr<ByteSink> memory_sink(std::string& bytes);

}  // namespace jadoube::record
