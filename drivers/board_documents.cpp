#include "drivers/board_documents.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <set>
#include <string_view>

#include "record/senses.hpp"

namespace jadoube::drivers {
namespace {

constexpr std::string_view kMade =
    "# Made from drivers/boards/*.toml by the program itself; a test compares the two.\n";

std::string hex4(unsigned value, bool upper) {
  std::array<char, 5> digits{};
  std::snprintf(digits.data(), digits.size(), upper ? "%04X" : "%04x", value);
  return digits.data();
}

/// Known by its ids alone, and by ids that no other make has.
bool is_known_by_id(const UsbId& usb) {
  return usb.product_string.empty() && !usb.generic && !usb.only_if_told;
}

/// A pattern of the shell kind: ? where any digit may stand.
std::string product_pattern(const UsbId& usb, bool upper) {
  std::string text = hex4(usb.product, upper);
  for (unsigned digit = 0; digit < 4; ++digit)
    if ((usb.product_mask >> (4 * digit) & 0xFU) == 0) text[3 - digit] = '?';
  return text;
}

std::string sentence_list(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += "- " + text + '\n';
  return all;
}

std::string when_told(const UsbId& usb, const BoardModel& model) {
  const std::string said = "`--as PORT=" + model.id + '`';
  if (usb.only_if_told) return (usb.note.empty() ? "only if you say " : "; only if you say ") + said;
  if (usb.generic)
    return (usb.note.empty() ? "listened to only, unless you say " : "; listened to only, unless you say ") +
           said;
  return {};
}

constexpr std::string_view kNamesSection =
    "\n## Names\n\n"
    "A board is called by its make and its number (`dgt-01025`), wherever it is plugged in; one without a "
    "number by its\n"
    "port (`liboard-at-1-2`). When two boards that are there at once claim one number, that is said aloud, "
    "and from then on,\n"
    "over unplugging and restarts, they are told apart by their ports alone: the first keeps the name as "
    "long as it is at its\n"
    "port, and whatever else claims the number is called `NAME-at-PORT`. `NAME.keeper.txt` in the folder "
    "of "
    "`--memory` says\n"
    "which port that is; remove it when only one of the boards is left.\n"
    "\n## Serial ports and connections\n\n"
    "A board behind a serial port of the system or behind a serial server is named: "
    "`--as /dev/serial/by-path/…=dgt`,\n"
    "`--as tcp:hall-3:4001=dgt`. `jadoube boards` lists the ports; a name like `/dev/ttyUSB0` may be another "
    "board's\n"
    "after the next start of the machine. Each line of a USB adapter with several of them is a USB port of "
    "its "
    "own,\n"
    "`1-2:1.0` and so on. A port is opened for this program alone. A connection whose other end is dead is "
    "noticed within\n"
    "five seconds and tried again; one on which a board has said nothing for eight seconds, by USB too, is "
    "opened anew. While a USB board is read, the system's own driver for its bridge is "
    "taken "
    "off, and it comes\n"
    "back when the program ends; one that was killed leaves it off until a program that opens the board ends "
    "in "
    "the\n"
    "ordinary way, `jadoube boards` for one, or the plug is pulled.\n";

constexpr std::string_view kPermissionSection =
    "\n## Permission\n\n"
    "Boards are opened without being root once the three files in `udev/` are installed (they are made "
    "from the same\n"
    "table): 60-jadoube-boards.hwdb and 61-jadoube-boards.rules mark what is a board, keep it from being "
    "put to sleep and\n"
    "keep modem managers away; 70-jadoube-access.rules gives marked boards to whoever sits at the machine "
    "and to the group\n"
    "`plugdev`.\n\n"
    "<!-- not run: root -->\n```sh\n"
    "sudo cp udev/60-jadoube-boards.hwdb /etc/udev/hwdb.d/\n"
    "sudo cp udev/61-jadoube-boards.rules udev/70-jadoube-access.rules /etc/udev/rules.d/\n"
    "sudo systemd-hwdb update && sudo udevadm control --reload && sudo udevadm trigger "
    "--subsystem-match=usb\n"
    "```\n\n"
    "Bridges that are in many things (the ids marked *listened to only*) are given access too, but marked "
    "`maybe`: nothing\n"
    "is written to them before their own bytes have told what they are, or you have. One that says nothing "
    "is closed after\n"
    "some seconds, and listened to again after half a minute, then ever more rarely, at last every five "
    "minutes: a board that\n"
    "is switched on later is found then, or at once when it is plugged in anew. Modem managers are kept "
    "away from them\n"
    "too; a modem behind such a bridge needs a rule of its own that takes ID_MM_DEVICE_IGNORE away.\n";

/// A row of the table of all boards.
std::string overview_row(const BoardModel& model) {
  std::string row = "| " + model.name + " | `" + model.id + "` | " + std::string{name(model.senses)} + " | " +
                    std::string{name(model.clock)} + " | ";
  for (std::size_t i = 0; i < model.usb.size(); ++i) {
    if (i != 0 && ids(model.usb[i]) == ids(model.usb[i - 1])) continue;
    row += (i == 0 ? "`" : ", `") + ids(model.usb[i]) + '`';
  }
  if (model.network) row += "`--" + model.id + '`';
  if (model.usb.empty() && model.bluetooth) row += "`--as bluetooth:ADDRESS=" + model.id + '`';
  return row + " | " + model.tested_with + " |\n";
}

/// "a, b"; nothing if there is none.
std::string code_list(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "`" : ", `") + text + '`';
  return all;
}

std::string way_by_bluetooth(const BoardModel& model) {
  const BluetoothWay& way = *model.bluetooth;
  return "\nOver Bluetooth: `--as bluetooth:ADDRESS=" + model.id + "`. It calls itself " +
         (way.names.empty() ? "nobody has published what" : code_list(way.names)) +
         "; it says what it says by " + code_list(way.notify) + " and is spoken to by `" + way.write + "`.\n";
}

/// A row of the table of ways.
std::string row_of_ways(const BoardModel& model) {
  std::string usb = "not";
  if (model.network) usb = "not by this program: over the network";
  if (!model.usb.empty()) {
    const bool is_told = std::ranges::all_of(model.usb, &UsbId::only_if_told);
    usb = std::string{is_told ? "works, if you say what it is" : "works"} + "; tried with an emulated device";
  }
  return "| " + model.name + " | " + usb + " | " +
         (model.bluetooth
              ? std::string{"works, if you "} +
                    (model.bluetooth->names.empty() ? "say where it is" : "trust it or say where it is") +
                    "; tried with " + model.bluetooth->tested_with
              : std::string{"not"}) +
         " |\n";
}

constexpr std::string_view kWaysBegin =
    "\n## Ways\n\n"
    "What was tried, and with what. An emulated device is one made of software that sends what the real one "
    "would, byte\n"
    "by byte; a mock of BlueZ is the system's Bluetooth service made of software, with emulated boards that "
    "come and go.\n"
    "No way of this table has met the real board but where the table above says so.\n\n"
    "| board | over USB | over Bluetooth |\n|---|---|---|\n";
/// What is known of them is in no file of the table.
constexpr std::string_view kWaysEnd =
    "| DGT Bluetooth boards, Revelation II | not tried; by a serial port that the system makes, `--as "
    "/dev/rfcomm0=dgt` | "
    "not tried |\n"
    "| DGT Centaur | not: its sensors speak inside its housing alone | not |\n"
    "| Chessnut EVO, by its own service on the network | not | not |\n"
    "| Square Off, ChessUp, Phantom | not | not: no codec |\n"
    "| Novag and Saitek boards with OSA | not: they send moves and no scans | – |\n";

constexpr std::string_view kBluetoothSection =
    "\n## Bluetooth\n\n"
    "A board over Bluetooth is used when you have said that it is to be: nobody's board is taken because it "
    "is near. Either\n"
    "you pair this machine with it or trust it, `bluetoothctl trust DC:A6:32:01:02:03`, and from then on it "
    "is "
    "found as a\n"
    "board at a plug is, by what it calls itself; or you name it, `--as "
    "bluetooth:DC:A6:32:01:02:03=pegasus`, as "
    "a make has\n"
    "to be of which nobody has published what it calls itself. Its services do not tell: they are those of "
    "many "
    "things.\n"
    "`jadoube boards` lists the boards that the system knows and that are neither; `bluetoothctl scan le` "
    "makes "
    "it know what\n"
    "is near. A board that is trusted and not in reach is away, and no fault; `--ignore bluetooth:ADDRESS` "
    "leaves it alone,\n"
    "for one that is plugged in as well.\n\n"
    "BlueZ, the system's Bluetooth service, does the work, over the system's message bus. Where a board was "
    "named and one of\n"
    "them is not there, or the board is out of reach, that is said, and tried again after 1 to 30 seconds. A "
    "board that the\n"
    "system does not know is looked for for ten seconds at a time. A link that is lost is a gap of the log; "
    "one "
    "that this\n"
    "program made ends with it, so that other programs can have the board. Such boards take one link at a "
    "time: "
    "while an app\n"
    "on a telephone has it, it is not in reach.\n";

/// What the page says of one make.
std::string section(const BoardModel& model) {
  std::string text =
      "\n## " + model.name + "\n\nProtocol: " + model.source + ". File: `" + model.file + "`.\n\n";
  text += sentence_list(model.quirks);
  if (model.bluetooth) text += way_by_bluetooth(model);
  if (model.usb.empty()) return text;
  text += "\n| USB id | product string | reached by | line | |\n|---|---|---|---|---|\n";
  for (const UsbId& usb : model.usb) {
    const bool has_line = usb.transport != Transport::hid;
    text += "| `" + ids(usb) + "` | " +
            (usb.product_string.empty() ? "any" : '`' + usb.product_string + '`') + " | " +
            std::string{name(usb.transport)} + " | " + (has_line ? to_string(usb.line) : "") + " | " +
            usb.note + when_told(usb, model) + " |\n";
  }
  return text;
}

}  // namespace

