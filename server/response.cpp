#include "server/response.hpp"

#include "json/writer.hpp"

namespace jadoube::server {

Response unless_known(std::string_view if_none_match, const std::string& tag, SharedText body) {
  Response response;
  response.headers.emplace_back("ETag", tag);
  if (if_none_match == tag)
    response.status = 304;
  else
    response.body = std::move(body);
  return response;
}

Response json(std::string text) {
  Response response;
  response.body = std::make_shared<const std::string>(std::move(text));
  response.headers.emplace_back("Cache-Control", "no-store");
  return response;
}

std::string_view name(RefusalKind kind) {
  switch (kind) {
    case RefusalKind::invalid:
      return "invalid";
    case RefusalKind::unauthorised:
      return "unauthorised";
    case RefusalKind::forbidden:
      return "forbidden";
    case RefusalKind::not_found:
      return "not_found";
    case RefusalKind::too_slow:
      return "too_slow";
    case RefusalKind::conflict:
      return "conflict";
    case RefusalKind::too_large:
      return "too_large";
    case RefusalKind::too_many:
      return "too_many";
    case RefusalKind::unavailable:
      return "unavailable";
  }
  return {};
}

Response refusal(unsigned status, RefusalKind kind, std::string_view sentence) {
  Response response = json(json::object_text(
      [&](json::Object& o) {
        o.object("error",
                 [&](json::Object& error) { error.text("kind", name(kind)).text("text", sentence); });
      },
      json::Escapes::named));
  response.status = status;
  return response;
}

Response refusal(const arbiter::Refusal& refused) {
  switch (refused.kind) {
    case arbiter::Refusal::Kind::not_found:
      return refusal(404, RefusalKind::not_found, refused.sentence);
    case arbiter::Refusal::Kind::invalid:
      return refusal(422, RefusalKind::invalid, refused.sentence);
    case arbiter::Refusal::Kind::conflict:
      return refusal(409, RefusalKind::conflict, refused.sentence);
    case arbiter::Refusal::Kind::unavailable:
      return refusal(503, RefusalKind::unavailable, refused.sentence);
  }
  return refusal(503, RefusalKind::unavailable, refused.sentence);
}

Response json(arbiter::Outcome<std::string> outcome) {
  return outcome ? json(*std::move(outcome)) : refusal(outcome.error());
}

const std::vector<std::pair<std::string, std::string>>& safety_headers() {
  static const std::vector<std::pair<std::string, std::string>> headers{
      {"Content-Security-Policy",
       "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
       "media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
       "form-action 'none'; frame-ancestors 'none'"},
      {"X-Content-Type-Options", "nosniff"},
      {"X-Frame-Options", "DENY"},
      {"Referrer-Policy", "no-referrer"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
      {"Permissions-Policy", "camera=(), microphone=(), geolocation=()"},
  };
  return headers;
}

}  // namespace jadoube::server
