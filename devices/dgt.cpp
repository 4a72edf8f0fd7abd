#include "devices/dgt.hpp"

#include <algorithm>
#include <ranges>
#include <utility>
#include <variant>

namespace jadoube::devices {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kLogSize = 7936;
/// A change that follows another one sooner is marked.
constexpr Time kSoon = 250ms;

std::uint8_t byte(unsigned value) {
  return static_cast<std::uint8_t>(value);
}

std::uint8_t code_of(const std::optional<chess::Piece>& piece) {
  if (!piece) return 0;
  for (unsigned code = 1; code <= 12; ++code)
    if (drivers::dgt::piece_of(static_cast<drivers::dgt::Code>(code)) == piece) return byte(code);
  return 0;
}

std::uint8_t bcd(std::int64_t value) {
  return byte(static_cast<unsigned>(value / 10 << 4 | value % 10));
}

/// The number in so many digits, with noughts in front.
Bytes digits(unsigned number, std::size_t width) {
  std::string text = std::to_string(number);
  text.insert(0, width - std::min(width, text.size()), '0');
  return {text.begin(), text.end()};
}

/// Commands that change something on the board or its clock.
bool is_forbidden(std::uint8_t command) {
  constexpr std::array<std::uint8_t, 6> kForbidden{0x2B, 0x4E, 0x51, 0x53, 0x54, 0x60};
  return std::ranges::find(kForbidden, command) != kForbidden.end();
}

/// The next byte says how many bytes belong to the command.
bool has_parameters(std::uint8_t command) {
  return command == 0x2B || command == 0x60;
}

/// The tag that the log has for what stands; nothing: no tag.
std::optional<std::uint8_t> formation(const std::array<std::uint8_t, 64>& board) {
  constexpr std::array<std::uint8_t, 8> kBack{2, 3, 4, 6, 5, 4, 3, 2};
  std::array<std::uint8_t, 64> start{};
  for (unsigned file = 0; file < 8; ++file) {
    start[file] = byte(kBack[file] + 6U);
    start[8 + file] = 7;
    start[48 + file] = 1;
    start[56 + file] = kBack[file];
  }
  if (board == start) return 0x6F;
  if (std::equal(board.begin(), board.end(), start.rbegin())) return 0x7A;
  const auto count = [&](unsigned from, unsigned to) {
    return std::count_if(board.begin() + from, board.begin() + to,
                         [](std::uint8_t code) { return code != 0; });
  };
  if (count(0, 64) == 0) return 0x6D;
  if (count(0, 16) == 16 && count(16, 48) == 0 && count(48, 64) == 16) return 0x6C;
  return std::nullopt;
}

/// Hours (one digit), minutes, seconds.
Bytes time_bytes(record::ClockTime time) {
  const auto seconds = std::clamp<std::int64_t>((time.count() + 999) / 1000, 0, 9 * 3600 + 3599);
  return {byte(static_cast<unsigned>(seconds / 3600)), bcd(seconds / 60 % 60), bcd(seconds % 60)};
}

}  // namespace

DgtFirmware::DgtFirmware(const Options& options) : options_{options} {}

void DgtFirmware::power_up(Time now) {
  changes_.clear();
  last_changes_.clear();
  mode_ = options_.was_left_reporting ? Mode::board : Mode::bus;
  seen_ = real_;
  clock_sent_.clear();
  next_scan_ = next_tick_ = now;
  line_.clear();
  pending_.clear();
  line_free_ = now;
  skip_ = 0;
  skip_length_ = false;
  log({0x7F, 0x7F, 0x7F, 0x6A});
  last_change_.reset();
  last_formation_.reset();
  log_board();
  log_formation();
}

void DgtFirmware::see(const Record& record) {
  if (const auto* scan = std::get_if<record::Scan>(&record); scan != nullptr && scan->pieces) {
    for (unsigned square = 0; square < 64; ++square) real_[square ^ 56U] = code_of((*scan->pieces)[square]);
  }
  if (const auto* clock = std::get_if<record::ClockReading>(&record)) {
    const auto ran = clock_ ? clock_->running : std::nullopt;
    clock_ = *clock;
    if (!clock->running || clock->running == ran) return;
    left_up_ = (*clock->running == chess::Side::white) == options_.white_is_left;
    if (ran) log_stopped_side();
  }
}

void DgtFirmware::log(const Bytes& event) {
  log_.insert(log_.end(), event.begin(), event.end());
  changes_.insert(changes_.end(), event.begin(), event.end());
  while (log_.size() > kLogSize) log_.pop_front();
}

