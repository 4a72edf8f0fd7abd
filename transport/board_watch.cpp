#include "transport/board_watch.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <set>
#include <utility>

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include "drivers/shared_line.hpp"
#include "transport/bluetooth/gatt_channel.hpp"
#include "transport/bluetooth/known_boards.hpp"
#include "transport/board_memory.hpp"
#include "transport/board_place.hpp"
#include "transport/stream_channel.hpp"
#include "transport/websocket_channel.hpp"

namespace jadoube::transport {
namespace {

using namespace std::chrono_literals;
namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;

/// Before anything is written to a device whose id does not tell what it is.
constexpr record::Time kListenFirst = 600ms;
/// How long a recognised board has time to tell its serial number.
constexpr record::Time kSerialPatience = 2s;
constexpr record::Time kFirstRetry = 1s;
constexpr record::Time kLongestRetry = 30s;
/// A channel whose board has been silent for so long is opened anew: bridges and serial servers hang.
constexpr record::Time kFirstRenewal = 8s;
constexpr record::Time kLongestRenewal = 60s;
/// Between two times of listening to a device that may be a board and says nothing.
constexpr record::Time kListenAgain = 30s;
constexpr record::Time kLongestListenAgain = 5min;
/// This late, a timer shows that the machine or this program had something else to do.
constexpr record::Time kStalled = 100ms;
constexpr record::Time kCatchUp = 250ms;
/// Fewer bytes than that may be the rest of something, or noise of the plug.
constexpr std::uint64_t kFewBytes = 256;
/// What is kept of a device's bytes until it is known.
constexpr std::size_t kMostKept = std::size_t{1} << 16U;

/// FTDI's chips with two and four serial lines.
constexpr std::array<std::pair<std::uint16_t, std::uint16_t>, 2> kWithSeveralLines{
    {{0x0403, 0x6010}, {0x0403, 0x6011}}};

/// A candidate on trial.
struct Trial {
  drivers::Candidate candidate;
  std::unique_ptr<drivers::BoardSession> session;
  /// When it may begin to ask; nothing: not before its bytes have told what it is.
  std::optional<record::Time> may_ask;
};

struct Heard {
  BoardWatch::Direction direction = BoardWatch::Direction::from_board;
  std::vector<std::uint8_t> bytes;
  record::Time t{};
};

/// A plug with everything that its owner needs.
struct Place : Plug {
  explicit Place(const asio::any_io_executor& executor) : timer{executor} {}
  asio::steady_timer timer;
  /// When the timer lets the session work, if that is what it waits for.
  std::optional<record::Time> works_at;
  std::shared_ptr<Channel> channel;
  /// Number of this opening, so that an old channel's last words are not taken for the new one's.
  std::uint64_t opening = 0;
  /// Ways to try one after the other (transport and line settings); indices into `candidates`.
  std::vector<std::vector<std::size_t>> turns;
  std::size_t turn = 0;
  std::vector<Trial> trials;
  std::vector<Heard> kept;
  std::size_t kept_bytes = 0;
  record::Time opened_at{};
  std::optional<record::Time> recognised_at;
  record::Time retry = kFirstRetry;
  /// Its board says nothing, though the channel is open.
  std::optional<record::Time> silent_since;
  record::Time renew_after = kFirstRenewal;
  record::Time listen_again = kListenAgain;
  bool told_by_user = false;
  Board* owned = nullptr;
  /// Of a line that several boards share.
  std::unique_ptr<drivers::SharedLine> bus;
  /// Addresses of its boards that are followed through another server that has them too.
  std::set<std::string> followed_elsewhere;
  /// Of a board on such a line: its port, and the board's address.
  std::string line;
  std::string address;
};

/// A board's share of a line.
class Share final : public Channel {
 public:
  explicit Share(std::function<void(std::vector<std::uint8_t>)> write) : write_{std::move(write)} {}
  void write(std::vector<std::uint8_t> bytes) override { write_(std::move(bytes)); }
  void close() override {}

 private:
  std::function<void(std::vector<std::uint8_t>)> write_;
};

bool is_generic(const drivers::Candidate& candidate) {
  return candidate.usb->generic;
}

/// Stands for the way to a board that no USB id leads to.
const drivers::UsbId& no_usb() {
  static const drivers::UsbId none;
  return none;
}

bool same_way(const drivers::UsbId& a, const drivers::UsbId& b) {
  return a.transport == b.transport && a.line == b.line;
}

class Watch final : public BoardWatch {
 public:
  Watch(const asio::any_io_executor& executor, Options options, Events events)
      : executor_{executor},
        options_{std::move(options)},
        events_{std::move(events)},
        memory_{options_.memory} {}

