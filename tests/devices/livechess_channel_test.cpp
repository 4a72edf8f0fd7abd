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

class LiveChessChannel : public ::testing::Test {
 protected:
  LiveChessChannel() : acceptor_{io_, {asio::ip::address_v4::loopback(), 0}} {}
  ~LiveChessChannel() override {
    if (watch_) watch_->stop();
    io_.restart();
    io_.run_for(20ms);
  }

  void serve() {
    acceptor_.async_accept([this](const auto& error, Tcp::socket socket) {
      if (error) return;
      client_ = std::make_shared<Client>(std::move(socket), livechess_);
      client_->begin();
      serve();
    });
  }
  [[nodiscard]] std::string place() const {
    return "ws://127.0.0.1:" + std::to_string(acceptor_.local_endpoint().port());
  }
  void watch() {
    auto watch = BoardWatch::start(io_.get_executor(), {.as = {{place(), "livechess"}}},
                                   {.plug =
                                        [this](const Plug& plug, bool) {
                                          if (plug.state == Plug::State::failed)
                                            failures_.push_back(plug.reason);
                                        },
                                    .board = [this](Board& board, bool) { boards_.push_back(board.name); },
                                    .records =
                                        [this](Board& board, const std::vector<record::Record>& more) {
                                          for (const auto& record : more) heard(board, record);
                                        },
                                    .wire = {},
                                    .warning = [](const std::string&) {}});
    ASSERT_TRUE(watch) << watch.error();
    watch_ = *std::move(watch);
  }
  void heard(const Board& board, const record::Record& record) {
    if (const auto* scan = std::get_if<record::Scan>(&record)) {
      scans_[board.name].push_back(scan->occupied.bits);
      heard_at_ = Steady::now();
    }
    if (const auto* link = std::get_if<record::Link>(&record)) links_.push_back(link->reason);
  }
  bool until(const std::function<bool()>& so, std::chrono::milliseconds limit = 10s) {
    const auto end = Steady::now() + limit;
    while (!so()) {
      if (Steady::now() > end) return false;
      io_.restart();
      io_.run_one_for(2ms);
    }
    return true;
  }
  void see(const std::string& serial, unsigned square) {
    record::Scan scan{.t = {}, .occupied = {}, .white = {}, .pieces = record::PieceMap{}};
    (*scan.pieces)[square] = chess::piece_from_letter('Q');
    livechess_.see(serial, scan);
    if (!client_) return;
    for (std::string& text : livechess_.take_said()) client_->send(std::move(text));
  }

  asio::io_context io_;
  Tcp::acceptor acceptor_;
  devices::LiveChess livechess_;
  std::shared_ptr<Client> client_;
  std::unique_ptr<BoardWatch> watch_;
  std::vector<std::string> boards_, failures_, links_;
  std::map<std::string, std::vector<std::uint64_t>> scans_;
  Steady::time_point heard_at_;
};

TEST_F(LiveChessChannel, EveryBoardIsOneOfOursAndComesBackAfterTheConnectionBroke) {
  see("23946", 0);
  see("23947", 1);
  serve();
  watch();
  ASSERT_TRUE(until([&] { return scans_.size() == 2; }));
  EXPECT_THAT(boards_, ::testing::UnorderedElementsAre("livechess-23946", "livechess-23947"));
  client_->drop();
  ASSERT_TRUE(until([&] { return links_.size() >= 2; }));
  see("23946", 5);
  ASSERT_TRUE(until([&] { return scans_["livechess-23946"].back() == 1U << 5U; }));
  EXPECT_THAT(watch_->boards(), SizeIs(2));
}

TEST_F(LiveChessChannel, AnotherVersionAndAFloodAreRefusedInWords) {
  std::shared_ptr<Tcp::socket> other;
  const std::string answer = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
  acceptor_.async_accept([&](const auto&, Tcp::socket socket) {
    other = std::make_shared<Tcp::socket>(std::move(socket));
    asio::async_write(*other, asio::buffer(answer), [](const auto&, std::size_t) {});
    serve();
  });
  watch();
  ASSERT_TRUE(until([&] { return !failures_.empty(); }));
  EXPECT_THAT(failures_.back(),
              HasSubstr("does not offer the interface v1.0 of LiveChess 2 (HTTP status 404)"));
  see("1", 0);
  ASSERT_TRUE(until([&] { return scans_.size() == 1; }));
  client_->send(std::string(10'000'000, '['));
  ASSERT_TRUE(until([&] { return failures_.size() >= 2; }));
  EXPECT_THAT(failures_.back(), HasSubstr("sends more at once"));
}

/// What this program adds, the operating system's socket included: 60 boards, a change every 3 ms.
TEST_F(LiveChessChannel, AHallOfSixtyBoardsIsFollowedWithinMilliseconds) {
  constexpr unsigned kBoards = 60;
  for (unsigned board = 0; board < kBoards; ++board) see(std::to_string(10000 + board), 0);
  serve();
  watch();
  ASSERT_TRUE(until([&] { return scans_.size() == kBoards; }, 20s));
  std::vector<double> delays;
  for (unsigned change = 0; change < 1200; ++change) {
    const std::string serial = std::to_string(10000 + change % kBoards);
    auto& seen = scans_["livechess-" + serial];
    const std::size_t before = seen.size();
    const auto begin = Steady::now();
    see(serial, 1 + (change / kBoards) % 60);
    ASSERT_TRUE(until([&] { return seen.size() > before; }));
    delays.push_back(std::chrono::duration<double, std::milli>(heard_at_ - begin).count());
    until([] { return false; }, 3ms);
  }
  std::ranges::sort(delays);
  const double p99 = delays[delays.size() * 99 / 100];
  std::printf("60 LiveChess boards: p50 %.2f ms, p99 %.2f ms, max %.2f ms\n", delays[delays.size() / 2], p99,
              delays.back());
  RecordProperty("p99_us", static_cast<int>(p99 * 1000));
  EXPECT_LE(p99, 20.0);
}

}  // namespace
}  // namespace jadoube::transport
