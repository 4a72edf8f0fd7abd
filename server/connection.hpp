// One client's connection: its requests, one after the other, and their answers.
#pragma once

#include <memory>
#include <vector>

#include "server/api.hpp"
#include "server/clients.hpp"
#include "server/counts.hpp"
#include "server/door.hpp"
#include "server/hub.hpp"
#include "server/limits.hpp"
#include "server/wire.hpp"
#include "server/worker.hpp"

namespace jadoube::server {

/// What connections work with. All must live as long as the wire does.
struct Service {
  Api& api;
  Hub& hub;
  const Limits& limits;
  Counts& counts;
  Worker& worker;
  const std::vector<Network>& proxies;
  RequestLimit& requests;
};

/// Goes on by itself until one side ends it, or a time limit does.
void start_connection(std::unique_ptr<Wire> wire, std::weak_ptr<Door::Place> place, const Service& service);

}  // namespace jadoube::server