  std::string start() {
    for (const auto& [where, id] : options_.as)
      if (drivers::board_model(id) == nullptr)
        return "there is no board \"" + id + "\"; `jadoube boards --print page` names them";
    const std::weak_ptr alive{alive_};
    auto service = usb::Service::start(executor_,
                                       {.arrived =
                                            [this, alive](const usb::Device& device) {
                                              if (!alive.expired()) arrived(device);
                                            },
                                        .left =
                                            [this, alive](const usb::Device& device) {
                                              if (!alive.expired()) left(device);
                                            }},
                                       options_.nodes);
    if (!service) return service.error();
    usb_ = *std::move(service);
    for (const auto& [where, id] : options_.as)
      if (std::string failure = add_named(where, *drivers::board_model(id)); !failure.empty()) return failure;
    // Who asks for certain devices alone wants no others.
    if (options_.nodes.empty())
      radio_ = bluetooth::KnownBoards::listen(executor_, [this, alive] {
        if (!alive.expired()) follow_radio();
      });
    return {};
  }

  [[nodiscard]] record::Time now() const override { return at(Clock::now()); }
  [[nodiscard]] std::vector<const Plug*> plugs() const override {
    std::vector<const Plug*> all;
    for (const auto& [port, place] : places_) all.push_back(place.get());
    return all;
  }
  std::vector<Board*> boards() override {
    std::vector<Board*> all;
    for (auto& [name, board] : boards_) all.push_back(&board);
    return all;
  }

  [[nodiscard]] std::vector<Offer> offers() const override {
    std::vector<Offer> all;
    if (!radio_) return all;
    for (const bluetooth::KnownBoard& each : radio_->boards())
      if (!places_.contains(each.place)) all.push_back({each.place, each.name, each.model});
    return all;
  }

  void stop() override {
    if (std::exchange(stopped_, true)) return;
    if (radio_) radio_->close();
    for (auto& [port, place] : places_) {
      place->timer.cancel();
      if (place->channel) place->channel->close();
    }
    usb_.reset();
  }

 private:
  /// A place that the user names and that is no USB device, if it is one. Gives why it cannot be.
  std::string add_named(const std::string& where, const drivers::BoardModel& model) {
    const bool is_server = where.starts_with(kWebSocket);
    const bool is_radio = where.starts_with(bluetooth::kBluetooth);
    if (!where.starts_with('/') && !where.starts_with("tcp:") && !is_server && !is_radio) return {};
    if (is_radio && !is_bluetooth_place(where))
      return '"' + where + "\" is no place of a board; one is like bluetooth:AA:BB:CC:DD:EE:FF";
    const auto line = std::ranges::find_if(
        model.usb, [](const drivers::UsbId& usb) { return usb.transport != drivers::Transport::hid; });
    const bool is_reached = is_server  ? model.network
                            : is_radio ? model.bluetooth.has_value()
                                       : line != model.usb.end();
    if (!is_reached)
      return "a board \"" + model.id + "\" is not reached by " +
             (is_server  ? "a WebSocket"
              : is_radio ? "Bluetooth"
                         : "a serial line");
    auto place = std::make_unique<Place>(executor_);
    place->port = where;
    place->candidates = {{&model, is_server || is_radio ? &no_usb() : &*line}};
    place->told_by_user = true;
    add(std::move(place));
    return {};
  }

  [[nodiscard]] record::Time at(SteadyTime t) const {
    return std::chrono::duration_cast<record::Time>(t - begun_);
  }

  Place* place_at(const std::string& port, std::uint64_t opening) {
    const auto found = places_.find(port);
    return found != places_.end() && found->second->opening == opening ? found->second.get() : nullptr;
  }

  /// An adapter with several serial lines is as many places: "1-1.4:1.0" and so on, which is what the system
  /// calls its interfaces.
  void arrived(const usb::Device& device) {
    if (stopped_) return;
    std::array<char, 10> id{};
    std::snprintf(id.data(), id.size(), "%04x:%04x", device.vendor, device.product);
    const auto found = drivers::candidates(device.vendor, device.product, device.product_string);
    const bool is_known = std::ranges::any_of(kWithSeveralLines, [&](const auto& known) {
      return known == std::pair{device.vendor, device.product};
    });
    if (!is_known || device.interfaces < 2) {
      arrived_at(device.port, device, found, id.data());
      return;
    }
    for (unsigned line = 0; line < device.interfaces; ++line) {
      usb::Device part = device;
      part.interface = static_cast<std::uint8_t>(line);
      // It is the adapter's, and would be that of all boards behind it.
      part.serial.clear();
      arrived_at(device.port + ":1." + std::to_string(line), part, found, id.data());
    }
  }

