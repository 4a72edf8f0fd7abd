#include "bench/program/emulated_usb.hpp"

#include <dlfcn.h>
#include <linux/usbdevice_fs.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdarg>
#include <ctime>
#include <deque>
#include <limits>
#include <mutex>
#include <string>
#include <utility>

#include "devices/open_scan.hpp"
#include "devices/usb_board.hpp"

namespace jadoube::bench {
namespace {

using namespace std::chrono_literals;
using devices::Bytes;
using record::Time;
using Clock = std::chrono::steady_clock;

/// Full speed has a frame a millisecond; the boards are spread over its eighths.
constexpr unsigned kSlots = 8;
constexpr std::size_t kRoom = 2;
constexpr int kFullSpeed = 2;
constexpr unsigned kCounterShift = 16;

devices::UsbIdentity identity() {
  return {devices::UsbShape::hid, 0x1209, 0x0001, "Emulation", "Open Scan Board", {}};
}

/// By descriptor. A process that may open more is not expected to have its nodes there.
std::array<std::atomic<EmulatedNode*>, 1U << 16U>& node_table() {
  static std::array<std::atomic<EmulatedNode*>, 1U << 16U> table{};
  return table;
}

}  // namespace

record::Occupancy occupancy_after(std::uint32_t number) {
  constexpr std::uint64_t kHomeRanks = 0xFFFF'0000'0000'FFFFULL;
  return {kHomeRanks | std::uint64_t{number} << kCounterShift};
}

std::uint32_t changes_in(const record::Occupancy& occupied) {
  return static_cast<std::uint32_t>(occupied.bits >> kCounterShift);
}

/// One device behind one descriptor. The descriptor is two things, as usbfs' is: a file that begins with the
/// descriptors while the device is looked at, then something to poll: writable when there is a transfer to
/// reap.
class EmulatedNode {
 public:
  EmulatedNode(std::uint64_t number, Time period)
      : board_{identity(), std::make_unique<devices::OpenScanFirmware>(devices::OpenScanFirmware::Options{
                               .scan_period = period, .board_id = number})} {
    Bytes all = board_.device_descriptor();
    const Bytes configuration = board_.configuration_descriptor();
    all.insert(all.end(), configuration.begin(), configuration.end());
    file_ = ::memfd_create("board", MFD_CLOEXEC);
    done_flag_ = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    node_ = ::dup(file_);
    if (!is_open() || ::write(file_, all.data(), all.size()) < 0) return;
    show_done(false);
    node_table().at(static_cast<std::size_t>(node_)) = this;
    board_.power_up(Time{0});
  }
  ~EmulatedNode() {
    if (is_open()) node_table().at(static_cast<std::size_t>(node_)) = nullptr;
    for (const int each : {node_, file_, done_flag_})
      if (each >= 0) ::close(each);
  }
  EmulatedNode(const EmulatedNode&) = delete;
  EmulatedNode& operator=(const EmulatedNode&) = delete;

  [[nodiscard]] int descriptor() const { return node_; }
  [[nodiscard]] bool is_open() const {
    return file_ >= 0 && done_flag_ >= 0 && node_ >= 0 &&
           static_cast<std::size_t>(node_) < node_table().size();
  }

  /// The bus' turn at this device; `changes`: a piece is lifted or put down before.
  void frame(Time t, bool changes) {
    const std::lock_guard lock{mutex_};
    if (changes) {
      board_.firmware().see(
          record::Scan{.t = t,
                       .occupied = occupancy_after(static_cast<std::uint32_t>(when_.size())),
                       .white = {},
                       .pieces = {}});
      when_.push_back(Clock::now());
    }
    for (auto& packet : board_.advance(t)) {
      if (!is_read_) continue;
      ++reports_;
      waiting_.push_back(std::move(packet.bytes));
      if (waiting_.size() <= kRoom) continue;
      waiting_.pop_front();
      ++lost_;
    }
    fill();
  }

  [[nodiscard]] Clock::time_point when(std::uint32_t change) {
    const std::lock_guard lock{mutex_};
    return when_.at(change);
  }
  void add_to(EmulatedUsb::Counts& counts) {
    const std::lock_guard lock{mutex_};
    counts.reports += reports_;
    counts.lost += lost_;
  }

