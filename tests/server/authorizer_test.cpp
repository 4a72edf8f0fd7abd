// Who may come in: hosts, origins, tokens, cookies.
#include <gmock/gmock.h>

#include "server/authorizer.hpp"
#include "server/secret.hpp"
#include "tests/server/fake_hall.hpp"

namespace jadoube::server {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

Request from_here(std::vector<std::pair<std::string, std::string>> headers) {
  Request request;
  request.headers = std::move(headers);
  request.peer = {"127.0.0.1", "127.0.0.1", true, false};
  return request;
}

TEST(Host, IsOursByAddressLocalhostOrConfiguredName) {
  const std::vector<std::string> names{"arbiter.example.org"};
  for (const char* host :
       {"127.0.0.1", "127.0.0.1:8064", "localhost:9000", "LOCALHOST", "arbiter.example.org:8064"})
    EXPECT_TRUE(host_is_ours(from_here({{"Host", host}}), names)) << host;
  for (const char* host : {"",
                           "evil.example",
                           "127.0.0.2",
                           "127.0.0.1.evil.example",
                           "localhost.evil.example:8064",
                           "[::1]:8064",
                           "[::1",
                           "0.0.0.0:8064",
                           "a:b:c",
                           "127.0.0.1:8064@evil",
                           "localhost:@evil",
                           "evil@localhost",
                           "localhost:80a",
                           "localhost:65536",
                           "localhost:0",
                           "localhost:-1",
                           "localhost:+80",
                           "localhost: 80",
                           "localhost/",
                           "localhost,localhost"})
    EXPECT_FALSE(host_is_ours(from_here({{"Host", host}}), names)) << host;
  EXPECT_FALSE(host_is_ours(from_here({}), names));
  EXPECT_FALSE(host_is_ours(from_here({{"Host", "localhost"}, {"host", "localhost"}}), names));
}

TEST(Host, LocalhostIsNotOursFromElsewhere) {
  Request request = from_here({{"Host", "localhost"}});
  request.peer = {"192.0.2.9", "192.0.2.1", false, true};
  EXPECT_FALSE(host_is_ours(request, {}));
  request.headers = {{"Host", "192.0.2.1:8064"}};
  EXPECT_TRUE(host_is_ours(request, {}));
}

TEST(OriginOf, TellsOurPagesFromOthers) {
  const auto of = [](std::vector<std::pair<std::string, std::string>> headers, bool tls = false) {
    headers.emplace_back("Host", "localhost:8064");
    Request request = from_here(std::move(headers));
    request.peer.tls = tls;
    return origin_of(request);
  };
  EXPECT_EQ(of({}), Origin::untold);
  EXPECT_EQ(of({{"Origin", "http://localhost:8064"}}), Origin::ours);
  EXPECT_EQ(of({{"Sec-Fetch-Site", "same-origin"}}), Origin::ours);
  EXPECT_EQ(of({{"Sec-Fetch-Site", "none"}}), Origin::untold);
  EXPECT_EQ(of({{"Origin", "http://localhost:3000"}}), Origin::foreign) << "another port of this machine";
  EXPECT_EQ(of({{"Origin", "null"}}), Origin::foreign);
  EXPECT_EQ(of({{"Origin", "http://localhost:8064.evil.example"}}), Origin::foreign);
  EXPECT_EQ(of({{"Sec-Fetch-Site", "same-site"}}), Origin::foreign);
  EXPECT_EQ(of({{"Origin", "http://localhost:8064"}, {"Sec-Fetch-Site", "cross-site"}}), Origin::foreign);
  EXPECT_EQ(of({{"Origin", "http://localhost:8064"}}, true), Origin::foreign) << "TLS, and the page had none";
  EXPECT_EQ(of({{"Origin", "https://localhost:8064"}}, true), Origin::ours);
}

class TheAuthorizer : public ::testing::Test {
 protected:
  TheAuthorizer() { EXPECT_TRUE(tokens.add("tablet 2", arbiter::Role::arbiter, sha256_hex("right"))); }
  Request with_cookie(const std::string& set_cookie,
                      std::vector<std::pair<std::string, std::string>> headers = {}) {
    headers.emplace_back("Host", "localhost:8064");
    headers.emplace_back("Cookie", "other=1; " + set_cookie.substr(0, set_cookie.find(';')));
    return from_here(std::move(headers));
  }

