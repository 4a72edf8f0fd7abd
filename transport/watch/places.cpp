#include "transport/watch/watch.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "transport/bluetooth/gatt_channel.hpp"
#include "transport/board_place.hpp"
#include "transport/websocket_channel.hpp"

namespace jadoube::transport::watch {
namespace {

/// FTDI's chips with two and four serial lines.
constexpr std::array<std::pair<std::uint16_t, std::uint16_t>, 2> kWithSeveralLines{
    {{0x0403, 0x6010}, {0x0403, 0x6011}}};

bool same_way(const drivers::UsbId& a, const drivers::UsbId& b) {
  return a.transport == b.transport && a.line == b.line;
}

}  // namespace

const drivers::UsbId& no_usb() {
  static const drivers::UsbId none;
  return none;
}

Watch::Watch(const asio::any_io_executor& executor, Options options, Events events)
    : executor_{executor},
      options_{std::move(options)},
      events_{std::move(events)},
      memory_{options_.memory},
      names_{memory_, boards_, [this](const std::string& sentence) { events_.warning(sentence); }} {}

std::string Watch::start() {
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

record::Time Watch::now() const {
  return at(Clock::now());
}

std::vector<const Plug*> Watch::plugs() const {
  std::vector<const Plug*> all;
  for (const auto& [port, place] : places_) all.push_back(place.get());
  return all;
}

std::vector<Board*> Watch::boards() {
  std::vector<Board*> all;
  for (auto& [name, board] : boards_) all.push_back(&board);
  return all;
}

std::vector<Offer> Watch::offers() const {
  std::vector<Offer> all;
  if (!radio_) return all;
  for (const bluetooth::KnownBoard& each : radio_->boards())
    if (!places_.contains(each.place)) all.push_back({each.place, each.name, each.model});
  return all;
}

void Watch::stop() {
  if (std::exchange(stopped_, true)) return;
  if (radio_) radio_->close();
  for (auto& [port, place] : places_) {
    place->timer.cancel();
    if (place->channel) place->channel->close();
  }
  usb_.reset();
}

std::string Watch::add_named(const std::string& where, const drivers::BoardModel& model) {
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

Place* Watch::place_at(const std::string& port, std::uint64_t opening) {
  const auto found = places_.find(port);
  return found != places_.end() && found->second->opening == opening ? found->second.get() : nullptr;
}

void Watch::arrived(const usb::Device& device) {
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

void Watch::arrived_at(const std::string& port, const usb::Device& device,
                       std::vector<drivers::Candidate> found, const std::string& id) {
  auto place = std::make_unique<Place>(executor_);
  place->port = port;
  place->device = device;
  place->candidates = std::move(found);
  for (const std::string& known_as : {port, device.port, id}) {
    const auto said = options_.as.find(known_as);
    if (said == options_.as.end()) continue;
    place->told_by_user = true;
    const drivers::BoardModel* model = drivers::board_model(said->second);
    std::erase_if(place->candidates, [model](const drivers::Candidate& each) { return each.model != model; });
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

void Watch::follow_radio() {
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

void Watch::left(const usb::Device& device) {
  std::vector<std::string> ports;
  for (const auto& [port, place] : places_)
    if (place->device.vendor != 0 && place->device.port == device.port && key(place->device) == key(device))
      ports.push_back(port);
  for (const std::string& port : ports) remove(port, "unplugged");
}

void Watch::remove(const std::string& port, const std::string& reason) {
  const auto found = places_.find(port);
  const std::unique_ptr<Place> place = std::move(found->second);
  places_.erase(found);
  leave_line(*place, reason);
  detach(*place, reason);
  if (place->channel) place->channel->close();
  events_.plug(*place, true);
}

void Watch::add(std::unique_ptr<Place> place) {
  for (std::size_t i = 0; i < place->candidates.size(); ++i) {
    const drivers::UsbId& usb = *place->candidates[i].usb;
    const auto turn = std::ranges::find_if(
        place->turns, [&](const auto& each) { return same_way(*place->candidates[each.front()].usb, usb); });
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

}  // namespace jadoube::transport::watch
