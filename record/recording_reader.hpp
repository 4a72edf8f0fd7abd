// Goes through a recording block by block and frame by frame.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "record/record_codec.hpp"
#include "record/recording_layout.hpp"
#include "record/recording_parts.hpp"
#include "record/scan_log.hpp"

namespace jadoube::record {

class RecordingReader final : public ScanLogReader {
 public:
  RecordingReader(std::unique_ptr<ByteSource> source, ProblemSink problems);

  /// Reads up to the header, or up to the first record if the header is lost. Gives the reason to refuse the
  /// file.
  std::optional<std::string> start();

  [[nodiscard]] const Header& header() const override { return header_; }
  [[nodiscard]] Form form() const override { return Form::recording; }
  [[nodiscard]] std::uint64_t unknown_types() const override { return unknown_types_; }
  [[nodiscard]] const std::string& name() const override { return source_->name(); }

  /// Once everything has been read: where the last sound frame ends, in bytes of the file and for the writer.
  struct Tail {
    std::uint64_t sound_until = 0;
    RecordingEnd end;
    /// Behind it there is something else than the first bytes of a frame.
    bool damaged = false;
  };
  [[nodiscard]] const Tail& tail() const { return tail_; }

 private:
  enum class Step : std::uint8_t { went_on, record, end };

  bool advance() override;
  std::optional<Standing> jump(Time t) override;

  std::optional<std::string> read_file_start();
  bool load_block();
  bool fill_block(std::size_t from);
  void enter_block();
  [[nodiscard]] bool goes_on(const BlockHeader& header, std::uint64_t start) const;
  std::optional<BlockHeader> find_moved_block();
  Step step();
  Step take_frame(const Frame& frame, std::size_t size);
  Step take_piece(const Frame& frame);
  Step take_record(std::string_view& bytes, RecordCodec& codec);
  void take_header(std::string_view json);

  [[nodiscard]] std::uint64_t offset() const { return block_start_ + at_; }
  [[nodiscard]] std::optional<BlockHeader> header_of_block(std::uint64_t number);
  /// `unfinished`: what is there looks like a recording that somebody was still writing.
  void damage(std::string what, bool unfinished);
  void recovered(std::uint64_t records_before);
  void report_end();
  void remember_end();

  std::unique_ptr<ByteSource> source_;
  ProblemSink problems_;
  FileHeader file_;
  Header header_;
  bool has_header_ = false;

  // The block in hand.
  std::string block_;
  /// The lowest number that it may have; and how many of the file's blocks were passed over since the last sound one.
  std::uint64_t next_block_ = 0, passed_over_ = 0;
  /// It does not stand where its number says, or one before it did not.
  bool is_moved_ = false;
  std::uint64_t block_start_ = 0;
  std::size_t at_ = 0;
  bool skip_block_ = true;

  // The frame in hand: what is left of its records.
  std::string_view payload_;
  RecordCodec codec_;

  // A frame in pieces, and the state its record goes on from.
  std::string pieces_;
  std::optional<FrameKind> pieces_kind_;
  RecordCodec pieces_codec_;
  std::uint64_t pieces_start_ = 0;

  /// Begun so far, and the time of the last that was given out.
  std::uint64_t records_ = 0;
  Time last_{0};
  std::uint64_t unknown_types_ = 0;

  // Damage that has been met and not yet been passed.
  struct Damage {
    std::uint64_t offset = 0;
    std::string what;
    std::uint64_t lost = 0;
    bool unfinished = false;
  };
  std::optional<Damage> damage_;
  std::string failure_;
  bool ended_ = false;
  Tail tail_;
};

}  // namespace jadoube::record
