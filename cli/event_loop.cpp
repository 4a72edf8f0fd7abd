#include "cli/event_loop.hpp"

#include <chrono>
#include <memory>

#include <boost/asio/steady_timer.hpp>

namespace jadoube::cli {
namespace {

/// What another thread has posted waits no longer, even where nothing wakes this one up.
constexpr std::chrono::milliseconds kLookAround{100};
/// Twenty seconds in which nothing is heard: counted in rounds, as one piece of work may take longer than that, such as logs
/// that are heard again at a start.
constexpr int kPatience = 200;

}  // namespace

std::optional<std::string> run_events(boost::asio::io_context& io) {
  // Whoever goes on with the context may find what is left over here.
  const auto is_told_of_time = std::make_shared<bool>(false);
  boost::asio::steady_timer soon{io, std::chrono::milliseconds{1}};
  soon.async_wait([is_told_of_time](const boost::system::error_code& error) { *is_told_of_time = !error; });
  int unheard = 0;
  while (!io.stopped()) {
    io.run_for(kLookAround);
    if (!*is_told_of_time && ++unheard > kPatience)
      return "the system does not tell this program of time (epoll), perhaps for want of memory; start it "
             "again";
  }
  return std::nullopt;
}

}  // namespace jadoube::cli
