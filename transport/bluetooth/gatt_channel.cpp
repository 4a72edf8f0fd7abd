#include "transport/bluetooth/gatt_channel.hpp"

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include "transport/bluetooth/bus.hpp"

namespace jadoube::transport::bluetooth {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

constexpr const char* kAdapter = "org.bluez.Adapter1";
constexpr const char* kCharacteristic = "org.bluez.GattCharacteristic1";
/// BlueZ itself gives up a connection after some twenty seconds.
constexpr auto kConnectLimit = 30s;
/// Boards tell that they are there several times a second.
constexpr auto kLookFor = 10s;
/// From the connection to the list of what the board has.
constexpr auto kResolveLimit = 20s;
/// What the smallest packets of Bluetooth Low Energy carry.
constexpr std::size_t kMostWritten = 20;

bool is_error(sd_bus_message* answer, const char* name) {
  return sd_bus_message_is_method_error(answer, name) > 0;
}

/// Of the path of something that belongs to the device.
bool is_below(const std::string& path, const std::string& device) {
  return path.starts_with(device + '/');
}

class GattChannel final : public Channel, public std::enable_shared_from_this<GattChannel> {
  /// A function that calls `then` with the channel, as long as there is one.
  template <class Then>
  auto calling(Then then) {
    return [weak = weak_from_this(), then](auto&&... arguments) {
      const auto self = weak.lock();
      if (self && !self->closed_) then(*self, arguments...);
    };
  }

 public:
  GattChannel(const asio::any_io_executor& executor, std::string address, drivers::BluetoothWay way,
              ChannelEvents events)
      : executor_{executor},
        patience_{executor},
        address_{std::move(address)},
        way_{std::move(way)},
        events_{std::move(events)} {
    ending_ = "/dev_" + address_;
    std::ranges::replace(ending_, ':', '_');
  }

  void open() {
    if (closed_) return;
    bus_ = Bus::open(executor_, calling([](GattChannel& self) {
                       self.finish("the system's message bus has ended the connection");
                     }));
    if (!bus_) {
      finish("cannot be reached: this system has no message bus (D-Bus), which Bluetooth needs");
      return;
    }
    bus_->listen(
        "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='org.bluez',arg2=''",
        calling([](GattChannel& self, sd_bus_message*) {
          self.finish("BlueZ, the system's Bluetooth service, has ended");
        }));
    bus_->listen("type='signal',sender='org.bluez',interface='org.freedesktop.DBus.ObjectManager'",
                 calling([](GattChannel& self, sd_bus_message* message) { self.on_object(message); }));
    bus_->listen(
        "type='signal',sender='org.bluez',interface='org.freedesktop.DBus.Properties',"
        "member='PropertiesChanged'",
        calling([](GattChannel& self, sd_bus_message* message) { self.on_properties(message); }));
    look();
  }
  void write(std::vector<std::uint8_t> bytes) override {
    asio::dispatch(executor_, [self = shared_from_this(), bytes = std::move(bytes)] {
      if (self->closed_) return;
      for (std::size_t at = 0; at < bytes.size(); at += kMostWritten)
        self->queue_.emplace_back(
            bytes.begin() + static_cast<std::ptrdiff_t>(at),
            bytes.begin() + static_cast<std::ptrdiff_t>(std::min(bytes.size(), at + kMostWritten)));
      self->write_next();
    });
  }
  void close() override {
    asio::post(executor_, [self = shared_from_this()] { self->finish({}); });
  }

 private:
  enum class Stage : std::uint8_t { looking, connecting, resolving, subscribing, open };

  void ask(const Message& call, std::chrono::microseconds limit,
           void (GattChannel::*then)(sd_bus_message* answer)) {
    bus_->call(call, limit,
               calling([then](GattChannel& self, sd_bus_message* answer) { (self.*then)(answer); }));
  }
  void give_up_after(std::chrono::milliseconds time, const std::string& reason) {
    patience_.expires_after(time);
    patience_.async_wait([weak = weak_from_this(), reason](const boost::system::error_code& error) {
      const auto self = weak.lock();
      if (!error && self) self->finish(reason);
    });
  }

