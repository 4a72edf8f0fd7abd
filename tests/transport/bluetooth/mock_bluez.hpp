// A BlueZ made of software on a message bus of its own, with boards made of software that come into its reach, leave
// it, and lose their links.
#pragma once

#include <sys/types.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "devices/firmware.hpp"
#include "drivers/board_table.hpp"
#include "transport/bluetooth/bus.hpp"

namespace jadoube::testing {

/// A dbus-daemon that this program's system bus is, as long as it lives.
class PrivateBus {
 public:
  PrivateBus();
  PrivateBus(const PrivateBus&) = delete;
  PrivateBus& operator=(const PrivateBus&) = delete;
  ~PrivateBus();
  /// There is no dbus-daemon on this machine, or it did not begin.
  [[nodiscard]] bool is_missing() const { return daemon_ <= 0; }

 private:
  ::pid_t daemon_ = -1;
  std::string folder_;
};

class MockBluez {
 public:
  /// `has_adapter`: Bluetooth can be used.
  explicit MockBluez(boost::asio::io_context& io, bool has_adapter = true);
  MockBluez(const MockBluez&) = delete;
  MockBluez& operator=(const MockBluez&) = delete;
  ~MockBluez();

  /// Out of reach at first.
  devices::Firmware& add(const std::string& address, const drivers::BluetoothWay& way,
                         std::unique_ptr<devices::Firmware> firmware, const std::string& name = "");
  /// It has been here before: BlueZ knows it, in reach or not.
  void remember(const std::string& address);
  /// Somebody says that this is a device of his, or no longer.
  void trust(const std::string& address, bool is_trusted = true);
  /// BlueZ knows it no longer, in reach or not.
  void forget(const std::string& address);
  /// Something else that BlueZ can do with it comes, and goes: its battery's charge.
  void show_battery(const std::string& address);
  void come(const std::string& address);
  /// Its link is lost, and BlueZ forgets it.
  void leave(const std::string& address);
  /// Its link is lost. It stays in reach.
  void drop(const std::string& address);
  /// Its firmware begins anew, and its link holds.
  void reset(const std::string& address);
  [[nodiscard]] bool is_connected(const std::string& address) const { return boards_.at(address)->connected; }
  /// How notifications are cut and joined on the way.
  std::function<std::vector<devices::Bytes>(std::vector<devices::Bytes>)> wire;
  /// Links that were made so far.
  [[nodiscard]] unsigned connections() const { return connections_; }

 private:
  struct Board;
  struct Characteristic {
    Board* board = nullptr;
    std::string path;
    std::string uuid;
    devices::Bytes value;
    bool is_notifying = false;
    transport::bluetooth::Slot slot;
  };
  struct Board {
    MockBluez* bluez = nullptr;
    std::string address;
    std::string path;
    std::string name;
    std::unique_ptr<devices::Firmware> firmware;
    std::vector<std::unique_ptr<Characteristic>> characteristics;
    bool in_reach = false;
    bool connected = false;
    bool resolved = false;
    bool trusted = false;
    transport::bluetooth::Slot slot;
  };
  /// What BlueZ is asked.
  struct Methods;

  void tell(const std::string& path, const char* interface, const char* property);
  void show(Board& board);
  void resolve(Board& board);
  void tick();
  [[nodiscard]] devices::Time now() const;
  [[nodiscard]] sd_bus* handle() const { return bus_->handle(); }

  boost::asio::steady_timer timer_;
  std::shared_ptr<transport::bluetooth::Bus> bus_;
  transport::bluetooth::Slot manager_;
  transport::bluetooth::Slot adapter_;
  std::map<std::string, std::unique_ptr<Board>> boards_;
  bool is_discovering_ = false;
  unsigned connections_ = 0;
};

}  // namespace jadoube::testing
