#include "drivers/dgt/session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "devices/dgt.hpp"
#include "tests/drivers/sessions.hpp"
#include "tests/support/virtual_link.hpp"

namespace jadoube::drivers::dgt {
namespace {

using namespace std::chrono_literals;
using State = BoardSession::State;
using devices::DgtFirmware;
using jadoube::testing::VirtualLink;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

record::Scan start_position(record::Time t) {
  record::Scan scan{.t = t, .occupied = {0xFFFF00000000FFFF}, .white = {}, .pieces = record::PieceMap{}};
  constexpr std::string_view kBack = "RNBQKBNR";
  for (unsigned file = 0; file < 8; ++file) {
    (*scan.pieces)[file] = chess::piece_from_letter(kBack[file]);
    (*scan.pieces)[8 + file] = chess::piece_from_letter('P');
    (*scan.pieces)[48 + file] = chess::piece_from_letter('p');
    (*scan.pieces)[56 + file] = chess::Piece{chess::Side::black, chess::piece_from_letter(kBack[file])->type};
  }
  return scan;
}

class DgtSessionTest : public ::testing::Test {
 protected:
  explicit DgtSessionTest(const DgtFirmware::Options& options = {}) : firmware_{options} {
    firmware_.see(start_position(0s));
  }
  std::vector<record::Link> links() const {
    std::vector<record::Link> all;
    for (const record::Record& record : link_.records)
      if (const auto* link = std::get_if<record::Link>(&record)) all.push_back(*link);
    return all;
  }
  std::size_t scans() const {
    return static_cast<std::size_t>(std::ranges::count_if(link_.records, [](const record::Record& record) {
      return std::holds_alternative<record::Scan>(record);
    }));
  }

