// Reader and writer of recordings (docs/recording-format.md).
#pragma once

#include <memory>
#include <string>

#include "record/recording_layout.hpp"
#include "record/scan_log.hpp"
#include "record/sha256.hpp"

namespace jadoube::record {

/// `source` stands at the first byte. Everything before a cut and everything outside damaged blocks is read.
tl::expected<std::unique_ptr<ScanLogReader>, std::string> open_recording(std::unique_ptr<ByteSource> source,
                                                                         ProblemSink problems);

/// A recording of so many bytes had this digest, which stands for every byte of it.
struct Seal {
  std::uint64_t bytes = 0;
  Digest digest{};
  friend bool operator==(const Seal&, const Seal&) = default;
};

class RecordingWriter : public ScanLogWriter {
 public:
  /// Writes down what everything before it adds up to. Only where blocks are chained.
  virtual tl::expected<Seal, std::string> seal() = 0;
  [[nodiscard]] virtual bool is_chained() const = 0;
};

/// `block_size` is a power of two from kSmallestBlockSize to kLargestBlockSize. With `chained`, which is the
/// digest of the log before this one (or zeros), its blocks are chained and its end is sealed.
tl::expected<std::unique_ptr<RecordingWriter>, std::string> create_recording(
    std::unique_ptr<ByteSink> sink, const Header& header, std::size_t block_size = kBlockSize,
    std::optional<Digest> chained = std::nullopt);

/// Opens a recording that was left behind, perhaps by a crash, to go on with it. A record that was cut off at
/// its end is taken away; a damaged end is left as it is and a new block begun behind it. Both are told to
/// `problems`, as is damage further up, which is left alone. Refused with one sentence that names the file:
/// what cannot be read as a recording.
struct Reopened {
  std::unique_ptr<RecordingWriter> writer;
  Header header;
  /// Time of the last record; the next must not be earlier.
  Time last{0};
  std::uint64_t records = 0;
};
tl::expected<Reopened, std::string> reopen_recording(const std::string& path, const ProblemSink& problems);

}  // namespace jadoube::record
