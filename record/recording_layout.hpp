// The fixed parts of a recording, byte for byte (docs/recording-format.md). Numbers are little-endian.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "record/sha256.hpp"

namespace jadoube::record {

/// The high bit finds seven-bit channels, the line ends find those that change them, 1a stops a listing on
/// old systems.
inline constexpr std::string_view kRecordingMagic = "\x89JSC\r\n\x1a\n";
inline constexpr std::size_t kFileHeaderSize = 32;
inline constexpr std::size_t kBlockHeaderSize = 24;
/// With the hash of the block before.
inline constexpr std::size_t kChainedBlockHeaderSize = kBlockHeaderSize + 32;
/// Compatible feature: the blocks are chained.
inline constexpr std::uint32_t kChained = 1;
inline constexpr std::size_t kFrameHeaderSize = 8;
inline constexpr std::size_t kBlockSize = 4096;
inline constexpr std::size_t kSmallestBlockSize = 256;
inline constexpr std::size_t kLargestBlockSize = std::size_t{1} << 16U;
/// Headers may grow up to this, if a compatible feature needs it.
inline constexpr std::size_t kLargestHeaderSize = 128;

struct FileHeader {
  std::uint16_t version = 1;
  std::uint16_t size = kFileHeaderSize;
  std::uint16_t block_header_size = kBlockHeaderSize;
  std::uint32_t block_size = kBlockSize;
  std::uint32_t compatible = 0;
  std::uint32_t incompatible = 0;
  friend bool operator==(const FileHeader&, const FileHeader&) = default;
};
void append(std::string& bytes, const FileHeader& header);
/// `bytes` are the first of the file, at least kFileHeaderSize of them. Nothing if magic or checksum are
/// wrong.
std::optional<FileHeader> read_file_header(std::string_view bytes);

struct BlockHeader {
  /// From 0.
  std::uint32_t number = 0;
  /// Time of the last record that begins before this block, in µs; 0 if there is none.
  std::uint64_t base_time = 0;
  /// How many records begin before this block.
  std::uint64_t records_before = 0;
  /// SHA-256 of the block before this one; in block 0, that of the log before this one. Only where blocks are
  /// chained.
  std::optional<Digest> chain;
  friend bool operator==(const BlockHeader&, const BlockHeader&) = default;
};
void append(std::string& bytes, const BlockHeader& header);
/// `bytes` is the whole header, which may be longer than what is known of it. Nothing if the checksum is
/// wrong.
std::optional<BlockHeader> read_block_header(std::string_view bytes);

enum class FrameKind : std::uint8_t { header = 'H', records = 'R', state = 'S', seal = 'C' };

struct Frame {
  FrameKind kind = FrameKind::records;
  /// A frame that does not fit into one block goes on in those that follow.
  bool begun_before = false;
  bool goes_on = false;
  std::string_view payload;
};
void append(std::string& bytes, const Frame& frame);

enum class FrameFault : std::uint8_t { cut, checksum };
struct FrameRead {
  Frame frame;
  std::optional<FrameFault> fault;
  /// How many bytes the frame takes.
  std::size_t size = 0;
};
/// Reads the frame at the start of `bytes`, which are the rest of a block as far as the file has it.
FrameRead read_frame(std::string_view bytes);

}  // namespace jadoube::record
