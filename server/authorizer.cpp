#include "server/authorizer.hpp"

#include "server/secret.hpp"

namespace jadoube::server {
namespace {

/// How often it is written down that a token is in use.
constexpr std::chrono::minutes kTouch{5};

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

Response too_many() {
  Response response = refusal(429, RefusalKind::too_many,
                              "Too many wrong tokens came from this address: try again in half a minute.");
  response.headers.emplace_back("Retry-After", "30");
  return response;
}

}  // namespace

Authorizer::Authorizer(arbiter::Hall& hall, TokenBook& tokens, LoginBook& logins, Options options, Now now)
    : hall_{hall}, tokens_{tokens}, logins_{logins}, options_{std::move(options)}, now_{std::move(now)} {}

std::optional<Response> Authorizer::refuse_strangers(const Request& request, bool api) const {
  if (request.count("Host") != 1)
    return refusal(400, RefusalKind::invalid, "A request needs one Host header.");
  if (!is_host(*request.header("Host")))
    return refusal(400, RefusalKind::invalid, "The header Host names no host.");
  if (!host_is_ours(request, options_.names))
    return refusal(
        403, RefusalKind::forbidden,
        "This server is not called that. Use its address, or enter the name under [server] names in "
        "jadoube.toml.");
  if (api && origin_of(request) == Origin::foreign)
    return refusal(403, RefusalKind::forbidden, "Only pages of this server may ask this.");
  return std::nullopt;
}

tl::expected<std::optional<Caller>, Response> Authorizer::identify(const Request& request, bool changes,
                                                                   bool live) {
  if (const auto header = request.header("Authorization")) {
    constexpr std::string_view scheme = "Bearer ";
    if (request.count("Authorization") == 1 && header->size() > scheme.size() &&
        same_but_for_case(header->substr(0, scheme.size()), scheme)) {
      if (const auto entry = tokens_.find(sha256_hex(trimmed(header->substr(scheme.size())))))
        return admit(*entry, false);
    }
    return tl::unexpected{refuse_login(request)};
  }
  const auto value = cookie(request);
  if (!value) return std::nullopt;
  const auto token = logins_.token_of(*value);
  const auto entry = token ? tokens_.find(*token) : std::nullopt;
  // An old cookie is no attempt to guess.
  if (!entry) return std::nullopt;
  if ((changes || live) && origin_of(request) != Origin::ours)
    return tl::unexpected{
        refusal(403, RefusalKind::forbidden,
                "With a cookie this needs an Origin (or Sec-Fetch-Site: same-origin) that is this "
                "server's own.")};
  return admit(*entry, true);
}

tl::expected<Authorizer::LoggedIn, Response> Authorizer::log_in(const Request& request,
                                                                std::string_view token) {
  // A right token cannot have been guessed: whoever else is behind the same address, it opens.
  const auto entry = tokens_.find(sha256_hex(token));
  if (!entry) return tl::unexpected{refuse_login(request)};
  const auto secret = logins_.open(entry->id);
  if (!secret) return tl::unexpected{refusal(503, RefusalKind::unavailable, secret.error() + '.')};
  LoggedIn in{admit(*entry, true), {}};
  in.set_cookie = cookie_name(request) + '=' + *secret +
                  "; Path=/; Max-Age=" + std::to_string(options_.session.count()) +
                  "; HttpOnly; SameSite=Strict" + (request.peer.tls ? "; Secure" : "");
  hall_.note(in.caller.actor, words::wording("logged in from {1}", request.peer.address));
  return in;
}

std::string Authorizer::log_out(const Request& request) {
  if (const auto value = cookie(request)) logins_.close(*value);
  return cookie_name(request) + "=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict" +
         (request.peer.tls ? "; Secure" : "");
}

bool Authorizer::is_valid(std::uint64_t token) const {
  return tokens_.find(token).has_value();
}

void Authorizer::revoked(std::uint64_t token) {
  logins_.close_all_of(token);
}

Response Authorizer::refuse_login(const Request& request) {
  ++refused_logins_;
  const auto now = std::chrono::steady_clock::now();
  if (!limit_.may_try(request.peer.address, now)) return too_many();
  limit_.failed(request.peer.address, now);
  hall_.note({request.peer.address, arbiter::Role::hall},
             words::wording("a login with a wrong token was refused"));
  Response response = refusal(401, RefusalKind::unauthorised,
                              "This token is not valid: ask whoever runs the server for one.");
  response.headers.emplace_back("WWW-Authenticate", "Bearer");
  return response;
}

Caller Authorizer::admit(const TokenEntry& entry, bool by_cookie) {
  const SystemTime now = now_();
  const auto [last, first_time] = touched_.try_emplace(entry.id, now);
  if (first_time || now - last->second >= kTouch) {
    last->second = now;
    tokens_.touch(entry.id);
  }
  return {{entry.name, entry.role}, entry.id, by_cookie};
}

/// Browsers take a cookie with this prefix from this host only, and over TLS only.
std::string Authorizer::cookie_name(const Request& request) const {
  return (request.peer.tls ? "__Host-" : "") + options_.cookie;
}

std::optional<std::string_view> Authorizer::cookie(const Request& request) const {
  const std::string name = cookie_name(request);
  for (const auto& [header, value] : request.headers) {
    if (!same_but_for_case(header, "Cookie")) continue;
    std::string_view rest = value;
    while (!rest.empty()) {
      const std::size_t end = rest.find(';');
      const std::string_view one = trimmed(rest.substr(0, end));
      const std::size_t equals = one.find('=');
      if (equals != std::string_view::npos && one.substr(0, equals) == name) return one.substr(equals + 1);
      rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
  }
  return std::nullopt;
}

}  // namespace jadoube::server
