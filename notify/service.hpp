// Notification as the daemon runs it: what is set, put together.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/any_io_executor.hpp>
#include <tl/expected.hpp>

#include "arbiter/live_hall.hpp"
#include "notify/hook_thread.hpp"
#include "notify/notice.hpp"
#include "notify/settings.hpp"
#include "notify/webhook.hpp"

namespace jadoube::notify {

class Service {
 public:
  /// Why it could not run, as far as can be told without starting; one sentence.
  static std::optional<std::string> problem_of(const Settings& settings);
  /// Tells from now on, on `executor`, of the hall's alerts; of those that there are already, what becomes of them. `hall` must outlive it, and
  /// hears what is the matter. Null: nobody is to be told. The error is one sentence.
  static tl::expected<std::unique_ptr<Service>, std::string> start(
      const boost::asio::any_io_executor& executor, arbiter::LiveHall& hall, const Settings& settings);

 private:
  Service(std::uint64_t last, bool tells_secrets) : tells_secrets_{tells_secrets}, notices_{last} {}
  void hear(const arbiter::Alert& alert);

  bool tells_secrets_;
  NoticeMaker notices_;
  std::vector<std::unique_ptr<Webhook>> webhooks_;
  std::vector<HookProgram> programs_;
  std::unique_ptr<HookThread> hooks_;  // null: no program is to be run
  std::shared_ptr<void> subscription_;
};

}  // namespace jadoube::notify
