// Games at emulated boards, read by the whole program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "simulator/devices/certabo.hpp"
#include "simulator/devices/chessnut.hpp"
#include "simulator/devices/dgt.hpp"
#include "simulator/devices/dgt_bus.hpp"
#include "simulator/devices/liboard.hpp"
#include "simulator/devices/millennium.hpp"
#include "simulator/devices/tabutronic.hpp"
#include "tests/devices/program.hpp"

namespace jadoube::testing {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;
using simulator::UsbBoard;
using simulator::UsbShape;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

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

}  // namespace
}  // namespace jadoube::testing