  void arrived_at(const std::string& port, const usb::Device& device, std::vector<drivers::Candidate> found,
                  const std::string& id) {
    auto place = std::make_unique<Place>(executor_);
    place->port = port;
    place->device = device;
    place->candidates = std::move(found);
    for (const std::string& known_as : {port, device.port, id}) {
      const auto said = options_.as.find(known_as);
      if (said == options_.as.end()) continue;
      place->told_by_user = true;
      const drivers::BoardModel* model = drivers::board_model(said->second);
      std::erase_if(place->candidates,
                    [model](const drivers::Candidate& each) { return each.model != model; });
      // An id that the table does not have: reached in one of the ways that the make has.
      if (place->candidates.empty())
        for (const drivers::UsbId& usb : model->usb) place->candidates.push_back({model, &usb});
      break;
    }
    if (place->candidates.empty()) return;
    const bool is_named = options_.as.contains(port) || options_.as.contains(device.port);
    const bool is_ignored = options_.ignore.contains(port) || options_.ignore.contains(device.port);
    if (is_ignored || (!is_named && options_.ignore.contains(id))) place->state = Plug::State::ignored;
    add(std::move(place));
  }

  /// Boards over Bluetooth that the owner of the machine has paired with it, or trusts, are his as those at a plug are; what
  /// is merely near is not.
  void follow_radio() {
    if (stopped_) return;
    std::map<std::string, bluetooth::KnownBoard> trusted;
    for (bluetooth::KnownBoard& each : radio_->boards())
      if (each.is_trusted) trusted.emplace(each.place, std::move(each));
    std::vector<std::string> forgotten;
    for (const auto& [port, place] : places_)
      if (!place->radio_name.empty() && !trusted.contains(port)) forgotten.push_back(port);
    for (const std::string& port : forgotten) remove(port, "Bluetooth has forgotten it");
    for (const auto& [port, board] : trusted) {
      if (places_.contains(port)) continue;
      auto place = std::make_unique<Place>(executor_);
      place->port = port;
      place->radio_name = board.name;
      place->candidates = {{board.model, &no_usb()}};
      if (options_.ignore.contains(port)) place->state = Plug::State::ignored;
      add(std::move(place));
    }
  }

  void left(const usb::Device& device) {
    std::vector<std::string> ports;
    for (const auto& [port, place] : places_)
      if (place->device.vendor != 0 && place->device.port == device.port && key(place->device) == key(device))
        ports.push_back(port);
    for (const std::string& port : ports) remove(port, "unplugged");
  }

  void remove(const std::string& port, const std::string& reason) {
    const auto found = places_.find(port);
    const std::unique_ptr<Place> place = std::move(found->second);
    places_.erase(found);
    leave_line(*place, reason);
    detach(*place, reason);
    if (place->channel) place->channel->close();
    events_.plug(*place, true);
  }

  void add(std::unique_ptr<Place> place) {
    for (std::size_t i = 0; i < place->candidates.size(); ++i) {
      const drivers::UsbId& usb = *place->candidates[i].usb;
      const auto turn = std::ranges::find_if(place->turns, [&](const auto& each) {
        return same_way(*place->candidates[each.front()].usb, usb);
      });
      if (turn != place->turns.end())
        turn->push_back(i);
      else
        place->turns.push_back({i});
    }
    Place& added = *place;
    // A new device on a port whose old one has not been heard to leave.
    if (const auto old = places_.find(added.port); old != places_.end()) {
      leave_line(*old->second, "unplugged");
      detach(*old->second, "unplugged");
      if (old->second->channel) old->second->channel->close();
      places_.erase(old);
    }
    places_[added.port] = std::move(place);
    if (added.state == Plug::State::ignored)
      events_.plug(added, false);
    else
      open(added);
  }

