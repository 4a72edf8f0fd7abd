#include "transport/stream_channel.hpp"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <deque>
#include <utility>

#include <boost/asio/connect.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>

namespace jadoube::transport {
namespace {

namespace asio = boost::asio;
using Error = boost::system::error_code;

/// The system itself tries for two minutes, and ever more rarely: a serial server whose power comes back would wait for it.
constexpr std::chrono::seconds kTcpConnectLimit{5};

/// Once the stream is open, a serial port and a connection are the same.
template <class Stream>
class StreamChannel : public Channel, public std::enable_shared_from_this<StreamChannel<Stream>> {
 public:
  StreamChannel(const asio::any_io_executor& executor, ChannelEvents events)
      : executor_{executor}, stream_{executor}, events_{std::move(events)} {}

  void write(std::vector<std::uint8_t> bytes) override {
    asio::dispatch(executor_, [self = this->shared_from_this(), bytes = std::move(bytes)]() mutable {
      if (self->closed_ || bytes.empty()) return;
      self->queue_.push_back(std::move(bytes));
      self->write_next();
    });
  }
  void close() override {
    asio::post(executor_, [self = this->shared_from_this()] { self->finish({}); });
  }

 protected:
  void begin() {
    open_ = true;
    if (events_.opened) events_.opened();
    read_next();
    write_next();
  }
  void finish(const std::string& reason) {
    if (std::exchange(closed_, true)) return;
    if (stream_.is_open()) before_close();
    Error ignored;
    stream_.close(ignored);
    const ChannelEvents events = std::exchange(events_, {});
    if (events.closed) events.closed(reason);
  }
  [[nodiscard]] bool is_closed() const { return closed_; }
  virtual void before_close() {}
  /// Why reading ended, in words for people.
  [[nodiscard]] virtual std::string words_for(const Error& error) const = 0;

  asio::any_io_executor executor_;
  Stream stream_;

 private:
  void read_next() {
    stream_.async_read_some(
        asio::buffer(buffer_), [self = this->shared_from_this()](const Error& error, std::size_t got) {
          if (self->closed_) return;
          const SteadyTime when = std::chrono::steady_clock::now();
          if (got != 0 && self->events_.received)
            self->events_.received({self->buffer_.begin(), self->buffer_.begin() + got}, when);
          if (error)
            self->finish(self->words_for(error));
          else
            self->read_next();
        });
  }
  /// Unless a write is under way: the owner may write as soon as it hears that the channel is open.
  void write_next() {
    if (!open_ || queue_.empty() || std::exchange(writing_, true)) return;
    asio::async_write(stream_, asio::buffer(queue_.front()),
                      [self = this->shared_from_this()](const Error& error, std::size_t) {
                        self->writing_ = false;
                        if (self->closed_) return;
                        if (error) {
                          self->finish("does not take what is written to it");
                          return;
                        }
                        self->queue_.pop_front();
                        self->write_next();
                      });
  }

  ChannelEvents events_;
  std::array<std::uint8_t, 4096> buffer_{};
  std::deque<std::vector<std::uint8_t>> queue_;
  bool open_ = false;
  bool writing_ = false;
  bool closed_ = false;
};

speed_t speed_of(std::uint32_t baud) {
  switch (baud) {
    case 1200:
      return B1200;
    case 9600:
      return B9600;
    case 19200:
      return B19200;
    case 38400:
      return B38400;
    case 57600:
      return B57600;
    case 115200:
      return B115200;
    case 230400:
      return B230400;
    case 1000000:
      return B1000000;
    default:
      return B0;
  }
}

class TtyChannel final : public StreamChannel<asio::posix::stream_descriptor> {
 public:
  using StreamChannel::StreamChannel;

  void open(const std::string& path, const drivers::LineSettings& line) {
    const int descriptor = ::open(path.c_str(), O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) {
      finish(errno == EACCES  ? "permission denied"
             : errno == EBUSY ? "another program has it"
                              : std::strerror(errno));
      return;
    }
    if (const std::string failure = set_line(descriptor, line); !failure.empty()) {
      ::close(descriptor);
      finish(failure);
      return;
    }
    stream_.assign(descriptor);
    begin();
  }

 private:
  /// A serial port whose plug is pulled ends like a file, or with one of these errors.
  [[nodiscard]] std::string words_for(const Error& error) const override {
    const int number = error.value();
    const bool is_pulled = error == asio::error::eof || number == EIO || number == ENXIO || number == ENODEV;
    return is_pulled ? "unplugged" : error.message();
  }
  /// Whoever has it open beside us keeps it.
  void before_close() override { ::ioctl(stream_.native_handle(), TIOCNXCL); }