  /// What the kernel would answer: the result of ioctl(2), negative numbers being errors.
  int ask(unsigned long request, void* argument) {
    const std::lock_guard lock{mutex_};
    switch (request) {
      case USBDEVFS_CONNECTINFO:
        *static_cast<usbdevfs_connectinfo*>(argument) = {1, 0};
        return ::dup2(file_, node_) < 0 ? -errno : 0;
      case USBDEVFS_GET_SPEED:
        return kFullSpeed;
      case USBDEVFS_GET_CAPABILITIES:
        *static_cast<std::uint32_t*>(argument) = USBDEVFS_CAP_NO_PACKET_SIZE_LIM;
        return ::dup2(done_flag_, node_) < 0 ? -errno : 0;
      case USBDEVFS_CONTROL:
        return control(*static_cast<usbdevfs_ctrltransfer*>(argument));
      case USBDEVFS_GETDRIVER:
        return -ENODATA;
      case USBDEVFS_DISCONNECT_CLAIM:
      case USBDEVFS_CLAIMINTERFACE:
      case USBDEVFS_RELEASEINTERFACE:
      case USBDEVFS_CLEAR_HALT:
      case USBDEVFS_IOCTL:
        return 0;
      case USBDEVFS_SUBMITURB:
        return submit(static_cast<usbdevfs_urb*>(argument));
      case USBDEVFS_REAPURBNDELAY:
        return reap(static_cast<void**>(argument));
      case USBDEVFS_DISCARDURB:
        return discard(static_cast<usbdevfs_urb*>(argument));
      default:
        return -ENOTTY;
    }
  }

 private:
  int control(const usbdevfs_ctrltransfer& transfer) {
    const auto low = [](unsigned value) { return static_cast<std::uint8_t>(value & 0xFFU); };
    const auto high = [](unsigned value) { return static_cast<std::uint8_t>(value >> 8U); };
    const auto reply = board_.control(
        {transfer.bRequestType, transfer.bRequest, low(transfer.wValue), high(transfer.wValue),
         low(transfer.wIndex), high(transfer.wIndex), low(transfer.wLength), high(transfer.wLength)},
        {});
    if (!reply) return -EPIPE;
    std::ranges::copy(*reply, static_cast<std::uint8_t*>(transfer.data));
    return static_cast<int>(reply->size());
  }

  int submit(usbdevfs_urb* urb) {
    auto* buffer = static_cast<std::uint8_t*>(urb->buffer);
    if (urb->type == USBDEVFS_URB_TYPE_CONTROL) {
      std::array<std::uint8_t, 8> setup{};
      std::copy_n(buffer, setup.size(), setup.begin());
      const auto reply = board_.control(setup, {});
      if (reply) std::ranges::copy(*reply, buffer + setup.size());
      finish(urb, reply ? 0 : -EPIPE, reply ? reply->size() : 0);
      return 0;
    }
    if ((urb->endpoint & 0x80U) == 0) {
      finish(urb, 0, static_cast<std::size_t>(urb->buffer_length));
      return 0;
    }
    is_read_ = true;
    reads_.push_back(urb);
    fill();
    return 0;
  }

  int reap(void** argument) {
    if (done_.empty()) return -EAGAIN;
    *argument = done_.front();
    done_.pop_front();
    if (done_.empty()) show_done(false);
    return 0;
  }

  int discard(usbdevfs_urb* urb) {
    const auto found = std::ranges::find(reads_, urb);
    if (found == reads_.end()) return -EINVAL;
    reads_.erase(found);
    finish(urb, -ENOENT, 0);
    return 0;
  }

  void fill() {
    while (!reads_.empty() && !waiting_.empty()) {
      usbdevfs_urb* urb = reads_.front();
      reads_.pop_front();
      const Bytes& report = waiting_.front();
      const std::size_t size = std::min(report.size(), static_cast<std::size_t>(urb->buffer_length));
      std::copy_n(report.begin(), size, static_cast<std::uint8_t*>(urb->buffer));
      waiting_.pop_front();
      finish(urb, 0, size);
    }
  }

