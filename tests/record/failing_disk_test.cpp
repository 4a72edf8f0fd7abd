// Disks, pipes and whoever reads them fail at every place where they are asked for something.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>

#include "record/recording.hpp"
#include "record/scanlog_jsonl.hpp"
#include "record/zstd_stream.hpp"
#include "tests/record/log_reading.hpp"
#include "tests/support/temporary_folder.hpp"

namespace jadoube::record {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// Takes so many calls, and no more.
class FailingSink final : public ByteSink {
 public:
  explicit FailingSink(unsigned calls) : left_{calls} {}
  Result write(std::string_view /*bytes*/) override { return call(); }
  Result flush() override { return call(); }
  Result sync() override { return call(); }
  Result close() override { return call(); }
  [[nodiscard]] const std::string& name() const override { return name_; }

 private:
  Result call() {
    if (left_ == 0) return tl::unexpected{std::string{"the disk is gone"}};
    --left_;
    return {};
  }
  std::string name_ = "disk";
  unsigned left_;
};

/// Gives its bytes up to one of them, and then nothing but errors. `seeks`: so many are done.
class FailingSource final : public ByteSource {
 public:
  FailingSource(std::string bytes, std::size_t until, bool has_size, unsigned seeks = 0)
      : bytes_{std::move(bytes)}, until_{until}, has_size_{has_size}, seeks_{seeks} {}
  tl::expected<std::size_t, std::string> read(std::span<char> into) override {
    const std::size_t end = std::min(until_, bytes_.size());
    if (at_ >= end && until_ < bytes_.size()) return tl::unexpected{std::string{"the disk is gone"}};
    const std::size_t count = std::min(into.size(), end - at_);
    bytes_.copy(into.data(), count, at_);
    at_ += count;
    return count;
  }
  [[nodiscard]] const std::string& name() const override { return name_; }
  [[nodiscard]] std::optional<std::uint64_t> size() const override {
    return has_size_ ? std::optional<std::uint64_t>{bytes_.size()} : std::nullopt;
  }
  tl::expected<void, std::string> seek(std::uint64_t offset) override {
    if (seeks_ == 0) return tl::unexpected{std::string{"the disk is gone"}};
    --seeks_;
    at_ = static_cast<std::size_t>(offset);
    return {};
  }

