// Boards that BlueZ, the system's Bluetooth service, knows: those that have told their names within its reach, and those that
// the owner of the machine has paired with it or trusts.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/any_io_executor.hpp>

#include "drivers/board_table.hpp"
#include "transport/bluetooth/bus.hpp"

namespace jadoube::transport::bluetooth {

/// A device that calls itself as a make of the table does.
struct KnownBoard {
  /// "bluetooth:AA:BB:CC:DD:EE:FF".
  std::string place;
  /// What it calls itself, as it can be shown.
  std::string name;
  const drivers::BoardModel* model = nullptr;
  /// It is paired with this machine, or `bluetoothctl trust` has named it: whoever did that wants it to be used here.
  bool is_trusted = false;
};

/// Nothing: it calls itself otherwise. What services it has says nothing: boards share theirs with many things.
std::optional<KnownBoard> known_board(const Properties& device);

/// Listens to BlueZ; looks for nothing and connects to nothing.
class KnownBoards : public std::enable_shared_from_this<KnownBoards> {
 public:
  /// `changed`: there are others now. Null if there is no system bus here.
  static std::shared_ptr<KnownBoards> listen(const boost::asio::any_io_executor& executor,
                                             std::function<void()> changed);
  KnownBoards() = default;
  KnownBoards(const KnownBoards&) = delete;
  KnownBoards& operator=(const KnownBoards&) = delete;

  /// In order of place.
  [[nodiscard]] std::vector<KnownBoard> boards() const;
  /// Nothing more is told.
  void close();

 private:
  void look();
  void on_come(sd_bus_message* message);
  void on_gone(sd_bus_message* message);
  void on_changed(sd_bus_message* message);
  void tell() const;

  std::shared_ptr<Bus> bus_;
  std::function<void()> changed_;
  std::map<std::string, Properties> devices_;  // by path
};

}  // namespace jadoube::transport::bluetooth
