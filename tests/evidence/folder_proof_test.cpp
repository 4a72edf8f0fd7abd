// What somebody may do to a data folder, and what is said of it.
#include "evidence/folder_proof.hpp"

#include <fstream>
#include <iterator>

#include <sqlite3.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evidence/evidence_log.hpp"
#include "evidence/log_folder.hpp"
#include "record/recording.hpp"
#include "record/recording_layout.hpp"
#include "record/recording_verify.hpp"
#include "tests/support/temporary_folder.hpp"

namespace jadoube::arbiter {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

std::string read(const fs::path& path) {
  std::ifstream file{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, {}};
}
void write(const fs::path& path, const std::string& bytes) {
  std::ofstream{path, std::ios::binary} << bytes;
}

/// Two boards, four games each, as a daemon leaves them: chained, sealed at findings and at their ends, with the digests
/// in the store and, of closed logs, in the log of the other board.
class DataFolder {
 public:
  static constexpr int kGames = 4;

  /// A copy of one that was made once.
  DataFolder() {
    static const DataFolder made{0};
    fs::copy(made.folder_.path(), folder_.path(), fs::copy_options::recursive);
  }

  [[nodiscard]] fs::path boards() const { return folder_.path() / "boards"; }
  [[nodiscard]] fs::path store() const { return folder_.path() / "store.sqlite"; }
  [[nodiscard]] fs::path log(const char* board, int game) const {
    return boards() / board / name(board, game);
  }
  static std::string name(const char* board, int game) {
    return log_name(record::WallTime{} + std::chrono::hours{game} + std::chrono::minutes{*board - 'a'});
  }

  /// All that speaks against it.
  [[nodiscard]] std::vector<std::string> accusations(const std::string& named_store = {}) const {
    FolderProver prover{named_store};
    const auto proof = prover.prove({boards().string()});
    if (!proof) return {proof.error()};
    std::vector<std::string> all = proof->accusations;
    for (const ProvedLog& each : proof->logs)
      all.insert(all.end(), each.proof.accusations.begin(), each.proof.accusations.end());
    EXPECT_EQ(proof->is_proved(), all.empty());
    return all;
  }

