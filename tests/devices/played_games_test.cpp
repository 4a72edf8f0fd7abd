// Games at emulated boards, read by the whole program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <sstream>

#include "chess/san.hpp"
#include "devices/certabo.hpp"
#include "devices/chessnut.hpp"
#include "devices/dgt.hpp"
#include "devices/dgt_bus.hpp"
#include "devices/ichessone.hpp"
#include "devices/liboard.hpp"
#include "devices/millennium.hpp"
#include "devices/open_scan.hpp"
#include "devices/tabutronic.hpp"
#include "devices/zmartfun.hpp"
#include "tests/devices/program.hpp"

namespace jadoube::testing {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;
using devices::UsbBoard;
using devices::UsbIdentity;
using devices::UsbShape;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST_F(BoardProgram, StallsAndErrorsCostNothingButThemselves) {
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
  ASSERT_TRUE(program.says("open-scan-2: at 1-2")) << program.err();
  three.plug();  // while the program runs
  ASSERT_TRUE(program.says("open-scan-3: at 1-5"));
  ASSERT_TRUE(program.says("dgt-00001: at 1-1"));
  one.play(play_one);
  two.play(play_two);
  three.play(play_three);
  // Stalls, errors and too much at once cost nothing but themselves.
  two.fail_next(0x81, -EPIPE, 2);
  two.fail_next(0x81, -EPROTO, 2);
  two.push_raw(0x81, devices::Bytes(64, 0xA5));
  ASSERT_TRUE(until([&] { return !one.is_playing() && !two.is_playing() && !three.is_playing(); }, 120s));
  std::this_thread::sleep_for(1s);
  program.interrupt();
  EXPECT_EQ(program.wait(), 0) << program.err();

  const Log log_one = log_of(folder_, "dgt-00001");
  EXPECT_EQ(log_one.moves, moves_of(game_one));
  EXPECT_EQ(log_one.header.board.senses, record::Senses::identity);
  EXPECT_EQ(log_one.header.board.id, "dgt-00001");
  const Log log_two = log_of(folder_, "open-scan-2");
  EXPECT_EQ(log_two.moves, moves_of(game_two));
  const Log log_three = log_of(folder_, "open-scan-3");
  EXPECT_THAT(log_three.findings, Contains("illegal_move"));
  for (const auto& [log, device] :
       {std::pair{&log_one, &one}, std::pair{&log_two, &two}, std::pair{&log_three, &three}}) {
    EXPECT_THAT(log->problems, IsEmpty());
    expect_link_held(*log, *device);
    EXPECT_TRUE(std::holds_alternative<record::End>(log->records.back()));
  }
}

/// A game to its end, of a usual length.
simulator::PlayedGame whole_game(std::uint64_t seed) {
  for (;; seed += 100) {
    auto game = short_game(seed, 1000);
    if (game.moves.size() >= 60 && game.moves.size() <= 68) return game;
  }
}

/// The scans of which each shows something else than the one before.
std::vector<record::Scan> different_scans(const std::vector<record::Record>& records) {
  std::vector<record::Scan> scans;
  for (const auto& record : records)
    if (const auto* scan = std::get_if<record::Scan>(&record);
        scan != nullptr && (scans.empty() || scans.back().pieces != scan->pieces))
      scans.push_back(*scan);
  return scans;
}

// Ten times what hands can do: the moves are followed at the pace of hands, and have been heard at that.
TEST_F(BoardProgram, FiveHundredMessagesASecondAreAllHeard) {
  UsbBoard board{dgt(41)->identity(), std::make_unique<devices::DgtFirmware>(devices::DgtFirmware::Options{
                                          .serial = 41, .scan_period = 1ms, .baud = 115200})};
  MockUsb device{testbed_, board, "1-1"};
  const auto game = whole_game(41);
  const auto play = quickly(game, 41);
  simulator::Recording burst = play;
  std::erase_if(burst.records, [](const auto& each) { return !std::holds_alternative<record::Scan>(each); });
  for (std::size_t i = 0; i < burst.records.size(); ++i)
    std::get<record::Scan>(burst.records[i]).t = static_cast<std::int64_t>(i) * 2ms;
  Log log = recorded(device, board, burst, "dgt-00041");
  // What changes on two squares at once comes in two messages.
  std::vector<record::Scan> heard = different_scans(log.records);
  const record::Time lasted = heard.back().t - heard[1].t;
  std::cout << heard.size() << " scans in " << lasted.count() / 1000 << " ms\n";
  log.records.clear();
  auto next = heard.begin();
  for (const auto& each : play.records) {
    if (std::holds_alternative<record::ClockReading>(each)) log.records.push_back(each);
    const auto* scan = std::get_if<record::Scan>(&each);
    if (scan == nullptr) continue;
    next = std::ranges::find(next, heard.end(), scan->pieces, &record::Scan::pieces);
    ASSERT_NE(next, heard.end()) << "not heard: " << scan->t.count();
    log.records.emplace_back(*next);
    std::get<record::Scan>(log.records.back()).t = scan->t;
  }
  log.follow();
  EXPECT_EQ(log.moves, moves_of(game));
}

TEST_F(BoardProgram, AWriteThatStallsInAGameIsNoGap) {
  const auto board = dgt(42);
  MockUsb device{testbed_, *board, "1-1"};
  const auto game = short_game(42, 14);
  auto play = quickly(game, 42);
  // Without a clock that is heard every second the board is asked again and again.
  std::erase_if(play.records, [](const auto& each) { return !std::holds_alternative<record::Scan>(each); });
  board->firmware().see(first_scan(play));
  device.plug();
  Program program{folder_, record()};
  ASSERT_TRUE(program.says("dgt-00042: at 1-1")) << program.err();
  std::this_thread::sleep_for(500ms);
  device.play(play);
  std::this_thread::sleep_for(1s);
  device.fail_next(0x02, -EPIPE);
  ASSERT_TRUE(until([&] { return !device.is_playing(); }, 120s));
  std::this_thread::sleep_for(1s);
  program.interrupt();
  EXPECT_EQ(program.wait(), 0) << program.err();
  EXPECT_THAT(program.err(), HasSubstr("1 transfer error"));
  const Log log = log_of(folder_, "dgt-00042");
  EXPECT_EQ(log.moves, moves_of(game));
  EXPECT_EQ(device.opened(), 1U);
  expect_link_held(log, device);
}

/// A board at which a game is played.
struct Seat {
  /// Of the logs that come of it.
  std::vector<std::string> names;
  record::Senses senses;
  UsbIdentity usb;
  std::function<std::unique_ptr<devices::Firmware>()> firmware;
  /// What the user has to say that it is; nothing: "".
  std::string as = {};
  /// It says something before a piece is lifted.
  bool speaks_first = true;
  /// A press is heard of. Otherwise nobody knows that an illegal move that was taken back had been completed.
  bool has_clock = false;
  bool is_written_to = true;
  /// Which goes over the wire, among other things.
  std::vector<std::string> wire = {};
};

template <class Firmware>
std::function<std::unique_ptr<devices::Firmware>()> made(typename Firmware::Options options = {}) {
  return [options] { return std::make_unique<Firmware>(options); };
}

std::unique_ptr<devices::Firmware> two_boards_on_a_line() {
  std::vector<std::unique_ptr<devices::DgtFirmware>> boards;
  for (const unsigned serial : {21U, 22U})
    boards.push_back(std::make_unique<devices::DgtFirmware>(devices::DgtFirmware::Options{.serial = serial}));
  return std::make_unique<devices::DgtBusFirmware>(std::move(boards));
}

UsbIdentity cp210x(std::string serial) {
  return {UsbShape::cp210x, 0x10C4, 0xEA60, "Silicon Labs", "CP2102 USB to UART Bridge", std::move(serial)};
}

/// Boards at which games are played at once: not too many, for umockdev is slow.
struct Room {
  const char* name;
  std::function<std::vector<Seat>()> seats;
};
void PrintTo(const Room& room, std::ostream* out) {
  *out << room.name;
}

/// Every make, and every way that it is reached.
std::vector<Room> rooms() {
  using enum record::Senses;
  return {
      {"that_are_known",
       [] {
         return std::vector<Seat>{
             {.names = {"dgt-00031"},
              .senses = identity,
              .usb = {UsbShape::ftdi, 0x0403, 0x6001, "FTDI", "USB <-> Serial", ""},
              .firmware = made<devices::DgtFirmware>({.serial = 31}),
              .has_clock = true},
             {.names = {"dgt-00032"},
              .senses = identity,
              .usb = {UsbShape::cdc, 0x045B, 0x8111, "DGT", "DGT Chessboard", ""},
              .firmware = made<devices::DgtFirmware>({.serial = 32, .is_new = true}),
              .has_clock = true},
             {.names = {"chessnut-C7"},
              .senses = identity,
              .usb = {UsbShape::hid, 0x2D80, 0x8002, "Chessnut", "ChessAir", "C7", true},
              .firmware = made<devices::ChessnutFirmware>(),
              .wire = {" > 21 01 00\n", " > 29 01 00\n", " < 2a 02 50 00"}},
             {.names = {"open-scan-5"},
              .senses = presence,
              .usb = {UsbShape::hid, 0x1209, 1, "A builder", "Open Scan Board", ""},
              .firmware = made<devices::OpenScanFirmware>({.board_id = 5}),
              .has_clock = true,
              .is_written_to = false},
             {.names = {"open-scan-6"},
              .senses = presence,
              .usb = {UsbShape::cdc, 0x1209, 2, "A builder", "Open Scan Board", ""},
              .firmware = made<devices::OpenScanFirmware>({.board_id = 6}),
              .has_clock = true,
              .is_written_to = false},
         };
       }},
      {"behind_bridges",
       [] {
         return std::vector<Seat>{
             {.names = {"millennium-A7"},
              .senses = identity,
              .usb = {UsbShape::ftdi, 0x0403, 0x6001, "FTDI", "FT232R USB UART", "A7"},
              .firmware = made<devices::MillenniumFirmware>()},
             {.names = {"sentio-0008"},
              .senses = presence,
              .usb = cp210x("0008"),
              .firmware = made<devices::TabutronicFirmware>({.frame_period = 40ms}),
              .is_written_to = false},
             {.names = {"certabo-0009"},
              .senses = identity,
              .usb = cp210x("0009"),
              .firmware = made<devices::CertaboFirmware>({.frame_period = 200ms}),
              .is_written_to = false},
         };
       }},
      {"that_the_user_names",
       [] {
         return std::vector<Seat>{
             {.names = {"millennium-at-1-1"},
              .senses = presence,
              .usb = {UsbShape::ch34x, 0x1A86, 0x7523, "QinHeng Electronics", "USB Serial", ""},
              .firmware = made<devices::MillenniumFirmware>({.version = 0x0310, .is_eone = true}),
              .as = "1-1=millennium"},
             {.names = {"liboard-at-1-2"},
              .senses = presence,
              .usb = {UsbShape::cdc, 0x1B4F, 0x9206, "SparkFun", "SparkFun Pro Micro", ""},
              .firmware = made<devices::LiBoardFirmware>(),
              .as = "1-2=liboard",
              .speaks_first = false,
              .is_written_to = false},
             {.names = {"dgt-bus-00021", "dgt-bus-00022"},
              .senses = identity,
              .usb = {UsbShape::ftdi, 0x0403, 0x6001, "FTDI", "FT232R USB UART", "A9"},
              .firmware = two_boards_on_a_line,
              .as = "1-3=dgt-bus",
              .has_clock = true},
         };
       }},
      {"that_only_the_user_knows",
       [] {
         return std::vector<Seat>{
             {.names = {"ichessone-0011"},
              .senses = identity,
              .usb = cp210x("0011"),
              .firmware = made<devices::IChessOneFirmware>(),
              .as = "1-1=ichessone"},
             {.names = {"chessnut-move-M2"},
              .senses = identity,
              .usb = {UsbShape::hid, 0x2D80, 0x8F01, "Chessnut", "Chessnut Move", "M2", true},
              .firmware = made<devices::ChessnutFirmware>({.is_move = true}),
              .as = "1-2=chessnut-move",
              .wire = {" > 21 01 00\n", " > 41 01 0c\n", " < 41 03 0c 00 50"}},
             {.names = {"zmartfun-at-1-3"},
              .senses = identity,
              .usb = {UsbShape::hid, 0x0925, 0x8001, "Zmartfun", "HOSBoard", "", true},
              .firmware = made<devices::ZmartfunFirmware>(),
              .as = "1-3=zmartfun",
              .is_written_to = false},
         };
       }},
  };
}

/// The moves as a PGN file has them, without numbers, tags and remarks.
std::string movetext(const simulator::PlayedGame& game) {
  std::string text;
  chess::Position position;
  for (const chess::Move move : game.moves) {
    text += to_san(position, move) + ' ';
    position = position.after(move);
  }
  const bool is_over = position.count_legal_moves() == 0;
  if (!is_over) return text + '*';
  if (!position.in_check()) return text + "1/2-1/2";
  return text + (position.turn() == chess::Side::white ? "0-1" : "1-0");
}
std::string movetext(const std::string& pgn) {
  std::string text;
  char until = 0;  // what ends the tag or remark that is being read
  for (const char each : pgn) {
    if (until == 0) until = each == '[' ? ']' : each == '{' ? '}' : '\0';
    text += until != 0 || each == '\n' ? ' ' : each;
    if (each == until) until = 0;
  }
  std::istringstream words{text};
  text.clear();
  for (std::string word; words >> word;)
    if (!word.ends_with('.')) text += (text.empty() ? "" : " ") + word;
  return text;
}

class EveryBoard : public BoardProgram, public ::testing::WithParamInterface<Room> {
 protected:
  /// Plays at all of them at once. The links hold.
  void play(bool whole) {
    for (const Seat& each : seats_) {
      const std::uint64_t seed = 14 + boards_.size();
      games_.push_back(whole ? whole_game(seed) : short_game(seed, 10));
      plays_.push_back(quickly(games_.back(), seed, whole ? nullptr : incident_at(each)));
      ASSERT_EQ(plays_.back().incidents.empty(), whole) << "the game has no room for it";
      boards_.push_back(std::make_unique<UsbBoard>(each.usb, each.firmware()));
      // A board that says only what changes has to see the pieces put up.
      if (each.speaks_first) boards_.back()->firmware().see(first_scan(plays_.back()));
      devices_.push_back(
          std::make_unique<MockUsb>(testbed_, *boards_.back(), "1-" + std::to_string(boards_.size())));
      devices_.back()->plug();
    }
    std::vector<std::string> arguments = record({"--raw"});
    for (const Seat& each : seats_)
      if (!each.as.empty()) arguments.insert(arguments.end(), {"--as", each.as});
    Program program{folder_, arguments};
    for (const Seat& each : seats_)
      for (const std::string& name : each.names)
        ASSERT_TRUE(!each.speaks_first || until([&] {
          return program.err().find(name + ": at 1-") != std::string::npos;
        })) << name
            << '\n'
            << program.err();
    std::this_thread::sleep_for(1s);  // boards are asked for their position last
    for (std::size_t i = 0; i < seats_.size(); ++i) devices_[i]->play(plays_[i]);
    ASSERT_TRUE(until(
        [&] { return std::ranges::none_of(devices_, [](const auto& each) { return each->is_playing(); }); },
        240s));
    std::this_thread::sleep_for(1s);
    program.interrupt();
    EXPECT_EQ(program.wait(), 0) << program.err();
  }
  Log sound_log_of(std::size_t seat, const std::string& name) const {
    Log log = log_of(folder_, name);
    EXPECT_EQ(log.header.board.senses, seats_[seat].senses) << name;
    EXPECT_THAT(log.problems, IsEmpty()) << name;
    expect_link_held(log, *devices_[seat]);
    return log;
  }
  static const char* incident_at(const Seat& seat) {
    return seat.has_clock ? "illegal_move@5" : "out_of_turn@5";
  }

