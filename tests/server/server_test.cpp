// The server as clients see it, byte by byte.
#include <gmock/gmock.h>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <future>
#include <utility>

#include <boost/asio/ssl.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/ssl/ssl_stream.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/beast/websocket/ssl.hpp>

#include "tests/server/running_server.hpp"
#include "tests/support/certificate.hpp"

namespace jadoube::server {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(Server, AnswersOneRequestAfterTheOtherOnOneConnection) {
  RunningServer running;
  RawClient client{running.port};
  client.send(get("/healthz"));
  EXPECT_THAT(client.read_answer(), StartsWith("HTTP/1.1 200 OK\r\n"));
  client.send(get("/api/v1/snapshot", "Authorization: Bearer viewer-token\r\n"));
  EXPECT_THAT(client.read_answer(), HasSubstr(R"("role":"viewer")"));
  client.send(get("/healthz", "Connection: close\r\n"));
  EXPECT_THAT(client.read_until_closed(), HasSubstr("\"ok\":true"));
  EXPECT_TRUE(client.is_closed);
}

TEST(Server, AnswersRequestsThatComeInOnePiece) {
  RunningServer running;
  RawClient client{running.port};
  client.send(get("/healthz") + get("/nothing") + get("/healthz", "Connection: close\r\n"));
  const std::string text = client.read_until_closed();
  EXPECT_THAT(text, HasSubstr("404 Not Found"));
  EXPECT_EQ(text.find("\"ok\":true"), text.find("\"ok\""));
  EXPECT_NE(text.rfind("\"ok\":true"), text.find("\"ok\":true"));
}

/// The head of a login that waits to be asked for its body.
std::string login_that_waits(std::string_view type) {
  return "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + std::string{type} +
         "\r\nContent-Length: 24\r\nExpect: 100-Continue\r\n\r\n";
}

TEST(Server, AsksForABodyThatWaitsToBeAskedFor) {
  RunningServer running;
  RawClient client{running.port};
  client.send(login_that_waits("application/json"));
  EXPECT_EQ(client.read_answer(), "HTTP/1.1 100 Continue\r\n\r\n");
  client.send(R"({"token":"viewer-token"})");
  EXPECT_THAT(client.read_answer(), StartsWith("HTTP/1.1 200 OK\r\n"));
  client.send(get("/healthz"));
  EXPECT_THAT(client.read_answer(), StartsWith("HTTP/1.1 200 OK\r\n"));
}

TEST(Server, RefusesABodyThatWaitsToBeAskedForByItsHeadAlone) {
  RunningServer running;
  RawClient client{running.port};
  client.send(login_that_waits("text/plain"));
  EXPECT_THAT(client.read_until_closed(), StartsWith("HTTP/1.1 415 "));
  EXPECT_TRUE(client.is_closed);
}

TEST(Server, DoesNotAskForABodyThatIsThereAlready) {
  RunningServer running;
  RawClient client{running.port};
  client.send(login_that_waits("application/json") + R"({"token":"viewer-token"})");
  EXPECT_THAT(client.read_answer(), StartsWith("HTTP/1.1 200 OK\r\n"));
}

/// A film that is read for as long as a test wants.
struct SlowFilm {
  std::promise<void> begun, is_read;
  arbiter::Later later() {
    return [this, first = std::make_shared<bool>(true)]() -> arbiter::Outcome<std::string> {
      if (std::exchange(*first, false)) begun.set_value();
      read_.wait();
      return std::string{R"({"film":7})"};
    };
  }

