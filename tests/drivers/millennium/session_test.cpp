#include "drivers/millennium/session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "devices/millennium.hpp"
#include "tests/support/virtual_link.hpp"

namespace jadoube::drivers::millennium {
namespace {

using namespace std::chrono_literals;
using devices::MillenniumFirmware;
using jadoube::testing::VirtualLink;
using ::testing::AnyOf;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using State = BoardSession::State;
using Bytes = std::vector<std::uint8_t>;

record::Scan kings(record::Time t, unsigned white, unsigned black) {
  record::Scan scan{.t = t,
                    .occupied = {std::uint64_t{1} << white | std::uint64_t{1} << black},
                    .white = {},
                    .pieces = record::PieceMap{}};
  (*scan.pieces)[white] = chess::piece_from_letter('K');
  (*scan.pieces)[black] = chess::piece_from_letter('k');
  return scan;
}

struct Plugged {
  explicit Plugged(const MillenniumFirmware::Options& options) : firmware{options} {
    firmware.see(kings(0s, 4, 60));
    link.plug_in();
  }
  [[nodiscard]] std::vector<record::Scan> scans() const { return all<record::Scan>(); }
  [[nodiscard]] std::vector<record::Link> links() const { return all<record::Link>(); }
  template <class Kind>
  [[nodiscard]] std::vector<Kind> all() const {
    std::vector<Kind> found;
    for (const record::Record& record : link.records)
      if (const auto* each = std::get_if<Kind>(&record)) found.push_back(*each);
    return found;
  }

