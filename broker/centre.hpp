// The centre of several halls: what a daemon has in place of a hall of its own.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <tl/expected.hpp>

#include "broker/central_hall.hpp"
#include "broker/client.hpp"
#include "broker/config.hpp"
#include "broker/relay.hpp"
#include "evidence/data_lock.hpp"
#include "evidence/store.hpp"

namespace jadoube::broker {

class Centre {
 public:
  struct Options {
    Config config;
    /// For tokens, and what is done at the centre itself.
    std::filesystem::path folder;
    std::string version;
    words::Language language = words::Language::english;
  };
  /// Listens from now on. The error is one sentence.
  static tl::expected<std::unique_ptr<Centre>, std::string> open(const boost::asio::any_io_executor& executor,
                                                                 const Options& options);
  ~Centre();
  Centre(const Centre&) = delete;
  Centre& operator=(const Centre&) = delete;

  [[nodiscard]] CentralHall& hall() { return *hall_; }
  [[nodiscard]] arbiter::Store& store() { return *store_; }
  /// For the server; not after the centre is gone.
  [[nodiscard]] server::Elsewhere elsewhere();
  void stop();

 private:
  Centre(const boost::asio::any_io_executor& executor, const Options& options, arbiter::DataLock lock,
         std::unique_ptr<arbiter::Store> store);
  void heard(const Heard& heard);
  void tick();

  /// `name_` is ours at the broker, drawn at each start.
  std::string root_, url_, name_;
  arbiter::DataLock lock_;
  std::unique_ptr<arbiter::Store> store_;
  std::unique_ptr<CentralHall> hall_;
  std::unique_ptr<Relay> relay_;
  boost::asio::steady_timer timer_;
  bool is_up_ = false;
  std::unique_ptr<Connection> connection_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace jadoube::broker
