// Requests that one daemon has answered by another: a centre passes on what concerns a hall, and the hall answers as it would
// answer anybody.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "arbiter/hall.hpp"
#include "server/request.hpp"
#include "server/response.hpp"
#include "server/routes.hpp"

namespace jadoube::server {

/// A request that was admitted.
struct Passed {
  Ask ask;
  Method method;
  /// As sent, and in its parts.
  std::string target_text;
  Target target;
  /// What stands for the first `{…}` of the route's path; empty: it has none.
  std::string id;
  std::string body;
  arbiter::Actor actor;
};
/// Nothing: it is answered here.
using Elsewhere = std::function<std::optional<Response>(const Passed&)>;

/// A request that another daemon has admitted, and that this one is to answer.
struct PassedHere {
  Method method = Method::get;
  std::string target;
  std::string body;
  arbiter::Actor actor;
};

/// Whether it may be asked through another daemon: what concerns boards and alerts, but not tokens, logins or the round.
[[nodiscard]] bool may_be_passed(Ask ask);

}  // namespace jadoube::server
