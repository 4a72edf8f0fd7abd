// Reader and writer of recordings (docs/recording-format.md).
#pragma once

#include <memory>
#include <string>

#include "drivers/recording_layout.hpp"
#include "drivers/scan_log.hpp"

namespace jadoube::drivers {

/// `source` stands at the first byte. Everything before a cut and everything outside damaged blocks is read.
tl::expected<std::unique_ptr<ScanLogReader>, std::string> open_recording(std::unique_ptr<ByteSource> source,
                                                                         ProblemSink problems);

/// `block_size` is a power of two from kSmallestBlockSize to kLargestBlockSize.
tl::expected<std::unique_ptr<ScanLogWriter>, std::string> create_recording(
    std::unique_ptr<ByteSink> sink, const Header& header, std::size_t block_size = kBlockSize);

/// Opens a recording that was left behind, perhaps by a crash, to go on with it. A record that was cut off at
/// its end is taken away; a damaged end is left as it is and a new block begun behind it. Both are told to
/// `problems`, as is damage further up, which is left alone. Refused with one sentence that names the file:
/// what cannot be read as a recording.
struct Reopened {
  std::unique_ptr<ScanLogWriter> writer;
  Header header;
  /// Time of the last record; the next must not be earlier.
  Time last{0};
  std::uint64_t records = 0;
};
tl::expected<Reopened, std::string> reopen_recording(const std::string& path, const ProblemSink& problems);

}  // namespace jadoube::drivers
