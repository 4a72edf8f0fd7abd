#include "server/routes.hpp"

#include <array>

#include "server/passed.hpp"

namespace jadoube::server {
namespace {

constexpr auto kRoutes = std::to_array<Route>({
    {Ask::snapshot, Method::get, "/api/v1/snapshot", arbiter::Role::hall},
    {Ask::board, Method::get, "/api/v1/boards/{id}", arbiter::Role::hall},
    {Ask::moves, Method::get, "/api/v1/boards/{id}/moves", arbiter::Role::viewer},
    {Ask::findings, Method::get, "/api/v1/boards/{id}/findings", arbiter::Role::viewer},
    {Ask::timeline, Method::get, "/api/v1/boards/{id}/timeline", arbiter::Role::viewer},
    {Ask::pgn, Method::get, "/api/v1/boards/{id}/pgn", arbiter::Role::viewer},
    {Ask::evidence, Method::get, "/api/v1/boards/{id}/evidence", arbiter::Role::viewer},
    {Ask::enter, Method::post, "/api/v1/boards/{id}/arbiter", arbiter::Role::arbiter, Route::Body::json},
    {Ask::number, Method::put, "/api/v1/boards/{id}/number", arbiter::Role::arbiter, Route::Body::json},
    {Ask::forget, Method::del, "/api/v1/boards/{id}", arbiter::Role::admin},
    {Ask::acknowledge, Method::post, "/api/v1/alerts/{id}/acknowledge", arbiter::Role::arbiter,
     Route::Body::json},
    {Ask::take_back_acknowledgement, Method::post, "/api/v1/alerts/{id}/retract", arbiter::Role::arbiter,
     Route::Body::json},
    {Ask::hand, Method::post, "/api/v1/alerts/{id}/hand", arbiter::Role::arbiter, Route::Body::json},
    {Ask::add_note, Method::post, "/api/v1/alerts/{id}/note", arbiter::Role::arbiter, Route::Body::json},
    {Ask::acknowledge_all, Method::post, "/api/v1/alerts/acknowledge", arbiter::Role::arbiter,
     Route::Body::json},
    {Ask::note_repairs, Method::post, "/api/v1/repairs/acknowledge", arbiter::Role::arbiter,
     Route::Body::json},
    {Ask::people, Method::get, "/api/v1/people", arbiter::Role::arbiter},
    {Ask::attend, Method::put, "/api/v1/people/me/board", arbiter::Role::arbiter, Route::Body::json},
    {Ask::place_table, Method::put, "/api/v1/map/{number}", arbiter::Role::arbiter, Route::Body::json},
    {Ask::take_table_off_map, Method::del, "/api/v1/map/{number}", arbiter::Role::arbiter},
    {Ask::tournament, Method::post, "/api/v1/tournament", arbiter::Role::arbiter, Route::Body::text},
    {Ask::start_round, Method::post, "/api/v1/round/start", arbiter::Role::arbiter, Route::Body::json},
    {Ask::round_file, Method::get, "/api/v1/round/{file}", arbiter::Role::viewer},
    {Ask::audit, Method::get, "/api/v1/audit", arbiter::Role::arbiter},
    {Ask::laws, Method::get, "/api/v1/laws", arbiter::Role::viewer},
    {Ask::log_in, Method::post, "/api/v1/session", std::nullopt, Route::Body::json},
    {Ask::who, Method::get, "/api/v1/session", arbiter::Role::hall},
    {Ask::log_out, Method::del, "/api/v1/session", arbiter::Role::hall},
    {Ask::tokens, Method::get, "/api/v1/tokens", arbiter::Role::admin},
    {Ask::make_token, Method::post, "/api/v1/tokens", arbiter::Role::admin, Route::Body::json},
    {Ask::revoke_token, Method::del, "/api/v1/tokens/{id}", arbiter::Role::admin},
    {Ask::live, Method::get, "/api/v1/live", arbiter::Role::hall},
    {Ask::events, Method::get, "/api/v1/events", arbiter::Role::hall},
    {Ask::openapi, Method::get, "/api/v1/openapi.yaml", std::nullopt},
    {Ask::broadcast, Method::get, "/broadcast/{file}", std::nullopt},
    {Ask::metrics, Method::get, "/metrics", arbiter::Role::viewer},
    {Ask::health, Method::get, "/healthz", std::nullopt},
    {Ask::page, Method::get, "/{file}", std::nullopt},
});

constexpr std::array<std::string_view, 5> kMethods{"GET", "HEAD", "POST", "PUT", "DELETE"};

bool fits(std::string_view pattern, const std::vector<std::string>& path,
          std::vector<std::string>& parameters) {
  parameters.clear();
  pattern.remove_prefix(1);
  for (std::size_t i = 0; i < path.size(); ++i) {
    const std::size_t slash = pattern.find('/');
    const std::string_view part = pattern.substr(0, slash);
    if (part.starts_with('{')) {
      if (path[i].empty()) return false;
      parameters.push_back(path[i]);
    } else if (part != path[i]) {
      return false;
    }
    if (slash == std::string_view::npos) return i + 1 == path.size();
    pattern.remove_prefix(slash + 1);
  }
  return false;
}

}  // namespace

std::span<const Route> routes() {
  return kRoutes;
}

bool may_be_passed(Ask ask) {
  switch (ask) {
    case Ask::board:
    case Ask::moves:
    case Ask::findings:
    case Ask::timeline:
    case Ask::pgn:
    case Ask::evidence:
    case Ask::enter:
    case Ask::number:
    case Ask::forget:
    case Ask::acknowledge:
    case Ask::take_back_acknowledgement:
    case Ask::hand:
    case Ask::add_note:
    case Ask::acknowledge_all:
    case Ask::note_repairs:
    case Ask::attend:
    case Ask::laws:
      return true;
    default:
      return false;
  }
}

Match match(Method method, const Target& target) {
  Match found;
  const Method asked = method == Method::head ? Method::get : method;
  for (const Route& route : kRoutes) {
    if (route.ask == Ask::page) continue;
    if (!fits(route.path, target.path, found.parameters)) continue;
    if (route.method == asked) {
      found.route = &route;
      return found;
    }
    if (!found.allowed.empty()) found.allowed += ", ";
    found.allowed += kMethods[static_cast<std::size_t>(route.method)];
  }
  found.parameters.clear();
  if (found.allowed.empty() && target.path.front() != "api") {
    if (asked == Method::get)
      found.route = &kRoutes.back();
    else
      found.allowed = "GET";
  }
  return found;
}

}  // namespace jadoube::server
