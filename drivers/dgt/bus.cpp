#include "drivers/dgt/bus.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "drivers/dgt/event_log.hpp"
#include "drivers/dgt/message_ids.hpp"

namespace jadoube::drivers::dgt {
namespace {

using namespace std::chrono_literals;

/// Replies come within milliseconds, 20 ms at most while a board writes into its memory. A dump
/// takes 70 ms on the line.
constexpr record::Time kReplyLimit = 150ms;
/// A ping to all is answered within 1.1 s.
constexpr record::Time kSearchWindow = 1200ms;
constexpr record::Time kSearchEvery = 60s;
/// A board scans itself as often as that.
constexpr record::Time kChangesEvery = 250ms;
constexpr record::Time kClockEvery = 1s;
constexpr unsigned kMostTries = 3;
/// Once it has not answered. What comes later than that is understood all the same.
constexpr record::Time kRetryLimit = 100ms;
/// Among all silent boards of a line one is asked that often whether it is there: a tenth of the line at most.
constexpr record::Time kProbeEvery = 1s;
constexpr record::Time kFirstBackOff = 1s;
constexpr record::Time kLongestBackOff = 8s;
/// From the first question without an answer until a board is called silent: as long as a line on which twenty boards
/// have their turns, and several have just gone, may take to come back to it.
constexpr record::Time kSilenceLimit = 6s;
/// This late, `wake` shows that the machine had something else to do: what has come meanwhile must be heard first.
constexpr record::Time kStalled = 50ms;
constexpr record::Time kCatchUp = 100ms;
/// An answer may come that much later than those after which it was waited for.
constexpr record::Time kLate = 2s;
/// Between two pieces of a reply that has begun, as a bridge or a serial server hands it on.
constexpr record::Time kBetweenPieces = 100ms;
/// The largest reply takes eight seconds on the line.
constexpr record::Time kLongestReply = 10s;
/// After a reply that was damaged the rest of it may still come.
constexpr record::Time kAfterDamage = 30ms;
/// A second answer to one question comes in that time.
constexpr record::Time kSecondAnswer = 250ms;
/// As many positions that nobody asked for and that are others, soon one after the other: two boards have one address.
constexpr unsigned kMostStrange = 2;
constexpr record::Time kStrangeWithin = 10s;
/// As many answers in a row that are nothing but damage may be those of two boards at once.
constexpr unsigned kMostDamaged = 5;
/// Between two searches of a line whose boards play.
constexpr record::Time kBetweenSearches = 2s;
constexpr unsigned kMostSearches = 8;
/// The memory of a board: the last byte says that it ends.
constexpr std::size_t kLogSize = kLargestMessage - 3;

/// As the board calls itself.
std::string digits(std::uint16_t address) {
  std::string text = std::to_string(address);
  return text.insert(0, 5 - text.size(), '0');
}

constexpr bool is_for_changes(BusCommand command) {
  return command == BusCommand::send_changes || command == BusCommand::repeat_changes;
}

}  // namespace

bool Bus::Member::is_silent() const {
  return failures >= kMostTries;
}

std::optional<record::Time> Bus::Member::silence_due() const {
  if (!is_silent() || silence_told) return std::nullopt;
  return first_try + kSilenceLimit;
}

bool Bus::Member::may_be_late(record::Time now) const {
  return failures > 0 || now < quiet_until + kLate;
}

std::optional<record::Time> Bus::Member::due() const {
  if (is_two) return std::nullopt;
  if (!asked.empty()) return quiet_until;
  if (!reports) return std::nullopt;
  return std::max(quiet_until, std::min(next_changes, next_clock));
}

void Bus::connect(record::Time now) {
  decoder_.reset();
  waiting_.clear();
  if (flying_ && is_for_changes(flying_->command)) members_[flying_->address].must_repeat = true;
  flying_.reset();
  found_.clear();
  silent_.clear();
  gone_.clear();
  for (auto& [address, member] : members_) {
    member.is_found = member.reports = false;
    member.asked.clear();
    member.failures = 0;
    member.silence_told = member.damage_told = member.is_two = false;
    member.damaged = member.strange = 0;
    member.shown_until.reset();
    member.quiet_until = now;
  }
  next_search_ = next_probe_ = now;
  searched_ = false;
  // A board that is in single-board mode takes the first command for no more than the sign to leave it.
  waiting_.push_back({.command = BusCommand::ping});
  next_request(now);
}

record::Time Bus::wake_at() const {
  record::Time at = flying_ ? deadline_ : next_search_;
  for (const auto& [address, member] : members_) {
    if (const auto silence = member.silence_due()) at = std::min(at, *silence);
    if (flying_) continue;
    if (member.is_silent())
      at = std::min(at, std::max(next_probe_, member.next_try));
    else if (const auto due = member.due())
      at = std::min(at, *due);
  }
  return at;
}

void Bus::wake(record::Time now) {
  if (flying_ && deadline_ <= now) {
    if (now - deadline_ > kStalled && !std::exchange(is_put_off_, true))
      deadline_ = now + kCatchUp;
    else
      fail(now);
  }
  for (auto& [address, member] : members_) {
    const auto silence = member.silence_due();
    if (!silence || *silence > now) continue;
    member.silence_told = true;
    silent_.push_back(address);
  }
  if (!flying_) next_request(now);
}

void Bus::start(Request request, record::Time now) {
  record::Time limit = kSearchWindow;
  losses_before_ = decoder_.losses();
  if (request.address == kAllBoards) {
    found_any_ = false;
  } else {
    Member& member = members_[request.address];
    if (member.failures == 0) member.first_try = now;
    // What it may have told already must not be asked for a second time, but repeated.
    if (request.command == BusCommand::send_changes && member.must_repeat)
      request.command = BusCommand::repeat_changes;
    limit = member.failures > 0 ? kRetryLimit : kReplyLimit;
  }
  const auto bytes = encode(request.command, request.address);
  commands_.emplace_back(bytes.begin(), bytes.end());
  flying_since_ = now;
  deadline_ = now + limit;
  is_put_off_ = false;
  flying_ = request;
}

/// The search for boards first, which is rare, then one of those that are silent, which is rare too, then the
/// board that has waited longest.
void Bus::next_request(record::Time now) {
  if (told_now_) {
    poll(now);
    if (flying_) return;
  }
  if (waiting_.empty() && next_search_ <= now) begin_search(now);
  if (!waiting_.empty()) {
    const Request request = waiting_.front();
    waiting_.pop_front();
    start(request, now);
    return;
  }
  if (!try_silent(now)) poll(now);
}

/// Those that are known are told to keep quiet, or nobody else would be heard. One that does not
/// answer is left out: it is heard if it answers after all.
void Bus::begin_search(record::Time now) {
  for (const auto& [address, member] : members_)
    if (member.failures == 0)
      waiting_.push_back({.command = BusCommand::ignore_next_ping, .address = address});
  waiting_.push_back({.command = BusCommand::ping});
  next_search_ = now + kSearchEvery;
}

bool Bus::try_silent(record::Time now) {
  if (next_probe_ > now) return false;
  const auto next = std::ranges::min_element(members_, {}, [](const auto& each) {
    return each.second.is_silent() ? each.second.next_try : record::Time::max();
  });
  if (next == members_.end() || !next->second.is_silent() || next->second.next_try > now) return false;
  next_probe_ = now + kProbeEvery;
  start({.command = BusCommand::ping, .address = next->first}, now);
  return true;
}

void Bus::poll(record::Time now) {
  const auto told_now = std::exchange(told_now_, std::nullopt);
  auto turn = told_now ? members_.find(*told_now) : members_.upper_bound(last_polled_);
  for (std::size_t i = 0; i < members_.size(); ++i, ++turn) {
    if (turn == members_.end()) turn = members_.begin();
    auto& [address, member] = *turn;
    const auto due = member.due();
    if (member.is_silent() || !due || *due > now) continue;
    last_polled_ = address;
    Request request{.command = BusCommand::send_changes, .address = address};
    if (!member.asked.empty()) {
      // A position that knows what has not been told yet would look like a loss: changes come first, and the
      // position at once behind them.
      const bool goes_on = told_now == address;
      if (member.asked.front().command == BusCommand::send_board && !goes_on) {
        start(request, now);
        return;
      }
      request = member.asked.front();
      member.asked.pop_front();
    } else if (member.next_clock <= now && (!member.clock_was_last || member.next_changes > now)) {
      // Before changes, which on a full line are due at every turn; on one that is slower still so is the clock.
      member.clock_was_last = true;
      member.next_clock = now + kClockEvery;
      request.command = BusCommand::send_clock;
    } else {
      member.clock_was_last = false;
      member.next_changes = now + kChangesEvery;
    }
    start(request, now);
    return;
  }
}

/// Nothing sound has come in time. The others have their turns before it is tried again.
void Bus::fail(record::Time now) {
  const Request request = *std::exchange(flying_, std::nullopt);
  const bool is_damaged = decoder_.losses() != losses_before_;
  decoder_.reset();
  if (request.address == kAllBoards) {
    finish_search(now);
    return;
  }
  Member& member = members_[request.address];
  member.damaged = is_damaged ? member.damaged + 1 : 0;
  if (member.damaged == kMostDamaged && !std::exchange(member.damage_told, true))
    warnings_.push_back("what answers at the address " + digits(request.address) +
                        " is damaged each time: the line is bad, or two boards have this address");
  if (is_for_changes(request.command)) {
    member.must_repeat = true;
    member.next_changes = now;
  }
  if (member.is_silent()) {
    member.back_off = std::min(2 * member.back_off, kLongestBackOff);
  } else {
    ++member.failures;
    member.back_off = kFirstBackOff;
    if (request.asked != 0) member.asked.push_front(request);
  }
  member.next_try = now + member.back_off;
}

void Bus::finish_search(record::Time now) {
  // Two that have answered at once are heard another time.
  const bool again = found_any_ || decoder_.losses() != losses_before_;
  searches_ = again ? searches_ + 1 : 0;
  if (again && searches_ < kMostSearches) next_search_ = searched_ ? now + kBetweenSearches : now;
  // After the ping that only brings boards into this mode the first search is still to come.
  if (next_search_ > now) searched_ = true;
}

void Bus::ask(std::uint16_t address, std::span<const std::uint8_t> commands) {
  Member& member = members_[address];
  if (member.is_two) return;
  for (const std::uint8_t command : commands) {
    const auto request = [&](BusCommand bus_command) {
      const Request wanted{.command = bus_command, .address = address, .asked = command};
      if (std::ranges::find(member.asked, wanted) == member.asked.end()) member.asked.push_back(wanted);
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
  const BusLosses before = decoder_.losses();
  decoder_.push(bytes, replies_);
  for (const BusReply& reply : std::exchange(replies_, {})) take(reply, now);
  if (flying_ && flying_->address != kAllBoards) {
    // A board that was not asked for long has much to tell, and one whose answer is damaged has answered.
    if (decoder_.is_in_reply())
      deadline_ =
          std::clamp(now + kBetweenPieces, deadline_, std::max(deadline_, flying_since_ + kLongestReply));
    else if (decoder_.losses().bad_checksums != before.bad_checksums)
      deadline_ = std::min(deadline_, now + kAfterDamage);
  }
  if (!flying_) next_request(now);
}

void Bus::take(const BusReply& reply, record::Time now) {
  if (reply.address == kAllBoards) return;
  if (const auto found = members_.find(reply.address);
      found != members_.end() && (found->second.is_two || is_anothers(found->second, reply, now)))
    return;
  if (!answers(reply) || is_told_again(reply, now)) {
    take_unasked(reply, now);
    return;
  }
  const Request request = *flying_;
  if (request.address != kAllBoards) {
    flying_.reset();
    Member& member = members_[request.address];
    // What was asked more than once may be answered as often. An answer that comes after the next question
    // would be taken for the answer to that one.
    if (member.failures > 0) member.quiet_until = now + std::max(kReplyLimit, now - member.first_try);
    member.damaged = 0;
    find_again(request.address, now);
  } else if (members_.contains(reply.address)) {
    find_again(reply.address, now);
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

/// The answer to the next question cannot be the same: this one answers what was asked again since.
bool Bus::is_told_again(const BusReply& reply, record::Time now) const {
  if (reply.kind != BusReply::Kind::changes || flying_->command != BusCommand::send_changes) return false;
  const Member& member = members_.at(reply.address);
  return member.may_be_late(now) && !reply.data.empty() && reply.data == member.last_changes;
}

/// The late answer to what has been asked again since, or one that came twice. A board's answers do not overtake
/// each other: changes that differ from the last ones are those that came next, whenever they arrive. Where every
/// question has its answer, they are not this board's: another one calls itself so.
void Bus::take_unasked(const BusReply& reply, record::Time now) {
  const auto found = members_.find(reply.address);
  if (found == members_.end()) return;
  Member& member = found->second;
  const bool may_be_late = member.may_be_late(now);
  find_again(reply.address, now);
  if (reply.kind != BusReply::Kind::changes || reply.data == member.last_changes || !may_be_late) return;
  const bool must_repeat = member.must_repeat;
  take_changes({.command = BusCommand::repeat_changes, .address = reply.address}, reply.address, reply.data,
               now);
  member.must_repeat = must_repeat;
}

/// A second position to one question, and another one than the first: no board gives that. What else nobody has asked for
/// may be late or come twice, and makes the board be asked for its position.
bool Bus::is_anothers(Member& member, const BusReply& reply, record::Time now) {
  const bool is_asked = answers(reply);
  if (reply.kind == BusReply::Kind::board && is_asked) {
    // What was asked more than once may be answered as often.
    member.shown_until.reset();
    if (member.failures == 0 && now >= member.quiet_until) member.shown_until = now + kSecondAnswer;
    member.shown = reply.data;
    return false;
  }
  const Request position{.command = BusCommand::send_board, .address = reply.address};
  const auto look_again = [&] {
    if (std::ranges::find(member.asked, position) == member.asked.end()) member.asked.push_back(position);
  };
  if (reply.kind == BusReply::Kind::changes && !is_asked && !reply.data.empty() &&
      reply.data != member.last_changes)
    look_again();
  const bool is_strange = reply.kind == BusReply::Kind::board && member.shown_until &&
                          now < *member.shown_until && reply.data != member.shown;
  if (!is_strange) return false;
  if (now - member.strange_since > kStrangeWithin) {
    member.strange = 0;
    member.strange_since = now;
  }
  if (++member.strange == kMostStrange)
    give_up_two(reply.address);
  else
    look_again();
  return true;
}

/// Nobody can say which of them tells what.
void Bus::give_up_two(std::uint16_t address) {
  Member& member = members_[address];
  member.is_two = true;
  member.reports = false;
  member.asked.clear();
  if (told_now_ == address) told_now_.reset();
  if (flying_ && flying_->address == address) flying_.reset();
  gone_.emplace_back(address, "another board has its address");
  warnings_.push_back("two boards of this line have the address " + digits(address) +
                      ": neither is followed, until one is taken off and the line is opened anew");
}

/// It has said something.
void Bus::find_again(std::uint16_t address, record::Time now) {
  Member& member = members_[address];
  const bool was_silent = member.is_silent();
  member.failures = 0;
  member.silence_told = false;
  if (!was_silent) return;
  member.next_changes = member.next_clock = now;
  member.quiet_until = now;
  say_number(address);
}

void Bus::take_ping(const Request& request, std::uint16_t address) {
  if (request.address == kAllBoards) {
    if (!members_.contains(address)) found_any_ = true;
    if (!std::exchange(members_[address].is_found, true)) found_.push_back(address);
  } else if (request.asked == encode(Command::send_bus_address)) {
    say(address, kBusAddress,
        std::array{static_cast<std::uint8_t>(address >> 7U), static_cast<std::uint8_t>(address & 0x7FU)});
  } else if (request.asked != 0) {
    say_number(address);
  }
}

void Bus::take_changes(const Request& request, std::uint16_t address, const Bytes& changes,
                       record::Time now) {
  Member& member = members_[address];
  member.must_repeat = false;
  if (!member.asked.empty() && member.asked.front().command == BusCommand::send_board &&
      flying_ == std::nullopt)
    told_now_ = address;
  if (request.command == BusCommand::repeat_changes && changes == member.last_changes) {
    // It was the question that got lost: these have been told before.
    member.asked.push_front(
        {.command = BusCommand::send_changes, .address = address, .asked = request.asked});
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

void Bus::say_number(std::uint16_t address) {
  const std::string number = digits(address);
  say(address, kSerialNumber, Bytes{number.begin(), number.end()});
}

void Bus::say_changes(std::uint16_t address, const Bytes& stream) {
  std::optional<std::set<Field>> found_at_start;
  for (const Logged& event : read_event_log(stream)) {
    if (std::holds_alternative<LoggedStart>(event)) {
      // Nobody has seen what was taken away while the board had no power: all its fields tell.
      found_at_start.emplace();
      ask(address, std::array{encode(Command::send_board)});
    }
    const auto* change = std::get_if<LoggedChange>(&event);
    if (change == nullptr) continue;
    // It tells all its pieces, in any order: no hand has put them there.
    if (found_at_start && change->code != Code::empty && found_at_start->insert(change->field).second)
      continue;
    found_at_start.reset();
    say(address, kFieldUpdate,
        std::array{static_cast<std::uint8_t>(index(change->field)), static_cast<std::uint8_t>(change->code)});
  }
}

void Bus::say(std::uint16_t address, std::uint8_t id, std::span<const std::uint8_t> data) {
  const std::size_t length = data.size() + 3;
  Bytes message{id, static_cast<std::uint8_t>(length >> 7U), static_cast<std::uint8_t>(length & 0x7FU)};
  message.insert(message.end(), data.begin(), data.end());
  said_.emplace_back(address, std::move(message));
}

}  // namespace jadoube::drivers::dgt
