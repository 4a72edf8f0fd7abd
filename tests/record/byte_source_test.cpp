#include "record/byte_source.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <string>
#include <vector>

#include "record/byte_sink.hpp"
#include "record/zstd_stream.hpp"

namespace jadoube::record {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

struct Unpacked {
  std::string bytes;
  std::string failure;
};

Unpacked read_to_end(ByteSource& source, std::size_t at_once = 1000) {
  Unpacked result;
  std::vector<char> chunk(at_once);
  for (;;) {
    const auto got = source.read(chunk);
    if (!got) result.failure = got.error();
    if (!got || *got == 0) return result;
    result.bytes.append(chunk.data(), *got);
  }
}

std::string packed(const std::string& bytes) {
  std::string into;
  auto sink = zstd_sink(memory_sink(into));
  EXPECT_TRUE(sink->write(bytes));
  EXPECT_TRUE(sink->close());
  return into;
}

/// Does not pack to nothing, and fills more than one zstd block (128 KiB).
std::string some_bytes() {
  std::string bytes;
  std::uint32_t state = 1;
  while (bytes.size() < 300000) {
    state = state * 1664525U + 1013904223U;
    bytes += std::to_string(state >> 8U) + '\n';
  }
  return bytes;
}

TEST(Zstd, IsUnpackedWhateverTheNameIs) {
  for (const std::size_t at_once : {std::size_t{1}, std::size_t{777}, std::size_t{1} << 20U}) {
    auto source = memory_source("plain.txt", packed(some_bytes()));
    EXPECT_FALSE(source->size());
    const auto result = read_to_end(*source, at_once);
    EXPECT_EQ(result.bytes, some_bytes());
    EXPECT_EQ(result.failure, "");
  }
}

TEST(Zstd, SeveralFramesAreOneStream) {
  auto source = memory_source("log", packed("one ") + packed("") + packed("two"));
  EXPECT_EQ(read_to_end(*source).bytes, "one two");
}

TEST(Zstd, CutOffAnywhereGivesTheWholeBlocksBeforeTheCut) {
  const auto whole = packed(some_bytes());
  std::size_t longest = 0;
  for (std::size_t cut = 5; cut < whole.size(); cut += 997) {
    auto source = memory_source("log", whole.substr(0, cut));
    const auto result = read_to_end(*source);
    EXPECT_EQ(result.failure, "the compressed data are cut off") << cut;
    ASSERT_THAT(some_bytes(), StartsWith(result.bytes));
    EXPECT_GE(result.bytes.size(), longest);
    longest = result.bytes.size();
  }
  EXPECT_GE(longest, std::size_t{256} << 10U);
}

TEST(Zstd, DamageGivesTheWholeBlocksBeforeIt) {
  auto damaged = packed(some_bytes());
  damaged[damaged.size() - 20] ^= 0x55;
  auto source = memory_source("log", damaged);
  const auto result = read_to_end(*source);
  EXPECT_THAT(result.failure, HasSubstr("damaged"));
  EXPECT_GE(result.bytes.size(), std::size_t{256} << 10U);
  EXPECT_EQ(result.bytes.substr(0, 256 << 10U), some_bytes().substr(0, 256 << 10U));
}

TEST(Zstd, SomethingElseBehindAFrameIsDamage) {
  auto source = memory_source("log", packed("one") + "two");
  const auto result = read_to_end(*source);
  EXPECT_EQ(result.bytes, "one");
  EXPECT_THAT(result.failure, HasSubstr("damaged"));
}

TEST(Zstd, WhatWasFlushedIsReadFromAFileThatNobodyClosed) {
  std::string into;
  auto sink = zstd_sink(memory_sink(into));
  ASSERT_TRUE(sink->write("a record\n"));
  ASSERT_TRUE(sink->flush());
  auto source = memory_source("log", into);
  EXPECT_EQ(read_to_end(*source).bytes, "a record\n");
}

TEST(ByteSource, PeekingTakesNothingAway) {
  for (const std::string& bytes : {std::string{}, std::string{"ab"}, std::string{"abcdefgh"}}) {
    auto plain = memory_source("log", bytes);
    EXPECT_EQ(peek(plain, 4), bytes.substr(0, 4));
    EXPECT_EQ(read_to_end(*plain, 3).bytes, bytes);
    auto unpacked = memory_source("log", packed(bytes));
    EXPECT_EQ(peek(unpacked, 4), bytes.substr(0, 4));
    EXPECT_EQ(peek(unpacked, 2), bytes.substr(0, 2));
    EXPECT_EQ(read_to_end(*unpacked, 3).bytes, bytes);
  }
}

TEST(ByteSource, WhatCannotBeOpenedIsNamed) {
  EXPECT_EQ(open_source("/nothing/here").error(),
            "/nothing/here: cannot be opened: No such file or directory");
  EXPECT_EQ(open_source("/tmp").error(), "/tmp: is a directory, not a file");
  EXPECT_EQ(open_source("docs/scanlog.md/x").error(), "docs/scanlog.md/x: cannot be opened: Not a directory");
}

TEST(ByteSource, AFileCanBeReadFromAnyPlace) {
  auto source = open_source("docs/scanlog.md");
  ASSERT_TRUE(source) << source.error();
  ASSERT_TRUE((*source)->size());
  const auto whole = read_to_end(**source).bytes;
  EXPECT_EQ(whole.size(), *(*source)->size());
  ASSERT_TRUE((*source)->seek(100));
  EXPECT_EQ(read_to_end(**source).bytes, whole.substr(100));
}

TEST(ByteSink, AFullDiskIsToldOnceItIsNoticedAndNothingIsWrittenAfter) {
  if (::access("/dev/full", W_OK) != 0) GTEST_SKIP() << "there is no /dev/full here";
  auto sink = open_sink("/dev/full").value();
  EXPECT_TRUE(sink->write("a"));
  EXPECT_EQ(sink->flush().error(), "/dev/full: cannot be written: No space left on device");
  EXPECT_EQ(sink->write(std::string(100000, 'b')).error(),
            "/dev/full: cannot be written since an earlier fault");
  EXPECT_FALSE(sink->close());
}

TEST(ByteSink, WhatCannotBeCreatedIsNamed) {
  EXPECT_EQ(open_sink("/nothing/here").error(),
            "/nothing/here: cannot be written: No such file or directory");
  EXPECT_EQ(open_sink("/tmp").error(), "/tmp: cannot be written: Is a directory");
}

}  // namespace
}  // namespace jadoube::record
