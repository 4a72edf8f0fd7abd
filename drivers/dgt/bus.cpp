#include "drivers/dgt/bus.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "drivers/dgt/event_log.hpp"
#include "drivers/dgt/message_ids.hpp"

namespace jadoube::drivers::dgt {
namespace {

using namespace std::chrono_literals;

/// Replies come within milliseconds, 20 ms at most while a board writes into its memory. A dump
/// takes 70 ms on the line.
constexpr record::Time kReplyLimit = 200ms;
/// A ping to all is answered within 1.1 s.
constexpr record::Time kSearchWindow = 1200ms;
constexpr record::Time kSearchEvery = 60s;
/// A board scans itself as often as that.
constexpr record::Time kChangesEvery = 250ms;
constexpr record::Time kClockEvery = 1s;
constexpr record::Time kSilentBoardEvery = 2s;
constexpr unsigned kMostTries = 3;
constexpr unsigned kMostSearches = 8;
/// The memory of a board: the last byte says that it ends.
constexpr std::size_t kLogSize = kLargestMessage - 3;

constexpr bool is_for_changes(BusCommand command) {
  return command == BusCommand::send_changes || command == BusCommand::repeat_changes;
}

}  // namespace

void Bus::connect(record::Time now) {
  decoder_.reset();
  waiting_.clear();
  if (flying_ && is_for_changes(flying_->command)) members_[flying_->address].must_repeat = true;
  quiet_until_ = now;
  flying_.reset();
  found_.clear();
  for (auto& [address, member] : members_) member.is_found = member.reports = false;
  next_search_ = now;
  searched_ = false;
  // A board that is in single-board mode takes the first command for no more than the sign to leave it.
  waiting_.push_back({.command = BusCommand::ping});
  next_request(now);
}

record::Time Bus::wake_at() const {
  if (flying_) return deadline_;
  if (!waiting_.empty()) return quiet_until_;
  record::Time at = next_search_;
  for (const auto& [address, member] : members_)
    if (member.reports) at = std::min({at, member.next_changes, member.next_clock});
  return std::max(at, quiet_until_);
}

void Bus::wake(record::Time now) {
  if (flying_ && deadline_ <= now) fail(now);
  if (!flying_) next_request(now);
}

void Bus::start(Request request, record::Time now) {
  const auto bytes = encode(request.command, request.address);
  commands_.emplace_back(bytes.begin(), bytes.end());
  if (request.attempts == 0) request.sent = now;
  deadline_ = now + (request.address == kAllBoards ? kSearchWindow : kReplyLimit);
  flying_ = request;
}

/// What was asked for first, then the search for boards, then the board that has waited longest.
void Bus::next_request(record::Time now) {
  if (now < quiet_until_) return;
  if (!waiting_.empty()) {
    const Request request = waiting_.front();
    waiting_.pop_front();
    start(request, now);
    return;
  }
  if (next_search_ <= now) {
    // Those that are known are told to keep quiet, or nobody else would be heard.
    for (const auto& [address, member] : members_)
      waiting_.push_back({.command = BusCommand::ignore_next_ping, .address = address});
    waiting_.push_back({.command = BusCommand::ping});
    next_search_ = now + kSearchEvery;
    found_any_ = false;
    losses_before_ = decoder_.losses();
    next_request(now);
    return;
  }
  auto turn = members_.upper_bound(last_polled_);
  for (std::size_t i = 0; i < members_.size(); ++i, ++turn) {
    if (turn == members_.end()) turn = members_.begin();
    auto& [address, member] = *turn;
    if (!member.reports) continue;
    last_polled_ = address;
    if (member.next_changes <= now) {
      member.next_changes = now + kChangesEvery;
      start({.command = member.must_repeat ? BusCommand::repeat_changes : BusCommand::send_changes,
             .address = address},
            now);
      return;
    }
    if (member.next_clock <= now) {
      member.next_clock = now + kClockEvery;
      start({.command = BusCommand::send_clock, .address = address}, now);
      return;
    }
  }
}

/// Nothing sound has come in time. Changes must not be asked for a second time but repeated: the board has
/// taken them for told.
void Bus::fail(record::Time now) {
  Request request = *std::exchange(flying_, std::nullopt);
  decoder_.reset();
  if (request.address == kAllBoards) {
    // Two that have answered at once are heard another time.
    const bool again = found_any_ || decoder_.losses() != losses_before_;
    searches_ = again ? searches_ + 1 : 0;
    if (again && searches_ < kMostSearches) next_search_ = now;
    // After the ping that only brings boards into this mode the first search is still to come.
    if (next_search_ > now) searched_ = true;
    return;
  }
  if (++request.attempts >= kMostTries) {
    let_late_answers_pass(request, now);
    // It is not there any more, as far as can be told; its session will notice the silence.
    Member& member = members_[request.address];
    member.next_changes = now + kSilentBoardEvery;
    member.next_clock = now + 2 * kSilentBoardEvery;
    if (is_for_changes(request.command)) member.must_repeat = true;
    return;
  }
  if (request.command == BusCommand::send_changes) request.command = BusCommand::repeat_changes;
  start(request, now);
}

/// What was asked more than once may be answered as often. An answer that comes after the next question would
/// be taken for the answer to that one, and the changes that this one really brings be lost.
void Bus::let_late_answers_pass(const Request& request, record::Time now) {
  quiet_until_ = now + std::max(kReplyLimit, now - request.sent);
}

void Bus::ask(std::uint16_t address, std::span<const std::uint8_t> commands) {
  Member& member = members_[address];
  for (const std::uint8_t command : commands) {
    const auto request = [&](BusCommand bus_command) {
      waiting_.push_back({.command = bus_command, .address = address, .asked = command});
    };
    switch (static_cast<Command>(command)) {
      case Command::idle:
        member.reports = false;
        break;
      case Command::report_changes_and_clock_changes:
      case Command::report_changes_and_clock_each_second:
      case Command::report_changes:
        member.reports = true;
        break;
      case Command::send_clock:
        request(BusCommand::send_clock);
        break;
      case Command::send_board:
        request(BusCommand::send_board);
        break;
      case Command::send_serial_number:
      case Command::send_bus_address:
        request(BusCommand::ping);
        break;
      case Command::send_version:
        request(BusCommand::send_version);
        break;
      case Command::send_event_log:
        request(BusCommand::send_changes);
        break;
      case Command::send_trademark:
      case Command::send_hardware_version:
      case Command::send_battery:
      case Command::send_long_serial_number:
        break;  // no bus command for it; boards of that age do not answer either
    }
  }
}

bool Bus::answers(const BusReply& reply) const {
  if (!flying_ || (flying_->address != kAllBoards && flying_->address != reply.address)) return false;
  using Kind = BusReply::Kind;
  switch (flying_->command) {
    case BusCommand::send_clock:
      return reply.kind == Kind::clock;
    case BusCommand::send_board:
      return reply.kind == Kind::board;
    case BusCommand::send_changes:
    case BusCommand::repeat_changes:
      return reply.kind == Kind::changes;
    case BusCommand::ping:
    case BusCommand::ignore_next_ping:
      return reply.kind == Kind::ping;
    case BusCommand::send_version:
      return reply.kind == Kind::version;
  }
  return false;
}

void Bus::receive(std::span<const std::uint8_t> bytes, record::Time now) {
  decoder_.push(bytes, replies_);
  for (const BusReply& reply : std::exchange(replies_, {})) take(reply, now);
  if (!flying_) next_request(now);
}

void Bus::take(const BusReply& reply, record::Time now) {
  // What nobody has asked for is the late answer to what has been asked again since.
  if (!answers(reply) || reply.address == kAllBoards) return;
  const Request request = *flying_;
  if (request.address != kAllBoards) {
    flying_.reset();
    if (request.attempts > 0) let_late_answers_pass(request, now);
  }
  const std::uint16_t address = reply.address;
  switch (reply.kind) {
    case BusReply::Kind::ping:
      take_ping(request, address);
      break;
    case BusReply::Kind::version:
      // Firmware that does not say so is 1.2 or older.
      say(address, kVersion, reply.data.empty() ? Bytes{1, 2} : reply.data);
      break;
    case BusReply::Kind::board:
      say(address, kBoardDump, reply.data);
      break;
    case BusReply::Kind::clock:
      say(address, kClock, reply.data);
      break;
    case BusReply::Kind::changes:
      take_changes(request, address, reply.data, now);
      break;
  }
}

void Bus::take_ping(const Request& request, std::uint16_t address) {
  if (request.address == kAllBoards) {
    if (!members_.contains(address)) found_any_ = true;
    if (!std::exchange(members_[address].is_found, true)) found_.push_back(address);
  } else if (request.asked == encode(Command::send_bus_address)) {
    say(address, kBusAddress,
        std::array{static_cast<std::uint8_t>(address >> 7U), static_cast<std::uint8_t>(address & 0x7FU)});
  } else if (request.asked != 0) {
    std::string digits = std::to_string(address);
    digits.insert(0, 5 - digits.size(), '0');
    say(address, kSerialNumber, Bytes{digits.begin(), digits.end()});
  }
}

void Bus::take_changes(const Request& request, std::uint16_t address, const Bytes& changes,
                       record::Time now) {
  Member& member = members_[address];
  member.must_repeat = false;
  if (request.command == BusCommand::repeat_changes && changes == member.last_changes) {
    // It was the question that got lost: these have been told before.
    waiting_.push_front({.command = BusCommand::send_changes, .address = address, .asked = request.asked});
    return;
  }
  member.last_changes = changes;
  member.log.insert(member.log.end(), changes.begin(), changes.end());
  while (member.log.size() > kLogSize - 1) member.log.pop_front();
  if (request.asked == encode(Command::send_event_log)) {
    Bytes log(kLogSize - 1 - member.log.size(), 0x7F);
    log.insert(log.end(), member.log.begin(), member.log.end());
    log.push_back(0x6B);
    say(address, kEventLog, log);
    return;
  }
  say_changes(address, changes);
  // The clock's lever was pressed: what it shows now is not a second old.
  for (const Logged& event : read_event_log(changes))
    if (std::holds_alternative<LoggedPress>(event)) member.next_clock = now;
}

void Bus::say_changes(std::uint16_t address, const Bytes& stream) {
  for (const Logged& event : read_event_log(stream))
    if (const auto* change = std::get_if<LoggedChange>(&event))
      say(address, kFieldUpdate,
          std::array{static_cast<std::uint8_t>(index(change->field)),
                     static_cast<std::uint8_t>(change->code)});
}

void Bus::say(std::uint16_t address, std::uint8_t id, std::span<const std::uint8_t> data) {
  const std::size_t length = data.size() + 3;
  Bytes message{id, static_cast<std::uint8_t>(length >> 7U), static_cast<std::uint8_t>(length & 0x7FU)};
  message.insert(message.end(), data.begin(), data.end());
  said_.emplace_back(address, std::move(message));
}

}  // namespace jadoube::drivers::dgt
