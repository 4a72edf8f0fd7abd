// Programs at the feed: our own source of LiveChess boards, and strangers that know only bytes.
#include "broadcast/feed_server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>

#include "tests/arbiter/hall_of_games.hpp"
#include "tests/broadcast/followed.hpp"
#include "transport/board_watch.hpp"

namespace jadoube::broadcast {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::StartsWith;
namespace asio = boost::asio;
using Tcp = asio::ip::tcp;

struct FeedServerTest : arbiter::HallOfGames {
  record::WallTime now_ = record::WallTime{} + std::chrono::hours{24 * 365};
  std::chrono::seconds delay_{0};
  std::unique_ptr<FeedServer> feed_;
  std::unique_ptr<transport::BoardWatch> watch_;
  std::vector<std::string> boards_;
  std::vector<record::Record> records_;
  /// A game is played here faster than any hands play it: when what is heard was played. Nothing: when it came.
  std::optional<record::Time> played_at_;

  ~FeedServerTest() override {
    if (watch_) watch_->stop();
    if (feed_) feed_->stop();
    io_.restart();
    io_.run_for(20ms);
  }
  void serve(std::size_t queue_bytes = std::size_t{4} << 20U) {
    open();
    FeedServer::Options options;
    options.port = 0;
    options.delay = [this](unsigned) { return delay_; };
    options.now = [this] { return now_; };
    options.clients = 4;
    options.queue_bytes = queue_bytes;
    auto started = FeedServer::start(io_.get_executor(), *hall_, std::move(options));
    ASSERT_TRUE(started) << started.error();
    feed_ = *std::move(started);
  }
  void watch() {
    transport::BoardWatch::Options options;
    options.as.emplace("ws://127.0.0.1:" + std::to_string(feed_->port()), "livechess");
    auto watch = transport::BoardWatch::start(
        io_.get_executor(), std::move(options),
        {.plug = [](const transport::Plug&, bool) {},
         .board = [this](transport::Board& board, bool) { boards_.push_back(board.name); },
         .records =
             [this](transport::Board&, const std::vector<record::Record>& more) {
               for (record::Record each : more) {
                 if (played_at_) std::visit([this](auto& one) { one.t = *played_at_; }, each);
                 records_.push_back(std::move(each));
               }
             },
         .wire = {},
         .warning = [](const std::string&) {}});
    ASSERT_TRUE(watch) << watch.error();
    watch_ = *std::move(watch);
  }
  bool until(const std::function<bool()>& so) {
    const auto end = std::chrono::steady_clock::now() + 60s;
    while (!so()) {
      if (std::chrono::steady_clock::now() > end) return false;
      io_.restart();
      io_.run_one_for(2ms);
    }
    return true;
  }
  [[nodiscard]] std::string last_position() const {
    for (auto record = records_.rbegin(); record != records_.rend(); ++record)
      if (const auto* scan = std::get_if<record::Scan>(&*record); scan != nullptr && scan->pieces) {
        chess::Placement pieces;
        for (unsigned square = 0; square < 64; ++square)
          if (const auto& piece = (*scan->pieces)[square])
            pieces.put(static_cast<chess::Square>(square), *piece);
        return to_fen(pieces);
      }
    return {};
  }