  void open(Place& place) {
    place.state = Plug::State::opening;
    place.trials.clear();
    place.kept.clear();
    place.kept_bytes = 0;
    place.recognised_at.reset();
    place.works_at.reset();
    place.opening = ++next_opening_;
    // By port and number, not by address: the place may be gone when its channel speaks, and so may the
    // watch.
    const auto still = [this, watch = std::weak_ptr{alive_}, port = place.port,
                        opening = place.opening]() -> Place* {
      return watch.expired() ? nullptr : place_at(port, opening);
    };
    ChannelEvents events{.opened =
                             [this, still] {
                               if (Place* here = still()) opened(*here);
                             },
                         .received =
                             [this, still](std::vector<std::uint8_t> bytes, SteadyTime when) {
                               if (Place* here = still()) received(*here, std::move(bytes), at(when));
                             },
                         .closed =
                             [this, still](const std::string& reason) {
                               if (Place* here = still()) closed(*here, reason);
                             },
                         .damaged =
                             [this, still](const TransportErrors& errors) {
                               if (Place* here = still()) damaged(*here, errors);
                             }};
    const drivers::UsbId& way = *place.candidates[place.turns[place.turn].front()].usb;
    if (!place.line.empty()) {
      place.channel = share_of(place);
      asio::post(executor_, events.opened);
    } else if (place.port.starts_with(kWebSocket))
      place.channel = open_websocket(place.port, executor_, std::move(events));
    else if (place.port.starts_with(bluetooth::kBluetooth))
      place.channel = bluetooth::open_gatt(place.port, *place.candidates.front().model->bluetooth, executor_,
                                           std::move(events));
    else if (place.device.vendor == 0)
      place.channel = open_stream(place.port, way.line, executor_, std::move(events));
    else
      place.channel = usb_->open(place.device, way.transport, way.line, executor_, std::move(events));
    events_.plug(place, false);
  }

  void opened(Place& place) {
    place.state = place.owned != nullptr ? Plug::State::board : Plug::State::listening;
    place.opened_at = now();
    if (place.owned != nullptr) {
      place.retry = kFirstRetry;
      // Opened anew under a board that is silent: its session goes on.
      events_.plug(place, false);
      work(place);
      return;
    }
    const drivers::Protocol& first = *place.candidates[place.turns[place.turn].front()].model->protocol;
    if (place.line.empty()) place.bus = first.shared_line == nullptr ? nullptr : first.shared_line();
    if (place.bus) {
      place.state = Plug::State::line;
      place.searched = false;
      place.followed_elsewhere.clear();
      place.bus->connect(place.opened_at);
      events_.plug(place, false);
      work(place);
      return;
    }
    place.retry = kFirstRetry;
    for (const std::size_t i : place.turns[place.turn]) {
      const drivers::Candidate& candidate = place.candidates[i];
      Trial trial{candidate,
                  candidate.model->protocol->session(
                      {.white_is_near = options_.white_is_near, .is_vouched_for = place.told_by_user}),
                  place.opened_at};
      const bool sure = place.told_by_user || (!candidate.usb->generic && place.candidates.size() == 1);
      if (candidate.model->asked && !sure) {
        trial.may_ask.reset();
        if (!candidate.usb->generic) trial.may_ask = place.opened_at + kListenFirst;
      }
      trial.session->listen(place.opened_at);
      place.trials.push_back(std::move(trial));
    }
    events_.plug(place, false);
    work(place);
  }

  void received(Place& place, std::vector<std::uint8_t> bytes, record::Time t) {
    if (place.bus) {
      place.bus->receive(bytes, t);
      work(place);
      return;
    }
    if (place.owned != nullptr) {
      Board& board = *place.owned;
      if (events_.wire) events_.wire(board, Direction::from_board, bytes, t);
      board.session->receive(bytes, t);
    } else {
      for (Trial& trial : place.trials) trial.session->receive(bytes, t);
      keep(place, {Direction::from_board, std::move(bytes), t});
    }
    work(place);
  }

  /// Before a board is recognised its line may be set wrong, and what it sent may have waited too long.
  void damaged(Place& place, const TransportErrors& errors) {
    for (auto& [port, member] : places_)
      if (place.bus && member->line == place.port) damaged(*member, errors);
    if (place.owned == nullptr) return;
    Board& board = *place.owned;
    const bool are_first_of_line = board.errors.of_line() == 0 && errors.of_line() != 0;
    const bool are_first_of_transfers = board.errors.of_transfers() == 0 && errors.of_transfers() != 0;
    board.errors += errors;
    if (are_first_of_line)
      events_.warning(board.name + ": bytes are lost between the board and its USB bridge (" +
                      to_string(errors) + "); they are counted from now on");
    else if (are_first_of_transfers)
      events_.warning(board.name + ": USB transfers from it fail (" + to_string(errors) +
                      "); they are counted from now on");
  }

