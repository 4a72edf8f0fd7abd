// A table in a hall: an open scan board behind a serial server, hands that play games on it, and what it has
// said to whoever listens.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>

#include "devices/open_scan.hpp"
#include "simulator/grid.hpp"
#include "simulator/plausible.hpp"
#include "simulator/rng.hpp"
#include "simulator/simulate.hpp"

namespace jadoube::tests {

class Table {
 public:
  /// How much faster than people the hands are.
  static constexpr double kHaste = 8;
  static constexpr unsigned kMostGaps = 7;

  Table(boost::asio::io_context& io, unsigned number)
      : id_{"open-scan-" + hex(number)},
        seed_{number},
        firmware_{{.board_id = number}},
        acceptor_{io, {boost::asio::ip::address_v4::loopback(), 0}},
        socket_{io},
        timer_{io} {
    load();
    accept();
  }

  /// What the daemon calls the board, and how it is told to look for it.
  [[nodiscard]] const std::string& id() const { return id_; }
  [[nodiscard]] std::string as() const {
    return "tcp:127.0.0.1:" + std::to_string(acceptor_.local_endpoint().port()) + "=open-scan";
  }
  /// The sets of occupied squares that have been put on the line since somebody last began to listen, each
  /// other than the one before.
  [[nodiscard]] const std::vector<std::uint64_t>& sent() const { return sent_; }
  /// Played to its end, or broken off: every time that nobody listened is a gap in it, and a game with many
  /// gaps takes long to be followed again.
  [[nodiscard]] bool is_over() const {
    return next_ == recording_.records.size() || listener_ >= first_listener_ + kMostGaps;
  }

  /// The result has been entered: the pieces are put up again.
  void play_next() {
    ++game_;
    load();
  }
  /// Nobody listens any more.
  void hang_up() {
    boost::system::error_code ignored;
    socket_.close(ignored);
    timer_.cancel();
  }
  void forget_sent() { sent_.clear(); }

 private:
  using Clock = std::chrono::steady_clock;

  static std::string hex(unsigned number) {
    std::array<char, 9> digits{};
    std::snprintf(digits.data(), digits.size(), "%x", number);
    return digits.data();
  }

  static record::Time now() {
    static const Clock::time_point start = Clock::now();
    return std::chrono::duration_cast<record::Time>(Clock::now() - start);
  }

  void load() {
    const std::uint64_t seed = seed_ * 1'000 + game_;
    auto params = simulator::cell("blitz-light-25").value();
    simulator::Rng rng{seed, "incidents"};
    const auto incidents = simulator::every_incident();
    params.incidents = {rng.pick(incidents), rng.pick(incidents), rng.pick(incidents)};
    params.endings = {0, 0, 0};
    simulator::Rng moves{seed, "moves"};
    recording_ = simulator::simulate(simulator::random_game(moves), params, seed);
    next_ = 0;
    first_listener_ = listener_;
    // The pieces stand for a while before the game begins.
    begun_ = now() + std::chrono::seconds{2};
    for (const record::Record& record : recording_.records)
      if (std::holds_alternative<record::Scan>(record)) return firmware_.see(record);
  }

  void accept() {
    acceptor_.async_accept([this](boost::system::error_code error, boost::asio::ip::tcp::socket socket) {
      if (error) return;
      socket_ = std::move(socket);
      socket_.set_option(boost::asio::ip::tcp::no_delay{true}, error);
      waiting_.clear();
      is_writing_ = false;
      ++listener_;
      sent_.clear();
      firmware_.power_up(now());
      tick();
      accept();
    });
  }

  void tick() {
    const record::Time t = now();
    const auto& records = recording_.records;
    const record::Time played{static_cast<std::int64_t>(static_cast<double>((t - begun_).count()) * kHaste)};
    for (; next_ < records.size() && time_of(records[next_]) <= played; ++next_)
      firmware_.see(records[next_]);
    for (const devices::Bytes& frame : firmware_.advance(t)) send(frame);
    timer_.expires_after(std::chrono::milliseconds{5});
    timer_.async_wait([this](boost::system::error_code error) {
      if (!error && socket_.is_open()) tick();
    });
  }

  void send(const devices::Bytes& frame) {
    constexpr std::uint8_t reading = 'S';
    if (frame[1] == reading) {
      std::uint64_t occupied = 0;
      for (unsigned i = 0; i < 8; ++i) occupied |= std::uint64_t{frame[12 + i]} << 8 * i;
      if (sent_.empty() || sent_.back() != occupied) sent_.push_back(occupied);
    }
    waiting_.insert(waiting_.end(), frame.begin(), frame.end());
    write();
  }

  void write() {
    if (is_writing_ || waiting_.empty() || !socket_.is_open()) return;
    is_writing_ = true;
    auto bytes = std::make_shared<devices::Bytes>();
    bytes->swap(waiting_);
    boost::asio::async_write(
        socket_, boost::asio::buffer(*bytes),
        [this, bytes, listener = listener_](boost::system::error_code error, std::size_t) {
          if (listener != listener_) return;
          is_writing_ = false;
          if (!error) write();
        });
  }

  std::string id_;
  std::uint64_t seed_;
  std::uint64_t game_ = 0;
  simulator::Recording recording_;
  std::size_t next_ = 0;
  record::Time begun_{};
  devices::OpenScanFirmware firmware_;
  boost::asio::ip::tcp::acceptor acceptor_;
  boost::asio::ip::tcp::socket socket_;
  boost::asio::steady_timer timer_;
  devices::Bytes waiting_;
  bool is_writing_ = false;
  unsigned listener_ = 0;
  unsigned first_listener_ = 0;
  std::vector<std::uint64_t> sent_;
};

}  // namespace jadoube::tests
