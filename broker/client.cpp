#include "broker/client.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <set>
#include <thread>

#include <mosquitto.h>

#include <boost/asio/post.hpp>

#include "server/secret.hpp"

namespace jadoube::broker {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr Backoff::Time kShortest{250};
constexpr Backoff::Time kLongest{15'000};
/// A connection that has lasted so long was a good one.
constexpr Backoff::Time kHeld{5'000};
constexpr int kLoop = 250;  // ms
constexpr int kInFlight = 256;
/// Of what has come and was not looked at yet. A broker that sends more than we can take loses the rest; what is missing is
/// asked for again.
constexpr std::size_t kMostUnheard = std::size_t{64} << 20U;
constexpr auto kToLeave = 300ms;

/// libmosquitto wants to be told once, before anything else.
void begin_library() {
  static const bool begun = [] {
    mosquitto_lib_init();
    return true;
  }();
  static_cast<void>(begun);
}

std::string sentence_of(int error) {
  if (error == MOSQ_ERR_ERRNO) return std::strerror(errno);
  return mosquitto_strerror(error);
}

/// How a broker may refuse a connection (MQTT 3.1.1, 3.2.2.3; MQTT 5, 3.2.2.2).
std::string refusal_of(int reason) {
  if (reason == 4 || reason == 134) return "it takes neither user nor password";
  if (reason == 5 || reason == 135) return "it does not let this user in";
  if (reason == 1 || reason == 132) return "it speaks another version of MQTT: set `mqtt` of [broker]";
  return reason < 128 ? mosquitto_connack_string(reason) : mosquitto_reason_string(reason);
}

struct Gone {
  void operator()(mosquitto* handle) const { mosquitto_destroy(handle); }
};

class Client : public Connection {
 public:
  Client(boost::asio::any_io_executor executor, const ClientOptions& options, ConnectionEvents events)
      : executor_{std::move(executor)}, options_{options}, events_{std::make_shared<Live>()} {
    events_->events = std::move(events);
  }
  ~Client() override {
    events_->events = {};
    end();
  }

  tl::expected<void, std::string> open() {
    begin_library();
    const std::string id =
        options_.id.empty() ? "jadoube-" + server::make_secret().value_or("0").substr(0, 12) : options_.id;
    handle_.reset(mosquitto_new(id.c_str(), true, this));
    if (!handle_) return tl::unexpected{std::string{"there is no memory for a connection to the broker"}};
    mosquitto* const m = handle_.get();
    mosquitto_threaded_set(m, true);
    mosquitto_int_option(m, MOSQ_OPT_PROTOCOL_VERSION, options_.protocol);
    mosquitto_max_inflight_messages_set(m, kInFlight);
    if (!options_.user.empty())
      mosquitto_username_pw_set(m, options_.user.c_str(), options_.password.c_str());
    if (!options_.will_topic.empty())
      mosquitto_will_set(m, options_.will_topic.c_str(), static_cast<int>(options_.will.size()),
                         options_.will.data(), 1, true);
    if (options_.address.tls)
      if (auto set = set_tls(); !set) return set;
    mosquitto_connect_callback_set(m, [](mosquitto*, void* self, int reason) { of(self).connected(reason); });
    mosquitto_disconnect_callback_set(m, [](mosquitto*, void* self, int) { of(self).is_up_ = false; });
    mosquitto_publish_v5_callback_set(
        m, [](mosquitto*, void* self, int number, int reason, const mosquitto_property*) {
          of(self).published(number, reason);
        });
    mosquitto_message_callback_set(
        m, [](mosquitto*, void* self, const mosquitto_message* message) { of(self).heard(*message); });
    thread_ = std::thread{[this] { run(); }};
    return {};
  }

  std::optional<int> publish(const std::string& topic, std::string_view payload, bool retained) override {
    int number = 0;
    const int done = mosquitto_publish(handle_.get(), &number, topic.c_str(),
                                       static_cast<int>(payload.size()), payload.data(), 1, retained);
    // Without a connection it is kept, and sent as soon as there is one.
    if (done != MOSQ_ERR_SUCCESS && done != MOSQ_ERR_NO_CONN) return std::nullopt;
    return number;
  }

  void subscribe(const std::string& filter) override {
    const std::lock_guard lock{mutex_};
    filters_.insert(filter);
    if (is_up_) mosquitto_subscribe(handle_.get(), nullptr, filter.c_str(), 1);
  }

  void restart() override { restarts_ = true; }
  void close() override { end(); }

 private:
  /// For what is on its way on the executor.
  struct Live {
    ConnectionEvents events;
    std::atomic<std::size_t> waiting{0};
  };
  static Client& of(void* self) { return *static_cast<Client*>(self); }

  tl::expected<void, std::string> set_tls() {
    const auto file = [](const std::string& name) { return name.empty() ? nullptr : name.c_str(); };
    const char* folder = options_.ca.empty() ? "/etc/ssl/certs" : nullptr;
    for (const std::string& each : {options_.ca, options_.certificate, options_.key})
      if (!each.empty() && !std::filesystem::is_regular_file(each))
        return tl::unexpected{each + ": there is no such file (`ca`, `certificate` and `key` of [broker])"};
    const int done = mosquitto_tls_set(handle_.get(), file(options_.ca), folder, file(options_.certificate),
                                       file(options_.key), nullptr);
    if (done == MOSQ_ERR_SUCCESS) return {};
    return tl::unexpected{"TLS to the broker cannot be used with these certificates: " + sentence_of(done)};
  }

  /// Runs on the executor unless the connection is gone by then.
  template <class Do>
  void tell(Do what) {
    boost::asio::post(executor_, [live = std::weak_ptr{events_}, what = std::move(what)] {
      if (const auto here = live.lock()) what(*here);
    });
  }

  void connected(int reason) {
    refused_ = reason;
    if (reason != 0) return;
    {
      const std::lock_guard lock{mutex_};
      is_up_ = true;
      up_since_ = Clock::now();
      for (const std::string& filter : filters_)
        mosquitto_subscribe(handle_.get(), nullptr, filter.c_str(), 1);
    }
    tell([](Live& live) {
      if (live.events.up) live.events.up();
    });
  }
  void published(int number, int reason) {
    tell([number, reason](Live& live) {
      if (reason >= 128 && live.events.refused)
        live.events.refused(mosquitto_reason_string(reason));
      else if (reason < 128 && live.events.acknowledged)
        live.events.acknowledged(number);
    });
  }
  void heard(const mosquitto_message& message) {
    const auto size = static_cast<std::size_t>(message.payloadlen);
    if (size > options_.largest || events_->waiting + size > kMostUnheard) return;
    const std::size_t waits = size + 256;
    events_->waiting += waits;
    Heard told{message.topic, {static_cast<const char*>(message.payload), size}};
    tell([told = std::move(told), waits](Live& live) {
      live.waiting -= waits;
      if (live.events.heard) live.events.heard(told);
    });
  }

  /// The thread: connected, or on the way there.
  void run() {
    Backoff backoff;
    bool is_first = true;
    while (!is_ending_) {
      up_since_.reset();
      refused_ = 0;
      const int seconds = static_cast<int>(options_.keep_alive.count());
      int error = is_first ? mosquitto_connect_async(handle_.get(), options_.address.host.c_str(),
                                                     options_.address.port, seconds)
                           : mosquitto_reconnect_async(handle_.get());
      is_first = is_first && error == MOSQ_ERR_INVAL;
      restarts_ = false;
      while (error == MOSQ_ERR_SUCCESS && !restarts_ && (!is_ending_ || Clock::now() < leave_by_.load()))
        error = mosquitto_loop(handle_.get(), kLoop, 1);
      if (is_ending_) return;
      const std::string why = restarts_       ? "it did not take what was sent"
                              : refused_ != 0 ? refusal_of(refused_)
                                              : sentence_of(error);
      is_up_ = false;
      tell([why](Live& live) {
        if (live.events.down) live.events.down(why);
      });
      const auto held =
          up_since_ ? std::chrono::duration_cast<Backoff::Time>(Clock::now() - *up_since_) : Backoff::Time{0};
      std::unique_lock lock{mutex_};
      wake_.wait_for(lock, backoff.next(held), [this] { return is_ending_.load(); });
    }
  }

  void end() {
    if (!thread_.joinable()) return;
    {
      const std::lock_guard lock{mutex_};
      if (is_up_) leave_by_ = Clock::now() + kToLeave;
      is_ending_ = true;
    }
    mosquitto_disconnect(handle_.get());
    wake_.notify_all();
    thread_.join();
  }

  boost::asio::any_io_executor executor_;
  ClientOptions options_;
  std::shared_ptr<Live> events_;
  std::unique_ptr<mosquitto, Gone> handle_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::set<std::string> filters_;
  std::atomic<bool> is_up_{false}, is_ending_{false}, restarts_{false};
  std::atomic<Clock::time_point> leave_by_{};
  // Of the thread alone.
  std::optional<Clock::time_point> up_since_;
  int refused_ = 0;
  std::thread thread_;
};

}  // namespace

Backoff::Time Backoff::next(Time held) {
  wait_ = held >= kHeld || wait_ == Time{0} ? kShortest : std::min(2 * wait_, kLongest);
  return wait_;
}

tl::expected<std::unique_ptr<Connection>, std::string> connect(const boost::asio::any_io_executor& executor,
                                                               const ClientOptions& options,
                                                               ConnectionEvents events) {
  auto client = std::make_unique<Client>(executor, options, std::move(events));
  if (auto opened = client->open(); !opened) return tl::unexpected{opened.error()};
  return client;
}

}  // namespace jadoube::broker
