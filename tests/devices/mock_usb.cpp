#include "tests/devices/mock_usb.hpp"

#include <fcntl.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <utility>

namespace jadoube::testing {
namespace {

using namespace std::chrono_literals;
using devices::Bytes;
using simulator::Time;

[[noreturn]] void fail(const std::string& what) {
  std::cerr << "mock USB: " << what << '\n';
  std::abort();
}

void demand(bool good, GError* error, const char* what) {
  if (!good) fail(std::string{what} + ": " + (error == nullptr ? "" : error->message));
}

std::string hex(const Bytes& bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes) {
    constexpr const char* kDigits = "0123456789ABCDEF";
    text.push_back(kDigits[byte >> 4U]);
    text.push_back(kDigits[byte & 0x0FU]);
  }
  return text;
}

template <class T>
T* at(std::uint8_t* bytes) {
  return reinterpret_cast<T*>(bytes);
}

}  // namespace

Testbed::Testbed() {
  // The program under test gets the pseudo terminal as its controlling one if it leads a session.
  std::signal(SIGHUP, SIG_IGN);
  bed_ = umockdev_testbed_new();
}

Testbed::~Testbed() {
  g_object_unref(bed_);
}

MockUsb::MockUsb(Testbed& testbed, devices::UsbBoard& board, std::string port)
    : testbed_{testbed}, board_{board}, port_{std::move(port)} {
  static int next_number = 1;
  number_ = ++next_number;
  gchar* root = umockdev_testbed_get_root_dir(testbed_.get());
  root_ = root;
  g_free(root);
  base_ = umockdev_ioctl_base_new();
  g_signal_connect(base_, "handle-ioctl", G_CALLBACK(&MockUsb::on_ioctl), this);
  g_signal_connect(base_, "client-vanished", G_CALLBACK(&MockUsb::on_vanished), this);
  thread_ = std::thread{[this] { live(); }};
}

MockUsb::~MockUsb() {
  {
    const std::lock_guard lock{mutex_};
    stop_ = true;
  }
  changed_.notify_all();
  thread_.join();
  if (plugged_) unplug();
  g_signal_handlers_disconnect_by_data(base_, this);
  {
    // umockdev's thread may just have taken a transfer.
    const std::lock_guard lock{mutex_};
    for (auto* queue : {&flying_, &done_})
      for (const Transfer& transfer : *queue) g_object_unref(transfer.data);
  }
  g_object_unref(base_);
}

record::Time MockUsb::now() const {
  return std::chrono::duration_cast<record::Time>(std::chrono::steady_clock::now() - begun_);
}

std::string MockUsb::description() const {
  const auto& identity = board_.identity();
  const Bytes device = board_.device_descriptor();
  const Bytes configuration = board_.configuration_descriptor();
  std::array<char, 1024> text{};
  // DEVNAME without an "N:" line: udev knows the node, umockdev makes none of its own.
  std::snprintf(text.data(), text.size(),
                "P: /devices/pci0000:00/0000:00:14.0/usb%d/%s\nE: SUBSYSTEM=usb\nE: DEVTYPE=usb_device\n"
                "E: DRIVER=usb\nE: BUSNUM=%03d\nE: DEVNUM=%03d\nE: DEVNAME=%s\nE: PRODUCT=%x/%x/100\n"
                "A: busnum=%d\\n\nA: devnum=%d\\n\nA: bConfigurationValue=1\\n\nA: bNumConfigurations=1\\n\n"
                "A: speed=12\\n\nA: idVendor=%04x\\n\nA: idProduct=%04x\\n\nA: dev=189:%d\\n\n",
                bus_, port_.c_str(), bus_, number_, node_.c_str(), identity.vendor, identity.product, bus_,
                number_, identity.vendor, identity.product, (bus_ - 1) * 128 + number_ - 1);
  std::string all = text.data();
  all += "A: manufacturer=" + identity.manufacturer + "\\n\n";
  all += "A: product=" + identity.product_string + "\\n\n";
  if (!identity.serial.empty()) all += "A: serial=" + identity.serial + "\\n\n";
  return all + "H: descriptors=" + hex(device) + hex(configuration) + '\n';
}

