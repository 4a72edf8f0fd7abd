#include "transport/usb/service.hpp"

#include <libusb.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <fstream>
#include <map>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>

#include "transport/usb/usb_channel.hpp"

namespace jadoube::transport::usb {
namespace {

namespace asio = boost::asio;

/// What the system already knows of a device: reading it there opens nothing and asks the device nothing.
std::string known_to_system(const std::string& port, const char* attribute) {
  std::ifstream file{"/sys/bus/usb/devices/" + port + '/' + attribute};
  std::string text;
  std::getline(file, text);
  return text;
}

/// `context` lives as long as any device of it.
Device described(libusb_device* device, std::shared_ptr<libusb_context> context) {
  Device info;
  libusb_device_descriptor descriptor{};
  libusb_get_device_descriptor(device, &descriptor);
  info.bus = libusb_get_bus_number(device);
  info.address = libusb_get_device_address(device);
  info.vendor = descriptor.idVendor;
  info.product = descriptor.idProduct;
  info.port = std::to_string(info.bus);
  std::array<std::uint8_t, 7> ports{};
  const int depth = libusb_get_port_numbers(device, ports.data(), static_cast<int>(ports.size()));
  for (int i = 0; i < depth; ++i) {
    info.port += i == 0 ? '-' : '.';
    info.port += std::to_string(ports[static_cast<std::size_t>(i)]);
  }
  info.manufacturer = known_to_system(info.port, "manufacturer");
  info.product_string = known_to_system(info.port, "product");
  info.serial = known_to_system(info.port, "serial");
  libusb_config_descriptor* config = nullptr;
  if (libusb_get_config_descriptor(device, 0, &config) == 0) {
    info.interfaces = config->bNumInterfaces;
    libusb_free_config_descriptor(config);
  }
  const std::shared_ptr<libusb_device> held{
      libusb_ref_device(device),
      [context = std::move(context)](libusb_device* each) { libusb_unref_device(each); }};
  info.open_handle = [held](libusb_device_handle** handle) { return libusb_open(held.get(), handle); };
  return info;
}

std::string unusable(const std::string& why) {
  return "USB cannot be used on this system: " + why +
         "; `ls /dev/bus/usb` says whether there is any, and who may look into it. A container has to be "
         "given it, and needs "
         "/run/udev too";
}

/// `number`: tells it from the others, from 0. Nothing if the node does not begin with a device descriptor.
std::optional<Device> described(const Node& node, std::size_t number,
                                const std::shared_ptr<libusb_context>& context) {
  std::array<std::uint8_t, LIBUSB_DT_DEVICE_SIZE> bytes{};
  if (::pread(node.descriptor, bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()) ||
      bytes[1] != LIBUSB_DT_DEVICE)
    return std::nullopt;
  Device info;
  constexpr std::size_t kOnOneBus = 127;
  info.bus = static_cast<std::uint8_t>(number / kOnOneBus + 1);
  info.address = static_cast<std::uint8_t>(number % kOnOneBus + 1);
  info.port = node.port;
  info.product_string = node.product_string;
  info.vendor = static_cast<std::uint16_t>(bytes[8] | bytes[9] << 8U);
  info.product = static_cast<std::uint16_t>(bytes[10] | bytes[11] << 8U);
  info.open_handle = [context, descriptor = node.descriptor](libusb_device_handle** handle) {
    return libusb_wrap_sys_device(context.get(), descriptor, handle);
  };
  return info;
}

/// Threads for what blocks, besides the pool's own.
constexpr int kHelpers = 3;

class ServiceImpl final : public Service {
 public:
  ServiceImpl(asio::any_io_executor executor, Events events)
      : executor_{std::move(executor)}, events_{std::make_shared<Events>(std::move(events))} {
    // A pool of several threads waits for ever for the first if the system has none for the second: it has one, and those
    // there are besides help.
    try {
      for (int i = 0; i < kHelpers; ++i) helpers_.emplace_back([pool = pool_] { pool->attach(); });
    } catch (const std::system_error&) {
    }
  }
  ServiceImpl(const ServiceImpl&) = delete;
  ServiceImpl& operator=(const ServiceImpl&) = delete;

  std::string start(const std::vector<Node>& nodes) {
    libusb_context* context = nullptr;
    if (const int error = libusb_init(&context); error != 0) return unusable(words_for(error));
    context_ = {context, libusb_exit};
    if (std::string failure = nodes.empty() ? look_for_devices() : take(nodes); !failure.empty())
      return failure;
    thread_ = std::thread{[this] {
      while (!stop_) libusb_handle_events_completed(context_.get(), nullptr);
    }};
    return {};
  }

