// The server behind a proxy: each client is somebody, and comes over TLS or not.
#include <gmock/gmock.h>

#include "tests/server/running_server.hpp"

namespace jadoube::server {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// The server's clients come from this machine, which is the proxy: each names somebody else.
class BehindAProxy : public ::testing::Test {
 protected:
  static Server::Options options() {
    Server::Options options;
    options.proxies = {Network::parse("127.0.0.0/8").value(), Network::parse("10.0.0.0/8").value()};
    options.limits.connections_per_address = 3;
    options.limits.requests_per_second = 1;
    return options;
  }
  std::string ask(RawClient& client, const std::string& target, const std::string& headers) {
    client.send(get(target, headers));
    return client.read_answer();
  }
  RunningServer running{options()};
};

TEST_F(BehindAProxy, EachClientHasLimitsOfItsOwn) {
  RawClient proxy{running.port};
  for (int i = 0; i < 10; ++i)
    EXPECT_THAT(ask(proxy, "/", "X-Forwarded-For: 203.0.113.7\r\n"), Not(StartsWith("HTTP/1.1 429"))) << i;
  std::string answer;
  for (int i = 0; i < 1000 && !answer.starts_with("HTTP/1.1 429"); ++i)
    answer = ask(proxy, "/", "X-Forwarded-For: 203.0.113.7\r\n");
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 429"));
  RawClient again{running.port};
  EXPECT_THAT(ask(again, "/", "X-Forwarded-For: 203.0.113.8\r\n"), Not(StartsWith("HTTP/1.1 429")));
  EXPECT_THAT(ask(again, "/healthz", "X-Forwarded-For: 203.0.113.7\r\n"), StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(
      ask(again, "/api/v1/session",
          "X-Forwarded-For: 203.0.113.7\r\nAuthorization: Bearer " + running.tokens_of["viewer"] + "\r\n"),
      StartsWith("HTTP/1.1 200"));
}

TEST_F(BehindAProxy, WrongTokensOfOneClientLockOutNobodyElse) {
  const auto wrong = [&](const char* client) {
    RawClient proxy{running.port};
    return ask(proxy, "/api/v1/session",
               "Authorization: Bearer wrong\r\nX-Forwarded-For: " + std::string{client} + "\r\n");
  };
  for (int i = 0; i < LoginLimit::kFree; ++i) EXPECT_THAT(wrong("203.0.113.7"), StartsWith("HTTP/1.1 401"));
  EXPECT_THAT(wrong("203.0.113.7"), StartsWith("HTTP/1.1 429"));
  EXPECT_THAT(wrong("203.0.113.8"), StartsWith("HTTP/1.1 401"));
  EXPECT_THAT(running.hall.notes, Contains(HasSubstr("203.0.113.7")));
}

TEST_F(BehindAProxy, WhoHasTooManyConnectionsMakesRoomForItself) {
  std::vector<std::unique_ptr<RawClient>> strangers;
  for (int i = 0; i < 5; ++i) {
    strangers.push_back(std::make_unique<RawClient>(running.port));
    EXPECT_THAT(ask(*strangers.back(), "/healthz", "X-Forwarded-For: 203.0.113.7\r\n"),
                StartsWith("HTTP/1.1 200"));
  }
  EXPECT_EQ(strangers.front()->read_until_closed(), "");
  EXPECT_TRUE(strangers.front()->is_closed);
  const std::string known =
      "X-Forwarded-For: 203.0.113.9\r\nAuthorization: Bearer " + running.tokens_of["viewer"] + "\r\n";
  std::vector<std::unique_ptr<RawClient>> all;
  for (int i = 0; i < 3; ++i) {
    all.push_back(std::make_unique<RawClient>(running.port));
    EXPECT_THAT(ask(*all.back(), "/api/v1/session", known), StartsWith("HTTP/1.1 200"));
  }
  RawClient more{running.port};
  EXPECT_THAT(ask(more, "/api/v1/session", known), StartsWith("HTTP/1.1 429"));
}

TEST_F(BehindAProxy, TwoNamesForOneClientAreRefused) {
  RawClient proxy{running.port};
  EXPECT_THAT(ask(proxy, "/healthz", "X-Forwarded-For: 203.0.113.7\r\nForwarded: for=203.0.113.8\r\n"),
              StartsWith("HTTP/1.1 400"));
}

/// POST of a right token; `headers` are what a proxy adds.
std::string log_in(RunningServer& running, const std::string& headers) {
  const std::string body = R"({"token":")" + running.tokens_of["arbiter"] + "\"}";
  RawClient client{running.port};
  client.send(
      "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
      "application/json\r\nContent-Length: " +
      std::to_string(body.size()) + "\r\n" + headers + "\r\n" + body);
  return client.read_answer();
}

TEST_F(BehindAProxy, WhoComesToItOverTlsHasACookieForTlsAlone) {
  const std::string over_tls = "X-Forwarded-For: 203.0.113.7\r\nX-Forwarded-Proto: https\r\n";
  const std::string answer = log_in(running, over_tls);
  EXPECT_THAT(answer, HasSubstr("Set-Cookie: __Host-"));
  EXPECT_THAT(answer, HasSubstr("; Secure\r\n"));
  EXPECT_THAT(answer, HasSubstr("Strict-Transport-Security: max-age="));
  const std::size_t at = answer.find("Set-Cookie: ") + 12;
  const std::string cookie = "Cookie: " + answer.substr(at, answer.find(';', at) - at) + "\r\n";
  RawClient proxy{running.port};
  EXPECT_THAT(ask(proxy, "/api/v1/session", cookie + over_tls + "Origin: https://localhost\r\n"),
              StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(ask(proxy, "/api/v1/session", cookie + over_tls + "Origin: http://localhost\r\n"),
              StartsWith("HTTP/1.1 403"));
  EXPECT_THAT(ask(proxy, "/api/v1/session", cookie + "X-Forwarded-Proto: http\r\n"),
              StartsWith("HTTP/1.1 401"));
  EXPECT_THAT(ask(proxy, "/healthz", "X-Forwarded-Proto: gopher\r\n"), StartsWith("HTTP/1.1 400"));
  const std::string without = log_in(running, "X-Forwarded-For: 203.0.113.7\r\n");
  EXPECT_THAT(without, Not(HasSubstr("Secure")));
  EXPECT_THAT(without, Not(HasSubstr("Strict-Transport-Security")));
}

TEST(Server, BelievesNobodyButItsProxiesThatOneHasComeOverTls) {
  RunningServer running;
  const std::string answer = log_in(running, "X-Forwarded-Proto: https\r\n");
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(answer, Not(HasSubstr("Secure")));
  EXPECT_THAT(answer, Not(HasSubstr("Strict-Transport-Security")));
}

}  // namespace
}  // namespace jadoube::server