  // --- what somebody does ---
  void change(const fs::path& path, std::size_t at) const {
    std::string bytes = read(path);
    bytes.at(at) = static_cast<char>(bytes.at(at) ^ 0x41);
    write(path, bytes);
  }
  void swap(const fs::path& one, const fs::path& other) const {
    const std::string bytes = read(one);
    write(one, read(other));
    write(other, bytes);
  }
  /// A log that is chained and sealed as it should be, of another game.
  void forge(const fs::path& path, const record::Digest& previous) const {
    fs::remove(path);
    const auto forged = EvidenceLog::begin(path.string(), header("a"), previous);
    scans(*forged, 77);
    forged->close();
  }
  static record::ChainCheck check(const fs::path& path) {
    return record::verify_recording(path.string()).value();
  }
  /// Gone on with, and sealed again.
  void go_on(const fs::path& path) const {
    const auto gone_on =
        EvidenceLog::resume(
            path.string(), [](const record::Header&, const record::Entry&) {}, [](const record::Problem&) {})
            .value();
    scans(*gone_on, 99, 2000);
    gone_on->close();
  }
  void sql(const char* statements) const {
    sqlite3* handle = nullptr;
    sqlite3_open(store().c_str(), &handle);
    EXPECT_EQ(sqlite3_exec(handle, statements, nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(handle);
    sqlite3_close(handle);
  }
  /// Rows go, and the triggers that forbid it are there again afterwards.
  void delete_anchors(const std::string& where) const {
    sql(("CREATE TEMP TABLE t AS SELECT sql FROM sqlite_schema WHERE name='anchors_stay';"
         "DROP TRIGGER anchors_stay; DELETE FROM anchors WHERE " +
         where +
         "; CREATE TRIGGER anchors_stay BEFORE DELETE ON anchors BEGIN SELECT RAISE(ABORT, 'nothing is "
         "deleted'); END;")
            .c_str());
  }

 private:
  explicit DataFolder(int) {
    for (const char* board : {"a", "b"}) fs::create_directories(boards() / board);
    store_ = Store::open(store().string()).value();
    for (int game = 0; game < kGames; ++game)
      for (const char* board : {"a", "b"}) play(board, game);
    store_.reset();
  }
  static record::Header header(const char* board) {
    record::Header header;
    header.board.id = board;
    header.utc_start = "2026-11-21T18:00:00.000Z";
    return header;
  }
  static void scans(EvidenceLog& log, std::uint64_t seed, int from = 0) {
    for (int i = from; i < from + 700; ++i)
      log.write(record::Scan{record::Time{(i + 1) * 1000},
                             {(static_cast<std::uint64_t>(i) + seed) * 0x9E3779B97F4A7C15U},
                             {},
                             {}});
    log.flush();
  }
  void anchor(const std::string& name, const record::Seal& seal) {
    ASSERT_TRUE(store_->anchor(name, seal.bytes, record::hex(seal.digest), "2026-11-21T18:30:00.000Z"));
  }
  void play(const char* board, int game) {
    const std::string called = std::string{board} + '/' + name(board, game);
    const auto log = EvidenceLog::begin(this->log(board, game).string(), header(board), ends_[board]);
    scans(*log, static_cast<std::uint64_t>(game * 7 + *board));
    if (closed_) log->write(record::note_of(*closed_, record::Time{800'000}));
    anchor(called, log->seal().value());
    scans(*log, static_cast<std::uint64_t>(game * 7 + *board + 3), 900);
    const auto seal = log->seal().value();
    anchor(called, seal);
    log->close();
    ends_[board] = log->last_digest();
    closed_ = record::Crossing{called, check(this->log(board, game)).seals.back()};
  }

  tests::TemporaryFolder folder_;
  std::unique_ptr<Store> store_;
  std::map<std::string, record::Digest> ends_;
  std::optional<record::Crossing> closed_;
};

struct Tampering {
  const char* name;
  void (*done)(const DataFolder&);
  /// Something that is said of it.
  const char* said;
};

constexpr std::size_t kBlock = record::kBlockSize;
constexpr int kLast = DataFolder::kGames - 1;

const auto kTamperings = std::to_array<Tampering>({
    {"a byte of the first block", [](const DataFolder& d) { d.change(d.log("a", 1), 900); }, "it was changed"},
    {"a byte in the middle", [](const DataFolder& d) { d.change(d.log("a", 1), kBlock + 900); }, "it was changed"},
    {"a byte of the file's header", [](const DataFolder& d) { d.change(d.log("a", 1), 20); }, ".jscan"},
    {"a byte of the first block's hash", [](const DataFolder& d) { d.change(d.log("a", 1), 60); }, ".jscan"},
    {"a byte of the last seal",
     [](const DataFolder& d) { d.change(d.log("a", kLast), fs::file_size(d.log("a", kLast)) - 3); }, ".jscan"},
    {"cut in the middle of a record", [](const DataFolder& d) { fs::resize_file(d.log("a", kLast), 2 * kBlock + 701); },
     "is shorter than it was"},
    {"cut behind an earlier seal",
     [](const DataFolder& d) { fs::resize_file(d.log("a", kLast), DataFolder::check(d.log("a", kLast)).seals.front().bytes); },
     "its end was cut off"},
    {"an earlier log cut behind an earlier seal",
     [](const DataFolder& d) { fs::resize_file(d.log("a", 1), DataFolder::check(d.log("a", 1)).seals.front().bytes); },
     "its end was cut off"},
    {"emptied", [](const DataFolder& d) { write(d.log("a", 1), ""); }, ".jscan"},
    {"zeros instead", [](const DataFolder& d) { write(d.log("a", 1), std::string(fs::file_size(d.log("a", 1)), '\0')); }, ".jscan"},
    {"bytes behind its end", [](const DataFolder& d) { write(d.log("a", 1), read(d.log("a", 1)) + "and so on"); }, ".jscan"},
    {"gone on with, and sealed", [](const DataFolder& d) { d.go_on(d.log("a", 1)); }, "goes on from a log that ended with"},
    {"a block taken out",
     [](const DataFolder& d) { write(d.log("a", 1), read(d.log("a", 1)).erase(kBlock, kBlock)); }, ".jscan"},
    {"a block twice",
     [](const DataFolder& d) {
       std::string bytes = read(d.log("a", 1));
       write(d.log("a", 1), bytes.insert(kBlock, bytes.substr(kBlock, kBlock)));
     },
     ".jscan"},
    {"two blocks swapped",
     [](const DataFolder& d) {
       std::string bytes = read(d.log("a", 1));
       const std::string second = bytes.substr(kBlock, kBlock), third = bytes.substr(2 * kBlock, kBlock);
       write(d.log("a", 1), bytes.replace(kBlock, kBlock, third).replace(2 * kBlock, kBlock, second));
     },
     ".jscan"},
    {"a block of another log",
     [](const DataFolder& d) {
       std::string bytes = read(d.log("a", 1));
       write(d.log("a", 1), bytes.replace(kBlock, kBlock, read(d.log("b", 1)).substr(kBlock, kBlock)));
     },
     "it was changed"},
    {"another log in its place", [](const DataFolder& d) { write(d.log("a", 1), read(d.log("b", 1))); }, "is not what it was"},
    {"two games swapped", [](const DataFolder& d) { d.swap(d.log("a", 1), d.log("a", 2)); }, "goes on from a log that ended with"},
    {"two boards swapped", [](const DataFolder& d) { d.swap(d.log("a", 1), d.log("b", 1)); }, "is not what it was"},
    {"moved to another board",
     [](const DataFolder& d) { fs::rename(d.log("a", 1), d.boards() / "b" / DataFolder::name("a", 1)); }, "is not there"},
    {"renamed, to be the last",
     [](const DataFolder& d) { fs::rename(d.log("a", 1), d.boards() / "a" / DataFolder::name("a", 9)); }, "is not there"},
    {"the first one deleted", [](const DataFolder& d) { fs::remove(d.log("a", 0)); }, "and that is not there"},
    {"one in the middle deleted", [](const DataFolder& d) { fs::remove(d.log("a", 1)); }, "one between them is not there"},
    {"the last one deleted", [](const DataFolder& d) { fs::remove(d.log("a", kLast)); }, "is not there, though"},
    {"a whole board deleted", [](const DataFolder& d) { fs::remove_all(d.boards() / "a"); }, "is not there, though"},
    {"a board under another name", [](const DataFolder& d) { fs::rename(d.boards() / "a", d.boards() / "c"); }, "is not there, though"},
    {"a link to another game",
     [](const DataFolder& d) {
       fs::remove(d.log("a", 1));
       fs::create_symlink(d.log("a", 2), d.log("a", 1));
     },
     "is a copy of the other under another name"},
    {"a link to a forged one",
     [](const DataFolder& d) {
       d.forge(d.boards() / "forged", DataFolder::check(d.log("a", 1)).previous);
       fs::remove(d.log("a", 1));
       fs::create_symlink(d.boards() / "forged", d.log("a", 1));
     },
     "is not what it was"},
    {"copied under an older name",
     [](const DataFolder& d) { fs::copy(d.log("a", 2), d.boards() / "a" / "19990101T000000.000Z.jscan"); },
     "is a copy of the other under another name"},
    {"copied under a newer name",
     [](const DataFolder& d) { fs::copy(d.log("a", 1), d.boards() / "a" / DataFolder::name("a", 9)); },
     "is a copy of the other under another name"},
    {"written without a chain",
     [](const DataFolder& d) {
       auto sink = record::open_sink(d.log("a", 1).string()).value();
       auto writer = record::create_recording(std::move(sink), DataFolder::check(d.log("b", 1)).header).value();
       ASSERT_TRUE(writer->close());
     },
     "has no chain of hashes"},
    {"replaced by a forged one, chained and sealed",
     [](const DataFolder& d) { d.forge(d.log("a", 1), DataFolder::check(d.log("a", 1)).previous); }, "goes on from a log that ended with"},
    {"a forged one put in between",
     [](const DataFolder& d) {
       d.forge(d.boards() / "a" / DataFolder::name("c", 1), DataFolder::check(d.log("a", 1)).seals.back().digest);
     },
     "goes on from a log that ended with"},
    {"a forged one put before the first",
     [](const DataFolder& d) { d.forge(d.boards() / "a" / "19990101T000000.000Z.jscan", {}); }, "says that it is the first log of its board"},
    {"replaced by a forged one, and its digests deleted",
     [](const DataFolder& d) {
       d.forge(d.log("a", kLast), DataFolder::check(d.log("a", kLast)).previous);
       d.delete_anchors("log LIKE 'a/%' AND id > (SELECT max(id) - 4 FROM anchors)");
     },
     "noted that its first"},
    {"digests deleted", [](const DataFolder& d) { d.delete_anchors("id = 3"); }, "were taken out"},
    {"a digest changed",
     [](const DataFolder& d) {
       d.sql("DROP TRIGGER anchors_are_as_they_were; UPDATE anchors SET digest = 'ab' WHERE id = 3; CREATE TRIGGER "
             "anchors_are_as_they_were BEFORE UPDATE ON anchors BEGIN SELECT RAISE(ABORT, 'nothing is changed'); END;");
     },
     "is not what it was"},
    {"a trigger dropped", [](const DataFolder& d) { d.sql("DROP TRIGGER anchors_stay"); }, "is damaged"},
    {"the store deleted", [](const DataFolder& d) { fs::remove(d.store()); }, "there is no store.sqlite beside these logs"},
    {"the store emptied", [](const DataFolder& d) { write(d.store(), ""); }, "is damaged"},
    {"another store's pages", [](const DataFolder& d) { write(d.store(), std::string(40'000, 'x')); }, "store.sqlite"},
    {"a new store", [](const DataFolder& d) {
       fs::remove(d.store());
       ASSERT_TRUE(Store::open(d.store().string()));
     },
     "has no digest of it"},
});

TEST(FolderProof, OfAFolderThatIsAsItWasSaysNothing) {
  const DataFolder data;
  EXPECT_THAT(data.accusations(), IsEmpty());
}

TEST(FolderProof, NoticesEveryTampering) {
  for (const Tampering& each : kTamperings) {
    SCOPED_TRACE(each.name);
    const DataFolder data;
    each.done(data);
    EXPECT_THAT(data.accusations(), Contains(HasSubstr(each.said)));
  }
}

/// The store is what whoever can write the logs can write too.
TEST(FolderProof, NoticesWithoutAStoreThatALogWasReplaced) {
  for (const int game : {0, 1, 2}) {
    const DataFolder data;
    fs::remove(data.store());
    data.forge(data.log("a", game), DataFolder::check(data.log("a", game)).previous);
    EXPECT_THAT(data.accusations(), Contains(HasSubstr("goes on from a log that ended with"))) << game;
    EXPECT_THAT(data.accusations(), Contains(HasSubstr("noted that its first"))) << game;
  }
}

TEST(FolderProof, WhatWasLookedIntoIsToldAndIsWrongNoLonger) {
  const DataFolder data;
  data.change(data.log("a", 1), kBlock + 900);
  fs::remove(data.log("b", kLast));
  FolderProver prover{""};
  const auto before = prover.prove({data.boards().string()}).value();
  ASSERT_FALSE(before.is_proved());
  EXPECT_FALSE(prover.acknowledge(before, "Anna", ""));
  EXPECT_GE(prover.acknowledge(before, "Anna", "the power failed; see the report").value(), 2U);

  // Whoever asks from elsewhere hears the same.
  FolderProver another{""};
  const auto after = another.prove({(data.boards() / ".." / "boards").string()}).value();
  EXPECT_TRUE(after.is_proved()) << testing::PrintToString(data.accusations());
  ASSERT_FALSE(after.acknowledged.empty());
  EXPECT_EQ(after.acknowledged.front().by, "Anna");
  EXPECT_EQ(after.acknowledged.front().reason, "the power failed; see the report");

  // The same block again: what is said of it has not changed, and the log has.
  data.change(data.log("a", 1), kBlock + 901);
  EXPECT_THAT(data.accusations(), Contains(HasSubstr("it was changed")));
}

TEST(FolderProof, WhatComesLaterWasNotLookedInto) {
  const DataFolder data;
  fs::remove(data.log("b", kLast));
  FolderProver prover{""};
  ASSERT_TRUE(prover.acknowledge(prover.prove({data.boards().string()}).value(), "Anna", "archived"));
  EXPECT_THAT(data.accusations(), IsEmpty());
  fs::remove(data.log("a", kLast));
  EXPECT_THAT(data.accusations(), Contains(HasSubstr("is not there, though")));
}

TEST(FolderProof, WithoutAStoreNothingCanBeLookedInto) {
  const DataFolder data;
  fs::remove(data.store());
  FolderProver prover{""};
  EXPECT_FALSE(prover.acknowledge(prover.prove({data.boards().string()}).value(), "Anna", "lost"));
  EXPECT_FALSE(data.accusations().empty());
}

TEST(LogFolder, TheNextNameComesAfterTheLastThoughTheClockWasSetBack) {
  const auto now = record::utc_from_text("2026-11-21T18:00:00.000Z").value();
  EXPECT_EQ(log_name(begun_after("", now)), "20261121T180000.000Z.jscan");
  EXPECT_EQ(log_name(begun_after("20261121T175959.999Z.jscan", now)), "20261121T180000.000Z.jscan");
  EXPECT_EQ(log_name(begun_after("20261121T180000.000Z.jscan", now)), "20261121T180000.001Z.jscan");
  EXPECT_EQ(log_name(begun_after("20281231T235959.999Z.jscan", now)), "20290101T000000.000Z.jscan");
  EXPECT_EQ(begun_after("something else that is no.jscan", now), now);
}

}  // namespace
}  // namespace jadoube::arbiter
