#include "record/recording_verify.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <boost/json.hpp>

#include "json/writer.hpp"
#include "record/byte_source.hpp"
#include "record/scan_log.hpp"

namespace jadoube::record {

namespace {

/// Goes through the blocks as they stand, each of which has a hash in its head.
class Chain {
 public:
  Chain(ChainCheck& check, const std::vector<ChangedBlock>& noted) : check_{check}, noted_{noted} {}

  /// `block` is its bytes as far as the file has them.
  void take(std::uint64_t number, std::string_view block, const FileHeader& file) {
    const std::uint64_t start = number * file.block_size;
    const std::size_t head = number == 0 ? file.size : 0;
    std::optional<BlockHeader> header;
    if (block.size() >= head + file.block_header_size)
      header = read_block_header(block.substr(head, file.block_header_size));
    if (header && number == 0) check_.previous = *header->chain;
    if (header && before_ && *header->chain != *before_)
      compare_with_notes({start - file.block_size, *before_}, start);
    if (header) look_for_seals(start, block, head + file.block_header_size);
    before_ = sha256(block);
  }

 private:
  /// `end` is where the next block begins.
  void compare_with_notes(const ChangedBlock& block, std::uint64_t end) {
    const std::string what = "what stands here up to byte " + std::to_string(end - 1) +
                             " is not what stood here when the recording went on behind it: ";
    if (std::ranges::find(noted_, block) != noted_.end()) {
      check_.faults.push_back(
          {{0, 0, block.offset}, what + "it was so when the log was taken up again, which is noted there"});
      return;
    }
    check_.changed.push_back(block);
    fault(block.offset, what + "it was changed, or blocks were cut out or put in");
  }
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
  const std::vector<ChangedBlock>& noted_;
  std::optional<Digest> before_;
};

constexpr const char* kChangedBlock = "changed_block";
constexpr const char* kRepaired = "repaired";
constexpr const char* kCrossing = "digest_of";

/// Nothing: it is another record, or it does not say all that it should.
std::optional<boost::json::object> note_in(const Record& record, std::string_view type) {
  const auto* other = std::get_if<Other>(&record);
  if (other == nullptr || other->json.find(type) == std::string::npos) return std::nullopt;
  // What is no object with a type is no record.
  auto note = boost::json::parse(other->json);
  if (std::string_view{note.as_object().at("type").as_string()} != type) return std::nullopt;
  return std::move(note.get_object());
}

std::optional<std::uint64_t> number_in(const boost::json::object& note, const char* member) {
  const auto* value = note.if_contains(member);
  if (value == nullptr || !value->is_int64()) return std::nullopt;
  return static_cast<std::uint64_t>(value->get_int64());
}

std::optional<Digest> digest_in(const boost::json::object& note) {
  const auto* text = note.if_contains("sha256");
  return text != nullptr && text->is_string() ? digest_from_hex(std::string_view{text->get_string()})
                                              : std::nullopt;
}

std::optional<ChangedBlock> block_noted_in(const Record& record) {
  const auto note = note_in(record, kChangedBlock);
  if (!note) return std::nullopt;
  const auto offset = number_in(*note, "offset");
  const auto digest = digest_in(*note);
  if (!offset || !digest) return std::nullopt;
  return ChangedBlock{*offset, *digest};
}

std::optional<Repair> repair_noted_in(const Record& record) {
  const auto note = note_in(record, kRepaired);
  if (!note) return std::nullopt;
  const auto bytes = number_in(*note, "bytes"), sealed = number_in(*note, "sealed");
  if (!bytes || !sealed) return std::nullopt;
  return Repair{*bytes, *sealed};
}

std::optional<Crossing> crossing_noted_in(const Record& record) {
  const auto note = note_in(record, kCrossing);
  if (!note) return std::nullopt;
  const auto* log = note->if_contains("log");
  const auto bytes = number_in(*note, "bytes");
  const auto digest = digest_in(*note);
  if (log == nullptr || !log->is_string() || !bytes || !digest) return std::nullopt;
  return Crossing{std::string{std::string_view{log->get_string()}}, {*bytes, *digest}};
}

}  // namespace

Other note_of(const ChangedBlock& block, Time t) {
  return {t, json::object_text([&](json::Object& o) {
            o.text("type", kChangedBlock).number("t_us", t.count());
            o.number("offset", static_cast<std::int64_t>(block.offset)).text("sha256", hex(block.digest));
          })};
}

Other note_of(const Repair& repair, Time t) {
  return {t, json::object_text([&](json::Object& o) {
            o.text("type", kRepaired).number("t_us", t.count());
            o.number("bytes", static_cast<std::int64_t>(repair.bytes));
            o.number("sealed", static_cast<std::int64_t>(repair.sealed));
          })};
}

Other note_of(const Crossing& crossing, Time t) {
  return {t, json::object_text([&](json::Object& o) {
            o.text("type", kCrossing).number("t_us", t.count()).text("log", crossing.log);
            o.number("bytes", static_cast<std::int64_t>(crossing.seal.bytes));
            o.text("sha256", hex(crossing.seal.digest));
          })};
}

tl::expected<ChainCheck, std::string> verify_recording(const std::string& path) {
  const auto bytes = read_file(path);
  if (!bytes) return tl::unexpected{bytes.error()};
  return verify_recording(path, *bytes);
}

tl::expected<ChainCheck, std::string> verify_recording(const std::string& name, const std::string& bytes) {
  ChainCheck check;
  auto reader = ScanLogReader::open(memory_source(name, bytes),
                                    [&](const Problem& problem) { check.faults.push_back(problem); });
  if (!reader) return tl::unexpected{std::move(reader).error()};
  if ((*reader)->form() != Form::recording) return tl::unexpected{name + ": is not a recording"};
  check.header = (*reader)->header();
  std::vector<ChangedBlock> noted;
  while (const Entry* entry = (*reader)->next()) {
    if (const auto block = block_noted_in(entry->record)) noted.push_back(*block);
    if (const auto repair = repair_noted_in(entry->record)) check.repairs.push_back(*repair);
    if (auto crossing = crossing_noted_in(entry->record)) check.crossings.push_back(*std::move(crossing));
    if (check.records++ == 0) check.first = time_of(entry->record);
    check.last = time_of(entry->record);
  }

  const std::string_view all{bytes};
  const auto file = read_file_header(all.substr(0, kFileHeaderSize));
  if (!file) return tl::unexpected{name + ": is packed"};  // the reader unpacks
  check.chained = (file->compatible & kChained) != 0 && file->block_header_size >= kChainedBlockHeaderSize;
  check.bytes = all.size();
  check.block_size = file->block_size;
  if (check.chained) {
    Chain chain{check, noted};
    for (std::uint64_t number = 0; number * file->block_size < all.size(); ++number)
      chain.take(number, all.substr(number * file->block_size, file->block_size), *file);
  }
  std::ranges::stable_sort(check.faults, {}, [](const Problem& p) { return p.place.offset; });
  return check;
}

}  // namespace jadoube::record
