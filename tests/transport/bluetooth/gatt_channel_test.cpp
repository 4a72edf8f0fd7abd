// Boards over Bluetooth, through a BlueZ made of software, and what the watch of the boards makes of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <random>

#include <boost/asio/post.hpp>

#include "detector/detector.hpp"
#include "devices/chessnut.hpp"
#include "devices/ichessone.hpp"
#include "devices/millennium.hpp"
#include "devices/pegasus.hpp"
#include "simulator/grid.hpp"
#include "simulator/plausible.hpp"
#include "simulator/rng.hpp"
#include "simulator/simulate.hpp"
#include "stream/published_game.hpp"
#include "tests/transport/bluetooth/mock_bluez.hpp"
#include "transport/board_watch.hpp"
#include "transport/board_words.hpp"

namespace jadoube::transport {
namespace {

using namespace std::chrono_literals;
using devices::Bytes;
using ::testing::HasSubstr;
namespace asio = boost::asio;

const std::string kAddress = "DC:A6:32:01:02:03";
const std::string kPlace = "bluetooth:" + kAddress;

/// A watch of one board that the user has named, and all that it tells.
class BluetoothTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (bus_.is_missing()) GTEST_SKIP() << "there is no dbus-daemon";
  }
  void TearDown() override {
    // What cuts its notifications may be a part of the test, which is over.
    if (bluez_) bluez_->wire = [](std::vector<Bytes> sent) { return sent; };
    if (watch_) watch_->stop();
    io_.poll();
    watch_.reset();
  }
  void follow(const std::string& make) { follow(BoardWatch::Options{.as = {{kPlace, make}}}); }
  void follow(BoardWatch::Options options) {
    auto watch = BoardWatch::start(io_.get_executor(), std::move(options),
                                   {.plug =
                                        [this](const Plug& plug, bool gone) {
                                          if (plug.state == Plug::State::failed) failure_ = plug.reason;
                                          states_.push_back(gone ? std::nullopt : std::optional{plug.state});
                                        },
                                    .board = [this](Board& board, bool) { board_ = &board; },
                                    .records =
                                        [this](Board&, const std::vector<record::Record>& records) {
                                          for (record::Record record : records) {
                                            // Hands play as fast as they are followed: the times are those of their game.
                                            std::visit([this](auto& each) { each.t = time_; }, record);
                                            if (const auto* scan = std::get_if<record::Scan>(&record))
                                              seen_ = *scan;
                                            records_.push_back(std::move(record));
                                          }
                                        },
                                    .wire = {},
                                    .warning = [](const std::string&) {}});
    ASSERT_TRUE(watch) << watch.error();
    watch_ = *std::move(watch);
  }
  /// As long as a test may take.
  template <class Condition>
  bool wait_for(Condition is_met) {
    const auto limit = std::chrono::steady_clock::now() + 120s;
    while (!is_met()) {
      if (std::chrono::steady_clock::now() > limit) return false;
      io_.run_one_for(100ms);
    }
    return true;
  }
  void pass(std::chrono::milliseconds time) { io_.run_for(time); }
  /// The last scan is this one, as far as the board can tell.
  [[nodiscard]] bool shows(const record::Scan& scan) const {
    return seen_ && seen_->occupied == scan.occupied && (!seen_->pieces || seen_->pieces == scan.pieces);
  }
  testing::MockBluez& bluez(bool has_adapter = true) {
    if (!bluez_) bluez_.emplace(io_, has_adapter);
    return *bluez_;
  }
  devices::Firmware& add(const std::string& make, std::unique_ptr<devices::Firmware> firmware) {
    return bluez().add(kAddress, *drivers::board_model(make)->bluetooth, std::move(firmware));
  }
  [[nodiscard]] std::size_t links(record::Link::State state) const {
    return static_cast<std::size_t>(std::ranges::count_if(records_, [state](const record::Record& record) {
      const auto* link = std::get_if<record::Link>(&record);
      return link != nullptr && link->state == state;
    }));
  }

  testing::PrivateBus bus_;
  asio::io_context io_;
  std::optional<testing::MockBluez> bluez_;
  std::unique_ptr<BoardWatch> watch_;
  std::string failure_;
  std::vector<std::optional<Plug::State>> states_;  // of plugs; nothing: it has gone
  Board* board_ = nullptr;
  record::Time time_{};
  std::optional<record::Scan> seen_;
  std::vector<record::Record> records_;
};

TEST_F(BluetoothTest, WithoutAMessageBusThatIsSaidAndTriedAgain) {
  ::setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nonexistent/bus", 1);
  follow("pegasus");
  ASSERT_TRUE(wait_for([&] { return !failure_.empty(); }));
  EXPECT_THAT(failure_, HasSubstr("no message bus (D-Bus)"));
}

