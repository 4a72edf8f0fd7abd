// The system's message bus (D-Bus), on which BlueZ, the system's Bluetooth service, is spoken to.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <systemd/sd-bus.h>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>

namespace jadoube::transport::bluetooth {

struct Unref {
  void operator()(sd_bus* bus) const { sd_bus_close_unref(bus); }
  void operator()(sd_bus_message* message) const { sd_bus_message_unref(message); }
  void operator()(sd_bus_slot* slot) const { sd_bus_slot_unref(slot); }
};
using BusHandle = std::unique_ptr<sd_bus, Unref>;
using Message = std::unique_ptr<sd_bus_message, Unref>;
using Slot = std::unique_ptr<sd_bus_slot, Unref>;

/// What BlueZ calls what a device is.
inline constexpr const char* kDevice = "org.bluez.Device1";
/// BlueZ answers at once whatever takes no radio.
inline constexpr std::chrono::seconds kAnswerLimit{2};

/// Null if there is no system bus here.
BusHandle open_system_bus();

/// Of the values that BlueZ has for something, those of the types that are needed.
using Value = std::variant<bool, std::string, std::vector<std::uint8_t>>;
using Properties = std::map<std::string, Value>;
/// Interface → its properties.
using Interfaces = std::map<std::string, Properties>;
/// Path → what is there.
using Objects = std::map<std::string, Interfaces>;

/// Reads them where the message stands; what is damaged is left out.
Properties read_properties(sd_bus_message* message);
Interfaces read_interfaces(sd_bus_message* message);
/// Names, one after the other: what has gone from a path.
std::vector<std::string> read_names(sd_bus_message* message);
Objects read_objects(sd_bus_message* message);
/// Nothing if it is not there, or of another type.
template <class T>
std::optional<T> property(const Properties& properties, const std::string& name) {
  const auto found = properties.find(name);
  const T* value = found == properties.end() ? nullptr : std::get_if<T>(&found->second);
  return value == nullptr ? std::nullopt : std::optional{*value};
}

/// A call to an object of BlueZ. It never starts BlueZ.
Message call_of(sd_bus* bus, const std::string& path, const char* interface, const char* method);

/// A connection whose messages are handled on an executor, which must not be run by more than one thread at a time.
class Bus : public std::enable_shared_from_this<Bus> {
 public:
  using Answer = std::function<void(sd_bus_message* answer)>;

  /// Null if there is no system bus here. `broken`: it has ended the connection; nothing follows.
  static std::shared_ptr<Bus> open(const boost::asio::any_io_executor& executor,
                                   std::function<void()> broken);
  explicit Bus(const boost::asio::any_io_executor& executor) : descriptor_{executor}, timer_{executor} {}
  Bus(const Bus&) = delete;
  Bus& operator=(const Bus&) = delete;
  ~Bus();

  [[nodiscard]] sd_bus* handle() const { return handle_.get(); }
  /// Every message that `rule` describes is given to `heard`.
  void listen(const std::string& rule, Answer heard);
  /// The answer, or an error, which sd_bus_message_is_method_error tells, comes within `limit`.
  void call(const Message& call, std::chrono::microseconds limit, Answer answer);
  /// Sends without asking for an answer.
  void send(const Message& call);
  /// Does what there is to do. To be called after anything was sent otherwise.
  void pump();
  /// No more answers or messages.
  void close();

 private:
  void wait();

  BusHandle handle_;
  boost::asio::posix::stream_descriptor descriptor_;
  boost::asio::steady_timer timer_;
  std::function<void()> broken_;
  std::vector<std::pair<Slot, std::unique_ptr<Answer>>> listeners_;
  bool is_read_awaited_ = false;
  bool is_write_awaited_ = false;
  bool is_pumping_ = false;
  bool closed_ = false;
};

}  // namespace jadoube::transport::bluetooth
