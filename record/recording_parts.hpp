// What reading a recording to its end leaves behind for going on with it.
#pragma once

#include <cstdint>
#include <memory>

#include "record/record_codec.hpp"
#include "record/recording.hpp"

namespace jadoube::record {

/// Where and how the next frame goes on.
struct RecordingEnd {
  std::size_t block_size = kBlockSize;
  /// Number of the last block, and how many of its bytes are in use.
  std::uint32_t block = 0;
  std::size_t used = 0;
  RecordCodec codec;
  /// What is in use of the last block, where blocks are chained.
  bool chained = false;
  std::string last_block;
  /// Begun so far.
  std::uint64_t records = 0;
};

/// Goes on at `end`, where `sink` stands.
std::unique_ptr<RecordingWriter> continue_recording(std::unique_ptr<ByteSink> sink, RecordingEnd end);

}  // namespace jadoube::record
