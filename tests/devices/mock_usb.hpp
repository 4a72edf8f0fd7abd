// A USB device for programs that run under umockdev: usbfs as the kernel shows it to libusb, with a board
// made of software behind it, and everything that can go wrong on order.
//
// umockdev gives a device a regular file as its node, which poll() always finds ready, so that libusb would
// spin. Here the node is a symbolic link to a pseudo terminal whose states are those of usbfs: output
// stopped: nothing to reap; output running: transfers to reap; other end closed: the device is gone.
#pragma once

#include <umockdev.h>

#include <linux/usbdevice_fs.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "devices/usb_board.hpp"
#include "simulator/simulate.hpp"

namespace jadoube::testing {

/// A testbed of umockdev; one per process.
class Testbed {
 public:
  Testbed();
  ~Testbed();
  Testbed(const Testbed&) = delete;
  Testbed& operator=(const Testbed&) = delete;
  [[nodiscard]] UMockdevTestbed* get() const { return bed_; }

 private:
  UMockdevTestbed* bed_;
};

class MockUsb {
 public:
  /// The board lives in real time: from the first `plug` on, a thread lets its firmware send.
  MockUsb(Testbed& testbed, devices::UsbBoard& board, std::string port);
  ~MockUsb();
  MockUsb(const MockUsb&) = delete;
  MockUsb& operator=(const MockUsb&) = delete;

  void plug();
  /// Transfers in flight end as the kernel ends them.
  void unplug();
  /// From now on hands play the recording in real time; returns at once.
  void play(simulator::Recording recording);
  [[nodiscard]] bool is_playing() const { return playing_; }
  /// Since the board was made.
  [[nodiscard]] simulator::Time now() const;

  // What goes wrong.
  /// The next transfers on the endpoint end with this status: -EPIPE, -EPROTO …
  void fail_next(std::uint8_t endpoint, int status, int times = 1);
  /// The next submissions fail with this error number.
  void fail_submit(int times, int error);
  /// A packet that may be longer than the endpoint allows, before all that wait.
  void push_raw(std::uint8_t endpoint, devices::Bytes bytes);
  /// The board is cut off from the wire: sends nothing and takes nothing.
  void mute(bool muted) { muted_ = muted; }
  /// What it is asked over its control endpoint it never answers.
  void hang(bool hangs) { hangs_ = hangs; }
  /// Opening the node fails for want of permission.
  void forbid(bool forbidden);

  [[nodiscard]] std::size_t reads_waiting(std::uint8_t endpoint);
  /// How often a host has opened it.
  [[nodiscard]] std::size_t opened() const { return opened_; }
  /// Packets that no read has taken yet.
  [[nodiscard]] std::size_t untaken();
  /// Something has been written to the board.
  [[nodiscard]] bool is_written_to();
  [[nodiscard]] std::uint64_t packets_sent() const { return packets_; }
  [[nodiscard]] std::size_t most_in_flight() const { return most_in_flight_; }
  /// The longest that this machine kept something the board had to say from its host: a host that has waited
  /// so long may rightly think that the board is silent.
  [[nodiscard]] simulator::Time longest_delay();
  [[nodiscard]] const std::vector<devices::Bytes>& written() const { return written_; }

 private:
  struct Transfer {
    UMockdevIoctlData* data;
    usbdevfs_urb* urb;
    std::uint8_t* buffer;
    gulong address;
    UMockdevIoctlClient* client;
    simulator::Time due{};  ///< when the board said what it carries
  };
  struct Waiting {
    devices::UsbPacket packet;
    simulator::Time due;
  };
  static gboolean on_ioctl(UMockdevIoctlBase* base, UMockdevIoctlClient* client, gpointer self);
  static void on_vanished(UMockdevIoctlBase* base, UMockdevIoctlClient* client, gpointer self);
  bool handle(UMockdevIoctlClient* client);
  bool submit(UMockdevIoctlClient* client, UMockdevIoctlData* argument);
  bool reap(UMockdevIoctlClient* client, UMockdevIoctlData* argument);
  bool discard(UMockdevIoctlClient* client, UMockdevIoctlData* argument);
  void live();

  // With the lock held.
  void finish(const Transfer& transfer, int status, std::size_t length);
  void control(const Transfer& transfer);
  void match();
  /// What it says up to `t`.
  void send(simulator::Time t, simulator::Time due);
  void ready(bool on);
  std::string description() const;

  Testbed& testbed_;
  devices::UsbBoard& board_;
  std::string port_;
  int bus_ = 1;
  int number_ = 0;
  std::string root_, node_, syspath_;
  UMockdevIoctlBase* base_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Transfer> flying_, done_;
  std::deque<Waiting> packets_waiting_;
  std::deque<std::pair<std::uint8_t, int>> failures_;
  int failing_submits_ = 0;
  int submit_error_ = 0;
  simulator::Time last_status_{};
  simulator::Time longest_delay_{};
  bool plugged_ = false;
  bool is_read_ = false;  // a host has begun to read; until then a board's packets go nowhere
  bool ready_ = false;
  int master_ = -1;
  int slave_ = -1;
  std::deque<std::pair<simulator::Time, record::Record>> script_;
  std::vector<devices::Bytes> written_;
  bool stop_ = false;
  std::atomic<bool> playing_{false};
  std::atomic<bool> muted_{false};
  std::atomic<bool> hangs_{false};
  std::atomic<std::uint64_t> packets_{0};
  std::atomic<std::size_t> most_in_flight_{0};
  std::atomic<std::size_t> opened_{0};
  std::thread thread_;
};

}  // namespace jadoube::testing