  std::vector<Seat> seats_ = GetParam().seats();
  std::vector<simulator::PlayedGame> games_;
  std::vector<simulator::Recording> plays_;
  std::vector<std::unique_ptr<UsbBoard>> boards_;
  std::vector<std::unique_ptr<MockUsb>> devices_;
};

TEST_P(EveryBoard, AWholeGameBecomesItsPgn) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  // It is minutes of waiting for the same code that the first moves go through.
  if (std::getenv("JADOUBE_LONG") == nullptr)
    GTEST_SKIP() << "with sanitizers whole games are read by ./check --long, their beginnings always";
#endif
  ASSERT_NO_FATAL_FAILURE(play(true));
  for (std::size_t i = 0; i < seats_.size(); ++i) {
    for (const std::string& name : seats_[i].names) {
      const Log log = sound_log_of(i, name);
      Program replay{folder_, {"replay", "--pgn", log.path.string()}};
      EXPECT_EQ(replay.wait(), 0) << name << replay.err();
      EXPECT_EQ(movetext(replay.out()), movetext(games_[i])) << name;
      for (const std::string& bytes : seats_[i].wire) EXPECT_THAT(wire_of(name), HasSubstr(bytes)) << name;
    }
    if (!seats_[i].is_written_to) {
      EXPECT_THAT(devices_[i]->written(), IsEmpty()) << seats_[i].names.front();
    }
  }
}

