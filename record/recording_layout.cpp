#include "record/recording_layout.hpp"

#include <cassert>

#include "record/crc32c.hpp"
#include "record/little_endian.hpp"

namespace jadoube::record {

void append(std::string& bytes, const FileHeader& header) {
  const std::size_t start = bytes.size();
  bytes += kRecordingMagic;
  append_little_endian(bytes, header.version);
  append_little_endian(bytes, header.size);
  append_little_endian(bytes, header.block_header_size);
  append_little_endian(bytes, std::uint16_t{0});
  append_little_endian(bytes, header.block_size);
  append_little_endian(bytes, header.compatible);
  append_little_endian(bytes, header.incompatible);
  append_little_endian(bytes, crc32c(std::string_view{bytes}.substr(start)));
}

std::optional<FileHeader> read_file_header(std::string_view bytes) {
  if (!bytes.starts_with(kRecordingMagic)) return std::nullopt;
  if (little_endian<std::uint32_t>(bytes, 28) != crc32c(bytes.substr(0, 28))) return std::nullopt;
  return FileHeader{.version = little_endian<std::uint16_t>(bytes, 8),
                    .size = little_endian<std::uint16_t>(bytes, 10),
                    .block_header_size = little_endian<std::uint16_t>(bytes, 12),
                    .block_size = little_endian<std::uint32_t>(bytes, 16),
                    .compatible = little_endian<std::uint32_t>(bytes, 20),
                    .incompatible = little_endian<std::uint32_t>(bytes, 24)};
}

void append(std::string& bytes, const BlockHeader& header) {
  std::string body;
  append_little_endian(body, header.number);
  append_little_endian(body, header.base_time);
  append_little_endian(body, header.records_before);
  if (header.chain) body += bytes_of(*header.chain);
  append_little_endian(bytes, crc32c(body));
  bytes += body;
}

std::optional<BlockHeader> read_block_header(std::string_view bytes) {
  if (little_endian<std::uint32_t>(bytes, 0) != crc32c(bytes.substr(4))) return std::nullopt;
  BlockHeader header{.number = little_endian<std::uint32_t>(bytes, 4),
                     .base_time = little_endian<std::uint64_t>(bytes, 8),
                     .records_before = little_endian<std::uint64_t>(bytes, 16),
                     .chain = {}};
  if (bytes.size() >= kChainedBlockHeaderSize)
    header.chain = digest_from_bytes(bytes.substr(kBlockHeaderSize));
  return header;
}

void append(std::string& bytes, const Frame& frame) {
  assert(!frame.payload.empty() && frame.payload.size() < kLargestBlockSize);
  const std::size_t start = bytes.size();
  bytes.append(4, '\0');
  append_little_endian(bytes, static_cast<std::uint16_t>(frame.payload.size()));
  bytes += static_cast<char>(frame.kind);
  bytes += static_cast<char>((frame.begun_before ? 1 : 0) | (frame.goes_on ? 2 : 0));
  bytes += frame.payload;
  std::string sum;
  append_little_endian(sum, crc32c(std::string_view{bytes}.substr(start + 4)));
  bytes.replace(start, 4, sum);
}

FrameRead read_frame(std::string_view bytes) {
  FrameRead read;
  if (bytes.size() < kFrameHeaderSize) {
    read.fault = FrameFault::cut;
    return read;
  }
  read.size = kFrameHeaderSize + little_endian<std::uint16_t>(bytes, 4);
  if (read.size > bytes.size()) {
    read.fault = FrameFault::cut;
    return read;
  }
  const auto parts = static_cast<unsigned char>(bytes[7]);
  if (little_endian<std::uint32_t>(bytes, 0) != crc32c(bytes.substr(4, read.size - 4))) {
    read.fault = FrameFault::checksum;
    return read;
  }
  read.frame = {.kind = static_cast<FrameKind>(bytes[6]),
                .begun_before = (parts & 1U) != 0,
                .goes_on = (parts & 2U) != 0,
                .payload = bytes.substr(kFrameHeaderSize, read.size - kFrameHeaderSize)};
  return read;
}

}  // namespace jadoube::record
