// Laws: whatever the system's Bluetooth service says of its objects, in messages of any types, reading it ends; a board that
// comes of it is of a make that calls itself so, and its name can be shown on one line.
#include <fuzzer/FuzzedDataProvider.h>
#include <sys/socket.h>

#include <algorithm>
#include <string>

#include "drivers/board_table.hpp"
#include "tests/fuzz/demand.hpp"
#include "transport/bluetooth/bus.hpp"
#include "transport/bluetooth/known_boards.hpp"

namespace {

namespace bluetooth = jadoube::transport::bluetooth;
using jadoube::fuzz::demand;

/// That speaks to nobody: messages belong to a bus.
sd_bus* silent_bus() {
  static int ends[2];
  sd_bus* bus = nullptr;
  demand(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0 && sd_bus_new(&bus) >= 0);
  demand(sd_bus_set_fd(bus, ends[0], ends[0]) >= 0 && sd_bus_start(bus) >= 0);
  return bus;
}

class Writer {
 public:
  Writer(FuzzedDataProvider& bytes, sd_bus_message* message) : bytes_{bytes}, message_{message} {}

  void objects() {
    open('a', "{oa{sa{sv}}}");
    while (bytes_.ConsumeBool()) {
      open('e', "oa{sa{sv}}");
      sd_bus_message_append_basic(message_, 'o', "/org/bluez/hci0");
      interfaces();
      close();
    }
    close();
  }
  void interfaces() {
    open('a', "{sa{sv}}");
    while (bytes_.ConsumeBool()) {
      open('e', "sa{sv}");
      sd_bus_message_append_basic(message_, 's', bytes_.ConsumeBool() ? bluetooth::kDevice : text().c_str());
      properties();
      close();
    }
    close();
  }
  void properties() {
    open('a', "{sv}");
    while (bytes_.ConsumeBool()) {
      open('e', "sv");
      sd_bus_message_append_basic(
          message_, 's', bytes_.PickValueInArray({"Address", "Name", "Paired", "Trusted", "Value", "UUIDs"}));
      value();
      close();
    }
    close();
  }
  void names() {
    open('a', "s");
    while (bytes_.ConsumeBool()) sd_bus_message_append_basic(message_, 's', text().c_str());
    close();
  }
  void value() {
    const std::string bytes = bytes_.ConsumeRandomLengthString(20);
    switch (bytes_.ConsumeIntegralInRange(0, 4)) {
      case 0: {
        const int flag = bytes_.ConsumeBool() ? 1 : 0;
        open('v', "b");
        sd_bus_message_append_basic(message_, 'b', &flag);
        break;
      }
      case 1:
        open('v', "ay");
        sd_bus_message_append_array(message_, 'y', bytes.data(), bytes.size());
        break;
      case 2:
        open('v', "v");
        value();
        break;
      case 3:
        open('v', "as");
        names();
        break;
      default:
        open('v', "s");
        sd_bus_message_append_basic(message_, 's', text().c_str());
    }
    close();
  }

 private:
  /// D-Bus takes UTF-8 alone.
  std::string text() {
    if (bytes_.ConsumeIntegralInRange(0, 3) == 0) return "DGT_PEGASUS_12345";
    if (bytes_.ConsumeIntegralInRange(0, 7) == 0) return "Chessnut Air\u202E\n";
    std::string text = bytes_.ConsumeRandomLengthString(12);
    std::ranges::replace_if(
        text, [](char c) { return c <= 0; }, '?');
    return text;
  }
  void open(char type, const char* of) { sd_bus_message_open_container(message_, type, of); }
  void close() { sd_bus_message_close_container(message_); }

  FuzzedDataProvider& bytes_;
  sd_bus_message* message_;
};

void check(const bluetooth::Properties& device) {
  const auto board = bluetooth::known_board(device);
  if (!board) return;
  demand(board->model != nullptr && board->model->bluetooth.has_value());
  demand(board->place.starts_with("bluetooth:") && !board->name.empty());
  demand(std::ranges::none_of(board->name, [](char c) { return static_cast<unsigned char>(c) < ' '; }));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static sd_bus* const kBus = silent_bus();
  FuzzedDataProvider bytes{data, size};
  sd_bus_message* made = nullptr;
  demand(sd_bus_message_new_signal(kBus, &made, "/", "a.b", "C") >= 0);
  const bluetooth::Message message{made};
  Writer writer{bytes, made};
  switch (bytes.ConsumeIntegralInRange(0, 4)) {
    case 0:
      writer.objects();
      break;
    case 1:
      writer.interfaces();
      break;
    case 2:
      writer.properties();
      break;
    case 3:
      writer.names();
      break;
    default:
      writer.value();
  }
  if (sd_bus_message_seal(made, 1, 0) < 0) return 0;
  for (const auto& [path, interfaces] : bluetooth::read_objects(made)) {
    demand(path.starts_with('/'));
    for (const auto& [name, properties] : interfaces) check(properties);
  }
  demand(sd_bus_message_rewind(made, 1) >= 0);
  for (const auto& [name, properties] : bluetooth::read_interfaces(made)) check(properties);
  demand(sd_bus_message_rewind(made, 1) >= 0);
  check(bluetooth::read_properties(made));
  demand(sd_bus_message_rewind(made, 1) >= 0);
  static_cast<void>(bluetooth::read_names(made));
  return 0;
}
