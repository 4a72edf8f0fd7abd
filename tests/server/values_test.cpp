// What needs no connection: targets, routes, tokens, limits of logging in.
#include <gmock/gmock.h>

#include <filesystem>

#include <fstream>
#include <set>
#include <sstream>

#include "server/arbiter_entry.hpp"
#include "server/clients.hpp"
#include "server/live_request.hpp"
#include "server/login_book.hpp"
#include "server/login_limit.hpp"
#include "server/page.hpp"
#include "server/private_file.hpp"
#include "server/routes.hpp"
#include "server/secret.hpp"
#include "server/server.hpp"

namespace jadoube::server {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Target, IsTakenApartAndDecoded) {
  const auto target = parse_target("/api/v1/boards/tcp%3Ab%2F1/timeline?from_us=5&note=a+b%26c&empty");
  ASSERT_TRUE(target);
  EXPECT_THAT(target->path, ElementsAre("api", "v1", "boards", "tcp:b/1", "timeline"));
  EXPECT_EQ(target->parameter("from_us"), "5");
  EXPECT_EQ(target->parameter("note"), "a b&c");
  EXPECT_EQ(target->parameter("empty"), "");
  EXPECT_EQ(target->parameter("to_us"), std::nullopt);
  EXPECT_THAT(parse_target("/")->path, ElementsAre(""));
}

TEST(Target, IsRefusedIfItCannotBeMeant) {
  for (const char* text : {"", "*", "http://elsewhere/", "/%", "/%4", "/%zz", "/a/../b", "/%2e%2e/b",
                           "/a%00b", "/a%0ab", "/?a=%q"})
    EXPECT_FALSE(parse_target(text)) << text;
  EXPECT_FALSE(parse_target("/" + std::string(8001, 'a')));
  EXPECT_FALSE(parse_target(std::string(100, '/')));
}

TEST(Routes, AreFoundByMethodAndPath) {
  const auto at = [](Method method, std::string_view target) { return match(method, *parse_target(target)); };
  const Match board = at(Method::get, "/api/v1/boards/x");
  ASSERT_NE(board.route, nullptr);
  EXPECT_EQ(board.route->ask, Ask::board);
  EXPECT_THAT(board.parameters, ElementsAre("x"));
  EXPECT_EQ(at(Method::head, "/healthz").route->ask, Ask::health);
  EXPECT_EQ(at(Method::get, "/assets/index.js").route->ask, Ask::page);
  EXPECT_EQ(at(Method::post, "/api/v1/boards/x").allowed, "GET, DELETE");
  EXPECT_EQ(at(Method::put, "/api/v1/session").allowed, "POST, GET, DELETE");
  EXPECT_EQ(at(Method::not_here, "/").allowed, "GET");
  EXPECT_EQ(at(Method::get, "/api/v1/nothing").route, nullptr);
  EXPECT_EQ(at(Method::get, "/api/v1/nothing").allowed, "");
  EXPECT_EQ(at(Method::get, "/api/v1/boards/").route, nullptr);
  EXPECT_EQ(at(Method::get, "/api/v1/boards/x/moves/1").route, nullptr);
}

/// "get /api/v1/session" for every operation of docs/openapi.yaml: lines "  /path:" and "    get:" under
/// paths.
std::set<std::string> operations_of_the_document() {
  std::ifstream file{"docs/openapi.yaml"};
  std::set<std::string> operations;
  std::string line;
  std::string path;
  bool in_paths = false;
  while (std::getline(file, line)) {
    if (!line.empty() && line[0] != ' ' && line[0] != '#') in_paths = line == "paths:";
    if (!in_paths || line.size() < 4 || !line.ends_with(':')) continue;
    if (line.starts_with("  /")) path = line.substr(2, line.size() - 3);
    if (!line.starts_with("    ") || line[4] == ' ') continue;
    const std::string method = line.substr(4, line.size() - 5);
    if (method != "parameters") operations.insert(method + ' ' + path);
  }
  return operations;
}

