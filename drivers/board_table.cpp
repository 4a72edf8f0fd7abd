#include "drivers/board_table.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <initializer_list>
#include <stdexcept>
#include <utility>

#include "record/senses.hpp"
#include "toml/read.hpp"

namespace jadoube::drivers {
namespace {

constexpr std::array<std::string_view, 5> kTransports{"hid", "cdc", "ftdi", "cp210x", "ch34x"};

template <class Enum, std::size_t n>
std::optional<Enum> from_name(const std::array<std::string_view, n>& names, std::string_view text) {
  const auto at = std::ranges::find(names, text);
  if (at == names.end()) return std::nullopt;
  return static_cast<Enum>(at - names.begin());
}

/// Reads the keys of one table; everything wrong is kept.
class Keys {
 public:
  Keys(const toml::table& table, std::string file) : table_{table}, file_{std::move(file)} {}

  std::string text(std::string_view key, bool required) {
    const toml::node* node = find(key, required);
    if (node == nullptr) return {};
    if (const auto value = node->value_exact<std::string>()) return *value;
    complain(*node, key, "must be a text in quotes");
    return {};
  }
  bool flag(std::string_view key, bool otherwise) {
    const toml::node* node = find(key, false);
    if (node == nullptr) return otherwise;
    if (const auto value = node->value_exact<bool>()) return *value;
    complain(*node, key, "must be true or false");
    return otherwise;
  }
  template <class Enum, std::size_t n>
  Enum word(std::string_view key, const std::array<std::string_view, n>& names) {
    const std::string value = text(key, true);
    if (const auto found = from_name<Enum>(names, value)) return *found;
    complain_of_word(key, value, names);
    return Enum{};
  }
  const Protocol* protocol() {
    const std::string value = text("protocol", true);
    const Protocol* found = drivers::protocol(value);
    std::vector<std::string_view> names;
    for (const Protocol& each : protocols()) names.push_back(each.name);
    if (found == nullptr) complain_of_word("protocol", value, names);
    return found;
  }
  std::vector<std::string> texts(std::string_view key) {
    std::vector<std::string> all;
    const toml::node* node = find(key, false);
    if (node == nullptr) return all;
    const toml::array* list = node->as_array();
    if (list == nullptr) {
      complain(*node, key, "must be a list of texts");
      return all;
    }
    for (const toml::node& each : *list) {
      if (const auto value = each.value_exact<std::string>())
        all.push_back(*value);
      else
        complain(each, key, "must be a list of texts");
    }
    return all;
  }
  std::vector<const toml::table*> tables(std::string_view key) {
    std::vector<const toml::table*> all;
    const toml::node* node = find(key, true);
    const toml::array* list = node == nullptr ? nullptr : node->as_array();
    for (std::size_t i = 0; list != nullptr && i < list->size(); ++i)
      if (const toml::table* table = list->get(i)->as_table()) all.push_back(table);
    if (node != nullptr && all.empty()) complain(*node, key, "must be sections [[usb]]");
    return all;
  }
  /// A key that nobody has asked for is a mistake in writing.
  void finish(std::initializer_list<std::string_view> known) {
    for (const auto& [key, node] : table_)
      if (std::ranges::find(known, key.str()) == known.end())
        complain(node, key.str(), "is no key of a board (docs/adding-a-board.md lists them)");
  }
  void complain(const toml::node& node, std::string_view key, std::string_view what) {
    errors_.push_back(file_ + ':' + std::to_string(node.source().begin.line) + ": " + std::string{key} + ' ' +
                      std::string{what});
  }
  /// At the key, or if it is missing at the table.
  void complain_where(std::string_view key, std::string_view what) {
    const toml::node* node = table_.get(key);
    complain(node == nullptr ? table_ : *node, key, what);
  }
  [[nodiscard]] const std::vector<std::string>& errors() const { return errors_; }
  [[nodiscard]] const toml::node* node(std::string_view key) const { return table_.get(key); }

