#include "transport/usb/usb_channel.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <boost/asio/post.hpp>

#include "transport/usb/descriptors.hpp"

namespace jadoube::transport::usb {
namespace {

using namespace std::chrono_literals;
namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;

/// So many reads wait in the kernel at any time: none waits for this program.
constexpr std::size_t kInputs = 4;
/// "Plugged in" is heard before the system has chosen a configuration and given permission.
constexpr auto kPatience = 1s;
constexpr auto kRetryEvery = 50ms;
constexpr unsigned kRequestTimeout = 500;  // ms
constexpr unsigned kWriteTimeout = 1000;   // ms
/// A device whose transfers fail for so long, without one that succeeds, is given up.
constexpr auto kFailingLimit = 3s;
constexpr std::size_t kMostUntaken = 4096;
constexpr auto kAfterFailure = 20ms;

/// The device is gone, or there was none.
bool is_final(int error) {
  return error == LIBUSB_ERROR_NO_DEVICE || error == LIBUSB_ERROR_NOT_FOUND;
}

}  // namespace

std::string words_for(int error) {
  switch (error) {
    case LIBUSB_ERROR_ACCESS:
      return "permission denied";
    case LIBUSB_ERROR_BUSY:
      return "another program has it";
    case LIBUSB_ERROR_NO_DEVICE:
    case LIBUSB_ERROR_NOT_FOUND:
      return "unplugged";
    case LIBUSB_ERROR_TIMEOUT:
      return "does not answer";
    default:
      return std::string{"USB error: "} + libusb_strerror(static_cast<libusb_error>(error));
  }
}

UsbChannel::UsbChannel(std::shared_ptr<asio::thread_pool> pool, Device device, drivers::Transport transport,
                       drivers::LineSettings line, asio::any_io_executor executor, ChannelEvents events,
                       std::function<void()> gone)
    : pool_{std::move(pool)},
      device_{std::move(device)},
      transport_{transport},
      line_{line},
      blocking_{pool_->get_executor()},
      retry_{blocking_},
      executor_{std::move(executor)},
      events_{std::move(events)},
      gone_{std::move(gone)} {}

void UsbChannel::start() {
  asio::post(blocking_, [self = shared_from_this()] {
    self->first_try_ = Clock::now();
    self->try_open();
  });
}

void UsbChannel::try_open() {
  {
    const std::lock_guard lock{mutex_};
    if (closing_) {
      finish_if_idle();
      return;
    }
  }
  libusb_device_handle* handle = nullptr;
  std::string reason;
  Attempt attempt = Attempt::again;
  if (const int error = device_.open_handle(&handle); error != 0) {
    reason = words_for(error);
    if (error == LIBUSB_ERROR_NO_DEVICE) attempt = Attempt::never;
  } else {
    {
      const std::lock_guard lock{mutex_};
      handle_ = handle;
    }
    attempt = prepare(reason);
  }
  if (attempt == Attempt::done) {
    begin();
    return;
  }
  if (handle != nullptr) {
    release();
    {
      const std::lock_guard lock{mutex_};
      handle_ = nullptr;
    }
    libusb_close(handle);
  }
  if (attempt == Attempt::never || Clock::now() - first_try_ > kPatience) {
    give_up(reason);
    return;
  }
  retry_.expires_after(kRetryEvery);
  retry_.async_wait([self = shared_from_this()](const boost::system::error_code&) { self->try_open(); });
}

UsbChannel::Attempt UsbChannel::prepare(std::string& reason) {
  // Not every system can detach drivers; then the claim says what is wrong.
  libusb_set_auto_detach_kernel_driver(handle_, 1);
  if (const Attempt attempt = choose_route(reason); attempt != Attempt::done) return attempt;
  return set_line(reason);
}

UsbChannel::Attempt UsbChannel::choose_route(std::string& reason) {
  libusb_config_descriptor* config = nullptr;
  if (const int error = libusb_get_active_config_descriptor(libusb_get_device(handle_), &config);
      error != 0) {
    reason = "has no configuration";
    return error == LIBUSB_ERROR_NO_DEVICE ? Attempt::never : Attempt::again;
  }
  std::vector<Interface> interfaces;
  for (unsigned i = 0; i < config->bNumInterfaces; ++i)
    if (config->interface[i].num_altsetting > 0)
      interfaces.push_back(converted(config->interface[i].altsetting[0]));
  libusb_free_config_descriptor(config);
  has_ports_ = transport_ == drivers::Transport::ftdi && interfaces.size() > 1;
  if (device_.interface)
    std::erase_if(interfaces, [this](const Interface& each) { return each.number != *device_.interface; });

  const auto found = routes(interfaces, transport_);
  if (!found) {
    reason = found.error();
    return Attempt::never;
  }
  for (const Route& route : *found) {
    if (const Attempt attempt = claim(route, reason); attempt != Attempt::done) return attempt;
    route_ = route;
    if (found->size() == 1 || talks_vendor(route)) return Attempt::done;
    release();
  }
  reason = "has no HID interface of a board";
  return Attempt::never;
}

UsbChannel::Attempt UsbChannel::claim(const Route& route, std::string& reason) {
  route_ = route;
  for (const std::uint8_t number : route.claims) {
    const int error = libusb_claim_interface(handle_, number);
    if (error == 0) continue;
    // The kernel says "add" before it configures the device: until then there is no such interface.
    reason = error == LIBUSB_ERROR_NOT_FOUND ? "has not been configured by the system" : words_for(error);
    return error == LIBUSB_ERROR_NO_DEVICE ? Attempt::never : Attempt::again;
  }
  return Attempt::done;
}

bool UsbChannel::talks_vendor(const Route& route) {
  constexpr std::uint16_t kReportDescriptor = 0x2200;
  std::array<unsigned char, 1024> bytes{};
  const int got =
      libusb_control_transfer(handle_, 0x81, LIBUSB_REQUEST_GET_DESCRIPTOR, kReportDescriptor,
                              route.control_interface, bytes.data(), bytes.size(), kRequestTimeout);
  return got > 0 && has_vendor_page(std::span{bytes}.first(static_cast<std::size_t>(got)));
}

int UsbChannel::request(const ControlRequest& request) {
  std::vector<std::uint8_t> bytes = request.data;
  if (request.reply != 0) bytes.resize(request.reply);
  return libusb_control_transfer(handle_, request.type, request.request, request.value, request.index,
                                 bytes.data(), static_cast<std::uint16_t>(bytes.size()), kRequestTimeout);
}

UsbChannel::Attempt UsbChannel::set_line(std::string& reason) {
  for (const ControlRequest& each : line_setup(transport_, line_, route_.control_interface, has_ports_)) {
    const int got = request(each);
    // A firmware without a UART behind it may refuse line settings, and what is only read is not needed.
    const bool may_refuse = transport_ == drivers::Transport::cdc || each.reply != 0;
    if (got >= 0 || (got == LIBUSB_ERROR_PIPE && may_refuse)) continue;
    reason = words_for(got);
    return got == LIBUSB_ERROR_NO_DEVICE ? Attempt::never : Attempt::again;
  }
  return Attempt::done;
}

void UsbChannel::release() {
  // The interface that was claimed first goes last: the kernel's driver for CDC comes back when it sees the
  // control interface, and takes none whose data interface is still ours.
  for (auto number = route_.claims.rbegin(); number != route_.claims.rend(); ++number)
    libusb_release_interface(handle_, *number);
  route_ = {};
}

void UsbChannel::begin() {
  asio::post(executor_, [self = shared_from_this()] {
    if (self->events_.opened) self->events_.opened();
  });
  const bool interrupt = route_.in.type == Endpoint::Type::interrupt;
  // A read must be able to take whole packets; streams may bring several at once.
  const std::size_t size = std::size_t{route_.in.max_packet} * (interrupt ? 1 : 8);
  const std::lock_guard lock{mutex_};
  open_ = true;
  output_ = libusb_alloc_transfer(0);
  for (std::size_t i = 0; i < kInputs; ++i) {
    auto input = std::make_unique<Input>();
    input->channel = this;
    input->buffer.resize(size);
    input->transfer = libusb_alloc_transfer(0);
    if (interrupt) {
      libusb_fill_interrupt_transfer(input->transfer, handle_, route_.in.address, input->buffer.data(),
                                     static_cast<int>(size), on_input, input.get(), 0);
    } else {
      libusb_fill_bulk_transfer(input->transfer, handle_, route_.in.address, input->buffer.data(),
                                static_cast<int>(size), on_input, input.get(), 0);
    }
    inputs_.push_back(std::move(input));
  }
  for (auto& input : inputs_) submit(*input);
  pump();
  finish_if_idle();
}

void UsbChannel::submit(Input& input) {
  if (closing_) return;
  if (const int error = libusb_submit_transfer(input.transfer); error != 0) {
    // The system may be short of memory for a moment; the other transfers go on meanwhile.
    if (is_final(error))
      begin_closing(words_for(error));
    else
      failed(input, LIBUSB_TRANSFER_ERROR);
    return;
  }
  input.flying = true;
  ++flying_;
}

void UsbChannel::on_input(libusb_transfer* transfer) {
  auto& input = *static_cast<Input*>(transfer->user_data);
  // The channel lives until `finish`, which comes after the last callback.
  input.channel->input_done(input);
}

void UsbChannel::input_done(Input& input) {
  const SteadyTime when = Clock::now();
  const std::lock_guard lock{mutex_};
  input.flying = false;
  --flying_;
  // Bytes come with every status: a cancelled transfer may have been filled at the last moment.
  if (input.transfer->actual_length > 0) deliver(input, when);
  switch (input.transfer->status) {
    case LIBUSB_TRANSFER_COMPLETED:
    case LIBUSB_TRANSFER_TIMED_OUT:
      failing_since_.reset();
      tell_errors();
      if (untaken_.size() > kMostUntaken && !closing_)
        held_.push_back(&input);
      else
        submit(input);
      break;
    case LIBUSB_TRANSFER_CANCELLED:
      break;
    case LIBUSB_TRANSFER_NO_DEVICE:
      begin_closing("unplugged");
      break;
    default:
      failed(input, input.transfer->status);
  }
  finish_if_idle();
}

void UsbChannel::failed(Input& input, libusb_transfer_status status) {
  const bool stalled = status == LIBUSB_TRANSFER_STALL;
  if (stalled)
    ++untold_.stalls;
  else if (status == LIBUSB_TRANSFER_OVERFLOW)
    ++untold_.overflows;
  else
    ++untold_.failures;
  if (closing_ || !has_patience()) return;
  asio::post(blocking_, [self = shared_from_this(), &input, stalled] {
    self->recover(input, stalled, stalled ? 0ms : kAfterFailure);
  });
}

bool UsbChannel::has_patience() {
  const SteadyTime now = Clock::now();
  if (!failing_since_) failing_since_ = now;
  if (now - *failing_since_ <= kFailingLimit) return true;
  begin_closing("its transfers fail again and again");
  return false;
}

void UsbChannel::recover(Input& input, bool stalled, std::chrono::milliseconds wait) {
  if (finished_) return;
  if (wait > 0ms) {
    auto timer = std::make_shared<asio::steady_timer>(blocking_, wait);
    timer->async_wait([self = shared_from_this(), timer, &input](const boost::system::error_code&) {
      self->recover(input, false, 0ms);
    });
    return;
  }
  if (stalled) libusb_clear_halt(handle_, route_.in.address);
  const std::lock_guard lock{mutex_};
  submit(input);
  finish_if_idle();
}

void UsbChannel::deliver(const Input& input, SteadyTime when) {
  const std::span<const std::uint8_t> got{input.buffer.data(),
                                          static_cast<std::size_t>(input.transfer->actual_length)};
  std::vector<std::uint8_t> bytes;
  if (transport_ == drivers::Transport::ftdi) {
    LineErrors errors;
    strip_ftdi_status(got, route_.in.max_packet, bytes, errors);
    untold_.overruns += errors.overruns;
    untold_.parity += errors.parity;
    untold_.framing += errors.framing;
    if (bytes.empty()) return;
  } else {
    bytes.assign(got.begin(), got.end());
  }
  untaken_.push_back({std::move(bytes), when});
  // An owner that is behind finds the rest there when its turn comes.
  if (untaken_.size() == 1) asio::post(executor_, [self = shared_from_this()] { self->hand_over(); });
}

void UsbChannel::tell_errors() {
  if (untold_ == TransportErrors{} || std::exchange(telling_, true)) return;
  asio::post(executor_, [self = shared_from_this()] {
    TransportErrors errors;
    {
      const std::lock_guard lock{self->mutex_};
      errors = std::exchange(self->untold_, {});
      self->telling_ = false;
    }
    if (self->events_.damaged) self->events_.damaged(errors);
  });
}

void UsbChannel::hand_over() {
  std::vector<Arrival> arrivals;
  {
    const std::lock_guard lock{mutex_};
    arrivals.swap(untaken_);
    for (Input* held : std::exchange(held_, {})) submit(*held);
    finish_if_idle();
  }
  for (Arrival& each : arrivals)
    if (events_.received) events_.received(std::move(each.bytes), each.when);
}

void UsbChannel::write(std::vector<std::uint8_t> bytes) {
  const std::lock_guard lock{mutex_};
  if (closing_ || bytes.empty()) return;
  to_write_.push_back(std::move(bytes));
  pump();
}

void UsbChannel::pump() {
  if (!open_ || closing_ || output_flying_ || output_waits_ || to_write_.empty()) return;
  if (!route_.out && transport_ != drivers::Transport::hid) {
    begin_closing("has no endpoint for writing");
    return;
  }
  if (const int error = submit_output(to_write_.front()); error != 0) {
    if (is_final(error)) {
      begin_closing(words_for(error));
      return;
    }
    ++untold_.failures;
    if (!has_patience()) return;
    auto timer = std::make_shared<asio::steady_timer>(blocking_, kAfterFailure);
    timer->async_wait([self = shared_from_this(), timer](const boost::system::error_code&) {
      if (self->finished_) return;
      const std::lock_guard lock{self->mutex_};
      self->pump();
      self->finish_if_idle();
    });
    return;
  }
  to_write_.pop_front();
  output_flying_ = true;
  ++flying_;
}

int UsbChannel::submit_output(const std::vector<std::uint8_t>& bytes) {
  output_bytes_ = bytes;
  output_->flags = 0;
  const int size = static_cast<int>(output_bytes_.size());
  if (!route_.out) {
    // HID without an OUT endpoint: SET_REPORT, output report, its id in the low byte.
    constexpr std::uint16_t kOutputReport = 0x0200;
    std::vector<std::uint8_t> with_setup(LIBUSB_CONTROL_SETUP_SIZE);
    libusb_fill_control_setup(with_setup.data(), 0x21, 0x09,
                              static_cast<std::uint16_t>(kOutputReport | output_bytes_.front()),
                              route_.control_interface, static_cast<std::uint16_t>(size));
    with_setup.insert(with_setup.end(), output_bytes_.begin(), output_bytes_.end());
    output_bytes_ = std::move(with_setup);
    libusb_fill_control_transfer(output_, handle_, output_bytes_.data(), on_output, this, kWriteTimeout);
  } else if (route_.out->type == Endpoint::Type::interrupt) {
    libusb_fill_interrupt_transfer(output_, handle_, route_.out->address, output_bytes_.data(), size,
                                   on_output, this, kWriteTimeout);
  } else {
    libusb_fill_bulk_transfer(output_, handle_, route_.out->address, output_bytes_.data(), size, on_output,
                              this, kWriteTimeout);
    // A stream's transfer that fills its last packet has to be ended by an empty one.
    if (transport_ == drivers::Transport::cdc && size % route_.out->max_packet == 0)
      output_->flags = LIBUSB_TRANSFER_ADD_ZERO_PACKET;
  }
  return libusb_submit_transfer(output_);
}

void UsbChannel::on_output(libusb_transfer* transfer) {
  static_cast<UsbChannel*>(transfer->user_data)->output_done();
}

void UsbChannel::output_done() {
  const std::lock_guard lock{mutex_};
  output_flying_ = false;
  --flying_;
  const bool has_stalled = output_->status == LIBUSB_TRANSFER_STALL && route_.out;
  if (output_->status == LIBUSB_TRANSFER_NO_DEVICE) {
    begin_closing("unplugged");
  } else if (has_stalled && !output_stalled_) {
    output_stalled_ = output_waits_ = true;
    ++untold_.stalls;
    // What has not been taken is written once more.
    output_bytes_.erase(output_bytes_.begin(), output_bytes_.begin() + output_->actual_length);
    if (!output_bytes_.empty()) to_write_.push_front(output_bytes_);
    asio::post(blocking_, [self = shared_from_this()] { self->recover_output(); });
  } else if (output_->status != LIBUSB_TRANSFER_COMPLETED) {
    begin_closing("does not take what is written to it");
  } else {
    output_stalled_ = false;
    pump();
  }
  finish_if_idle();
}

void UsbChannel::recover_output() {
  if (finished_) return;
  libusb_clear_halt(handle_, route_.out->address);
  const std::lock_guard lock{mutex_};
  output_waits_ = false;
  pump();
  finish_if_idle();
}

void UsbChannel::give_up(std::string reason) {
  const std::lock_guard lock{mutex_};
  begin_closing(std::move(reason));
  finish_if_idle();
}

void UsbChannel::begin_closing(std::string reason) {
  if (std::exchange(closing_, true)) return;
  reason_ = std::move(reason);
  held_.clear();
  for (auto& input : inputs_)
    if (input->flying) libusb_cancel_transfer(input->transfer);
  if (output_flying_) libusb_cancel_transfer(output_);
}

void UsbChannel::finish_if_idle() {
  if (!closing_ || flying_ != 0 || std::exchange(finish_posted_, true)) return;
  asio::post(blocking_, [self = shared_from_this()] { self->finish(); });
}

void UsbChannel::finish() {
  finished_ = true;
  retry_.cancel();
  if (handle_ != nullptr) {
    release();
    for (auto& input : inputs_) libusb_free_transfer(input->transfer);
    libusb_free_transfer(output_);
    libusb_close(std::exchange(handle_, nullptr));
  }
  asio::post(executor_, [self = shared_from_this(), reason = reason_] {
    // The owner may live in the handlers: let them go with the last call.
    const ChannelEvents events = std::move(self->events_);
    self->events_ = {};
    if (events.closed) events.closed(reason);
  });
  gone_();
}

}  // namespace jadoube::transport::usb
