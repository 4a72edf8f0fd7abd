#include "tests/transport/bluetooth/mock_bluez.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

namespace jadoube::testing {

using namespace std::chrono_literals;
using devices::Bytes;

namespace {

constexpr const char* kDevice = "org.bluez.Device1";
constexpr const char* kCharacteristic = "org.bluez.GattCharacteristic1";

}  // namespace

PrivateBus::PrivateBus() {
  std::string name = "/tmp/jadoube-bus-XXXXXX";
  folder_ = ::mkdtemp(name.data());
  const std::string address = "unix:path=" + folder_ + "/bus";
  std::ofstream{folder_ + "/bus.conf"}
      << "<busconfig><type>session</type><listen>" << address
      << "</listen><policy context=\"default\"><allow send_destination=\"*\" eavesdrop=\"true\"/>"
         "<allow eavesdrop=\"true\"/><allow own=\"*\"/></policy></busconfig>\n";
  const std::string config = "--config-file=" + folder_ + "/bus.conf";
  std::array<const char*, 4> arguments{"dbus-daemon", config.c_str(), "--nofork", nullptr};
  // What it says is heard by nobody: a test that crashes would be waited for as long as its daemon might say something.
  posix_spawn_file_actions_t mute;
  ::posix_spawn_file_actions_init(&mute);
  ::posix_spawn_file_actions_addopen(&mute, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_addopen(&mute, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  const int failed =
      ::posix_spawnp(&daemon_, arguments[0], &mute, nullptr, const_cast<char**>(arguments.data()), environ);
  ::posix_spawn_file_actions_destroy(&mute);
  if (failed != 0) {
    daemon_ = -1;
    return;
  }
  ::setenv("DBUS_SYSTEM_BUS_ADDRESS", address.c_str(), 1);
  // Its socket is there before it listens.
  for (int tries = 0; !transport::bluetooth::open_system_bus(); ++tries) {
    if (tries == 3000 || ::waitpid(daemon_, nullptr, WNOHANG) != 0) {
      daemon_ = -1;
      return;
    }
    std::this_thread::sleep_for(10ms);
  }
}

PrivateBus::~PrivateBus() {
  if (daemon_ > 0) {
    ::kill(daemon_, SIGKILL);
    ::waitpid(daemon_, nullptr, 0);
  }
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

struct MockBluez::Methods {
  static int start_discovery(sd_bus_message* call, void* of, sd_bus_error*) {
    auto& bluez = *static_cast<MockBluez*>(of);
    bluez.is_discovering_ = true;
    for (auto& [address, board] : bluez.boards_)
      if (board->in_reach && !board->slot) bluez.come(address);
    return sd_bus_reply_method_return(call, "");
  }
  static int stop_discovery(sd_bus_message* call, void*, sd_bus_error*) {
    return sd_bus_reply_method_return(call, "");
  }
  static int powered(sd_bus*, const char*, const char*, const char*, sd_bus_message* reply, void*,
                     sd_bus_error*) {
    return sd_bus_message_append(reply, "b", 1);
  }

  static int connect(sd_bus_message* call, void* of, sd_bus_error* error) {
    auto& board = *static_cast<Board*>(of);
    if (!board.in_reach) return sd_bus_error_set(error, "org.bluez.Error.Failed", "Host is down");
    ++board.bluez->connections_;
    board.connected = true;
    board.bluez->tell(board.path, kDevice, "Connected");
    const int done = sd_bus_reply_method_return(call, "");
    board.bluez->resolve(board);
    return done;
  }
  static int disconnect(sd_bus_message* call, void* of, sd_bus_error*) {
    auto& board = *static_cast<Board*>(of);
    const int done = sd_bus_reply_method_return(call, "");
    board.bluez->drop(board.address);
    return done;
  }
  static int address(sd_bus*, const char*, const char*, const char*, sd_bus_message* reply, void* of,
                     sd_bus_error*) {
    return sd_bus_message_append(reply, "s", static_cast<Board*>(of)->address.c_str());
  }
  static int connected(sd_bus*, const char*, const char*, const char*, sd_bus_message* reply, void* of,
                       sd_bus_error*) {
    return sd_bus_message_append(reply, "b", static_cast<int>(static_cast<Board*>(of)->connected));
  }
  static int resolved(sd_bus*, const char*, const char*, const char*, sd_bus_message* reply, void* of,
                      sd_bus_error*) {
    return sd_bus_message_append(reply, "b", static_cast<int>(static_cast<Board*>(of)->resolved));
  }

  static int name(sd_bus*, const char*, const char*, const char*, sd_bus_message* reply, void* of,
                  sd_bus_error*) {
    return sd_bus_message_append(reply, "s", static_cast<Board*>(of)->name.c_str());
  }
  static int trusted(sd_bus*, const char*, const char*, const char*, sd_bus_message* reply, void* of,
                     sd_bus_error*) {
    return sd_bus_message_append(reply, "b", static_cast<int>(static_cast<Board*>(of)->trusted));
  }

  static int start_notify(sd_bus_message* call, void* of, sd_bus_error*) {
    static_cast<Characteristic*>(of)->is_notifying = true;
    return sd_bus_reply_method_return(call, "");
  }
  static int write_value(sd_bus_message* call, void* of, sd_bus_error* error) {
    auto& characteristic = *static_cast<Characteristic*>(of);
    const void* bytes = nullptr;
    std::size_t size = 0;
    const bool is_read = sd_bus_message_read_array(call, 'y', &bytes, &size) > 0;
    // More than the smallest packet carries.
    if (!is_read || size > 20) return sd_bus_error_set(error, "org.bluez.Error.InvalidValueLength", "");
    const auto* data = static_cast<const std::uint8_t*>(bytes);
    characteristic.board->firmware->hear({data, size}, characteristic.board->bluez->now());
    return sd_bus_reply_method_return(call, "");
  }
  static int uuid(sd_bus*, const char*, const char*, const char*, sd_bus_message* reply, void* of,
                  sd_bus_error*) {
    return sd_bus_message_append(reply, "s", static_cast<Characteristic*>(of)->uuid.c_str());
  }
  static int value(sd_bus*, const char*, const char*, const char*, sd_bus_message* reply, void* of,
                   sd_bus_error*) {
    const Bytes& bytes = static_cast<Characteristic*>(of)->value;
    return sd_bus_message_append_array(reply, 'y', bytes.data(), bytes.size());
  }

  static constexpr auto kFree = SD_BUS_VTABLE_UNPRIVILEGED;
  static constexpr auto kTold = SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE;
  static const sd_bus_vtable kAdapter[];
  static const sd_bus_vtable kOfDevice[];
  static const sd_bus_vtable kOfCharacteristic[];
};

const sd_bus_vtable MockBluez::Methods::kAdapter[] = {
    SD_BUS_VTABLE_START(0), SD_BUS_METHOD("StartDiscovery", "", "", start_discovery, kFree),
    SD_BUS_METHOD("StopDiscovery", "", "", stop_discovery, kFree),
    SD_BUS_PROPERTY("Powered", "b", powered, 0, kTold), SD_BUS_VTABLE_END};
const sd_bus_vtable MockBluez::Methods::kOfDevice[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("Connect", "", "", connect, kFree),
    SD_BUS_METHOD("Disconnect", "", "", disconnect, kFree),
    SD_BUS_PROPERTY("Address", "s", address, 0, kTold),
    SD_BUS_PROPERTY("Connected", "b", connected, 0, kTold),
    SD_BUS_PROPERTY("ServicesResolved", "b", resolved, 0, kTold),
    SD_BUS_PROPERTY("Name", "s", name, 0, kTold),
    SD_BUS_PROPERTY("Trusted", "b", trusted, 0, kTold),
    SD_BUS_VTABLE_END};
const sd_bus_vtable MockBluez::Methods::kOfCharacteristic[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("StartNotify", "", "", start_notify, kFree),
    SD_BUS_METHOD("WriteValue", "aya{sv}", "", write_value, kFree),
    SD_BUS_PROPERTY("UUID", "s", uuid, 0, kTold),
    SD_BUS_PROPERTY("Value", "ay", value, 0, kTold),
    SD_BUS_VTABLE_END};

MockBluez::MockBluez(boost::asio::io_context& io, bool has_adapter)
    : wire{[](std::vector<Bytes> sent) { return sent; }},
      timer_{io},
      bus_{transport::bluetooth::Bus::open(io.get_executor(), [] {})} {
  sd_bus_slot* slot = nullptr;
  sd_bus_add_object_manager(handle(), &slot, "/");
  manager_.reset(slot);
  if (has_adapter) {
    sd_bus_add_object_vtable(handle(), &slot, "/org/bluez/hci0", "org.bluez.Adapter1", Methods::kAdapter,
                             this);
    adapter_.reset(slot);
  }
  sd_bus_request_name(handle(), "org.bluez", 0);
  bus_->pump();
  tick();
}

MockBluez::~MockBluez() {
  for (auto& [address, board] : boards_) {
    board->characteristics.clear();
    board->slot.reset();
  }
  bus_->close();
}

devices::Firmware& MockBluez::add(const std::string& address, const drivers::BluetoothWay& way,
                                  std::unique_ptr<devices::Firmware> firmware, const std::string& name) {
  auto board = std::make_unique<Board>();
  board->bluez = this;
  board->address = address;
  board->name = name;
  board->path = "/org/bluez/hci0/dev_" + address;
  std::ranges::replace(board->path, ':', '_');
  board->firmware = std::move(firmware);
  std::vector<std::string> uuids = way.notify;
  uuids.push_back(way.write);
  for (const std::string& uuid : uuids) {
    auto characteristic = std::make_unique<Characteristic>();
    characteristic->board = board.get();
    characteristic->path =
        board->path + "/service0001/char000" + std::to_string(board->characteristics.size());
    characteristic->uuid = uuid;
    board->characteristics.push_back(std::move(characteristic));
  }
  return *(boards_[address] = std::move(board))->firmware;
}

void MockBluez::come(const std::string& address) {
  Board& board = *boards_.at(address);
  board.in_reach = true;
  // What nobody looks for is not found.
  if (!board.slot && is_discovering_) show(board);
}

void MockBluez::show(Board& board) {
  sd_bus_slot* slot = nullptr;
  sd_bus_add_object_vtable(handle(), &slot, board.path.c_str(), kDevice, Methods::kOfDevice, &board);
  board.slot.reset(slot);
  sd_bus_emit_interfaces_added(handle(), board.path.c_str(), kDevice, nullptr);
  bus_->pump();
}

void MockBluez::remember(const std::string& address) {
  if (Board& board = *boards_.at(address); !board.slot) show(board);
}

void MockBluez::trust(const std::string& address, bool is_trusted) {
  Board& board = *boards_.at(address);
  board.trusted = is_trusted;
  if (board.slot) tell(board.path, kDevice, "Trusted");
}

void MockBluez::forget(const std::string& address) {
  Board& board = *boards_.at(address);
  drop(address);
  if (!board.slot) return;
  sd_bus_emit_interfaces_removed(handle(), board.path.c_str(), kDevice, nullptr);
  board.slot.reset();
  bus_->pump();
}

void MockBluez::show_battery(const std::string& address) {
  static constexpr sd_bus_vtable kNothing[] = {SD_BUS_VTABLE_START(0), SD_BUS_VTABLE_END};
  const std::string& path = boards_.at(address)->path;
  sd_bus_slot* slot = nullptr;
  sd_bus_add_object_vtable(handle(), &slot, path.c_str(), "org.bluez.Battery1", kNothing, nullptr);
  sd_bus_emit_interfaces_added(handle(), path.c_str(), "org.bluez.Battery1", nullptr);
  sd_bus_emit_interfaces_removed(handle(), path.c_str(), "org.bluez.Battery1", nullptr);
  sd_bus_slot_unref(slot);
  bus_->pump();
}

void MockBluez::leave(const std::string& address) {
  boards_.at(address)->in_reach = false;
  forget(address);
}

void MockBluez::drop(const std::string& address) {
  Board& board = *boards_.at(address);
  if (!board.connected) return;
  board.connected = board.resolved = false;
  for (auto& each : board.characteristics) {
    each->slot.reset();
    each->is_notifying = false;
  }
  tell(board.path, kDevice, "ServicesResolved");
  tell(board.path, kDevice, "Connected");
}

void MockBluez::reset(const std::string& address) {
  boards_.at(address)->firmware->power_up(now());
}

void MockBluez::resolve(Board& board) {
  board.firmware->power_up(now());
  for (auto& each : board.characteristics) {
    sd_bus_slot* slot = nullptr;
    sd_bus_add_object_vtable(handle(), &slot, each->path.c_str(), kCharacteristic, Methods::kOfCharacteristic,
                             each.get());
    each->slot.reset(slot);
    sd_bus_emit_interfaces_added(handle(), each->path.c_str(), kCharacteristic, nullptr);
  }
  board.resolved = true;
  tell(board.path, kDevice, "ServicesResolved");
}

void MockBluez::tell(const std::string& path, const char* interface, const char* property) {
  sd_bus_emit_properties_changed(handle(), path.c_str(), interface, property, nullptr);
  bus_->pump();
}

void MockBluez::tick() {
  for (auto& [address, board] : boards_) {
    Characteristic& notified = *board->characteristics.front();
    if (!board->connected || !notified.is_notifying) continue;
    for (Bytes& bytes : wire(board->firmware->advance(now()))) {
      // The link may have broken with the one before.
      if (!board->connected) break;
      notified.value = std::move(bytes);
      tell(notified.path, kCharacteristic, "Value");
    }
  }
  timer_.expires_after(2ms);
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (!error) tick();
  });
}

devices::Time MockBluez::now() const {
  return std::chrono::duration_cast<devices::Time>(std::chrono::steady_clock::now().time_since_epoch());
}

}  // namespace jadoube::testing
