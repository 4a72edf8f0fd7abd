#include <algorithm>
#include <cassert>
#include <string>
#include <utility>

#include "record/line_reader.hpp"
#include "record/recording_parts.hpp"
#include "record/scanlog_jsonl.hpp"

namespace jadoube::record {
namespace {

/// No scan, clock, press or end takes more: tag 1, time 8, sets of squares 9 and 10, pieces 34, or clock
/// times 1 and 16.
constexpr std::size_t kUsualRecord = 64;

/// Is the record one of those that have a bounded size?
bool is_usual(const Record& record, std::string_view extra) {
  return extra.empty() &&
         (std::holds_alternative<Scan>(record) || std::holds_alternative<ClockReading>(record) ||
          std::holds_alternative<Press>(record) || std::holds_alternative<End>(record));
}

class Writer final : public RecordingWriter {
 public:
  Writer(std::unique_ptr<ByteSink> sink, RecordingEnd end) : sink_{std::move(sink)}, end_{std::move(end)} {
    sum_.add(std::exchange(end_.last_block, {}));
    bytes_ = end_.block * end_.block_size + end_.used;
  }

  Result begin(const Header& header, const std::optional<Digest>& chained) {
    FileHeader file;
    file.block_size = static_cast<std::uint32_t>(end_.block_size);
    end_.chained = chained.has_value();
    file.block_header_size = static_cast<std::uint16_t>(block_header_size());
    file.compatible = end_.chained ? kChained : 0;
    std::string bytes;
    append(bytes, file);
    append(bytes, BlockHeader{.number = 0, .base_time = 0, .records_before = 0, .chain = chained});
    end_.used = bytes.size();
    if (auto done = emit(bytes); !done) return done;
    return put_in_pieces(FrameKind::header, to_json(header), end_.codec, 0);
  }

  Result write(const Record& record, std::string_view extra) override {
    if (const auto fault = contradiction(record)) return refuse("the record " + *fault);
    if (time_of(record) < end_.codec.last()) return refuse("the record is earlier than the one before it");
    if (is_usual(record, extra) && batch_.size() + kUsualRecord <= room()) {
      end_.codec.append(batch_, record, extra);
      ++end_.records;
      return {};
    }
    if (!is_usual(record, extra) && to_json(record, extra).size() > LineReader::kLongestLine)
      return refuse("the record is longer than 1 MiB");
    return write_carefully(record, extra);
  }

  Result flush() override {
    if (auto done = put_batch(); !done) return done;
    return sink_->flush();
  }
  Result sync() override {
    if (auto done = put_batch(); !done) return done;
    return sink_->sync();
  }
  Result close() override {
    if (auto done = put_batch(); !done) return done;
    if (end_.chained && sealed_ != bytes_)
      if (auto done = seal(); !done) return tl::unexpected{std::move(done).error()};
    return sink_->close();
  }

  [[nodiscard]] bool is_chained() const override { return end_.chained; }
  tl::expected<Seal, std::string> seal() override {
    assert(end_.chained);
    auto done = put_batch();
    if (done && room() < sizeof(Digest)) done = begin_block(end_.codec, end_.records);
    if (!done) return tl::unexpected{std::move(done).error()};
    const Digest digest = sum_.digest();
    done =
        put({.kind = FrameKind::seal, .begun_before = false, .goes_on = false, .payload = bytes_of(digest)});
    if (!done) return tl::unexpected{std::move(done).error()};
    sealed_ = bytes_;
    return Seal{bytes_, digest};
  }

 private:
  [[nodiscard]] tl::unexpected<std::string> refuse(const std::string& why) const {
    return tl::unexpected{sink_->name() + ": not written, because " + why};
  }

  [[nodiscard]] std::size_t block_header_size() const {
    return end_.chained ? kChainedBlockHeaderSize : kBlockHeaderSize;
  }

  /// Everything that goes into the file; a new block is begun by `begin_block`.
  Result emit(std::string_view bytes) {
    if (end_.chained) sum_.add(bytes);
    bytes_ += bytes.size();
    return sink_->write(bytes);
  }