std::string hardware_database(std::span<const BoardModel> table) {
  std::string text{kMade};
  text +=
      "# Install as /etc/udev/hwdb.d/60-jadoube-boards.hwdb, then: systemd-hwdb update.\n"
      "# Marks boards; who may use them is said by 70-jadoube-access.rules.\n";
  for (const BoardModel& model : table) {
    for (const UsbId& usb : model.usb) {
      if (!is_known_by_id(usb)) continue;
      text += "\n# " + model.name + (usb.note.empty() ? "" : ", " + usb.note) + '\n';
      text += "usb:v" + hex4(usb.vendor, true) + 'p' + product_pattern(usb, true) + "*\n";
      text += " ID_JADOUBE_BOARD=" + model.id + "\n ID_MM_DEVICE_IGNORE=1\n";
    }
  }
  return text;
}

std::string marking_rules(std::span<const BoardModel> table) {
  std::string text{kMade};
  text +=
      "# Install as /etc/udev/rules.d/61-jadoube-boards.rules, behind the system's own hwdb import.\n"
      "ACTION==\"remove\", GOTO=\"jadoube_boards_end\"\n"
      "SUBSYSTEM!=\"usb\", GOTO=\"jadoube_boards_end\"\n"
      "ENV{DEVTYPE}!=\"usb_device\", GOTO=\"jadoube_boards_end\"\n\n"
      "# Known by the product string, or an id that many things have and that may be a board.\n";
  std::set<std::string> said;
  for (const BoardModel& model : table) {
    for (const UsbId& usb : model.usb) {
      if (is_known_by_id(usb)) continue;
      std::string rule = "ATTR{idVendor}==\"" + hex4(usb.vendor, false) + "\", ATTR{idProduct}==\"" +
                         product_pattern(usb, false) + "\", ";
      if (!usb.product_string.empty()) rule += "ATTR{product}==\"" + usb.product_string + "\", ";
      // What is marked by its string first stays so.
      if (usb.generic || usb.only_if_told)
        rule += R"(ENV{ID_JADOUBE_BOARD}=="", ENV{ID_JADOUBE_BOARD}="maybe")";
      else
        rule += "ENV{ID_JADOUBE_BOARD}=\"" + model.id + '"';
      // A modem manager would write to what may be a board of a rated game.
      rule += R"(, ENV{ID_MM_DEVICE_IGNORE}="1")";
      if (said.insert(rule).second) text += rule + '\n';
    }
  }
  text +=
      "\n# A board that the system puts to sleep loses moves.\n"
      "ENV{ID_JADOUBE_BOARD}==\"?*\", TEST==\"power/control\", ATTR{power/control}=\"on\"\n"
      "\nLABEL=\"jadoube_boards_end\"\n";
  return text;
}

