// Requests that are wrong, huge, slow, cut off, unauthorised or from elsewhere:
// tests/server/wire/*.toml.
#include <gtest/gtest.h>

#include <atomic>
#include <charconv>

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include "tests/server/running_server.hpp"

namespace jadoube::server {
namespace {

constexpr std::size_t kBodyLimit = 4096;
constexpr std::size_t kTournamentLimit = 4096;

struct Case {
  std::string name;
  std::string bytes;
  bool finish = false;
  bool byte_by_byte = false;
  int status = 0;
  std::string kind, text;
  bool closed = false;
};

std::string text_of(const toml::table& table, const char* key, std::string otherwise = {}) {
  return table[key].value_or(std::move(otherwise));
}

/// "{5}" → "xxxxx".
std::string expanded(std::string text) {
  for (std::size_t open = 0; (open = text.find('{', open)) != std::string::npos; ++open) {
    const std::size_t close = text.find('}', open);
    std::size_t count = 0;
    const char* begin = text.data() + open + 1;
    const auto [end, error] = std::from_chars(begin, text.data() + text.size(), count);
    if (error == std::errc{} && end == text.data() + close) text.replace(open, close - open + 1, count, 'x');
  }
  return text;
}

/// The headers that make the server take us for `as`: "", "viewer", "cookie:viewer".
std::string credentials(RunningServer& running, const std::string& as) {
  if (as.empty()) return {};
  if (!as.starts_with("cookie:")) return "Authorization: Bearer " + running.tokens_of.at(as) + "\r\n";
  const std::string body = R"({"token":")" + running.tokens_of.at(as.substr(7)) + "\"}";
  RawClient client{running.port};
  client.send(
      "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
      "application/json\r\nContent-Length: " +
      std::to_string(body.size()) + "\r\n\r\n" + body);
  const std::string answer = client.read_answer();
  const std::size_t at = answer.find("Set-Cookie: ") + 12;
  return "Cookie: " + answer.substr(at, answer.find(';', at) - at) + "\r\n";
}

class WireCases : public ::testing::Test {
 protected:
  /// Every case has a server of its own: what one does to tokens and limits is nothing to the next.
  static Server::Options options() {
    Server::Options options;
    options.limits.body = kBodyLimit;
    options.limits.tournament = kTournamentLimit;
    options.limits.to_ask = std::chrono::milliseconds{300};
    return options;
  }