  /// How many bytes of payload a frame could have in what is left of the block.
  [[nodiscard]] std::size_t room() const {
    return end_.block_size - std::min(end_.block_size, end_.used + kFrameHeaderSize);
  }

  /// Near the end of a block, or with a record of any size. A new block gives the same state to go on from,
  /// so that the record's bytes are good on either side of the border.
  Result write_carefully(const Record& record, std::string_view extra) {
    const RecordCodec before = end_.codec;
    std::string bytes;
    end_.codec.append(bytes, record, extra);
    const std::uint64_t records_before = end_.records++;
    if (batch_.size() + bytes.size() <= room()) {
      batch_ += bytes;
      return {};
    }
    if (auto done = put_batch(); !done) return done;
    const std::size_t start = block_header_size() + 2 * kFrameHeaderSize + before.standing_as_bytes().size();
    const bool fits_alone = start + bytes.size() <= end_.block_size;
    if (!fits_alone && room() != 0) return put_in_pieces(FrameKind::records, bytes, end_.codec, end_.records);
    if (auto done = begin_block(before, records_before); !done) return done;
    if (!fits_alone) return put_in_pieces(FrameKind::records, bytes, end_.codec, end_.records);
    batch_ = std::move(bytes);
    return {};
  }

  Result put_batch() {
    if (batch_.empty()) return {};
    auto done = put({.kind = FrameKind::records, .begun_before = false, .goes_on = false, .payload = batch_});
    batch_.clear();
    return done;
  }

  /// Blocks that begin on the way go on from `after`, with `records` begun.
  Result put_in_pieces(FrameKind kind, std::string_view payload, const RecordCodec& after,
                       std::uint64_t records) {
    for (bool first = true;; first = false) {
      const std::size_t length = std::min(room(), payload.size());
      const bool all = length == payload.size();
      auto done =
          put({.kind = kind, .begun_before = !first, .goes_on = !all, .payload = payload.substr(0, length)});
      if (!done) return done;
      payload.remove_prefix(length);
      if (payload.empty()) return {};
      if (done = begin_block(after, records); !done) return done;
    }
  }

  Result begin_block(const RecordCodec& state, std::uint64_t records) {
    if (auto done = emit(std::string(end_.block_size - end_.used, '\0')); !done) return done;
    BlockHeader header{.number = ++end_.block,
                       .base_time = static_cast<std::uint64_t>(state.last().count()),
                       .records_before = records,
                       .chain = {}};
    if (end_.chained) {
      header.chain = sum_.digest();
      sum_.reset();
    }
    std::string bytes;
    append(bytes, header);
    if (const auto standing = state.standing_as_bytes(); !standing.empty())
      append(bytes,
             Frame{.kind = FrameKind::state, .begun_before = false, .goes_on = false, .payload = standing});
    end_.used = bytes.size();
    return emit(bytes);
  }

  Result put(const Frame& frame) {
    frame_.clear();
    append(frame_, frame);
    end_.used += frame_.size();
    assert(end_.used <= end_.block_size);
    return emit(frame_);
  }

  std::unique_ptr<ByteSink> sink_;
  RecordingEnd end_;
  Sha256 sum_;  // of the block so far, if blocks are chained
  std::uint64_t bytes_ = 0;
  std::uint64_t sealed_ = 0;  // how many of them, by this writer
  std::string batch_;
  std::string frame_;
};

}  // namespace

tl::expected<std::unique_ptr<RecordingWriter>, std::string> create_recording(std::unique_ptr<ByteSink> sink,
                                                                             const Header& header,
                                                                             std::size_t block_size,
                                                                             std::optional<Digest> chained) {
  RecordingEnd end;
  end.block_size = block_size;
  auto writer = std::make_unique<Writer>(std::move(sink), std::move(end));
  if (auto done = writer->begin(header, chained); !done) return tl::unexpected{done.error()};
  return writer;
}

std::unique_ptr<RecordingWriter> continue_recording(std::unique_ptr<ByteSink> sink, RecordingEnd end) {
  return std::make_unique<Writer>(std::move(sink), std::move(end));
}

}  // namespace jadoube::record