  static void keep(Place& place, Heard heard) {
    place.kept_bytes += heard.bytes.size();
    place.kept.push_back(std::move(heard));
    while (place.kept_bytes > kMostKept) {
      place.kept_bytes -= place.kept.front().bytes.size();
      place.kept.erase(place.kept.begin());
    }
  }

  void closed(Place& place, const std::string& reason) {
    place.channel.reset();
    leave_line(place, reason);
    detach(place, reason);
    if (stopped_) return;
    place.trials.clear();
    if (place.state == Plug::State::opening && place.turn + 1 < place.turns.size()) {
      ++place.turn;
      reopen(place);
      return;
    }
    if (place.state == Plug::State::opening) place.turn = 0;
    // Nobody has asked for it in words, and it may be at home.
    const bool is_away = !place.radio_name.empty() && reason == bluetooth::kNotInReach;
    place.state = is_away ? Plug::State::away : Plug::State::failed;
    place.reason = reason;
    events_.plug(place, false);
    // An unplugged USB device will be heard to leave; everything else may come back by itself.
    try_again(place, place.retry);
    place.retry = std::min(2 * place.retry, kLongestRetry);
  }

  void try_again(Place& place, record::Time after) {
    wait(place, Clock::now() + after, [this](Place& here) {
      if (here.device.vendor == 0 || here.reason != "unplugged") open(here);
    });
  }

  /// Instead of whatever it has waited for.
  template <class Then>
  void wait(Place& place, SteadyTime until, Then then) {
    place.works_at.reset();
    place.timer.expires_at(until);
    place.timer.async_wait([this, watch = std::weak_ptr{alive_}, then, port = place.port,
                            opening = place.opening](const boost::system::error_code& error) {
      if (error || watch.expired() || stopped_) return;
      if (Place* here = place_at(port, opening)) then(*here);
    });
  }

  /// Everything that follows from bytes and from time.
  void work(Place& place) {
    const record::Time t = now();
    if (place.bus) {
      work_line(place, t);
      return;
    }
    if (place.owned != nullptr) {
      place.owned->session->wake(t);
      drain(place);
      if (is_to_be_renewed(place, t)) {
        renew(place);
        return;
      }
    } else {
      try_out(place, t);
      if (place.channel == nullptr) return;
    }
    std::optional<record::Time> next;
    const auto consider = [&next](std::optional<record::Time> wake) {
      if (wake) next = next ? std::min(*next, *wake) : wake;
    };
    if (place.owned != nullptr) {
      consider(place.owned->session->wake_at());
      if (place.silent_since) consider(*place.silent_since + place.renew_after);
    } else {
      consider(place.opened_at + options_.patience);
      if (place.recognised_at) consider(*place.recognised_at + kSerialPatience);
      for (const Trial& trial : place.trials)
        consider(trial.session->is_listening() ? trial.may_ask : trial.session->wake_at());
    }
    if (!next) return;
    const record::Time due = std::max(*next, t + 1ms);
    // Boards that report often put off what is due again and again: the timer is not set anew for each
    // report.
    if (place.works_at && *place.works_at <= due) return;
    wait(place, begun_ + due, [this, due](Place& here) {
      here.works_at.reset();
      // If this program was kept from working for so long, what has come meanwhile must be heard first: its
      // own sleep would be taken for the silence of the board.
      if (now() - due > kStalled) {
        wait(here, Clock::now() + kCatchUp, [this](Place& later) { work(later); });
      } else {
        work(here);
      }
    });
    place.works_at = due;
  }

  static bool is_to_be_renewed(Place& place, record::Time t) {
    // The boards of a line have no channel of their own.
    const bool is_silent = place.owned->session->state() == drivers::BoardSession::State::silent;
    if (!is_silent || !place.line.empty()) {
      place.silent_since.reset();
      if (!is_silent) place.renew_after = kFirstRenewal;
      return false;
    }
    if (!place.silent_since) place.silent_since = t;
    return t - *place.silent_since >= place.renew_after;
  }

  void renew(Place& place) {
    place.silent_since.reset();
    place.renew_after = std::min(2 * place.renew_after, kLongestRenewal);
    reopen(place);
  }

