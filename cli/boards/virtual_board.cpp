// jadoube virtual-board: a board made of software, on which hands play a game, for this and any other
// program.
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <deque>
#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>

#include "cli/boards/board_options.hpp"
#include "cli/command.hpp"
#include "cli/commands.hpp"
#include "cli/simulation/simulation_options.hpp"
#include "devices/models.hpp"
#include "devices/typed_hands.hpp"
#include "devices/usb_ip.hpp"
#include "simulator/simulate.hpp"
#include "transport/keyboard.hpp"

namespace jadoube::cli {
namespace {

using namespace std::chrono_literals;
namespace asio = boost::asio;
using asio::ip::tcp;
using devices::Bytes;
using record::Record;
using record::Time;
using Clock = std::chrono::steady_clock;

struct Options {
  std::string model = "sentio";
  SimulationOptions game;
  std::string cell = "blitz-none-50";
  std::optional<unsigned> number;
  bool usbip = false;
  bool hands = false;
  std::uint16_t port = 3240;
  double speed = 1;
  double seconds = 0;
};

/// What happens on the board, from the moment on in which somebody looks at it.
class Play {
 public:
  /// `speed`: of the hands; the board itself has its own.
  Play(simulator::Recording recording, double speed)
      : speed_{speed},
        script_{std::make_move_iterator(recording.records.begin()),
                std::make_move_iterator(recording.records.end())} {
    // The pieces are put up before anybody looks.
    while (!script_.empty() && !std::holds_alternative<record::Scan>(script_.front())) script_.pop_front();
  }

  void put_up(devices::Firmware& firmware) {
    if (!script_.empty()) firmware.see(script_.front());
  }
  void begin(Time now) {
    if (begun_ || script_.empty()) return;
    begun_ = now;
    from_ = time_of(script_.front());
    std::cerr << "jadoube: the game begins" << std::endl;
  }
  void advance(devices::Firmware& firmware, Time now) {
    if (!begun_) return;
    const Time t = from_ + std::chrono::duration_cast<Time>((now - *begun_) * speed_);
    for (; !script_.empty() && time_of(script_.front()) <= t; script_.pop_front())
      firmware.see(script_.front());
    if (script_.empty() && !std::exchange(over_, true)) std::cerr << "jadoube: the game is over" << std::endl;
  }
  /// When the hands do something next.
  [[nodiscard]] std::optional<Time> next() const {
    if (!begun_ || script_.empty()) return std::nullopt;
    return *begun_ + std::chrono::duration_cast<Time>((time_of(script_.front()) - from_) / speed_);
  }

 private:
  double speed_;
  std::deque<Record> script_;
  std::optional<Time> begun_;
  Time from_{};
  bool over_ = false;
};

/// Calls again and again, after as long as it was told at the last call.
class Beat {
 public:
  Beat(asio::io_context& io, std::function<std::chrono::milliseconds()> each)
      : timer_{io}, each_{std::move(each)} {
    call_after(0ms);
  }
  /// Something has happened that may have changed how long to wait.
  void call_soon() { call_after(0ms); }