  static std::string set_line(int descriptor, const drivers::LineSettings& line) {
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) return "another program has it";
    termios modes{};
    if (::tcgetattr(descriptor, &modes) != 0) return "is no serial port";
    // Programs that ask for no lock are kept out by the system itself, but for those of root.
    ::ioctl(descriptor, TIOCEXCL);
    ::cfmakeraw(&modes);
    const speed_t speed = speed_of(line.baud);
    if (speed == B0) return "cannot be set to " + std::to_string(line.baud) + " baud";
    ::cfsetspeed(&modes, speed);
    modes.c_cflag &= ~static_cast<tcflag_t>(CSIZE | PARENB | PARODD | CSTOPB | CRTSCTS);
    modes.c_cflag |= CLOCAL | CREAD | (line.data_bits == 7 ? CS7 : CS8);
    if (line.parity != drivers::LineSettings::Parity::none) modes.c_cflag |= PARENB;
    if (line.parity == drivers::LineSettings::Parity::odd) modes.c_cflag |= PARODD;
    if (line.stop_bits == 2) modes.c_cflag |= CSTOPB;
    if (::tcsetattr(descriptor, TCSANOW, &modes) != 0) return "cannot be set to " + to_string(line);
    ::tcflush(descriptor, TCIOFLUSH);
    // A pseudo terminal has no such lines, and a board on one does not need them.
    int on = (line.dtr ? TIOCM_DTR : 0) | (line.rts ? TIOCM_RTS : 0);
    int off = (TIOCM_DTR | TIOCM_RTS) & ~on;
    ::ioctl(descriptor, TIOCMBIS, &on);
    ::ioctl(descriptor, TIOCMBIC, &off);
    return {};
  }
};

class TcpChannel final : public StreamChannel<asio::ip::tcp::socket> {
 public:
  TcpChannel(const asio::any_io_executor& executor, ChannelEvents events)
      : StreamChannel{executor, std::move(events)}, resolver_{executor}, patience_{executor} {}

  void open(const std::string& host, const std::string& port) {
    const auto self = std::static_pointer_cast<TcpChannel>(shared_from_this());
    resolver_.async_resolve(
        host, port, [self](const Error& error, const asio::ip::tcp::resolver::results_type& found) {
          if (self->is_closed()) return;
          if (error) {
            self->finish(error.message());
            return;
          }
          self->patience_.expires_after(kTcpConnectLimit);
          self->patience_.async_wait([self](const Error& stopped) {
            if (!stopped) self->finish(Error{asio::error::timed_out}.message());
          });
          asio::async_connect(self->stream_, found,
                              [self](const Error& failure, const asio::ip::tcp::endpoint&) {
                                if (self->is_closed()) return;
                                self->patience_.cancel();
                                if (failure) {
                                  self->finish(why_not_connected(failure, self->stream_.get_executor()));
                                  return;
                                }
                                Error ignored;
                                self->stream_.set_option(asio::ip::tcp::no_delay{true}, ignored);
                                self->watch_other_end();
                                self->begin();
                              });
        });
  }

 private:
  [[nodiscard]] std::string words_for(const Error& error) const override {
    if (error == asio::error::eof) return "the other end has closed the connection";
    if (error == asio::error::timed_out || error == asio::error::host_unreachable)
      return "the other end does not answer any more";
    return error.message();
  }
  /// A serial server that loses its power says nothing: the system finds out, within five seconds.
  void watch_other_end() {
    const auto set = [this](int level, int option, int value) {
      ::setsockopt(stream_.native_handle(), level, option, &value, sizeof(value));
    };
    set(SOL_SOCKET, SO_KEEPALIVE, 1);
    set(IPPROTO_TCP, TCP_KEEPIDLE, 2);
    set(IPPROTO_TCP, TCP_KEEPINTVL, 1);
    set(IPPROTO_TCP, TCP_KEEPCNT, 3);
    // The same for what was written and is not acknowledged.
    set(IPPROTO_TCP, TCP_USER_TIMEOUT, 5000);
  }

  asio::ip::tcp::resolver resolver_;
  asio::steady_timer patience_;
};

}  // namespace

std::string why_not_connected(const Error& error, const asio::any_io_executor& executor) {
  Error no_socket;
  if (error == asio::error::operation_aborted)
    asio::ip::tcp::socket{executor}.open(asio::ip::tcp::v4(), no_socket);
  return (no_socket ? no_socket : error).message();
}

std::shared_ptr<Channel> open_stream(const std::string& where, const drivers::LineSettings& line,
                                     const asio::any_io_executor& executor, ChannelEvents events) {
  constexpr std::string_view kTcp = "tcp:";
  if (where.starts_with(kTcp)) {
    auto channel = std::make_shared<TcpChannel>(executor, std::move(events));
    const std::size_t colon = where.rfind(':');
    const std::string host = colon <= kTcp.size() ? "" : where.substr(kTcp.size(), colon - kTcp.size());
    asio::post(executor, [channel, host, port = where.substr(colon + 1)] { channel->open(host, port); });
    return channel;
  }
  auto channel = std::make_shared<TtyChannel>(executor, std::move(events));
  asio::post(executor, [channel, where, line] { channel->open(where, line); });
  return channel;
}

}  // namespace jadoube::transport
