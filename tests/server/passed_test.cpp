// Requests that one daemon passes on to another.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/running_server.hpp"

namespace jadoube::server {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// What a daemon says to another that passes this on.
Response passed_on(RunningServer& server, Method method, const std::string& target, const std::string& body,
                   arbiter::Role role) {
  std::promise<Response> answered;
  server.on_its_thread([&] {
    server.server->answer({method, target, body, {"Anna", role}},
                          [&](Response response) { answered.set_value(std::move(response)); });
  });
  return answered.get_future().get();
}

TEST(PassedOn, IsAnsweredAsIfAskedHere) {
  RunningServer server;
  const auto done = passed_on(server, Method::post, "/api/v1/alerts/7/acknowledge", R"({"remark":"seen"})",
                              arbiter::Role::arbiter);
  EXPECT_EQ(done.status, 200U);
  EXPECT_EQ(*done.body, R"({"id":7})");
  ASSERT_FALSE(server.hall.notes.empty());
  EXPECT_EQ(server.hall.notes.back(), "Anna acknowledged 7: seen");
  // What takes its time, too.
  const auto film =
      passed_on(server, Method::get, "/api/v1/boards/a/timeline?from_us=5", {}, arbiter::Role::viewer);
  EXPECT_THAT(*film.body, HasSubstr(R"("from_us":5)"));
  const auto wrong = passed_on(server, Method::post, "/api/v1/alerts/7/acknowledge", R"({"mark":1})",
                               arbiter::Role::arbiter);
  EXPECT_EQ(wrong.status, 400U);
}

TEST(PassedOn, MayNoMoreThanItsRoleAndNothingOfTokens) {
  RunningServer server;
  EXPECT_EQ(
      passed_on(server, Method::post, "/api/v1/alerts/7/acknowledge", "{}", arbiter::Role::viewer).status,
      403U);
  for (const char* target :
       {"/api/v1/tokens", "/api/v1/session", "/api/v1/snapshot", "/api/v1/live", "/metrics", "/", "x"})
    EXPECT_GE(passed_on(server, Method::get, target, {}, arbiter::Role::admin).status, 400U) << target;
  EXPECT_EQ(
      passed_on(server, Method::post, "/api/v1/round/start", R"({"round":3})", arbiter::Role::admin).status,
      404U);
  EXPECT_EQ(passed_on(server, Method::post, "/api/v1/alerts/7/acknowledge", std::string(100'000, ' '),
                      arbiter::Role::admin)
                .status,
            413U);
  EXPECT_TRUE(server.hall.notes.empty());
}

TEST(PassingOn, GivesWhatAnotherDaemonHasAnswered) {
  Server::Options options;
  options.elsewhere = [](const Passed& request) -> std::optional<Response> {
    if (request.ask != Ask::findings) return std::nullopt;
    Response response;
    response.elsewhere = [id = request.id,
                          by = request.actor.name](const std::function<void(Response)>& done) {
      done(json("{\"of\":\"" + id + "\",\"by\":\"" + by + "\"}"));
    };
    return response;
  };
  RunningServer server{std::move(options)};
  const std::string token = "Authorization: Bearer " + server.tokens_of["viewer"] + "\r\n";
  RawClient client{server.port};
  client.send(get("/api/v1/boards/far/findings", token));
  EXPECT_THAT(client.read_answer(), HasSubstr(R"({"of":"far","by":"the viewer"})"));
  client.send(get("/api/v1/boards/a/moves", token));
  EXPECT_THAT(client.read_answer(), HasSubstr("moves"));
  // Nor is anything passed on for strangers.
  client.send(get("/api/v1/boards/far/findings"));
  EXPECT_THAT(client.read_answer(), StartsWith("HTTP/1.1 401 "));
}

}  // namespace
}  // namespace jadoube::server
