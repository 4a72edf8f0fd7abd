#include "transport/bluetooth/known_boards.hpp"

#include <algorithm>
#include <string_view>

#include "transport/bluetooth/gatt_channel.hpp"
#include "words/direction.hpp"

namespace jadoube::transport::bluetooth {
namespace {

/// What a device calls itself, without what would not print and what would turn round the text behind it.
std::string shown(std::string_view name) {
  std::string text = words::without_turns(name);
  std::ranges::replace_if(
      text, [](char letter) { return static_cast<unsigned char>(letter) < ' ' || letter == '\x7F'; }, '?');
  return text;
}

}  // namespace

std::optional<KnownBoard> known_board(const Properties& device) {
  const auto address = property<std::string>(device, "Address");
  const auto name = property<std::string>(device, "Name");
  const drivers::BoardModel* model = name ? drivers::board_called(*name) : nullptr;
  if (!address || model == nullptr) return std::nullopt;
  return KnownBoard{.place = std::string{kBluetooth} + *address,
                    .name = shown(*name),
                    .model = model,
                    .is_trusted = property<bool>(device, "Paired").value_or(false) ||
                                  property<bool>(device, "Trusted").value_or(false)};
}

std::shared_ptr<KnownBoards> KnownBoards::listen(const boost::asio::any_io_executor& executor,
                                                 std::function<void()> changed) {
  auto boards = std::make_shared<KnownBoards>();
  const auto calling = [weak = std::weak_ptr{boards}](void (KnownBoards::*then)(sd_bus_message*)) {
    return [weak, then](sd_bus_message* message) {
      if (const auto self = weak.lock()) ((*self).*then)(message);
    };
  };
  boards->bus_ = Bus::open(executor, [] {});
  if (!boards->bus_) return nullptr;
  boards->changed_ = std::move(changed);
  // It may begin later, or anew.
  boards->bus_->listen(
      "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='org.bluez'",
      [weak = std::weak_ptr{boards}](sd_bus_message*) {
        if (const auto self = weak.lock()) self->look();
      });
  const std::string from_manager =
      "type='signal',sender='org.bluez',interface='org.freedesktop.DBus.ObjectManager',member=";
  boards->bus_->listen(from_manager + "'InterfacesAdded'", calling(&KnownBoards::on_come));
  boards->bus_->listen(from_manager + "'InterfacesRemoved'", calling(&KnownBoards::on_gone));
  boards->bus_->listen(
      "type='signal',sender='org.bluez',interface='org.freedesktop.DBus.Properties',"
      "member='PropertiesChanged',arg0='" +
          std::string{kDevice} + '\'',
      calling(&KnownBoards::on_changed));
  boards->look();
  return boards;
}

std::vector<KnownBoard> KnownBoards::boards() const {
  std::vector<KnownBoard> all;
  for (const auto& [path, device] : devices_)
    if (auto board = known_board(device)) all.push_back(*std::move(board));
  std::ranges::sort(all, {}, &KnownBoard::place);
  return all;
}

void KnownBoards::close() {
  changed_ = nullptr;
  bus_->close();
}

void KnownBoards::look() {
  const Message call =
      call_of(bus_->handle(), "/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects");
  bus_->call(call, kAnswerLimit, [weak = weak_from_this()](sd_bus_message* answer) {
    const auto self = weak.lock();
    if (!self) return;
    self->devices_.clear();
    // An error: it does not run, and knows nothing.
    if (sd_bus_message_is_method_error(answer, nullptr) <= 0)
      for (auto& [path, interfaces] : read_objects(answer))
        if (const auto device = interfaces.find(kDevice); device != interfaces.end())
          self->devices_[path] = device->second;
    self->tell();
  });
}

void KnownBoards::on_come(sd_bus_message* message) {
  const char* path = nullptr;
  if (sd_bus_message_read_basic(message, SD_BUS_TYPE_OBJECT_PATH, &path) <= 0) return;
  const std::string which = path;
  Interfaces interfaces = read_interfaces(message);
  const auto device = interfaces.find(kDevice);
  if (device == interfaces.end()) return;
  devices_[which] = std::move(device->second);
  tell();
}

void KnownBoards::on_gone(sd_bus_message* message) {
  const char* path = nullptr;
  if (sd_bus_message_read_basic(message, SD_BUS_TYPE_OBJECT_PATH, &path) <= 0) return;
  const std::string which = path;
  const auto gone = read_names(message);
  if (std::ranges::find(gone, kDevice) != gone.end() && devices_.erase(which) != 0) tell();
}

void KnownBoards::on_changed(sd_bus_message* message) {
  const char* path = sd_bus_message_get_path(message);
  const char* interface = nullptr;
  if (path == nullptr || sd_bus_message_read_basic(message, SD_BUS_TYPE_STRING, &interface) <= 0) return;
  const auto device = devices_.find(path);
  if (device == devices_.end()) return;
  bool is_news = false;
  for (const auto& [name, value] : read_properties(message)) {
    // How strong the signal is changes all the time.
    if (name != "Name" && name != "Paired" && name != "Trusted") continue;
    device->second[name] = value;
    is_news = true;
  }
  if (is_news) tell();
}

void KnownBoards::tell() const {
  if (changed_) changed_();
}

}  // namespace jadoube::transport::bluetooth