  ~ServiceImpl() override {
    if (registered_) libusb_hotplug_deregister_callback(context_.get(), hotplug_);
    std::vector<std::shared_ptr<UsbChannel>> open;
    {
      const std::lock_guard lock{mutex_};
      for (auto& [id, channel] : channels_) open.push_back(channel);
    }
    for (auto& channel : open) channel->close();
    {
      std::unique_lock lock{mutex_};
      all_gone_.wait(lock, [this] { return channels_.empty(); });
    }
    pool_->join();
    for (std::thread& helper : helpers_) helper.join();
    open.clear();
    stop_ = true;
    if (thread_.joinable()) {
      libusb_interrupt_event_handler(context_.get());
      thread_.join();
    }
  }

  std::shared_ptr<Channel> open(const Device& device, drivers::Transport transport,
                                const drivers::LineSettings& line, asio::any_io_executor executor,
                                ChannelEvents events) override {
    std::shared_ptr<UsbChannel> channel;
    {
      const std::lock_guard lock{mutex_};
      const std::uint64_t id = next_id_++;
      channel = std::make_shared<UsbChannel>(pool_, device, transport, line, std::move(executor),
                                             std::move(events), [this, id] { gone(id); });
      channels_.emplace(id, channel);
    }
    channel->start();
    return channel;
  }

 private:
  std::string look_for_devices() {
    if (libusb_has_capability(LIBUSB_CAP_HAS_HOTPLUG) == 0)
      return unusable("libusb does not tell when devices come and go");
    const int error = libusb_hotplug_register_callback(
        context_.get(), LIBUSB_HOTPLUG_EVENT_DEVICE_ARRIVED | LIBUSB_HOTPLUG_EVENT_DEVICE_LEFT,
        LIBUSB_HOTPLUG_ENUMERATE, LIBUSB_HOTPLUG_MATCH_ANY, LIBUSB_HOTPLUG_MATCH_ANY,
        LIBUSB_HOTPLUG_MATCH_ANY, on_hotplug, this, &hotplug_);
    if (error != 0) return unusable(words_for(error));
    registered_ = true;
    return {};
  }

  std::string take(const std::vector<Node>& nodes) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      auto info = described(nodes[i], i, context_);
      if (!info) return nodes[i].port + ": is not a node of usbfs";
      present_.emplace(key(*info), *info);
      asio::post(executor_, [events = events_, info = *std::move(info)] { events->arrived(info); });
    }
    return {};
  }

  static int LIBUSB_CALL on_hotplug(libusb_context* /*context*/, libusb_device* device,
                                    libusb_hotplug_event event, void* self) {
    auto& service = *static_cast<ServiceImpl*>(self);
    if (event == LIBUSB_HOTPLUG_EVENT_DEVICE_ARRIVED)
      service.arrived(device);
    else
      service.left(device);
    return 0;
  }

  /// May be heard twice of one device, and of one that leaves without having come.
  void arrived(libusb_device* device) {
    Device info = described(device, context_);
    {
      const std::lock_guard lock{mutex_};
      if (!present_.emplace(key(info), info).second) return;
    }
    asio::post(executor_, [events = events_, info = std::move(info)] { events->arrived(info); });
  }

  void left(libusb_device* device) {
    const auto id =
        static_cast<std::uint16_t>(libusb_get_bus_number(device) << 8U | libusb_get_device_address(device));
    std::vector<std::shared_ptr<UsbChannel>> concerned;
    Device info;
    {
      const std::lock_guard lock{mutex_};
      const auto at = present_.find(id);
      if (at == present_.end()) return;
      info = at->second;
      present_.erase(at);
      for (auto& [number, channel] : channels_)
        if (channel->device_key() == id) concerned.push_back(channel);
    }
    for (auto& channel : concerned) channel->give_up("unplugged");
    asio::post(executor_, [events = events_, info = std::move(info)] { events->left(info); });
  }

  void gone(std::uint64_t id) {
    const std::lock_guard lock{mutex_};
    channels_.erase(id);
    all_gone_.notify_all();
  }

  asio::any_io_executor executor_;
  std::shared_ptr<Events> events_;
  std::shared_ptr<libusb_context> context_;
  libusb_hotplug_callback_handle hotplug_{};
  bool registered_ = false;
  std::atomic<bool> stop_{false};
  std::thread thread_;
  std::shared_ptr<asio::thread_pool> pool_ = std::make_shared<asio::thread_pool>(1);
  std::vector<std::thread> helpers_;

  std::mutex mutex_;
  std::condition_variable all_gone_;
  std::map<std::uint16_t, Device> present_;
  /// Owners may drop a channel at any time: it must live until libusb has given everything back.
  std::map<std::uint64_t, std::shared_ptr<UsbChannel>> channels_;
  std::uint64_t next_id_ = 0;
};

}  // namespace

tl::expected<std::unique_ptr<Service>, std::string> Service::start(asio::any_io_executor executor,
                                                                   Events events,
                                                                   const std::vector<Node>& nodes) {
  auto service = std::make_unique<ServiceImpl>(std::move(executor), std::move(events));
  if (std::string failure = service->start(nodes); !failure.empty())
    return tl::unexpected{std::move(failure)};
  return service;
}

}  // namespace jadoube::transport::usb
