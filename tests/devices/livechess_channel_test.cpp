// A LiveChess on a real socket, and what the watch of the boards makes of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>

#include "devices/livechess.hpp"
#include "transport/board_watch.hpp"

namespace jadoube::transport {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::SizeIs;
namespace asio = boost::asio;
namespace websocket = boost::beast::websocket;
using Tcp = asio::ip::tcp;
using Steady = std::chrono::steady_clock;

/// One client's connection; the server's end.
class Client : public std::enable_shared_from_this<Client> {
 public:
  Client(Tcp::socket socket, devices::LiveChess& livechess)
      : stream_{std::move(socket)}, livechess_{livechess} {}
  void begin() {
    stream_.async_accept([self = shared_from_this()](const auto& error) {
      if (error) return;
      self->livechess_.connect();
      self->read();
    });
  }
  void drop() { stream_.next_layer().close(); }
  void send(std::string text) {
    queue_.push_back(std::move(text));
    write();
  }

 private:
  void read() {
    stream_.async_read(buffer_, [self = shared_from_this()](const auto& error, std::size_t) {
      if (error) return;
      self->livechess_.hear(boost::beast::buffers_to_string(self->buffer_.data()));
      self->buffer_.clear();
      for (std::string& text : self->livechess_.take_said()) self->send(std::move(text));
      self->read();
    });
  }
  void write() {
    if (queue_.empty() || std::exchange(writes_, true)) return;
    stream_.async_write(asio::buffer(queue_.front()),
                        [self = shared_from_this()](const auto& error, std::size_t) {
                          self->writes_ = false;
                          self->queue_.erase(self->queue_.begin());
                          if (!error) self->write();
                        });
  }
  websocket::stream<Tcp::socket> stream_;
  devices::LiveChess& livechess_;
  boost::beast::flat_buffer buffer_;
  std::vector<std::string> queue_;
  bool writes_ = false;
};

/// A LiveChess on a port of its own.
class Server {
 public:
  explicit Server(asio::io_context& io) : acceptor_{io, {asio::ip::address_v4::loopback(), 0}} {}
  void serve() {
    acceptor_.async_accept([this](const auto& error, Tcp::socket socket) {
      if (error) return;
      client_ = std::make_shared<Client>(std::move(socket), livechess_);
      client_->begin();
      serve();
    });
  }
  /// As a program that has ended.
  void end() {
    acceptor_.close();
    client_->drop();
  }
  [[nodiscard]] std::string place() const {
    return "ws://127.0.0.1:" + std::to_string(acceptor_.local_endpoint().port());
  }
  void see(const std::string& serial, const record::Record& record) {
    livechess_.see(serial, record);
    if (!client_) return;
    for (std::string& text : livechess_.take_said()) client_->send(std::move(text));
  }
  Tcp::acceptor& acceptor() { return acceptor_; }
  Client& client() { return *client_; }

 private:
  Tcp::acceptor acceptor_;
  devices::LiveChess livechess_;
  std::shared_ptr<Client> client_;
};

record::Scan queen_on(unsigned square) {
  record::Scan scan{.t = {}, .occupied = {}, .white = {}, .pieces = record::PieceMap{}};
  (*scan.pieces)[square] = chess::piece_from_letter('Q');
  return scan;
}

class LiveChessChannel : public ::testing::Test {
 protected:
  ~LiveChessChannel() override {
    if (watch_) watch_->stop();
    io_.restart();
    io_.run_for(20ms);
  }

  void watch(const std::vector<const Server*>& servers) {
    BoardWatch::Options options;
    for (const Server* server : servers) options.as.emplace(server->place(), "livechess");
    auto watch = BoardWatch::start(
        io_.get_executor(), std::move(options),
        {.plug =
             [this](const Plug& plug, bool) {
               if (plug.state == Plug::State::failed) failures_.push_back(plug.reason);
             },
         .board = [this](Board& board, bool) { boards_.push_back(board.name); },
         .records =
             [this](Board& board, const std::vector<record::Record>& more) {
               for (const auto& record : more) heard(board, record);
             },
         .wire = {},
         .warning = [this](const std::string& sentence) { warnings_.push_back(sentence); }});
    ASSERT_TRUE(watch) << watch.error();
    watch_ = *std::move(watch);
  }
  void heard(const Board& board, const record::Record& record) {
    if (const auto* scan = std::get_if<record::Scan>(&record))
      scans_[board.name].push_back(scan->occupied.bits);
    else if (std::holds_alternative<record::ClockReading>(record))
      ++clocks_[board.name];
    else if (const auto* link = std::get_if<record::Link>(&record))
      links_.push_back(link->reason);
    heard_at_ = Steady::now();
  }
  bool until(const std::function<bool()>& so, std::chrono::milliseconds limit = 60s) {
    const auto end = Steady::now() + limit;
    while (!so()) {
      if (Steady::now() > end) return false;
      io_.restart();
      io_.run_one_for(2ms);
    }
    return true;
  }

