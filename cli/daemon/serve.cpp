// jadoube serve: the daemon. Boards come in, evidence goes to the disk, alerts go to people.
#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/host_name.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include "arbiter/live_hall.hpp"
#include "broadcast/service.hpp"
#include "broker/centre.hpp"
#include "broker/publisher.hpp"
#include "cli/boards/board_options.hpp"
#include "cli/command.hpp"
#include "cli/commands.hpp"
#include "cli/event_loop.hpp"
#include "cli/law/law_files.hpp"
#include "daemon/alert_journal.hpp"
#include "daemon/board_feed.hpp"
#include "daemon/config.hpp"
#include "daemon/daemon_files.hpp"
#include "daemon/journal.hpp"
#include "daemon/open_files.hpp"
#include "daemon/service_manager.hpp"
#include "daemon/simulated_feed.hpp"
#include "notify/service.hpp"
#include "server/private_file.hpp"
#include "server/server.hpp"
#include "server/store_tokens.hpp"
#include "sharing/sharer.hpp"
#include "words/catalogue.hpp"
#include "words/text.hpp"

namespace jadoube::cli {
namespace {

using daemon::AlertJournal;
using daemon::BoardFeed;
using daemon::changed_keys;
using daemon::Config;
using daemon::first_admin_token;
using daemon::Journal;
using daemon::load_config;
using daemon::LoadedConfig;
using daemon::make_state_folder;
using daemon::raise_open_files;
using daemon::ServiceManager;
using daemon::SimulatedFeed;
using daemon::state_folder;
using daemon::to_toml;
using daemon::Urgency;

namespace http = server;

struct Options {
  std::string config;
  std::string listen;
  std::string data;
  std::vector<std::string> livechess;
  std::string from_broker;
  std::optional<std::int64_t> simulate;
  std::optional<double> speed;
  bool check_config = false;
  bool print_config = false;
};

/// How long live clients are given to hear that the daemon ends.
constexpr std::chrono::milliseconds kToLeave{500};
/// And the shared store to take what was found last: what it does not take then it gets after the next start.
constexpr std::chrono::milliseconds kToShare{2000};

Config with_options(Config config, const Options& options) {
  if (!options.listen.empty()) config.server.listen = options.listen;
  if (!options.data.empty()) config.hall.data = options.data;
  if (!options.livechess.empty()) config.boards.livechess = options.livechess;
  if (!options.from_broker.empty()) config.broker.url = options.from_broker;
  if (options.simulate) config.simulate.boards = *options.simulate;
  if (options.speed) config.simulate.speed = *options.speed;
  return config;
}

server::Limits limits_of(const Config::Limits& config) {
  const auto bytes = [](std::int64_t kib) { return static_cast<std::size_t>(kib) * 1024; };
  server::Limits limits;
  limits.connections = static_cast<std::size_t>(config.connections);
  limits.connections_per_address = static_cast<std::size_t>(config.connections_per_address);
  limits.connections_kept = static_cast<std::size_t>(config.connections_kept);
  limits.requests_per_second = static_cast<std::size_t>(config.requests_per_second);
  limits.body = bytes(config.body_kib);
  limits.tournament = bytes(config.tournament_kib);
  limits.to_ask = std::chrono::seconds{config.seconds_to_ask};
  limits.to_take = std::chrono::seconds{config.seconds_to_take};
  limits.live_silence = std::chrono::seconds{config.seconds_of_silence};
  limits.queue_messages = static_cast<std::size_t>(config.queue_messages);
  limits.queue_bytes = bytes(config.queue_kib);
  return limits;
}

tl::expected<server::Server::Options, std::string> server_options(const Config& config) {
  server::Server::Options options;
  const auto listen = server::parse_listen_address(config.server.listen);
  if (!listen) return tl::unexpected{"server.listen: " + listen.error()};
  options.listen = *listen;
  if (!config.tls.certificate.empty()) options.tls = {config.tls.certificate, config.tls.key};
  options.names = config.server.names;
  for (const std::string& each : config.server.trusted_proxies) {
    auto network = server::Network::parse(each);
    if (!network) return tl::unexpected{"server.trusted_proxies: " + network.error()};
    options.proxies.push_back(*std::move(network));
  }
  options.session = std::chrono::hours{24 * config.server.session_days};
  options.limits = limits_of(config.limits);
  options.version = JADOUBE_VERSION;
  options.commit = JADOUBE_COMMIT;
  return options;
}

tl::expected<laws::Library, std::string> library_with_law(const Config& config) {
  auto library = law_library(config.hall.law_folder);
  if (!library) return tl::unexpected{std::string{"hall.law_folder cannot be used"}};
  if (const auto law = library->law(config.hall.law); !law)
    return tl::unexpected{"hall.law: " + laws::to_string(law.error().front())};
  return *std::move(library);
}

tl::expected<transport::BoardWatch::Options, std::string> watch_options(const Config& config) {
  BoardOptions boards;
  boards.as = config.boards.as;
  boards.ignore = config.boards.ignore;
  boards.livechess = config.boards.livechess;
  boards.white = config.boards.white;
  return boards.watch_options();
}

/// Why the daemon could not run with it, as far as can be told without starting; one sentence.
std::optional<std::string> problem_of(const Config& config, broker::End end) {
  if (auto library = library_with_law(config); !library) return library.error();
  const auto server = server_options(config);
  if (!server) return server.error();
  if (auto usable = server::Server::check(*server); !usable) return usable.error();
  if (auto watch = watch_options(config); !watch) return watch.error();
  if (auto problem = broadcast::Service::problem_of(config.broadcast)) return problem;
  if (auto problem = notify::Service::problem_of(config.notify)) return problem;
  if (auto problem = sharing::problem_of(config.store, end == broker::End::centre)) return problem;
  return broker::problem_of(config.broker, end);
}

broker::End end_of(const Options& options) {
  return options.from_broker.empty() ? broker::End::hall : broker::End::centre;
}

class Daemon {
 public:
  Daemon(const Options& options, LoadedConfig loaded)
      : options_{options},
        file_{std::move(loaded.file)},
        config_{with_options(std::move(loaded.config), options)} {}