  void finish(usbdevfs_urb* urb, int status, std::size_t length) {
    urb->status = status;
    urb->actual_length = static_cast<int>(length);
    done_.push_back(urb);
    if (done_.size() == 1) show_done(true);
  }

  /// An eventfd is writable unless it is full.
  void show_done(bool done) const {
    std::uint64_t value = std::numeric_limits<std::uint64_t>::max() - 1;
    static_cast<void>(done ? ::read(done_flag_, &value, sizeof value)
                           : ::write(done_flag_, &value, sizeof value));
  }

  std::mutex mutex_;
  devices::UsbBoard board_;
  int file_ = -1;
  int done_flag_ = -1;
  int node_ = -1;
  bool is_read_ = false;
  std::deque<usbdevfs_urb*> reads_;
  std::deque<usbdevfs_urb*> done_;
  std::deque<Bytes> waiting_;
  std::vector<Clock::time_point> when_;
  std::uint64_t reports_ = 0;
  std::uint64_t lost_ = 0;
};

EmulatedUsb::EmulatedUsb(const Options& options) : options_{options} {
  const Time period = Time{1s} / options_.rate;
  for (unsigned i = 0; i < options_.boards; ++i) {
    nodes_.push_back(std::make_unique<EmulatedNode>(i + 1, period));
    is_complete_ = is_complete_ && nodes_.back()->is_open();
  }
  if (is_complete_) bus_ = std::thread{[this] { run(); }};
}

EmulatedUsb::~EmulatedUsb() {
  stop_ = true;
  if (bus_.joinable()) bus_.join();
}

void EmulatedUsb::run() {
  ::prctl(PR_SET_TIMERSLACK, 1UL);
  const Time period = Time{1s} / options_.rate;
  const auto slot_time = std::chrono::nanoseconds{1s} / options_.rate / kSlots;
  const std::uint64_t change_frames =
      std::max<std::uint64_t>(1, static_cast<std::uint64_t>(Time{options_.change_every} / period));
  auto next = Clock::now();
  for (std::uint64_t slot = 0; !stop_; ++slot) {
    next = std::max(next + slot_time, Clock::now());
    std::this_thread::sleep_until(next);
    const std::uint64_t number = slot / kSlots;
    for (std::size_t i = slot % kSlots; i < nodes_.size(); i += kSlots)
      nodes_[i]->frame(period * static_cast<std::int64_t>(number + 1), (number + i) % change_frames == 0);
    timespec used{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    cpu_ns_ = std::int64_t{used.tv_sec} * 1'000'000'000 + used.tv_nsec;
  }
}

std::vector<transport::usb::Node> EmulatedUsb::nodes() const {
  std::vector<transport::usb::Node> all;
  for (const auto& node : nodes_)
    all.push_back({node->descriptor(), "1-" + std::to_string(all.size() + 1), identity().product_string});
  return all;
}

EmulatedUsb::Counts EmulatedUsb::counts() const {
  Counts counts;
  for (const auto& node : nodes_) node->add_to(counts);
  counts.cpu_seconds = static_cast<double>(cpu_ns_) / 1e9;
  return counts;
}

Clock::time_point EmulatedUsb::when(unsigned board, std::uint32_t change) const {
  return nodes_.at(board)->when(change);
}

}  // namespace jadoube::bench

extern "C" int ioctl(int descriptor, unsigned long request, ...) noexcept {
  std::va_list more;
  va_start(more, request);
  void* argument = va_arg(more, void*);
  va_end(more);
  auto& table = jadoube::bench::node_table();
  if (descriptor >= 0 && static_cast<std::size_t>(descriptor) < table.size())
    if (auto* node = table[static_cast<std::size_t>(descriptor)].load()) {
      const int answer = node->ask(request, argument);
      if (answer >= 0) return answer;
      errno = -answer;
      return -1;
    }
  using Ioctl = int (*)(int, unsigned long, ...);
  static const auto next = reinterpret_cast<Ioctl>(::dlsym(RTLD_NEXT, "ioctl"));
  return next(descriptor, request, argument);
}