 private:
  void call_after(std::chrono::milliseconds wait) {
    timer_.expires_after(wait);
    // A call that was due when another was ordered is dropped.
    timer_.async_wait([this, number = ++ordered_](const boost::system::error_code& error) {
      if (!error && number == ordered_) call_after(each_());
    });
  }
  asio::steady_timer timer_;
  std::function<std::chrono::milliseconds()> each_;
  std::uint64_t ordered_ = 0;
};

constexpr auto kOften = 2ms;
constexpr auto kSeldom = 50ms;

/// How long to wait for the earlier of two, of which either may never come.
std::chrono::milliseconds wait_for(std::optional<Time> one, std::optional<Time> other, Time now) {
  const Time last = now + kSeldom;
  const Time due = std::min(one.value_or(last), other.value_or(last));
  return std::clamp(std::chrono::ceil<std::chrono::milliseconds>(due - now), 1ms, kSeldom);
}

Time now_since(Clock::time_point start) {
  return std::chrono::duration_cast<Time>(Clock::now() - start);
}

/// The board's end of a pseudo terminal; the other end looks like a serial port.
class Terminal {
 public:
  /// The error is a sentence.
  std::string open() {
    std::array<char, 128> name{};
    int host = -1;
    if (openpty(&board_, &host, name.data(), nullptr, nullptr) != 0)
      return std::string{"no pseudo terminal: "} + std::strerror(errno);
    path_ = name.data();
    termios modes{};
    tcgetattr(host, &modes);
    cfmakeraw(&modes);
    tcsetattr(host, TCSANOW, &modes);
    // From now on it shows whether anybody has the other end.
    ::close(host);
    fcntl(board_, F_SETFL, O_NONBLOCK);
    return {};
  }
  Terminal() = default;
  ~Terminal() {
    if (board_ >= 0) ::close(board_);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  [[nodiscard]] bool is_open_elsewhere() const {
    pollfd state{board_, POLLOUT, 0};
    return ::poll(&state, 1, 0) >= 0 && (state.revents & POLLHUP) == 0;
  }
  [[nodiscard]] Bytes heard() const {
    Bytes bytes(256);
    const ssize_t got = ::read(board_, bytes.data(), bytes.size());
    bytes.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return bytes;
  }
  /// Whatever does not fit is lost, as on a line that nobody reads.
  void say(const Bytes& bytes) const {
    if (::write(board_, bytes.data(), bytes.size()) < 0) return;
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  int board_ = -1;
  std::string path_;
};

constexpr unsigned kUsualNumber = 1;

/// Why this board cannot have the number; empty: it can.
std::string refusal(const devices::VirtualModel& model, unsigned number, bool usbip) {
  using devices::Numbered;
  if (model.numbered == Numbered::no) return model.called + " has no number";
  if (number > model.highest_number)
    return "the number of " + model.called + " is " + std::to_string(model.highest_number) + " at most";
  if (model.numbered == Numbered::on_usb && !usbip)
    return model.called +
           " has no number but that of its USB chip, which a serial port does not show; say --usbip";
  return {};
}

int offer_terminal(const Options& options, const devices::VirtualModel& model, Play& play) {
  Terminal terminal;
  if (const std::string error = terminal.open(); !error.empty()) return fail(error);
  const auto firmware = model.firmware(options.number.value_or(kUsualNumber));
  play.put_up(*firmware);
  std::cout << terminal.path() << '\n' << std::flush;
  std::cerr << "jadoube: " << model.called << " is at " << terminal.path()
            << "; for instance: jadoube monitor --as " << terminal.path() << '=' << model.make << std::endl;
  asio::io_context io;
  const auto start = Clock::now();
  bool has_power = false;
  const Beat beat{io, [&] {
                    const Time now = now_since(start);
                    const bool there = terminal.is_open_elsewhere();
                    if (there && !std::exchange(has_power, true)) {
                      firmware->power_up(now);
                      play.begin(now);
                    }
                    if (!has_power) return kSeldom;
                    play.advance(*firmware, now);
                    if (const Bytes heard = there ? terminal.heard() : Bytes{}; !heard.empty())
                      firmware->hear(heard, now);
                    for (const Bytes& sent : firmware->advance(now))
                      if (there) terminal.say(sent);
                    return there ? std::chrono::milliseconds{kOften} : kSeldom;
                  }};
  run_watch(io, options.seconds, 1s, [] {});
  return kOk;
}

/// As `offer_terminal`, but what happens on the board is typed.
int offer_to_hands(const Options& options, const devices::VirtualModel& model) {
  Terminal terminal;
  if (const std::string error = terminal.open(); !error.empty()) return fail(error);
  const auto firmware = model.firmware(options.number.value_or(kUsualNumber));
  devices::TypedHands hands{options.speed};
  firmware->see(hands.standing({}));
  std::cout << terminal.path() << '\n' << std::flush;
  std::cerr << "jadoube: " << model.called << " is at " << terminal.path()
            << "; its pieces do what you type, such as "
            << "e2e4 !W" << std::endl;
  asio::io_context io;
  const auto start = Clock::now();
  const transport::Keyboard keyboard{io, [&](const std::string& line) {
                                       if (const std::string fault = hands.type(line, now_since(start));
                                           !fault.empty())
                                         complain(fault);
                                     }};
  bool has_power = false;
  const Beat beat{io, [&] {
                    const Time now = now_since(start);
                    const bool there = terminal.is_open_elsewhere() && hands.has_power(now);
                    while (const auto record = hands.take(now)) firmware->see(*record);
                    const Bytes heard = terminal.heard();
                    if (there && !std::exchange(has_power, true)) firmware->power_up(now);
                    has_power = has_power && hands.has_power(now);
                    if (!has_power) return kSeldom;
                    if (!heard.empty()) firmware->hear(heard, now);
                    for (const Bytes& sent : firmware->advance(now))
                      if (there) terminal.say(sent);
                    return std::chrono::milliseconds{kOften};
                  }};
  run_watch(io, options.seconds, 1s, [] {});
  return kOk;
}

/// Serves USB/IP to the programs of this machine that connect.
class UsbIpServer {
 public:
  UsbIpServer(asio::io_context& io, devices::UsbBoard& board, Play& play)
      : acceptor_{io}, board_{board}, play_{play}, beat_{io, [this] { return live(); }} {}

  std::string listen(std::uint16_t port) {
    boost::system::error_code error;
    const tcp::endpoint here{asio::ip::address_v4::loopback(), port};
    acceptor_.open(here.protocol(), error);
    if (!error) acceptor_.set_option(tcp::acceptor::reuse_address{true}, error);
    if (!error) acceptor_.bind(here, error);
    if (!error) acceptor_.listen(4, error);
    if (error) return "port " + std::to_string(port) + ": " + error.message();
    accept();
    return {};
  }
  [[nodiscard]] std::uint16_t port() const { return acceptor_.local_endpoint().port(); }

 private:
  struct Client : std::enable_shared_from_this<Client> {
    Client(tcp::socket its_socket, devices::UsbBoard& board, bool is_taken)
        : socket{std::move(its_socket)}, connection{board, is_taken} {}
    tcp::socket socket;
    devices::UsbIpConnection connection;
    std::array<std::uint8_t, 4096> buffer{};
    Bytes sending;
  };

  void accept() {
    acceptor_.async_accept([this](const boost::system::error_code& error, tcp::socket socket) {
      if (error) return;
      boost::system::error_code ignored;
      socket.set_option(tcp::no_delay{true}, ignored);
      read(std::make_shared<Client>(std::move(socket), board_, attached_ != nullptr));
      accept();
    });
  }

  void read(const std::shared_ptr<Client>& client) {
    client->socket.async_read_some(asio::buffer(client->buffer),
                                   [this, client](const boost::system::error_code& error, std::size_t size) {
                                     if (error) {
                                       leave(client);
                                       return;
                                     }
                                     client->connection.receive(std::span{client->buffer}.first(size),
                                                                now_since(start_));
                                     if (client->connection.is_attached() && attached_ == nullptr) {
                                       attached_ = client;
                                       std::cerr << "jadoube: the board has been attached" << std::endl;
                                       play_.begin(now_since(start_));
                                     }
                                     write(client);
                                     if (attached_ == client) beat_.call_soon();
                                     read(client);
                                   });
  }

  void write(const std::shared_ptr<Client>& client) {
    if (!client->sending.empty()) return;
    client->sending = client->connection.take();
    if (client->sending.empty()) {
      if (client->connection.is_over()) leave(client);
      return;
    }
    asio::async_write(client->socket, asio::buffer(client->sending),
                      [this, client](const boost::system::error_code& error, std::size_t) {
                        client->sending.clear();
                        if (error)
                          leave(client);
                        else
                          write(client);
                      });
  }

  void leave(const std::shared_ptr<Client>& client) {
    boost::system::error_code ignored;
    client->socket.close(ignored);
    if (attached_ != client) return;
    attached_.reset();
    std::cerr << "jadoube: the board has been detached" << std::endl;
  }

  std::chrono::milliseconds live() {
    if (attached_ == nullptr) return kSeldom;
    const Time now = now_since(start_);
    play_.advance(board_.firmware(), now);
    attached_->connection.advance(now);
    write(attached_);
    return wait_for(play_.next(), board_.next(), now);
  }

  tcp::acceptor acceptor_;
  devices::UsbBoard& board_;
  Play& play_;
  Clock::time_point start_ = Clock::now();
  std::shared_ptr<Client> attached_;  // that has the board
  Beat beat_;
};

int offer_usb_ip(const Options& options, const devices::VirtualModel& model, Play& play) {
  const unsigned number = options.number.value_or(kUsualNumber);
  devices::UsbBoard board{model.identity(number), model.firmware(number)};
  play.put_up(board.firmware());
  asio::io_context io;
  UsbIpServer server{io, board, play};
  if (const std::string error = server.listen(options.port); !error.empty()) return fail(error);
  std::cout << "127.0.0.1:" << server.port() << '\n' << std::flush;
  std::cerr << "jadoube: " << model.called
            << " can be attached, as root: modprobe vhci-hcd; usbip --tcp-port " << server.port()
            << " attach -r 127.0.0.1 -b " << devices::UsbIpConnection::kBusId << std::endl;
  run_watch(io, options.seconds, 1s, [] {});
  return kOk;
}

int run(const Options& options) {
  const devices::VirtualModel* model = devices::virtual_model(options.model);
  if (model == nullptr) return fail("there is no virtual board \"" + options.model + '"');
  if (!options.usbip && !model->is_serial())
    return fail(model->called + " is a HID device, which no serial port can be; say --usbip");
  if (options.number)
    if (const std::string error = refusal(*model, *options.number, options.usbip); !error.empty())
      return fail(error);
  if (options.hands) return offer_to_hands(options, *model);
  SimulationOptions game = options.game;
  game.games = 1;
  game.senses = "identity";
  auto params = game.params(options.cell);
  if (!params) return fail(params.error());
  auto games = SimulatedGames::from(game);
  if (!games) return fail(games.error());
  params->incidents = games->incidents(games->first());
  Play play{simulate(games->game(games->first()), *params, games->seed(games->first())), options.speed};
  return options.usbip ? offer_usb_ip(options, *model, play) : offer_terminal(options, *model, play);
}

}  // namespace

void add_virtual_board(Command program, int& status) {
  auto command = program.add_subcommand(
      "virtual-board",
      "Offer a board made of software, on which hands play a game, to this and other programs");
  auto options = std::make_shared<Options>();
  std::vector<std::string> names;
  for (const auto& model : devices::virtual_models()) names.push_back(model.name);
  command.add_option("--model", options->model, "Which board").one_of(names).capture_default_str();
  command
      .add_option(
          "--number", options->number,
          "The number by which it is known: that of its protocol or, with --usbip, of its USB chip; " +
              std::to_string(kUsualNumber) + " if not given")
      .positive();
  command.add_option("--pgn", options->game.pgn,
                     "Game to be played, with its times; a random one if not given");
  command.add_option("--game", options->game.first, "Which game of the file")
      .positive()
      .capture_default_str();
  command.add_option("--seed", options->game.seed, "Same seed, same hands").capture_default_str();
  command.add_option("--incidents", options->game.incidents, "What goes wrong, as for `jadoube simulate`")
      .capture_default_str();
  command.add_option("--cell", options->cell, "Tempo, noise and scan rate, as for `jadoube simulate`")
      .capture_default_str();
  command.add_option("--think", options->game.think, "Times between moves: those of the game, or drawn")
      .one_of({"game", "drawn"})
      .capture_default_str();
  command.add_option("--speed", options->speed, "How many times as fast as usual the hands play")
      .between(0.1, 100.0)
      .capture_default_str();
  auto usbip = command.add_flag(
      "--usbip", options->usbip,
      "Offer it as a USB device by USB/IP, to this machine only, instead of as a serial port");
  command
      .add_flag("--hands", options->hands,
                "No game: hands do what you type. e2e4 (a move), -e2 (lift), +e4 (put down), +a8=Q (put down "
                "a queen), a3>h3 "
                "(push), !W !B (press the clock), off8 (no power for 8 s), 1.5s (wait), start")
      .excludes(usbip);
  command.add_option("--port", options->port, "Port for USB/IP; 0: any that is free").capture_default_str();
  command.add_option("--seconds", options->seconds, "End after so long; 0 is never")
      .not_negative()
      .capture_default_str();
  command.footer(
      "\nThe first line of its output says where the board is. The hands begin when somebody opens it. As a "
      "serial "
      "port it needs no\nprivilege; attaching a USB/IP device needs root, the module vhci-hcd and the tool "
      "usbip." +
      examples({
          {"jadoube virtual-board --model sentio --pgn game.pgn", "a Sentio at a serial port of its own"},
          {"jadoube monitor --as /dev/pts/5=sentio", "and who follows it"},
          {"jadoube virtual-board --model chessnut --usbip",
           "a Chessnut Air, for every program that knows USB"},
      }));
  command.callback([options, &status] { status = run(*options); });
}

}  // namespace jadoube::cli