  int run() {
    if (auto started = start(); !started) {
      journal_.say(Urgency::error, started.error());
      return kUnusable;
    }
    signals_.add(SIGINT);
    signals_.add(SIGTERM);
    signals_.add(SIGHUP);
    wait_for_signal();
    if (const auto period = manager_.watchdog()) feed_watchdog(*period / 3);
    if (auto told = tell_where(); !told) {
      journal_.say(Urgency::error, told.error());
      stop();
      return kUnusable;
    }
    const auto deaf = run_events(io_);
    if (deaf) journal_.say(Urgency::error, *deaf);
    return stop() && !deaf ? kOk : kUnusable;
  }

 private:
  using Result = tl::expected<void, std::string>;

  Result start() {
    auto folder = state_folder({}, config_);
    if (!folder) return tl::unexpected{folder.error()};
    folder_ = *std::move(folder);
    if (auto made = make_state_folder(folder_); !made) return made;
    if (end() == broker::End::centre) return start_centre();
    if (auto opened = open_hall(); !opened) return opened;
    alerts_ = std::make_unique<AlertJournal>(*hall_, journal_, hall_->store().last_alert().value_or(0));
    tokens_ = std::make_unique<server::StoreTokens>(hall_->store().tokens());
    if (auto served = serve(*hall_, {}); !served) return served;
    auto broadcast = broadcast::Service::start(
        io_.get_executor(), *hall_, config_.broadcast, folder_,
        [this](const std::string& about, const std::string& sentence) { hall_->warn(about, sentence); });
    if (!broadcast) return tl::unexpected{broadcast.error()};
    broadcast_ = *std::move(broadcast);
    if (auto spoken = speak(); !spoken) return spoken;
    auto notify = notify::Service::start(io_.get_executor(), *hall_, config_.notify);
    if (!notify) return tl::unexpected{notify.error()};
    notify_ = *std::move(notify);
    if (auto shared = share(); !shared) return shared;
    return feed();
  }

