// A channel to one USB device. For usb/service.cpp.
#pragma once

#include <libusb.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>

#include "transport/usb/bridge.hpp"
#include "transport/usb/interfaces.hpp"
#include "transport/usb/service.hpp"

namespace jadoube::transport::usb {

/// Half a sentence for people.
std::string words_for(int libusb_error);

/// Three threads meet here. What blocks (open, claim, clear, close) runs on `blocking_`, a strand of the
/// pool; libusb's thread runs the callbacks; the owner's executor hears the events. The lock is held for
/// submitting and cancelling, which never block, and never for opening and closing, which wait for libusb's
/// thread.
class UsbChannel final : public Channel, public std::enable_shared_from_this<UsbChannel> {
 public:
  /// `gone` is called once, on the pool, after everything has been given back.
  UsbChannel(std::shared_ptr<boost::asio::thread_pool> pool, Device device, drivers::Transport transport,
             drivers::LineSettings line, boost::asio::any_io_executor executor, ChannelEvents events,
             std::function<void()> gone);
  ~UsbChannel() override = default;

  void start();
  void write(std::vector<std::uint8_t> bytes) override;
  void close() override { give_up({}); }
  /// The first reason counts. From any thread.
  void give_up(std::string reason);
  [[nodiscard]] std::uint16_t device_key() const { return key(device_); }

 private:
  struct Input {
    UsbChannel* channel = nullptr;
    libusb_transfer* transfer = nullptr;
    std::vector<std::uint8_t> buffer;
    bool flying = false;
  };
  enum class Attempt : std::uint8_t { done, again, never };

  void try_open();
  Attempt prepare(std::string& reason);
  Attempt choose_route(std::string& reason);
  Attempt claim(const Route& route, std::string& reason);
  Attempt set_line(std::string& reason);
  bool talks_vendor(const Route& route);
  int request(const ControlRequest& request);
  void release();
  void begin();
  void recover(Input& input, bool stalled, std::chrono::milliseconds wait);
  void recover_output();
  void finish();

  // With the lock held.
  void submit(Input& input);
  void begin_closing(std::string reason);
  void pump();
  void finish_if_idle();
  void failed(Input& input, libusb_transfer_status status);
  /// Something has failed just now. False: it has for so long that the channel closes.
  bool has_patience();
  int submit_output(const std::vector<std::uint8_t>& bytes);

  static void LIBUSB_CALL on_input(libusb_transfer* transfer);
  static void LIBUSB_CALL on_output(libusb_transfer* transfer);
  void input_done(Input& input);
  void output_done();
  void tell_errors();
  void deliver(const Input& input, SteadyTime when);
  /// On the owner's executor.
  void hand_over();

  // The first members, to outlive the strand and the timer: handlers may hold a channel longer than its
  // service.
  std::shared_ptr<boost::asio::thread_pool> pool_;
  const Device device_;
  const drivers::Transport transport_;
  const drivers::LineSettings line_;
  boost::asio::strand<boost::asio::thread_pool::executor_type> blocking_;
  boost::asio::steady_timer retry_;
  boost::asio::any_io_executor executor_;
  ChannelEvents events_;
  std::function<void()> gone_;

  // On `blocking_` only.
  SteadyTime first_try_{};
  Route route_;
  bool has_ports_ = false;
  bool finished_ = false;

  std::mutex mutex_;
  libusb_device_handle* handle_ = nullptr;
  std::vector<std::unique_ptr<Input>> inputs_;
  libusb_transfer* output_ = nullptr;
  std::vector<std::uint8_t> output_bytes_;
  bool output_flying_ = false;
  bool output_stalled_ = false;  // at the last write
  bool output_waits_ = false;    // until that has been cleared
  std::deque<std::vector<std::uint8_t>> to_write_;
  unsigned flying_ = 0;
  bool open_ = false;
  bool closing_ = false;
  bool finish_posted_ = false;
  std::string reason_;
  std::optional<SteadyTime> failing_since_;
  TransportErrors untold_;
  bool telling_ = false;  // a call of `damaged` is on its way
  struct Arrival {
    std::vector<std::uint8_t> bytes;
    SteadyTime when;
  };
  // What the owner has not taken yet; when there is too much of it, transfers wait in `held_`.
  std::vector<Arrival> untaken_;
  std::vector<Input*> held_;
};

}  // namespace jadoube::transport::usb
