// Runs what programs with boards and clients wait with.
#pragma once

#include <optional>
#include <string>

#include <boost/asio/io_context.hpp>

namespace jadoube::cli {

/// Until the context is stopped, or the system has not told of time for twenty seconds: that in one sentence.
/// Boost.Asio does not look whether what tells it of time, and what wakes it up, could be registered with the system.
std::optional<std::string> run_events(boost::asio::io_context& io);

}  // namespace jadoube::cli
