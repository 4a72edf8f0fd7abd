// Requests that are not what RFC 9112, 9110 and 6455 have, by families, each with the answer that these ask for.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace jadoube::server::malformed {

struct Case {
  std::string name;
  std::string bytes;
  /// Any of these; none: the connection ends without an answer.
  std::vector<int> statuses;
  /// Whether the connection can be used any further.
  bool goes_on = false;
  /// Of the answer to the request that follows, if it can.
  int next = 200;
};
using Cases = std::vector<Case>;

inline constexpr const char* kNext = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
inline constexpr const char* kLogin = R"({"token":"viewer-token"})";
inline const std::string kToken = "Authorization: Bearer viewer-token\r\n";

inline std::string asking(const std::string& target, const std::string& headers = "Host: localhost\r\n") {
  return "GET " + target + " HTTP/1.1\r\n" + headers + "\r\n";
}
inline std::string post(const std::string& headers, const std::string& body) {
  return "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + headers +
         "\r\n" + body;
}
inline std::string chunk(const std::string& data) {
  char size[20];
  std::snprintf(size, sizeof size, "%zx\r\n", data.size());
  return size + data + "\r\n";
}
/// As people can read it.
inline std::string shown(std::string_view bytes) {
  std::string text;
  for (const char c : bytes.substr(0, 60)) {
    char code[8];
    std::snprintf(code, sizeof code, "\\x%02x", static_cast<unsigned>(static_cast<unsigned char>(c)));
    text += c >= ' ' && c <= '~' ? std::string{c} : std::string{code};
  }
  return text;
}

// In heads.cpp.
Cases request_lines();
Cases targets();
Cases fields();
Cases hosts();
// In bodies.cpp: where a request ends, and what is in it.
Cases lengths();
Cases codings();
Cases both();
Cases chunks();
Cases contents();
Cases incomplete();
// In websocket_test.cpp.
Cases handshakes();

}  // namespace jadoube::server::malformed
