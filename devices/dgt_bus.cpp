#include "devices/dgt_bus.hpp"

#include <algorithm>
#include <numeric>

namespace jadoube::devices {
namespace {

using namespace std::chrono_literals;
using drivers::dgt::BusCommand;

/// At 9600 baud.
constexpr Time kByteTime = 1042us;
constexpr Time kThinking = 2ms;
/// A ping to all is answered at a random moment within so long.
constexpr unsigned kPingWindow_ms = 1100;
/// A bridge hands on so many bytes together.
constexpr std::size_t kPiece = 16;

void readdress(Bytes& reply, std::uint16_t address) {
  reply[3] = static_cast<std::uint8_t>(address >> 7U);
  reply[4] = static_cast<std::uint8_t>(address & 0x7FU);
  reply.back() = static_cast<std::uint8_t>(std::accumulate(reply.begin(), reply.end() - 1, 0U) & 0x7FU);
}

}  // namespace

Time DgtBusFirmware::Answer::end() const {
  return due + bytes.size() * kByteTime;
}

Time DgtBusFirmware::Answer::next_piece() const {
  return due + std::min(bytes.size(), sent + kPiece) * kByteTime;
}

void DgtBusFirmware::power_up(Time now) {
  for (auto& board : boards_) board->power_up(now);
  ignores_next_ping_.assign(boards_.size(), false);
  heard_.clear();
  line_.clear();
  line_free_ = commands_until_ = now;
}

void DgtBusFirmware::see(const Record& record) {
  for (auto& board : boards_) board->see(record);
}

void DgtBusFirmware::hear(std::span<const std::uint8_t> bytes, Time now) {
  commands_until_ = std::max(commands_until_, now);
  for (const std::uint8_t byte : bytes) {
    commands_until_ += kByteTime;
    if ((byte & 0x80U) != 0) heard_.clear();
    heard_.push_back(byte);
    if (heard_.size() != 4) continue;
    std::array<std::uint8_t, 4> command{};
    std::ranges::copy(heard_, command.begin());
    if (((command[0] + command[1] + command[2]) & 0x7F) == command[3]) answer(command, now);
  }
}

void DgtBusFirmware::answer(const std::array<std::uint8_t, 4>& command, Time now) {
  const auto what = static_cast<BusCommand>(command[0]);
  const auto address = static_cast<std::uint16_t>(command[1] << 7U | command[2]);
  const Time free = line_free_;
  for (std::size_t i = 0; i < boards_.size(); ++i) {
    if (silent_[i] || (address != drivers::dgt::kAllBoards && address != boards_[i]->address())) continue;
    auto reply = boards_[i]->answer_on_bus(what, now);
    if (!reply) continue;
    if (says_[i]) readdress(*reply, *says_[i]);
    if (address != drivers::dgt::kAllBoards) {
      if (what == BusCommand::ignore_next_ping) ignores_next_ping_[i] = true;
      send(*std::move(reply), std::max(commands_until_ + kThinking, free) + later_[i]);
    } else if (what == BusCommand::ping && !ignores_next_ping_[i]) {
      chance_ = chance_ * 1664525U + 1013904223U;
      send(*std::move(reply), commands_until_ + std::chrono::milliseconds{(chance_ >> 8U) % kPingWindow_ms});
    }
    if (address == drivers::dgt::kAllBoards) ignores_next_ping_[i] = false;
  }
}

void DgtBusFirmware::send(Bytes bytes, Time due) {
  const Time end = Answer{.due = due, .bytes = bytes}.end();
  for (Answer& other : line_) {
    // Two at once spoil each other.
    if (other.due < end && due < other.end()) {
      other.bytes.back() ^= 0x55U;
      bytes.back() ^= 0x2AU;
    }
  }
  line_free_ = std::max(line_free_, end);
  line_.push_back({.due = due, .bytes = std::move(bytes)});
  std::ranges::stable_sort(line_, {}, &Answer::due);
}

std::vector<Bytes> DgtBusFirmware::advance(Time now) {
  for (auto& board : boards_) board->advance(now);
  std::vector<Bytes> sent;
  while (!line_.empty() && line_.front().next_piece() <= now) {
    Answer& first = line_.front();
    const auto begin = first.bytes.begin() + static_cast<std::ptrdiff_t>(first.sent);
    const std::size_t length = std::min(kPiece, first.bytes.size() - first.sent);
    sent.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(length));
    first.sent += length;
    if (first.sent == first.bytes.size()) line_.pop_front();
  }
  return sent;
}

std::optional<Time> DgtBusFirmware::next() const {
  std::optional<Time> at;
  for (const auto& board : boards_)
    if (const auto next = board->next()) at = at ? std::min(*at, *next) : next;
  if (!line_.empty()) {
    const Time done = line_.front().next_piece();
    at = at ? std::min(*at, done) : done;
  }
  return at;
}

}  // namespace jadoube::devices
