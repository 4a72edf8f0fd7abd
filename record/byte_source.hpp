// Where bytes come from: a file, standard input or memory; compressed data are unpacked on the way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace jadoube::record {

/// A stream of bytes with a name for people.
class ByteSource {
 public:
  ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  virtual ~ByteSource() = default;

  /// Puts at most `into.size()` bytes (more than 0) there and says how many; 0 is the end. Whatever came
  /// before an error has been delivered by earlier calls. An error is a sentence without the name, and then
  /// the end.
  virtual tl::expected<std::size_t, std::string> read(std::span<char> into) = 0;

  /// The path, or "standard input".
  [[nodiscard]] virtual const std::string& name() const = 0;

  /// How many bytes there are, if any of them can be gone to; nothing for a pipe and for compressed data.
  [[nodiscard]] virtual std::optional<std::uint64_t> size() const { return std::nullopt; }
  /// The next read starts at this byte. Only where `size` says something.
  virtual tl::expected<void, std::string> seek(std::uint64_t offset);
};

/// Opens a path, or standard input for "-". Data that begin with the zstd magic are unpacked, whatever the
/// name is. The error is one sentence that names the file.
tl::expected<std::unique_ptr<ByteSource>, std::string> open_source(const std::string& path);

/// Bytes that are already there. Unpacked like those of a file.
std::unique_ptr<ByteSource> memory_source(std::string name, std::string bytes);

/// Reads until `into` is full or the source ends; says how many bytes came.
tl::expected<std::size_t, std::string> read_fully(ByteSource& source, std::span<char> into);

/// Everything that the path has to give (see `open_source`). The error is one sentence that names the file.
tl::expected<std::string, std::string> read_file(const std::string& path);

/// The first bytes, at most `count`, of a source of which nothing has been read yet. They, and an error met
/// on the way, will still come from `source`, which may be exchanged for this.
std::string peek(std::unique_ptr<ByteSource>& source, std::size_t count);

/// How people are told of a path: "-" is "standard input" or "standard output".
std::string input_name(const std::string& path);
std::string output_name(const std::string& path);

}  // namespace jadoube::record
