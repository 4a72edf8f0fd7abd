// USB through libusb: which devices there are, as they come and go, and channels to them.
//
// libusb's events are handled by one thread, which does nothing but copy bytes and post them. Opening,
// claiming and closing block, and are done by a small pool. Everybody else hears of it on an executor of
// their own.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/any_io_executor.hpp>
#include <tl/expected.hpp>

#include "drivers/board_table.hpp"
#include "transport/channel.hpp"

struct libusb_device_handle;

namespace jadoube::transport::usb {

/// A device that is plugged in.
struct Device {
  std::uint8_t bus = 0;
  std::uint8_t address = 0;
  /// Bus and ports of the hubs on the way: "1-1.4". The same as long as nobody moves the plug.
  std::string port;
  std::uint16_t vendor = 0;
  std::uint16_t product = 0;
  /// What the device says of itself; empty if it does not.
  std::string manufacturer;
  std::string product_string;
  std::string serial;
  /// Of its first configuration.
  unsigned interfaces = 1;
  /// Its part that is meant, by the number of the interface; nothing: the first that fits.
  std::optional<std::uint8_t> interface = std::nullopt;

  /// Opens it; the result is libusb's. Blocks.
  std::function<int(libusb_device_handle** handle)> open_handle;
};

/// A device whose node of usbfs somebody else has opened for this program: a sandbox, an emulation.
struct Node {
  /// Stays open as long as the service, and is closed by its owner.
  int descriptor = -1;
  /// As in `Device`.
  std::string port;
  std::string product_string;
};

/// Two USB plugs are the same plugging-in if these are equal.
inline std::uint16_t key(const Device& device) {
  return static_cast<std::uint16_t>(device.bus << 8U | device.address);
}

class Service {
 public:
  struct Events {
    /// Once per plugging-in; at the start for everything that is there.
    std::function<void(Device)> arrived;
    std::function<void(Device)> left;
  };

  /// Events come on `executor`. `nodes`: if there are any, these are all devices that there are; else they
  /// are looked for. The error is one sentence.
  static tl::expected<std::unique_ptr<Service>, std::string> start(boost::asio::any_io_executor executor,
                                                                   Events events,
                                                                   const std::vector<Node>& nodes = {});
  virtual ~Service() = default;
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;

  /// Opens a device. What fails because the system has not finished setting it up is tried again for a
  /// second. A kernel driver is detached and given back at the end.
  virtual std::shared_ptr<Channel> open(const Device& device, drivers::Transport transport,
                                        const drivers::LineSettings& line,
                                        boost::asio::any_io_executor executor, ChannelEvents events) = 0;

 protected:
  Service() = default;
};

}  // namespace jadoube::transport::usb