 private:
  std::string name_ = "disk";
  std::string bytes_;
  std::size_t at_ = 0;
  std::size_t until_;
  bool has_size_;
  unsigned seeks_;
};

ByteSink::Result scan_at(RecordingWriter& writer, int i) {
  return writer.write(Scan{Time{i * 40'000}, Occupancy{static_cast<std::uint64_t>(i) * 0x9E3779B97F4A7C15U},
                           std::nullopt, std::nullopt});
}

/// Everything that a writer does, up to the first call that fails; the error, or nothing.
std::string write_all(unsigned calls, bool chained,
                      const std::function<ByteSink::Result(RecordingWriter&)>& last) {
  auto created = create_recording(std::make_unique<FailingSink>(calls), Header{}, kSmallestBlockSize,
                                  chained ? std::optional{Digest{}} : std::nullopt);
  if (!created) return created.error();
  RecordingWriter& writer = **created;
  for (int i = 0; i < 60; ++i) {
    if (auto done = scan_at(writer, i); !done) return done.error();
    if (i % 20 == 7)
      if (auto done = writer.flush(); !done) return done.error();
  }
  if (auto done = writer.write(Truth{
          Time{60 * 40'000}, R"({"type":"truth","t_us":2400000,"note":")" + std::string(900, 'x') + "\"}"});
      !done)
    return done.error();
  if (auto done = scan_at(writer, 61); !done) return done.error();
  if (auto done = last(writer); !done) return done.error();
  return "";
}

TEST(AFailingDisk, IsToldByARecordingWhereverItFails) {
  const auto close = [](RecordingWriter& writer) { return writer.close(); };
  const auto sync = [](RecordingWriter& writer) { return writer.sync(); };
  const auto seal = [](RecordingWriter& writer) -> ByteSink::Result {
    for (int i = 62; i < 90; ++i) {
      if (auto sealed = writer.seal(); !sealed) return tl::unexpected{sealed.error()};
      if (auto done = scan_at(writer, i); !done) return done;
    }
    if (auto sealed = writer.seal(); !sealed) return tl::unexpected{sealed.error()};
    return writer.close();  // sealed already
  };
  const std::vector<std::function<ByteSink::Result(RecordingWriter&)>> all{close, sync, seal};
  for (const bool chained : {false, true})
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!chained && i == 2) continue;  // which has no seals
      unsigned calls = 0;
      while (write_all(calls, chained, all[i]) == "the disk is gone") ASSERT_LT(++calls, 500U);
      EXPECT_GT(calls, 20U);
      EXPECT_EQ(write_all(calls, chained, all[i]), "");
    }
}

TEST(AFailingDisk, IsToldByALogOfLines) {
  EXPECT_EQ(ScanLogWriter::create(std::make_unique<FailingSink>(0), Form::jsonl, Header{}).error(),
            "the disk is gone");
  EXPECT_EQ(ScanLogWriter::create(std::make_unique<FailingSink>(0), Form::recording, Header{}).error(),
            "the disk is gone");
}

TEST(AFailingDisk, IsToldThroughTheCompression) {
  // Does not become smaller, and is more than the buffer takes at once.
  std::string bytes;
  for (std::uint32_t state = 1; bytes.size() < 700'000; state = state * 1664525U + 1013904223U)
    bytes += static_cast<char>(static_cast<unsigned char>(state >> 24U));
  for (unsigned calls = 0; calls < 4; ++calls) {
    const auto sink = zstd_sink(std::make_unique<FailingSink>(calls));
    EXPECT_EQ(sink->write(bytes).error(), "the disk is gone") << calls;
  }
  EXPECT_FALSE(zstd_sink(std::make_unique<FailingSink>(0))->flush());
  EXPECT_FALSE(zstd_sink(std::make_unique<FailingSink>(0))->close());
  const auto written = [&](auto end) {
    const auto sink = zstd_sink(std::make_unique<FailingSink>(0));
    EXPECT_TRUE(sink->write("a few bytes"));
    return end(*sink);
  };
  std::string into;
  EXPECT_TRUE(zstd_sink(memory_sink(into))->sync());
  EXPECT_FALSE(written([](ByteSink& sink) { return sink.flush(); }));
  EXPECT_FALSE(written([](ByteSink& sink) { return sink.sync(); }));
  EXPECT_FALSE(written([](ByteSink& sink) { return sink.close(); }));
}

TEST(AFailingDisk, IsToldByWhateverUnpacks) {
  std::string packed;
  {
    auto sink = zstd_sink(memory_sink(packed));
    ASSERT_TRUE(sink->write(std::string(1000, 'a')));
    ASSERT_TRUE(sink->close());
  }
  const auto source = zstd_source(std::make_unique<FailingSource>(packed, 10, false));
  std::array<char, 2000> into{};
  EXPECT_EQ(read_fully(*source, into).error(), "the disk is gone");
}

std::string some_recording() {
  std::string bytes;
  auto writer = create_recording(memory_sink(bytes), Header{}, kSmallestBlockSize).value();
  for (int i = 0; i < 200; ++i) EXPECT_TRUE(scan_at(*writer, i));
  EXPECT_TRUE(writer->close());
  return bytes;
}

TEST(AFailingDisk, GivesEverythingOfARecordingThatWasReadBefore) {
  const std::string bytes = some_recording();
  for (std::size_t until = 0; until < bytes.size(); until += 23) {
    const Outcome outcome = read_all(std::make_unique<FailingSource>(bytes, until, false));
    if (outcome.refusal.empty()) {
      EXPECT_THAT(outcome.problems, Contains(HasSubstr("the disk is gone"))) << until;
    } else {
      EXPECT_LT(until, std::size_t{2 * kSmallestBlockSize}) << outcome.refusal;
    }
  }
}

TEST(AFailingDisk, IsToldBesideDamageThatWasMetBefore) {
  std::string bytes = some_recording();
  bytes[5 * kSmallestBlockSize + 100] ^= 1;
  const Outcome outcome = read_all(std::make_unique<FailingSource>(bytes, 6 * kSmallestBlockSize - 3, false));
  EXPECT_THAT(outcome.problems, ElementsAre(HasSubstr("damaged here"), HasSubstr("the disk is gone")));
}

/// Where nothing can be gone to any more what is there is gone through from the place that it stands at.
TEST(AFailingDisk, StopsTheSearchForATime) {
  const std::string bytes = some_recording();
  // The first is that of the look at the first bytes.
  for (unsigned seeks = 1; seeks < 9; ++seeks) {
    auto reader = ScanLogReader::open(std::make_unique<FailingSource>(bytes, bytes.size(), true, seeks),
                                      [](const Problem&) {});
    ASSERT_TRUE(reader) << seeks;
    const auto standing = (*reader)->seek(Time{100 * 40'000});
    if (!standing) continue;
    const Entry* entry = (*reader)->next();
    if (entry != nullptr) {
      EXPECT_GE(time_of(entry->record), Time{100 * 40'000}) << seeks;
    }
  }
  // Of the blocks behind it nothing can be read.
  auto half = ScanLogReader::open(std::make_unique<FailingSource>(bytes, bytes.size() / 3, true, 99),
                                  [](const Problem&) {});
  ASSERT_TRUE(half);
  ASSERT_TRUE((*half)->seek(Time{199 * 40'000}));
  EXPECT_EQ((*half)->next(), nullptr);
  auto pipe =
      ScanLogReader::open(std::make_unique<FailingSource>(bytes, bytes.size(), false), [](const Problem&) {});
  ASSERT_TRUE(pipe);
  ASSERT_TRUE((*pipe)->seek(Time{100 * 40'000})) << "once, from front to back";
  EXPECT_EQ(time_of((*pipe)->next()->record), Time{100 * 40'000});
  EXPECT_FALSE((*pipe)->seek(Time{10 * 40'000}));
}

TEST(AFailingDisk, IsNotSoughtInWhereItSaysThatItHasASize) {
  auto source = std::unique_ptr<ByteSource>{std::make_unique<FailingSource>("0123456789", 10, true)};
  EXPECT_EQ(peek(source, 4), "0123");
  std::array<char, 10> into{};
  EXPECT_EQ(read_fully(*source, into), 10U) << "what was looked at comes once more";
}

TEST(AFileSink, GathersUpToSixtyFourKibibytes) {
  const tests::TemporaryFolder folder;
  const std::string path = folder / "file";
  auto sink = open_sink(path).value();
  ASSERT_TRUE(sink->write(std::string(40'000, 'a')));
  EXPECT_EQ(std::filesystem::file_size(path), 0U);
  ASSERT_TRUE(sink->write(std::string(40'000, 'b')));
  EXPECT_EQ(std::filesystem::file_size(path), 40'000U);
  ASSERT_TRUE(sink->write(std::string(70'000, 'c')));
  EXPECT_EQ(std::filesystem::file_size(path), 150'000U) << "so much is not gathered";
  ASSERT_TRUE(sink->sync());
  ASSERT_TRUE(sink->close());
  EXPECT_TRUE(sink->close()) << "once is enough";
  EXPECT_THAT(sink->sync().error(), HasSubstr("cannot be written: Bad file descriptor"));
  EXPECT_THAT(sink->sync().error(), HasSubstr("since an earlier fault"));
}

TEST(AFileSink, ThatNobodyReadsAnyMoreSaysSo) {
  const tests::TemporaryFolder folder;
  const std::string path = folder / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const int reader = ::open(path.c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_GE(reader, 0);
  auto sink = open_sink(path).value();
  ASSERT_TRUE(sink->write("a"));
  EXPECT_TRUE(sink->sync()) << "a pipe has no disk behind it";
  ::close(reader);
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  ASSERT_TRUE(sink->write("b"));
  EXPECT_EQ(sink->sync().error(), path + ": nobody reads it any more (closed pipe)");
  std::signal(SIGPIPE, before);
}

TEST(AFileSink, OfStandardOutputIsLeftOpen) {
  auto sink = open_sink("-").value();
  EXPECT_EQ(sink->name(), "standard output");
  EXPECT_TRUE(sink->close());
  EXPECT_EQ(::fcntl(STDOUT_FILENO, F_GETFD) == -1, false);
}

TEST(AFileSink, PacksWhereTheNameSaysSo) {
  const tests::TemporaryFolder folder;
  const std::string path = folder / "text.zst";
  ASSERT_TRUE(write_file(path, std::string(5000, 'a')));
  EXPECT_LT(std::filesystem::file_size(path), 100U);
  EXPECT_EQ(read_file(path), std::string(5000, 'a'));
  EXPECT_THAT(write_file("/nothing/here", "a").error(), HasSubstr("cannot be written"));
  EXPECT_FALSE(write_file("/dev/full", std::string(100'000, 'a')));
}

TEST(AFileSink, IsAppendedToOnlyWhereThatCanBe) {
  EXPECT_THAT(append_sink("/nothing/here", 0).error(), HasSubstr("No such file"));
  EXPECT_THAT(append_sink("/dev/null", 5).error(),
              HasSubstr("/dev/null: cannot be written: Invalid argument"));
}

TEST(AFileSource, OfWhatCannotBeReadSaysSo) {
  // Nothing is mapped at the beginning of a process's memory.
  EXPECT_THAT(read_file("/proc/self/mem").error(), HasSubstr("/proc/self/mem: cannot be read any further"));
  auto plain = open_source("docs/scanlog.md").value();
  EXPECT_THAT(plain->seek(~std::uint64_t{0}).error(), HasSubstr("cannot go to byte 18446744073709551615"));
}

TEST(AFileSource, ThatHasNoSizeEndsOnce) {
  auto nothing = open_source("/dev/null").value();
  EXPECT_FALSE(nothing->size());
  std::array<char, 4> into{};
  EXPECT_EQ(nothing->read(into), 0U);
  EXPECT_EQ(nothing->read(into), 0U);
}

TEST(AFileSource, OfStandardInputIsReadFromFrontToBack) {
  const int kept = ::dup(STDIN_FILENO);
  const int file = ::open("docs/scanlog.md", O_RDONLY);
  ASSERT_GE(file, 0);
  ::dup2(file, STDIN_FILENO);
  {
    auto source = open_source("-").value();
    EXPECT_EQ(source->name(), "standard input");
    EXPECT_FALSE(source->size()) << "though it is a file";
  }
  EXPECT_NE(::fcntl(STDIN_FILENO, F_GETFD), -1) << "it is left open";
  if (kept >= 0) ::dup2(kept, STDIN_FILENO);
  ::close(file);
  EXPECT_EQ(output_name("-"), "standard output");
}

TEST(Zstd, IsKnownByItsFramesAndByThoseThatAreToBeSkipped) {
  EXPECT_TRUE(is_zstd("\x28\xB5\x2F\xFD"));
  EXPECT_TRUE(is_zstd("\x50\x2A\x4D\x18"));
  EXPECT_TRUE(is_zstd("\x5F\x2A\x4D\x18"));
  EXPECT_FALSE(is_zstd("\x50\x2A\x4D\x19"));
  EXPECT_FALSE(is_zstd("\x60\x2A\x4D\x18"));
  EXPECT_FALSE(is_zstd("\x28\xB5\x2F"));
}

TEST(ALogThatCannotBeOpened, IsNamed) {
  EXPECT_THAT(ScanLogReader::open("/nothing/here", [](const Problem&) {}).error(),
              HasSubstr("/nothing/here"));
  EXPECT_THAT(reopen_recording("/nothing/here", [](const Problem&) {}).error(), HasSubstr("/nothing/here"));
}

TEST(ARecording, IsGoneOnWithOnlyInAPlainFile) {
  const tests::TemporaryFolder folder;
  const std::string path = folder / "game.jscan.zst";
  ASSERT_TRUE(write_file(path, some_recording()));
  EXPECT_THAT(reopen_recording(path, [](const Problem&) {}).error(),
              HasSubstr("only a recording in a plain file can be continued"));
}

/// While it is read somebody takes the file away and makes a folder of that name.
TEST(ARecording, ThatIsTakenAwayWhileItIsReopenedIsRefused) {
  const tests::TemporaryFolder folder;
  const std::string path = folder / "game.jscan";
  std::string bytes = some_recording();
  bytes[5 * kSmallestBlockSize + 100] ^= 1;
  ASSERT_TRUE(write_file(path, bytes));
  const auto reopened = reopen_recording(path, [&](const Problem&) {
    std::filesystem::remove(path);
    std::filesystem::create_directory(path);
  });
  ASSERT_FALSE(reopened);
  EXPECT_THAT(reopened.error(), HasSubstr("Is a directory"));
}

}  // namespace
}  // namespace jadoube::record