TEST_P(EveryBoard, AnIncidentIsFound) {
  ASSERT_NO_FATAL_FAILURE(play(false));
  for (std::size_t i = 0; i < seats_.size(); ++i)
    for (const std::string& name : seats_[i].names) {
      std::string incident = incident_at(seats_[i]);
      incident.resize(incident.find('@'));
      EXPECT_THAT(sound_log_of(i, name).findings, Contains(incident)) << name;
    }
}

INSTANTIATE_TEST_SUITE_P(Boards, EveryBoard, ::testing::ValuesIn(rooms()),
                         [](const auto& room) { return std::string{room.param.name}; });

TEST_F(BoardProgram, ABoardOnTheLastLineOfAnAdapterWithFourIsRead) {
  UsbBoard board{{UsbShape::ftdi, 0x0403, 0x6011, "FTDI", "Quad RS232-HS", "FT4", false, 4},
                 std::make_unique<devices::DgtFirmware>(devices::DgtFirmware::Options{.serial = 78})};
  MockUsb device{testbed_, board, "1-1"};
  const auto game = short_game(18, 6);
  const Log log = recorded(device, board, quickly(game, 18), "dgt-00078", {"--as", "1-1:1.3=dgt"});
  EXPECT_EQ(log.moves, moves_of(game));
}