  [[nodiscard]] broker::End end() const { return end_of(options_); }

  /// Whatever becomes of the shared store, the hall goes on.
  Result share() {
    if (config_.store.url.empty()) return {};
    auto library = library_with_law(config_);
    if (!library) return tl::unexpected{library.error()};
    const auto warn = [this](const std::string& sentence) {
      hall_->warn("store", sentence);
      if (!sentence.empty()) journal_.say(Urgency::warning, sentence);
    };
    auto sharer = sharing::Sharer::start(io_.get_executor(), {.config = config_.store,
                                                              .data = folder_,
                                                              .address = url(),
                                                              .program = "jadoube " JADOUBE_VERSION,
                                                              .library = *std::move(library),
                                                              .language = language(),
                                                              .warn = warn});
    if (!sharer) return tl::unexpected{sharer.error()};
    sharer_ = *std::move(sharer);
    return {};
  }

  [[nodiscard]] std::vector<server::Number> shared_numbers() const {
    if (!sharer_) return {};
    const auto standing = sharer_->standing();
    return {{"jadoube_shared_store_up", "1 if the shared store took what was written last.",
             standing.is_up ? 1U : 0U},
            {"jadoube_shared_store_waiting", "Alerts that are still to be written to the shared store.",
             standing.waiting},
            {"jadoube_shared_store_written_total", "Alerts and logs written to the shared store.",
             standing.written},
            {"jadoube_shared_store_refused_total", "Alerts and logs that the shared store does not take.",
             standing.refused}};
  }

  Result start_centre() {
    if (const auto problem = sharing::problem_of(config_.store, true)) return tl::unexpected{*problem};
    auto centre =
        broker::Centre::open(io_.get_executor(), {config_.broker, folder_, JADOUBE_VERSION, language()});
    if (!centre) return tl::unexpected{centre.error()};
    centre_ = *std::move(centre);
    tokens_ = std::make_unique<server::StoreTokens>(centre_->store().tokens());
    return serve(centre_->hall(), centre_->elsewhere());
  }

  Result open_hall() {
    auto library = library_with_law(config_);
    if (!library) return tl::unexpected{library.error()};
    auto hall = arbiter::LiveHall::open(
        io_.get_executor(),
        {.data = folder_,
         .law = config_.hall.law,
         .start = config_.hall.start,
         .library = *std::move(library),
         .language = language(),
         .version = JADOUBE_VERSION,
         .simulated = config_.simulate.boards != 0,
         .sync_every = std::chrono::milliseconds{config_.hall.sync_ms},
         .remember = std::chrono::hours{config_.hall.remember_hours},
         .say = [this](const std::string& sentence) { journal_.say(Urgency::warning, sentence); },
         .tell_digest = [this](const std::string& sentence) { journal_.say(Urgency::info, sentence); },
         .tell_last =
             [this](const arbiter::LiveHall::GameNow& game) {
               if (broadcast_) broadcast_->see(game);
             }});
    if (!hall) return tl::unexpected{hall.error()};
    hall_ = *std::move(hall);
    return {};
  }

  Result serve(arbiter::Hall& hall, server::Elsewhere elsewhere) {
    auto options = server_options(config_);
    if (!options) return tl::unexpected{options.error()};
    options->session_file = folder_ / "sessions";
    if (config_.broadcast.url)
      options->broadcast = [this](unsigned round) { return broadcast_ ? broadcast_->pgn(round) : nullptr; };
    options->elsewhere = std::move(elsewhere);
    options->more_numbers = [this] { return shared_numbers(); };
    auto server = server::Server::start(io_.get_executor(), hall, *tokens_, *std::move(options));
    if (!server) return tl::unexpected{server.error()};
    server_ = *std::move(server);
    return {};
  }

