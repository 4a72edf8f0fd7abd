// Handshakes and frames that RFC 6455 does not have.
#include <algorithm>

#include <gtest/gtest.h>

#include "tests/server/malformed/cases.hpp"
#include "tests/server/running_server.hpp"

namespace jadoube::server::malformed {

/// RFC 6455 4.2.1, 4.2.2.
Cases handshakes() {
  Cases cases;
  constexpr const char* kKey = "dGhlIHNhbXBsZSBub25jZQ==";
  const auto ask = [&](const std::string& name, const std::string& line, const std::string& upgrade,
                       const std::string& connection, const std::string& version, const std::string& key,
                       std::vector<int> statuses, bool goes_on = false) {
    std::string headers = "Host: localhost\r\n" + kToken;
    if (!upgrade.empty()) headers += "Upgrade: " + upgrade + "\r\n";
    if (!connection.empty()) headers += "Connection: " + connection + "\r\n";
    if (!version.empty()) headers += "Sec-WebSocket-Version: " + version + "\r\n";
    if (!key.empty()) headers += "Sec-WebSocket-Key: " + key + "\r\n";
    cases.push_back({name, line + "\r\n" + headers + "\r\n", std::move(statuses), goes_on});
  };
  const std::string get_live = "GET /api/v1/live HTTP/1.1";
  for (const char* version : {"", "0", "8", "12", "14", "255", "-13", "013", "13, 8", "13.0", "x", " 13x"})
    ask(std::string{"version "} + version, get_live, "websocket", "Upgrade", version, kKey, {426, 400});
  for (const char* key :
       {"", "x", "dGhlIHNhbXBsZSBub25jZQ",
        "dGhlIHNhbXBsZSBub25jZQ=", "dGhlIHNhbXBsZSBub25jZQ===", "dGhlIHNhbXBsZSBub25jZT09", "AAAA",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "dGhlIHNhbXBsZ!Bub25jZQ==", "dGhlIHNhbXBsZSBub25jZQ==x",
        "dGhlIHNhbXBsZSBub25jZQ==, dGhlIHNhbXBsZSBub25jZQ==", "\xff"})
    ask(std::string{"key "} + key, get_live, "websocket", "Upgrade", "13", key, {400});
  // Not asked for as the RFC has it: an ordinary request for what speaks WebSocket only.
  for (const char* upgrade : {"", "h2c", "websockets", "web socket", "\"websocket\"", "WebSocke"})
    ask(std::string{"upgrade "} + upgrade, get_live, upgrade, "Upgrade", "13", kKey, {426, 400}, true);
  for (const char* connection : {"", "keep-alive", "Upgraded"})
    ask(std::string{"connection "} + connection, get_live, "websocket", connection, "13", kKey, {426, 400},
        true);
  ask("HTTP/1.0", "GET /api/v1/live HTTP/1.0", "websocket", "Upgrade", "13", kKey, {400, 426});
  for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS"})
    ask(method, std::string{method} + " /api/v1/live HTTP/1.1", "websocket", "Upgrade", "13", kKey,
        {400, 405, 501}, true);
  ask("HEAD", "HEAD /api/v1/live HTTP/1.1", "websocket", "Upgrade", "13", kKey, {400, 405, 426}, true);
  ask("where there is none", "GET /healthz HTTP/1.1", "websocket", "Upgrade", "13", kKey, {200}, true);
  ask("with a body", get_live, "websocket", "Upgrade", "13", std::string{kKey} + "\r\nContent-Length: 5",
      {400, 413});
  ask("in pieces", get_live, "websocket", "Upgrade", "13",
      std::string{kKey} + "\r\nTransfer-Encoding: chunked", {400, 413});
  ask("two keys", get_live, "websocket", "Upgrade", "13",
      std::string{kKey} + "\r\nSec-WebSocket-Key: " + kKey, {400});
  ask("two versions", get_live, "websocket", "Upgrade", "13",
      std::string{kKey} + "\r\nSec-WebSocket-Version: 13", {400, 426});
  ask("folded", get_live, "websocket", "Upgrade", "13", std::string{kKey} + "\r\n x", {400});
  return cases;
}

namespace {

struct FrameCase {
  std::string name;
  std::string bytes;
  /// Of the frame that closes the connection (RFC 6455 7.4.1).
  std::vector<unsigned> codes;
};

/// `first` is the byte with FIN and the opcode. A client's frames are masked.
std::string frame(unsigned first, const std::string& payload, bool masked = true) {
  std::string bytes{static_cast<char>(first)};
  const unsigned mask = masked ? 0x80U : 0;
  if (payload.size() < 126) {
    bytes += static_cast<char>(mask | payload.size());
  } else {
    bytes += static_cast<char>(mask | 126U);
    bytes += static_cast<char>(payload.size() >> 8U);
    bytes += static_cast<char>(payload.size() & 0xFFU);
  }
  if (masked) bytes += std::string(4, '\0');
  return bytes + payload;
}

std::vector<FrameCase> frames() {
  std::vector<FrameCase> cases;
  // 5.1: "MUST close the connection upon receiving a frame that is not masked".
  cases.push_back({"not masked", frame(0x81, R"({"ping":1})", false), {1002}});
  // 5.2: reserved bits and opcodes.
  for (const unsigned bits : {0x40U, 0x20U, 0x10U, 0x70U})
    cases.push_back({"reserved bits " + std::to_string(bits), frame(0x81U | bits, R"({"ping":1})"), {1002}});
  for (const unsigned opcode : {3U, 4U, 5U, 6U, 7U, 11U, 12U, 13U, 14U, 15U})
    cases.push_back({"opcode " + std::to_string(opcode), frame(0x80U | opcode, ""), {1002}});
  // 5.4, 5.5: fragments and control frames.
  cases.push_back({"goes on without a beginning", frame(0x80, "x"), {1002}});
  cases.push_back({"begins within a message", frame(0x01, "{") + frame(0x81, "}"), {1002}});
  for (const unsigned opcode : {8U, 9U, 10U}) {
    cases.push_back({"control in fragments " + std::to_string(opcode), frame(opcode, ""), {1002}});
    cases.push_back(
        {"large control " + std::to_string(opcode), frame(0x80U | opcode, std::string(126, 'x')), {1002}});
  }
  // 5.2: "the minimal number of bytes MUST be used".
  cases.push_back(
      {"length in too many bytes", std::string("\x81\xfe\x00\x0a\0\0\0\0", 8) + R"({"ping":1})", {1002}});
  cases.push_back({"length with its first bit",
                   std::string("\x81\xff\x80\0\0\0\0\0\0\x0a\0\0\0\0", 14) + R"({"ping":1})",
                   {1002, 1009}});
  cases.push_back({"length of everything",
                   std::string("\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0", 14),
                   {1002, 1009}});
  // 8.1: text is UTF-8.
  for (const char* text : {"\xff", "\xc3", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xc0\x80", "{\"ping\":\x80}"})
    cases.push_back({std::string{"text "} + shown(text), frame(0x81, text), {1007}});
  // 5.5.1, 7.4: what may stand in a frame that closes.
  cases.push_back({"close with one byte", frame(0x88, "x"), {1002}});
  for (const unsigned code : {0U, 999U, 1004U, 1005U, 1006U, 1015U, 1016U, 2999U})
    cases.push_back({"close with " + std::to_string(code),
                     frame(0x88, {static_cast<char>(code >> 8U), static_cast<char>(code & 0xFFU)}),
                     {1002}});
  cases.push_back({"close with no text", frame(0x88, "\x03\xe8\xff\xff"), {1002, 1007}});
  // What our protocol has not.
  cases.push_back({"bytes", frame(0x82, R"({"ping":1})"), {1003, 1008}});
  for (const char* text : {"", "{", "[]", "{}", "ping", R"({"ping":"x"})", R"({"since":-1})",
                           R"({"watch":1})", R"({"watch":[1]})", R"({"x":1})", R"({"ping":1,"since":2})",
                           R"({"ping":1}{"ping":2})", "\xef\xbb\xbf{\"ping\":1}"})
    cases.push_back({std::string{"message "} + text, frame(0x81, text), {1008}});
  cases.push_back({"too large a message",
                   frame(0x01, std::string(40'000, 'x')) + frame(0x80, std::string(40'000, 'x')),
                   {1009}});
  return cases;
}

/// The code of the frame that closes; 0: there is none.
unsigned close_code(std::string_view bytes) {
  while (bytes.size() >= 2) {
    const auto byte = [&](std::size_t i) {
      return static_cast<std::size_t>(static_cast<unsigned char>(bytes[i]));
    };
    const std::size_t head = byte(1) == 126 ? 4 : 2;
    if (bytes.size() < head) break;
    const std::size_t size = head == 4 ? byte(2) << 8U | byte(3) : byte(1);
    if (byte(0) == 0x88 && size >= 2 && bytes.size() >= head + 2)
      return static_cast<unsigned>(byte(head) << 8U | byte(head + 1));
    bytes.remove_prefix(std::min(bytes.size(), head + size));
  }
  return 0;
}

TEST(MalformedFrames, CloseTheWebSocketWithTheirCode) {
  RunningServer running;
  for (const FrameCase& each : frames()) {
    SCOPED_TRACE(each.name);
    RawClient client{running.port};
    client.send(asking("/api/v1/live",
                       "Host: localhost\r\n" + kToken +
                           "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"));
    const std::string accepted =
        client.read([](const std::string& text) { return text.find("\r\n\r\n") != std::string::npos; });
    ASSERT_TRUE(accepted.starts_with("HTTP/1.1 101 ")) << accepted;
    client.send(each.bytes);
    std::string answer = accepted.substr(accepted.find("\r\n\r\n") + 4);
    answer += client.read([&](const std::string& text) { return close_code(answer + text) != 0; },
                          std::chrono::seconds{20});
    const unsigned code = close_code(answer);
    EXPECT_NE(std::ranges::find(each.codes, code), each.codes.end()) << code;
  }
}

}  // namespace
}  // namespace jadoube::server::malformed