TEST_F(BoardProgram, TheTagsOfASetAreLearnedAndKnownTheNextTime) {
  UsbBoard board{{UsbShape::cp210x, 0x10C4, 0xEA60, "Silicon Labs", "CP2102 USB to UART Bridge", "0002"},
                 std::make_unique<devices::CertaboFirmware>(
                     devices::CertaboFirmware::Options{.frame_period = 150ms, .noise_every = 50})};
  MockUsb device{testbed_, board, "1-1"};
  const auto game = short_game(17, 6);
  const Log log = recorded(device, board, quickly(game, 17), "certabo-0002");
  EXPECT_EQ(log.moves, moves_of(game));
  EXPECT_EQ(log.header.board.senses, record::Senses::identity);
  EXPECT_THAT(read_file(folder_ / "memory" / "certabo-0002.board.txt"), HasSubstr("\nK 3 0 84 "));
  EXPECT_THAT(device.written(), IsEmpty());

  fs::create_directory(folder_ / "again");
  Program program{folder_,
                  {"record", "--out", (folder_ / "again").string(), "--memory", (folder_ / "memory").string(),
                   "--seconds", "3"}};
  EXPECT_EQ(program.wait(), 0) << program.err();
  const Log again = log_of(folder_ / "again", "certabo-0002");
  EXPECT_TRUE(std::ranges::any_of(again.records, [](const auto& each) {
    const auto* scan = std::get_if<record::Scan>(&each);
    return scan != nullptr && scan->pieces;
  })) << "in the middle of a game";
}

TEST_F(BoardProgram, MonitorTellsTheMovesAsTheyArePlayed) {
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
  ASSERT_TRUE(until([&] { return !device.is_playing(); }));
  // A machine that is busy with other work may hold the program back for seconds.
  EXPECT_TRUE(until([&] { return program.out().find("   2. ") != std::string::npos; }));
  std::this_thread::sleep_for(1s);
  program.interrupt();
  const int status = program.wait();
  EXPECT_TRUE(status == 0 || status == 1) << status << program.err();
  EXPECT_THAT(program.out(), HasSubstr("   1. "));
  EXPECT_THAT(program.out(), HasSubstr("   2. ")) << program.out();
}

}  // namespace
}  // namespace jadoube::testing