  void try_out(Place& place, record::Time t) {
    for (Trial& trial : place.trials) {
      if (trial.session->is_listening() && trial.may_ask && *trial.may_ask <= t) trial.session->connect(t);
      trial.session->wake(t);
      for (auto& command : trial.session->take_commands()) {
        keep(place, {Direction::to_board, command, t});
        place.channel->write(std::move(command));
      }
    }
    const auto told =
        std::ranges::find_if(place.trials, [](const Trial& trial) { return trial.session->is_recognised(); });
    if (told != place.trials.end()) {
      if (!place.recognised_at) place.recognised_at = t;
      // What it is, it has told by itself: now it may be asked for more.
      told->session->connect(t);
      const bool has_number = !place.device.serial.empty() || !told->session->facts().serial.empty();
      if (has_number || t - *place.recognised_at >= kSerialPatience) adopt(place, *told, t);
      return;
    }
    if (t - place.opened_at < options_.patience) return;
    // A session that is closed has not been listening: it may not ask.
    std::optional<std::uint64_t> strange;
    for (const Trial& trial : place.trials)
      if (trial.session->state() != drivers::BoardSession::State::closed)
        strange = std::min(strange.value_or(~std::uint64_t{0}), trial.session->tally().skipped_bytes);
    if (strange >= kFewBytes) place.strange_bytes = std::max(place.strange_bytes, *strange);
    place.turn = (place.turn + 1) % place.turns.size();
    if (place.turn != 0) {
      reopen(place);
      return;
    }
    const bool any_generic = std::ranges::any_of(place.candidates, is_generic);
    if (any_generic && !place.told_by_user) {
      place.state = Plug::State::unrecognised;
      place.opening = ++next_opening_;
      std::exchange(place.channel, nullptr)->close();
      place.trials.clear();
      events_.plug(place, false);
      // It may be switched on later. Meanwhile other programs can have it.
      wait(place, Clock::now() + place.listen_again, [this](Place& here) { open(here); });
      // What calls itself as a board does need not wait so long.
      const bool is_named = !std::ranges::all_of(place.candidates, is_generic);
      if (!is_named) place.listen_again = std::min(2 * place.listen_again, kLongestListenAgain);
    } else if (place.turns.size() > 1) {
      reopen(place);
    } else {
      // It is a board by its ids and says nothing: it may be switched on later.
      place.opened_at = t;
      if (place.strange_bytes != 0) events_.plug(place, false);
    }
  }

  /// Passes on what goes to and comes from the boards of a line.
  void work_line(Place& place, record::Time t) {
    place.bus->wake(t);
    for (auto& command : place.bus->take_commands()) place.channel->write(std::move(command));
    for (const std::string& sentence : place.bus->take_warnings())
      events_.warning(place.port + ": " + sentence);
    if (const std::string complaint = place.bus->complaint(); !complaint.empty()) {
      // Its last words are not to be heard.
      place.opening = ++next_opening_;
      std::exchange(place.channel, nullptr)->close();
      closed(place, complaint);
      return;
    }
    for (const auto& [address, reason] : place.bus->take_gone()) {
      place.followed_elsewhere.erase(address);
      leave_line(place, reason, address);
    }
    for (const std::string& address : place.bus->take_silent()) {
      Place* board = board_on(place, address);
      if (board == nullptr || board->owned == nullptr) continue;
      board->owned->session->fall_silent(t);
      work(*board);
    }
    for (const std::string& address : place.bus->take_found())
      if (!is_followed_elsewhere(place, address)) add_member(place, address);
    if (place.bus->has_searched() && !std::exchange(place.searched, true)) {
      place.retry = kFirstRetry;
      const std::uint64_t strange = place.bus->skipped_bytes();
      if (strange >= kFewBytes) place.strange_bytes = strange;
      events_.plug(place, false);
    }
    for (auto& [address, bytes] : place.bus->take_said())
      if (Place* board = board_on(place, address)) received(*board, std::move(bytes), t);
    wait(place, begun_ + std::max(place.bus->wake_at(), t + 1ms), [this](Place& here) { work(here); });
  }

  void add_member(const Place& line, const std::string& address) {
    auto board = std::make_unique<Place>(executor_);
    board->port = line.port + '#' + address;
    board->candidates = {line.candidates[line.turns[line.turn].front()]};
    board->told_by_user = true;
    board->line = line.port;
    board->address = address;
    add(std::move(board));
  }

