// Requests at a centre that concern a hall: passed on to it through the broker, and answered with what it answers.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "broker/action.hpp"
#include "broker/central_hall.hpp"
#include "server/passed.hpp"

namespace jadoube::broker {

class Relay {
 public:
  using Clock = std::chrono::steady_clock;
  /// False: the broker cannot be reached.
  using Publish = std::function<bool(const std::string& topic, std::string_view payload)>;
  struct Options {
    std::string root, centre, secret;
    /// A hall that has not answered after so long has perhaps not heard.
    std::chrono::milliseconds patience{10'000};
  };
  /// `hall` must outlive this.
  Relay(Options options, const CentralHall& hall, Publish publish)
      : options_{std::move(options)}, hall_{hall}, publish_{std::move(publish)} {}

  /// Nothing: it is answered at the centre itself.
  std::optional<server::Response> pass(const server::Passed& request);
  /// A hall has answered.
  void hear(std::string_view topic, std::string_view payload);
  /// A hall's clock was heard.
  void heard_status(const std::string& hall, Clock::time_point now) { status_heard_[hall] = now; }
  /// Ten times a second is enough: who has waited for too long is told so.
  void tick(Clock::time_point now);

 private:
  using Done = std::function<void(server::Response)>;
  /// What is to be asked of which hall; `again` makes the centre's answer of the hall's.
  struct Part {
    std::string hall;
    std::string target;
    std::string body;
    std::function<void(boost::json::object&)> again;
  };
  struct Waiting {
    std::string hall;
    Clock::time_point until;
    std::function<void(boost::json::object&)> again;
    Done done;
  };
  std::optional<server::Response> pass_to_board(const server::Passed& request);
  std::optional<server::Response> pass_to_alert(const server::Passed& request);
  std::optional<server::Response> pass_to_attend(const server::Passed& request);
  std::optional<server::Response> pass_to_all(const server::Passed& request, const char* count);
  server::Response ask(const server::Passed& request, Part part);
  void ask(const server::Passed& request, Part part, Done done);
  /// Why nothing can be asked of it now.
  [[nodiscard]] std::optional<server::Response> away(const std::string& hall) const;

  Options options_;
  const CentralHall& hall_;
  Publish publish_;
  std::uint64_t number_ = 0;
  std::map<std::uint64_t, Waiting> waiting_;
  std::map<std::string, Clock::time_point, std::less<>> status_heard_;
};

}  // namespace jadoube::broker
