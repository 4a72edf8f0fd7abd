#include "server/live_request.hpp"

#include <boost/json.hpp>

namespace jadoube::server {
namespace {

tl::unexpected<std::string> wrong(const char* sentence) {
  return tl::unexpected{std::string{sentence}};
}

/// 16 bytes in base64.
bool is_key(std::string_view text) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  return text.size() == 24 && text.ends_with("==") &&
         text.substr(0, 22).find_first_not_of(letters) == std::string_view::npos;
}

}  // namespace

std::optional<Response> handshake_fault(const Request& request) {
  if (request.count("Sec-WebSocket-Version") != 1 || *request.header("Sec-WebSocket-Version") != "13") {
    Response response =
        refusal(426, RefusalKind::invalid, "This address speaks WebSocket of version 13 only.");
    response.headers.emplace_back("Sec-WebSocket-Version", "13");
    response.headers.emplace_back("Upgrade", "websocket");
    response.headers.emplace_back("Connection", "Upgrade");
    return response;
  }
  if (request.count("Sec-WebSocket-Key") != 1 || !is_key(*request.header("Sec-WebSocket-Key")))
    return refusal(400, RefusalKind::invalid, "The Sec-WebSocket-Key of a request is 16 bytes in base64.");
  return std::nullopt;
}

tl::expected<LiveRequest, std::string> read_live_request(std::string_view message) {
  boost::system::error_code error;
  const auto value = boost::json::parse({message.data(), message.size()}, error);
  const auto* object = error ? nullptr : value.if_object();
  if (object == nullptr) return wrong("a message must be one JSON object");
  if (object->size() != 1) return wrong("a message has one member: since, watch or ping");
  const auto& [key, member] = *object->begin();
  if (key == "since") {
    if (const auto* seq = member.if_int64(); seq != nullptr && *seq >= 0)
      return Since{static_cast<std::uint64_t>(*seq)};
    return wrong("since must be the seq of an update");
  }
  if (key == "ping") {
    if (const auto* n = member.if_int64()) return Ping{*n};
    return wrong("ping must be a whole number");
  }
  if (key != "watch") return wrong("a message has one member: since, watch or ping");
  const auto* array = member.if_array();
  if (array == nullptr) return wrong("watch must be a list of boards");
  if (array->size() > kMostWatched) return wrong("watch names too many boards");
  Watch watch;
  for (const auto& each : *array) {
    const auto* id = each.if_string();
    if (id == nullptr) return wrong("watch must be a list of boards' ids");
    watch.boards.emplace_back(id->data(), id->size());
  }
  return watch;
}

}  // namespace jadoube::server
