// What a request is answered with, as values.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arbiter/hall.hpp"

namespace jadoube::server {

/// One text for all clients to which it is sent.
using SharedText = std::shared_ptr<const std::string>;

/// The PGN of a round for everybody (0: of the one whose pairings were read last); null: there is none. Empty: nobody may have any.
using BroadcastText = std::function<SharedText(unsigned round)>;

struct Response {
  unsigned status = 200;
  std::string type = "application/json";
  SharedText body;
  std::vector<std::pair<std::string, std::string>> headers;
  /// If it is set, it makes the response on the worker's thread, since it takes its time; the rest of this
  /// response says nothing.
  std::function<Response()> later = {};
  /// Set in what `later` has made: one more step, on the hall's thread, which makes the response.
  std::function<Response()> then = {};
  /// If it is set, somebody else makes the response: it is given what takes it, and calls that once, on the hall's thread; the
  /// rest of this response says nothing.
  std::function<void(std::function<void(Response)>)> elsewhere = {};
};

/// Why a request is refused, for programs: the kinds of docs/api.md, "Being refused", where their status codes are.
enum class RefusalKind : std::uint8_t {
  invalid,
  unauthorised,
  forbidden,
  not_found,
  too_slow,
  conflict,
  too_large,
  too_many,
  unavailable,
};
std::string_view name(RefusalKind kind);

Response json(std::string text);
/// That body under its tag, which is in quotes; or that it has not changed, if the request's If-None-Match has that tag.
Response unless_known(std::string_view if_none_match, const std::string& tag, SharedText body);
/// `{"error":{"kind":…,"text":…}}`.
Response refusal(unsigned status, RefusalKind kind, std::string_view sentence);
Response refusal(const arbiter::Refusal& refusal);
/// The outcome of something that the hall was asked.
Response json(arbiter::Outcome<std::string> outcome);

/// What every response says to the browser: no page of ours loads anything from elsewhere, stands in a
/// foreign page's frame, or is taken for another type.
const std::vector<std::pair<std::string, std::string>>& safety_headers();

}  // namespace jadoube::server