  MillenniumFirmware firmware;
  MillenniumSession session;
  VirtualLink link{firmware, session};
};

TEST(MillenniumSession, ABoardThatSensesPiecesIsKnownByItsVersion) {
  Plugged board{{.version = 0x010F}};
  board.link.run_until(1s);
  EXPECT_TRUE(board.session.is_recognised());
  EXPECT_EQ(board.session.board().senses, record::Senses::identity);
  EXPECT_EQ(board.session.facts().firmware, "1.0f");
  ASSERT_THAT(board.scans(), SizeIs(1));
  EXPECT_EQ(board.scans()[0].pieces, kings(0s, 4, 60).pieces);
  EXPECT_THAT(board.link.commands, ElementsAre(encode(Request::version)));
  board.firmware.see(kings(1s, 12, 60));
  board.link.run_until(2s);
  EXPECT_THAT(board.scans(), SizeIs(2));
}

TEST(MillenniumSession, ANewerBoardThatSensesPiecesSaysSo) {
  Plugged board{{.version = 0x0300}};
  board.link.run_until(1s);
  EXPECT_TRUE(board.session.is_recognised());
  EXPECT_EQ(board.session.board().senses, record::Senses::identity);
  EXPECT_THAT(board.link.commands, ElementsAre(encode(Request::version), encode(Request::info)));
}

TEST(MillenniumSession, AnEoneIsBelievedOnlyWhatItsSensorsSee) {
  Plugged board{{.version = 0x0300, .is_eone = true}};
  board.link.run_until(1s);
  EXPECT_TRUE(board.session.is_recognised());
  EXPECT_EQ(board.session.board().senses, record::Senses::presence);
  ASSERT_THAT(board.scans(), SizeIs(1));
  EXPECT_EQ(board.scans()[0].occupied, kings(0s, 4, 60).occupied);
  EXPECT_FALSE(board.scans()[0].pieces);
  board.link.unplug();
  board.link.plug_in();
  board.link.run_until(2s);
  EXPECT_EQ(board.session.state(), State::alive);
  ASSERT_THAT(board.scans(), SizeIs(2));
  EXPECT_FALSE(board.scans()[1].pieces);
}

TEST(MillenniumSession, ABoardThatDoesNotSayWhatItIsIsNotBelievedToSensePieces) {
  MillenniumSession session;
  session.connect(0s);
  const Bytes status = encode("s" + std::string(60, '.') + "K..k");
  std::vector<Bytes> sent;
  for (record::Time t{}; t < 5s; t += 41ms) {
    session.wake(t);
    session.receive(status, t);
    for (auto& command : session.take_commands()) sent.push_back(std::move(command));
  }
  EXPECT_THAT(sent, SizeIs(4));
  EXPECT_THAT(sent, ::testing::Each(encode(Request::version)));
  EXPECT_TRUE(session.is_recognised());
  EXPECT_EQ(session.board().senses, record::Senses::presence);
  for (const record::Record& record : session.take_records())
    EXPECT_FALSE(std::get<record::Scan>(record).pieces);
}

TEST(MillenniumSession, NothingIsWrittenBeforeASoundPositionHasCome) {
  MillenniumSession session;
  session.connect(0s);
  std::mt19937 random{1};
  for (record::Time t{}; t < 10min; t += 10ms) {
    session.wake(t);
    Bytes noise(20);
    for (auto& byte : noise) byte = static_cast<std::uint8_t>(random());
    session.receive(noise, t);
    session.receive(encode("v010F"), t);
  }
  EXPECT_THAT(session.take_commands(), IsEmpty());
  EXPECT_FALSE(session.is_recognised());
  EXPECT_FALSE(session.wake_at());
  EXPECT_THAT(session.take_records(), IsEmpty());
}

TEST(MillenniumSession, ASilentBoardForWhichTheUserVouchesIsAskedForItsPosition) {
  MillenniumFirmware firmware{{}};
  MillenniumSession session{true};
  VirtualLink link{firmware, session};
  firmware.see(kings(0s, 4, 60));
  link.plug_in();
  firmware.hear(encode("W0201"), 0s);  // as other software may have done
  link.run_until(900ms);
  EXPECT_THAT(link.commands, IsEmpty()) << "it is listened to first";
  link.run_until(3s);
  ASSERT_GE(link.commands.size(), 2U);
  EXPECT_EQ(link.commands[0], encode(Request::status));
  EXPECT_EQ(link.commands[1], encode(Request::version));
  EXPECT_TRUE(session.is_recognised());
  EXPECT_EQ(session.board().senses, record::Senses::identity);
  firmware.see(kings(3s, 12, 60));
  link.run_until(4s);
  EXPECT_EQ(std::ranges::count_if(
                link.records,
                [](const record::Record& record) { return std::holds_alternative<record::Scan>(record); }),
            2);
  EXPECT_EQ(firmware.forbidden(), 1U) << "by that other software";
}

TEST(MillenniumSession, ADeviceThatIsNoBoardAfterAllIsAskedEverMoreRarely) {
  MillenniumSession session{true};
  session.connect(0s);
  std::size_t sent = 0;
  for (record::Time t{}; t < 1h; t += 100ms) {
    session.wake(t);
    for (const auto& command : session.take_commands()) {
      EXPECT_EQ(command, encode(Request::status));
      ++sent;
    }
  }
  EXPECT_LT(sent, 130U);
  EXPECT_FALSE(session.is_recognised());
}

TEST(MillenniumSession, NothingButItsQuestionsIsSentWhateverTheBoardSays) {
  for (const bool is_eone : {false, true}) {
    Plugged board{{.version = 0x0300, .is_eone = is_eone}};
    std::mt19937 random{1};
    board.link.wire = [&](devices::Bytes bytes) {
      for (auto& byte : bytes)
        if (random() % 100 == 0) byte = static_cast<std::uint8_t>(random());
      return std::vector<devices::Bytes>{bytes};
    };
    board.link.run_until(2min);
    EXPECT_EQ(board.firmware.forbidden(), 0U);
    for (const auto& command : board.link.commands)
      EXPECT_THAT(command, AnyOf(encode(Request::version), encode(Request::info), encode(Request::status),
                                 encode(Request::sensed)));
    EXPECT_GT(board.session.tally().bad_frames, 0U);
    // Whatever was damaged: no other position was ever told.
    for (const record::Scan& scan : board.scans()) EXPECT_EQ(scan.occupied, kings(0s, 4, 60).occupied);
  }
}

TEST(MillenniumSession, ABoardThatSpeaksOnlyOfChangesIsNotTakenForLost) {
  Plugged board{{}};
  board.link.run_until(1s);
  board.firmware.hear(encode("W0203"), 1s);  // as other software may have done
  board.link.run_until(2min);
  EXPECT_EQ(board.session.state(), State::alive);
  EXPECT_THAT(board.links(), IsEmpty());
  board.firmware.see(kings(2min, 12, 60));
  board.link.run_until(2min + 200ms);
  EXPECT_THAT(board.scans(), SizeIs(2));
}

TEST(MillenniumSession, ABoardThatWasSwitchedOffForAnHourGoesOn) {
  Plugged board{{}};
  board.link.run_until(5s);
  bool dead = true;
  board.link.wire = [&](devices::Bytes bytes) { return std::vector<devices::Bytes>(dead ? 0 : 1, bytes); };
  board.link.run_until(10s);
  EXPECT_EQ(board.session.state(), State::silent);
  const std::size_t sent = board.link.commands.size();
  board.link.run_until(1h);
  EXPECT_LT(board.link.commands.size() - sent, 130U) << "asked ever more rarely";
  dead = false;
  board.link.run_until(1h + 1s);
  EXPECT_EQ(board.session.state(), State::alive);
  ASSERT_THAT(board.links(), SizeIs(2));
  EXPECT_EQ(board.links()[0].reason, "silent");
  EXPECT_THAT(board.scans(), SizeIs(2)) << "the position is said again";
}

TEST(MillenniumSession, UnpluggedInTheMiddleOfAFrameAndPluggedInAgain) {
  Plugged board{{}};
  board.link.run_until(1s);
  const Bytes half = encode("s" + std::string(64, '.'));
  board.session.receive(std::span{half}.first(30), 1s);
  board.link.unplug();
  board.link.plug_in();
  board.link.run_until(3s);
  ASSERT_THAT(board.links(), SizeIs(2));
  EXPECT_EQ(board.links()[0].reason, "unplugged");
  EXPECT_EQ(board.session.tally().skipped_bytes, 30U);
  EXPECT_THAT(board.scans(), SizeIs(2));
}

}  // namespace
}  // namespace jadoube::drivers::millennium