  /// What the hall tells others must not keep it from its own work.
  Result speak() {
    if (config_.broker.url.empty()) return {};
    if (const auto problem = broker::problem_of(config_.broker, end())) return tl::unexpected{*problem};
    auto publisher = broker::Publisher::start(
        io_.get_executor(), *hall_,
        {config_.broker, folder_,
         [this](const std::string& about, const std::string& sentence) { hall_->warn(about, sentence); },
         [this](const auto& passed, auto done) { server_->answer(passed, std::move(done)); }});
    if (publisher) {
      publisher_ = *std::move(publisher);
    } else {
      hall_->warn("broker", publisher.error());
      journal_.say(Urgency::warning, publisher.error());
    }
    return {};
  }

  /// Without USB the daemon still shows what it has.
  Result feed() {
    if (config_.boards.usb || !config_.boards.as.empty() || !config_.boards.livechess.empty()) {
      auto watch = watch_options(config_);
      if (!watch) return tl::unexpected{watch.error()};
      watch->memory = folder_;
      auto feed = BoardFeed::start(io_.get_executor(), *std::move(watch), *hall_);
      if (feed) {
        boards_ = *std::move(feed);
      } else {
        hall_->warn("usb", feed.error());
        journal_.say(Urgency::warning, feed.error());
      }
    }
    if (config_.simulate.boards == 0) return {};
    auto feed = SimulatedFeed::start(io_.get_executor(),
                                     {.boards = static_cast<unsigned>(config_.simulate.boards),
                                      .speed = config_.simulate.speed,
                                      .actor = words::wording("simulation").in(language())},
                                     *hall_);
    if (!feed) return tl::unexpected{feed.error()};
    simulated_ = *std::move(feed);
    return {};
  }

  [[nodiscard]] words::Language language() const {
    return words::language_from_code(config_.hall.language).value_or(words::Language::english);
  }

  [[nodiscard]] std::string url() const {
    const auto listen = server::parse_listen_address(config_.server.listen);
    boost::system::error_code error;
    const auto address = boost::asio::ip::make_address(listen->address, error);
    std::string host = address.is_v6() ? '[' + listen->address + ']' : listen->address;
    if (!config_.server.names.empty())
      host = config_.server.names.front();
    else if (address.is_unspecified())
      host = boost::asio::ip::host_name(error);
    return (config_.tls.certificate.empty() ? "http://" : "https://") + host + ':' +
           std::to_string(server_->port()) + '/';
  }

  /// One line. The first token is told with it, this once; a journal, which others may read, never gets one.
  Result tell_where() {
    manager_.ready("Serving at " + url());
    if (server::is_readable_for_all(config_.tls.key))
      journal_.say(
          Urgency::warning,
          config_.tls.key + ": everybody on this machine can read this key; `chmod o=` takes that away");
    const std::string how = "log in with a token; `jadoube token add NAME --role admin` makes one";
    if (journal_.is_native() || manager_.is_there()) {
      journal_.say(Urgency::info, "serving at " + url() + "; " + how);
      return {};
    }
    const auto token = first_admin_token(*tokens_);
    if (!token) return tl::unexpected{token.error()};
    if (*token)
      std::cout << url() << "#token=" << **token << std::endl;
    else
      std::cout << url() << " (" << how << ')' << std::endl;
    return {};
  }

  void wait_for_signal() {
    signals_.async_wait([this](const boost::system::error_code& error, int signal) {
      if (error) return;
      if (signal != SIGHUP) return io_.stop();
      reload();
      wait_for_signal();
    });
  }

  void reload() {
    manager_.reloading();
    if (const auto problem = read_again())
      journal_.say(Urgency::error, "the configuration stays as it was: " + *problem);
    manager_.ready("Serving at " + url());
  }

