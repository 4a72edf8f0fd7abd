// Many boards on a USB that exists only in this process: libusb speaks to their nodes as to those of usbfs.
//
// libusb asks the kernel by ioctl(2) and waits with poll(2). This program has an ioctl of its own, which
// hands what concerns an emulated node to its device and everything else on; poll is the kernel's.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "transport/usb/service.hpp"

namespace jadoube::bench {

class EmulatedNode;

/// What a board shows after `number` changes, and back: the middle of the board counts.
record::Occupancy occupancy_after(std::uint32_t number);
std::uint32_t changes_in(const record::Occupancy& occupied);

/// Open scan boards on HID. A board has room for two reports; if the host does not ask in time, the
/// oldest is lost.
class EmulatedUsb {
 public:
  struct Options {
    unsigned boards = 200;
    /// Reports of each board in a second. While the machine is busy there are fewer: no frame of the bus is
    /// made up for, so that a board never hurries.
    unsigned rate = 1000;
    /// How often a piece is lifted or put down on each board.
    std::chrono::milliseconds change_every{100};
  };
  struct Counts {
    std::uint64_t reports = 0;
    std::uint64_t lost = 0;
    /// What the emulation itself has taken, in the thread that is the bus.
    double cpu_seconds = 0;
  };

  explicit EmulatedUsb(const Options& options);
  ~EmulatedUsb();
  EmulatedUsb(const EmulatedUsb&) = delete;
  EmulatedUsb& operator=(const EmulatedUsb&) = delete;

  /// False: the system gave fewer descriptors than are needed.
  [[nodiscard]] bool is_complete() const { return is_complete_; }
  /// Ports "1-1", "1-2" … of boards with the numbers 1, 2 …
  [[nodiscard]] std::vector<transport::usb::Node> nodes() const;
  /// Since the boards have power.
  [[nodiscard]] Counts counts() const;
  /// When the board's change had come to the host; `board` counts from 0. It must have happened.
  [[nodiscard]] std::chrono::steady_clock::time_point when(unsigned board, std::uint32_t change) const;

 private:
  void run();

  Options options_;
  bool is_complete_ = true;
  std::vector<std::unique_ptr<EmulatedNode>> nodes_;
  std::atomic<bool> stop_{false};
  std::atomic<std::int64_t> cpu_ns_{0};
  std::thread bus_;
};

}  // namespace jadoube::bench