 private:
  /// If it is a text, and so nobody has complained yet.
  void complain_of_word(std::string_view key, const std::string& value,
                        std::span<const std::string_view> names) {
    const toml::node* node = table_.get(key);
    if (node == nullptr || !node->is_string()) return;
    std::string list;
    for (const std::string_view name : names) list += (list.empty() ? "" : ", ") + std::string{name};
    complain(*node, key, "has no meaning \"" + value + "\"; it must be one of " + list);
  }
  const toml::node* find(std::string_view key, bool required) {
    const toml::node* node = table_.get(key);
    if (node == nullptr && required) complain(table_, key, "is missing");
    return node;
  }

  const toml::table& table_;
  std::string file_;
  std::vector<std::string> errors_;
};

/// Of four letters: hex digits; x at the end stands for any.
bool read_id(std::string_view text, std::uint16_t& value, std::uint16_t& mask) {
  value = mask = 0;
  for (const char letter : text) {
    unsigned digit = 0;
    const bool any = letter == 'x';
    if (!any && std::from_chars(&letter, &letter + 1, digit, 16).ec != std::errc{}) return false;
    value = static_cast<std::uint16_t>(unsigned{value} << 4U | digit);
    mask = static_cast<std::uint16_t>(unsigned{mask} << 4U | (any ? 0U : 0xFU));
  }
  return true;
}

UsbId read_usb(Keys& keys) {
  UsbId usb;
  const std::string id = keys.text("id", true);
  std::uint16_t vendor_mask = 0;
  const bool sound =
      id.size() == 9 && id[4] == ':' && read_id(std::string_view{id}.substr(0, 4), usb.vendor, vendor_mask) &&
      vendor_mask == 0xFFFF && read_id(std::string_view{id}.substr(5), usb.product, usb.product_mask);
  if (!sound && keys.node("id") != nullptr)
    keys.complain(*keys.node("id"), "id", "must be like \"0403:6001\", or \"2d80:80xx\" for a range");
  usb.product_string = keys.text("product", false);
  // It stands in rules that root reads.
  if (!std::ranges::all_of(usb.product_string,
                           [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; }))
    keys.complain(*keys.node("product"), "product",
                  "must be printable characters, and no quote or backslash");
  usb.transport = keys.word<Transport>("transport", kTransports);
  if (const toml::node* node = keys.node("line")) {
    const auto line = line_from(keys.text("line", false));
    if (line)
      usb.line = *line;
    else
      keys.complain(*node, "line", "must be like \"9600 8N1\"");
  }
  usb.line.dtr = keys.flag("dtr", true);
  usb.line.rts = keys.flag("rts", true);
  usb.generic = keys.flag("generic", false);
  usb.only_if_told = keys.flag("only_if_told", false);
  usb.note = keys.text("note", false);
  keys.finish({"id", "product", "transport", "line", "dtr", "rts", "generic", "only_if_told", "note"});
  return usb;
}

/// Small letters, as BlueZ writes them.
bool is_uuid(std::string_view text) {
  constexpr std::string_view kForm = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
  return std::ranges::equal(text, kForm, [](char letter, char form) {
    return form == '-' ? letter == '-' : (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'f');
  });
}

BluetoothWay read_bluetooth(Keys& keys) {
  BluetoothWay way{.names = keys.texts("names"),
                   .notify = keys.texts("notify"),
                   .write = keys.text("write", true),
                   .tested_with = keys.text("tested_with", true)};
  constexpr std::string_view kWhat =
      "must be like \"6e400002-b5a3-f393-e0a9-e50e24dcca9e\", in small letters";
  if (way.notify.empty() || !std::ranges::all_of(way.notify, is_uuid))
    keys.complain_where("notify", kWhat);
  else if (!is_uuid(way.write))
    keys.complain_where("write", kWhat);
  keys.finish({"names", "notify", "write", "tested_with"});
  return way;
}

/// Whether a device's own string is the one that the table has.
bool fits(std::string_view wanted, std::string_view product_string) {
  if (wanted.ends_with('*')) return product_string.starts_with(wanted.substr(0, wanted.size() - 1));
  return product_string == wanted;
}

}  // namespace

std::string_view name(Transport transport) {
  return kTransports[static_cast<std::size_t>(transport)];
}

std::optional<LineSettings> line_from(std::string_view text) {
  LineSettings line;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, line.baud);
  if (error != std::errc{} || line.baud == 0 || end - rest != 4 || rest[0] != ' ') return std::nullopt;
  constexpr std::string_view kParities = "NOE";
  const std::size_t parity = kParities.find(rest[2]);
  if ((rest[1] != '7' && rest[1] != '8') || parity == kParities.npos || (rest[3] != '1' && rest[3] != '2'))
    return std::nullopt;
  line.data_bits = static_cast<std::uint8_t>(rest[1] - '0');
  line.parity = static_cast<LineSettings::Parity>(parity);
  line.stop_bits = static_cast<std::uint8_t>(rest[3] - '0');
  return line;
}

