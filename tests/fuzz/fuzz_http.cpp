// Any bytes as a request of somebody who has an arbiter's token, and as a message over a WebSocket: whatever
// is answered is whole, an error has its sentence, and nobody gets a role that was not given.
#include <cstddef>
#include <cstdint>
#include <string>

#include <boost/beast/http.hpp>
#include <boost/json.hpp>

#include "server/api.hpp"
#include "server/live_request.hpp"
#include "server/secret.hpp"
#include "tests/fuzz/demand.hpp"
#include "tests/server/fake_hall.hpp"

namespace {

using namespace jadoube::arbiter;
using namespace jadoube::server;
using jadoube::fuzz::demand;

void check(const Response& response) {
  demand(response.status >= 200 && response.status < 600);
  if (response.status < 400) return;
  demand(response.body != nullptr);
  const auto error = boost::json::parse(*response.body).at("error");
  demand(!error.at("kind").as_string().empty());
  demand(error.at("text").as_string().ends_with('.'));
}

std::optional<Request> request_from(const std::string& bytes) {
  boost::beast::http::request_parser<boost::beast::http::string_body> parser;
  parser.eager(true);
  boost::system::error_code error;
  parser.put(boost::asio::buffer(bytes), error);
  if (error || !parser.is_done()) return std::nullopt;
  Request request;
  const auto& message = parser.get();
  request.method = method_from_name({message.method_string().data(), message.method_string().size()});
  request.target.assign(message.target().data(), message.target().size());
  for (const auto& field : message)
    request.headers.emplace_back(std::string{field.name_string()}, std::string{field.value()});
  request.body = message.body();
  return request;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Page page{{}};
  static const Counts counts;
  static const Limits limits;
  const std::string bytes{reinterpret_cast<const char*>(data), size};

  if (const auto live = read_live_request(bytes); !live)
    demand(!live.error().empty() && live.error().size() <= 123);

  auto request = request_from(bytes);
  if (!request) return 0;
  request->peer = {"127.0.0.1", "127.0.0.1", true, false};
  FakeHall hall;
  FakeTokens tokens;
  demand(tokens.add("arbiter", Role::arbiter, sha256_hex("t")).has_value());
  demand(tokens.add("admin", Role::admin, sha256_hex("another")).has_value());
  LoginBook logins{"", std::chrono::hours{1}, std::chrono::system_clock::now};
  Authorizer authorizer{hall, tokens, logins, {}, std::chrono::system_clock::now};
  Api api{
      {hall, authorizer, tokens, page, counts, limits, "0", "",
       [](unsigned round) { return round < 3 ? std::make_shared<const std::string>("1. e4 *") : nullptr; },
       [] {}}};
  const auto admission = api.admit(*request);
  if (admission.refused) {
    check(*admission.refused);
    demand(hall.entered.empty());
    return 0;
  }
  demand(!admission.route->role || admission.route->ask == Ask::metrics || admission.caller.has_value());
  demand(admission.route->role != Role::admin);
  const Response response = api.answer(admission, *request);
  const Response made = response.later ? response.later() : response;
  check(made.then ? made.then() : made);
  demand(tokens.list().size() == 2);
  return 0;
}
