#include "broker/centre.hpp"

#include "broker/message.hpp"
#include "server/secret.hpp"

namespace jadoube::broker {
namespace {

constexpr std::chrono::milliseconds kLookEvery{100};
constexpr std::size_t kNameLetters = 16;

}  // namespace

tl::expected<std::unique_ptr<Centre>, std::string> Centre::open(const boost::asio::any_io_executor& executor,
                                                                const Options& options) {
  auto client = client_options(options.config);
  if (!client) return tl::unexpected{client.error()};
  if (auto secret = read_secret(options.config); !secret) return tl::unexpected{secret.error()};
  auto lock = arbiter::DataLock::take(options.folder);
  if (!lock) return tl::unexpected{lock.error()};
  auto store = arbiter::Store::open((options.folder / "store.sqlite").string());
  if (!store) return tl::unexpected{store.error()};
  std::unique_ptr<Centre> centre{new Centre{executor, options, *std::move(lock), *std::move(store)}};
  Centre* const self = centre.get();
  client->largest = kLargestAnswer;
  auto connection =
      connect(executor, *client,
              {[self] {
                 self->is_up_ = true;
                 self->hall_->warn("broker", {});
               },
               [self](const std::string& why) {
                 self->is_up_ = false;
                 self->hall_->warn("broker", "The broker at " + self->url_ + " cannot be reached (" + why +
                                                 "): what is shown is how it was.");
               },
               [](int) {},
               [self](const std::string& why) {
                 self->hall_->warn("access", "The broker does not take what is asked (" + why +
                                                 "): look at its access list.");
               },
               [self](const Heard& heard) { self->heard(heard); }});
  if (!connection) return tl::unexpected{connection.error()};
  centre->connection_ = *std::move(connection);
  const std::string& root = options.config.root;
  for (const char* filter : {"/+/status", "/+/server", "/+/board/+", "/+/event/+", "/+/lost"})
    centre->connection_->subscribe(root + filter);
  for (const char* filter : {"/+/again/", "/+/answer/"})
    centre->connection_->subscribe(root + filter + centre->name_);
  centre->tick();
  return centre;
}

Centre::Centre(const boost::asio::any_io_executor& executor, const Options& options, arbiter::DataLock lock,
               std::unique_ptr<arbiter::Store> store)
    : root_{options.config.root},
      url_{options.config.url},
      name_{server::make_secret().value_or("0").substr(0, kNameLetters)},
      lock_{std::move(lock)},
      store_{std::move(store)},
      hall_{std::make_unique<CentralHall>(
          CentralHall::Options{root_, name_, options.version, options.language}, *store_)},
      relay_{std::make_unique<Relay>(
          Relay::Options{root_, name_, read_secret(options.config).value_or(std::string{})}, *hall_,
          [this](const std::string& topic, std::string_view payload) {
            return is_up_ && connection_->publish(topic, payload, false).has_value();
          })},
      timer_{executor} {}

Centre::~Centre() {
  *alive_ = false;
}

server::Elsewhere Centre::elsewhere() {
  return [this](const server::Passed& request) { return relay_->pass(request); };
}

void Centre::heard(const Heard& heard) {
  const auto topic = read_topic(root_, heard.topic);
  if (topic && topic->channel == Channel::answer) return relay_->hear(heard.topic, heard.payload);
  hall_->hear(heard.topic, heard.payload);
  if (topic && topic->channel == Channel::status) relay_->heard_status(topic->hall, Relay::Clock::now());
}

void Centre::tick() {
  const auto now = Relay::Clock::now();
  relay_->tick(now);
  if (is_up_)
    for (const auto& wish :
         hall_->wishes(std::chrono::duration_cast<CentreBook::Time>(now.time_since_epoch())))
      connection_->publish(wish.topic, wish.payload, false);
  hall_->tell_halls();
  timer_.expires_after(kLookEvery);
  timer_.async_wait([this, alive = alive_](const boost::system::error_code& error) {
    if (!error && *alive) tick();
  });
}

void Centre::stop() {
  timer_.cancel();
  connection_->close();
  is_up_ = false;
}

}  // namespace jadoube::broker