std::string to_string(const LineSettings& line) {
  std::string text = std::to_string(line.baud) + ' ';
  text += static_cast<char>('0' + line.data_bits);
  text += "NOE"[static_cast<std::size_t>(line.parity)];
  text += static_cast<char>('0' + line.stop_bits);
  return text;
}

std::string ids(const UsbId& usb) {
  std::array<char, 10> digits{};
  std::snprintf(digits.data(), digits.size(), "%04x:%04x", usb.vendor, usb.product);
  std::string text = digits.data();
  for (unsigned digit = 0; digit < 4; ++digit)
    if ((usb.product_mask >> (4 * digit) & 0xFU) == 0) text[8 - digit] = 'x';
  return text;
}

namespace {

/// The ids of a make, each fault at the end of `faults`.
std::vector<UsbId> read_ids(Keys& keys, const BoardModel& model, bool must_have_some,
                            std::vector<std::string>& faults) {
  std::vector<UsbId> all;
  const toml::node* node = keys.node("usb");
  if (model.network) {
    if (node != nullptr)
      keys.complain(*node, "usb", "has no place where a board is behind a program on the network");
    return all;
  }
  if (node == nullptr && !must_have_some) return all;
  for (const toml::table* section : keys.tables("usb")) {
    Keys usb{*section, model.file};
    all.push_back(read_usb(usb));
    faults.insert(faults.end(), usb.errors().begin(), usb.errors().end());
  }
  return all;
}

/// If the file has one, each fault at the end of `faults`.
void read_way_by_bluetooth(Keys& keys, BoardModel& model, std::vector<std::string>& faults) {
  const toml::node* node = keys.node("bluetooth");
  if (node == nullptr) return;
  if (node->as_table() == nullptr) {
    keys.complain(*node, "bluetooth", "must be a section [bluetooth]");
    return;
  }
  Keys section{*node->as_table(), model.file};
  model.bluetooth = read_bluetooth(section);
  faults.insert(faults.end(), section.errors().begin(), section.errors().end());
}

/// `may_extend`: the file may add to a make of another one.
std::optional<OwnersBoard> parse(const BoardFile& file, bool may_extend, std::vector<std::string>& faults) {
  const std::string path{file.path};
  const auto table = toml_text::read(file.text, path);
  if (!table) {
    faults.push_back(path + ':' + std::to_string(table.error().line) + ": " + table.error().why);
    return std::nullopt;
  }
  Keys keys{*table, path};
  OwnersBoard board;
  BoardModel& model = board.model;
  model.file = path;
  if (may_extend) board.extends = keys.text("extends", false);
  const bool is_whole = board.extends.empty();
  model.name = keys.text("name", is_whole);
  if (is_whole) {
    model.id = keys.text("id", true);
    // Files are called by it.
    if (model.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") != std::string::npos)
      keys.complain(*keys.node("id"), "id", "must be small letters, digits and hyphens");
    model.protocol = keys.protocol();
    model.source = keys.text("source", true);
    const auto senses = record::senses_from_name(keys.text("senses", true));
    if (senses)
      model.senses = *senses;
    else if (const toml::node* node = keys.node("senses"))
      keys.complain(*node, "senses", "must be presence, colour or identity");
    model.clock = keys.word<ClockSense>("clock", record::kClockSenses);
    model.asked = keys.flag("asked", false);
    model.only_changes = keys.flag("only_changes", false);
    model.network = keys.flag("network", false);
    model.tested_with = keys.text("tested_with", true);
  }
  model.quirks = keys.texts("quirks");
  std::vector<std::string> of_ids;
  if (is_whole) read_way_by_bluetooth(keys, model, of_ids);
  model.usb = read_ids(keys, model, is_whole && !model.bluetooth, of_ids);
  if (is_whole)
    keys.finish({"id", "name", "protocol", "source", "senses", "clock", "asked", "only_changes", "network",
                 "tested_with", "quirks", "usb", "bluetooth"});
  else
    keys.finish({"extends", "name", "quirks", "usb"});
  faults.insert(faults.end(), keys.errors().begin(), keys.errors().end());
  faults.insert(faults.end(), of_ids.begin(), of_ids.end());
  if (!keys.errors().empty() || !of_ids.empty()) return std::nullopt;
  return board;
}

std::vector<BoardModel>& table_in_use() {
  static std::vector<BoardModel> table = [] {
    std::vector<BoardModel> all;
    for (const BoardFile& file : built_in_board_files()) {
      auto model = parse_board(file);
      if (!model) throw std::logic_error{model.error()};  // a test reads every built-in file
      all.push_back(*std::move(model));
    }
    return all;
  }();
  return table;
}

}  // namespace

tl::expected<BoardModel, std::string> parse_board(const BoardFile& file) {
  std::vector<std::string> faults;
  auto board = parse(file, false, faults);
  if (!board) return tl::unexpected{faults.front()};
  return std::move(board->model);
}

std::optional<OwnersBoard> parse_owners_board(const BoardFile& file, std::vector<std::string>& faults) {
  return parse(file, true, faults);
}

const std::vector<BoardModel>& board_table() {
  return table_in_use();
}

void set_board_table(std::vector<BoardModel> table) {
  table_in_use() = std::move(table);
}

const BoardModel* board_model(std::string_view id) {
  const auto& table = board_table();
  const auto at = std::ranges::find(table, id, &BoardModel::id);
  return at == table.end() ? nullptr : &*at;
}

const BoardModel* board_called(std::string_view bluetooth_name) {
  for (const BoardModel& model : board_table())
    if (model.bluetooth && std::ranges::any_of(model.bluetooth->names, [&](const std::string& wanted) {
          return fits(wanted, bluetooth_name);
        }))
      return &model;
  return nullptr;
}

std::vector<Candidate> candidates(std::uint16_t vendor, std::uint16_t product,
                                  std::string_view product_string) {
  std::vector<Candidate> by_string;
  std::vector<Candidate> by_id;
  for (const BoardModel& model : board_table()) {
    bool named = false;
    for (const UsbId& usb : model.usb) {
      if (usb.only_if_told || usb.vendor != vendor || ((usb.product ^ product) & usb.product_mask) != 0)
        continue;
      if (!usb.product_string.empty() && fits(usb.product_string, product_string)) {
        by_string.push_back({&model, &usb});
        named = true;
      } else if (usb.product_string.empty() && !named) {
        by_id.push_back({&model, &usb});
      }
    }
  }
  by_string.insert(by_string.end(), by_id.begin(), by_id.end());
  return by_string;
}

}  // namespace jadoube::drivers
