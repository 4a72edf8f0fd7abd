// A hall's thread that writes into a shared store what is in the hall's own: alerts as they change, rounds, table numbers, and what
// its logs add up to. The hall never waits for it, and nothing waits in memory: what is still to be written is in the hall's own
// store and its logs, and the shared store has the marks up to which it is written.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <tl/expected.hpp>

#include "evidence/store.hpp"
#include "laws/library.hpp"
#include "sharing/config.hpp"
#include "sharing/finished_logs.hpp"
#include "sharing/hall_rows.hpp"
#include "store/shared_store.hpp"
#include "words/catalogue.hpp"

namespace jadoube::sharing {

/// How it stands.
struct Standing {
  bool is_up = false;
  /// Alerts that are still to be written as they are now; as of the last look.
  std::uint64_t waiting = 0;
  /// Alerts and logs that were written so far, and those that the store does not take.
  std::uint64_t written = 0, refused = 0;
};

class Sharer {
 public:
  struct Options {
    Config config;
    /// The hall's, with its store and its logs.
    std::filesystem::path data;
    /// Where its daemon answers, to be put before addresses of evidence.
    std::string address;
    std::string program;
    laws::Library library;
    words::Language language = words::Language::english;
    /// One sentence for people, on the executor; another one replaces it; empty: that is well again.
    std::function<void(const std::string&)> warn;
    std::chrono::milliseconds look_every{500};
    /// A short absence is no news.
    std::chrono::milliseconds patience{10'000};
    std::chrono::milliseconds longest_pause{15'000};
    /// A store that says nothing for so long is connected to anew.
    std::chrono::milliseconds silence{30'000};
    std::chrono::seconds idle{600};
  };
  /// Writes from now on. The error is one sentence: the configuration or the hall's own store cannot be used. That the shared store is away is none.
  static tl::expected<std::unique_ptr<Sharer>, std::string> start(boost::asio::any_io_executor executor,
                                                                  Options options);
  /// After stop().
  ~Sharer();
  Sharer(const Sharer&) = delete;
  Sharer& operator=(const Sharer&) = delete;

  /// Writes what there is, for `time` at most, and ends.
  void stop(std::chrono::milliseconds time);
  [[nodiscard]] Standing standing() const;

 private:
  using Clock = std::chrono::steady_clock;
  Sharer(boost::asio::any_io_executor executor, Options options, store::Address address, std::string password,
         std::unique_ptr<arbiter::Store> own, std::string source);

  void look_for_silence();
  void work();
  /// Asks the shared store; it is looked to that this comes to an end.
  template <class Ask>
  auto asking(const Ask& ask);
  /// True: there is more.
  store::Expected<bool> pass();
  store::Done read_marks();
  store::Expected<bool> write_alerts();
  store::Done write_one_by_one(const arbiter::Store::ChangedAlerts& changed);
  store::Expected<bool> write_rounds();
  store::Done write_numbers();
  store::Expected<bool> write_log();
  store::Done write(store::Batch batch, std::uint64_t count);
  store::Batch batch_with(const std::string& about, const std::string& mark) const;
  [[nodiscard]] std::uint64_t number_at(const std::string& about) const;
  void refused(const std::string& what, const store::Failure& failure);
  void tell(const std::string& sentence);
  void is_away(const store::Failure& failure);
  void is_there();
  void count_waiting();

  boost::asio::any_io_executor executor_;
  Options options_;
  HallHere hall_;
  store::SharedStore shared_;
  // All of this is the thread's.
  std::unique_ptr<arbiter::Store> own_;
  std::string source_;
  FinishedLogs logs_;
  /// As the shared store has them; nothing: it has to be asked.
  std::optional<std::map<std::string, std::string>> marks_;
  std::optional<Clock::time_point> away_since_;
  Clock::time_point next_greeting_{}, next_log_{};
  std::string told_;
  std::string refusal_;

  mutable std::mutex mutex_;  // of these
  Standing standing_;
  std::condition_variable wake_;
  bool ending_ = false, ended_ = false;
  /// The shared store has been asked then, and has not answered yet.
  std::optional<Clock::time_point> asked_;

  std::atomic<bool> stop_logs_ = false;
  boost::asio::steady_timer timer_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  std::thread thread_;
};

}  // namespace jadoube::sharing