  std::optional<std::string> read_again() {
    auto loaded = load_config(options_.config);
    if (!loaded) return loaded.error();
    Config config = with_options(std::move(loaded->config), options_);
    const bool has_tls = !config.tls.certificate.empty();
    if (has_tls == config_.tls.certificate.empty()) return "TLS is switched on or off at a start only";
    if (const auto problem = problem_of(config, end())) return problem;
    if (has_tls)
      if (auto read = server_->set_tls({config.tls.certificate, config.tls.key}); !read) return read.error();
    auto library = library_with_law(config);
    if (!library) return library.error();
    server_->set_names(config.server.names);
    server_->set_limits(limits_of(config.limits));
    if (broadcast_) broadcast_->set_delays(*broadcast::delays_of(config.broadcast));
    if (hall_) {
      hall_->set_laws(*std::move(library), config.hall.law);
      hall_->set_start(config.hall.start);
      hall_->set_sync_every(std::chrono::milliseconds{config.hall.sync_ms});
    }
    const auto changed = changed_keys(config_, config);
    journal_.say(Urgency::notice,
                 "the configuration was read again" + named("; these hold from now on: ", changed.at_once) +
                     named("; these hold when the daemon is started again: ", changed.after_restart));
    // What holds; the rest is compared with what the daemon was started with.
    config_.server.names = config.server.names;
    config_.tls = config.tls;
    config_.limits = config.limits;
    config_.hall.law = config.hall.law;
    config_.hall.law_folder = config.hall.law_folder;
    config_.hall.start = config.hall.start;
    config_.hall.sync_ms = config.hall.sync_ms;
    config_.broadcast.delay_s = config.broadcast.delay_s;
    config_.broadcast.delays = config.broadcast.delays;
    return std::nullopt;
  }

  static std::string named(const std::string& as, const std::vector<std::string>& keys) {
    std::string list;
    for (const std::string& key : keys) list.append(list.empty() ? as : ", ").append(key);
    return list;
  }

  void feed_watchdog(std::chrono::microseconds period) {
    manager_.alive();
    watchdog_.expires_after(period);
    watchdog_.async_wait([this, period](const boost::system::error_code& error) {
      if (!error) feed_watchdog(period);
    });
  }

  /// False: not everything is on the disk.
  bool stop() {
    manager_.stopping();
    if (simulated_) simulated_->stop();
    if (boards_) boards_->stop();
    if (broadcast_) broadcast_->stop();
    if (publisher_) publisher_->stop();
    if (centre_) centre_->stop();
    notify_.reset();
    server_->stop();
    watchdog_.cancel();
    signals_.cancel();
    io_.restart();
    io_.run_for(kToLeave);
    const auto missing = hall_ ? hall_->close() : std::vector<std::string>{};
    if (sharer_) sharer_->stop(kToShare);
    for (const std::string& sentence : missing) journal_.say(Urgency::error, sentence);
    if (missing.empty())
      journal_.say(Urgency::info, "ended, with everything on the disk");
    else
      journal_.say(Urgency::error, "ended; what is named above is not on the disk");
    return missing.empty();
  }

