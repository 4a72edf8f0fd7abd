// What a request is answered with, as values.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arbiter/hall.hpp"

namespace jadoube::server {

/// Text that is shared by all who are sent it.
using Text = std::shared_ptr<const std::string>;

struct Response {
  unsigned status = 200;
  std::string type = "application/json";
  Text body;
  std::vector<std::pair<std::string, std::string>> headers;
  /// If it is there, this takes its time, and makes the answer; the rest says nothing.
  std::function<Response()> later = {};
  /// What `later` makes may have one more step, which is done where the hall lives and makes the answer.
  std::function<Response()> then = {};
};

Response json(std::string text);
/// `{"error":{"kind":…,"text":…}}`.
Response refusal(unsigned status, std::string_view kind, std::string_view sentence);
Response refusal(const arbiter::Refusal& refusal);
/// The outcome of something that the hall was asked.
Response json(arbiter::Outcome<std::string> outcome);

/// What every answer says to the browser: no page of ours loads anything from elsewhere, stands in somebody
/// else's frame, or is taken for another type.
const std::vector<std::pair<std::string, std::string>>& safety_headers();

}  // namespace jadoube::server