  /// Two servers that have a board with one number have the same board, or are the same server under two names.
  bool is_followed_elsewhere(Place& line, const std::string& address) {
    const drivers::BoardModel* model = line.candidates[line.turns[line.turn].front()].model;
    if (!model->network) return false;
    const auto other = std::ranges::find_if(places_, [&](const auto& each) {
      const Place& place = *each.second;
      return !place.line.empty() && place.line != line.port && place.address == address &&
             place.candidates.front().model == model;
    });
    if (other == places_.end()) return false;
    const std::string& first = other->second->line;
    line.followed_elsewhere.insert(address);
    if (offered_twice_.insert(address).second)
      events_.warning("board " + address + " is offered by " + first + " and by " + line.port +
                      ": it is followed through " + first);
    return true;
  }

  /// A board has left its line: another server may have it too.
  void follow_elsewhere(const std::string& address) {
    if (stopped_) return;
    for (const auto& [port, line] : places_) {
      if (!line->bus || line->followed_elsewhere.erase(address) == 0) continue;
      add_member(*line, address);
      return;
    }
  }

  /// The place of the board with this address on the line, if it has one.
  Place* board_on(const Place& line, const std::string& address) {
    const auto board = std::ranges::find_if(places_, [&](const auto& each) {
      return each.second->line == line.port && each.second->address == address;
    });
    return board == places_.end() ? nullptr : board->second.get();
  }

  std::shared_ptr<Channel> share_of(const Place& board) {
    const auto line = places_.find(board.line);
    const auto ask = [this, watch = std::weak_ptr{alive_}, port = board.line, opening = line->second->opening,
                      address = board.address](const std::vector<std::uint8_t>& bytes) {
      Place* place = watch.expired() ? nullptr : place_at(port, opening);
      if (place == nullptr || !place->bus) return;
      place->bus->ask(address, bytes);
      work(*place);
    };
    // Later: the session that writes is in the middle of something.
    return std::make_shared<Share>([executor = executor_, ask](std::vector<std::uint8_t> bytes) {
      asio::post(executor, [ask, bytes = std::move(bytes)] { ask(bytes); });
    });
  }

  /// The boards of a line go with it. They are found again.
  void leave_line(Place& place, const std::string& reason) {
    if (!place.bus) return;
    place.bus.reset();
    leave_line(place, reason, {});
  }
  /// The board of this address; all of them if it is empty.
  void leave_line(const Place& place, const std::string& reason, const std::string& address) {
    std::vector<std::string> left;
    for (auto each = places_.begin(); each != places_.end();) {
      if (each->second->line != place.port || (!address.empty() && each->second->address != address)) {
        ++each;
        continue;
      }
      const std::unique_ptr<Place> board = std::move(each->second);
      each = places_.erase(each);
      detach(*board, reason);
      events_.plug(*board, true);
      left.push_back(board->address);
    }
    for (const std::string& each : left) follow_elsewhere(each);
  }

  /// In the way whose turn it is.
  void reopen(Place& place) {
    if (place.channel) std::exchange(place.channel, nullptr)->close();
    place.trials.clear();
    place.opening = ++next_opening_;
    wait(place, Clock::now() + 100ms, [this](Place& here) { open(here); });
  }

  void adopt(Place& place, Trial& trial, record::Time t) {
    const drivers::BoardModel& model = *trial.candidate.model;
    const std::string& own = trial.session->facts().serial;
    const std::string name = name_at(place, model, place.device.serial.empty() ? own : place.device.serial);
    const auto [found, is_new] = boards_.try_emplace(name);
    Board& board = found->second;
    board.name = name;
    board.model = &model;
    board.port = place.port;
    board.usb = trial.candidate.usb;
    board.attached = true;
    place.owned = &board;
    place.board = &board;
    place.state = Plug::State::board;
    place.listen_again = kListenAgain;
    place.strange_bytes = 0;
    if (is_new) {
      board.session = std::move(trial.session);
      board.session->recall(memory_.recall(name));
      memories_[name] = board.session->memory();
    } else
      board.session->connect(place.opened_at);
    place.trials.clear();
    events_.board(board, !is_new);
    events_.plug(place, false);
    for (const Heard& heard : std::exchange(place.kept, {})) {
      if (events_.wire) events_.wire(board, heard.direction, heard.bytes, heard.t);
      // The session that has heard all this is new; the one that knows the game has not.
      if (!is_new && heard.direction == Direction::from_board) board.session->receive(heard.bytes, heard.t);
    }
    board.session->wake(t);
    drain(place);
  }