  /// At everything that BlueZ knows.
  void look() {
    if (std::exchange(is_looking_, true)) return;
    ask(call_of(bus_->handle(), "/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects"), kAnswerLimit,
        &GattChannel::on_objects);
  }

  void on_objects(sd_bus_message* answer) {
    is_looking_ = false;
    if (is_error(answer, nullptr)) {
      finish(is_error(answer, SD_BUS_ERROR_ACCESS_DENIED) ? "permission denied"
             : is_error(answer, SD_BUS_ERROR_NO_REPLY)
                 ? "BlueZ, the system's Bluetooth service, does not answer"
                 : "cannot be reached: BlueZ, the system's Bluetooth service, does not run");
      return;
    }
    const Objects objects = read_objects(answer);
    if (stage_ == Stage::looking)
      find_device(objects);
    else if (stage_ == Stage::resolving)
      find_characteristics(objects);
  }

  void find_device(const Objects& objects) {
    std::vector<std::string> adapters;
    for (const auto& [path, interfaces] : objects) {
      if (const auto adapter = interfaces.find(kAdapter); adapter != interfaces.end())
        if (property<bool>(adapter->second, "Powered").value_or(true)) adapters.push_back(path);
      const auto device = interfaces.find(kDevice);
      if (device == interfaces.end() || property<std::string>(device->second, "Address") != address_)
        continue;
      connect(path, device->second);
      return;
    }
    if (adapters.empty()) {
      finish("cannot be reached: Bluetooth is switched off here, or there is no adapter");
      return;
    }
    if (std::exchange(is_searching_, true)) return;
    give_up_after(kLookFor, std::string{kNotInReach});
    // It ends with this connection to the bus.
    for (const std::string& adapter : adapters)
      bus_->send(call_of(bus_->handle(), adapter, kAdapter, "StartDiscovery"));
  }

  void connect(const std::string& path, const Properties& device) {
    stage_ = Stage::connecting;
    device_ = path;
    if (is_searching_)
      bus_->send(call_of(bus_->handle(), path.substr(0, path.rfind('/')), kAdapter, "StopDiscovery"));
    give_up_after(kConnectLimit, std::string{kNotInReach});
    if (property<bool>(device, "Connected").value_or(false)) {
      resolve(property<bool>(device, "ServicesResolved").value_or(false));
      return;
    }
    is_ours_ = true;
    ask(call_of(bus_->handle(), device_, kDevice, "Connect"), kConnectLimit, &GattChannel::on_connected);
  }

  void on_connected(sd_bus_message* answer) {
    if (is_error(answer, nullptr))
      finish(std::string{kNotInReach});
    else if (stage_ == Stage::connecting)
      resolve(false);
  }

  /// `is_done`: BlueZ knows already what the board has.
  void resolve(bool is_done) {
    stage_ = Stage::resolving;
    give_up_after(kResolveLimit, "does not say what it has");
    is_resolved_ = is_resolved_ || is_done;
    if (is_resolved_) look();
  }

  void find_characteristics(const Objects& objects) {
    for (const auto& [path, interfaces] : objects) {
      const auto found = interfaces.find(kCharacteristic);
      if (found == interfaces.end() || !is_below(path, device_)) continue;
      const auto uuid = property<std::string>(found->second, "UUID");
      if (uuid == way_.write) write_to_ = path;
      if (uuid && std::ranges::find(way_.notify, *uuid) != way_.notify.end()) notified_by_.push_back(path);
    }
    if (write_to_.empty() || notified_by_.size() != way_.notify.size()) {
      finish("has not what a board of that make has");
      return;
    }
    stage_ = Stage::subscribing;
    waits_for_ = notified_by_.size();
    for (const std::string& path : notified_by_)
      ask(call_of(bus_->handle(), path, kCharacteristic, "StartNotify"), kResolveLimit,
          &GattChannel::on_subscribed);
  }

  void on_subscribed(sd_bus_message* answer) {
    if (is_error(answer, nullptr)) {
      finish("does not send what it senses");
      return;
    }
    if (--waits_for_ != 0) return;
    patience_.cancel();
    stage_ = Stage::open;
    if (events_.opened) events_.opened();
    write_next();
  }