void MockUsb::plug() {
  std::array<char, 64> name{};
  // The kernel never gives the same number to the next device.
  if (!node_.empty()) number_ += 8;
  std::snprintf(name.data(), name.size(), "/dev/bus/usb/%03d/%03d", bus_, number_);
  node_ = name.data();
  syspath_ = "/sys/devices/pci0000:00/0000:00:14.0/usb" + std::to_string(bus_) + '/' + port_;
  const std::string real = root_ + node_;
  g_mkdir_with_parents(real.substr(0, real.rfind('/')).c_str(), 0755);
  unlink(real.c_str());
  {
    const std::lock_guard lock{mutex_};
    packets_waiting_.clear();
    failures_.clear();
    is_read_ = false;
    std::array<char, 128> terminal{};
    if (openpty(&master_, &slave_, terminal.data(), nullptr, nullptr) != 0) fail("no pseudo terminal");
    // A child that held the other end would never see the device go.
    fcntl(master_, F_SETFD, FD_CLOEXEC);
    fcntl(slave_, F_SETFD, FD_CLOEXEC);
    termios modes{};
    tcgetattr(slave_, &modes);
    cfmakeraw(&modes);
    tcsetattr(slave_, TCSANOW, &modes);
    ready_ = true;
    ready(false);
    if (symlink(terminal.data(), real.c_str()) != 0) fail("no link to the pseudo terminal");
    plugged_ = true;
    board_.power_up(now());
  }
  changed_.notify_all();
  GError* error = nullptr;
  demand(umockdev_testbed_attach_ioctl(testbed_.get(), node_.c_str(), base_, &error) != 0, error, "attach");
  demand(umockdev_testbed_add_from_string(testbed_.get(), description().c_str(), &error) != 0, error, "add");
}

void MockUsb::unplug() {
  {
    const std::lock_guard lock{mutex_};
    if (!std::exchange(plugged_, false)) return;
    for (const Transfer& transfer : flying_) {
      transfer.urb->status = -ESHUTDOWN;
      transfer.urb->actual_length = 0;
      done_.push_back(transfer);
    }
    flying_.clear();
    packets_waiting_.clear();
    close(master_);
    close(slave_);
    master_ = slave_ = -1;
  }
  umockdev_testbed_uevent(testbed_.get(), syspath_.c_str(), "remove");
  umockdev_testbed_remove_device(testbed_.get(), syspath_.c_str());
  unlink((root_ + node_).c_str());
  umockdev_testbed_detach_ioctl(testbed_.get(), node_.c_str(), nullptr);
}

void MockUsb::play(simulator::Recording recording) {
  const std::lock_guard lock{mutex_};
  const record::Time start = now();
  script_.clear();
  for (auto& record : recording.records) {
    const record::Time t = start + time_of(record);
    script_.emplace_back(t, std::move(record));
  }
  playing_ = true;
  changed_.notify_all();
}

void MockUsb::live() {
  std::unique_lock lock{mutex_};
  record::Time due = now();  // of what this round is for
  while (!stop_) {
    const record::Time t = now();
    while (!script_.empty() && script_.front().first <= t) {
      // What stood before has been scanned, however late this thread is.
      if (plugged_) send(script_.front().first, std::min(script_.front().first, due));
      board_.firmware().see(script_.front().second);
      script_.pop_front();
    }
    if (script_.empty()) playing_ = false;
    if (plugged_) send(t, std::min(t, due));
    std::optional<record::Time> next = plugged_ ? board_.next() : std::nullopt;
    if (!script_.empty()) next = next ? std::min(*next, script_.front().first) : script_.front().first;
    due = next.value_or(record::Time::max());
    if (next)
      changed_.wait_until(lock, begun_ + *next);
    else
      changed_.wait(lock);
  }
}

