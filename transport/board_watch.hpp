// All boards of this machine, as they come and go: finds out what each device is, gives every board a name
// that it keeps over unplugging, another port and another hub, and passes on what it says.
//
// Everything happens on one executor, which must not be run by more than one thread at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <boost/asio/any_io_executor.hpp>
#include <tl/expected.hpp>

#include "drivers/board_session.hpp"
#include "drivers/board_table.hpp"
#include "transport/channel.hpp"
#include "transport/usb/service.hpp"

namespace jadoube::transport {

/// A board that has been recognised. It stays when it is unplugged.
struct Board {
  /// "dgt-01025": make and serial number; or make and port, if it has no number.
  std::string name;
  const drivers::BoardModel* model = nullptr;
  std::unique_ptr<drivers::BoardSession> session;
  /// Where it is plugged in, or was last: "1-1.4", "/dev/ttyUSB0", "tcp:hall-3:4001".
  std::string port;
  /// How it is reached there; null only before it was recognised.
  const drivers::UsbId* usb = nullptr;
  bool attached = false;
  /// Of the way to it, since it was recognised.
  TransportErrors errors;

  /// The session's, and what the way to the board lost.
  [[nodiscard]] drivers::Tally tally() const;
};

/// A board over Bluetooth that this system knows, and of which nobody has said that it is to be used here.
struct Offer {
  /// "bluetooth:AA:BB:CC:DD:EE:FF".
  std::string place;
  /// What it calls itself, as it can be shown.
  std::string name;
  const drivers::BoardModel* model = nullptr;
};

/// A place where a board is or may be.
struct Plug {
  enum class State : std::uint8_t {
    opening,
    listening,  ///< open; its bytes have not told yet what it is
    board,
    line,     ///< several boards share it; each of them has a plug of its own: "/dev/ttyUSB0#01025"
    failed,   ///< `reason` says why; it is tried again
    away,     ///< over Bluetooth, known to this system and not in reach; it is tried again
    ignored,  ///< never opened: the user said so
    /// It has said nothing that any of the candidates would say. Closed; from time to time it is listened to
    /// again.
    unrecognised,
  };
  std::string port;
  /// What it calls itself over Bluetooth; empty: the user has named it, or it is reached otherwise.
  std::string radio_name;
  /// Of USB devices; vendor 0 otherwise.
  usb::Device device;
  std::vector<drivers::Candidate> candidates;
  State state = State::opening;
  std::string reason;
  const Board* board = nullptr;
  /// Bytes that no candidate would send, once there has been time to recognise one; 0: none to speak of.
  std::uint64_t strange_bytes = 0;
  /// Of a line: the boards that answer have been found.
  bool searched = false;
};

class BoardWatch {
 public:
  struct Options {
    /// What the user says of a port or of an id: {"1-1.4", "dgt"}, {"1-1.4:1.2", "dgt"} (one line of several), {"0403:6001", "dgt"}, {"/dev/ttyUSB0",
    /// "dgt"}, {"tcp:hall-3:4001", "dgt"}, {"bluetooth:AA:BB:CC:DD:EE:FF", "pegasus"}. Paths, connections and Bluetooth's boards are opened, and nothing else is but USB.
    std::map<std::string, std::string> as;
    /// What is left alone: USB devices by port or id, "1-1.4", "10c4:ea60", and boards over Bluetooth, "bluetooth:AA:BB:CC:DD:EE:FF". What
    /// `as` says of a port holds against what is said here of an id.
    std::set<std::string> ignore = {};
    bool white_is_near = true;
    /// Folder for what sessions want to know another time (board_memory.hpp); empty: none.
    std::string memory = {};
    /// How long a device has time to say something that tells what it is, in each way that it may be set.
    record::Time patience = std::chrono::seconds{4};
    /// If there are any, no other USB device is looked for.
    std::vector<usb::Node> nodes = {};
  };
  enum class Direction : std::uint8_t { from_board, to_board };
  struct Events {
    /// A plug came, went (`gone`) or changed its state.
    std::function<void(const Plug& plug, bool gone)> plug;
    /// A board is there: for the first time, or again.
    std::function<void(Board& board, bool again)> board;
    std::function<void(Board& board, const std::vector<record::Record>& records)> records;
    /// The bytes themselves, those before the board was recognised included.
    std::function<void(Board& board, Direction direction, const std::vector<std::uint8_t>& bytes,
                       record::Time t)>
        wire;
    /// Something that people should know, in one sentence.
    std::function<void(const std::string& sentence)> warning;
  };

  /// The error is one sentence: USB cannot be used, or `as` names no board. Times count from now.
  static tl::expected<std::unique_ptr<BoardWatch>, std::string> start(
      const boost::asio::any_io_executor& executor, Options options, Events events);
  virtual ~BoardWatch() = default;
  BoardWatch(const BoardWatch&) = delete;
  BoardWatch& operator=(const BoardWatch&) = delete;

  [[nodiscard]] virtual record::Time now() const = 0;
  /// Every place where a board may be, in order of port.
  [[nodiscard]] virtual std::vector<const Plug*> plugs() const = 0;
  [[nodiscard]] virtual std::vector<Board*> boards() = 0;
  [[nodiscard]] virtual std::vector<Offer> offers() const = 0;
  /// Closes every channel. Nothing more is told: no link is lost, it is we who go.
  virtual void stop() = 0;

 protected:
  BoardWatch() = default;
};

}  // namespace jadoube::transport
