// One client's connection: its requests, one after the other, and their answers.
#pragma once

#include <memory>

#include "arbiter/http/api.hpp"
#include "arbiter/http/counts.hpp"
#include "arbiter/http/hub.hpp"
#include "arbiter/http/limits.hpp"
#include "arbiter/http/wire.hpp"
#include "arbiter/http/worker.hpp"

namespace jadoube::arbiter::http {

/// What connections work with. All must live as long as the wire does.
struct Service {
  Api& api;
  Hub& hub;
  const Limits& limits;
  Counts& counts;
  Worker& worker;
};

/// Goes on by itself until one side ends it, or a time limit does.
void start_connection(std::unique_ptr<Wire> wire, const Service& service);

}  // namespace jadoube::arbiter::http