TEST(Routes, AreThoseOfTheOpenApiDocument) {
  std::set<std::string> ours;
  for (const Route& route : routes()) {
    constexpr std::array<const char*, 5> methods{"get", "head", "post", "put", "delete"};
    ours.insert(std::string{methods[static_cast<std::size_t>(route.method)]} + ' ' + std::string{route.path});
  }
  EXPECT_EQ(operations_of_the_document(), ours);
}

TEST(Secret, IsLongRandomAndFitForAnAddress) {
  const auto one = make_secret();
  const auto other = make_secret();
  ASSERT_TRUE(one && other);
  EXPECT_EQ(one->size(), 43U);
  EXPECT_NE(*one, *other);
  EXPECT_EQ(one->find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"),
            std::string::npos);
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(LoginLimit, StopsAnAddressThatGuessesAndNoOther) {
  LoginLimit limit;
  const LoginLimit::Time now{std::chrono::hours{1}};
  for (int i = 0; i < LoginLimit::kFree; ++i) {
    EXPECT_TRUE(limit.may_try("192.0.2.1", now));
    limit.failed("192.0.2.1", now);
  }
  EXPECT_FALSE(limit.may_try("192.0.2.1", now));
  EXPECT_TRUE(limit.may_try("192.0.2.2", now));
  EXPECT_FALSE(limit.may_try("192.0.2.1", now + std::chrono::seconds{20}));
  EXPECT_TRUE(limit.may_try("192.0.2.1", now + std::chrono::seconds{31}));
}

TEST(LoginLimit, LeavesOneAttemptToEachWhenManyGuess) {
  LoginLimit limit;
  const LoginLimit::Time now{std::chrono::hours{1}};
  for (int i = 0; i < LoginLimit::kFreeInAll; ++i) limit.failed("2001:db8:" + std::to_string(i) + "::1", now);
  EXPECT_TRUE(limit.may_try("192.0.2.9", now));
  limit.failed("192.0.2.9", now);
  EXPECT_FALSE(limit.may_try("192.0.2.9", now));
}

TEST(LoginLimit, TakesANetworkOfIpV6ForOneAddress) {
  EXPECT_EQ(network_of("2001:db8:1:2:3:4:5:6"), network_of("2001:db8:1:2::9"));
  EXPECT_NE(network_of("2001:db8:1:2::1"), network_of("2001:db8:1:3::1"));
  EXPECT_NE(network_of("192.0.2.1"), network_of("192.0.2.2"));
}

TEST(Clients, ANetworkIsAnAddressAndPerhapsItsLength) {
  const auto in = [](const char* network, const char* address) {
    return Network::parse(network).value().contains(boost::asio::ip::make_address(address));
  };
  EXPECT_TRUE(in("192.0.2.7", "192.0.2.7"));
  EXPECT_FALSE(in("192.0.2.7", "192.0.2.8"));
  EXPECT_TRUE(in("192.0.2.0/25", "192.0.2.127"));
  EXPECT_FALSE(in("192.0.2.0/25", "192.0.2.128"));
  EXPECT_TRUE(in("0.0.0.0/0", "203.0.113.1"));
  EXPECT_FALSE(in("0.0.0.0/0", "::1"));
  EXPECT_TRUE(in("2001:db8::/33", "2001:db8:7fff::1"));
  EXPECT_FALSE(in("2001:db8::/33", "2001:db8:8000::1"));
  for (const char* wrong : {"", "/", "192.0.2", "192.0.2.0/33", "192.0.2.0/", "192.0.2.0/-1", "192.0.2.0/8x",
                            "proxy", "2001:db8::/129", "192.0.2.0/24/8", "*", " 192.0.2.0"})
    EXPECT_FALSE(Network::parse(wrong)) << wrong;
}

TEST(Clients, AreWhomTheNearestProxyOfOursNames) {
  const std::vector<Network> proxies{Network::parse("127.0.0.1").value(),
                                     Network::parse("10.0.0.0/8").value()};
  const auto behind = [&](const std::string& peer, std::vector<std::pair<std::string, std::string>> headers) {
    Request request;
    request.peer.address = peer;
    request.headers = std::move(headers);
    const auto client = client_behind(proxies, request);
    return client ? client->value_or("itself") : "refused";
  };
  EXPECT_EQ(behind("192.0.2.1", {{"X-Forwarded-For", "203.0.113.7"}}), "itself") << "no proxy of ours";
  EXPECT_EQ(behind("127.0.0.1", {}), "127.0.0.1");
  EXPECT_EQ(behind("127.0.0.1", {{"X-Forwarded-For", "203.0.113.7"}}), "203.0.113.7");
  EXPECT_EQ(behind("127.0.0.1", {{"x-forwarded-for", " 198.51.100.1 , 203.0.113.7 "}}), "203.0.113.7")
      << "what the client has said of itself stands before";
  EXPECT_EQ(behind("127.0.0.1",
                   {{"X-Forwarded-For", "198.51.100.1"}, {"X-Forwarded-For", "203.0.113.7, 10.1.2.3"}}),
            "203.0.113.7");
  EXPECT_EQ(behind("10.1.1.1", {{"X-Forwarded-For", "10.2.2.2"}}), "10.2.2.2");
  EXPECT_EQ(behind("127.0.0.1", {{"X-Forwarded-For", "203.0.113.7:4711"}}), "203.0.113.7");
  EXPECT_EQ(behind("127.0.0.1", {{"X-Forwarded-For", "[2001:db8::7]:4711"}}), "2001:db8::7");
  EXPECT_EQ(behind("127.0.0.1", {{"X-Forwarded-For", "2001:db8::7"}}), "2001:db8::7");
  EXPECT_EQ(behind("127.0.0.1", {{"X-Forwarded-For", "::ffff:203.0.113.7"}}), "203.0.113.7");
  EXPECT_EQ(behind("127.0.0.1",
                   {{"Forwarded", "for=198.51.100.1, For=\"[2001:db8::7]:4711\";proto=https;by=10.0.0.1"}}),
            "2001:db8::7");
  for (const char* nobody : {"unknown", "_hidden", "", ",", "203.0.113.7,", "203.0.113.999", "x:y"})
    EXPECT_EQ(behind("127.0.0.1", {{"X-Forwarded-For", nobody}}), "127.0.0.1") << nobody;
  EXPECT_EQ(behind("127.0.0.1", {{"X-Forwarded-For", "203.0.113.7"}, {"Forwarded", "for=203.0.113.7"}}),
            "203.0.113.7");
  EXPECT_EQ(behind("127.0.0.1", {{"X-Forwarded-For", "203.0.113.7"}, {"Forwarded", "for=203.0.113.8"}}),
            "refused");
}

TEST(Clients, HaveComeOverTlsIfTheProxySaysSo) {
  const std::vector<Network> proxies{Network::parse("127.0.0.1").value(),
                                     Network::parse("10.0.0.0/8").value()};
  const auto tls = [&](const std::string& peer, std::vector<std::pair<std::string, std::string>> headers) {
    Request request;
    request.peer.address = peer;
    request.headers = std::move(headers);
    const auto said = tls_behind(proxies, request);
    return !said ? "refused" : !*said ? "untold" : **said ? "yes" : "no";
  };
  EXPECT_STREQ(tls("192.0.2.1", {{"X-Forwarded-Proto", "https"}}), "untold") << "no proxy of ours";
  EXPECT_STREQ(tls("127.0.0.1", {}), "untold");
  EXPECT_STREQ(tls("127.0.0.1", {{"X-Forwarded-Proto", "https"}}), "yes");
  EXPECT_STREQ(tls("127.0.0.1", {{"X-Forwarded-Proto", "HTTP"}}), "no");
  EXPECT_STREQ(tls("127.0.0.1", {{"X-Forwarded-Proto", "wss"}}), "yes");
  EXPECT_STREQ(tls("127.0.0.1", {{"X-Forwarded-Proto", "https, http"}}), "no")
      << "what the client has said of itself stands before";
  EXPECT_STREQ(tls("127.0.0.1", {{"Forwarded", "for=203.0.113.7;proto=https"}}), "yes");
  EXPECT_STREQ(tls("127.0.0.1", {{"Forwarded",
                                  "for=198.51.100.1;proto=http, for=203.0.113.7;proto=https, "
                                  "for=10.1.2.3;proto=http"}}),
               "yes")
      << "of the hop of the client, and not of that between two proxies";
  EXPECT_STREQ(tls("127.0.0.1", {{"Forwarded", "proto=https"}}), "untold") << "of whom is not said";
  EXPECT_STREQ(
      tls("127.0.0.1", {{"X-Forwarded-Proto", "http"}, {"Forwarded", "for=203.0.113.7;proto=https"}}),
      "refused");
  for (const char* nothing : {"ftp", "https://", "on"})
    EXPECT_STREQ(tls("127.0.0.1", {{"X-Forwarded-Proto", nothing}}), "refused") << nothing;
}

TEST(PrivateFile, IsNotReadableForAllAsAKeyMayBe) {
  const std::string path = ::testing::TempDir() + "/key-" + *make_secret();
  ASSERT_TRUE(write_private_file(path, "key"));
  EXPECT_FALSE(is_readable_for_all(path));
  std::filesystem::permissions(path, std::filesystem::perms::others_read, std::filesystem::perm_options::add);
  EXPECT_TRUE(is_readable_for_all(path));
  std::remove(path.c_str());
  EXPECT_FALSE(is_readable_for_all(path));
  EXPECT_FALSE(is_readable_for_all(""));
}

TEST(LoginBook, RemembersWhoIsLoggedInOverARestart) {
  const std::string path = ::testing::TempDir() + "/sessions-" + *make_secret();
  SystemTime now = std::chrono::system_clock::now();
  const auto clock = [&] { return now; };
  std::string cookie;
  {
    LoginBook book{path, std::chrono::hours{1}, clock};
    cookie = *book.open(3);
    EXPECT_EQ(book.token_of(cookie), 3U);
    EXPECT_EQ(book.token_of("another"), std::nullopt);
  }
  EXPECT_THAT(*read_private_file(path), ::testing::Not(HasSubstr(cookie)));
  LoginBook book{path, std::chrono::hours{1}, clock};
  EXPECT_EQ(book.token_of(cookie), 3U);
  now += std::chrono::minutes{61};
  EXPECT_EQ(book.token_of(cookie), std::nullopt);
  std::remove(path.c_str());
}

TEST(LoginBook, EndsSessionsOfARevokedToken) {
  LoginBook book{"", std::chrono::hours{1}, std::chrono::system_clock::now};
  const std::string one = *book.open(1);
  const std::string other = *book.open(2);
  book.close_all_of(1);
  EXPECT_EQ(book.token_of(one), std::nullopt);
  EXPECT_EQ(book.token_of(other), 2U);
  book.close(other);
  EXPECT_EQ(book.token_of(other), std::nullopt);
}

TEST(LoginBook, HoldsNoMoreThanItHasRoomFor) {
  SystemTime now = std::chrono::system_clock::now();
  LoginBook book{"", std::chrono::hours{1}, [&] { return now += std::chrono::seconds{1}; }};
  const std::string first = *book.open(1);
  for (std::size_t i = 0; i < LoginBook::kMost; ++i) ASSERT_TRUE(book.open(2));
  EXPECT_EQ(book.token_of(first), std::nullopt);
}

TEST(ArbiterEntry, IsAnArbiterRecordWithoutTypeAndTime) {
  for (const char* body :
       {R"({"action":"confirm","finding":7,"t_us":-5})", R"({"type":"scan","action":"pause"})"})
    EXPECT_EQ(read_arbiter_entry(body).error().status, 400U) << body;
  const auto entry = read_arbiter_entry(R"( {"action":"confirm","finding":7} )");
  ASSERT_TRUE(entry) << entry.error().sentence;
  EXPECT_EQ(entry->action, record::Arbiter::Action::confirm);
  EXPECT_EQ(entry->finding, 7U);
}

TEST(ArbiterEntry, IsRefusedWithASentence) {
  for (const char* body :
       {"", "7", "[]", "{}", "{", R"({"action":"confirm"})", R"({"action":"shout"})",
        R"({"action":"confirm","finding":"seven"})", R"({"action":"result","result":"2-0"})",
        R"({"action":"seen","square":"z9","piece":"N"})", R"({"action":"set_position"})"}) {
    const auto entry = read_arbiter_entry(body);
    ASSERT_FALSE(entry) << body;
    EXPECT_TRUE(entry.error().sentence.ends_with('.')) << entry.error().sentence;
  }
}

TEST(LiveRequest, IsOneOfThree) {
  EXPECT_EQ(std::get<Since>(*read_live_request(R"({"since":12})")).seq, 12U);
  EXPECT_THAT(std::get<Watch>(*read_live_request(R"({"watch":["a","b"]})")).boards, ElementsAre("a", "b"));
  EXPECT_EQ(std::get<Ping>(*read_live_request(R"({"ping":-3})")).n, -3);
  for (const char* text :
       {"", "{}", "[]", "x", R"({"since":-1})", R"({"since":"1"})", R"({"watch":"a"})", R"({"watch":[1]})",
        R"({"ping":1.5})", R"({"shout":1})", R"({"ping":1,"since":1})"}) {
    const auto request = read_live_request(text);
    ASSERT_FALSE(request) << text;
    EXPECT_LE(request.error().size(), 123U);
  }
}

TEST(ListenAddress, IsAddressAndPort) {
  EXPECT_EQ(parse_listen_address("127.0.0.1:8064")->port, 8064);
  EXPECT_EQ(parse_listen_address("[::1]:80")->address, "::1");
  EXPECT_EQ(parse_listen_address("localhost:1")->address, "127.0.0.1");
  for (const char* text : {"", "8064", ":8064", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:70000",
                           "::1:80", "hall:80", "[127.0.0.1]:80"})
    EXPECT_FALSE(parse_listen_address(text)) << text;
  EXPECT_FALSE(parse_listen_address(std::string_view{"127.0.0.1\0.example:80", 21}));
}

TEST(Page, SaysHowItIsBuiltIfItWasNot) {
  const Page page{{}};
  const auto response = page.find({}, "/");
  ASSERT_TRUE(response);
  EXPECT_THAT(*response->body, HasSubstr("npm"));
  EXPECT_FALSE(page.find({}, "/index.html"));
}

TEST(Page, IsNotSentAgainToABrowserThatHasIt) {
  const std::array<PageFile, 2> files{{{"index.html", "<p>"}, {"assets/a-1.js", "1"}}};
  const Page page{files};
  const auto response = page.find({}, "/");
  ASSERT_TRUE(response);
  EXPECT_EQ(response->type, "text/html; charset=utf-8");
  Request again;
  for (const auto& [name, value] : response->headers)
    if (name == "ETag") again.headers.emplace_back("If-None-Match", value);
  EXPECT_EQ(page.find(again, "/")->status, 304U);
  EXPECT_EQ(page.find({}, "/assets/a-1.js")->type, "text/javascript; charset=utf-8");
  EXPECT_FALSE(page.find({}, "/assets"));
}

}  // namespace
}  // namespace jadoube::server