  FakeHall hall;
  FakeTokens tokens;
  LoginBook logins{"", std::chrono::hours{1}, std::chrono::system_clock::now};
  Authorizer authorizer{hall, tokens, logins, {}, std::chrono::system_clock::now};
};

TEST_F(TheAuthorizer, KnowsABearerOfAToken) {
  const auto caller = authorizer.identify(from_here({{"Authorization", "bearer right"}}), true, false);
  ASSERT_TRUE(caller && *caller);
  EXPECT_EQ((*caller)->actor.name, "tablet 2");
  EXPECT_EQ((*caller)->actor.role, arbiter::Role::arbiter);
  EXPECT_EQ(tokens.touched, 1);
  EXPECT_TRUE(authorizer.identify(from_here({{"Authorization", "Bearer right"}}), true, false));
  EXPECT_EQ(tokens.touched, 1) << "that it is in use is not written down every time";
}

TEST_F(TheAuthorizer, RefusesWrongCredentialsAndSaysSoInTheAuditTrail) {
  for (const char* header : {"Bearer wrong", "Bearer", "Basic cmlnaHQ=", "right"}) {
    const auto caller = authorizer.identify(from_here({{"Authorization", header}}), false, false);
    ASSERT_FALSE(caller) << header;
    EXPECT_EQ(caller.error().status, 401U);
  }
  EXPECT_THAT(hall.notes, Contains(HasSubstr("127.0.0.1")));
  EXPECT_EQ(authorizer.refused_logins(), 4U);
}

TEST_F(TheAuthorizer, AnswersTooManyToWhoeverGoesOnGuessing) {
  for (int i = 0; i < LoginLimit::kFree; ++i)
    EXPECT_EQ(authorizer.log_in(from_here({}), "wrong").error().status, 401U);
  const std::size_t notes = hall.notes.size();
  EXPECT_EQ(authorizer.log_in(from_here({}), "wrong").error().status, 429U);
  EXPECT_EQ(hall.notes.size(), notes) << "the audit trail cannot be flooded";
  EXPECT_TRUE(authorizer.identify(from_here({{"Authorization", "Bearer right"}}), false, false))
      << "those who are in stay in";
  EXPECT_TRUE(authorizer.log_in(from_here({}), "right")) << "nobody can lock out others";
}

TEST_F(TheAuthorizer, GivesACookieThatScriptsCannotReadAndOtherSitesCannotSend) {
  const auto in = authorizer.log_in(from_here({}), "right");
  ASSERT_TRUE(in);
  for (const char* word : {"; HttpOnly", "; SameSite=Strict", "; Path=/", "; Max-Age=1209600"})
    EXPECT_THAT(in->set_cookie, HasSubstr(word));
  EXPECT_THAT(in->set_cookie, ::testing::Not(HasSubstr("Secure")));
  Request over_tls = from_here({});
  over_tls.peer.tls = true;
  EXPECT_THAT(authorizer.log_in(over_tls, "right")->set_cookie, HasSubstr("; Secure"));
  EXPECT_THAT(authorizer.log_in(over_tls, "right")->set_cookie, ::testing::StartsWith("__Host-"));
}

TEST_F(TheAuthorizer, BelievesACookieThatChangesSomethingOnlyFromAPageOfOurs) {
  const std::string cookie = authorizer.log_in(from_here({}), "right")->set_cookie;
  EXPECT_TRUE(*authorizer.identify(with_cookie(cookie), false, false));
  EXPECT_EQ(authorizer.identify(with_cookie(cookie), true, false).error().status, 403U);
  EXPECT_EQ(authorizer.identify(with_cookie(cookie), false, true).error().status, 403U);
  EXPECT_TRUE(authorizer.identify(with_cookie(cookie, {{"Origin", "http://localhost:8064"}}), true, false));
  EXPECT_TRUE(authorizer.identify(with_cookie(cookie, {{"Sec-Fetch-Site", "same-origin"}}), true, false));
}

TEST_F(TheAuthorizer, ForgetsWhoLogsOutOrWhoseTokenIsRevoked) {
  const std::string cookie = authorizer.log_in(from_here({}), "right")->set_cookie;
  EXPECT_THAT(authorizer.log_out(with_cookie(cookie)), HasSubstr("Max-Age=0"));
  EXPECT_FALSE(*authorizer.identify(with_cookie(cookie), false, false));
  const std::string other = authorizer.log_in(from_here({}), "right")->set_cookie;
  EXPECT_TRUE(tokens.revoke(1));
  EXPECT_FALSE(*authorizer.identify(with_cookie(other), false, false));
  EXPECT_FALSE(authorizer.is_valid(1));
}

}  // namespace
}  // namespace jadoube::server