TEST_F(BluetoothTest, WithoutBluezThatIsSaid) {
  follow("pegasus");
  ASSERT_TRUE(wait_for([&] { return !failure_.empty(); }));
  EXPECT_THAT(failure_, HasSubstr("BlueZ, the system's Bluetooth service, does not run"));
}

TEST_F(BluetoothTest, WithoutAnAdapterThatIsSaid) {
  bluez(false);
  follow("pegasus");
  ASSERT_TRUE(wait_for([&] { return !failure_.empty(); }));
  EXPECT_THAT(failure_, HasSubstr("there is no adapter"));
}

TEST_F(BluetoothTest, ABoardOutOfReachIsSaidAndFoundWhenItComes) {
  add("pegasus", std::make_unique<devices::PegasusFirmware>(devices::PegasusFirmware::Options{}));
  follow("pegasus");
  ASSERT_TRUE(wait_for([&] { return !failure_.empty(); }));
  EXPECT_THAT(failure_, HasSubstr("is not in reach"));
  bluez().come(kAddress);
  ASSERT_TRUE(wait_for([&] { return board_ != nullptr; }));
  EXPECT_EQ(board_->name, "pegasus-P000020417");
  EXPECT_TRUE(wait_for([&] { return board_->session->facts().battery_percent == 88U; }));
}

TEST_F(BluetoothTest, AMakeThatIsNotReachedSoIsRefused) {
  const auto watch = BoardWatch::start(io_.get_executor(), {.as = {{kPlace, "sentio"}}}, {});
  ASSERT_FALSE(watch);
  EXPECT_EQ(watch.error(), "a board \"sentio\" is not reached by Bluetooth");
  const auto nowhere = BoardWatch::start(io_.get_executor(), {.as = {{"bluetooth:here", "pegasus"}}}, {});
  ASSERT_FALSE(nowhere);
  EXPECT_THAT(nowhere.error(), HasSubstr("bluetooth:AA:BB:CC:DD:EE:FF"));
}

TEST_F(BluetoothTest, WhatHasOtherCharacteristicsIsNoBoardOfThatMake) {
  add("millennium", std::make_unique<devices::PegasusFirmware>(devices::PegasusFirmware::Options{}));
  bluez().come(kAddress);
  follow("pegasus");
  ASSERT_TRUE(wait_for([&] { return !failure_.empty(); }));
  EXPECT_EQ(failure_, "has not what a board of that make has");
  EXPECT_TRUE(wait_for([&] { return !bluez().is_connected(kAddress); })) << "others can have it";
}

/// The game as the detector reads it.
std::vector<std::string> moves_in(const std::vector<record::Record>& records,
                                  const drivers::BoardSession& session) {
  record::Header header;
  header.board = session.board();
  stream::PublishedGame game{header};
  detector::Detector detector{header, [&](const report::Report& line) { game.tell(line); }};
  for (const record::Record& record : records) {
    detector.advance_to(time_of(record));
    game.see(record);
    detector.on(record);
  }
  detector.advance_to(time_of(records.back()) + 30s);
  detector.finish();
  std::vector<std::string> moves;
  for (const auto& ply : game.plies()) moves.push_back(ply.uci);
  return moves;
}

struct Make {
  const char* id;
  std::function<std::unique_ptr<devices::Firmware>()> firmware;
};
void PrintTo(const Make& make, std::ostream* out) {
  *out << make.id;
}

class BluetoothGames : public BluetoothTest, public ::testing::WithParamInterface<Make> {};