  DgtFirmware firmware_;
  DgtSession session_;
  VirtualLink link_{firmware_, session_};
};

TEST_F(DgtSessionTest, ABoardIntroducesItselfWithinTwoSeconds) {
  link_.plug_in();
  link_.run_until(2s);
  EXPECT_EQ(session_.state(), State::alive);
  EXPECT_TRUE(session_.is_recognised());
  EXPECT_EQ(session_.facts().serial, "01025");
  EXPECT_EQ(session_.facts().firmware, "1.8");
  EXPECT_EQ(scans(), 1U);
  EXPECT_EQ(session_.tally().skipped_bytes, 0U);
}

TEST(DgtSession, ABoardThatReportsIsKnownByListeningAndAskedWhenItMayBe) {
  DgtSession session;
  const auto update = [&](std::uint8_t field, std::uint8_t code, record::Time t) {
    session.receive(std::vector<std::uint8_t>{0x8E, 0x00, 0x05, field, code}, t);
    session.wake(t);
  };
  session.listen(0s);
  update(12, 0, 1s);
  EXPECT_FALSE(session.is_recognised()) << "a chance likeness";
  session.receive(std::vector<std::uint8_t>{0x01, 0xFF, 0x02}, 1s);
  update(28, 1, 2s);
  EXPECT_FALSE(session.is_recognised());
  update(52, 0, 60s);
  EXPECT_TRUE(session.is_recognised());
  update(52, 0, 10min);
  EXPECT_FALSE(session.wake_at());
  EXPECT_THAT(session.take_commands(), IsEmpty());
  EXPECT_THAT(session.take_records(), IsEmpty()) << "whoever only listens has no link that could be lost";
  session.connect(10min);
  session.wake(10min);
  EXPECT_TRUE(session.is_recognised());
  EXPECT_THAT(session.take_commands(), ElementsAre(ElementsAre(0x40)));
}

TEST_F(DgtSessionTest, OnlyReadingCommandsAreSentWhateverTheBoardSays) {
  const std::set<std::uint8_t> reading{0x40, 0x41, 0x42, 0x45, 0x46, 0x4B, 0x4D, 0x55};
  std::mt19937 random{1};
  link_.wire = [&](devices::Bytes bytes) {
    for (auto& byte : bytes)
      if (random() % 5 == 0) byte = static_cast<std::uint8_t>(random());
    return std::vector<devices::Bytes>{bytes};
  };
  link_.plug_in();
  link_.run_until(10min);
  EXPECT_THAT(link_.commands, ::testing::Not(IsEmpty()));
  for (const auto& command : link_.commands) {
    EXPECT_THAT(command, SizeIs(1));
    EXPECT_TRUE(reading.contains(command[0])) << int{command[0]};
  }
  EXPECT_EQ(firmware_.forbidden(), 0U);
}

TEST_F(DgtSessionTest, ABoardAtRestIsNotTakenForLostAndIsReadAgain) {
  link_.plug_in();
  link_.run_until(10min);
  EXPECT_EQ(session_.state(), State::alive);
  EXPECT_THAT(links(), IsEmpty());
  EXPECT_EQ(scans(), 1U);
  EXPECT_GE(session_.tally().readings, 19U);
}

TEST_F(DgtSessionTest, ABoardThatDoesNotAnswerIsAskedEverMoreRarely) {
  DgtSession alone;
  alone.connect(0s);
  std::vector<record::Time> asked;
  for (const auto& [time, command] : drivers::testing::sent_to_nobody(alone, 5min))
    if (command[0] == encode(Command::send_version)) asked.push_back(time);
  ASSERT_GE(asked.size(), 8U);
  EXPECT_EQ(asked[1] - asked[0], 1100ms);
  EXPECT_EQ(asked[2] - asked[1], 2100ms);
  EXPECT_LE(asked.size(), 16U);
  EXPECT_THAT(alone.take_records(), IsEmpty());
}

TEST_F(DgtSessionTest, ABoardThatWasSwitchedOffForAnHourGoesOn) {
  link_.plug_in();
  link_.run_until(10s);
  bool dead = true;
  link_.wire = [&](devices::Bytes bytes) { return std::vector<devices::Bytes>(dead ? 0 : 1, bytes); };
  link_.run_until(15s);
  EXPECT_EQ(session_.state(), State::silent);
  ASSERT_THAT(links(), SizeIs(1));
  EXPECT_EQ(links()[0].state, record::Link::State::lost);
  EXPECT_EQ(links()[0].reason, "silent");
  link_.run_until(1h);
  firmware_.power_up(link_.now());
  dead = false;
  link_.run_until(1h + 60s);
  EXPECT_EQ(session_.state(), State::alive);
  ASSERT_THAT(links(), SizeIs(2));
  EXPECT_EQ(links()[1].state, record::Link::State::restored);
  EXPECT_EQ(scans(), 2U) << "the position is said again";
  // It reports changes again.
  record::Scan lifted = start_position(link_.now());
  (*lifted.pieces)[12].reset();
  firmware_.see(lifted);
  link_.run_until(link_.now() + 1s);
  EXPECT_EQ(scans(), 3U);
}

TEST_F(DgtSessionTest, ABoardThatForgetsItsModeReportsAgainWithinTwoSecondsAndTheGapIsRecorded) {
  link_.plug_in();
  link_.run_until(5s);
  firmware_.power_up(link_.now());  // so short a break that nobody noticed
  record::Scan lifted = start_position(link_.now());
  (*lifted.pieces)[12].reset();
  firmware_.see(lifted);
  link_.run_until(7s);
  ASSERT_THAT(links(), SizeIs(2));
  EXPECT_EQ(links()[0].reason, "the board shows what it has not reported");
  EXPECT_EQ(scans(), 2U);
  (*lifted.pieces)[13].reset();
  firmware_.see(lifted);
  link_.run_until(7500ms);
  EXPECT_EQ(scans(), 3U);
  EXPECT_THAT(links(), SizeIs(2));
}

TEST_F(DgtSessionTest, AReadingThatTheNextOneContradictsIsNoGap) {
  link_.plug_in();
  link_.run_until(5s);
  unsigned readings = 0;
  link_.wire = [&](devices::Bytes bytes) {
    if (bytes.size() > 5 && bytes[0] == 0x86 && readings++ == 0) bytes[5] ^= 0x01U;
    return std::vector<devices::Bytes>{bytes};
  };
  link_.run_until(60s);
  EXPECT_GT(readings, 0U);
  EXPECT_GT(session_.tally().readings, 2U);
  EXPECT_THAT(links(), IsEmpty());
  EXPECT_EQ(scans(), 1U);
}

/// The wire is cut, and joined again after half a minute.
class DgtReturn : public DgtSessionTest {
 protected:
  explicit DgtReturn(const DgtFirmware::Options& options = {}) : DgtSessionTest{options} {
    link_.wire = [this](devices::Bytes bytes) { return std::vector<devices::Bytes>(dead_ ? 0 : 1, bytes); };
    link_.plug_in();
    link_.run_until(5s);
    move(12, 28);
    move(52, 36);
    dead_ = true;
    link_.run_until(link_.now() + 10s);
  }
  /// A piece goes from square to square, one scan of the board after the other.
  void move(unsigned from, unsigned to) {
    const auto piece = std::exchange((*board_.pieces)[from], std::nullopt);
    firmware_.see(board_);
    link_.run_until(link_.now() + 1s);
    (*board_.pieces)[to] = piece;
    firmware_.see(board_);
    link_.run_until(link_.now() + 1s);
  }
  void come_back() {
    dead_ = false;
    link_.run_until(link_.now() + 60s);
  }
  std::size_t asked_for_the_log() const {
    return static_cast<std::size_t>(
        std::ranges::count(link_.commands, devices::Bytes{encode(Command::send_event_log)}));
  }
  record::Scan board_ = start_position(0s);
  bool dead_ = false;
};

TEST_F(DgtReturn, WhatWasMissedIsToldInOrderBehindTheRecordThatRestoresTheLink) {
  const std::size_t before = scans();
  move(6, 21);
  move(57, 42);
  come_back();
  EXPECT_EQ(session_.state(), State::alive);
  ASSERT_THAT(links(), SizeIs(2));
  EXPECT_EQ(links()[1].reason,
            "from the board's own log follow 4 changes and 0 presses that were missed; their order is right, "
            "their times are not");
  // What stood, and each of the four changes.
  EXPECT_EQ(scans(), before + 5);
  const auto* last = std::get_if<record::Scan>(&link_.records.back());
  ASSERT_NE(last, nullptr);
  EXPECT_EQ(last->pieces, board_.pieces);
  EXPECT_TRUE(std::ranges::is_sorted(link_.records, {}, record::time_of));
  EXPECT_EQ(asked_for_the_log(), 1U);
  // It goes on.
  move(1, 18);
  EXPECT_EQ(scans(), before + 7);
}

TEST_F(DgtReturn, WhatHappensWhileItIsToldComesBehindIt) {
  const std::size_t before = scans();
  move(6, 21);
  dead_ = false;
  link_.run_until(link_.now() + 3s);
  move(57, 42);
  link_.run_until(link_.now() + 40s);
  EXPECT_EQ(scans(), before + 5);
  const auto* last = std::get_if<record::Scan>(&link_.records.back());
  ASSERT_NE(last, nullptr);
  EXPECT_EQ(last->pieces, board_.pieces);
}

TEST_F(DgtReturn, AMoveMadeAndTakenBackMeanwhileIsTold) {
  const std::size_t before = scans();
  move(6, 21);
  move(21, 6);
  come_back();
  ASSERT_THAT(links(), SizeIs(2));
  EXPECT_THAT(links()[1].reason,
              ::testing::StartsWith("from the board's own log follow 4 changes and 0 presses"));
  EXPECT_EQ(scans(), before + 5);
  const auto* last = std::get_if<record::Scan>(&link_.records.back());
  ASSERT_NE(last, nullptr);
  EXPECT_EQ(last->pieces, board_.pieces);
}

TEST_F(DgtReturn, WhatWasHeardBeforeIsNotToldAgainAsMissed) {
  dead_ = false;
  link_.run_until(link_.now() + 60s);
  move(6, 21);
  move(21, 6);
  dead_ = true;
  link_.run_until(link_.now() + 10s);
  const std::size_t before = scans();
  come_back();
  ASSERT_THAT(links(), SizeIs(4));
  EXPECT_EQ(links()[3].reason, "the board's own log tells of nothing that was missed");
  EXPECT_EQ(scans(), before + 1) << "what stands, and nothing else";
}

TEST_F(DgtReturn, PressesAloneAreTold) {
  record::ClockReading clock{
      .t = link_.now(), .white = 180s, .black = 180s, .running = chess::Side::white, .flag = {}};
  dead_ = false;
  firmware_.see(clock);
  link_.run_until(link_.now() + 60s);
  dead_ = true;
  link_.run_until(link_.now() + 10s);
  for (const chess::Side next : {chess::Side::black, chess::Side::white}) {
    clock.running = next;
    firmware_.see(clock);
    link_.run_until(link_.now() + 1s);
  }
  come_back();
  ASSERT_THAT(links(), SizeIs(4));
  EXPECT_THAT(links()[3].reason,
              ::testing::StartsWith("from the board's own log follow 0 changes and 2 presses"));
}

TEST_F(DgtReturn, ABoardOnWhichNothingHasHappenedSaysSo) {
  const std::size_t before = scans();
  come_back();
  ASSERT_THAT(links(), SizeIs(2));
  EXPECT_EQ(links()[1].reason, "the board's own log tells of nothing that was missed");
  EXPECT_EQ(asked_for_the_log(), 1U);
  EXPECT_EQ(scans(), before + 1);
}

TEST_F(DgtReturn, ABoardThatWasWithoutPowerAndStandsAsItDidSaysNothing) {
  firmware_.power_up(link_.now());
  come_back();
  ASSERT_THAT(links(), SizeIs(2));
  EXPECT_EQ(links()[1].reason, "");
}

TEST_F(DgtSessionTest, ABoardOfWhichTooLittleWasHeardIsNotAskedForItsLog) {
  bool dead = false;
  link_.wire = [&](devices::Bytes bytes) { return std::vector<devices::Bytes>(dead ? 0 : 1, bytes); };
  link_.plug_in();
  link_.run_until(5s);
  dead = true;
  link_.run_until(15s);
  dead = false;
  link_.run_until(60s);
  ASSERT_THAT(links(), SizeIs(2));
  EXPECT_EQ(links()[1].reason, "");
  EXPECT_THAT(link_.commands,
              ::testing::Not(::testing::Contains(ElementsAre(encode(Command::send_event_log)))));
}

TEST(DgtFirmware, WhatFormsOnTheBoardIsTaggedInItsLog) {
  // As they stand, the other way round, and with king and queen of either side exchanged.
  DgtFirmware board{{}};
  std::vector<std::uint8_t> tags;
  const auto log_after = [&](const record::Scan& scan, record::Time t) {
    board.see(scan);
    board.advance(t);
    board.hear(std::vector<std::uint8_t>{0x49}, t);
    devices::Bytes log;
    for (const auto& piece : board.advance(t + 10s)) log.insert(log.end(), piece.begin(), piece.end());
    // Before the mark of this download and the end.
    return log.size() < 2 ? 0 : log[log.size() - 2];
  };
  record::Scan scan = start_position(0s);
  board.power_up(0s);
  EXPECT_EQ(log_after(scan, 1s), 0x6F);
  std::ranges::reverse(*scan.pieces);
  EXPECT_EQ(log_after(scan, 20s), 0x7A);
  std::swap((*scan.pieces)[3], (*scan.pieces)[4]);
  std::swap((*scan.pieces)[0], (*scan.pieces)[1]);
  EXPECT_EQ(log_after(scan, 40s), 0x6C);
  scan.pieces->fill({});
  EXPECT_EQ(log_after(scan, 60s), 0x6D);
}

TEST(DgtFirmware, AChangeSoonAfterAnotherIsMarked) {
  DgtFirmware board{{}};
  record::Scan scan = start_position(0s);
  board.see(scan);
  board.power_up(0s);
  const auto lift = [&](unsigned square, record::Time t) {
    board.advance(t);
    (*scan.pieces)[square].reset();
    board.see(scan);
  };
  lift(12, 1s);
  lift(13, 1200ms);
  lift(14, 2s);
  board.hear(std::vector<std::uint8_t>{0x49}, 3s);
  devices::Bytes log;
  for (const auto& piece : board.advance(20s)) log.insert(log.end(), piece.begin(), piece.end());
  const auto events = read_event_log(std::span{log}.subspan(3));
  ASSERT_GE(events.size(), 3U);
  std::vector<bool> soon;
  for (const Logged& event : std::span{events}.last(3)) soon.push_back(std::get<LoggedChange>(event).soon);
  EXPECT_THAT(soon, ElementsAre(false, true, false));
}

TEST(DgtFirmware, ANewerBoardTellsMoreOfItself) {
  const auto answers = [](const DgtFirmware::Options& options) {
    DgtFirmware board{options};
    board.power_up(0s);
    board.hear(std::vector<std::uint8_t>{0x48, 0x4C, 0x55}, 0s);
    Decoder decoder;
    std::vector<Message> all;
    for (const auto& piece : board.advance(5s))
      for (const std::uint8_t byte : piece)
        if (auto message = decoder.push(byte)) all.push_back(*std::move(message));
    return all;
  };
  EXPECT_THAT(answers({}), IsEmpty());
  const auto told = answers({.serial = 77, .is_new = true, .has_battery = true});
  ASSERT_THAT(told, SizeIs(3));
  EXPECT_EQ(std::get<HardwareVersion>(told[0]).major, 1U);
  EXPECT_EQ(std::get<Battery>(told[1]).percent, 80U);
  EXPECT_EQ(std::get<LongSerialNumber>(told[2]).text, "0000000077");
}

TEST_F(DgtReturn, ABoardThatWasWithoutPowerTellsWhereItsMemoryEnds) {
  move(6, 21);
  firmware_.power_up(link_.now());
  move(57, 42);
  come_back();
  ASSERT_THAT(links(), SizeIs(4));
  EXPECT_EQ(links()[1].reason,
            "from the board's own log follow 2 changes and 0 presses that were missed at first, what came "
            "later it does not know; their order is right, their times are not");
  EXPECT_EQ(links()[2].reason, "the board does not know what happened then");
  const auto* last = std::get_if<record::Scan>(&link_.records.back());
  ASSERT_NE(last, nullptr);
  EXPECT_EQ(last->pieces, board_.pieces);
}

class DgtReturnWithoutLog : public DgtReturn {
 protected:
  DgtReturnWithoutLog() : DgtReturn{DgtFirmware::Options{.has_event_log = false}} {}
};

TEST_F(DgtReturnWithoutLog, IsNotWaitedFor) {
  move(6, 21);
  const record::Time begun = link_.now();
  come_back();
  ASSERT_THAT(links(), SizeIs(2));
  EXPECT_EQ(links()[1].reason, "the board has changed meanwhile, and its own log does not tell how");
  EXPECT_LT(links()[1].t - begun, 5s);
  const auto* last = std::get_if<record::Scan>(&link_.records.back());
  ASSERT_NE(last, nullptr);
  EXPECT_EQ(last->pieces, board_.pieces);
}

TEST_F(DgtReturn, ABoardThatGetsLostOverItsLogIsRestoredWithoutIt) {
  move(6, 21);
  record::Time log_begun = -1min;
  link_.wire = [&](devices::Bytes bytes) {
    if (!bytes.empty() && bytes[0] == 0x8F) log_begun = link_.now();
    const record::Time since = link_.now() - log_begun;
    return std::vector<devices::Bytes>(since > 1s && since < 8500ms ? 0 : 1, bytes);
  };
  link_.run_until(link_.now() + 200s);
  EXPECT_EQ(session_.state(), State::alive);
  ASSERT_THAT(links(), SizeIs(2));
  EXPECT_EQ(links()[1].reason, "the board has changed meanwhile, and its own log does not tell how");
  EXPECT_EQ(asked_for_the_log(), 2U);
}

TEST_F(DgtReturn, LostAgainWhileItRemembers) {
  move(6, 21);
  dead_ = false;
  link_.run_until(link_.now() + 4s);
  dead_ = true;
  link_.run_until(link_.now() + 30s);
  move(57, 42);
  come_back();
  ASSERT_THAT(links(), SizeIs(2)) << "the loss was told, and is over now";
  EXPECT_THAT(links()[1].reason, ::testing::HasSubstr("follow 4 changes"));
}

TEST(DgtSession, AFrameOfChanceWithNoNumberInItIsNoBoard) {
  DgtSession session;
  session.connect(0s);
  session.receive(std::vector<std::uint8_t>{0x91, 0x00, 0x08, 'd', '_', 0x01, 0x02, 0x03}, 1s);
  EXPECT_FALSE(session.is_recognised());
  EXPECT_EQ(session.facts().serial, "");
  EXPECT_EQ(session.tally().bad_frames, 1U);
}

TEST(DgtSession, AVersionOfChanceAmongNoiseIsNoBoard) {
  const std::vector<std::uint8_t> version{0x93, 0x00, 0x05, 0x01, 0x08};
  std::vector<std::uint8_t> noise{0x12, 0xC4, 0x77, 0x03};
  noise.insert(noise.end(), version.begin(), version.end());
  DgtSession noisy;
  noisy.connect(0s);
  noisy.receive(noise, 1s);
  EXPECT_FALSE(noisy.is_recognised()) << "in an hour of noise at 9600 baud there is one, now and then";
  DgtSession session;
  session.connect(0s);
  session.receive(version, 1s);
  EXPECT_TRUE(session.is_recognised());
}

TEST_F(DgtSessionTest, AnotherBoardsBytesAreNotRecognised) {
  DgtSession session;
  session.connect(0s);
  std::mt19937 random{3};
  for (int i = 0; i < 200'000; ++i) {
    const std::uint8_t byte = static_cast<std::uint8_t>(" 0123456789:\r\nL"[random() % 15]);
    session.receive({&byte, 1}, record::Time{i * 200});
  }
  EXPECT_FALSE(session.is_recognised());
  EXPECT_EQ(session.state(), State::waiting);
  EXPECT_EQ(session.tally().skipped_bytes, 200'000U);
}

}  // namespace
}  // namespace jadoube::drivers::dgt