void MockUsb::send(Time t, Time due) {
  for (auto& packet : board_.advance(t)) {
    ++packets_;
    if (muted_ || !is_read_) continue;
    // The status of an idle chip is made when the host asks for it: it never waits behind something else.
    const bool is_status = board_.identity().shape == devices::UsbShape::ftdi && packet.bytes.size() == 2;
    // It has little to tell, and umockdev takes its time for each.
    if (is_status && (!packets_waiting_.empty() || t - last_status_ < 40ms)) continue;
    if (is_status) last_status_ = t;
    packets_waiting_.push_back({std::move(packet), due});
  }
  match();
}

Time MockUsb::longest_delay() {
  const std::lock_guard lock{mutex_};
  return longest_delay_;
}

void MockUsb::fail_next(std::uint8_t endpoint, int status, int times) {
  const std::lock_guard lock{mutex_};
  for (int i = 0; i < times; ++i) failures_.emplace_back(endpoint, status);
  match();
}

void MockUsb::fail_submit(int times, int error) {
  const std::lock_guard lock{mutex_};
  failing_submits_ = times;
  submit_error_ = error;
}

void MockUsb::push_raw(std::uint8_t endpoint, Bytes bytes) {
  const std::lock_guard lock{mutex_};
  packets_waiting_.push_front({{endpoint, std::move(bytes)}, now()});
  match();
}

void MockUsb::forbid(bool forbidden) {
  const std::string real = root_ + node_;
  unlink(real.c_str());
  const std::lock_guard lock{mutex_};
  std::array<char, 128> terminal{};
  if (ttyname_r(slave_, terminal.data(), terminal.size()) != 0) fail("the pseudo terminal has no name");
  const std::string nowhere = "/proc/sys/kernel/osrelease";  // not even root may open it for writing
  if (symlink(forbidden ? nowhere.c_str() : terminal.data(), real.c_str()) != 0) fail("no link");
}

std::size_t MockUsb::reads_waiting(std::uint8_t endpoint) {
  const std::lock_guard lock{mutex_};
  return static_cast<std::size_t>(std::ranges::count_if(
      flying_, [&](const Transfer& transfer) { return transfer.urb->endpoint == endpoint; }));
}

std::size_t MockUsb::untaken() {
  const std::lock_guard lock{mutex_};
  return packets_waiting_.size();
}

bool MockUsb::is_written_to() {
  const std::lock_guard lock{mutex_};
  return !written_.empty();
}

// What follows runs on umockdev's thread.

gboolean MockUsb::on_ioctl(UMockdevIoctlBase* /*base*/, UMockdevIoctlClient* client, gpointer self) {
  return static_cast<MockUsb*>(self)->handle(client) ? TRUE : FALSE;
}

/// The descriptor was closed: that ends its transfers.
void MockUsb::on_vanished(UMockdevIoctlBase* /*base*/, UMockdevIoctlClient* client, gpointer self) {
  auto& device = *static_cast<MockUsb*>(self);
  const std::lock_guard lock{device.mutex_};
  for (auto* queue : {&device.flying_, &device.done_}) {
    std::erase_if(*queue, [client](const Transfer& transfer) {
      if (transfer.client != client) return false;
      g_object_unref(transfer.data);
      return true;
    });
  }
  if (device.done_.empty()) device.ready(false);
  device.is_read_ = false;
  device.packets_waiting_.clear();
}

void MockUsb::ready(bool on) {
  if (slave_ < 0 || std::exchange(ready_, on) == on) return;
  tcflow(slave_, on ? TCOON : TCOOFF);
}

void MockUsb::finish(const Transfer& transfer, int status, std::size_t length) {
  transfer.urb->status = status;
  transfer.urb->actual_length = static_cast<int>(length);
  done_.push_back(transfer);
  ready(true);
}