TEST_P(BluetoothGames, AGameWithComingsAndGoingsIsReadMoveByMove) {
  simulator::Rng rng{1, "game"};
  const auto game = simulator::random_game(rng);
  auto params = simulator::params_of(simulator::Tempo::blitz, simulator::Noise::none, 50);
  params.sensors.senses = record::Senses::identity;
  params.endings = {0, 0, 0};
  params.game_times = false;
  const simulator::Recording recording = simulate(game, params, 1);
  std::vector<record::Scan> shown;
  for (const record::Record& record : recording.records)
    if (const auto* scan = std::get_if<record::Scan>(&record)) shown.push_back(*scan);

  devices::Firmware& firmware = add(GetParam().id, GetParam().firmware());
  std::mt19937 random{3};
  bool is_to_break = false;
  bluez().wire = [&](std::vector<Bytes> sent) {
    std::vector<Bytes> pieces;
    for (Bytes& bytes : sent) {
      const std::size_t cut = std::string_view{GetParam().id}.starts_with("chessnut") && bytes.size() > 20
                                  ? 20
                                  : random() % (bytes.size() + 1);
      const auto middle = bytes.begin() + static_cast<std::ptrdiff_t>(cut);
      pieces.emplace_back(bytes.begin(), middle);
      // In the middle of a message, at last.
      if (std::exchange(is_to_break, false)) {
        asio::post(io_, [&] { bluez().drop(kAddress); });
        return pieces;
      }
      pieces.emplace_back(middle, bytes.end());
    }
    std::erase_if(pieces, [](const Bytes& piece) { return piece.empty(); });
    return pieces;
  };
  firmware.see(shown.front());
  bluez().come(kAddress);
  follow(GetParam().id);
  ASSERT_TRUE(wait_for([&] { return board_ != nullptr; })) << failure_;

  const auto await_link = [&](unsigned before) {
    return wait_for([&] { return bluez().connections() > before && board_->attached; });
  };
  for (std::size_t i = 0; i < shown.size(); ++i) {
    time_ = shown[i].t;
    firmware.see(shown[i]);
    ASSERT_TRUE(wait_for([&] { return shows(shown[i]); })) << i << " of " << shown.size();
    const unsigned before = bluez().connections();
    if (i == shown.size() / 4) {
      bluez().leave(kAddress);
      ASSERT_TRUE(wait_for([&] { return !board_->attached; }));
      bluez().come(kAddress);
      ASSERT_TRUE(await_link(before));
    } else if (i == shown.size() / 2) {
      bluez().drop(kAddress);
      ASSERT_TRUE(await_link(before));
    } else if (i == 3 * shown.size() / 4) {
      is_to_break = true;
      ASSERT_TRUE(await_link(before));
    }
  }
  std::vector<std::string> expected;
  for (const auto& move : game.moves) expected.push_back(to_uci(move));
  EXPECT_EQ(moves_in(records_, *board_->session), expected);
  EXPECT_EQ(links(record::Link::State::lost), 3U);
  EXPECT_EQ(links(record::Link::State::restored), 3U);
}

INSTANTIATE_TEST_SUITE_P(
    Makes, BluetoothGames,
    ::testing::Values(Make{"chessnut",
                           [] {
                             return std::make_unique<devices::ChessnutFirmware>(
                                 devices::ChessnutFirmware::Options{.report_period = 10ms, .is_radio = true});
                           }},
                      Make{"chessnut-move",
                           [] {
                             return std::make_unique<devices::ChessnutFirmware>(
                                 devices::ChessnutFirmware::Options{
                                     .report_period = 10ms, .is_move = true, .is_radio = true});
                           }},
                      Make{"ichessone",
                           [] {
                             return std::make_unique<devices::IChessOneFirmware>(
                                 devices::IChessOneFirmware::Options{.scan_period = 5ms});
                           }},
                      Make{"millennium",
                           [] {
                             return std::make_unique<devices::MillenniumFirmware>(
                                 devices::MillenniumFirmware::Options{});
                           }},
                      Make{"pegasus",
                           [] {
                             return std::make_unique<devices::PegasusFirmware>(
                                 devices::PegasusFirmware::Options{.scan_period = 5ms});
                           }}),
    [](const auto& make) {
      std::string letters = make.param.id;
      std::ranges::replace(letters, '-', '_');
      return letters;
    });

TEST_F(BluetoothTest, ABoardThatIsResetBehindALinkThatHoldsIsAskedAgain) {
  devices::Firmware& firmware =
      add("pegasus", std::make_unique<devices::PegasusFirmware>(devices::PegasusFirmware::Options{}));
  firmware.see(record::Scan{.t = {}, .occupied = {0xFFFF}, .white = {}, .pieces = {}});
  bluez().come(kAddress);
  follow("pegasus");
  ASSERT_TRUE(wait_for([&] { return seen_.has_value(); }));
  bluez().reset(kAddress);
  firmware.see(record::Scan{.t = {}, .occupied = {0xFFEF}, .white = {}, .pieces = {}});
  EXPECT_TRUE(wait_for([&] { return seen_->occupied == record::Occupancy{0xFFEF}; }));
  EXPECT_EQ(bluez().connections(), 1U);
}

TEST_F(BluetoothTest, WhatElseBluezKnowsOfABoardMayComeAndGo) {
  add("pegasus", std::make_unique<devices::PegasusFirmware>(devices::PegasusFirmware::Options{}))
      .see(record::Scan{.t = {}, .occupied = {0xFFFF}, .white = {}, .pieces = {}});
  bluez().come(kAddress);
  follow("pegasus");
  ASSERT_TRUE(wait_for([&] { return seen_.has_value(); }));
  bluez().show_battery(kAddress);
  pass(200ms);
  EXPECT_TRUE(board_->attached);
  EXPECT_EQ(bluez().connections(), 1U);
}