  /// A connection of a stranger, in the same thread.
  struct Stranger {
    explicit Stranger(asio::io_context& io, std::uint16_t port) : socket{io} {
      socket.connect({asio::ip::address_v4::loopback(), port});
    }
    void send(std::string_view bytes) { asio::write(socket, asio::buffer(bytes.data(), bytes.size())); }
    static std::string hello(std::string_view target = "/api/v1.0") {
      return "GET " + std::string{target} +
             " HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: "
             "13\r\n"
             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: http://elsewhere\r\n\r\n";
    }
    /// A text message as programs send it.
    static std::string frame(std::string_view text) {
      std::string bytes{'\x81'};
      if (text.size() < 126) {
        bytes += static_cast<char>(0x80 | text.size());
      } else {
        bytes += '\xfe';
        bytes += static_cast<char>(text.size() >> 8U);
        bytes += static_cast<char>(text.size() & 0xffU);
      }
      return bytes + std::string(4, '\0') + std::string{text};
    }
    Tcp::socket socket;
  };
  /// It is let in.
  void join(Stranger& stranger) {
    stranger.send(Stranger::hello());
    EXPECT_THAT(read(stranger, [](const std::string& text) { return text.ends_with("\r\n\r\n"); }),
                StartsWith("HTTP/1.1 101 "));
  }
  /// What has come when `enough` says so; or all there is when the other end has closed.
  std::string read(Stranger& stranger, const std::function<bool(const std::string&)>& enough) {
    std::string text;
    bool is_closed = false;
    std::array<char, 65536> buffer{};
    until([&] {
      boost::system::error_code error;
      stranger.socket.non_blocking(true);
      const std::size_t count = stranger.socket.read_some(asio::buffer(buffer), error);
      text.append(buffer.data(), count);
      is_closed = error && error != asio::error::would_block;
      return is_closed || enough(text);
    });
    return text;
  }
};

TEST_F(FeedServerTest, OurOwnSourceFollowsAGameThroughIt) {
  serve();
  const auto played = arbiter::recording("none", 1);
  hall_->board_there(played.header);
  hall_->on("sim-1", std::span{played.records}.first(2));
  played_at_ = time_of(played.records[1]);
  feed_->tick();
  watch();
  ASSERT_TRUE(until([&] { return !last_position().empty(); }));
  EXPECT_EQ(boards_, std::vector<std::string>{"livechess-sim1"});
  // Some moves, each of which is waited for.
  std::size_t plies = 0;
  for (std::size_t i = 2; i < played.records.size() && plies < 20; ++i) {
    hall_->on("sim-1", std::span{played.records}.subspan(i, 1));
    const auto game = game_of(hall_->game_at("sim-1")->game.game(), played.header, {});
    if (game.moves.size() == plies) continue;
    plies = game.moves.size();
    played_at_ = time_of(played.records[i]);
    feed_->tick();
    ASSERT_TRUE(until([&] { return last_position() == to_fen(game.moves.back().after.placement); })) << plies;
  }
  support::Story heard;
  heard.header.board.senses = record::Senses::identity;
  heard.records = records_;
  const auto told = game_of(hall_->game_at("sim-1")->game.game(), played.header, {});
  const auto theirs = follow(heard);
  ASSERT_EQ(told.moves.size(), 20U);
  ASSERT_GE(theirs.moves.size(), 19U) << "the last one may wait for what follows";
  for (std::size_t i = 0; i < theirs.moves.size() && i < told.moves.size(); ++i)
    EXPECT_EQ(to_fen(theirs.moves[i].after.placement), to_fen(told.moves[i].after.placement));
}

TEST_F(FeedServerTest, TheDelayHoldsForItToo) {
  delay_ = 600s;
  serve();
  play(arbiter::recording("none", 1));
  feed_->tick();
  watch();
  ASSERT_TRUE(until([&] { return !last_position().empty(); }));
  EXPECT_EQ(last_position(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
  now_ += 600s;
  feed_->tick();
  ASSERT_TRUE(until([&] { return last_position() != "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"; }));
}

TEST_F(FeedServerTest, OnlyItsOwnPlaceIsAWebSocket) {
  serve();
  Stranger wrong{io_, feed_->port()};
  wrong.send(Stranger::hello("/api/v2"));
  EXPECT_THAT(read(wrong, [](const std::string&) { return false; }), StartsWith("HTTP/1.1 404 "));
  Stranger plain{io_, feed_->port()};
  plain.send("GET /api/v1.0 HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_THAT(read(plain, [](const std::string&) { return false; }), StartsWith("HTTP/1.1 426 "));
  Stranger noise{io_, feed_->port()};
  noise.send("\x16\x03\x01 this is no HTTP\r\n\r\n");
  EXPECT_EQ(read(noise, [](const std::string&) { return false; }), "");
  Stranger long_head{io_, feed_->port()};
  long_head.send("GET /api/v1.0 HTTP/1.1\r\nX: " + std::string(20'000, 'x') + "\r\n\r\n");
  EXPECT_EQ(read(long_head, [](const std::string&) { return false; }), "");
  EXPECT_TRUE(until([&] { return feed_->clients() == 0; }));
}

TEST_F(FeedServerTest, BombsAndMessagesThatAreTooLongDisturbNobodyElse) {
  serve();
  play(arbiter::recording("none", 1));
  feed_->tick();
  Stranger bomber{io_, feed_->port()};
  join(bomber);
  bomber.send(Stranger::frame(std::string(16'000, '[')));
  bomber.send(Stranger::frame(R"({"id":1,"call":"subscribe","param":)" + std::string(10'000, '{')));
  const auto refused = read(bomber, [](const std::string& text) {
    const auto first = text.find("\"error\"");
    return first != std::string::npos && text.find("\"error\"", first + 1) != std::string::npos;
  });
  EXPECT_THAT(refused, HasSubstr("this is no JSON object"));
  Stranger too_long{io_, feed_->port()};
  join(too_long);
  too_long.send(Stranger::frame(std::string(60'000, ' ')));
  read(too_long, [](const std::string&) { return false; });
  EXPECT_TRUE(until([&] { return feed_->clients() == 1; })) << "that one is closed";
  bomber.send(Stranger::frame(R"({"id":7,"call":"eboards"})"));
  EXPECT_THAT(
      read(bomber, [](const std::string& text) { return text.find("\"sim1\"") != std::string::npos; }),
      HasSubstr("\"id\":7"));
}

TEST_F(FeedServerTest, WhoNeverReadsIsNotAnsweredAnyMoreAndInTheEndDropped) {
  serve(512 * 1024);
  play(arbiter::recording("none", 1));
  feed_->tick();
  Stranger mute{io_, feed_->port()};
  mute.socket.set_option(asio::socket_base::receive_buffer_size{4096});
  join(mute);
  for (int feed = 0; feed < 1000; ++feed) {
    mute.send(Stranger::frame(R"({"id":1,"call":"subscribe","param":{"feed":"eboardevent","id":)" +
                              std::to_string(feed) + R"(,"param":{"serialnr":"sim1"}}})"));
    if (feed % 50 == 0) until([n = 0]() mutable { return ++n > 100; });
  }
  ASSERT_TRUE(until([&] { return feed_->clients() == 1; }));
  // It is told of a board that comes and goes, a thousand times each.
  record::Time t = hall_->game_at("sim-1")->game.now();
  for (int i = 0; i < 400 && feed_->clients() == 1; ++i) {
    t += 10s;
    record::Link link{t, i % 2 == 0 ? record::Link::State::lost : record::Link::State::restored,
                      "pulled out"};
    hall_->on("sim-1", std::vector<record::Record>{link});
    feed_->tick();
    until([n = 0]() mutable { return ++n > 20; });
  }
  EXPECT_EQ(feed_->clients(), 0U);
}

TEST_F(FeedServerTest, ThereIsRoomForSoManyPrograms) {
  serve();
  std::vector<std::unique_ptr<Stranger>> strangers;
  for (int i = 0; i < 10; ++i) strangers.push_back(std::make_unique<Stranger>(io_, feed_->port()));
  EXPECT_EQ(read(*strangers.back(), [](const std::string&) { return false; }), "") << "turned away";
  EXPECT_EQ(feed_->clients(), 4U);
  strangers.clear();
  EXPECT_TRUE(until([&] { return feed_->clients() == 0; }));
}

TEST_F(FeedServerTest, APortThatIsTakenIsSaid) {
  serve();
  FeedServer::Options options;
  options.port = feed_->port();
  const auto other = FeedServer::start(io_.get_executor(), *hall_, options);
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error(), HasSubstr("is a LiveChess running here?"));
}

}  // namespace
}  // namespace jadoube::broadcast