void MockUsb::match() {
  for (auto it = flying_.begin(); it != flying_.end();) {
    const std::uint8_t endpoint = it->urb->endpoint;
    const auto failure = std::ranges::find(failures_, endpoint, &std::pair<std::uint8_t, int>::first);
    const auto waiting = std::ranges::find(packets_waiting_, endpoint,
                                           [](const Waiting& each) { return each.packet.endpoint; });
    if (failure != failures_.end()) {
      finish(*it, failure->second, 0);
      failures_.erase(failure);
    } else if ((endpoint & 0x80U) != 0 && waiting != packets_waiting_.end()) {
      const Bytes& bytes = waiting->packet.bytes;
      const auto room = static_cast<std::size_t>(it->urb->buffer_length);
      const std::size_t length = std::min(bytes.size(), room);
      std::copy_n(bytes.begin(), length, it->buffer);
      it->due = waiting->due;
      finish(*it, bytes.size() > room ? -EOVERFLOW : 0, length);
      packets_waiting_.erase(waiting);
    } else {
      ++it;
      continue;
    }
    it = flying_.erase(it);
  }
}

void MockUsb::control(const Transfer& transfer) {
  std::array<std::uint8_t, 8> setup{};
  std::copy_n(transfer.buffer, setup.size(), setup.begin());
  const bool in = (setup[0] & 0x80U) != 0;
  const std::size_t length = setup[6] | std::size_t{setup[7]} << 8U;
  Bytes data;
  if (!in) data.assign(transfer.buffer + 8, transfer.buffer + 8 + length);
  const auto reply = board_.control(setup, data);
  if (!reply) {
    finish(transfer, -EPIPE, 0);
    return;
  }
  std::ranges::copy(*reply, transfer.buffer + 8);
  finish(transfer, 0, in ? reply->size() : length);
}

bool MockUsb::submit(UMockdevIoctlClient* client, UMockdevIoctlData* argument) {
  auto* data = umockdev_ioctl_data_resolve(argument, 0, sizeof(usbdevfs_urb), nullptr);
  auto* urb = at<usbdevfs_urb>(data->data);
  auto* buffer = urb->buffer_length == 0
                     ? nullptr
                     : umockdev_ioctl_data_resolve(data, offsetof(usbdevfs_urb, buffer),
                                                   static_cast<gsize>(urb->buffer_length), nullptr);
  const Transfer transfer{data,   urb, buffer == nullptr ? nullptr : buffer->data, data->client_addr,
                          client, {}};
  if (buffer != nullptr) g_object_unref(buffer);  // belongs to `data`
  const std::lock_guard lock{mutex_};
  if (!plugged_ || failing_submits_ > 0) {
    if (plugged_) --failing_submits_;
    g_object_unref(data);
    umockdev_ioctl_client_complete(client, -1, plugged_ ? submit_error_ : ENODEV);
    return true;
  }
  const bool out = (urb->endpoint & 0x80U) == 0;
  const bool failing =
      std::ranges::find(failures_, urb->endpoint, &std::pair<std::uint8_t, int>::first) != failures_.end();
  if (urb->type == USBDEVFS_URB_TYPE_CONTROL && hangs_) {
    flying_.push_back(transfer);  // until it is discarded
  } else if (urb->type == USBDEVFS_URB_TYPE_CONTROL) {
    control(transfer);
  } else if (out && !muted_ && !failing) {
    Bytes bytes(transfer.buffer, transfer.buffer + urb->buffer_length);
    board_.out(urb->endpoint, bytes, now());
    written_.push_back(std::move(bytes));
    finish(transfer, 0, static_cast<std::size_t>(urb->buffer_length));
    changed_.notify_all();
  } else {
    flying_.push_back(transfer);
    is_read_ = is_read_ || !out;
    most_in_flight_ = std::max(most_in_flight_.load(), flying_.size());
    match();
  }
  // This writes the transfer's memory back: nobody may change it meanwhile.
  umockdev_ioctl_client_complete(client, 0, 0);
  return true;
}

