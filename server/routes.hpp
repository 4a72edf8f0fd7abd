// What can be asked: the table of docs/api.md and docs/openapi.yaml.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arbiter/hall.hpp"
#include "server/request.hpp"

namespace jadoube::server {

enum class Ask : std::uint8_t {
  snapshot,
  board,
  moves,
  findings,
  timeline,
  pgn,
  evidence,
  enter,
  number,
  forget,
  acknowledge,
  take_back_acknowledgement,
  hand,
  add_note,
  acknowledge_all,
  note_repairs,
  people,
  attend,
  place_table,
  take_table_off_map,
  tournament,
  start_round,
  round_file,
  audit,
  laws,
  log_in,
  who,
  log_out,
  tokens,
  make_token,
  revoke_token,
  live,
  events,
  openapi,
  broadcast,
  metrics,
  health,
  page,  ///< the last
};

struct Route {
  enum class Body : std::uint8_t {
    none,
    json,
    text,  ///< text/plain or text/csv
  };
  Ask ask;
  Method method;
  /// "/api/v1/boards/{id}/moves": `{…}` stands for any one part. "/{file}" is any file of the page.
  std::string_view path;
  /// The least role that is needed; nothing: a request needs no token.
  std::optional<arbiter::Role> role;
  Body body = Body::none;

  /// Nothing but pages of ours may ask it.
  [[nodiscard]] bool is_api() const { return path.starts_with("/api/"); }
  [[nodiscard]] bool changes() const { return method != Method::get; }
  [[nodiscard]] bool is_live() const { return ask == Ask::live || ask == Ask::events; }
};

std::span<const Route> routes();

struct Match {
  const Route* route = nullptr;
  /// What stands for the `{…}`.
  std::vector<std::string> parameters;
  /// If there is no route for the method: those there are, "GET, POST"; empty: no such path.
  std::string allowed;
};
/// HEAD is answered where GET is.
Match match(Method method, const Target& target);

}  // namespace jadoube::server