  const Options& options_;
  std::string file_;
  Config config_;
  Journal journal_;
  ServiceManager manager_;
  // Handlers that are left over go last.
  boost::asio::io_context io_{1};
  boost::asio::signal_set signals_{io_};
  boost::asio::steady_timer watchdog_{io_};
  std::filesystem::path folder_;
  std::unique_ptr<arbiter::LiveHall> hall_;
  std::unique_ptr<broker::Centre> centre_;
  std::unique_ptr<AlertJournal> alerts_;
  std::unique_ptr<server::StoreTokens> tokens_;
  std::unique_ptr<server::Server> server_;
  std::unique_ptr<broadcast::Service> broadcast_;
  std::unique_ptr<broker::Publisher> publisher_;
  std::unique_ptr<notify::Service> notify_;
  std::unique_ptr<sharing::Sharer> sharer_;
  std::unique_ptr<BoardFeed> boards_;
  std::unique_ptr<SimulatedFeed> simulated_;
};

int serve(const Options& options) {
  auto loaded = load_config(options.config);
  if (!loaded) {
    std::string_view rest = loaded.error();
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      complain(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return kUnusable;
  }
  const Config config = with_options(loaded->config, options);
  if (options.print_config) {
    std::cout << to_toml(config);
    return kOk;
  }
  if (options.check_config) {
    if (const auto problem = problem_of(config, end_of(options))) {
      complain(loaded->file.empty() ? *problem : loaded->file + ": " + *problem);
      return kUnusable;
    }
    std::cout << (loaded->file.empty() ? "There is no configuration file; the defaults hold."
                                       : loaded->file + ": ok")
              << '\n';
    return kOk;
  }
  raise_open_files();
  // Evidence and store are for those who run the daemon, however open the folder that was named is.
  ::umask(S_IRWXG | S_IRWXO);
  return Daemon{options, *std::move(loaded)}.run();
}

}  // namespace

void add_serve(Command program, int& status) {
  auto command =
      program.add_subcommand("serve", "The arbiter's daemon: boards, evidence, alerts, and the page");
  auto options = std::make_shared<Options>();
  command.add_option(
      "--listen", options->listen,
      "Address and port (127.0.0.1:8064); beyond this machine only with [tls] in the configuration");
  auto simulate = command
                      .add_option("--simulate", options->simulate,
                                  "Boards that play simulated games, besides the real ones")
                      .between(0, 10'000);
  command.add_option("--speed", options->speed, "How fast they play; 1 is real time").between(0.01, 1000.0);
  command.add_option("--livechess", options->livechess,
                     "A DGT LiveChess 2 whose boards are followed, ws://HOST:1982, instead of those that the "
                     "configuration names; may be given several times");
  command
      .add_option(
          "--from-broker", options->from_broker,
          "Be the centre of the halls that speak to this MQTT broker, mqtt://HOST or mqtts://HOST, with "
          "no boards of its own")
      .excludes(simulate);
  command.add_option("--data", options->data,
                     "Folder for evidence, store and tokens (~/.local/state/jadoube)");
  command.add_option(
      "--config", options->config,
      "Configuration (~/.config/jadoube/jadoube.toml or /etc/jadoube/jadoube.toml, if there is one)");
  command.add_flag("--check-config", options->check_config,
                   "Say what is wrong with the configuration, and end");
  command.add_flag("--print-config", options->print_config,
                   "Print the configuration that would hold, every key explained, and end");
  command.footer(
      "\nFinds the boards that are plugged in, keeps everything they say on the disk, and shows on a page "
      "which table\n"
      "needs a person, why, and what to do. Prints the page's address; the first time with a token in it, "
      "which makes\n"
      "whoever opens it administrator and is shown this once: keep it to yourself, and make tokens of lesser "
      "roles "
      "for\n"
      "tablets and screens. Lost? `jadoube token add NAME --role admin` makes another one.\n"
      "SIGHUP reads the configuration again, SIGTERM ends. After a crash it goes on where it was: start it "
      "again.\n" +
      examples({
          {"jadoube serve --simulate 8", "eight simulated boards, to try everything"},
          {"jadoube serve", "the boards of this machine; open the address that it prints"},
          {"jadoube serve --print-config > jadoube.toml",
           "a configuration to change, with every default; [broadcast] gives the round to the world, "
           "[notify] tells others of alerts"},
          {"jadoube serve --from-broker mqtt://desk:1883", "all halls that tell that broker what happens"},
          {"jadoube token add \"screen 1\" --role hall", "a token for a screen that players can see"},
      }));
  command.callback([options, &status] { status = serve(*options); });
}

}  // namespace jadoube::cli