  static void expect(RunningServer& running, const Case& each) {
    SCOPED_TRACE(each.name);
    RawClient client{running.port};
    if (each.byte_by_byte)
      for (const char& byte : each.bytes) client.send({&byte, 1});
    else
      client.send(each.bytes);
    if (each.finish) client.finish_sending();
    const bool is_head = each.bytes.starts_with("HEAD ");
    const std::string answer =
        each.status == 0 || each.closed || is_head
            ? client.read_until_closed(std::chrono::milliseconds{each.status == 0 ? 3000 : 400})
            : client.read_answer();
    if (each.status == 0) {
      EXPECT_EQ(answer, "");
      EXPECT_TRUE(client.is_closed);
      return;
    }
    EXPECT_TRUE(answer.starts_with("HTTP/1.1 " + std::to_string(each.status) + ' '))
        << answer.substr(0, answer.find('\r'));
    const std::size_t end = answer.find("\r\n\r\n");
    ASSERT_NE(end, std::string::npos);
    const std::string body = answer.substr(end + 4);
    if (is_head) {
      EXPECT_EQ(body, "");
    }
    if (!each.kind.empty()) {
      EXPECT_NE(body.find("\"kind\":\"" + each.kind + '"'), std::string::npos) << body;
    }
    if (!each.text.empty()) {
      EXPECT_NE(body.find(each.text), std::string::npos) << body;
    }
    if (each.status >= 400 && !is_head && each.status != 426) {
      EXPECT_TRUE(body.starts_with(R"({"error":{"kind":")")) << body;
      EXPECT_TRUE(body.ends_with(".\"}}")) << body;
    }
    EXPECT_EQ(answer.find("Access-Control-Allow"), std::string::npos);
    if (each.closed) {
      EXPECT_TRUE(client.is_closed);
    }
  }

  static toml::table read(const char* file) {
    auto result = toml::parse_file(std::string{"tests/server/wire/"} + file);
    EXPECT_TRUE(result) << result.error();
    return result ? std::move(result).table() : toml::table{};
  }
};

TEST_F(WireCases, OfRequests) {
  const toml::table file = read("requests.toml");
  int count = 0;
  for (const toml::node& node : *file["case"].as_array()) {
    const toml::table& table = *node.as_table();
    RunningServer running{options()};
    Case each;
    each.name = text_of(table, "name");
    each.finish = table["finish"].value_or(false);
    each.byte_by_byte = table["byte_by_byte"].value_or(false);
    each.closed = table["closed"].value_or(false);
    each.status = table["status"].value_or(-1);
    each.kind = text_of(table, "kind");
    each.text = text_of(table, "text");
    if (table.contains("raw")) {
      each.bytes = text_of(table, "raw");
    } else {
      const std::string body = expanded(text_of(table, "body"));
      each.bytes = text_of(table, "method", "GET") + ' ' + expanded(text_of(table, "target")) +
                   " HTTP/1.1\r\nHost: " + text_of(table, "host", "localhost") + "\r\n" +
                   credentials(running, text_of(table, "as"));
      if (const auto* headers = table["headers"].as_array())
        for (const toml::node& header : *headers)
          each.bytes += expanded(header.value_or(std::string{})) + "\r\n";
      if (table.contains("type")) each.bytes += "Content-Type: " + text_of(table, "type") + "\r\n";
      if (!body.empty()) each.bytes += "Content-Length: " + std::to_string(body.size()) + "\r\n";
      each.bytes += "\r\n" + body;
    }
    expect(running, each);
    ++count;
  }
  EXPECT_GE(count, 100);
}

/// Whether the abuse is made of the endpoint.
bool applies(const std::string& on, const toml::table& endpoint) {
  const std::string least = text_of(endpoint, "least");
  const std::string method = text_of(endpoint, "method", "GET");
  const std::string type = text_of(endpoint, "type");
  if (on == "guarded") return !least.empty();
  if (on == "ranked") return !least.empty() && least != "hall";
  if (on == "api") return !least.empty() && text_of(endpoint, "target").starts_with("/api/");
  if (on == "change") return !least.empty() && method != "GET";
  if (on == "body") return !type.empty();
  if (on == "json") return type == "application/json";
  if (on == "bare") return type.empty();
  return on.empty();
}

std::string lower_role(const std::string& role) {
  return std::string{name(static_cast<arbiter::Role>(static_cast<int>(*arbiter::role_from_name(role)) - 1))};
}

/// The abuse of the endpoint, as bytes.
Case abused(RunningServer& running, const toml::table& endpoint, const toml::table& abuse) {
  const std::string target = text_of(endpoint, "target");
  const std::string least = text_of(endpoint, "least");
  const auto either = [&](const char* key) { return text_of(abuse, key, text_of(endpoint, key)); };
  Case each;
  each.name = text_of(abuse, "name") + ", " + text_of(endpoint, "method", "GET") + ' ' + target;
  each.status = static_cast<int>(abuse["status"].value_or(endpoint["right"].value_or(-1)));
  std::string as = text_of(abuse, "as", least);
  if (as == "lower") as = lower_role(least);
  if (as == "cookie") as = "cookie:" + least;

  std::string method = text_of(abuse, "method", text_of(endpoint, "method", "GET"));
  std::string head = method + ' ' + target.substr(0, target.find('?')) + text_of(abuse, "more") +
                     (target.find('?') == std::string::npos ? "" : target.substr(target.find('?'))) +
                     " HTTP/1.1\r\n";
  if (const std::string host = text_of(abuse, "host", "localhost"); !host.empty())
    head += "Host: " + host + "\r\n";
  head += credentials(running, as);
  if (const auto* headers = abuse["headers"].as_array())
    for (const toml::node& header : *headers) head += expanded(header.value_or(std::string{})) + "\r\n";
  if (const std::string type = either("type"); !type.empty()) head += "Content-Type: " + type + "\r\n";

  std::string body = either("body");
  const bool has_length = body == "none";
  if (has_length) body.clear();
  const std::string unit = body;
  for (int i = 1; i < abuse["repeat"].value_or(1); ++i) body += unit;
  if (abuse["chunked"].value_or(false)) {
    char size[16];
    std::snprintf(size, sizeof size, "%zx", body.size());
    body = std::string{size} + "\r\n" + body + "\r\n0\r\n\r\n";
    head += "Transfer-Encoding: chunked\r\n";
  } else if (!has_length && (!body.empty() || method == "POST" || method == "PUT")) {
    head += "Content-Length: " + std::to_string(body.size()) + "\r\n";
  }
  body.resize(body.size() - static_cast<std::size_t>(abuse["cut"].value_or(0)));
  each.bytes = head + (abuse["never_ends"].value_or(false) ? "X: " : "\r\n") + body;
  return each;
}

TEST_F(WireCases, OfEveryEndpointAndAbuse) {
  const toml::table file = read("endpoints.toml");
  std::vector<std::pair<const toml::table*, const toml::table*>> pairs;
  for (const toml::node& endpoint : *file["endpoint"].as_array())
    for (const toml::node& abuse : *file["abuse"].as_array())
      if (applies(text_of(*abuse.as_table(), "on"), *endpoint.as_table()))
        pairs.emplace_back(endpoint.as_table(), abuse.as_table());
  // What takes long waits for a time limit: many wait for it at once.
  std::atomic<std::size_t> next{0};
  std::vector<std::jthread> clients;
  for (unsigned i = 0; i < 24; ++i)
    clients.emplace_back([&] {
      for (std::size_t at = next++; at < pairs.size(); at = next++) {
        RunningServer running{options()};
        expect(running, abused(running, *pairs[at].first, *pairs[at].second));
      }
    });
  clients.clear();
  RecordProperty("cases", static_cast<int>(pairs.size()));
  EXPECT_GE(pairs.size(), 200U);
}

}  // namespace
}  // namespace jadoube::server