 private:
  std::shared_future<void> read_ = is_read.get_future().share();
};

const std::string kAskForFilm =
    get("/api/v1/boards/a/timeline?alert=7", "Authorization: Bearer viewer-token\r\n");

TEST(Server, GoesOnWhileAnAnswerTakesItsTime) {
  SlowFilm film;
  Server::Options options;
  options.limits.slow_answers = 1;
  RunningServer running{std::move(options)};
  running.on_its_thread([&] { running.hall.film = film.later(); });
  RawClient first{running.port};
  first.send(kAskForFilm);
  film.begun.get_future().wait();
  RawClient other{running.port};
  other.send(get("/healthz"));
  EXPECT_THAT(other.read_answer(), StartsWith("HTTP/1.1 200 OK\r\n"));
  other.send(kAskForFilm);
  EXPECT_THAT(other.read_answer(), AllOf(StartsWith("HTTP/1.1 503 "), HasSubstr("Try again in a moment.")));
  film.is_read.set_value();
  EXPECT_THAT(first.read_answer(), AllOf(StartsWith("HTTP/1.1 200 OK\r\n"), HasSubstr(R"({"film":7})")));
  first.send(kAskForFilm);
  EXPECT_THAT(first.read_answer(), HasSubstr(R"({"film":7})")) << "the connection goes on";
}

TEST(Server, ReadsPairingsOnAnotherThreadAndTakesThemInOnItsOwn) {
  RunningServer running;
  RawClient client{running.port};
  client.send(
      "POST /api/v1/tournament?round=5&start=bb%2F8+w+-+- HTTP/1.1\r\nHost: localhost\r\nAuthorization: "
      "Bearer arbiter-token\r\n"
      "Content-Type: text/csv\r\nContent-Length: 5\r\n\r\nboard");
  EXPECT_THAT(client.read_answer(), AllOf(StartsWith("HTTP/1.1 200 OK\r\n"), HasSubstr(R"({"bytes":5})")));
  running.on_its_thread([&] {
    EXPECT_EQ(running.hall.takes_in_on, std::this_thread::get_id());
    EXPECT_NE(running.hall.reads_on, std::thread::id{});
    EXPECT_NE(running.hall.reads_on, running.hall.takes_in_on);
    EXPECT_THAT(running.hall.notes, ElementsAre(HasSubstr("read round 5 from bb/8 w - -")));
  });
  client.send(
      "POST /api/v1/tournament?round=5&dry_run=1 HTTP/1.1\r\nHost: localhost\r\nAuthorization: "
      "Bearer arbiter-token\r\nContent-Type: text/csv\r\nContent-Length: 5\r\n\r\nboard");
  EXPECT_THAT(client.read_answer(), StartsWith("HTTP/1.1 200 OK\r\n"));
  running.on_its_thread(
      [&] { EXPECT_THAT(running.hall.notes, testing::Contains(HasSubstr("looked at round 5"))); });
  client.send(
      "POST /api/v1/tournament?round=5&dry_run=yes HTTP/1.1\r\nHost: localhost\r\nAuthorization: "
      "Bearer arbiter-token\r\nContent-Type: text/csv\r\nContent-Length: 5\r\n\r\nboard");
  EXPECT_THAT(client.read_answer(), StartsWith("HTTP/1.1 422 "));
}

TEST(Server, GivesFilesOfARoundToBeKeptAndNoneToAHallScreen) {
  RunningServer running;
  RawClient client{running.port};
  const auto ask = [&](const std::string& what, const std::string& token) {
    client.send("GET /api/v1/" + what + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token +
                "\r\n\r\n");
    return client.read_answer();
  };
  EXPECT_THAT(ask("round/games.pgn?round=3", "arbiter-token"),
              AllOf(StartsWith("HTTP/1.1 200 OK\r\n"), HasSubstr("application/x-chess-pgn"),
                    HasSubstr("attachment; filename=\"games.pgn\""), HasSubstr("games of round 3")));
  EXPECT_THAT(ask("round/games.doc", "arbiter-token"), StartsWith("HTTP/1.1 404 "));
  EXPECT_THAT(ask("round/games.pgn?round=0", "arbiter-token"), StartsWith("HTTP/1.1 422 "));
  EXPECT_THAT(ask("round/games.pgn", "hall-token"), StartsWith("HTTP/1.1 403 "));
  EXPECT_THAT(ask("boards/a/evidence?log=x", "arbiter-token"),
              AllOf(HasSubstr("attachment; filename=\"evidence.html\""), HasSubstr("<html>x")));
  EXPECT_THAT(ask("boards/a/evidence", "hall-token"), StartsWith("HTTP/1.1 403 "));
}

TEST(Server, GivesTheBroadcastToEverybodyAndOnlyIfItIsSet) {
  RunningServer closed;
  RawClient stranger{closed.port};
  stranger.send(get("/broadcast/round.pgn"));
  EXPECT_THAT(stranger.read_answer(), StartsWith("HTTP/1.1 404 "));

  Server::Options options;
  auto text = std::make_shared<const std::string>("1. e4 *");
  options.broadcast = [&text](unsigned round) { return round == 0 || round == 7 ? text : nullptr; };
  RunningServer running{std::move(options)};
  RawClient client{running.port};
  client.send(get("/broadcast/round-7.pgn"));
  const std::string answer = client.read_answer();
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 200 "));
  EXPECT_THAT(answer, HasSubstr("Content-Type: application/x-chess-pgn\r\n"));
  EXPECT_THAT(answer, testing::EndsWith("\r\n\r\n1. e4 *"));
  const auto at = answer.find("ETag: ") + 6;
  const std::string tag = answer.substr(at, answer.find("\r\n", at) - at);
  client.send(get("/broadcast/round.pgn", "If-None-Match: " + tag + "\r\n"));
  EXPECT_THAT(client.read([](const std::string& all) { return all.find("\r\n\r\n") != std::string::npos; }),
              StartsWith("HTTP/1.1 304 "));
  running.on_its_thread([&] { text = std::make_shared<const std::string>("1. e4 e5 *"); });
  client.send(get("/broadcast/round.pgn", "If-None-Match: " + tag + "\r\n"));
  EXPECT_THAT(client.read_answer(), testing::EndsWith("1. e4 e5 *"));
  for (const char* file : {"round-8.pgn", "round-0.pgn", "round-.pgn", "round--7.pgn", "round-7.csv",
                           "round-7.pgn.new", "round-99999999999999999999.pgn", "games.pgn", "..%2fstore"}) {
    client.send(get(std::string{"/broadcast/"} + file));
    EXPECT_THAT(client.read_answer(), StartsWith("HTTP/1.1 404 ")) << file;
  }
}

TEST(Server, EndsThoughAnswersAreUnderWay) {
  SlowFilm film;
  RunningServer running;
  running.on_its_thread([&] { running.hall.film = film.later(); });
  RawClient client{running.port};
  RawClient waiting{running.port};
  client.send(kAskForFilm);
  waiting.send(kAskForFilm);
  film.begun.get_future().wait();
  film.is_read.set_value();
}

TEST(Server, TellsTheBrowserToTrustNobodyElse) {
  RunningServer running;
  RawClient client{running.port};
  client.send(get("/"));
  const std::string page = client.read_answer();
  EXPECT_THAT(page, HasSubstr("Content-Security-Policy: default-src 'none'"));
  EXPECT_THAT(page, HasSubstr("frame-ancestors 'none'"));
  EXPECT_THAT(page, HasSubstr("X-Content-Type-Options: nosniff"));
  EXPECT_THAT(page, HasSubstr("Referrer-Policy: no-referrer"));
  EXPECT_THAT(page, Not(HasSubstr("Access-Control-Allow")));
}

TEST(Server, AnswersHeadWithoutABody) {
  RunningServer running;
  RawClient client{running.port};
  client.send("HEAD /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  const std::string text = client.read_until_closed();
  EXPECT_THAT(text, HasSubstr("Content-Length: "));
  EXPECT_TRUE(text.ends_with("\r\n\r\n")) << text;
}

TEST(Server, LogsInByTokenAndKnowsTheCookie) {
  RunningServer running;
  RawClient client{running.port};
  client.send(
      "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Content-Length: 25\r\n\r\n{\"token\":\"arbiter-token\"}");
  const std::string answer = client.read_answer();
  EXPECT_THAT(answer, HasSubstr(R"({"role":"arbiter","name":"the arbiter"})"));
  const std::size_t at = answer.find("Set-Cookie: ") + 12;
  const std::string cookie = answer.substr(at, answer.find(';', at) - at);
  client.send(get("/api/v1/session", "Cookie: " + cookie + "\r\n"));
  EXPECT_THAT(client.read_answer(), HasSubstr("the arbiter"));
  client.send("DELETE /api/v1/session HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nCookie: " +
              cookie + "\r\n\r\n");
  EXPECT_THAT(client.read_answer(), StartsWith("HTTP/1.1 200"));
  client.send(get("/api/v1/session", "Cookie: " + cookie + "\r\n"));
  EXPECT_THAT(client.read_answer(), StartsWith("HTTP/1.1 401"));
  running.on_its_thread([&] { EXPECT_THAT(running.hall.notes, Contains("the arbiter logged out")); });
}

TEST(Server, MakesAndRevokesTokens) {
  RunningServer running;
  RawClient client{running.port};
  const std::string admin = "Authorization: Bearer admin-token\r\n";
  client.send("POST /api/v1/tokens HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
              admin + "Content-Length: 35\r\n\r\n{\"name\":\"tablet 3\",\"role\":\"viewer\"}");
  const std::string made = client.read_answer();
  ASSERT_THAT(made, HasSubstr("\"id\":5,\"token\":\""));
  const std::size_t at = made.find("\"token\":\"") + 9;
  const std::string token = made.substr(at, 43);
  client.send(get("/api/v1/session", "Authorization: Bearer " + token + "\r\n"));
  EXPECT_THAT(client.read_answer(), HasSubstr(R"("name":"tablet 3")"));
  client.send(get("/api/v1/tokens", admin));
  const std::string list = client.read_answer();
  EXPECT_THAT(list, HasSubstr("tablet 3"));
  EXPECT_THAT(list, Not(HasSubstr(token)));
  client.send("DELETE /api/v1/tokens/5 HTTP/1.1\r\nHost: localhost\r\n" + admin + "\r\n");
  EXPECT_THAT(client.read_answer(), StartsWith("HTTP/1.1 200"));
  client.send(get("/api/v1/session", "Authorization: Bearer " + token + "\r\n"));
  EXPECT_THAT(client.read_answer(), StartsWith("HTTP/1.1 401"));
  client.send("DELETE /api/v1/tokens/4 HTTP/1.1\r\nHost: localhost\r\n" + admin + "\r\n");
  EXPECT_THAT(client.read_answer(), StartsWith("HTTP/1.1 409")) << "the last admin locks nobody out";
}

TEST(Server, CutsOffWhoeverNeverFinishesAsking) {
  Server::Options options;
  options.limits.to_ask = std::chrono::milliseconds{100};
  RunningServer running{options};
  RawClient client{running.port};
  client.send("GET /healthz HTTP/1.1\r\nHost: loc");
  EXPECT_THAT(client.read_until_closed(), AllOf(StartsWith("HTTP/1.1 408"), HasSubstr("too_slow")));
  EXPECT_TRUE(client.is_closed);
  RawClient halfway{running.port};
  halfway.send(
      "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Content-Length: 50\r\n\r\n{\"tok");
  EXPECT_THAT(halfway.read_until_closed(), StartsWith("HTTP/1.1 408"));
  RawClient silent{running.port};
  EXPECT_EQ(silent.read_until_closed(), "") << "it has asked for nothing";
  EXPECT_TRUE(silent.is_closed);
}

TEST(Server, ServesOthersWhileSomebodyAsksSlowly) {
  RunningServer running;
  RawClient slow{running.port};
  slow.send("GET /heal");
  RawClient quick{running.port};
  quick.send(get("/healthz"));
  EXPECT_THAT(quick.read_answer(), StartsWith("HTTP/1.1 200"));
  slow.send("thz HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_THAT(slow.read_answer(), StartsWith("HTTP/1.1 200"));
}

TEST(Server, AFloodOfStrangersKeepsOutNeitherArbitersNorMonitors) {
  Server::Options options;
  options.limits.connections = 16;
  options.limits.connections_kept = 4;
  RunningServer running{options};
  const std::string token = "Authorization: Bearer " + running.tokens_of["arbiter"] + "\r\n";
  RawClient before{running.port};
  before.send(get("/api/v1/session", token));
  EXPECT_THAT(before.read_answer(), StartsWith("HTTP/1.1 200"));

  std::vector<std::unique_ptr<RawClient>> flood;
  for (int i = 0; i < 60; ++i) {
    flood.push_back(std::make_unique<RawClient>(running.port));
    flood.back()->send("GET /healthz HTTP/1.1\r\n");
    if (i % 10 != 9) continue;
    RawClient arbiter{running.port};
    arbiter.send(get("/api/v1/session", token));
    EXPECT_THAT(arbiter.read_answer(), StartsWith("HTTP/1.1 200"));
    RawClient monitor{running.port};
    monitor.send(get("/healthz"));
    EXPECT_THAT(monitor.read_answer(), StartsWith("HTTP/1.1 200"));
  }
  before.send(get("/api/v1/session", token));
  EXPECT_THAT(before.read_answer(), StartsWith("HTTP/1.1 200")) << "who has shown a token makes no room";
  EXPECT_EQ(flood.front()->read_until_closed(), "");
  EXPECT_TRUE(flood.front()->is_closed) << "who came first makes room first";
  before.send(get("/metrics", token));
  const std::string numbers = before.read_answer();
  EXPECT_THAT(numbers, HasSubstr("jadoube_clients_dropped_total{reason=\"made_room\"}"));
  EXPECT_THAT(numbers, Not(HasSubstr("jadoube_clients_dropped_total{reason=\"made_room\"} 0\n")));
}

TEST(Server, HasRoomForSoManyWithATokenAndForAMonitorBeyond) {
  Server::Options options;
  options.limits.connections = 4;
  RunningServer running{options};
  const std::string token = "Authorization: Bearer " + running.tokens_of["viewer"] + "\r\n";
  std::vector<std::unique_ptr<RawClient>> known;
  for (int i = 0; i < 12; ++i) {
    known.push_back(std::make_unique<RawClient>(running.port));
    known.back()->send(get("/api/v1/session", token));
    EXPECT_THAT(known.back()->read_answer(), StartsWith("HTTP/1.1 200")) << i;
  }
  RawClient beyond{running.port};
  EXPECT_EQ(beyond.read_until_closed(), "");
  EXPECT_TRUE(beyond.is_closed);
  known.pop_back();
  for (int i = 0; i < 50; ++i) {
    RawClient later{running.port};
    later.send(get("/healthz"));
    if (!later.read_answer().empty()) return;
    std::this_thread::sleep_for(std::chrono::milliseconds{20});
  }
  ADD_FAILURE() << "those who left made no room";
}

TEST(Server, ShowsItsNumbersToPrometheusOnThisMachine) {
  Server::Options options;
  options.version = "1.2.3";
  options.commit = "0123456789ab";
  RunningServer running{std::move(options)};
  running.hall.health_now.updates = {5, 4, 3, 2, 1, 0, 6};
  running.hall.health_now.each_board = {{"a", 3, true}, {"b\"\\", 0, false}};
  RawClient client{running.port};
  client.send(get("/metrics"));
  const std::string text = client.read_answer();
  EXPECT_THAT(text, HasSubstr("Content-Type: text/plain; version=0.0.4"));
  EXPECT_THAT(text, HasSubstr("\njadoube_info{version=\"1.2.3\",commit=\"0123456789ab\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("\njadoube_disk_ok 1\n"));
  EXPECT_THAT(text, HasSubstr("# TYPE jadoube_scans_total counter\n"));
  EXPECT_THAT(text, HasSubstr("jadoube_updates_total{kind=\"board\"} 5\n"));
  EXPECT_THAT(text, HasSubstr("jadoube_updates_total{kind=\"server\"} 6\n"));
  EXPECT_THAT(text, HasSubstr("jadoube_http_connections 1\n"));
  EXPECT_THAT(text, HasSubstr("# TYPE jadoube_change_to_page_seconds histogram\n"));
  EXPECT_THAT(text, HasSubstr("jadoube_change_to_page_seconds_bucket{le=\"0.005\"} 0\n"));
  EXPECT_THAT(text, HasSubstr("jadoube_change_to_page_seconds_bucket{le=\"+Inf\"} 0\n"));
  EXPECT_THAT(text, HasSubstr("jadoube_change_to_page_seconds_sum 0.000000\n"));
  EXPECT_THAT(text, HasSubstr("jadoube_clients_dropped_total{reason=\"queue_full\"} 0\n"));
  EXPECT_THAT(text, HasSubstr("jadoube_board_link{board=\"a\",table=\"3\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("jadoube_board_link{board=\"b\\\"\\\\\",table=\"\"} 0\n"));
}

TEST(Server, IsNotWellWhenTheDiskIsNot) {
  RunningServer running;
  running.on_its_thread([&] { running.hall.health_now.disk_ok = false; });
  RawClient client{running.port};
  client.send(get("/healthz"));
  EXPECT_THAT(client.read_answer(), StartsWith("HTTP/1.1 503"));
}

TEST(Server, StaysOnThisMachineWithoutTls) {
  boost::asio::io_context io;
  FakeHall hall;
  FakeTokens tokens;
  Server::Options options;
  options.listen = {"0.0.0.0", 0};
  const auto server = Server::start(io.get_executor(), hall, tokens, options);
  ASSERT_FALSE(server);
  EXPECT_THAT(server.error(), HasSubstr("[tls]"));
}

TEST(Server, SaysThatAnotherProgramHasThePort) {
  RunningServer running;
  boost::asio::io_context io;
  FakeHall hall;
  FakeTokens tokens;
  Server::Options options;
  options.listen = {"127.0.0.1", running.port};
  const auto server = Server::start(io.get_executor(), hall, tokens, options);
  ASSERT_FALSE(server);
  EXPECT_THAT(server.error(), HasSubstr("--listen"));
}

TlsFiles make_certificate(const std::filesystem::path& folder) {
  const auto files = tests::make_certificate(folder);
  return {files.certificate, files.key};
}

TEST(Server, SpeaksTlsToThoseWhoKnowItsCertificate) {
  const std::filesystem::path folder = std::filesystem::path{::testing::TempDir()} / *make_secret();
  Server::Options options;
  options.tls = make_certificate(folder);
  RunningServer running{options};
  namespace ssl = boost::asio::ssl;
  boost::asio::io_context io;
  ssl::context context{ssl::context::tls_client};
  context.load_verify_file(options.tls->certificate);
  context.set_verify_mode(ssl::verify_peer);
  ssl::stream<boost::asio::ip::tcp::socket> stream{io, context};
  stream.next_layer().connect({boost::asio::ip::address_v4::loopback(), running.port});
  stream.handshake(ssl::stream_base::client);
  boost::asio::write(stream, boost::asio::buffer(get("/healthz")));
  std::array<char, 4096> buffer{};
  const std::size_t count = stream.read_some(boost::asio::buffer(buffer));
  EXPECT_THAT(
      (std::string{buffer.data(), count}),
      AllOf(StartsWith("HTTP/1.1 200"), HasSubstr("\r\nStrict-Transport-Security: max-age=2592000\r\n")));
  running.on_its_thread([&] {
    EXPECT_TRUE(running.server->set_tls(*options.tls));
    EXPECT_FALSE(running.server->set_tls({"/nowhere", "/nowhere"}));
  });
  RawClient without{running.port};
  without.send(get("/healthz"));
  EXPECT_THAT(without.read_until_closed(), Not(HasSubstr("HTTP/1.1 200")));
  std::filesystem::remove_all(folder);
}

TEST(Server, SpeaksTls12WithSuitesThatAuthenticateAndWithNoOthers) {
  const std::filesystem::path folder = std::filesystem::path{::testing::TempDir()} / *make_secret();
  Server::Options options;
  options.tls = make_certificate(folder);
  RunningServer running{options};
  namespace ssl = boost::asio::ssl;
  const auto handshake = [&](const char* suites) {
    boost::asio::io_context io;
    ssl::context context{ssl::context::tlsv12_client};
    EXPECT_EQ(SSL_CTX_set_cipher_list(context.native_handle(), suites), 1) << suites;
    ssl::stream<boost::asio::ip::tcp::socket> stream{io, context};
    stream.next_layer().connect({boost::asio::ip::address_v4::loopback(), running.port});
    boost::system::error_code error;
    stream.handshake(ssl::stream_base::client, error);
    return !error;
  };
  EXPECT_TRUE(handshake("ECDHE-ECDSA-AES128-GCM-SHA256"));
  EXPECT_TRUE(handshake("ECDHE-ECDSA-CHACHA20-POLY1305"));
  EXPECT_FALSE(handshake("ECDHE-ECDSA-AES128-SHA"));
  EXPECT_FALSE(handshake("ECDHE-ECDSA-AES256-SHA384"));
  std::filesystem::remove_all(folder);
}

TEST(Server, SpeaksWebSocketOverTls) {
  const std::filesystem::path folder = std::filesystem::path{::testing::TempDir()} / *make_secret();
  Server::Options options;
  options.tls = make_certificate(folder);
  RunningServer running{options};
  namespace ssl = boost::asio::ssl;
  namespace websocket = boost::beast::websocket;
  boost::asio::io_context io;
  ssl::context context{ssl::context::tls_client};
  context.load_verify_file(options.tls->certificate);
  context.set_verify_mode(ssl::verify_peer);
  websocket::stream<boost::beast::ssl_stream<boost::asio::ip::tcp::socket>> stream{io, context};
  stream.next_layer().next_layer().connect({boost::asio::ip::address_v4::loopback(), running.port});
  stream.next_layer().handshake(ssl::stream_base::client);
  stream.set_option(websocket::stream_base::decorator([](websocket::request_type& request) {
    request.set(boost::beast::http::field::authorization, "Bearer viewer-token");
  }));
  stream.handshake("localhost", "/api/v1/live");
  const auto read = [&] {
    boost::beast::flat_buffer buffer;
    stream.read(buffer);
    return boost::beast::buffers_to_string(buffer.data());
  };
  stream.write(boost::asio::buffer(std::string_view{R"({"watch":["a"]})"}));
  EXPECT_THAT(read(), HasSubstr(R"("type":"snapshot")"));
  // Larger than a record of TLS, and many that go out together.
  const std::string large(100'000, 'x');
  running.on_its_thread([&] {
    running.hall.tell(large);
    for (int i = 0; i < 200; ++i) running.hall.tell(std::to_string(i));
  });
  EXPECT_EQ(read(), large);
  for (int i = 0; i < 200; ++i) EXPECT_EQ(read(), std::to_string(i));
  stream.write(boost::asio::buffer(std::string_view{R"({"ping":5})"}));
  EXPECT_THAT(read(), HasSubstr(R"("n":5)"));
  // Once both have said that it is over, TLS is not closed in its own words as well.
  boost::beast::error_code ignored;
  stream.close(websocket::close_code::normal, ignored);
  EXPECT_EQ(stream.reason().code, websocket::close_code::normal);
  std::filesystem::remove_all(folder);
}

TEST(Server, NamesTheCertificateThatItCannotRead) {
  boost::asio::io_context io;
  FakeHall hall;
  FakeTokens tokens;
  Server::Options options;
  options.tls = {"/nowhere/certificate.pem", "/nowhere/key.pem"};
  const auto server = Server::start(io.get_executor(), hall, tokens, options);
  ASSERT_FALSE(server);
  EXPECT_THAT(server.error(), HasSubstr("/nowhere/certificate.pem"));
}

}  // namespace
}  // namespace jadoube::server
