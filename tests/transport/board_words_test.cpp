#include "transport/board_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "transport/bluetooth/known_boards.hpp"
#include "transport/places_to_name.hpp"

namespace jadoube::transport {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

BoardStatus well(std::string name) {
  return {.name = std::move(name), .scans_per_second = 5, .last_change = 3s, .tally = {}};
}

TEST(StatusLine, SaysEverythingOfFewBoards) {
  std::vector<BoardStatus> boards{well("dgt-1"), well("sentio-2")};
  boards[1].gaps = 1;
  boards[1].tally.bad_frames = 2;
  boards[1].tally.skipped_bytes = 40;
  boards[1].tally.line_errors = 1;
  EXPECT_EQ(status_line(boards, 200),
            "dgt-1 5 scans/s, 0 gaps, last change 3 s ago | sentio-2 5 scans/s, 1 gap, 2 bad frames, "
            "40 bytes skipped, 1 line error, last change 3 s ago");
}

TEST(StatusLine, SaysWhichOfManyBoardsAreWorstInOneLine) {
  std::vector<BoardStatus> boards;
  for (const char* name : {"dgt-00001", "dgt-00002", "sentio-at-1-3", "chessnut-C8"})
    boards.push_back(well(name));
  const std::string all_well = status_line(boards, 79);
  EXPECT_EQ(all_well, "4 boards, 20 scans/s, 0 gaps, last change 3 s ago");
  boards[1].gaps = 7;
  boards[2].is_silent = true;
  boards[3].attached = false;
  EXPECT_EQ(status_line(boards, 94),
            "4 boards, 15 scans/s, 7 gaps | chessnut-C8 unplugged | sentio-at-1-3 silent | dgt-00002 7 gaps");
  EXPECT_EQ(status_line(boards, 79), "4 boards, 15 scans/s, 7 gaps | chessnut-C8 unplugged | +2 more");
  EXPECT_EQ(status_line(boards, 50), "4 boards, 15 scans/s, 7 gaps | +3 in trouble");
}

TEST(StatusLine, IsNeverLongerThanThereIsRoom) {
  for (std::size_t count = 1; count < 30; ++count) {
    std::vector<BoardStatus> boards;
    for (std::size_t i = 0; i < count; ++i) {
      boards.push_back(well("board-" + std::to_string(i)));
      boards.back().attached = i % 3 != 0;
      boards.back().gaps = i;
    }
    for (std::size_t width = 0; width < 240; ++width) EXPECT_LE(status_line(boards, width).size(), width);
  }
}

TEST(StatusLine, BytesSkippedAreNoTroubleByThemselves) {
  std::vector<BoardStatus> boards{well("a"), well("b"), well("c")};
  boards[0].tally.skipped_bytes = 12;
  EXPECT_THAT(status_line(boards, 60), Not(HasSubstr("skipped")));
}

TEST(FactsOfMake, SayHowBoardsAreReachedAndWhatTheTableKnows) {
  const auto& model = *drivers::board_model("sentio");
  const std::vector<Reached> boards{{"sentio-0001", &model.usb.front(), true},
                                    {"sentio-at-tty", &model.usb.front(), false}};
  const std::string text = facts_of_make(model, boards, 60);
  EXPECT_THAT(text, StartsWith("Tabutronic Sentio and Tactum (drivers/boards/sentio.toml)\n"
                               "  sentio-0001: by cp210x, 38400 8N1, DTR off\n"
                               "  sentio-at-tty: by a serial line, 38400 8N1, DTR off\n"
                               "  - Sends the whole board again and again, unasked; nothing\n"
                               "    is ever written to it.\n"));
  EXPECT_THAT(text, HasSubstr("\n  Tested with: "));
  std::istringstream lines{text};
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 62U) << line;
}

TEST(NextStep, IsSaidWhereThereIsOne) {
  EXPECT_EQ(next_step("is not in reach, or is connected to something else"),
            "; switch it on, bring it nearer, and end the app that has it");
  EXPECT_THAT(next_step("another program has it"), HasSubstr("LiveChess"));
  EXPECT_THAT(next_step("Connection refused"), HasSubstr("serial server"));
  EXPECT_THAT(next_step_of_server("Connection refused"), HasSubstr("is the program running there"));
  EXPECT_THAT(next_step_of_server("Host not found (authoritative)"), HasSubstr("is the name right?"));
  EXPECT_THAT(next_step("cannot be set to 12345 baud"), HasSubstr("another adapter"));
  // Plugging it in again is the user's own step.
  EXPECT_EQ(next_step("unplugged"), "");
  Plug plug;
  EXPECT_THAT(unanswered(plug), HasSubstr("switched on"));
  plug.state = Plug::State::line;
  EXPECT_THAT(unanswered(plug), HasSubstr("--seconds 20"));
  Plug resting;
  resting.candidates = {{.model = drivers::board_model("liboard"), .usb = nullptr}};
  EXPECT_THAT(unanswered(resting), HasSubstr("lift a piece"));
}

TEST(PlacesToName, BoardsThatAreMerelyKnownSayWhatOpensThem) {
  const std::string text = places_to_name(
      std::vector<Offer>{{"bluetooth:DC:A6:32:01:02:03", "DGT_PEGASUS 1", drivers::board_model("pegasus")}});
  EXPECT_THAT(text, HasSubstr("`bluetoothctl trust DC:A6:32:01:02:03`"));
  EXPECT_THAT(text, HasSubstr("\n  --as bluetooth:DC:A6:32:01:02:03=pegasus     # DGT_PEGASUS 1\n"));
  EXPECT_THAT(places_to_name({}), ::testing::Not(HasSubstr("Bluetooth")));
}

TEST(PlacesToName, SerialPortsAreNamedByTheirPaths) {
  const auto folder = std::filesystem::path{::testing::TempDir()} / "jadoube-by-path";
  std::filesystem::create_directories(folder);
  for (const char* port : {"pci-0000:00:14.0-usb-0:2:1.0-port0", "pci-0000:00:14.0-usb-0:1:1.0-port0"})
    std::ofstream{folder / port};
  const std::string text = places_to_name({}, folder);
  std::filesystem::remove_all(folder);
  const std::string begin = "\n  --as " + folder.string() + "/pci-0000:00:14.0-usb-0:";
  EXPECT_THAT(text, HasSubstr("None is opened unless you say what is there"));
  EXPECT_THAT(text, HasSubstr(begin + "1:1.0-port0=dgt" + begin + "2:1.0-port0=dgt\n"));
  EXPECT_EQ(places_to_name({}, folder), "");
}

TEST(KnownBoard, IsShownWithoutWhatTurnsTextRoundOrDoesNotPrint) {
  const auto board =
      bluetooth::known_board({{"Address", std::string{"DC:A6:32:01:02:03"}},
                              {"Name", std::string{"DGT_PEGASUS \u202E1\u2066\u200F\u061C\x1B[2J\n"}}});
  ASSERT_TRUE(board);
  EXPECT_EQ(board->name, "DGT_PEGASUS 1?[2J?");
}

TEST(Summary, SaysWhatCameAndWhatWasLost) {
  BoardStatus board = well("dgt-1");
  board.tally.readings = 5123;
  EXPECT_EQ(summary(board), "5123 scans, 0 gaps");
  board.gaps = 2;
  board.tally.sensor_errors = 1;
  board.tally.transfer_errors = 3;
  EXPECT_EQ(summary(board), "5123 scans, 2 gaps, 1 sensor error, 3 transfer errors");
}

}  // namespace
}  // namespace jadoube::transport