/// Nobody has named a board.
class TrustedBoards : public BluetoothTest {
 protected:
  devices::Firmware& add_pegasus(const std::string& address = kAddress) {
    return bluez().add(address, *drivers::board_model("pegasus")->bluetooth,
                       std::make_unique<devices::PegasusFirmware>(devices::PegasusFirmware::Options{}),
                       "DGT_PEGASUS_20417");
  }
  [[nodiscard]] bool is_told(Plug::State state) const {
    return std::ranges::find(states_, std::optional{state}) != states_.end();
  }
};

TEST_F(TrustedBoards, ABoardThatIsTrustedIsFollowedWithoutBeingNamed) {
  add_pegasus();
  bluez().remember(kAddress);
  bluez().come(kAddress);
  bluez().trust(kAddress);
  follow(BoardWatch::Options{});
  ASSERT_TRUE(wait_for([&] { return board_ != nullptr; }));
  EXPECT_EQ(board_->name, "pegasus-P000020417");
  EXPECT_EQ(board_->port, kPlace);
  EXPECT_TRUE(watch_->offers().empty());
}

TEST_F(TrustedBoards, ABoardThatIsMerelyNearIsOfferedAndLeftAlone) {
  add_pegasus();
  bluez().remember(kAddress);
  bluez().come(kAddress);
  follow(BoardWatch::Options{});
  ASSERT_TRUE(wait_for([&] { return watch_->offers().size() == 1; }));
  EXPECT_EQ(watch_->offers()[0].place, kPlace);
  EXPECT_EQ(watch_->offers()[0].name, "DGT_PEGASUS_20417");
  EXPECT_EQ(watch_->offers()[0].model->id, "pegasus");
  pass(200ms);
  EXPECT_TRUE(watch_->plugs().empty());
  EXPECT_EQ(bluez().connections(), 0U);
  // Its owner says so while this runs.
  bluez().trust(kAddress);
  ASSERT_TRUE(wait_for([&] { return board_ != nullptr; }));
  EXPECT_TRUE(watch_->offers().empty());
}

TEST_F(TrustedBoards, ABoardThatIsAtHomeIsAwayAndNoFailureUntilItComes) {
  add_pegasus();
  bluez().remember(kAddress);
  bluez().trust(kAddress);
  follow(BoardWatch::Options{});
  ASSERT_TRUE(wait_for([&] { return is_told(Plug::State::away); }));
  EXPECT_EQ(failure_, "");
  bluez().come(kAddress);
  EXPECT_TRUE(wait_for([&] { return board_ != nullptr && board_->attached; }));
}

TEST_F(TrustedBoards, ABoardThatIsTrustedNoLongerIsLetGo) {
  add_pegasus();
  bluez().remember(kAddress);
  bluez().come(kAddress);
  bluez().trust(kAddress);
  follow(BoardWatch::Options{});
  ASSERT_TRUE(wait_for([&] { return board_ != nullptr; }));
  bluez().trust(kAddress, false);
  ASSERT_TRUE(wait_for([&] { return !board_->attached; }));
  EXPECT_TRUE(wait_for([&] { return !bluez().is_connected(kAddress); })) << "others can have it";
  EXPECT_TRUE(watch_->plugs().empty());
  bluez().forget(kAddress);
  EXPECT_TRUE(wait_for([&] { return watch_->offers().empty(); }));
}

TEST_F(TrustedBoards, WhatTheUserSaysIsLeftAloneOrIsOfAnotherMakeHolds) {
  const std::string other = "DC:A6:32:01:02:04";
  const std::string stranger = "DC:A6:32:01:02:05";
  add_pegasus();
  add_pegasus(other);
  bluez().add(stranger, *drivers::board_model("pegasus")->bluetooth,
              std::make_unique<devices::PegasusFirmware>(devices::PegasusFirmware::Options{}), "Headphones");
  for (const std::string& each : {kAddress, other, stranger}) {
    bluez().remember(each);
    bluez().come(each);
    bluez().trust(each);
  }
  follow(BoardWatch::Options{.as = {{"bluetooth:" + other, "millennium"}}, .ignore = {kPlace}});
  ASSERT_TRUE(wait_for([&] { return is_told(Plug::State::ignored) && !failure_.empty(); }));
  EXPECT_EQ(failure_, "has not what a board of that make has");
  pass(200ms);
  EXPECT_FALSE(bluez().is_connected(kAddress));
  EXPECT_EQ(watch_->plugs().size(), 2U);
  EXPECT_EQ(bluez().connections(), 1U) << "to the one that the user has named";
}

TEST_F(TrustedBoards, ABluezThatBeginsLaterIsHeard) {
  follow(BoardWatch::Options{});
  pass(100ms);
  add_pegasus();
  bluez().remember(kAddress);
  bluez().come(kAddress);
  bluez().trust(kAddress);
  EXPECT_TRUE(wait_for([&] { return board_ != nullptr; }));
}

}  // namespace
}  // namespace jadoube::transport
