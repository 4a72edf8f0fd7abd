#include <utility>

#include "record/recording_parts.hpp"
#include "record/recording_reader.hpp"

namespace jadoube::record {

namespace {

tl::expected<std::string, std::string> bytes_between(const std::string& path, std::uint64_t from,
                                                     std::uint64_t to) {
  auto source = open_source(path);
  if (!source) return tl::unexpected{std::move(source).error()};
  if (auto done = (*source)->seek(from); !done) return tl::unexpected{std::move(done).error()};
  std::string bytes(static_cast<std::size_t>(to - from), '\0');
  const auto got = read_fully(**source, bytes);
  if (!got) return tl::unexpected{got.error()};
  bytes.resize(*got);
  return bytes;
}

}  // namespace

tl::expected<Reopened, std::string> reopen_recording(const std::string& path, const ProblemSink& problems) {
  auto source = open_source(path);
  if (!source) return tl::unexpected{std::move(source).error()};
  const auto size = (*source)->size();
  if (!size) return tl::unexpected{path + ": only a recording in a plain file can be continued"};
  if (peek(*source, kRecordingMagic.size()) != kRecordingMagic)
    return tl::unexpected{path + ": is not a recording"};

  RecordingReader reader{*std::move(source), problems};
  if (auto refusal = reader.start()) return tl::unexpected{*std::move(refusal)};
  while (reader.next() != nullptr) {
  }
  RecordingReader::Tail tail = reader.tail();
  Reopened reopened{nullptr, reader.header(), tail.end.codec.last(), tail.end.records};

  // Damage may hide something that somebody else can still read: it stays, up to the end of its block.
  const std::uint64_t keep = tail.damaged ? *size : tail.sound_until;
  auto sink = append_sink(path, keep);
  if (!sink) return tl::unexpected{std::move(sink).error()};
  std::string filling;
  if (tail.damaged) {
    const std::uint64_t blocks = (keep + tail.end.block_size - 1) / tail.end.block_size;
    tail.end.block = static_cast<std::uint32_t>(blocks - 1);
    tail.end.used = tail.end.block_size;
    filling.assign(static_cast<std::size_t>(blocks * tail.end.block_size - keep), '\0');
    if (auto done = (*sink)->write(filling); !done) return tl::unexpected{std::move(done).error()};
    problems({{0, 0, tail.sound_until}, "the damaged end stays as it is; recording goes on behind it"});
  } else if (keep != *size) {
    problems(
        {{0, 0, keep}, std::to_string(*size - keep) + " byte(s) of an unfinished record are taken away"});
  }
  if (tail.end.chained) {
    // As it stands, damage and all.
    auto bytes = bytes_between(path, std::uint64_t{tail.end.block} * tail.end.block_size, keep);
    if (!bytes) return tl::unexpected{path + ": " + bytes.error()};
    tail.end.last_block = *std::move(bytes) + filling;
  }
  reopened.writer = continue_recording(*std::move(sink), std::move(tail.end));
  return reopened;
}

}  // namespace jadoube::record
