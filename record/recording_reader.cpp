#include "record/recording_reader.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "record/line_reader.hpp"
#include "record/scanlog_jsonl.hpp"

namespace jadoube::record {
namespace {

/// A record whose JSON text is as long as may be, with room for its other bytes.
constexpr std::size_t kLongestRecord = LineReader::kLongestLine + 64;

/// What disks and whoever copies files take as a whole is a multiple of this.
constexpr std::size_t kPage = kSmallestBlockSize;

constexpr const char* kCutOff = "the recording is cut off here";

bool all_zero(std::string_view bytes) {
  return bytes.find_first_not_of('\0') == std::string_view::npos;
}

std::string counted(std::uint64_t count, std::string_view what) {
  return std::to_string(count) + ' ' + std::string{what} + (count == 1 ? "" : "s");
}

}  // namespace

RecordingReader::RecordingReader(std::unique_ptr<ByteSource> source, ProblemSink problems)
    : source_{std::move(source)}, problems_{std::move(problems)} {}

std::optional<std::string> RecordingReader::start() {
  if (auto refusal = read_file_start()) return name() + ": " + *refusal;
  while (!has_header_) {
    const Step step = this->step();
    if (step == Step::end) return name() + ": there is nothing in this recording that can be read";
    if (step == Step::went_on) continue;
    problems_({{0, 0, file_.size}, "the header is lost; the board is taken for one that senses presence"});
    has_header_ = true;
    hold();
  }
  return std::nullopt;
}

std::optional<std::string> RecordingReader::read_file_start() {
  block_.resize(kFileHeaderSize);
  const auto got = read_fully(*source_, block_);
  if (!got) return got.error();
  if (*got < kFileHeaderSize) return "the recording is cut off within its first 32 bytes";
  const auto file = read_file_header(block_);
  if (!file) return "the first 32 bytes of the recording are damaged";
  if (file->version != 1)
    return "version " + std::to_string(file->version) +
           " is not known to this program, which knows version 1";
  if (file->incompatible != 0) return "the recording uses features that this program does not know";
  const bool sizes_fit = std::has_single_bit(file->block_size) && file->block_size >= kSmallestBlockSize &&
                         file->block_size <= kLargestBlockSize && file->size >= kFileHeaderSize &&
                         file->size <= kLargestHeaderSize && file->block_header_size >= kBlockHeaderSize &&
                         file->block_header_size <= kLargestHeaderSize;
  if (!sizes_fit) return "the sizes in the first 32 bytes of the recording make no sense";
  file_ = *file;
  fill_block(kFileHeaderSize);
  enter_block();
  return std::nullopt;
}

/// The block's first `from` bytes are there already. False if there are no more.
bool RecordingReader::fill_block(std::size_t from) {
  block_.resize(file_.block_size);
  std::size_t filled = from;
  while (filled < block_.size() && !ended_) {
    const auto got = source_->read({block_.data() + filled, block_.size() - filled});
    if (!got) failure_ = got.error();
    if (!got || *got == 0)
      ended_ = true;
    else
      filled += *got;
  }
  block_.resize(filled);
  return filled > from;
}

bool RecordingReader::load_block() {
  if (ended_) return false;
  block_start_ += block_.size();
  at_ = 0;
  if (!fill_block(0)) return false;
  enter_block();
  return true;
}

/// Does the block follow those that were read? One that does not stand where its number says has to be the very next, but for
/// those that were passed over.
bool RecordingReader::goes_on(const BlockHeader& header, std::uint64_t start) const {
  const bool is_in_place = header.number * file_.block_size == start;
  return header.number >= next_block_ && (is_in_place || header.number - next_block_ < passed_over_) &&
         header.records_before >= records_ &&
         header.base_time <= static_cast<std::uint64_t>(kLargestInteger) &&
         Time{static_cast<std::int64_t>(header.base_time)} >= last_;
}

/// Bytes that were put in, or stand here twice, have moved the block: what is before it in `block_` is passed over.
std::optional<BlockHeader> RecordingReader::find_moved_block() {
  for (std::size_t from = kPage; from + file_.block_header_size <= block_.size(); from += kPage) {
    const auto header = read_block_header(std::string_view{block_}.substr(from, file_.block_header_size));
    if (!header || !goes_on(*header, block_start_ + from)) continue;
    block_.erase(0, from);
    block_start_ += from;
    fill_block(block_.size());
    return header;
  }
  return std::nullopt;
}

/// Checks the block's header and goes on from the state it gives.
void RecordingReader::enter_block() {
  ++passed_over_;
  at_ = block_start_ == 0 ? file_.size : 0;
  payload_ = {};
  skip_block_ = true;
  if (block_.size() < at_ + file_.block_header_size) return damage(kCutOff, true);
  if (all_zero(block_)) return damage("the block was never written", true);
  auto header = read_block_header(std::string_view{block_}.substr(at_, file_.block_header_size));
  if (!header || !goes_on(*header, block_start_)) {
    damage(!header ? "the head of the block is damaged" : "the block does not go on from those before it",
           false);
    header = find_moved_block();
    if (!header) return;
    at_ = 0;
  }
  next_block_ = header->number + 1;
  passed_over_ = 0;
  is_moved_ = is_moved_ || header->number * file_.block_size != block_start_;
  recovered(header->records_before);

  codec_ = RecordCodec{Time{static_cast<std::int64_t>(header->base_time)}};
  at_ += file_.block_header_size;
  skip_block_ = false;
  const auto read = read_frame(std::string_view{block_}.substr(at_));
  if (!read.fault && read.frame.kind == FrameKind::state) {
    for (std::string_view rest = read.frame.payload; !rest.empty();) {
      if (!codec_.take(rest, entry_.record, entry_.extra))
        return damage("the state of the block makes no sense", false);
    }
    at_ += read.size;
  }
  remember_end();
}

bool RecordingReader::advance() {
  for (;;) {
    const Step step = this->step();
    if (step != Step::went_on) return step == Step::record;
  }
}

RecordingReader::Step RecordingReader::step() {
  if (!payload_.empty()) return take_record(payload_, codec_);
  if (skip_block_ || at_ == block_.size()) {
    if (load_block()) return Step::went_on;
    report_end();
    return Step::end;
  }
  const auto rest = std::string_view{block_}.substr(at_);
  const bool whole_block = block_.size() == file_.block_size;
  if (rest.size() < kFrameHeaderSize || all_zero(rest.substr(0, kFrameHeaderSize))) {
    if (all_zero(rest))
      skip_block_ = true;
    else if (whole_block || rest.size() >= kFrameHeaderSize)
      damage("the unused end of the block is damaged", false);
    else
      damage(kCutOff, true);
    return Step::went_on;
  }
  const auto read = read_frame(rest);
  if (read.fault == FrameFault::cut && !whole_block)
    damage(kCutOff, true);
  else if (read.fault)
    damage("the recording is damaged here", false);
  else
    return take_frame(read.frame, read.size);
  return Step::went_on;
}

RecordingReader::Step RecordingReader::take_frame(const Frame& frame, std::size_t size) {
  entry_.place = {0, 0, offset()};
  if (pieces_kind_ && !frame.begun_before) {
    damage("the record that begins here is not complete", false);
    damage_->offset = pieces_start_;
    recovered(records_);
    skip_block_ = false;
  }
  at_ += size;
  if (frame.begun_before || frame.goes_on) return take_piece(frame);
  switch (frame.kind) {
    case FrameKind::records:
      payload_ = frame.payload;
      return Step::went_on;
    case FrameKind::header:
      take_header(frame.payload);
      return Step::went_on;
    case FrameKind::state:
      damage("a frame is out of place", false);
      return Step::went_on;
    case FrameKind::seal:
      break;  // for those who verify
  }
  remember_end();  // a kind of a later version
  return Step::went_on;
}

RecordingReader::Step RecordingReader::take_piece(const Frame& frame) {
  if (!frame.begun_before) {
    pieces_kind_ = frame.kind;
    pieces_ = frame.payload;
    pieces_codec_ = codec_;
    pieces_start_ = entry_.place.offset;
    if (frame.kind == FrameKind::records) ++records_;
    return Step::went_on;
  }
  // Without its beginning, which was lost or lies before the place that reading began at, the rest is of no
  // use.
  if (pieces_kind_ != frame.kind) return Step::went_on;
  pieces_ += frame.payload;
  if (pieces_.size() > kLongestRecord) {
    damage("a record is too long", false);
    return Step::went_on;
  }
  if (frame.goes_on) return Step::went_on;

  pieces_kind_.reset();
  if (frame.kind == FrameKind::header) {
    take_header(pieces_);
    return Step::went_on;
  }
  if (frame.kind != FrameKind::records) return Step::went_on;
  --records_;  // counted when it began
  entry_.place.offset = pieces_start_;
  std::string_view rest = pieces_;
  const Step step = take_record(rest, pieces_codec_);
  if (rest.empty()) return step;
  damage("a record makes no sense", false);
  return Step::went_on;
}

RecordingReader::Step RecordingReader::take_record(std::string_view& bytes, RecordCodec& codec) {
  if (!codec.take(bytes, entry_.record, entry_.extra) || codec.last() < last_) {
    damage("a record makes no sense", false);
    return Step::went_on;
  }
  last_ = codec.last();
  ++records_;
  if (std::holds_alternative<Other>(entry_.record)) ++unknown_types_;
  if (bytes.empty()) remember_end();
  return Step::record;
}

void RecordingReader::take_header(std::string_view json) {
  if (has_header_) return;
  auto header = parse_header(json);
  if (!header) return damage("the header makes no sense: " + header.error().message, false);
  header_ = *std::move(header);
  has_header_ = true;
  remember_end();
}

/// Everything from here to the next sound block is passed over.
void RecordingReader::damage(std::string what, bool unfinished) {
  if (!damage_) damage_ = Damage{offset(), std::move(what), 0, unfinished};
  damage_->unfinished = damage_->unfinished && unfinished;
  if (pieces_kind_ == FrameKind::records) ++damage_->lost;
  pieces_kind_.reset();
  payload_ = {};
  skip_block_ = true;
}

void RecordingReader::recovered(std::uint64_t records_before) {
  const std::uint64_t missing = records_before - std::exchange(records_, records_before);
  if (missing != 0 && !damage_)
    damage_ = Damage{offset(), "what stood before this block is missing", 0, false};
  if (!damage_) return;
  const std::uint64_t lost = missing + damage_->lost;
  std::string sentence = damage_->what + "; it goes on at byte " + std::to_string(offset());
  if (lost != 0) sentence += ", " + counted(lost, "record") + " lost";
  problems_({{0, 0, damage_->offset}, std::move(sentence)});
  damage_.reset();
}

void RecordingReader::report_end() {
  if (pieces_kind_) {
    damage(kCutOff, true);
    damage_->offset = pieces_start_;
  }
  tail_.damaged = tail_.damaged || (damage_ && !damage_->unfinished);
  if (damage_ && (failure_.empty() || !damage_->unfinished))
    problems_({{0, 0, damage_->offset}, damage_->what, damage_->unfinished});
  if (!failure_.empty()) problems_({{0, 0, block_start_ + block_.size()}, std::exchange(failure_, {})});
  damage_.reset();
}

void RecordingReader::remember_end() {
  if (pieces_kind_) return;
  tail_ = {.sound_until = offset(),
           .end = {.block_size = file_.block_size,
                   .block = static_cast<std::uint32_t>(next_block_ - 1),
                   .used = at_,
                   .codec = codec_,
                   .chained = (file_.compatible & kChained) != 0 &&
                              file_.block_header_size == kChainedBlockHeaderSize,
                   .last_block = {},
                   .records = records_},
           .damaged = is_moved_};
}

/// Of a sound block that is not the first, else nothing. Leaves the source anywhere.
std::optional<BlockHeader> RecordingReader::header_of_block(std::uint64_t number) {
  std::array<char, kLargestHeaderSize> bytes{};
  const std::span wanted{bytes.data(), file_.block_header_size};
  if (!source_->seek(number * file_.block_size)) return std::nullopt;
  const auto got = read_fully(*source_, wanted);
  if (!got || *got < wanted.size()) return std::nullopt;
  const auto header = read_block_header({wanted.data(), wanted.size()});
  return header && header->number == number ? header : std::nullopt;
}

/// The last block that begins before `t`: no record of that time can stand before it.
std::optional<Standing> RecordingReader::jump(Time t) {
  const auto size = source_->size();
  if (!size) return std::nullopt;
  std::uint64_t found = 0;
  std::uint64_t records = 0;
  std::uint64_t end = (*size + file_.block_size - 1) / file_.block_size;
  while (end - found > 1) {
    // Blocks that are damaged tell nothing: then the nearest sound one before the middle, or else after it.
    const std::uint64_t middle = found + (end - found) / 2;
    std::optional<BlockHeader> header;
    std::uint64_t number = middle;
    while (number > found && !(header = header_of_block(number))) --number;
    for (std::uint64_t next = middle + 1; !header && next < end; ++next) {
      header = header_of_block(next);
      number = next;
    }
    if (!header) break;
    if (static_cast<std::int64_t>(header->base_time) < t.count()) {
      found = number;
      records = header->records_before;
    } else {
      end = std::min(number, middle + 1);
    }
  }
  if (!source_->seek(found * file_.block_size)) return std::nullopt;
  block_.clear();
  block_start_ = found * file_.block_size;
  next_block_ = found;
  passed_over_ = 0;
  records_ = records;
  ended_ = false;
  damage_.reset();
  pieces_kind_.reset();
  payload_ = {};
  codec_ = RecordCodec{};
  last_ = Time{0};
  load_block();
  return codec_.standing();
}

tl::expected<std::unique_ptr<ScanLogReader>, std::string> open_recording(std::unique_ptr<ByteSource> source,
                                                                         ProblemSink problems) {
  auto reader = std::make_unique<RecordingReader>(std::move(source), std::move(problems));
  if (auto refusal = reader->start()) return tl::unexpected{*std::move(refusal)};
  return reader;
}

}  // namespace jadoube::record