  /// A number that two boards have claimed at once tells nothing for good, in whatever order they come back:
  /// one keeps the name as long as it stays at its port, and every other one is known by its port.
  std::string name_at(const Place& place, const drivers::BoardModel& model, const std::string& number) {
    const std::string by_port = "at-" + file_name(place.port);
    if (number.empty()) {
      // Of a path what tells it from others: "/dev/serial/by-path/…" and "/dev/ttyUSB0" by their last part.
      std::string shorter = model.id + "-at-" + file_name(place.port.substr(place.port.rfind('/') + 1));
      const auto same = boards_.find(shorter);
      return same == boards_.end() || same->second.port == place.port ? shorter : model.id + '-' + by_port;
    }
    std::string name = model.id + '-' + file_name(number);
    const std::string longer = name + '-' + by_port;
    std::string& keeper = keepers_[name];
    if (keeper.empty()) keeper = memory_.keeper_of(name);
    if (keeper.empty()) {
      const auto same = boards_.find(name);
      if (same == boards_.end() || !same->second.attached) return name;
      keeper = same->second.port;
      events_.warning("two boards say that they are " + name + ": the one at " + place.port + " is called " +
                      longer + ", the one at " + keeper + " keeps the name");
      if (const auto kept = memory_.remember_keeper(name, keeper); !kept) events_.warning(kept.error());
    } else if (keeper != place.port && !boards_.contains(longer)) {
      events_.warning(name + " is the name of two boards: the one at " + place.port + " is called " + longer);
    }
    return keeper == place.port ? name : longer;
  }

  void drain(Place& place) {
    Board& board = *place.owned;
    for (auto& command : board.session->take_commands()) {
      if (events_.wire) events_.wire(board, Direction::to_board, command, now());
      if (place.channel) place.channel->write(std::move(command));
    }
    pass_on(board);
  }

  void pass_on(Board& board) {
    const std::vector<record::Record> records = board.session->take_records();
    if (records.empty()) return;
    events_.records(board, records);
    std::string memory = board.session->memory();
    if (memory == memories_[board.name]) return;
    if (const auto kept = memory_.remember(board.name, memory); !kept) events_.warning(kept.error());
    memories_[board.name] = std::move(memory);
  }

  void detach(Place& place, const std::string& reason) {
    Board* board = std::exchange(place.owned, nullptr);
    place.board = nullptr;
    if (board == nullptr) return;
    board->attached = false;
    board->session->disconnect(reason.empty() ? "closed" : reason, now());
    pass_on(*board);
  }

  /// Names become names of files.
  static std::string file_name(std::string text) {
    for (char& letter : text) {
      const bool good = (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') ||
                        (letter >= 'A' && letter <= 'Z') || letter == '.' || letter == '-' || letter == '_';
      if (!good) letter = '_';
    }
    while (text.starts_with('_') || text.starts_with('.')) text.erase(0, 1);
    return text;
  }

  asio::any_io_executor executor_;
  Options options_;
  Events events_;
  SteadyTime begun_ = Clock::now();
  bool stopped_ = false;
  /// Handlers may still wait in the executor when the watch has gone.
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  std::uint64_t next_opening_ = 0;
  std::map<std::string, Board> boards_;
  BoardMemory memory_;
  /// By name that two boards have claimed: the port of the one that keeps it. Empty: one board's name.
  std::map<std::string, std::string> keepers_;
  std::map<std::string, std::string> memories_;  // of the sessions, as they were last told
  std::map<std::string, std::unique_ptr<Place>> places_;
  std::set<std::string> offered_twice_;  // boards of servers, of which that was said
  std::unique_ptr<usb::Service> usb_;
  std::shared_ptr<bluetooth::KnownBoards> radio_;  // null: there is no system bus
};

}  // namespace

drivers::Tally Board::tally() const {
  drivers::Tally tally = session->tally();
  tally.transfer_errors = errors.of_transfers();
  tally.line_errors = errors.of_line();
  return tally;
}

tl::expected<std::unique_ptr<BoardWatch>, std::string> BoardWatch::start(
    const asio::any_io_executor& executor, Options options, Events events) {
  auto watch = std::make_unique<Watch>(executor, std::move(options), std::move(events));
  if (std::string failure = watch->start(); !failure.empty()) return tl::unexpected{std::move(failure)};
  return watch;
}

}  // namespace jadoube::transport
