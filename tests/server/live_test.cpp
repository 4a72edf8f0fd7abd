// Live clients: what they are told, in which order, and what becomes of one that does not keep up.
#include <gmock/gmock.h>

#include <numeric>

#include <boost/asio/write.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>

#include "tests/server/running_server.hpp"

namespace jadoube::server {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
namespace websocket = boost::beast::websocket;

class LiveClient {
 public:
  LiveClient(RunningServer& running, const std::string& role)
      : LiveClient{running.port, "Bearer " + role + "-token"} {}
  LiveClient(std::uint16_t port, const std::string& authorization) {
    stream_.next_layer().connect({boost::asio::ip::address_v4::loopback(), port});
    timeval limit{5, 0};
    ::setsockopt(stream_.next_layer().native_handle(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    stream_.set_option(websocket::stream_base::decorator([&](websocket::request_type& request) {
      request.set(boost::beast::http::field::authorization, authorization);
    }));
    stream_.handshake("localhost", "/api/v1/live", error);
  }
  void send(std::string_view text) { stream_.write(boost::asio::buffer(text.data(), text.size()), error); }
  /// The next message; "closed: CODE REASON" when there is none any more.
  std::string read() {
    boost::beast::flat_buffer buffer;
    stream_.read(buffer, error);
    if (!error) return boost::beast::buffers_to_string(buffer.data());
    return "closed: " + std::to_string(stream_.reason().code) + ' ' +
           std::string{stream_.reason().reason.data(), stream_.reason().reason.size()};
  }
  int native_handle() { return stream_.next_layer().native_handle(); }

  boost::beast::error_code error;

 private:
  boost::asio::io_context io_;
  websocket::stream<boost::asio::ip::tcp::socket> stream_{io_};
};

TEST(Live, BeginsWithASnapshotAndGoesOnWithUpdates) {
  RunningServer running;
  LiveClient client{running, "viewer"};
  EXPECT_THAT(client.read(), HasSubstr(R"("type":"snapshot","seq":0,"role":"viewer")"));
  running.on_its_thread([&] { running.hall.tell("one"); });
  running.on_its_thread([&] { running.hall.tell("two"); });
  EXPECT_EQ(client.read(), "one");
  EXPECT_EQ(client.read(), "two");
}

TEST(Live, MissesNothingAfterSince) {
  RunningServer running;
  running.on_its_thread([&] {
    for (const char* text : {"one", "two", "three"}) running.hall.tell(text);
  });
  LiveClient client{running, "viewer"};
  client.send(R"({"since":1})");
  EXPECT_EQ(client.read(), "two");
  EXPECT_EQ(client.read(), "three");
  running.on_its_thread([&] { running.hall.tell("four"); });
  EXPECT_EQ(client.read(), "four");
}

TEST(Live, BeginsAnewIfWhatWasMissedIsNoLongerKept) {
  RunningServer running;
  running.on_its_thread([&] {
    for (const char* text : {"one", "two", "three"}) running.hall.tell(text);
    running.hall.forgotten = 2;
  });
  for (const char* since : {R"({"since":1})", R"({"since":99})"}) {
    LiveClient client{running, "viewer"};
    client.send(since);
    EXPECT_THAT(client.read(), HasSubstr("\"seq\":3"));
  }
}

TEST(Live, TellsTheHallOnlyWhatPlayersMayKnow) {
  RunningServer running;
  LiveClient client{running, "hall"};
  EXPECT_THAT(client.read(), HasSubstr(R"("role":"hall")"));
  running.on_its_thread([&] {
    running.hall.tell("a secret");
    running.hall.tell("the position, and a secret", "the position");
  });
  EXPECT_EQ(client.read(), "the position");
}

TEST(Live, SendsLinesAndScansOnlyOfWatchedBoards) {
  RunningServer running;
  LiveClient client{running, "viewer"};
  client.send(R"({"watch":["b"]})");
  EXPECT_THAT(client.read(), HasSubstr("snapshot"));
  running.on_its_thread([&] {
    running.hall.tell("scan of a", {}, "a", arbiter::Update::Kind::scan);
    running.hall.tell("scan of b", {}, "b", arbiter::Update::Kind::scan);
  });
  EXPECT_EQ(client.read(), "scan of b");
  client.send(R"({"watch":["a"]})");
  client.send(R"({"ping":4})");
  EXPECT_EQ(client.read(), R"({"type":"pong","n":4})");
  running.on_its_thread([&] {
    running.hall.tell("scan of b", {}, "b", arbiter::Update::Kind::scan);
    running.hall.tell("scan of a", {}, "a", arbiter::Update::Kind::scan);
  });
  EXPECT_EQ(client.read(), "scan of a");
}

TEST(Live, ClosesOnAnythingElseAndSaysWhy) {
  RunningServer running;
  for (const char* text : {"hello", R"({"shout":1})", R"({"watch":7})"}) {
    LiveClient client{running, "viewer"};
    client.send(text);
    std::string answer = client.read();
    if (answer.find("snapshot") != std::string::npos) answer = client.read();
    EXPECT_THAT(answer, ::testing::StartsWith("closed: 1008 ")) << text;
    EXPECT_GT(answer.size(), 13U);
  }
}

TEST(Live, IsClosedToThoseWithoutAToken) {
  RunningServer running;
  EXPECT_TRUE((LiveClient{running.port, "Bearer wrong"}.error));
}

TEST(Live, EndsForATokenThatIsRevoked) {
  RunningServer running;
  LiveClient client{running, "viewer"};
  EXPECT_THAT(client.read(), HasSubstr("snapshot"));
  RawClient admin{running.port};
  admin.send(
      "DELETE /api/v1/tokens/2 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer admin-token\r\n\r\n");
  EXPECT_THAT(admin.read_answer(), HasSubstr("200 OK"));
  EXPECT_THAT(client.read(), HasSubstr("closed: 1008 this token is no longer valid"));
}

TEST(Live, DropsWhoDoesNotReadAndKeepsServingTheOthers) {
  Server::Options options;
  options.limits.queue_messages = 50;
  RunningServer running{options};
  LiveClient slow{running, "viewer"};
  LiveClient quick{running, "viewer"};
  EXPECT_THAT(slow.read(), HasSubstr("snapshot"));
  EXPECT_THAT(quick.read(), HasSubstr("snapshot"));
  const std::string large(100'000, 'x');
  // What is not read fills the buffers of the system first.
  for (int i = 0; i < 300; ++i) {
    running.on_its_thread([&] { running.hall.tell(large); });
    ASSERT_EQ(quick.read().size(), large.size());
  }
  running.on_its_thread([&] { EXPECT_EQ(running.server->counts().slow_clients, 1U); });
  std::string last;
  while (!slow.error) last = slow.read();
  EXPECT_THAT(last, HasSubstr("closed"));
}

TEST(Live, MeasuresHowLongAChangeTakesToAClient) {
  RunningServer running;
  LiveClient client{running, "viewer"};
  EXPECT_THAT(client.read(), HasSubstr("snapshot"));
  running.on_its_thread([&] { running.hall.tell("old"); });
  EXPECT_EQ(client.read(), "old");
  running.hall.changed = std::chrono::steady_clock::now() - std::chrono::seconds{3};
  running.on_its_thread([&] { running.hall.tell("one"); });
  EXPECT_EQ(client.read(), "one");
  running.on_its_thread([&] { running.hall.tell("after it"); });
  EXPECT_EQ(client.read(), "after it");
  running.on_its_thread([&] {
    const Histogram& measured = running.server->counts().to_page;
    EXPECT_GE(measured.counts.at(9) + measured.counts.at(10), 1U) << "between 2.5 and 5 seconds, or more";
    EXPECT_EQ(std::accumulate(measured.counts.begin(), measured.counts.begin() + 9, 0U), 0U);
    EXPECT_GE(measured.sum, 3);
  });
}

TEST(Live, CountsWhyItDropsAClient) {
  RunningServer running;
  LiveClient client{running, "viewer"};
  EXPECT_THAT(client.read(), HasSubstr("snapshot"));
  client.send("nonsense");
  EXPECT_THAT(client.read(), HasSubstr("closed: 1008"));
  RawClient noise{running.port};
  noise.send("noise\r\n\r\n");
  EXPECT_THAT(noise.read_answer(), HasSubstr(" 400 "));
  running.on_its_thread([&] {
    const Counts& counts = running.server->counts();
    EXPECT_EQ(counts.dropped.at(static_cast<std::size_t>(Drop::bad_message)), 1U);
    EXPECT_EQ(counts.dropped.at(static_cast<std::size_t>(Drop::not_http)), 1U);
  });
}

TEST(Live, SaysThatTheServerEnds) {
  RunningServer running;
  LiveClient client{running, "viewer"};
  EXPECT_THAT(client.read(), HasSubstr("snapshot"));
  running.on_its_thread([&] { running.server->stop(); });
  EXPECT_THAT(client.read(), HasSubstr("the server ends"));
}

std::string events(const std::string& role, std::string_view query = "", std::string_view more = "") {
  return "GET /api/v1/events" + std::string{query} +
         " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + role + "-token\r\n" + std::string{more} +
         "\r\n";
}
std::function<bool(const std::string&)> has(std::string word) {
  return [word = std::move(word)](const std::string& text) { return text.find(word) != std::string::npos; };
}

TEST(Events, AreTheSameMessagesNumbered) {
  RunningServer running;
  RawClient client{running.port};
  client.send(events("viewer", "?watch=b"));
  EXPECT_THAT(client.read(has("\"alerts\":[]}\n\n")), HasSubstr("Content-Type: text/event-stream\r\n"));
  running.on_its_thread([&] {
    running.hall.tell("one");
    running.hall.tell("scan of a", {}, "a", arbiter::Update::Kind::scan);
    running.hall.tell("scan of b", {}, "b", arbiter::Update::Kind::scan);
  });
  EXPECT_EQ(client.read(has("id: 3\ndata: scan of b\n\n")), "id: 1\ndata: one\n\nid: 3\ndata: scan of b\n\n");
}

TEST(Events, GoOnAfterTheLastEventThatTheBrowserHas) {
  RunningServer running;
  running.on_its_thread([&] {
    for (const char* text : {"one", "two", "three"}) running.hall.tell(text);
  });
  RawClient client{running.port};
  client.send(events("viewer", "?since=0", "Last-Event-ID: 2\r\n"));
  const std::string text = client.read(has("three\n\n"));
  EXPECT_THAT(text, HasSubstr("id: 3\ndata: three\n\n"));
  EXPECT_THAT(text, Not(HasSubstr("two")));
}

TEST(Events, EndWithTheClient) {
  RunningServer running;
  {
    RawClient client{running.port};
    client.send(events("hall"));
    EXPECT_THAT(client.read(has("snapshot")), HasSubstr("snapshot"));
    running.on_its_thread([&] { EXPECT_EQ(running.server->counts().live_clients, 1U); });
  }
  std::uint64_t clients = 1;
  for (int i = 0; i < 100 && clients != 0; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds{10});
    running.on_its_thread([&] { clients = running.server->counts().live_clients; });
  }
  EXPECT_EQ(clients, 0U);
}

}  // namespace
}  // namespace jadoube::server
