// The table of boards: what is known of each make, from drivers/boards/*.toml. The same files give the udev
// rules and docs/boards.md (board_documents.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "drivers/protocol.hpp"
#include "record/scan.hpp"
#include "record/senses.hpp"

namespace jadoube::drivers {

using record::ClockSense;

/// How bytes travel over USB.
enum class Transport : std::uint8_t { hid, cdc, ftdi, cp210x, ch34x };

std::string_view name(Transport transport);

/// What a UART is set to.
struct LineSettings {
  enum class Parity : std::uint8_t { none, odd, even };
  std::uint32_t baud = 115200;
  std::uint8_t data_bits = 8;  // 7 or 8
  Parity parity = Parity::none;
  std::uint8_t stop_bits = 1;  // 1 or 2
  bool dtr = true;
  bool rts = true;
  friend bool operator==(const LineSettings&, const LineSettings&) = default;
};
/// "9600 8N1"; nothing if it is not of that form.
std::optional<LineSettings> line_from(std::string_view text);
std::string to_string(const LineSettings& line);

/// One USB id by which a make may be known.
struct UsbId {
  std::uint16_t vendor = 0;
  std::uint16_t product = 0;
  /// Bits of `product` that count; 0 bits where the file has an x.
  std::uint16_t product_mask = 0xFFFF;
  /// The device's product string, or with a * at its end what it begins with; empty: any, and none.
  std::string product_string;
  Transport transport = Transport::hid;
  LineSettings line;
  /// The id is that of a chip that is in many things. A device of it is listened to, and nothing is written
  /// to it unless the user has said what it is or its bytes have told.
  bool generic = false;
  /// Not even listened to unless the user has said what it is.
  bool only_if_told = false;
  std::string note;
};
std::string ids(const UsbId& usb);

/// How a make is reached over Bluetooth Low Energy: characteristics, by their UUIDs in small letters.
struct BluetoothWay {
  /// What it calls itself, or with a * at the end what that begins with; none: that is not known.
  std::vector<std::string> names;
  /// What it says comes from these; one at least.
  std::vector<std::string> notify;
  /// What is said to it goes there.
  std::string write;
  /// How this way was tried.
  std::string tested_with;
};

struct BoardModel {
  /// For names: "dgt".
  std::string id;
  std::string name;
  /// Never null in what was read.
  const Protocol* protocol = nullptr;
  std::string source;
  record::Senses senses = record::Senses::presence;
  ClockSense clock = ClockSense::none;
  /// Says nothing unless it is asked.
  bool asked = false;
  /// Says nothing while nothing moves, whether it is asked or not.
  bool only_changes = false;
  /// Behind a program on the network that the user names: no USB id leads to it.
  bool network = false;
  std::string tested_with;
  std::vector<std::string> quirks;
  std::vector<UsbId> usb;
  std::optional<BluetoothWay> bluetooth;
  /// The file that says so.
  std::string file;
};

struct BoardFile {
  std::string_view path;
  std::string_view text;
};
/// The files that are built in, sorted by name.
std::span<const BoardFile> built_in_board_files();

/// Reads one file. The error is one sentence that names file, line and key.
tl::expected<BoardModel, std::string> parse_board(const BoardFile& file);
/// A file of the owner of the machine (board_folder.hpp).
struct OwnersBoard {
  BoardModel model;
  /// The make that it adds to; empty: it is a make of its own.
  std::string extends;
};
/// Adds every fault to `faults`, each one sentence that names file, line and key. Nothing: there was one.
std::optional<OwnersBoard> parse_owners_board(const BoardFile& file, std::vector<std::string>& faults);
/// The table: what is built in, in the order of the files, and what the owner of the machine has added.
const std::vector<BoardModel>& board_table();
/// Takes its place. Nothing that it had may be kept.
void set_board_table(std::vector<BoardModel> table);
/// Null if there is none.
const BoardModel* board_model(std::string_view id);
/// The make that calls itself so over Bluetooth. Null if there is none.
const BoardModel* board_called(std::string_view bluetooth_name);

/// What the table says of a device.
struct Candidate {
  const BoardModel* model = nullptr;
  const UsbId* usb = nullptr;
};
/// All that fit. An entry that asks for a product string comes before one that does not; of a make that fits
/// by its string, the others are left out.
std::vector<Candidate> candidates(std::uint16_t vendor, std::uint16_t product,
                                  std::string_view product_string);

}  // namespace jadoube::drivers