  asio::io_context io_;
  Server server_{io_};
  std::unique_ptr<BoardWatch> watch_;
  std::vector<std::string> boards_, failures_, links_, warnings_;
  std::map<std::string, std::vector<std::uint64_t>> scans_;
  std::map<std::string, unsigned> clocks_;
  Steady::time_point heard_at_;
};

TEST_F(LiveChessChannel, EveryBoardIsOneOfOursAndComesBackAfterTheConnectionBroke) {
  server_.see("23946", queen_on(0));
  server_.see("23947", queen_on(1));
  server_.serve();
  watch({&server_});
  ASSERT_TRUE(until([&] { return scans_.size() == 2; }));
  EXPECT_THAT(boards_, ::testing::UnorderedElementsAre("livechess-23946", "livechess-23947"));
  server_.client().drop();
  ASSERT_TRUE(until([&] { return links_.size() >= 2; }));
  server_.see("23946", queen_on(5));
  ASSERT_TRUE(until([&] { return scans_["livechess-23946"].back() == 1U << 5U; }));
  EXPECT_THAT(watch_->boards(), SizeIs(2));
}

TEST_F(LiveChessChannel, ABoardThatTwoOfThemOfferIsFollowedOnceAndThroughTheOtherWhenOneEnds) {
  Server other{io_};
  for (Server* each : {&server_, &other}) {
    each->see("23946", queen_on(0));
    each->serve();
  }
  other.see("23947", queen_on(1));
  watch({&server_, &other});
  ASSERT_TRUE(until([&] { return scans_.size() == 2 && !warnings_.empty(); }));
  EXPECT_THAT(boards_, ::testing::UnorderedElementsAre("livechess-23946", "livechess-23947"));
  ASSERT_THAT(warnings_, SizeIs(1));
  const bool is_here = warnings_[0].ends_with("it is followed through " + server_.place());
  EXPECT_THAT(warnings_[0], HasSubstr("board 23946 is offered by " + (is_here ? server_ : other).place() +
                                      " and by " + (is_here ? other : server_).place()));
  for (Server* each : {&server_, &other}) each->see("23946", queen_on(5));
  ASSERT_TRUE(until([&] { return scans_["livechess-23946"].back() == 1U << 5U; }));
  until([] { return false; }, 50ms);
  EXPECT_THAT(scans_["livechess-23946"], SizeIs(2)) << "it is not told twice";
  // The one that it was followed through ends: the other goes on, in the same log.
  (is_here ? server_ : other).end();
  Server& left = is_here ? other : server_;
  ASSERT_TRUE(until([&] { return !links_.empty() && links_.back().empty(); }));
  left.see("23946", queen_on(6));
  ASSERT_TRUE(until([&] { return scans_["livechess-23946"].back() == 1U << 6U; }));
  EXPECT_THAT(watch_->boards(), SizeIs(2));
  EXPECT_THAT(warnings_, SizeIs(1));
}

TEST_F(LiveChessChannel, AnotherVersionAndAFloodAreRefusedInWords) {
  std::shared_ptr<Tcp::socket> other;
  const std::string answer = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
  server_.acceptor().async_accept([&](const auto&, Tcp::socket socket) {
    other = std::make_shared<Tcp::socket>(std::move(socket));
    asio::async_write(*other, asio::buffer(answer), [](const auto&, std::size_t) {});
    server_.serve();
  });
  watch({&server_});
  ASSERT_TRUE(until([&] { return !failures_.empty(); }));
  EXPECT_THAT(failures_.back(),
              HasSubstr("does not offer the interface v1.0 of LiveChess 2 (HTTP status 404)"));
  server_.see("1", queen_on(0));
  ASSERT_TRUE(until([&] { return scans_.size() == 1; }));
  server_.client().send(std::string(10'000'000, '['));
  ASSERT_TRUE(until([&] { return failures_.size() >= 2; }));
  EXPECT_THAT(failures_.back(), HasSubstr("sends more at once"));
}

/// What this program adds, the operating system's socket included: 60 boards, on each of which a position or a clock
/// changes every 180 ms.
TEST_F(LiveChessChannel, AHallOfSixtyBoardsIsFollowedWithinMilliseconds) {
  constexpr unsigned kBoards = 60;
  const auto number = [](unsigned board) { return std::to_string(10000 + board); };
  for (unsigned board = 0; board < kBoards; ++board) server_.see(number(board), queen_on(0));
  server_.serve();
  watch({&server_});
  ASSERT_TRUE(until([&] { return scans_.size() == kBoards; }));
  record::Time now{};
  unsigned change = 0;
  std::vector<double> positions, clocks;
  const auto measure = [&](const record::Record& record, std::vector<double>& delays) {
    const std::string name = "livechess-" + number(change % kBoards);
    const std::size_t before = scans_[name].size() + clocks_[name];
    const auto begin = Steady::now();
    server_.see(number(change % kBoards), record);
    ASSERT_TRUE(until([&] { return scans_[name].size() + clocks_[name] > before; }));
    delays.push_back(std::chrono::duration<double, std::milli>(heard_at_ - begin).count());
    until([] { return false; }, 3ms);
  };
  // Other programs can only make it slower: one good measurement shows that this one is quick.
  double worse = 0;
  for (int attempt = 0; attempt < 3 && (attempt == 0 || worse > 20.0); ++attempt) {
    positions.clear();
    clocks.clear();
    for (unsigned i = 0; i < 10 * kBoards; ++i, ++change) {
      now += 1s;
      ASSERT_NO_FATAL_FAILURE(measure(queen_on(1 + (change / kBoards) % 60), positions));
      const record::ClockReading shown{.t = now,
                                       .white = 5h - std::chrono::duration_cast<record::ClockTime>(now),
                                       .black = 5h,
                                       .running = chess::Side::white,
                                       .flag = {}};
      ASSERT_NO_FATAL_FAILURE(measure(shown, clocks));
    }
    worse = 0;
    for (auto* delays : {&positions, &clocks}) {
      std::ranges::sort(*delays);
      const double p99 = (*delays)[delays->size() * 99 / 100];
      worse = std::max(worse, p99);
      std::printf("60 LiveChess boards, %s: p50 %.2f ms, p99 %.2f ms, max %.2f ms\n",
                  delays == &positions ? "positions" : "clocks", (*delays)[delays->size() / 2], p99,
                  delays->back());
    }
  }
  RecordProperty("p99_us", static_cast<int>(worse * 1000));
  EXPECT_LE(worse, 20.0);
}

}  // namespace
}  // namespace jadoube::transport
