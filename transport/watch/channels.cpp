#include "transport/watch/watch.hpp"

#include <algorithm>
#include <utility>

#include <boost/asio/post.hpp>

#include "transport/bluetooth/gatt_channel.hpp"
#include "transport/stream_channel.hpp"
#include "transport/websocket_channel.hpp"

namespace jadoube::transport::watch {
namespace {

using namespace std::chrono_literals;

constexpr record::Time kLongestRetry = 30s;
constexpr record::Time kLongestRenewal = 60s;
/// This late, a timer shows that the machine or this program had something else to do.
constexpr record::Time kStalled = 100ms;
constexpr record::Time kCatchUp = 250ms;

}  // namespace

void Watch::open(Place& place) {
  place.state = Plug::State::opening;
  place.trials.clear();
  place.kept.clear();
  place.kept_bytes = 0;
  place.recognised_at.reset();
  place.works_at.reset();
  place.opening = ++next_opening_;
  // By port and number, not by address: the place may be gone when its channel speaks, and so may the
  // watch.
  const auto still = [this, watch = std::weak_ptr{alive_}, port = place.port,
                      opening = place.opening]() -> Place* {
    return watch.expired() ? nullptr : place_at(port, opening);
  };
  ChannelEvents events{.opened =
                           [this, still] {
                             if (Place* here = still()) opened(*here);
                           },
                       .received =
                           [this, still](std::vector<std::uint8_t> bytes, SteadyTime when) {
                             if (Place* here = still()) received(*here, std::move(bytes), at(when));
                           },
                       .closed =
                           [this, still](const std::string& reason) {
                             if (Place* here = still()) closed(*here, reason);
                           },
                       .damaged =
                           [this, still](const TransportErrors& errors) {
                             if (Place* here = still()) damaged(*here, errors);
                           }};
  const drivers::UsbId& way = *place.candidates[place.turns[place.turn].front()].usb;
  if (!place.line.empty()) {
    place.channel = share_of(place);
    asio::post(executor_, events.opened);
  } else if (place.port.starts_with(kWebSocket))
    place.channel = open_websocket(place.port, executor_, std::move(events));
  else if (place.port.starts_with(bluetooth::kBluetooth))
    place.channel = bluetooth::open_gatt(place.port, *place.candidates.front().model->bluetooth, executor_,
                                         std::move(events));
  else if (place.device.vendor == 0)
    place.channel = open_stream(place.port, way.line, executor_, std::move(events));
  else
    place.channel = usb_->open(place.device, way.transport, way.line, executor_, std::move(events));
  events_.plug(place, false);
}

void Watch::opened(Place& place) {
  place.state = place.owned != nullptr ? Plug::State::board : Plug::State::listening;
  place.opened_at = now();
  if (place.owned != nullptr) {
    place.retry = kFirstRetry;
    // Opened anew under a board that is silent: its session goes on.
    events_.plug(place, false);
    work(place);
    return;
  }
  const drivers::Protocol& first = *place.candidates[place.turns[place.turn].front()].model->protocol;
  if (place.line.empty()) place.bus = first.shared_line == nullptr ? nullptr : first.shared_line();
  if (place.bus) {
    place.state = Plug::State::line;
    place.searched = false;
    place.followed_elsewhere.clear();
    place.bus->connect(place.opened_at);
    events_.plug(place, false);
    work(place);
    return;
  }
  place.retry = kFirstRetry;
  begin_trials(place);
  events_.plug(place, false);
  work(place);
}

void Watch::received(Place& place, std::vector<std::uint8_t> bytes, record::Time t) {
  if (place.bus) {
    place.bus->receive(bytes, t);
    work(place);
    return;
  }
  if (place.owned != nullptr) {
    Board& board = *place.owned;
    if (events_.wire) events_.wire(board, Direction::from_board, bytes, t);
    board.session->receive(bytes, t);
  } else {
    for (Trial& trial : place.trials) trial.session->receive(bytes, t);
    keep(place, {Direction::from_board, std::move(bytes), t});
  }
  work(place);
}

void Watch::damaged(Place& place, const TransportErrors& errors) {
  for (auto& [port, member] : places_)
    if (place.bus && member->line == place.port) damaged(*member, errors);
  if (place.owned == nullptr) return;
  Board& board = *place.owned;
  const bool are_first_of_line = board.errors.of_line() == 0 && errors.of_line() != 0;
  const bool are_first_of_transfers = board.errors.of_transfers() == 0 && errors.of_transfers() != 0;
  board.errors += errors;
  if (are_first_of_line)
    events_.warning(board.name + ": bytes are lost between the board and its USB bridge (" +
                    to_string(errors) + "); they are counted from now on");
  else if (are_first_of_transfers)
    events_.warning(board.name + ": USB transfers from it fail (" + to_string(errors) +
                    "); they are counted from now on");
}

void Watch::closed(Place& place, const std::string& reason) {
  place.channel.reset();
  leave_line(place, reason);
  detach(place, reason);
  if (stopped_) return;
  place.trials.clear();
  if (place.state == Plug::State::opening && place.turn + 1 < place.turns.size()) {
    ++place.turn;
    reopen(place);
    return;
  }
  if (place.state == Plug::State::opening) place.turn = 0;
  // Nobody has asked for it in words, and it may be at home.
  const bool is_away = !place.radio_name.empty() && reason == bluetooth::kNotInReach;
  place.state = is_away ? Plug::State::away : Plug::State::failed;
  place.reason = reason;
  events_.plug(place, false);
  // An unplugged USB device will be heard to leave; everything else may come back by itself.
  try_again(place, place.retry);
  place.retry = std::min(2 * place.retry, kLongestRetry);
}

void Watch::try_again(Place& place, record::Time after) {
  wait(place, Clock::now() + after, [this](Place& here) {
    if (here.device.vendor == 0 || here.reason != "unplugged") open(here);
  });
}

void Watch::reopen(Place& place) {
  if (place.channel) std::exchange(place.channel, nullptr)->close();
  place.trials.clear();
  place.opening = ++next_opening_;
  wait(place, Clock::now() + 100ms, [this](Place& here) { open(here); });
}

void Watch::work(Place& place) {
  const record::Time t = now();
  if (place.bus) {
    work_line(place, t);
    return;
  }
  if (place.owned != nullptr) {
    place.owned->session->wake(t);
    drain(place);
    if (is_to_be_renewed(place, t)) {
      renew(place);
      return;
    }
  } else {
    try_out(place, t);
    if (place.channel == nullptr) return;
  }
  const std::optional<record::Time> next = next_work(place);
  if (!next) return;
  const record::Time due = std::max(*next, t + 1ms);
  // Boards that report often put off what is due again and again: the timer is not set anew for each
  // report.
  if (place.works_at && *place.works_at <= due) return;
  wait(place, begun_ + due, [this, due](Place& here) {
    here.works_at.reset();
    // If this program was kept from working for so long, what has come meanwhile must be heard first: its
    // own sleep would be taken for the silence of the board.
    if (now() - due > kStalled) {
      wait(here, Clock::now() + kCatchUp, [this](Place& later) { work(later); });
    } else {
      work(here);
    }
  });
  place.works_at = due;
}

bool Watch::is_to_be_renewed(Place& place, record::Time t) {
  // The boards of a line have no channel of their own.
  const bool is_silent = place.owned->session->state() == drivers::BoardSession::State::silent;
  if (!is_silent || !place.line.empty()) {
    place.silent_since.reset();
    if (!is_silent) place.renew_after = kFirstRenewal;
    return false;
  }
  if (!place.silent_since) place.silent_since = t;
  return t - *place.silent_since >= place.renew_after;
}

void Watch::renew(Place& place) {
  place.silent_since.reset();
  place.renew_after = std::min(2 * place.renew_after, kLongestRenewal);
  reopen(place);
}

void Watch::wait(Place& place, SteadyTime until, std::function<void(Place&)> then) {
  place.works_at.reset();
  place.timer.expires_at(until);
  place.timer.async_wait([this, watch = std::weak_ptr{alive_}, then = std::move(then), port = place.port,
                          opening = place.opening](const boost::system::error_code& error) {
    if (error || watch.expired() || stopped_) return;
    if (Place* here = place_at(port, opening)) then(*here);
  });
}

void Watch::drain(Place& place) {
  Board& board = *place.owned;
  for (auto& command : board.session->take_commands()) {
    if (events_.wire) events_.wire(board, Direction::to_board, command, now());
    if (place.channel) place.channel->write(std::move(command));
  }
  pass_on(board);
}

void Watch::pass_on(Board& board) {
  const std::vector<record::Record> records = board.session->take_records();
  if (records.empty()) return;
  events_.records(board, records);
  std::string memory = board.session->memory();
  if (memory == memories_[board.name]) return;
  if (const auto kept = memory_.remember(board.name, memory); !kept) events_.warning(kept.error());
  memories_[board.name] = std::move(memory);
}

void Watch::detach(Place& place, const std::string& reason) {
  Board* board = std::exchange(place.owned, nullptr);
  place.board = nullptr;
  if (board == nullptr) return;
  board->attached = false;
  board->session->disconnect(reason.empty() ? "closed" : reason, now());
  pass_on(*board);
}

record::Time Watch::at(SteadyTime t) const {
  return std::chrono::duration_cast<record::Time>(t - begun_);
}

std::optional<record::Time> Watch::next_work(const Place& place) const {
  std::optional<record::Time> next;
  const auto consider = [&next](std::optional<record::Time> wake) {
    if (wake) next = next ? std::min(*next, *wake) : wake;
  };
  if (place.owned != nullptr) {
    consider(place.owned->session->wake_at());
    if (place.silent_since) consider(*place.silent_since + place.renew_after);
  } else {
    consider(place.opened_at + options_.patience);
    if (place.recognised_at) consider(*place.recognised_at + kSerialPatience);
    for (const Trial& trial : place.trials)
      consider(trial.session->is_listening() ? trial.may_ask : trial.session->wake_at());
  }
  return next;
}

}  // namespace jadoube::transport::watch