  /// Something has come or gone.
  void on_object(sd_bus_message* message) {
    const bool has_come =
        sd_bus_message_is_signal(message, "org.freedesktop.DBus.ObjectManager", "InterfacesAdded") > 0;
    const char* path = nullptr;
    if (sd_bus_message_read_basic(message, SD_BUS_TYPE_OBJECT_PATH, &path) <= 0) return;
    const std::string which = path;
    if (has_come && stage_ == Stage::looking && which.ends_with(ending_)) look();
    if (has_come || which != device_) return;
    // What else BlueZ knows of it, its battery for one, may go alone.
    const auto gone = read_names(message);
    if (std::ranges::find(gone, kDevice) != gone.end()) finish("its link is lost");
  }

  void on_properties(sd_bus_message* message) {
    const SteadyTime when = std::chrono::steady_clock::now();
    const char* interface = nullptr;
    const char* path = sd_bus_message_get_path(message);
    if (device_.empty() || path == nullptr ||
        sd_bus_message_read_basic(message, SD_BUS_TYPE_STRING, &interface) <= 0)
      return;
    const bool is_notification = std::ranges::find(notified_by_, path) != notified_by_.end();
    if (!is_notification && path != device_) return;
    const Properties changed = read_properties(message);
    if (is_notification) {
      auto value = property<std::vector<std::uint8_t>>(changed, "Value");
      if (value && stage_ >= Stage::subscribing && events_.received)
        events_.received(*std::move(value), when);
      return;
    }
    if (property<bool>(changed, "Connected") == false) {
      finish("its link is lost");
      return;
    }
    if (property<bool>(changed, "ServicesResolved") != true) return;
    is_resolved_ = true;
    if (stage_ == Stage::resolving) look();
  }

  /// Unless a write is under way.
  void write_next() {
    if (stage_ != Stage::open || queue_.empty() || std::exchange(is_writing_, true)) return;
    const Message call = call_of(bus_->handle(), write_to_, kCharacteristic, "WriteValue");
    if (!call) return;
    const std::vector<std::uint8_t>& bytes = queue_.front();
    sd_bus_message_append_array(call.get(), 'y', bytes.data(), bytes.size());
    sd_bus_message_append(call.get(), "a{sv}", 0);
    ask(call, kResolveLimit, &GattChannel::on_written);
  }

  void on_written(sd_bus_message* answer) {
    is_writing_ = false;
    if (is_error(answer, nullptr)) {
      finish("does not take what is written to it");
      return;
    }
    queue_.pop_front();
    write_next();
  }

  void finish(const std::string& reason) {
    if (std::exchange(closed_, true)) return;
    patience_.cancel();
    if (bus_) {
      if (is_ours_) bus_->send(call_of(bus_->handle(), device_, kDevice, "Disconnect"));
      bus_->close();
    }
    const ChannelEvents events = std::exchange(events_, {});
    if (events.closed) events.closed(reason);
  }

  asio::any_io_executor executor_;
  asio::steady_timer patience_;
  std::string address_;
  std::string ending_;  // of the path of the board's device
  drivers::BluetoothWay way_;
  ChannelEvents events_;
  std::shared_ptr<Bus> bus_;
  Stage stage_ = Stage::looking;
  bool is_looking_ = false;    // at what BlueZ knows
  bool is_searching_ = false;  // by radio
  bool is_resolved_ = false;
  bool is_ours_ = false;  // the link to the board
  std::string device_;
  std::string write_to_;
  std::vector<std::string> notified_by_;
  std::size_t waits_for_ = 0;  // notifications that are not on yet
  std::deque<std::vector<std::uint8_t>> queue_;
  bool is_writing_ = false;
  bool closed_ = false;
};

}  // namespace

std::shared_ptr<Channel> open_gatt(const std::string& where, const drivers::BluetoothWay& way,
                                   const asio::any_io_executor& executor, ChannelEvents events) {
  auto channel =
      std::make_shared<GattChannel>(executor, where.substr(kBluetooth.size()), way, std::move(events));
  asio::post(executor, [channel] { channel->open(); });
  return channel;
}

}  // namespace jadoube::transport::bluetooth