bool MockUsb::reap(UMockdevIoctlClient* client, UMockdevIoctlData* argument) {
  std::unique_lock lock{mutex_};
  if (done_.empty()) {
    ready(false);
    const int error = plugged_ ? EAGAIN : ENODEV;
    lock.unlock();
    umockdev_ioctl_client_complete(client, -1, error);
    return true;
  }
  const Transfer transfer = done_.front();
  done_.pop_front();
  if (transfer.due != Time{}) longest_delay_ = std::max(longest_delay_, now() - transfer.due);
  if (done_.empty()) ready(false);
  lock.unlock();
  auto* pointer = umockdev_ioctl_data_resolve(argument, 0, sizeof(void*), nullptr);
  umockdev_ioctl_data_set_ptr(pointer, 0, transfer.data);
  umockdev_ioctl_client_complete(client, 0, 0);
  g_object_unref(pointer);
  g_object_unref(transfer.data);
  return true;
}

bool MockUsb::discard(UMockdevIoctlClient* client, UMockdevIoctlData* argument) {
  const gulong address = *at<gulong>(argument->data);
  std::unique_lock lock{mutex_};
  const auto found = std::ranges::find(flying_, address, &Transfer::address);
  const bool is_flying = found != flying_.end();
  if (is_flying) {
    finish(*found, -ENOENT, 0);
    flying_.erase(found);
  }
  lock.unlock();
  umockdev_ioctl_client_complete(client, is_flying ? 0 : -1, is_flying ? 0 : EINVAL);
  return true;
}

bool MockUsb::handle(UMockdevIoctlClient* client) {
  auto* argument = umockdev_ioctl_client_get_arg(client);
  const auto answer = [client](long result, int error) {
    umockdev_ioctl_client_complete(client, result, error);
    return true;
  };
  switch (umockdev_ioctl_client_get_request(client)) {
    case USBDEVFS_GET_CAPABILITIES: {
      ++opened_;  // libusb begins with that
      auto* data = umockdev_ioctl_data_resolve(argument, 0, sizeof(std::uint32_t), nullptr);
      *at<std::uint32_t>(data->data) = USBDEVFS_CAP_ZERO_PACKET | USBDEVFS_CAP_BULK_CONTINUATION |
                                       USBDEVFS_CAP_NO_PACKET_SIZE_LIM | USBDEVFS_CAP_BULK_SCATTER_GATHER |
                                       USBDEVFS_CAP_REAP_AFTER_DISCONNECT;
      umockdev_ioctl_client_complete(client, 0, 0);
      g_object_unref(data);
      return true;
    }
    case FIONBIO:
      return answer(0, 0);
    case USBDEVFS_GET_SPEED:
      return answer(2, 0);  // full speed
    case USBDEVFS_CLAIMINTERFACE:
    case USBDEVFS_RELEASEINTERFACE:
    case USBDEVFS_CLEAR_HALT:
    case USBDEVFS_RESET:
    case USBDEVFS_RESETEP:
    case USBDEVFS_SETINTERFACE:
    case USBDEVFS_SETCONFIGURATION:
    case USBDEVFS_DISCONNECT_CLAIM: {
      bool here = false;
      {
        const std::lock_guard lock{mutex_};
        here = plugged_;
      }
      return answer(here ? 0 : -1, here ? 0 : ENODEV);
    }
    case USBDEVFS_GETDRIVER:
    case USBDEVFS_IOCTL:
      return answer(-1, ENODATA);  // no kernel driver is bound
    case USBDEVFS_SUBMITURB:
      return submit(client, argument);
    case USBDEVFS_REAPURB:
    case USBDEVFS_REAPURBNDELAY:
      return reap(client, argument);
    case USBDEVFS_DISCARDURB:
      return discard(client, argument);
    default:
      return answer(-1, ENOTTY);
  }
}

}  // namespace jadoube::testing
