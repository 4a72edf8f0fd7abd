#include "record/recording_verify.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "record/scan_log.hpp"

namespace jadoube::record {

namespace {

/// Goes through the blocks as they stand.
class Chain {
 public:
  explicit Chain(ChainCheck& check) : check_{check} {}

  /// `block` is its bytes as far as the file has them.
  void take(std::uint64_t number, std::string_view block, const FileHeader& file) {
    const std::uint64_t start = number * file.block_size;
    const std::size_t head = number == 0 ? file.size : 0;
    std::optional<BlockHeader> header;
    if (block.size() >= head + file.block_header_size)
      header = read_block_header(block.substr(head, file.block_header_size));
    if (header && header->chain && number == 0) check_.previous = *header->chain;
    if (header && header->chain && before_ && *header->chain != *before_)
      fault(start - file.block_size, "what stands here up to byte " + std::to_string(start - 1) +
                                         " is not what stood here when the recording went on behind it: it "
                                         "was changed, or blocks were cut "
                                         "out or put in");
    if (header) look_for_seals(start, block, head + file.block_header_size);
    before_ = sha256(block);
  }

 private:
  void look_for_seals(std::uint64_t start, std::string_view block, std::size_t at) {
    while (at + kFrameHeaderSize <= block.size()) {
      const FrameRead read = read_frame(block.substr(at));
      if (read.fault || read.frame.payload.empty()) return;  // the reader tells
      const std::size_t end = at + read.size;
      if (read.frame.kind == FrameKind::seal && read.frame.payload.size() == sizeof(Digest)) {
        const Digest digest = digest_from_bytes(read.frame.payload);
        if (digest == sha256(block.substr(0, at)))
          check_.seals.push_back({start + end, digest});
        else
          fault(start + at, "the seal here does not agree with what stands before it in its block");
      }
      at = end;
    }
  }
  void fault(std::uint64_t offset, std::string sentence) {
    check_.faults.push_back({{0, 0, offset}, std::move(sentence)});
    check_.changed_at = std::min(check_.changed_at.value_or(offset), offset);
  }

  ChainCheck& check_;
  std::optional<Digest> before_;
};

}  // namespace

tl::expected<ChainCheck, std::string> verify_recording(const std::string& path) {
  ChainCheck check;
  auto reader = ScanLogReader::open(path, [&](const Problem& problem) { check.faults.push_back(problem); });
  if (!reader) return tl::unexpected{std::move(reader).error()};
  if ((*reader)->form() != Form::recording) return tl::unexpected{path + ": is not a recording"};
  check.header = (*reader)->header();
  while (const Entry* entry = (*reader)->next()) {
    if (check.records++ == 0) check.first = time_of(entry->record);
    check.last = time_of(entry->record);
  }

  auto source = open_source(path);
  if (!source) return tl::unexpected{std::move(source).error()};
  // The reader has taken the file's header, so it is there.
  const auto file = read_file_header(peek(*source, kFileHeaderSize));
  if (!file) return tl::unexpected{path + ": has changed while it was read"};
  check.chained = (file->compatible & kChained) != 0 && file->block_header_size >= kChainedBlockHeaderSize;
  Chain chain{check};
  std::string block(file->block_size, '\0');
  for (std::uint64_t number = 0;; ++number) {
    const auto got = read_fully(**source, block);
    if (!got) return tl::unexpected{path + ": " + got.error()};
    check.bytes += *got;
    if (check.chained && *got != 0) chain.take(number, std::string_view{block}.substr(0, *got), *file);
    if (*got < block.size()) break;
  }
  std::ranges::stable_sort(check.faults, {}, [](const Problem& p) { return p.place.offset; });
  return check;
}

}  // namespace jadoube::record