std::string access_rules() {
  std::string text{kMade};
  text +=
      "# Install as /etc/udev/rules.d/70-jadoube-access.rules; it must come before 73-seat-late.rules.\n"
      "# Whoever sits at this machine may use boards, and the members of the group plugdev from anywhere.\n"
      "SUBSYSTEM==\"usb\", ENV{DEVTYPE}==\"usb_device\", ENV{ID_JADOUBE_BOARD}==\"?*\", MODE=\"0660\", "
      "GROUP=\"plugdev\", TAG+=\"uaccess\"\n";
  return text;
}

std::string install_script(std::span<const BoardModel> table) {
  const auto put = [](const std::string& path, const std::string& text) {
    return "mkdir -p " + path.substr(0, path.rfind('/')) + " && cat >" + path + " <<'END_OF_FILE'\n" + text +
           "END_OF_FILE\n";
  };
  return "set -e\n" + put("/etc/udev/hwdb.d/60-jadoube-boards.hwdb", hardware_database(table)) +
         put("/etc/udev/rules.d/61-jadoube-boards.rules", marking_rules(table)) +
         put("/etc/udev/rules.d/70-jadoube-access.rules", access_rules()) +
         "systemd-hwdb update && udevadm control --reload && udevadm trigger --subsystem-match=usb\n";
}

std::string boards_page(std::span<const BoardModel> table) {
  std::string text =
      "# Boards\n\n"
      "This page is the program's own: `jadoube boards --print page` prints it from the board files that are "
      "built\n"
      "in (`drivers/boards/`), and a test compares the two. `jadoube boards` says what is plugged in.\n\n"
      "| board | `--as` | senses | clock | known by | tested with |\n|---|---|---|---|---|---|\n";
  for (const BoardModel& model : table) text += overview_row(model);
  for (const BoardModel& model : table) text += section(model);
  text += kWaysBegin;
  for (const BoardModel& model : table) text += row_of_ways(model);
  text += kWaysEnd;
  text += kBluetoothSection;
  text += kNamesSection;
  text += kPermissionSection;
  return text;
}

}  // namespace jadoube::drivers
