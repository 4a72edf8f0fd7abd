// Boards behind a serial port of the kernel (here a pseudo terminal) and behind a TCP connection.
#include "transport/stream_channel.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <net/if.h>
#include <pty.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <map>
#include <set>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>

#include "devices/dgt_bus.hpp"
#include "transport/board_watch.hpp"

namespace jadoube::transport {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Bytes = std::vector<std::uint8_t>;
namespace asio = boost::asio;

/// A pseudo terminal; the test holds the board's end.
class Terminal {
 public:
  Terminal() {
    std::array<char, 128> name{};
    if (openpty(&board_, &host_, name.data(), nullptr, nullptr) != 0) throw std::runtime_error{"no pty"};
    path_ = name.data();
    termios modes{};
    tcgetattr(host_, &modes);
    cfmakeraw(&modes);
    tcsetattr(host_, TCSANOW, &modes);
    fcntl(board_, F_SETFL, O_NONBLOCK);
  }
  ~Terminal() {
    hang_up();
    close(host_);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  void hang_up() {
    if (board_ >= 0) close(std::exchange(board_, -1));
  }
  void say(const Bytes& bytes) const {
    if (bytes.empty()) return;
    ASSERT_EQ(::write(board_, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  }
  [[nodiscard]] Bytes heard() const {
    Bytes bytes(256);
    const ssize_t got = ::read(board_, bytes.data(), bytes.size());
    bytes.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return bytes;
  }
  [[nodiscard]] const std::string& path() const { return path_; }
  void ask(unsigned long what, int& answer) const { ASSERT_EQ(ioctl(host_, what, &answer), 0); }
  [[nodiscard]] termios modes() const {
    termios modes{};
    tcgetattr(host_, &modes);
    return modes;
  }

 private:
  int board_ = -1;
  int host_ = -1;
  std::string path_;
};

class StreamChannels : public ::testing::Test {
 protected:
  std::shared_ptr<Channel> open(const std::string& where, const char* line = "9600 8N1") {
    return open_stream(where, *drivers::line_from(line), io_.get_executor(),
                       {[this] { ++opened_; },
                        [this](const Bytes& bytes, SteadyTime) {
                          received_.insert(received_.end(), bytes.begin(), bytes.end());
                        },
                        [this](const std::string& reason) { closed_.push_back(reason); }});
  }
  bool until(const std::function<bool()>& so, std::chrono::milliseconds limit = 5s) {
    const auto end = std::chrono::steady_clock::now() + limit;
    while (!so()) {
      if (std::chrono::steady_clock::now() > end) return false;
      io_.restart();
      io_.run_for(2ms);
    }
    return true;
  }

  asio::io_context io_;
  int opened_ = 0;
  Bytes received_;
  std::vector<std::string> closed_;
};

TEST_F(StreamChannels, ASerialPortIsSetReadAndWritten) {
  Terminal terminal;
  const auto channel = open(terminal.path(), "38400 7O1");
  channel->write({1, 2});  // before it is open: in order all the same
  ASSERT_TRUE(until([&] { return opened_ == 1; }));
  channel->write({3});
  Bytes heard;
  ASSERT_TRUE(until([&] {
    const Bytes more = terminal.heard();
    heard.insert(heard.end(), more.begin(), more.end());
    return heard.size() == 3;
  }));
  EXPECT_THAT(heard, ElementsAre(1, 2, 3));
  terminal.say({0x0A, 0x0D, 0x03, 0x11, 0x7F});  // what a terminal would otherwise understand
  ASSERT_TRUE(until([&] { return received_.size() == 5; }));
  EXPECT_THAT(received_, ElementsAre(0x0A, 0x0D, 0x03, 0x11, 0x7F));
  const termios modes = terminal.modes();
  EXPECT_EQ(cfgetispeed(&modes), speed_t{B38400});
  // A pseudo terminal keeps eight bits without parity whatever it is told.
  EXPECT_EQ(modes.c_lflag & (ICANON | ECHO), 0U);
}

TEST_F(StreamChannels, APortThatIsPulledOutIsUnplugged) {
  Terminal terminal;
  const auto channel = open(terminal.path());
  ASSERT_TRUE(until([&] { return opened_ == 1; }));
  terminal.hang_up();
  ASSERT_TRUE(until([&] { return !closed_.empty(); }));
  EXPECT_THAT(closed_, ElementsAre("unplugged"));
  channel->write({1});
  channel->close();
  until([] { return false; }, 20ms);
  EXPECT_THAT(closed_, ElementsAre("unplugged")) << "once";
}

TEST_F(StreamChannels, ClosingIsToldWithoutAReasonAndThePortIsFreeAgain) {
  Terminal terminal;
  auto channel = open(terminal.path());
  ASSERT_TRUE(until([&] { return opened_ == 1; }));
  channel->close();
  ASSERT_TRUE(until([&] { return !closed_.empty(); }));
  EXPECT_THAT(closed_, ElementsAre(""));
  channel = open(terminal.path());
  EXPECT_TRUE(until([&] { return opened_ == 2; }));
}

TEST_F(StreamChannels, APortThatAnotherHasIsTold) {
  Terminal terminal;
  const auto first = open(terminal.path());
  ASSERT_TRUE(until([&] { return opened_ == 1; }));
  const auto second = open(terminal.path());
  ASSERT_TRUE(until([&] { return !closed_.empty(); }));
  EXPECT_THAT(closed_, ElementsAre("another program has it"));
}

TEST_F(StreamChannels, WhatIsNoSerialPortIsTold) {
  Terminal terminal;
  const auto missing = open("/dev/jadoube-no-such-port");
  const auto file = open("/dev/null");
  const auto odd = open(terminal.path(), "12345 8N1");
  ASSERT_TRUE(until([&] { return closed_.size() == 3; }));
  EXPECT_THAT(closed_,
              ElementsAre("No such file or directory", "is no serial port", "cannot be set to 12345 baud"));
  EXPECT_EQ(opened_, 0);
}

TEST_F(StreamChannels, AConnectionIsReadWrittenAndLost) {
  asio::ip::tcp::acceptor acceptor{io_, {asio::ip::address_v4::loopback(), 0}};
  asio::ip::tcp::socket server{io_};
  const auto channel = open("tcp:127.0.0.1:" + std::to_string(acceptor.local_endpoint().port()));
  bool accepted = false;
  acceptor.async_accept(server, [&](const auto& error) { accepted = !error; });
  ASSERT_TRUE(until([&] { return accepted && opened_ == 1; }));
  asio::write(server, asio::buffer(Bytes{7, 8}));
  ASSERT_TRUE(until([&] { return received_.size() == 2; }));
  channel->write({9});
  std::array<std::uint8_t, 1> heard{};
  bool done = false;
  server.async_read_some(asio::buffer(heard), [&](const auto&, std::size_t) { done = true; });
  ASSERT_TRUE(until([&] { return done; }));
  EXPECT_EQ(heard[0], 9);
  server.close();
  ASSERT_TRUE(until([&] { return !closed_.empty(); }));
  EXPECT_THAT(closed_, ElementsAre("the other end has closed the connection"));
}

/// In a network of its own (a thread has it alone), whose only link is switched off.
TEST_F(StreamChannels, AConnectionWhoseOtherEndLosesItsPowerIsNoticedWithinSeconds) {
  if (unshare(CLONE_NEWNET) != 0) GTEST_SKIP() << "no network of its own: " << std::strerror(errno);
  const auto link = [](bool up) {
    const int control = socket(AF_INET, SOCK_DGRAM, 0);
    ifreq request{};
    std::strcpy(request.ifr_name, "lo");
    request.ifr_flags = static_cast<short>(up ? IFF_UP : 0);
    const int failed = ioctl(control, SIOCSIFFLAGS, &request);
    close(control);
    return failed == 0;
  };
  ASSERT_TRUE(link(true));
  for (const bool is_written_to : {false, true}) {
    asio::ip::tcp::acceptor acceptor{io_, {asio::ip::address_v4::loopback(), 0}};
    asio::ip::tcp::socket server{io_};
    opened_ = 0;
    closed_.clear();
    const auto channel = open("tcp:127.0.0.1:" + std::to_string(acceptor.local_endpoint().port()));
    bool accepted = false;
    acceptor.async_accept(server, [&](const auto& error) { accepted = !error; });
    ASSERT_TRUE(until([&] { return accepted && opened_ == 1; }));
    ASSERT_TRUE(link(false));
    if (is_written_to) channel->write({9});
    const auto begun = std::chrono::steady_clock::now();
    EXPECT_TRUE(until([&] { return !closed_.empty(); }, 20s)) << is_written_to;
    EXPECT_LT(std::chrono::steady_clock::now() - begun, 9s) << is_written_to;
    EXPECT_THAT(closed_, ElementsAre("the other end does not answer any more"));
    ASSERT_TRUE(link(true));
  }
}

TEST_F(StreamChannels, APortIsOursAloneAsLongAsItIsOpen) {
  Terminal terminal;
  const auto is_exclusive = [&] {
    int exclusive = 0;
    terminal.ask(TIOCGEXCL, exclusive);
    return exclusive != 0;
  };
  const auto channel = open(terminal.path());
  ASSERT_TRUE(until([&] { return opened_ == 1; }));
  EXPECT_TRUE(is_exclusive());
  channel->close();
  ASSERT_TRUE(until([&] { return !closed_.empty(); }));
  EXPECT_FALSE(is_exclusive());
}

TEST_F(StreamChannels, NobodyAtTheOtherEndIsTold) {
  std::uint16_t port = 0;
  {
    const asio::ip::tcp::acceptor acceptor{io_, {asio::ip::address_v4::loopback(), 0}};
    port = acceptor.local_endpoint().port();
  }
  const auto channel = open("tcp:127.0.0.1:" + std::to_string(port));
  ASSERT_TRUE(until([&] { return !closed_.empty(); }));
  EXPECT_THAT(closed_, ElementsAre("Connection refused"));
}

TEST_F(StreamChannels, AProgramThatMayOpenNothingMoreSaysSo) {
#ifdef JADOUBE_LOOKS_AT_TYPES
  GTEST_SKIP() << "the sanitizer opens a pipe to look of what type an object is";
#endif
  const auto channel = open("tcp:127.0.0.1:1");
  rlimit as_it_is{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &as_it_is), 0);
  const rlimit none{0, as_it_is.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
  const bool is_closed = until([&] { return !closed_.empty(); });
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &as_it_is), 0);
  ASSERT_TRUE(is_closed);
  EXPECT_THAT(closed_, ElementsAre("Too many open files"));
}

/// A serial server whose power comes back: the system tries ever more rarely what it began before.
TEST_F(StreamChannels, AServerThatTakesNoConnectionIsGivenUpWithinSeconds) {
  asio::ip::tcp::acceptor acceptor{io_};
  acceptor.open(asio::ip::tcp::v4());
  acceptor.bind({asio::ip::address_v4::loopback(), 0});
  acceptor.listen(0);
  // One waits to be accepted, and no other is answered.
  std::vector<std::unique_ptr<asio::ip::tcp::socket>> queue;
  for (int i = 0; i < 3; ++i) {
    queue.push_back(std::make_unique<asio::ip::tcp::socket>(io_));
    queue.back()->async_connect(acceptor.local_endpoint(), [](const auto&) {});
  }
  io_.run_for(100ms);
  const auto begun = std::chrono::steady_clock::now();
  const auto channel = open("tcp:127.0.0.1:" + std::to_string(acceptor.local_endpoint().port()));
  EXPECT_TRUE(until([&] { return !closed_.empty(); }, 20s));
  EXPECT_LT(std::chrono::steady_clock::now() - begun, 12s);
  EXPECT_THAT(closed_, ElementsAre("Connection timed out"));
}

/// The whole way: a board behind a serial port is found, named, lost and found again.
TEST_F(StreamChannels, ADgtBoardOnASerialPortIsKnownByItsNumber) {
  Terminal terminal;
  devices::DgtFirmware firmware{{.serial = 4711}};
  std::vector<std::string> boards;
  std::vector<record::Record> records;
  auto watch = BoardWatch::start(
      io_.get_executor(), {.as = {{terminal.path(), "dgt"}}},
      {.plug = [](const Plug&, bool) {},
       .board = [&](Board& board, bool) { boards.push_back(board.name + " at " + board.port); },
       .records =
           [&](Board&, const std::vector<record::Record>& more) {
             records.insert(records.end(), more.begin(), more.end());
           },
       .wire = {},
       .warning = [](const std::string&) {}});
  ASSERT_TRUE(watch) << watch.error();
  firmware.power_up(0s);
  const auto live = [&] {
    const record::Time now = (*watch)->now();
    if (const Bytes heard = terminal.heard(); !heard.empty()) firmware.hear(heard, now);
    for (const Bytes& sent : firmware.advance(now)) terminal.say(sent);
    return std::ranges::any_of(
        records, [](const record::Record& record) { return std::holds_alternative<record::Scan>(record); });
  };
  EXPECT_TRUE(until(live, 10s));
  EXPECT_THAT(boards, ElementsAre("dgt-04711 at " + terminal.path()));
  terminal.hang_up();
  EXPECT_TRUE(until([&] {
    return std::ranges::any_of(
        records, [](const record::Record& record) { return std::holds_alternative<record::Link>(record); });
  }));
  (*watch)->stop();
}

/// A serial server that hangs: it keeps the connection and says nothing on it, but takes another one.
TEST_F(StreamChannels, ABoardThatIsSilentIsFollowedThroughAConnectionThatIsOpenedAnew) {
  asio::ip::tcp::acceptor acceptor{io_, {asio::ip::address_v4::loopback(), 0}};
  devices::DgtFirmware firmware{{.serial = 4711}};
  std::vector<std::string> boards;
  std::vector<record::Record> records;
  auto watch = BoardWatch::start(
      io_.get_executor(),
      {.as = {{"tcp:127.0.0.1:" + std::to_string(acceptor.local_endpoint().port()), "dgt"}}},
      {.plug = [](const Plug&, bool) {},
       .board = [&](Board& board, bool) { boards.push_back(board.name); },
       .records =
           [&](Board&, const std::vector<record::Record>& more) {
             records.insert(records.end(), more.begin(), more.end());
           },
       .wire = {},
       .warning = [](const std::string&) {}});
  ASSERT_TRUE(watch) << watch.error();
  firmware.power_up(0s);
  std::vector<std::unique_ptr<asio::ip::tcp::socket>> connections;
  const std::function<void()> accept = [&] {
    connections.push_back(std::make_unique<asio::ip::tcp::socket>(io_));
    acceptor.async_accept(*connections.back(), [&](const auto& error) {
      if (!error) accept();
    });
  };
  accept();
  std::size_t hangs = 0;  // so many connections
  const auto live = [&] {
    const record::Time now = (*watch)->now();
    // The last one is yet to come.
    for (std::size_t i = hangs; i + 1 < connections.size(); ++i) {
      Bytes heard(256);
      boost::system::error_code error;
      connections[i]->non_blocking(true);
      heard.resize(connections[i]->read_some(asio::buffer(heard), error));
      if (!heard.empty()) firmware.hear(heard, now);
      for (const Bytes& sent : firmware.advance(now)) asio::write(*connections[i], asio::buffer(sent), error);
    }
    return std::ranges::count_if(
        records, [](const record::Record& record) { return std::holds_alternative<record::Scan>(record); });
  };
  ASSERT_TRUE(until([&] { return live() == 1; }, 10s));
  hangs = 1;
  EXPECT_TRUE(until([&] { return live() == 2; }, 40s));
  EXPECT_EQ(connections.size(), 3U);
  EXPECT_THAT(boards, ElementsAre("dgt-04711"));
  ASSERT_EQ(std::ranges::count_if(
                records, [](const auto& record) { return std::holds_alternative<record::Link>(record); }),
            2);
  (*watch)->stop();
}

/// Several boards behind one serial port: each is a board of its own, and all are lost and found together.
TEST_F(StreamChannels, EveryDgtBoardOfALineIsKnownByItsNumber) {
  Terminal terminal;
  std::vector<std::unique_ptr<devices::DgtFirmware>> firmwares;
  for (const unsigned serial : {7U, 4711U, 4712U})
    firmwares.push_back(
        std::make_unique<devices::DgtFirmware>(devices::DgtFirmware::Options{.serial = serial}));
  devices::DgtBusFirmware line{std::move(firmwares)};
  std::set<std::string> boards;
  std::map<std::string, std::size_t> scans;
  std::map<std::string, std::size_t> losses;
  auto watch = BoardWatch::start(
      io_.get_executor(), {.as = {{terminal.path(), "dgt-bus"}}},
      {.plug = [](const Plug&, bool) {},
       .board = [&](Board& board, bool) { boards.insert(board.name + " at " + board.port); },
       .records =
           [&](Board& board, const std::vector<record::Record>& more) {
             for (const record::Record& record : more) {
               if (std::holds_alternative<record::Scan>(record)) ++scans[board.name];
               if (std::holds_alternative<record::Link>(record)) ++losses[board.name];
             }
           },
       .wire = {},
       .warning = [](const std::string&) {}});
  ASSERT_TRUE(watch) << watch.error();
  line.power_up(0s);
  const auto live = [&] {
    const record::Time now = (*watch)->now();
    if (const Bytes heard = terminal.heard(); !heard.empty()) line.hear(heard, now);
    for (const Bytes& sent : line.advance(now)) terminal.say(sent);
  };
  EXPECT_TRUE(until(
      [&] {
        live();
        return scans.size() == 3;
      },
      20s));
  EXPECT_THAT(boards, ElementsAre("dgt-bus-00007 at " + terminal.path() + "#00007",
                                  "dgt-bus-04711 at " + terminal.path() + "#04711",
                                  "dgt-bus-04712 at " + terminal.path() + "#04712"));
  // One of them changes.
  record::Scan lifted{.t = {}, .occupied = {1}, .white = {}, .pieces = record::PieceMap{}};
  (*lifted.pieces)[0] = chess::Piece{chess::Side::white, chess::PieceType::rook};
  line.board(1).see(lifted);
  EXPECT_TRUE(until([&] {
    live();
    return scans["dgt-bus-04711"] == 2;
  }));
  EXPECT_EQ(scans["dgt-bus-00007"], 1U);
  terminal.hang_up();
  EXPECT_TRUE(until([&] { return losses.size() == 3; }));
  (*watch)->stop();
}

TEST_F(StreamChannels, AMakeThatNobodyKnowsIsRefused) {
  const auto watch = BoardWatch::start(io_.get_executor(), {.as = {{"/dev/ttyUSB0", "dtg"}}}, {});
  ASSERT_FALSE(watch);
  EXPECT_EQ(watch.error(), "there is no board \"dtg\"; `jadoube boards --print page` names them");
}

}  // namespace
}  // namespace jadoube::transport
