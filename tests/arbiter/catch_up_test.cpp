// A hall that has just been opened: logs of the run before are heard again while boards and people go on.
#include <filesystem>
#include <fstream>
#include <map>

#include <gmock/gmock.h>

#include "evidence/folder_proof.hpp"
#include "evidence/log_folder.hpp"
#include "record/recording_verify.hpp"
#include "record/scan_log.hpp"
#include "record/scanlog_jsonl.hpp"
#include "tests/arbiter/hall_of_games.hpp"

namespace jadoube::arbiter {
namespace {

using testing::HasSubstr;

class CatchUpTest : public HallOfGames {
 protected:
  LawCache laws_{{}};
  /// Boards that play on get to the same times in every hall.
  static simulator::Recording game(const std::string& incidents, std::uint64_t seed,
                                   const std::string& board = "sim-1") {
    auto played = recording(incidents, seed, board);
    played.header.utc_start = "2020-01-01T00:00:00.000Z";
    return played;
  }
  static std::span<const record::Record> first_half(const simulator::Recording& played) {
    return std::span<const record::Record>{played.records}.first(played.records.size() / 2);
  }
  static std::span<const record::Record> second_half(const simulator::Recording& played) {
    return std::span<const record::Record>{played.records}.subspan(played.records.size() / 2);
  }
  /// Half of it has been played when the program ends.
  void play_half(const simulator::Recording& played) {
    open();
    hall_->board_there(played.header);
    hall_->on(played.header.board.id, first_half(played));
    run();
    hall_.reset();
  }
  void go_on(const simulator::Recording& played) {
    hall_->board_there(played.header);
    hall_->on(played.header.board.id, second_half(played));
  }
  [[nodiscard]] std::vector<std::filesystem::path> logs(const std::string& id = "sim-1") const {
    return logs_in(folder_.path() / "boards" / id);
  }
  /// Each of its records, as text.
  static std::vector<std::string> records_of(const std::filesystem::path& log) {
    auto reader = record::ScanLogReader::open(
        log.string(), [](const record::Problem& problem) { ADD_FAILURE() << problem.sentence; });
    std::vector<std::string> records;
    while (const record::Entry* entry = (*reader)->next())
      records.push_back(record::to_json(entry->record, entry->extra));
    return records;
  }
  /// What they say of findings and states; numbers and wall times are of the run.
  [[nodiscard]] std::vector<std::string> what_is_found() const {
    std::vector<std::string> found;
    for (const auto& alert : alerts()) {
      auto history = alert.at("history").as_array();
      std::string text = serialize(alert.at("finding")) + serialize(alert.at("status")) +
                         serialize(alert.at("over")) + serialize(alert.at("past"));
      for (const auto& each : history) text += serialize(each.at("what"));
      found.push_back(std::move(text));
    }
    return found;
  }
  [[nodiscard]] boost::json::value server() const {
    return boost::json::parse(hall_->snapshot(Role::viewer)).at("server");
  }
};

TEST_F(CatchUpTest, ABoardThatIsPlayedOnComesToWhatItWouldHaveComeToInAHallThatWasThere) {
  const auto played = game("illegal_move", 3);
  play_half(played);
  const tests::TemporaryFolder copy;
  std::filesystem::copy(
      folder_.path(), copy.path(),
      std::filesystem::copy_options::recursive | std::filesystem::copy_options::overwrite_existing);

  open();
  go_on(played);
  run();
  const std::string moves = *hall_->moves("sim-1");
  const auto found = what_is_found();
  EXPECT_THAT(found, testing::Contains(HasSubstr("illegal_move")));
  hall_.reset();
  ASSERT_EQ(logs().size(), 1U);
  const auto records = records_of(logs().back());
  std::filesystem::remove_all(folder_.path());
  std::filesystem::copy(copy.path(), folder_.path(), std::filesystem::copy_options::recursive);

  // Before its log is open, while it is heard, and afterwards.
  open_only();
  hall_->board_there(played.header);
  std::size_t said = 0;
  for (const record::Record& each : second_half(played)) {
    hall_->on("sim-1", {&each, 1});
    if (said++ % 3 == 0) io_.poll_one();
  }
  EXPECT_GT(said, 20U);
  catch_up();
  run(300);
  EXPECT_EQ(*hall_->moves("sim-1"), moves);
  EXPECT_EQ(what_is_found(), found);
  hall_.reset();
  ASSERT_EQ(logs().size(), 1U);
  EXPECT_EQ(records_of(logs().back()), records);
}

TEST_F(CatchUpTest, ALogThatCannotBeReadAgainIsSaidToHaveNotBeenHeard) {
  play_half(game("none", 3));
  const std::string path = logs().back().string();
  LogHearing sound{{path, game("none", 3).header, std::filesystem::file_size(path), {}}, laws_};
  while (!sound.hear_a_part()) {
  }
  EXPECT_EQ(sound.failure(), std::nullopt);
  // A folder can be opened, and not be read.
  for (const std::string& name : {path + ".gone", folder_.path().string()}) {
    LogHearing hearing{{name, game("none", 3).header, 1000, {}}, laws_};
    while (!hearing.hear_a_part()) {
    }
    EXPECT_THAT(hearing.failure().value_or(""), HasSubstr(name));
  }
}

TEST_F(CatchUpTest, SaysOfEveryBoardAndOfTheHallThatTheyAreCatchingUp) {
  play_half(game("none", 3));
  play_half(game("none", 4, "sim-2"));
  open_only();
  EXPECT_EQ(board().at("catching_up"), true);
  EXPECT_EQ(board(Role::hall).at("catching_up"), true);
  EXPECT_EQ(server().at("catching_up"), (boost::json::value{{"logs", 2}, {"of", 2}}));
  EXPECT_EQ(hall_->health().logs_to_hear, 2U);

  std::vector<std::string> told;
  const auto listening = hall_->listen([&](const Update& update) {
    if (update.kind == Update::Kind::server) told.push_back(*update.text);
  });
  catch_up();
  EXPECT_FALSE(board().as_object().contains("catching_up"));
  EXPECT_FALSE(server().as_object().contains("catching_up"));
  ASSERT_FALSE(told.empty()) << "the last of them is told at once";
  EXPECT_THAT(told.back(), testing::Not(HasSubstr("catching_up")));
}

TEST_F(CatchUpTest, AnAcknowledgementMeanwhileIsKept) {
  const auto played = game("illegal_move", 3);
  open();
  play(played);
  ASSERT_EQ(alerts().size(), 1U);
  const auto id = alerts().at(0).at("id").to_number<std::uint64_t>();
  hall_.reset();

  open_only();
  const auto seen = hall_->acknowledge(arbiter_, id, "on my way");
  ASSERT_TRUE(seen) << seen.error().sentence;
  EXPECT_THAT(*seen, HasSubstr(R"("status":"acknowledged")"));
  hall_.reset();
  open_only();
  EXPECT_EQ(alerts().at(0).at("status"), "acknowledged");
  catch_up();
  EXPECT_EQ(alerts().at(0).at("status"), "acknowledged") << "the game goes on";
  EXPECT_EQ(alerts().at(0).at("remark"), "on my way");
  EXPECT_FALSE(hall_->acknowledge(arbiter_, id, ""));
}

TEST_F(CatchUpTest, AnAlertThatIsOverIsSoBeforeItsGameIsHeard) {
  open();
  play(game("illegal_move", 3));
  record::Arbiter result;
  result.action = record::Arbiter::Action::result;
  result.result = "1-0";
  ASSERT_TRUE(hall_->enter(arbiter_, "sim-1", result));
  run();
  const auto id = alerts().at(0).at("id").to_number<std::uint64_t>();
  EXPECT_EQ(alerts().at(0).at("over"), true);
  hall_.reset();

  open_only();
  EXPECT_EQ(alerts().at(0).at("over"), true) << "nobody is to run to what is over";
  ASSERT_TRUE(hall_->acknowledge(arbiter_, id, ""));
  EXPECT_EQ(alerts().at(0).at("status"), "closed");
  hall_.reset();
  open();
  EXPECT_EQ(alerts().at(0).at("status"), "closed");
}

TEST_F(CatchUpTest, WhatNeedsTheGameIsRefusedUntilItIsThere) {
  play_half(game("none", 3));
  open_only();
  record::Arbiter result;
  result.action = record::Arbiter::Action::result;
  result.result = "1-0";
  for (const auto& refused : {hall_->enter(arbiter_, "sim-1", result), hall_->moves("sim-1"),
                              hall_->pgn("sim-1"), hall_->forget(arbiter_, "sim-1")}) {
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, Refusal::Kind::unavailable);
    EXPECT_THAT(refused.error().sentence, HasSubstr("is catching up"));
  }
  EXPECT_TRUE(hall_->findings("sim-1"));
  catch_up();
  EXPECT_TRUE(hall_->moves("sim-1"));
  EXPECT_TRUE(hall_->enter(arbiter_, "sim-1", result));
}

TEST_F(CatchUpTest, WhatABoardSaysMeanwhileIsInItsLogIfTheProgramEnds) {
  const auto played = game("illegal_move", 3);
  play_half(played);
  open_only();
  go_on(played);
  EXPECT_THAT(hall_->close(), testing::IsEmpty());
  hall_.reset();
  EXPECT_TRUE(records_of(logs().back()).back().find("\"end\"") != std::string::npos);

  open();
  FollowedGame followed{played.header, laws_, {}, {}};
  for (const auto& record : played.records) followed.on(record);
  EXPECT_EQ(boost::json::parse(*hall_->moves("sim-1")).at("moves").as_array().size(),
            followed.game().plies().size());
}

TEST_F(CatchUpTest, AnEndAtOnceLosesNothing) {
  std::map<std::string, std::string> moves;
  for (const char* id : {"sim-1", "sim-2", "sim-3"}) play_half(game("illegal_move", 3, id));
  open();
  for (const char* id : {"sim-1", "sim-2", "sim-3"}) moves[id] = *hall_->moves(id);
  hall_.reset();
  for (int i = 0; i < 5; ++i) {
    open_only();
    io_.run_for(std::chrono::milliseconds{i});
    EXPECT_THAT(hall_->close(), testing::IsEmpty());
    hall_.reset();
  }
  open();
  EXPECT_THAT(hall_->health().warnings, testing::IsEmpty());
  for (const auto& [id, before] : moves) EXPECT_EQ(*hall_->moves(id), before) << id;
}

TEST_F(CatchUpTest, TheNextGameMayBePutUpMeanwhile) {
  const auto played = game("none", 3);
  const auto next = game("none", 4);
  play_half(played);
  open_only();
  go_on(played);
  record::Arbiter result;
  result.action = record::Arbiter::Action::result;
  result.result = "1-0";
  result.t = time_of(played.records.back()) + std::chrono::seconds{5};
  std::vector<record::Record> records{result};
  for (record::Record each : next.records) {
    std::visit([&](auto& r) { r.t += result.t + std::chrono::seconds{1}; }, each);
    records.push_back(std::move(each));
  }
  hall_->on("sim-1", records);
  catch_up();
  FollowedGame followed{next.header, laws_, {}, {}};
  for (const auto& record : next.records) followed.on(record);
  const auto plies = [&] { return boost::json::parse(*hall_->moves("sim-1")).at("moves").as_array().size(); };
  // What has waited is heard in parts.
  for (int i = 0; i < 300 && (logs().size() < 2 || plies() != followed.game().plies().size()); ++i) run(20);
  EXPECT_EQ(logs().size(), 2U);
  EXPECT_EQ(plies(), followed.game().plies().size());
}

TEST_F(CatchUpTest, APairingThatIsReadMeanwhileReachesTheGameEvenIfTheProgramEndsBefore) {
  const std::string round = "table;white;black\n7;Adam;Eve\n";
  const auto played = game("none", 3);
  play_half(played);
  open_only();
  ASSERT_TRUE(hall_->number(arbiter_, "sim-1", 7));
  const auto read = hall_->tournament(arbiter_, {round, 1})()();
  ASSERT_TRUE(read) << read.error().sentence;
  EXPECT_THAT(*read, HasSubstr("is catching up"));
  hall_.reset();

  open();
  run();
  EXPECT_EQ(board().at("white"), "Adam");
  EXPECT_EQ(board().at("black"), "Eve");
  record::Arbiter names;
  names.action = record::Arbiter::Action::pairing;
  names.white_name = "Lilith";
  ASSERT_TRUE(hall_->enter(arbiter_, "sim-1", names));
  hall_.reset();
  open();
  EXPECT_EQ(board().at("white"), "Lilith") << "what has waited is told once";
}

TEST_F(CatchUpTest, AnotherBoardOfTheSameNameGetsALogOfItsOwn) {
  play_half(game("none", 3));
  auto other = game("none", 4);
  other.header.board.senses = record::Senses::identity;
  open_only();
  hall_->board_there(other.header);
  catch_up();
  EXPECT_EQ(board().at("senses"), "identity");
  EXPECT_EQ(logs().size(), 2U);
  EXPECT_FALSE(board().as_object().contains("catching_up"));
}

TEST_F(CatchUpTest, ALogThatIsNoneIsToldAndTheOneBeforeItGoesOn) {
  play_half(game("none", 3));
  const auto before = logs().back();
  std::ofstream{before.parent_path() / "20990101T000000.000Z.jscan"} << std::string(100'000, '#');
  open();
  EXPECT_EQ(board().at("ply").to_number<std::size_t>(),
            boost::json::parse(*hall_->moves("sim-1")).at("moves").as_array().size());
  EXPECT_GT(board().at("ply").to_number<int>(), 0);
  run();
  EXPECT_THAT(hall_->health().warnings, testing::Contains(HasSubstr("it is left as it is")));
}

TEST_F(CatchUpTest, ALogThatCannotBeReadIsToldAtItsBoardAndTheOneBeforeItStaysAsItIs) {
  const auto played = game("none", 3);
  play_half(played);
  const auto before = logs().back();
  const auto size = std::filesystem::file_size(before);
  // A folder can be opened, and not be read.
  const auto unreadable = before.parent_path() / "20990101T000000.000Z.jscan";
  std::filesystem::create_directory(unreadable);
  open();
  EXPECT_FALSE(hall_->board("sim-1", Role::arbiter)) << "its game is not known";
  const std::string said = "sim-1: 20990101T000000.000Z.jscan cannot be read";
  EXPECT_THAT(hall_->health().warnings, testing::Contains(HasSubstr(said)));

  go_on(played);
  run();
  EXPECT_EQ(std::filesystem::file_size(before), size) << "no other log is gone on with";
  EXPECT_EQ(logs().size(), 3U);
  EXPECT_GT(logs().back(), unreadable);
  EXPECT_GT(std::filesystem::file_size(logs().back()), 1000U);
  EXPECT_THAT(hall_->health().warnings, testing::Contains(HasSubstr("the next log is not chained to it")));
}

TEST_F(CatchUpTest, WhatAPowerLossToreIsToldAsDamageAndAccusesNobodyLater) {
  constexpr std::size_t kBlock = 4096;
  const auto played = game("none", 3);
  const std::span<const record::Record> records{played.records};
  open();
  hall_->board_there(played.header);
  hall_->on("sim-1", records.first(records.size() / 8));
  hall_.reset();
  const tests::TemporaryFolder kept;
  std::filesystem::copy(folder_ / "store.sqlite", kept.path() / "store.sqlite");
  open();
  hall_->board_there(played.header);
  hall_->on("sim-1", records.subspan(records.size() / 8));
  hall_.reset();
  // The store has no digest of what was not on the disk; of the block before the last some sectors are not there.
  std::filesystem::copy(kept.path() / "store.sqlite", folder_ / "store.sqlite",
                        std::filesystem::copy_options::overwrite_existing);
  const auto log = logs().back();
  const std::size_t torn = (std::filesystem::file_size(log) - 1) / kBlock * kBlock - kBlock / 2;
  const auto change = [&](std::size_t at, std::size_t count, char to) {
    std::fstream file{log, std::ios::in | std::ios::out | std::ios::binary};
    file.seekp(static_cast<std::streamoff>(at));
    file << std::string(count, to);
  };
  const auto anchors =
      Store::open(folder_ / "store.sqlite").value()->anchors("sim-1/" + log.filename().string());
  ASSERT_LT(anchors->back().bytes, torn);
  change(torn, kBlock / 2, '\0');

  const auto accused = testing::Contains(HasSubstr("are not what they were"));
  open();
  EXPECT_THAT(hall_->health().warnings, testing::Contains(HasSubstr("damaged")));
  EXPECT_THAT(hall_->health().warnings, testing::Not(accused));
  hall_.reset();
  open();
  EXPECT_THAT(hall_->health().warnings, testing::Not(accused)) << "its new end has a digest";
  hall_.reset();
  change(torn + 100, 1, 'x');
  open();
  EXPECT_THAT(hall_->health().warnings, accused) << "that is another change";
}

class StoreThatIsGone : public CatchUpTest {
 protected:
  /// Two games at one board, with an illegal move in the first.
  void play_two() {
    open();
    play(game("illegal_move", 1));
    record::Arbiter result;
    result.action = record::Arbiter::Action::result;
    result.result = "1-0";
    ASSERT_TRUE(hall_->enter(arbiter_, "sim-1", result));
    const auto next = game("none", 4);
    hall_->board_there(next.header);
    std::vector<record::Record> records;
    for (record::Record each : next.records) {
      std::visit([](auto& r) { r.t += std::chrono::minutes{30}; }, each);
      records.push_back(std::move(each));
    }
    hall_->on("sim-1", records);
    run();
    hall_.reset();
  }
  [[nodiscard]] std::size_t illegal_moves() const {
    const auto list = boost::json::parse(hall_->snapshot(Role::arbiter)).at("alerts").as_array();
    return static_cast<std::size_t>(std::ranges::count_if(list, [](const auto& alert) {
      return alert.at("finding").at("kind") == "illegal_move" && alert.at("past").as_bool();
    }));
  }
};

TEST_F(StoreThatIsGone, IsToldAndWhatWasFoundInEarlierGamesIsFoundAgainOnce) {
  play_two();
  ASSERT_EQ(logs().size(), 2U);
  open();
  EXPECT_EQ(illegal_moves(), 1U);
  EXPECT_THAT(hall_->health().warnings, testing::IsEmpty());
  hall_.reset();
  for (const char* name : {"store.sqlite", "store.sqlite-wal", "store.sqlite-shm"})
    std::filesystem::remove(folder_ / name);

  open_only();
  EXPECT_EQ(server().at("catching_up"), (boost::json::value{{"logs", 2}, {"of", 2}}));
  EXPECT_THAT(hall_->health().warnings,
              testing::Contains(HasSubstr("there was no store.sqlite beside 2 log(s)")));
  catch_up();
  run(1500);
  EXPECT_EQ(illegal_moves(), 1U);
  hall_.reset();

  open_only();
  EXPECT_EQ(server().at("catching_up"), (boost::json::value{{"logs", 1}, {"of", 1}}))
      << "the store knows the other";
  EXPECT_THAT(hall_->health().warnings, testing::IsEmpty());
  catch_up();
  EXPECT_EQ(illegal_moves(), 1U);
}

TEST_F(StoreThatIsGone, AndOneThatIsDamagedIsPutAsideAndWhatWasFoundIsFoundAgain) {
  play_two();
  open();
  ASSERT_TRUE(hall_->number(arbiter_, "sim-1", 7));
  ASSERT_TRUE(hall_->acknowledge_all(arbiter_, report::Kind::illegal_move));
  hall_.reset();
  const std::string store = folder_ / "store.sqlite";
  std::streamoff digests = 0;
  ASSERT_TRUE(
      Database::open_to_read(store)->run("SELECT rootpage - 1 FROM sqlite_schema WHERE name='anchors'", {},
                                         [&](const SqlRow& row) { digests = row.integer(0) * 4096; }));
  // The page of the digests, and the first one of all.
  for (const std::streamoff page : {digests, std::streamoff{0}}) {
    const bool is_readable = page != 0;
    std::fstream{store, std::ios::binary | std::ios::in | std::ios::out}.seekp(page)
        << std::string(4096, '?');
    said_.clear();
    open();
    EXPECT_THAT(hall_->health().warnings, testing::Contains(HasSubstr("store.sqlite was damaged")));
    EXPECT_THAT(said_, testing::Contains(HasSubstr("store.sqlite was damaged")));
    run(1500);
    EXPECT_THAT(*hall_->audit(0, 100), HasSubstr("store.sqlite was damaged"));
    // What was seen to and is past is no longer shown.
    EXPECT_EQ(illegal_moves(), is_readable ? 0U : 1U);
    EXPECT_EQ(board().as_object().contains("number"), is_readable);
    hall_.reset();
    open();
    EXPECT_THAT(hall_->health().warnings, testing::IsEmpty());
    EXPECT_EQ(illegal_moves(), is_readable ? 0U : 1U);
    hall_.reset();
  }
}

/// A store that is too large for a start is looked at behind it, unless what is damaged is read at once.
TEST_F(StoreThatIsGone, AndOneThatIsTooLargeForAStartIsPutAsideAtOnceOrByTheNext) {
  play_two();
  const std::string store = folder_ / "store.sqlite";
  for (const bool is_read_at_once : {false, true}) {
    std::streamoff page = 0;
    ASSERT_TRUE(Database::open_to_read(store)->run("SELECT rootpage - 1 FROM sqlite_schema WHERE name=?",
                                                   {is_read_at_once ? "alert_history" : "tokens"},
                                                   [&](const SqlRow& row) { page = row.integer(0) * 4096; }));
    std::fstream{store, std::ios::binary | std::ios::in | std::ios::out}.seekp(page)
        << std::string(4096, '?');
    check_store_ = std::chrono::milliseconds{0};
    said_.clear();
    open();
    if (!is_read_at_once) {
      for (int i = 0; i < 200 && hall_->health().warnings.empty(); ++i) run(20);
      EXPECT_THAT(hall_->health().warnings, testing::Contains(HasSubstr("store.sqlite is damaged")));
      EXPECT_THAT(said_, testing::Contains(HasSubstr("end the daemon and start it again")));
      hall_.reset();
      open();
    }
    EXPECT_THAT(said_, testing::Contains(HasSubstr("store.sqlite was damaged"))) << is_read_at_once;
    run(500);
    hall_.reset();
  }
}

/// Whoever replaces a log has to replace those of other boards too.
TEST_F(CatchUpTest, WhatAClosedLogAddsUpToStandsInTheLogOfAnotherBoard) {
  open();
  for (const char* board : {"sim-1", "sim-2"}) {
    const auto played = recording("illegal_move", 3, board);
    hall_->board_there(played.header);
    hall_->on(board, played.records);
    run();
  }
  record::Arbiter next{};
  next.action = record::Arbiter::Action::new_game;
  ASSERT_TRUE(hall_->enter(arbiter_, "sim-1", next));
  run();
  hall_->close();
  const auto closed = record::verify_recording(logs("sim-1").front().string()).value();
  const auto noting = record::verify_recording(logs("sim-2").front().string()).value();
  ASSERT_FALSE(noting.crossings.empty());
  EXPECT_EQ(noting.crossings.front().log, "sim-1/" + logs("sim-1").front().filename().string());
  EXPECT_THAT(closed.seals, testing::Contains(noting.crossings.front().seal));
  // The daemon has closed that of sim-2 last: before, it has put it down in the present one of sim-1.
  const auto present = record::verify_recording(logs("sim-1").back().string()).value();
  ASSERT_EQ(present.crossings.size(), 1U);
  EXPECT_EQ(present.crossings.front().log, "sim-2/" + logs("sim-2").back().filename().string());
  EXPECT_THAT(noting.seals, testing::Contains(present.crossings.front().seal));
  FolderProver prover{""};
  const auto proof = prover.prove({(folder_.path() / "boards").string()}).value();
  EXPECT_TRUE(proof.is_proved()) << testing::PrintToString(proof.accusations);
}

TEST_F(StoreThatIsGone, OrAnOlderOneIsToldToo) {
  open();
  play(game("none", 5));
  hall_.reset();
  const tests::TemporaryFolder kept;
  std::filesystem::copy(folder_ / "store.sqlite", kept.path() / "store.sqlite");
  play_two();
  play_two();
  std::filesystem::copy(kept.path() / "store.sqlite", folder_ / "store.sqlite",
                        std::filesystem::copy_options::overwrite_existing);
  open();
  EXPECT_THAT(hall_->health().warnings, testing::Contains(HasSubstr("an older one was put in its place")));
  run(1500);
  EXPECT_GE(illegal_moves(), 1U);
}

}  // namespace
}  // namespace jadoube::arbiter