void DgtFirmware::log_board() {
  for (unsigned field = 0; field < 64; ++field)
    if (seen_[field] != 0) log({byte(0x40U | seen_[field]), byte(field)});
}

/// Once, and again only when more than two pieces had left it.
void DgtFirmware::log_formation() {
  if (last_formation_) {
    const Board& then = *last_formation_;
    unsigned left = 0;
    for (unsigned field = 0; field < 64; ++field)
      if (then[field] != seen_[field] && (then[field] != 0 || then == Board{})) ++left;
    if (left > 2) last_formation_.reset();
  }
  if (last_formation_) return;
  if (const auto tag = formation(seen_)) {
    log({*tag});
    last_formation_ = seen_;
  }
}

/// The time of the side that has just stopped: tag 6x on the right, 7x on the left.
void DgtFirmware::log_stopped_side() {
  const bool white_stopped = left_up_ != options_.white_is_left;
  Bytes time = time_bytes(white_stopped ? clock_->white : clock_->black);
  time[0] = byte(time[0] | (left_up_ ? 0x60U : 0x70U));
  log(time);
}

Bytes DgtFirmware::log_dump() const {
  Bytes dump(kLogSize - std::min(kLogSize, log_.size()), 0x7F);
  dump.insert(dump.end(), log_.begin(), log_.end());
  dump.erase(dump.begin());
  dump.push_back(0x6B);
  return dump;
}

Bytes DgtFirmware::clock_bytes() const {
  if (!options_.has_clock || !clock_) return {0, 0, 0, 0, 0, 0, 0x20};
  const auto& [t, white, black, running, flag] = *clock_;
  const auto side = [&, flagged = flag](chess::Side which, record::ClockTime time) {
    Bytes bytes = time_bytes(time);
    if (flagged == which) bytes[0] = byte(bytes[0] | 0x10U);
    return bytes;
  };
  Bytes bytes = side(options_.white_is_left ? chess::Side::black : chess::Side::white,
                     options_.white_is_left ? black : white);
  const Bytes left = side(options_.white_is_left ? chess::Side::white : chess::Side::black,
                          options_.white_is_left ? white : black);
  bytes.insert(bytes.end(), left.begin(), left.end());
  bytes.push_back(byte((running ? 1U : 0U) | (left_up_ ? 0x08U : 0x12U)));
  return bytes;
}

void DgtFirmware::send(std::uint8_t id, const Bytes& data, Time now) {
  const std::size_t length = data.size() + 3;
  Bytes frame{id, byte(static_cast<unsigned>(length >> 7U)), byte(length & 0x7FU)};
  frame.insert(frame.end(), data.begin(), data.end());
  line_free_ = std::max(line_free_, now);
  for (const std::uint8_t value : frame) {
    // A start bit, eight bits and a stop bit.
    line_free_ += Time{10'000'000 / options_.baud};
    line_.push_back({line_free_, value});
  }
}

void DgtFirmware::hear(std::span<const std::uint8_t> bytes, Time now) {
  pending_ = advance(now);
  for (const std::uint8_t command : bytes) {
    if (skip_length_) {
      skip_ = command;
      skip_length_ = false;
    } else if (skip_ > 0) {
      --skip_;
    } else {
      take(command, now);
    }
  }
}

std::optional<Bytes> DgtFirmware::answer_on_bus(drivers::dgt::BusCommand command, Time now) {
  using drivers::dgt::BusCommand;
  using drivers::dgt::BusReply;
  // The sign to leave the single-board mode, and no more.
  if (std::exchange(mode_, Mode::bus) != Mode::bus) return std::nullopt;
  for (; next_scan_ <= now; next_scan_ += options_.scan_period) scan(next_scan_);
  const auto reply = [this](BusReply::Kind kind, Bytes data) {
    return encode(BusReply{.kind = kind, .address = address(), .data = std::move(data)});
  };
  switch (command) {
    case BusCommand::send_clock:
      return reply(BusReply::Kind::clock, clock_bytes());
    case BusCommand::send_board:
      return reply(BusReply::Kind::board, {seen_.begin(), seen_.end()});
    case BusCommand::send_changes:
      last_changes_ = std::exchange(changes_, {});
      return reply(BusReply::Kind::changes, last_changes_);
    case BusCommand::repeat_changes:
      return reply(BusReply::Kind::changes, last_changes_);
    case BusCommand::ping:
    case BusCommand::ignore_next_ping:
      return reply(BusReply::Kind::ping, {});
    case BusCommand::send_version:
      return reply(BusReply::Kind::version, {byte(options_.major), byte(options_.minor)});
  }
  ++forbidden_;
  if (byte(static_cast<unsigned>(command)) != 0x85) return std::nullopt;
  // The beginning of a game is written into its memory.
  log({0x7B});
  log_board();
  return reply(static_cast<BusReply::Kind>(0x88), {});
}

