#include "transport/bluetooth/bus.hpp"

#include <poll.h>

#include <boost/asio/post.hpp>

namespace jadoube::transport::bluetooth {
namespace {

using SteadyClock = std::chrono::steady_clock;

/// The value where the message stands; nothing: it is of a type that is not needed.
std::optional<Value> read_value(sd_bus_message* message) {
  char type = 0;
  const char* contents = nullptr;
  if (sd_bus_message_peek_type(message, &type, &contents) <= 0 || type != SD_BUS_TYPE_VARIANT)
    return std::nullopt;
  const std::string of = contents;
  std::optional<Value> value;
  if (of != "b" && of != "s" && of != "ay") {
    sd_bus_message_skip(message, "v");
    return value;
  }
  if (sd_bus_message_enter_container(message, SD_BUS_TYPE_VARIANT, of.c_str()) < 0) return value;
  if (of == "b") {
    int flag = 0;
    if (sd_bus_message_read_basic(message, SD_BUS_TYPE_BOOLEAN, &flag) > 0) value = flag != 0;
  } else if (of == "s") {
    const char* text = nullptr;
    if (sd_bus_message_read_basic(message, SD_BUS_TYPE_STRING, &text) > 0) value = std::string{text};
  } else {
    const void* data = nullptr;
    std::size_t size = 0;
    if (sd_bus_message_read_array(message, SD_BUS_TYPE_BYTE, &data, &size) > 0) {
      const auto* bytes = static_cast<const std::uint8_t*>(data);
      value = std::vector<std::uint8_t>(bytes, bytes + size);
    }
  }
  sd_bus_message_exit_container(message);
  return value;
}

/// Goes through a dictionary whose keys are texts of this type, and whose values are of that.
template <class Each>
void read_dictionary(sd_bus_message* message, char key_type, const char* entry, Each each) {
  std::string of = "{";
  of += entry;
  of += '}';
  if (sd_bus_message_enter_container(message, SD_BUS_TYPE_ARRAY, of.c_str()) <= 0) return;
  while (sd_bus_message_enter_container(message, SD_BUS_TYPE_DICT_ENTRY, entry) > 0) {
    const char* key = nullptr;
    if (sd_bus_message_read_basic(message, key_type, &key) <= 0) return;
    each(std::string{key});
    if (sd_bus_message_exit_container(message) < 0) return;
  }
  sd_bus_message_exit_container(message);
}

int hear(sd_bus_message* message, void* answer, sd_bus_error* /*error*/) {
  (*static_cast<Bus::Answer*>(answer))(message);
  return 0;
}

}  // namespace

BusHandle open_system_bus() {
  sd_bus* bus = nullptr;
  if (sd_bus_open_system(&bus) < 0) return nullptr;
  sd_bus_set_exit_on_disconnect(bus, 0);
  return BusHandle{bus};
}

Properties read_properties(sd_bus_message* message) {
  Properties properties;
  read_dictionary(message, SD_BUS_TYPE_STRING, "sv", [&](std::string name) {
    if (auto value = read_value(message)) properties[std::move(name)] = *std::move(value);
  });
  return properties;
}

Interfaces read_interfaces(sd_bus_message* message) {
  Interfaces interfaces;
  read_dictionary(message, SD_BUS_TYPE_STRING, "sa{sv}",
                  [&](const std::string& name) { interfaces[name] = read_properties(message); });
  return interfaces;
}

std::vector<std::string> read_names(sd_bus_message* message) {
  std::vector<std::string> names;
  if (sd_bus_message_enter_container(message, SD_BUS_TYPE_ARRAY, "s") <= 0) return names;
  const char* name = nullptr;
  while (sd_bus_message_read_basic(message, SD_BUS_TYPE_STRING, &name) > 0) names.emplace_back(name);
  sd_bus_message_exit_container(message);
  return names;
}

Objects read_objects(sd_bus_message* message) {
  Objects objects;
  read_dictionary(message, SD_BUS_TYPE_OBJECT_PATH, "oa{sa{sv}}",
                  [&](const std::string& path) { objects[path] = read_interfaces(message); });
  return objects;
}

Message call_of(sd_bus* bus, const std::string& path, const char* interface, const char* method) {
  sd_bus_message* call = nullptr;
  if (sd_bus_message_new_method_call(bus, &call, "org.bluez", path.c_str(), interface, method) < 0)
    return nullptr;
  sd_bus_message_set_auto_start(call, 0);
  return Message{call};
}

std::shared_ptr<Bus> Bus::open(const boost::asio::any_io_executor& executor, std::function<void()> broken) {
  BusHandle handle = open_system_bus();
  if (!handle) return nullptr;
  auto bus = std::make_shared<Bus>(executor);
  bus->handle_ = std::move(handle);
  bus->broken_ = std::move(broken);
  bus->descriptor_.assign(sd_bus_get_fd(bus->handle()));
  boost::asio::post(executor, [bus] { bus->pump(); });
  return bus;
}

Bus::~Bus() {
  // It is the connection's own.
  if (descriptor_.is_open()) descriptor_.release();
}

void Bus::listen(const std::string& rule, Answer heard) {
  auto kept = std::make_unique<Answer>(std::move(heard));
  sd_bus_slot* slot = nullptr;
  if (sd_bus_add_match_async(handle(), &slot, rule.c_str(), hear, nullptr, kept.get()) < 0) return;
  listeners_.emplace_back(Slot{slot}, std::move(kept));
}

void Bus::call(const Message& call, std::chrono::microseconds limit, Answer answer) {
  if (!call || closed_) return;
  // The slot is the connection's, and takes the function with it.
  sd_bus_slot* slot = nullptr;
  auto kept = std::make_unique<Answer>(std::move(answer));
  if (sd_bus_call_async(handle(), &slot, call.get(), hear, kept.get(),
                        static_cast<std::uint64_t>(limit.count())) < 0)
    return;
  sd_bus_slot_set_destroy_callback(slot, [](void* of) { delete static_cast<Answer*>(of); });
  kept.release();
  sd_bus_slot_set_floating(slot, 1);
  sd_bus_slot_unref(slot);
  boost::asio::post(descriptor_.get_executor(), [self = shared_from_this()] { self->pump(); });
}

void Bus::send(const Message& call) {
  if (!call || closed_) return;
  sd_bus_message_set_expect_reply(call.get(), 0);
  sd_bus_send(handle(), call.get(), nullptr);
}

void Bus::pump() {
  if (closed_ || is_pumping_) return;
  const auto self = shared_from_this();
  is_pumping_ = true;
  int done = 1;
  while (!closed_ && done > 0) done = sd_bus_process(handle(), nullptr);
  is_pumping_ = false;
  if (closed_) return;
  if (done < 0 || sd_bus_is_open(handle()) <= 0) {
    close();
    if (broken_) broken_();
    return;
  }
  wait();
}

void Bus::wait() {
  const int events = sd_bus_get_events(handle());
  const auto on_ready = [this](bool Bus::*awaited) {
    return [self = shared_from_this(), awaited](const boost::system::error_code& error) {
      (*self).*awaited = false;
      if (!error) self->pump();
    };
  };
  using boost::asio::posix::descriptor_base;
  if ((events & POLLIN) != 0 && !std::exchange(is_read_awaited_, true))
    descriptor_.async_wait(descriptor_base::wait_read, on_ready(&Bus::is_read_awaited_));
  if ((events & POLLOUT) != 0 && !std::exchange(is_write_awaited_, true))
    descriptor_.async_wait(descriptor_base::wait_write, on_ready(&Bus::is_write_awaited_));
  std::uint64_t until = 0;
  if (sd_bus_get_timeout(handle(), &until) < 0 || until == UINT64_MAX) return;
  timer_.expires_at(SteadyClock::time_point{std::chrono::microseconds{until}});
  timer_.async_wait([self = shared_from_this()](const boost::system::error_code& error) {
    if (!error) self->pump();
  });
}

void Bus::close() {
  if (std::exchange(closed_, true)) return;
  timer_.cancel();
  descriptor_.release();
  // Not under the feet of what has called us.
  boost::asio::post(timer_.get_executor(), [self = shared_from_this()] {
    self->listeners_.clear();
    self->handle_.reset();
    self->broken_ = nullptr;
  });
}

}  // namespace jadoube::transport::bluetooth
