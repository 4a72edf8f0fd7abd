// The whole program, as a process of its own, and emulated boards on its USB. Hands play in real time.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "detector/detector.hpp"
#include "detector/game_so_far.hpp"
#include "drivers/scan_log.hpp"
#include "simulator/devices/certabo.hpp"
#include "simulator/devices/chessnut.hpp"
#include "simulator/devices/dgt.hpp"
#include "simulator/devices/dgt_bus.hpp"
#include "simulator/devices/liboard.hpp"
#include "simulator/devices/millennium.hpp"
#include "simulator/devices/open_scan.hpp"
#include "simulator/devices/tabutronic.hpp"
#include "simulator/grid.hpp"
#include "simulator/plausible.hpp"
#include "simulator/rng.hpp"
#include "tests/devices/mock_usb.hpp"

extern char** environ;

namespace jadoube::testing {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;
using drivers::Time;
using simulator::UsbBoard;
using simulator::UsbShape;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

std::string read_file(const fs::path& path) {
  std::ifstream in{path};
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

/// The program under test, with its output in files.
class Program {
 public:
  Program(const fs::path& folder, std::vector<std::string> arguments)
      : out_{folder / "out"}, err_{folder / "err"} {
    arguments.insert(arguments.begin(), JADOUBE_PROGRAM);
    std::vector<char*> raw;
    for (std::string& each : arguments) raw.push_back(each.data());
    raw.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    const int flags = O_WRONLY | O_CREAT | O_TRUNC;
    posix_spawn_file_actions_addopen(&actions, 1, out_.c_str(), flags, 0644);
    posix_spawn_file_actions_addopen(&actions, 2, err_.c_str(), flags, 0644);
    if (posix_spawn(&pid_, JADOUBE_PROGRAM, &actions, nullptr, raw.data(), environ) != 0) pid_ = -1;
    posix_spawn_file_actions_destroy(&actions);
  }
  ~Program() {
    if (pid_ > 0) {
      kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
    }
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  void interrupt() const { kill(pid_, SIGINT); }
  /// Exit status; 1000 + signal; −1 if it does not end in time.
  int wait(std::chrono::seconds limit = 30s) {
    const auto end = std::chrono::steady_clock::now() + limit;
    int status = 0;
    while (waitpid(pid_, &status, WNOHANG) == 0) {
      if (std::chrono::steady_clock::now() > end) return -1;
      std::this_thread::sleep_for(5ms);
    }
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
  }
  [[nodiscard]] std::string out() const { return read_file(out_); }
  [[nodiscard]] std::string err() const { return read_file(err_); }

 private:
  fs::path out_, err_;
  pid_t pid_ = -1;
};

std::unique_ptr<UsbBoard> dgt(unsigned serial) {
  return std::make_unique<UsbBoard>(
      simulator::UsbIdentity{UsbShape::ftdi, 0x0403, 0x6001, "FTDI", "USB <-> Serial", ""},
      std::make_unique<simulator::DgtFirmware>(simulator::DgtFirmware::Options{.serial = serial}));
}

std::unique_ptr<UsbBoard> open_scan(UsbShape shape, std::uint64_t id, std::string serial = {}) {
  return std::make_unique<UsbBoard>(
      simulator::UsbIdentity{shape, 0x1209, static_cast<std::uint16_t>(shape == UsbShape::hid ? 1 : 2),
                             "A builder", "Open Scan Board", std::move(serial)},
      std::make_unique<simulator::OpenScanFirmware>(
          simulator::OpenScanFirmware::Options{.scan_period = 20ms, .board_id = id}));
}

simulator::PlayedGame short_game(std::uint64_t seed, std::size_t plies) {
  simulator::Rng rng{seed, "game"};
  auto game = simulator::random_game(rng);
  game.moves.resize(std::min(game.moves.size(), plies));
  game.spent.clear();
  game.result.clear();
  return game;
}

/// Quick hands, so that the test need not last as long as a game.
simulator::Recording quickly(const simulator::PlayedGame& game, std::uint64_t seed,
                             const char* incident = nullptr) {
  auto params = simulator::params_of(simulator::Tempo::blitz, simulator::Noise::none, 50);
  params.sensors.senses = drivers::Senses::identity;
  params.endings = {0, 0, 0};
  params.game_times = false;
  params.hands.pace = 0.6;
  params.hands.think_median = 0.5;
  params.hands.think_spread = 0.2;
  if (incident != nullptr) params.incidents = {*simulator::parse_incident(incident)};
  auto recording = simulate(game, params, seed);
  // Nobody waits here for the players to sit down and to leave.
  std::vector<Time> scans;
  for (const auto& record : recording.records)
    if (std::holds_alternative<drivers::Scan>(record)) scans.push_back(time_of(record));
  const Time begin = scans.at(1) - Time{1500ms};
  const Time end = scans.back() + Time{3s};
  std::erase_if(recording.records, [end](const auto& record) { return time_of(record) > end; });
  for (auto& record : recording.records)
    std::visit([begin](auto& each) { each.t = std::max(Time{0}, each.t - begin); }, record);
  return recording;
}

std::vector<std::string> moves_of(const simulator::PlayedGame& game) {
  std::vector<std::string> moves;
  for (const auto& move : game.moves) moves.push_back(to_uci(move));
  return moves;
}

struct Log {
  drivers::Header header;
  std::vector<drivers::Record> records;
  std::vector<std::string> problems;
  std::vector<std::string> moves;
  std::vector<std::string> findings;

  [[nodiscard]] std::vector<drivers::Link> links() const {
    std::vector<drivers::Link> all;
    for (const auto& record : records)
      if (const auto* link = std::get_if<drivers::Link>(&record)) all.push_back(*link);
    return all;
  }
};

/// The log of the board whose name begins so; its game as the detector follows it.
Log log_of(const fs::path& folder, const std::string& board) {
  Log log;
  for (const auto& entry : fs::directory_iterator{folder}) {
    const std::string name = entry.path().filename();
    if (!name.starts_with(board + '-') || !name.ends_with(".jscan")) continue;
    auto reader = drivers::ScanLogReader::open(
        entry.path(), [&](const drivers::Problem& problem) { log.problems.push_back(problem.sentence); });
    if (!reader) continue;
    log.header = (*reader)->header();
    while (const auto* each = (*reader)->next()) log.records.push_back(each->record);
  }
  detector::GameSoFar game{log.header};
  detector::Detector detector{log.header, [&](const detector::Line& line) {
                                game.tell(line);
                                if (const auto* finding = std::get_if<detector::Finding>(&line))
                                  log.findings.emplace_back(name(finding->kind));
                              }};
  for (const auto& record : log.records) {
    detector.advance_to(time_of(record));
    game.see(record);
    detector.on(record);
  }
  detector.finish();
  for (const auto& ply : game.plies()) log.moves.push_back(ply.uci);
  return log;
}

bool until(const std::function<bool()>& so, std::chrono::seconds limit = 60s) {
  const auto end = std::chrono::steady_clock::now() + limit;
  while (!so()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(10ms);
  }
  return true;
}
drivers::Record first_scan(const simulator::Recording& recording) {
  return *std::ranges::find_if(
      recording.records, [](const auto& record) { return std::holds_alternative<drivers::Scan>(record); });
}

class BoardProgram : public ::testing::Test {
 protected:
  BoardProgram() {
    std::string pattern = "/tmp/jadoube-test-XXXXXX";
    folder_ = mkdtemp(pattern.data());
  }
  ~BoardProgram() override { fs::remove_all(folder_); }

  std::vector<std::string> record(std::vector<std::string> more = {}) const {
    std::vector<std::string> all{"record", "--out", folder_.string(), "--memory",
                                 (folder_ / "memory").string()};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  /// The board is plugged in, and the program records it while hands play. The link holds.
  Log recorded(MockUsb& device, UsbBoard& board, const simulator::Recording& play, const std::string& name,
               std::vector<std::string> more = {}) const {
    board.firmware().see(first_scan(play));
    device.plug();
    Program program{folder_, record(std::move(more))};
    EXPECT_TRUE(until([&] { return program.err().find(name + ": at 1-1") != std::string::npos; }, 20s))
        << program.err();
    std::this_thread::sleep_for(500ms);
    device.play(play);
    EXPECT_TRUE(until([&] { return !device.is_playing(); }, 120s));
    std::this_thread::sleep_for(1s);
    program.interrupt();
    EXPECT_EQ(program.wait(), 0) << program.err();
    Log log = log_of(folder_, name);
    EXPECT_THAT(log.problems, IsEmpty());
    EXPECT_THAT(log.links(), IsEmpty());
    return log;
  }
  /// The bytes that were recorded beside the log.
  std::string wire_of(const std::string& board) const {
    for (const auto& entry : fs::directory_iterator{folder_})
      if (entry.path().filename().string().starts_with(board + '-') && entry.path().extension() == ".txt")
        return read_file(entry.path());
    return {};
  }
  Testbed testbed_;
  fs::path folder_;
};

TEST_F(BoardProgram, says_what_is_plugged_in) {
  const auto tournament = dgt(1025);
  const auto home_made = open_scan(UsbShape::hid, 0xABC);
  UsbBoard adapter{{UsbShape::ftdi, 0x0403, 0x6001, "FTDI", "FT232R USB UART", "A1"},
                   std::make_unique<simulator::DgtFirmware>(simulator::DgtFirmware::Options{.serial = 77})};
  UsbBoard mouse{{UsbShape::hid, 0x046D, 0xC077, "Logitech", "USB Optical Mouse", ""},
                 std::make_unique<simulator::OpenScanFirmware>(simulator::OpenScanFirmware::Options{})};
  MockUsb one{testbed_, *tournament, "1-1"};
  MockUsb two{testbed_, *home_made, "1-2"};
  MockUsb three{testbed_, adapter, "1-3"};
  MockUsb four{testbed_, mouse, "1-4"};
  for (MockUsb* each : {&one, &two, &three, &four}) each->plug();
  Program program{folder_, {"boards"}};
  EXPECT_EQ(program.wait(), 0) << program.err();
  const std::string out = program.out();
  EXPECT_THAT(
      out, HasSubstr("dgt-01025      1-1       0403:6001  DGT electronic board, number 01025, firmware 1.8 "
                     "(drivers/boards/dgt.toml)\n"));
  EXPECT_THAT(out, HasSubstr("open-scan-abc  1-2       1209:0001  Open scan board, number abc"));
  EXPECT_THAT(
      out,
      HasSubstr(
          "-              1-3       0403:6001  perhaps DGT electronic board or Millennium ChessLink, and "
          "says nothing; "
          "--as 1-3=dgt asks it\n"));
  EXPECT_THAT(out, Not(HasSubstr("1-4")));
  EXPECT_THAT(three.written(), IsEmpty()) << "what may be anything is not written to";
  EXPECT_THAT(four.written(), IsEmpty());
}

TEST_F(BoardProgram, says_what_the_table_knows_of_the_makes_that_are_there) {
  const auto one = dgt(1);
  const auto other = dgt(2);
  MockUsb first{testbed_, *one, "1-1"};
  MockUsb second{testbed_, *other, "1-2"};
  first.plug();
  second.plug();
  Program program{folder_, {"boards"}};
  EXPECT_EQ(program.wait(), 0) << program.err();
  EXPECT_THAT(program.out(), HasSubstr("\nDGT electronic board (drivers/boards/dgt.toml)\n"
                                       "  dgt-00001: by ftdi, 9600 8N1\n"
                                       "  dgt-00002: by ftdi, 9600 8N1\n"
                                       "  - Says nothing unless it is asked."));
  EXPECT_THAT(program.out(), HasSubstr("\n  Tested with: "));
}

TEST_F(BoardProgram, says_that_a_device_speaks_another_boards_protocol) {
  UsbBoard sentio{{UsbShape::ftdi, 0x0403, 0x6001, "FTDI", "FT232R USB UART", "A1"},
                  std::make_unique<simulator::TabutronicFirmware>(simulator::TabutronicFirmware::Options{})};
  MockUsb device{testbed_, sentio, "1-3"};
  device.plug();
  Program boards{folder_, {"boards", "--as", "1-3=dgt"}};
  EXPECT_EQ(boards.wait(), 0) << boards.err();
  EXPECT_THAT(boards.out(),
              ::testing::ContainsRegex("1-3 +0403:6001 +DGT electronic board: sends [0-9]+ bytes "
                                       "that no DGT electronic board would send\n"));
  Program program{folder_, record({"--as", "1-3=dgt", "--seconds", "6"})};
  EXPECT_EQ(program.wait(), 2);
  EXPECT_THAT(program.err(),
              ::testing::ContainsRegex("1-3: sends [0-9]+ bytes that no DGT electronic board would send\n"));
}

TEST_F(BoardProgram, a_flood_that_is_no_boards_is_told) {
  UsbBoard adapter{{UsbShape::cp210x, 0x10C4, 0xEA60, "Silicon Labs", "CP2102 USB to UART Bridge", "7"},
                   std::make_unique<simulator::DgtFirmware>(simulator::DgtFirmware::Options{.serial = 77})};
  MockUsb device{testbed_, adapter, "1-3"};
  device.plug();
  Program program{folder_, record()};
  std::mt19937 random{5};
  EXPECT_TRUE(until([&] {
    simulator::Bytes noise(60);
    for (auto& byte : noise) byte = static_cast<std::uint8_t>(random());
    device.push_raw(0x81, std::move(noise));
    return program.err().find(" would send; --as 1-3=") != std::string::npos;
  })) << program.err();
  EXPECT_THAT(program.err(),
              ::testing::ContainsRegex("1-3: sends [0-9]+ bytes that no .* would send; --as 1-3="));
  EXPECT_THAT(device.written(), IsEmpty());
}

TEST_F(BoardProgram, recording_says_what_was_not_recognised_and_how_it_is_asked) {
  UsbBoard adapter{{UsbShape::ftdi, 0x0403, 0x6001, "FTDI", "FT232R USB UART", "A1"},
                   std::make_unique<simulator::DgtFirmware>(simulator::DgtFirmware::Options{.serial = 77})};
  MockUsb device{testbed_, adapter, "1-3"};
  device.plug();
  Program program{folder_, record()};
  EXPECT_TRUE(until([&] {
    return program.err().find(
               "1-3: perhaps DGT electronic board or Millennium ChessLink, and says nothing; "
               "--as 1-3=dgt asks it\n") != std::string::npos;
  })) << program.err();
  EXPECT_THAT(device.written(), IsEmpty());
}

TEST_F(BoardProgram, says_what_was_lost_on_the_way) {
  const auto board = dgt(1);
  const auto other = open_scan(UsbShape::hid, 2);
  MockUsb line{testbed_, *board, "1-1"};
  MockUsb hid{testbed_, *other, "1-2"};
  line.plug();
  hid.plug();
  Program program{folder_, record()};
  const auto says = [&](const char* what) {
    return until([&] { return program.err().find(what) != std::string::npos; });
  };
  ASSERT_TRUE(says("dgt-00001: at 1-1")) << program.err();
  ASSERT_TRUE(says("open-scan-2: at 1-2")) << program.err();
  for (int i = 0; i < 2; ++i) line.push_raw(0x81, {0x01, 0x62});
  EXPECT_TRUE(says("dgt-00001: bytes are lost between the board and its USB bridge (")) << program.err();
  hid.fail_next(0x81, -EPROTO, 3);
  EXPECT_TRUE(says("open-scan-2: USB transfers from it fail (")) << program.err();
  std::this_thread::sleep_for(500ms);
  line.push_raw(0x81, {0x01, 0x68});
  std::this_thread::sleep_for(500ms);
  program.interrupt();
  EXPECT_EQ(program.wait(), 0) << program.err();
  EXPECT_THAT(program.err(),
              ::testing::ContainsRegex("dgt-00001: [0-9]+ scans?, 0 gaps.*, 3 line errors, in "));
  EXPECT_THAT(program.err(),
              ::testing::ContainsRegex("open-scan-2: [0-9]+ scans, 0 gaps, 3 transfer errors, in "));
  const std::string err = program.err();
  const std::string once = "bytes are lost between";
  EXPECT_EQ(err.find(once, err.find(once) + 1), std::string::npos) << "it is said once";
}

TEST_F(BoardProgram, a_line_of_boards_is_told_as_soon_as_all_have_answered) {
  std::vector<std::unique_ptr<simulator::DgtFirmware>> two;
  for (const unsigned serial : {21U, 22U})
    two.push_back(
        std::make_unique<simulator::DgtFirmware>(simulator::DgtFirmware::Options{.serial = serial}));
  UsbBoard adapter{{UsbShape::ftdi, 0x0403, 0x6001, "FTDI", "FT232R USB UART", "A9"},
                   std::make_unique<simulator::DgtBusFirmware>(std::move(two))};
  MockUsb device{testbed_, adapter, "1-1"};
  device.plug();
  Program program{folder_, {"boards", "--as", "1-1=dgt-bus", "--seconds", "60"}};
  EXPECT_EQ(program.wait(30s), 0) << program.err();
  EXPECT_THAT(program.out(), HasSubstr("dgt-bus-00021"));
  EXPECT_THAT(program.out(), HasSubstr("dgt-bus-00022"));
}

TEST_F(BoardProgram, asks_a_device_that_the_user_vouches_for) {
  UsbBoard adapter{{UsbShape::ftdi, 0x0403, 0x6001, "FTDI", "FT232R USB UART", "A1"},
                   std::make_unique<simulator::DgtFirmware>(simulator::DgtFirmware::Options{.serial = 77})};
  MockUsb device{testbed_, adapter, "1-3"};
  device.plug();
  Program program{folder_, {"boards", "--as", "1-3=dgt"}};
  EXPECT_EQ(program.wait(), 0) << program.err();
  EXPECT_THAT(program.out(), HasSubstr("dgt-A1  1-3"));
  EXPECT_THAT(program.out(), HasSubstr("number 00077"));
}

TEST_F(BoardProgram, a_bridge_that_calls_itself_as_a_board_does_is_listened_to_before_it_is_asked) {
  const auto board = dgt(8);
  UsbBoard other{{UsbShape::ftdi, 0x0403, 0x6001, "FTDI", "USB <-> Serial", "A6"},
                 std::make_unique<simulator::MillenniumFirmware>(simulator::MillenniumFirmware::Options{})};
  MockUsb one{testbed_, *board, "1-1"};
  MockUsb two{testbed_, other, "1-2"};
  one.plug();
  Program program{folder_, record()};
  ASSERT_TRUE(until([&] { return one.reads_waiting(0x81) > 0; }, 20s));
  const auto open_since = std::chrono::steady_clock::now();
  ASSERT_TRUE(until([&] { return one.is_written_to(); }, 20s));
  EXPECT_GT(std::chrono::steady_clock::now() - open_since, 500ms);
  two.plug();
  EXPECT_TRUE(until([&] { return program.err().find("dgt-00008: at 1-1") != std::string::npos; }, 20s))
      << program.err();
  EXPECT_TRUE(until([&] { return program.err().find("millennium-A6: at 1-2") != std::string::npos; }, 20s))
      << program.err();
  program.interrupt();
  EXPECT_EQ(program.wait(), 0) << program.err();
}

TEST_F(BoardProgram, a_board_that_reports_unasked_is_known_before_anything_is_written_to_it) {
  UsbBoard adapter{{UsbShape::ftdi, 0x0403, 0x6001, "FTDI", "FT232R USB UART", ""},
                   std::make_unique<simulator::DgtFirmware>(
                       simulator::DgtFirmware::Options{.serial = 78, .was_left_reporting = true})};
  MockUsb device{testbed_, adapter, "1-3"};
  const auto play = quickly(short_game(18, 4), 18);
  adapter.firmware().see(first_scan(play));
  device.plug();
  Program program{folder_, record()};
  ASSERT_TRUE(until([&] { return device.reads_waiting(0x81) > 0; }, 20s));
  std::this_thread::sleep_for(1s);
  EXPECT_FALSE(device.is_written_to());
  device.play(play);
  EXPECT_TRUE(until([&] { return program.err().find("dgt-00078: at 1-3") != std::string::npos; }, 20s))
      << program.err();
  program.interrupt();
  EXPECT_EQ(program.wait(), 0) << program.err();
}

TEST_F(BoardProgram, says_how_a_board_that_rests_silently_is_read) {
  UsbBoard resting{{UsbShape::cdc, 0x1B4F, 0x9206, "SparkFun", "SparkFun Pro Micro", ""},
                   std::make_unique<simulator::LiBoardFirmware>(simulator::LiBoardFirmware::Options{})};
  MockUsb device{testbed_, resting, "1-2"};
  device.plug();
  Program program{folder_, {"boards"}};
  EXPECT_EQ(program.wait(), 0) << program.err();
  EXPECT_THAT(program.out(),
              HasSubstr("1-2       1b4f:9206  perhaps LiBoard, which says nothing while nothing moves; "
                        "--as 1-2=liboard reads it\n"));
  EXPECT_THAT(device.written(), IsEmpty());
}

TEST_F(BoardProgram, tries_every_way_of_a_make_for_an_id_that_the_table_does_not_have) {
  UsbBoard teensy{
      {UsbShape::cdc, 0x16C0, 0x0483, "A builder", "USB Serial", ""},
      std::make_unique<simulator::OpenScanFirmware>(simulator::OpenScanFirmware::Options{.board_id = 4})};
  MockUsb device{testbed_, teensy, "1-1"};
  device.plug();
  Program unasked{folder_, {"boards"}};
  EXPECT_EQ(unasked.wait(), 0);
  EXPECT_EQ(unasked.out(), "No board is plugged in.\n");
  Program program{folder_, {"boards", "--as", "16c0:0483=open-scan"}};
  EXPECT_EQ(program.wait(), 0) << program.err();
  EXPECT_THAT(program.out(), HasSubstr("open-scan-4  1-1       16c0:0483  Open scan board, number 4"));
}

TEST_F(BoardProgram, says_who_lacks_permission_and_what_mends_it) {
  const auto board = open_scan(UsbShape::hid, 1);
  MockUsb device{testbed_, *board, "1-1"};
  device.plug();
  device.forbid(true);
  Program program{folder_, {"boards"}};
  EXPECT_EQ(program.wait(), 2);
  EXPECT_THAT(program.out(), HasSubstr("1-1       1209:0001  Open scan board: permission denied\n"));
  EXPECT_THAT(program.out(), HasSubstr("Permission is missing. This gives it:\n"));
}

TEST_F(BoardProgram, whole_games_on_three_boards_at_once) {
  const auto first = dgt(1);
  const auto second = open_scan(UsbShape::hid, 2);
  const auto third = open_scan(UsbShape::cdc, 3);
  MockUsb one{testbed_, *first, "1-1"};
  MockUsb two{testbed_, *second, "1-2"};
  MockUsb three{testbed_, *third, "1-5"};
  const auto game_one = short_game(11, 14);
  const auto game_two = short_game(12, 14);
  const auto game_three = short_game(13, 14);
  const auto play_one = quickly(game_one, 11);
  const auto play_two = quickly(game_two, 12);
  const auto play_three = quickly(game_three, 13, "illegal_move@9");
  ASSERT_THAT(play_three.incidents, SizeIs(1));
  first->firmware().see(first_scan(play_one));
  second->firmware().see(first_scan(play_two));
  third->firmware().see(first_scan(play_three));
  one.plug();
  two.plug();
  Program program{folder_, record()};
  ASSERT_TRUE(until([&] { return program.err().find("open-scan-2: at 1-2") != std::string::npos; }))
      << program.err();
  three.plug();  // while the program runs
  ASSERT_TRUE(until([&] { return program.err().find("open-scan-3: at 1-5") != std::string::npos; }));
  ASSERT_TRUE(until([&] { return program.err().find("dgt-00001: at 1-1") != std::string::npos; }));
  one.play(play_one);
  two.play(play_two);
  three.play(play_three);
  // Stalls, errors and too much at once cost nothing but themselves.
  two.fail_next(0x81, -EPIPE, 2);
  two.fail_next(0x81, -EPROTO, 2);
  two.push_raw(0x81, simulator::Bytes(64, 0xA5));
  ASSERT_TRUE(until([&] { return !one.is_playing() && !two.is_playing() && !three.is_playing(); }, 120s));
  std::this_thread::sleep_for(1s);
  program.interrupt();
  EXPECT_EQ(program.wait(), 0) << program.err();

  const Log log_one = log_of(folder_, "dgt-00001");
  EXPECT_EQ(log_one.moves, moves_of(game_one));
  EXPECT_EQ(log_one.header.board.senses, drivers::Senses::identity);
  EXPECT_EQ(log_one.header.board.id, "dgt-00001");
  const Log log_two = log_of(folder_, "open-scan-2");
  EXPECT_EQ(log_two.moves, moves_of(game_two));
  const Log log_three = log_of(folder_, "open-scan-3");
  EXPECT_THAT(log_three.findings, Contains("illegal_move"));
  for (const Log* log : {&log_one, &log_two, &log_three}) {
    EXPECT_THAT(log->problems, IsEmpty());
    EXPECT_THAT(log->links(), IsEmpty());
    EXPECT_TRUE(std::holds_alternative<drivers::End>(log->records.back()));
  }
}

/// A board at which a game is played, and the names of the logs that come of it.
struct Seat {
  std::vector<std::string> names;
  drivers::Senses senses;
  simulator::UsbIdentity usb;
  std::unique_ptr<simulator::Firmware> firmware;
  /// It says something before a man is lifted.
  bool speaks_first = true;
  /// What goes wrong in the game, and at which ply; nothing: "".
  std::string incident = {};
};

template <class Firmware>
Seat seat(std::string name, drivers::Senses senses, simulator::UsbIdentity usb,
          typename Firmware::Options options = {}) {
  return {{std::move(name)}, senses, std::move(usb), std::make_unique<Firmware>(options)};
}

template <class... Seats>
std::vector<Seat> seats(Seats... each) {
  std::vector<Seat> all;
  (all.push_back(std::move(each)), ...);
  return all;
}

/// Plays at all of them at once. The links hold, and every log has the whole game.
class PlayedAt {
 public:
  PlayedAt(Testbed& testbed, std::vector<Seat> seats) : seats_{std::move(seats)} {
    for (Seat& each : seats_) {
      const std::uint64_t seed = 14 + boards_.size();
      games_.push_back(short_game(seed, each.incident.empty() ? 6 : 10));
      plays_.push_back(quickly(games_.back(), seed, each.incident.empty() ? nullptr : each.incident.c_str()));
      EXPECT_EQ(plays_.back().incidents.empty(), each.incident.empty()) << "the game has no room for it";
      boards_.push_back(std::make_unique<UsbBoard>(each.usb, std::move(each.firmware)));
      // Whoever says only what changes has to see the men put up.
      if (each.speaks_first) boards_.back()->firmware().see(first_scan(plays_.back()));
      devices_.push_back(
          std::make_unique<MockUsb>(testbed, *boards_.back(), "1-" + std::to_string(boards_.size())));
      devices_.back()->plug();
    }
  }
  [[nodiscard]] const MockUsb& device(std::size_t number) const { return *devices_.at(number); }

  void record_in(const fs::path& folder, std::vector<std::string> arguments) {
    Program program{folder, std::move(arguments)};
    for (const Seat& each : seats_)
      for (const std::string& name : each.names)
        ASSERT_TRUE(!each.speaks_first ||
                    until([&] { return program.err().find(name + ": at 1-") != std::string::npos; }, 60s))
            << name << '\n'
            << program.err();
    std::this_thread::sleep_for(1s);  // boards are asked for their position last
    for (std::size_t i = 0; i < seats_.size(); ++i) devices_[i]->play(plays_[i]);
    ASSERT_TRUE(until(
        [&] { return std::ranges::none_of(devices_, [](const auto& each) { return each->is_playing(); }); },
        120s));
    std::this_thread::sleep_for(1s);
    program.interrupt();
    EXPECT_EQ(program.wait(), 0) << program.err();
    for (std::size_t i = 0; i < seats_.size(); ++i)
      for (const std::string& name : seats_[i].names) {
        const Log log = log_of(folder, name);
        const std::string& incident = seats_[i].incident;
        if (incident.empty())
          EXPECT_EQ(log.moves, moves_of(games_[i])) << name;
        else
          EXPECT_THAT(log.findings, Contains(incident.substr(0, incident.find('@')))) << name;
        EXPECT_EQ(log.header.board.senses, seats_[i].senses) << name;
        EXPECT_THAT(log.problems, IsEmpty()) << name;
        EXPECT_THAT(log.links(), IsEmpty()) << name;
      }
  }

 private:
  std::vector<Seat> seats_;
  std::vector<std::unique_ptr<UsbBoard>> boards_;
  std::vector<std::unique_ptr<MockUsb>> devices_;
  std::vector<simulator::PlayedGame> games_;
  std::vector<simulator::Recording> plays_;
};

TEST_F(BoardProgram, a_whole_game_on_a_board_with_numbered_reports) {
  PlayedAt played{testbed_, seats(seat<simulator::ChessnutFirmware>(
                                "chessnut-C7", drivers::Senses::identity,
                                {UsbShape::hid, 0x2D80, 0x8002, "Chessnut", "ChessAir", "C7", true}))};
  played.record_in(folder_, record({"--raw"}));
  const std::string wire = wire_of("chessnut-C7");
  EXPECT_THAT(wire, HasSubstr(" > 21 01 00\n"));
  EXPECT_THAT(wire, HasSubstr(" > 29 01 00\n"));
  EXPECT_THAT(wire, HasSubstr(" < 2a 02 50 00"));
}

TEST_F(BoardProgram, a_board_behind_an_adapter_is_known_by_what_it_says) {
  PlayedAt played{testbed_, seats(seat<simulator::MillenniumFirmware>(
                                "millennium-A7", drivers::Senses::identity,
                                {UsbShape::ftdi, 0x0403, 0x6001, "FTDI", "FT232R USB UART", "A7"}))};
  played.record_in(folder_, record());
}

TEST_F(BoardProgram, a_board_that_streams_is_known_and_never_written_to) {
  PlayedAt played{testbed_,
                  seats(seat<simulator::TabutronicFirmware>("sentio-0001", drivers::Senses::presence,
                                                            {UsbShape::cp210x, 0x10C4, 0xEA60, "Silicon Labs",
                                                             "CP2102 USB to UART Bridge", "0001"}))};
  played.record_in(folder_, record());
  EXPECT_THAT(played.device(0).written(), IsEmpty());
}

TEST_F(BoardProgram, boards_that_the_user_has_to_name_are_read) {
  Seat silent =
      seat<simulator::LiBoardFirmware>("liboard-at-1-2", drivers::Senses::presence,
                                       {UsbShape::cdc, 0x1B4F, 0x9206, "SparkFun", "SparkFun Pro Micro", ""});
  silent.speaks_first = false;
  PlayedAt played{testbed_,
                  seats(seat<simulator::MillenniumFirmware>(
                            "millennium-at-1-1", drivers::Senses::identity,
                            {UsbShape::ch34x, 0x1A86, 0x7523, "QinHeng Electronics", "USB Serial", ""}),
                        std::move(silent))};
  played.record_in(folder_, record({"--as", "1-1=millennium", "--as", "1-2=liboard"}));
  EXPECT_THAT(played.device(1).written(), IsEmpty());
}

TEST_F(BoardProgram, an_incident_is_found_at_every_make) {
  const simulator::UsbIdentity bridge{
      UsbShape::cp210x, 0x10C4, 0xEA60, "Silicon Labs", "CP2102 USB to UART Bridge", ""};
  const auto called = [&](std::string serial) {
    simulator::UsbIdentity usb = bridge;
    usb.serial = std::move(serial);
    return usb;
  };
  std::vector<Seat> all = seats(
      seat<simulator::DgtFirmware>("dgt-00031", drivers::Senses::identity,
                                   {UsbShape::ftdi, 0x0403, 0x6001, "FTDI", "USB <-> Serial", ""},
                                   {.serial = 31}),
      seat<simulator::ChessnutFirmware>("chessnut-C8", drivers::Senses::identity,
                                        {UsbShape::hid, 0x2D80, 0x8002, "Chessnut", "ChessAir", "C8", true}),
      seat<simulator::MillenniumFirmware>("millennium-A8", drivers::Senses::identity, called("A8")),
      seat<simulator::MillenniumFirmware>("millennium-at-1-4", drivers::Senses::presence, bridge,
                                          {.version = 0x0310, .is_eone = true}),
      seat<simulator::TabutronicFirmware>("sentio-0008", drivers::Senses::presence, called("0008")),
      seat<simulator::CertaboFirmware>("certabo-0009", drivers::Senses::identity, called("0009"),
                                       {.frame_period = 60ms}),
      seat<simulator::LiBoardFirmware>(
          "liboard-at-1-7", drivers::Senses::presence,
          {UsbShape::cdc, 0x1B4F, 0x9206, "SparkFun", "SparkFun Pro Micro", ""}));
  all.back().speaks_first = false;
  for (Seat& each : all) each.incident = "out_of_turn@5";
  all.front().incident = "illegal_move@5";  // it alone has a clock, and so presses
  PlayedAt played{testbed_, std::move(all)};
  played.record_in(folder_, record({"--as", "1-4=millennium", "--as", "1-7=liboard"}));
}

TEST_F(BoardProgram, two_boards_on_one_line_have_a_log_each) {
  std::vector<std::unique_ptr<simulator::DgtFirmware>> boards;
  for (const unsigned serial : {21U, 22U})
    boards.push_back(
        std::make_unique<simulator::DgtFirmware>(simulator::DgtFirmware::Options{.serial = serial}));
  PlayedAt played{testbed_, seats(Seat{{"dgt-bus-00021", "dgt-bus-00022"},
                                       drivers::Senses::identity,
                                       {UsbShape::ftdi, 0x0403, 0x6001, "FTDI", "FT232R USB UART", "A9"},
                                       std::make_unique<simulator::DgtBusFirmware>(std::move(boards))})};
  played.record_in(folder_, record({"--as", "1-1=dgt-bus"}));
}

TEST_F(BoardProgram, the_tags_of_a_set_are_learned_and_known_the_next_time) {
  UsbBoard board{{UsbShape::cp210x, 0x10C4, 0xEA60, "Silicon Labs", "CP2102 USB to UART Bridge", "0002"},
                 std::make_unique<simulator::CertaboFirmware>(
                     simulator::CertaboFirmware::Options{.frame_period = 60ms, .noise_every = 50})};
  MockUsb device{testbed_, board, "1-1"};
  const auto game = short_game(17, 6);
  const Log log = recorded(device, board, quickly(game, 17), "certabo-0002");
  EXPECT_EQ(log.moves, moves_of(game));
  EXPECT_EQ(log.header.board.senses, drivers::Senses::identity);
  EXPECT_THAT(read_file(folder_ / "memory" / "certabo-0002.board.txt"), HasSubstr("\nK 3 0 84 "));
  EXPECT_THAT(device.written(), IsEmpty());

  fs::create_directory(folder_ / "again");
  Program program{folder_,
                  {"record", "--out", (folder_ / "again").string(), "--memory", (folder_ / "memory").string(),
                   "--seconds", "3"}};
  EXPECT_EQ(program.wait(), 0) << program.err();
  const Log again = log_of(folder_ / "again", "certabo-0002");
  EXPECT_TRUE(std::ranges::any_of(again.records, [](const auto& each) {
    const auto* scan = std::get_if<drivers::Scan>(&each);
    return scan != nullptr && scan->pieces;
  })) << "in the middle of a game";
}

TEST_F(BoardProgram, a_board_keeps_its_log_over_unplugging_and_another_port) {
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
  ASSERT_TRUE(until([&] { return program.err().find("open-scan-5: at 1-1") != std::string::npos; }))
      << program.err();
  ASSERT_TRUE(until([&] { return program.err().find("dgt-00009: at 1-3") != std::string::npos; }))
      << program.err();
  std::this_thread::sleep_for(2s);  // a DGT board is asked for its position last
  here.unplug();
  ASSERT_TRUE(
      until([&] { return program.err().find("open-scan-5: link lost, unplugged") != std::string::npos; }));
  there.plug();
  ASSERT_TRUE(until([&] { return program.err().find("open-scan-5: is back, at 1-4") != std::string::npos; }));
  line.unplug();
  std::this_thread::sleep_for(200ms);
  line.plug();
  ASSERT_TRUE(until([&] { return program.err().find("dgt-00009: link restored") != std::string::npos; }))
      << program.err();
  std::this_thread::sleep_for(3s);
  program.interrupt();
  EXPECT_EQ(program.wait(), 0) << program.err();
  for (const char* name : {"open-scan-5", "dgt-00009"}) {
    const Log log = log_of(folder_, name);
    const auto links = log.links();
    ASSERT_THAT(links, SizeIs(2)) << name << program.err();
    EXPECT_EQ(links[0].reason, "unplugged");
    EXPECT_EQ(links[1].state, drivers::Link::State::restored);
    EXPECT_THAT(log.problems, IsEmpty());
    // What stands is said again after the loss.
    const auto scans = std::ranges::count_if(
        log.records, [](const auto& record) { return std::holds_alternative<drivers::Scan>(record); });
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

TEST_F(BoardProgram, two_boards_that_claim_one_number_are_told_apart_aloud) {
  const auto first = open_scan(UsbShape::hid, 7);
  const auto second = open_scan(UsbShape::cdc, 7);
  MockUsb one{testbed_, *first, "1-1"};
  MockUsb two{testbed_, *second, "1-2"};
  one.plug();
  Program program{folder_, record()};
  ASSERT_TRUE(until([&] { return program.err().find("open-scan-7: at 1-1") != std::string::npos; }))
      << program.err();
  two.plug();
  ASSERT_TRUE(until([&] { return program.err().find("open-scan-7-at-1-2: at 1-2") != std::string::npos; }))
      << program.err();
  EXPECT_THAT(program.err(), HasSubstr("two boards say that they are open-scan-7"));
  program.interrupt();
  EXPECT_EQ(program.wait(), 0) << program.err();
}

TEST_F(BoardProgram, boards_with_one_number_keep_their_names_in_whatever_order_they_return) {
  const auto first = dgt(7);
  const auto second = dgt(7);
  MockUsb one{testbed_, *first, "1-1"};
  MockUsb two{testbed_, *second, "1-2"};
  one.plug();
  {
    Program program{folder_, record()};
    const auto said = [&](const std::string& text) {
      return until([&] { return program.err().find(text) != std::string::npos; }, 20s);
    };
    ASSERT_TRUE(said("dgt-00007: at 1-1")) << program.err();
    two.plug();
    ASSERT_TRUE(said("dgt-00007-at-1-2: at 1-2")) << program.err();
    one.unplug();
    two.unplug();
    ASSERT_TRUE(said("dgt-00007: link lost") && said("dgt-00007-at-1-2: link lost")) << program.err();
    two.plug();
    EXPECT_TRUE(said("dgt-00007-at-1-2: is back, at 1-2")) << program.err();
    one.plug();
    EXPECT_TRUE(said("dgt-00007: is back, at 1-1")) << program.err();
    program.interrupt();
    EXPECT_EQ(program.wait(), 0) << program.err();
  }
  // Nor does it matter who comes first when the program has been started anew.
  one.unplug();
  fs::create_directory(folder_ / "again");
  Program program{
      folder_, {"record", "--out", (folder_ / "again").string(), "--memory", (folder_ / "memory").string()}};
  const auto said = [&](const std::string& text) {
    return until([&] { return program.err().find(text) != std::string::npos; }, 20s);
  };
  EXPECT_TRUE(said("dgt-00007-at-1-2: at 1-2")) << program.err();
  one.plug();
  EXPECT_TRUE(said("dgt-00007: at 1-1")) << program.err();
  // At a third port it is one of the two, and nobody can say which.
  two.unplug();
  ASSERT_TRUE(said("dgt-00007-at-1-2: link lost")) << program.err();
  MockUsb three{testbed_, *second, "1-3"};
  three.plug();
  EXPECT_TRUE(said("dgt-00007-at-1-3: at 1-3")) << program.err();
  EXPECT_THAT(program.err(), HasSubstr("dgt-00007 is the name of two boards"));
  program.interrupt();
  EXPECT_EQ(program.wait(), 0) << program.err();
}

TEST_F(BoardProgram, the_daemon_remembers_of_boards_where_it_keeps_everything_else) {
  const auto first = open_scan(UsbShape::hid, 7);
  const auto second = open_scan(UsbShape::cdc, 7);
  MockUsb one{testbed_, *first, "1-1"};
  MockUsb two{testbed_, *second, "1-2"};
  one.plug();
  two.plug();
  const fs::path data = folder_ / "data";
  Program program{folder_, {"serve", "--data", data.string(), "--listen", "127.0.0.1:0"}};
  EXPECT_TRUE(until([&] { return fs::exists(data / "open-scan-7.keeper.txt"); }, 20s)) << program.err();
  program.interrupt();
  EXPECT_EQ(program.wait(), 0) << program.err();
}

TEST_F(BoardProgram, a_board_that_is_switched_on_after_it_was_listened_to_is_found) {
  UsbBoard board{{UsbShape::cp210x, 0x10C4, 0xEA60, "Silicon Labs", "CP2102 USB to UART Bridge", "0003"},
                 std::make_unique<simulator::TabutronicFirmware>(simulator::TabutronicFirmware::Options{})};
  MockUsb device{testbed_, board, "1-1"};
  device.mute(true);
  device.plug();
  Program program{folder_, record()};
  ASSERT_TRUE(until([&] { return device.reads_waiting(0x81) > 0; }, 20s));
  ASSERT_TRUE(until([&] { return device.reads_waiting(0x81) == 0; }, 20s))
      << "it is closed when it says nothing";
  device.mute(false);
  EXPECT_TRUE(until([&] { return program.err().find("sentio-0003: at 1-1") != std::string::npos; }, 60s))
      << program.err();
  program.interrupt();
  EXPECT_EQ(program.wait(), 0) << program.err();
  EXPECT_THAT(device.written(), IsEmpty());
}

TEST_F(BoardProgram, plug_cycles_at_random_moments_lose_no_other_board) {
  const auto wild = open_scan(UsbShape::hid, 1, "wild");
  const auto quiet = open_scan(UsbShape::cdc, 2, "quiet");
  MockUsb one{testbed_, *wild, "1-1"};
  MockUsb two{testbed_, *quiet, "1-2"};
  two.plug();
  Program program{folder_, record()};
  ASSERT_TRUE(until([&] { return program.err().find("open-scan-quiet: at 1-2") != std::string::npos; }));
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
    EXPECT_EQ(links[i].state, i % 2 == 0 ? drivers::Link::State::lost : drivers::Link::State::restored) << i;
  EXPECT_THAT(log_of(folder_, "open-scan-quiet").links(), IsEmpty());
}

TEST_F(BoardProgram, monitor_tells_the_moves_as_they_are_played) {
  const auto board = dgt(3);
  MockUsb device{testbed_, *board, "1-1"};
  const auto game = short_game(31, 4);
  const auto play = quickly(game, 31);
  board->firmware().see(first_scan(play));
  device.plug();
  Program program{folder_, {"monitor", "--no-board"}};
  ASSERT_TRUE(until([&] { return program.out().find("dgt-00003") != std::string::npos; })) << program.err();
  std::this_thread::sleep_for(2s);
  device.play(play);
  ASSERT_TRUE(until([&] { return !device.is_playing(); }, 60s));
  std::this_thread::sleep_for(1s);
  program.interrupt();
  const int status = program.wait();
  EXPECT_TRUE(status == 0 || status == 1) << status << program.err();
  EXPECT_THAT(program.out(), HasSubstr("   1. "));
  EXPECT_THAT(program.out(), HasSubstr("   2. ")) << program.out();
}

/// Of processes that have ended and were waited for.
double cpu_seconds_of_children() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

TEST_F(BoardProgram, waiting_for_boards_costs_no_processor_time) {
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
