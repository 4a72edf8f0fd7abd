// A request as values: what the client asked, and where it came from. Knows nothing of sockets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

namespace jadoube::server {

/// The longest target (RFC 9112 3 wants lines of 8,000 bytes to be taken).
inline constexpr std::size_t kLongestTarget = 8000;

/// `not_here`: there is such a method, and nothing here takes it; `unknown`: we know of none.
enum class Method : std::uint8_t { get, head, post, put, del, not_here, unknown };
Method method_from_name(std::string_view name);

/// The other end of the connection.
struct Peer {
  /// "192.0.2.7", "2001:db8::1"
  std::string address;
  /// Our own address, as this client has reached it.
  std::string local_address;
  bool is_loopback = false;
  /// The client has come over TLS: to us, or to the proxy of ours that has passed the request on.
  bool tls = false;
};

struct Request {
  Method method = Method::get;
  /// As sent: "/api/v1/boards/dgt-01025?x=1".
  std::string target;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  Peer peer;

  /// The value of the first header of that name, case ignored; nothing if there is none.
  [[nodiscard]] std::optional<std::string_view> header(std::string_view name) const;
  [[nodiscard]] std::size_t count(std::string_view name) const;
};

/// A target in its parts.
struct Target {
  /// "/api/v1/boards/a%2Fb" → {"api", "v1", "boards", "a/b"}; "/" → {""}.
  std::vector<std::string> path;
  std::vector<std::pair<std::string, std::string>> query;

  [[nodiscard]] std::optional<std::string_view> parameter(std::string_view name) const;
};
/// The error is one sentence.
tl::expected<Target, std::string> parse_target(std::string_view target);

/// What is wrong with how a request says where its body ends, so that a proxy before us may have seen another end:
/// the connection cannot be used any further.
struct FramingFault {
  /// 400: nothing may be sent like this; 501: it may, but not to us.
  unsigned status = 400;
  std::string sentence;
};
/// By RFC 9112 6.1 to 6.3. `is_http_1_1`: the request has that version, and not an older one.
std::optional<FramingFault> framing_fault(const Request& head, bool is_http_1_1);

/// A target may be a whole address, "http://localhost:8064/healthz": what that says of the host holds then, whatever the
/// header Host says (RFC 9112 3.2.2). False: it cannot be read.
bool take_origin_form(Request& request);

/// Whether two texts are the same but for the case of ASCII letters.
bool same_but_for_case(std::string_view a, std::string_view b);

}  // namespace jadoube::server
