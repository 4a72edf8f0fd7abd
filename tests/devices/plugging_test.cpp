// Boards that come and go while the whole program runs: names, logs and links.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <random>
#include <sstream>

#include "devices/tabutronic.hpp"
#include "tests/devices/program.hpp"

namespace jadoube::testing {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;
using devices::UsbBoard;
using devices::UsbShape;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

TEST_F(BoardProgram, ABoardKeepsItsLogOverUnpluggingAndAnotherPort) {
  const auto board = open_scan(UsbShape::hid, 5);
  const auto other = dgt(9);
  MockUsb here{testbed_, *board, "1-1"};
  MockUsb there{testbed_, *board, "1-4"};
  MockUsb line{testbed_, *other, "1-3"};
  const auto game = short_game(21, 2);
  const auto play = quickly(game, 21);
  board->firmware().see(first_scan(play));
  other->firmware().see(first_scan(play));
  here.plug();
  line.plug();
  Program program{folder_, record({"--raw"})};
  ASSERT_TRUE(program.says("open-scan-5: at 1-1")) << program.err();
  ASSERT_TRUE(program.says("dgt-00009: at 1-3")) << program.err();
  std::this_thread::sleep_for(2s);  // a DGT board is asked for its position last
  here.unplug();
  ASSERT_TRUE(program.says("open-scan-5: link lost, unplugged"));
  there.plug();
  ASSERT_TRUE(program.says("open-scan-5: is back, at 1-4"));
  line.unplug();
  std::this_thread::sleep_for(200ms);
  line.plug();
  ASSERT_TRUE(program.says("dgt-00009: link restored")) << program.err();
  std::this_thread::sleep_for(3s);
  program.interrupt();
  EXPECT_EQ(program.wait(), 0) << program.err();
  for (const char* name : {"open-scan-5", "dgt-00009"}) {
    const Log log = log_of(folder_, name);
    const auto links = log.links();
    ASSERT_THAT(links, SizeIs(2)) << name << program.err();
    EXPECT_EQ(links[0].reason, "unplugged");
    EXPECT_EQ(links[1].state, record::Link::State::restored);
    EXPECT_THAT(log.problems, IsEmpty());
    // What stands is said again after the loss.
    const auto scans = std::ranges::count_if(
        log.records, [](const auto& record) { return std::holds_alternative<record::Scan>(record); });
    EXPECT_EQ(scans, 2) << name << wire_of(name);
  }
  const std::string wire = wire_of("dgt-00009");
  EXPECT_THAT(wire, HasSubstr(" > 4d\n"));
  std::string said;  // how the bytes are cut is for the bridge and the system to decide
  std::istringstream lines{wire};
  for (std::string text; std::getline(lines, text);)
    if (const std::size_t at = text.find(" < "); at != std::string::npos) said += text.substr(at + 2);
  EXPECT_THAT(said, HasSubstr(" 93 00 05 01 08 91 00 08 30 30 30 30 39"));
}

TEST_F(BoardProgram, BoardsThatArePulledTogetherComeBackElsewhereInAnyOrder) {
  const auto first = open_scan(UsbShape::hid, 1);
  const auto second = open_scan(UsbShape::hid, 2);
  const auto third = open_scan(UsbShape::hid, 3);
  MockUsb one{testbed_, *first, "1-1"};
  MockUsb two{testbed_, *second, "1-2"};
  MockUsb three{testbed_, *third, "1-3"};
  for (MockUsb* each : {&one, &two, &three}) each->plug();
  Program program{folder_, record()};
  for (const char* there : {"open-scan-1: at 1-1", "open-scan-2: at 1-2", "open-scan-3: at 1-3"})
    ASSERT_TRUE(program.says(there)) << program.err();
  one.unplug();
  two.unplug();
  MockUsb two_again{testbed_, *second, "1-4"};
  MockUsb one_again{testbed_, *first, "1-5"};
  two_again.plug();
  one_again.plug();
  EXPECT_TRUE(program.says("open-scan-2: is back, at 1-4")) << program.err();
  EXPECT_TRUE(program.says("open-scan-1: is back, at 1-5")) << program.err();
  program.interrupt();
  EXPECT_EQ(program.wait(), 0) << program.err();
  for (const char* moved : {"open-scan-1", "open-scan-2"})
    EXPECT_THAT(log_of(folder_, moved).links(), SizeIs(2)) << moved;
  expect_link_held(log_of(folder_, "open-scan-3"), three);
}

TEST_F(BoardProgram, TwoBoardsThatClaimOneNumberAreToldApartAloud) {
  const auto first = open_scan(UsbShape::hid, 7);
  const auto second = open_scan(UsbShape::cdc, 7);
  MockUsb one{testbed_, *first, "1-1"};
  MockUsb two{testbed_, *second, "1-2"};
  one.plug();
  Program program{folder_, record()};
  ASSERT_TRUE(program.says("open-scan-7: at 1-1")) << program.err();
  two.plug();
  ASSERT_TRUE(program.says("open-scan-7-at-1-2: at 1-2")) << program.err();
  EXPECT_THAT(program.err(), HasSubstr("two boards say that they are open-scan-7"));
  program.interrupt();
  EXPECT_EQ(program.wait(), 0) << program.err();
}

TEST_F(BoardProgram, BoardsWithOneNumberKeepTheirNamesInWhateverOrderTheyReturn) {
  const auto first = dgt(7);
  const auto second = dgt(7);
  MockUsb one{testbed_, *first, "1-1"};
  MockUsb two{testbed_, *second, "1-2"};
  one.plug();
  {
    Program program{folder_, record()};
    ASSERT_TRUE(program.says("dgt-00007: at 1-1")) << program.err();
    two.plug();
    ASSERT_TRUE(program.says("dgt-00007-at-1-2: at 1-2")) << program.err();
    one.unplug();
    two.unplug();
    ASSERT_TRUE(program.says("dgt-00007: link lost") && program.says("dgt-00007-at-1-2: link lost"))
        << program.err();
    two.plug();
    EXPECT_TRUE(program.says("dgt-00007-at-1-2: is back, at 1-2")) << program.err();
    one.plug();
    EXPECT_TRUE(program.says("dgt-00007: is back, at 1-1")) << program.err();
    program.interrupt();
    EXPECT_EQ(program.wait(), 0) << program.err();
  }
  // Nor does it matter who comes first when the program has been started anew.
  one.unplug();
  fs::create_directory(folder_ / "again");
  Program program{
      folder_, {"record", "--out", (folder_ / "again").string(), "--memory", (folder_ / "memory").string()}};
  EXPECT_TRUE(program.says("dgt-00007-at-1-2: at 1-2")) << program.err();
  one.plug();
  EXPECT_TRUE(program.says("dgt-00007: at 1-1")) << program.err();
  // At a third port it is one of the two, and nobody can say which.
  two.unplug();
  ASSERT_TRUE(program.says("dgt-00007-at-1-2: link lost")) << program.err();
  MockUsb three{testbed_, *second, "1-3"};
  three.plug();
  EXPECT_TRUE(program.says("dgt-00007-at-1-3: at 1-3")) << program.err();
  EXPECT_THAT(program.err(), HasSubstr("dgt-00007 is the name of two boards"));
  program.interrupt();
  EXPECT_EQ(program.wait(), 0) << program.err();
}

TEST_F(BoardProgram, TheDaemonRemembersOfBoardsWhereItKeepsEverythingElse) {
  const auto first = open_scan(UsbShape::hid, 7);
  const auto second = open_scan(UsbShape::cdc, 7);
  MockUsb one{testbed_, *first, "1-1"};
  MockUsb two{testbed_, *second, "1-2"};
  one.plug();
  two.plug();
  const fs::path data = folder_ / "data";
  Program program{folder_, {"serve", "--data", data.string(), "--listen", "127.0.0.1:0"}};
  EXPECT_TRUE(until([&] { return fs::exists(data / "open-scan-7.keeper.txt"); })) << program.err();
  program.interrupt();
  EXPECT_EQ(program.wait(), 0) << program.err();
}

TEST_F(BoardProgram, ABoardThatIsSwitchedOnAfterItWasListenedToIsFound) {
  UsbBoard board{{UsbShape::cp210x, 0x10C4, 0xEA60, "Silicon Labs", "CP2102 USB to UART Bridge", "0003"},
                 std::make_unique<devices::TabutronicFirmware>(devices::TabutronicFirmware::Options{})};
  MockUsb device{testbed_, board, "1-1"};
  device.mute(true);
  device.plug();
  Program program{folder_, record()};
  ASSERT_TRUE(until([&] { return device.reads_waiting(0x81) > 0; }));
  ASSERT_TRUE(until([&] { return device.reads_waiting(0x81) == 0; })) << "it is closed when it says nothing";
  device.mute(false);
  EXPECT_TRUE(program.says("sentio-0003: at 1-1")) << program.err();
  program.interrupt();
  EXPECT_EQ(program.wait(), 0) << program.err();
  EXPECT_THAT(device.written(), IsEmpty());
}

TEST_F(BoardProgram, PlugCyclesAtRandomMomentsLoseNoOtherBoard) {
  const auto wild = open_scan(UsbShape::hid, 1, "wild");
  const auto quiet = open_scan(UsbShape::cdc, 2, "quiet");
  MockUsb one{testbed_, *wild, "1-1"};
  MockUsb two{testbed_, *quiet, "1-2"};
  two.plug();
  Program program{folder_, record()};
  ASSERT_TRUE(program.says("open-scan-quiet: at 1-2"));
  const auto back = [&] {
    const std::string err = program.err();
    const std::size_t last = err.rfind("open-scan-wild: ");
    return last != std::string::npos && err.compare(last, 23, "open-scan-wild: link lo") != 0;
  };
  std::mt19937 random{8};
  for (int cycle = 0; cycle < 24; ++cycle) {
    one.plug();
    std::this_thread::sleep_for(std::chrono::milliseconds{random() % 300});
    if (cycle % 3 == 1) one.fail_next(0x81, -EPROTO, 4);
    // umockdev gives up when the program does not hear what it has to say.
    if (cycle % 4 == 3) {
      ASSERT_TRUE(until(back));
    }
    one.unplug();
    std::this_thread::sleep_for(std::chrono::milliseconds{random() % 60});
  }
  one.plug();
  EXPECT_TRUE(until(back));
  std::this_thread::sleep_for(500ms);
  program.interrupt();
  EXPECT_EQ(program.wait(), 0) << program.err();
  const Log log = log_of(folder_, "open-scan-wild");
  EXPECT_THAT(log.problems, IsEmpty());
  const auto links = log.links();
  EXPECT_THAT(links, Not(IsEmpty()));
  for (std::size_t i = 0; i < links.size(); ++i)
    EXPECT_EQ(links[i].state, i % 2 == 0 ? record::Link::State::lost : record::Link::State::restored) << i;
  EXPECT_THAT(log_of(folder_, "open-scan-quiet").links(), IsEmpty());
}

/// Of processes that have ended and were waited for.
double cpu_seconds_of_children() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

TEST_F(BoardProgram, WaitingForBoardsCostsNoProcessorTime) {
  const auto board = open_scan(UsbShape::hid, 1);
  MockUsb device{testbed_, *board, "1-1"};
  device.mute(true);
  device.plug();
  const auto cost_of = [this](const char* seconds) {
    const double before = cpu_seconds_of_children();
    Program program{folder_, record({"--seconds", seconds})};
    EXPECT_EQ(program.wait(), 2) << program.err();
    return cpu_seconds_of_children() - before;
  };
  // What the start costs, and that is much with sanitizers, is not waiting.
  const double start = cost_of("0.5");
  EXPECT_LT(cost_of("3.5") - start, 0.1);
}

}  // namespace
}  // namespace jadoube::testing
