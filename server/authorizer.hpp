// Checks what a request brings along: tokens, the cookies of browsers that have logged in. Limits guessing.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "arbiter/hall.hpp"
#include "server/login_book.hpp"
#include "server/login_limit.hpp"
#include "server/origin.hpp"
#include "server/request.hpp"
#include "server/response.hpp"
#include "server/token_book.hpp"

namespace jadoube::server {

struct Caller {
  arbiter::Actor actor;
  /// Id of the token.
  std::uint64_t token = 0;
  bool by_cookie = false;
};

class Authorizer {
 public:
  struct Options {
    /// Names besides our address by which we are called.
    std::vector<std::string> names;
    /// Name of the cookie. Cookies are shared by all ports of a machine: each server there needs its own name.
    std::string cookie = "jadoube";
    std::chrono::seconds session{std::chrono::hours{24 * 14}};
  };
  /// `hall` hears of refused logins. All must outlive this.
  Authorizer(arbiter::Hall& hall, TokenBook& tokens, LoginBook& logins, Options options, Now now);

  /// A refusal if the request cannot have been meant for us. `api`: nothing but pages of ours may ask it.
  [[nodiscard]] std::optional<Response> refuse_strangers(const Request& request, bool api) const;
  /// No caller if there are no credentials; a refusal (401, 403, 429) if they are wrong. With a cookie, a
  /// request that `changes` something or is `live` is refused unless it comes from a page of ours.
  tl::expected<std::optional<Caller>, Response> identify(const Request& request, bool changes, bool live);

  struct LoggedIn {
    Caller caller;
    std::string set_cookie;
  };
  tl::expected<LoggedIn, Response> log_in(const Request& request, std::string_view token);
  /// The header that makes the browser forget.
  std::string log_out(const Request& request);

  void set_names(std::vector<std::string> names) { options_.names = std::move(names); }

  /// Whether a token that was good when it was shown is still valid.
  [[nodiscard]] bool is_valid(std::uint64_t token) const;
  /// A token that has been revoked: its logins end.
  void revoked(std::uint64_t token);

  [[nodiscard]] std::uint64_t refused_logins() const { return refused_logins_; }

 private:
  Response refuse_login(const Request& request);
  Caller admit(const TokenEntry& entry, bool by_cookie);
  [[nodiscard]] std::string cookie_name(const Request& request) const;
  [[nodiscard]] std::optional<std::string_view> cookie(const Request& request) const;

  arbiter::Hall& hall_;
  TokenBook& tokens_;
  LoginBook& logins_;
  Options options_;
  Now now_;
  LoginLimit limit_;
  std::map<std::uint64_t, SystemTime> touched_;
  std::uint64_t refused_logins_ = 0;
};

}  // namespace jadoube::server