void DgtFirmware::take(std::uint8_t command, Time now) {
  const bool is_single = command >= 0x40 && command <= 0x60;
  if (is_single && mode_ == Mode::bus && command != 0x4A) mode_ = Mode::idle;
  if (enter_mode(command)) return;
  if (is_forbidden(command)) {
    ++forbidden_;
    skip_length_ = has_parameters(command);
    return;
  }
  answer(command, now);
}

bool DgtFirmware::enter_mode(std::uint8_t command) {
  switch (command) {
    case 0x40:
      mode_ = Mode::idle;
      return true;
    case 0x43:
      mode_ = Mode::clock;
      return true;
    case 0x44:
      mode_ = Mode::board;
      return true;
    case 0x4A:
      mode_ = Mode::bus;
      return true;
    case 0x4B:
      mode_ = Mode::clock_changes;
      clock_sent_.clear();
      return true;
    default:
      return false;
  }
}

void DgtFirmware::answer(std::uint8_t command, Time now) {
  switch (command) {
    case 0x41:
      send(0x8D, clock_bytes(), now);
      break;
    case 0x42:
      send(0x86, {seen_.begin(), seen_.end()}, now);
      break;
    case 0x45:
      send(0x91, digits(options_.serial, 5), now);
      break;
    case 0x46:
      send(0x90, {byte(options_.serial >> 7U), byte(options_.serial & 0x7FU)}, now);
      break;
    case 0x47: {
      const std::string text = "Emulated board\r\n";
      send(0x92, {text.begin(), text.end()}, now);
      break;
    }
    case 0x48:
      if (options_.is_new) send(0x96, {1, 0}, now);
      break;
    case 0x49:
      if (!options_.has_event_log) break;
      send(0x8F, log_dump(), now);
      log({0x6E});
      break;
    case 0x4C:
      // 80 %, 10:30 left of it, on for 1:15, never at rest, not being charged.
      if (options_.has_battery) send(0xA0, {80, 10, 30, 1, 15, 0, 0, 0, 0x02}, now);
      break;
    case 0x4D:
      send(0x93, {byte(options_.major), byte(options_.minor)}, now);
      break;
    case 0x55:
      if (options_.is_new) send(0xA2, digits(options_.serial, 10), now);
      break;
    default:
      break;  // a board of this age does not know it, and says nothing
  }
}

void DgtFirmware::scan(Time now) {
  bool has_changed = false;
  for (unsigned field = 0; field < 64; ++field) {
    if (seen_[field] == real_[field]) continue;
    seen_[field] = real_[field];
    const bool is_soon = last_change_ && now - *last_change_ < kSoon;
    log({byte((is_soon ? 0x50U : 0x40U) | real_[field]), byte(field)});
    last_change_ = now;
    has_changed = true;
    if (mode_ != Mode::bus && mode_ != Mode::idle) send(0x8E, {byte(field), real_[field]}, now);
  }
  if (has_changed) log_formation();
}

void DgtFirmware::tick(Time now) {
  if (mode_ != Mode::clock && mode_ != Mode::clock_changes) return;
  Bytes bytes = clock_bytes();
  if (mode_ == Mode::clock_changes && bytes == clock_sent_) return;
  send(0x8D, bytes, now);
  clock_sent_ = std::move(bytes);
}

std::vector<Bytes> DgtFirmware::advance(Time now) {
  for (; next_scan_ <= now; next_scan_ += options_.scan_period) scan(next_scan_);
  // In UPDATE mode once a second; changes are looked for more often.
  for (; next_tick_ <= now; next_tick_ += mode_ == Mode::clock_changes ? 100ms : 1000ms) tick(next_tick_);
  std::vector<Bytes> sent = std::exchange(pending_, {});
  Bytes bytes;
  for (; !line_.empty() && line_.front().due <= now; line_.pop_front()) bytes.push_back(line_.front().value);
  if (!bytes.empty()) sent.push_back(std::move(bytes));
  return sent;
}

std::optional<Time> DgtFirmware::next() const {
  // A serial chip collects bytes for a while; waking for each would tell nobody more.
  constexpr std::size_t kTogether = 8;
  Time at = std::min(next_scan_, next_tick_);
  if (!line_.empty()) at = std::min(at, line_[std::min(kTogether, line_.size()) - 1].due);
  return at;
}

}  // namespace jadoube::devices
