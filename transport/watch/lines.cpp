#include "transport/watch/watch.hpp"

#include <algorithm>
#include <utility>

#include <boost/asio/post.hpp>

namespace jadoube::transport::watch {
namespace {

using namespace std::chrono_literals;

/// A board's share of a line.
class Share final : public Channel {
 public:
  explicit Share(std::function<void(std::vector<std::uint8_t>)> write) : write_{std::move(write)} {}
  void write(std::vector<std::uint8_t> bytes) override { write_(std::move(bytes)); }
  void close() override {}

 private:
  std::function<void(std::vector<std::uint8_t>)> write_;
};

}  // namespace

void Watch::work_line(Place& place, record::Time t) {
  place.bus->wake(t);
  for (auto& command : place.bus->take_commands()) place.channel->write(std::move(command));
  for (const std::string& sentence : place.bus->take_warnings())
    events_.warning(place.port + ": " + sentence);
  if (const std::string complaint = place.bus->complaint(); !complaint.empty()) {
    // Its last words are not to be heard.
    place.opening = ++next_opening_;
    std::exchange(place.channel, nullptr)->close();
    closed(place, complaint);
    return;
  }
  for (const auto& [address, reason] : place.bus->take_gone()) {
    place.followed_elsewhere.erase(address);
    leave_line(place, reason, address);
  }
  for (const std::string& address : place.bus->take_silent()) {
    Place* board = board_on(place, address);
    if (board == nullptr || board->owned == nullptr) continue;
    board->owned->session->fall_silent(t);
    work(*board);
  }
  for (const std::string& address : place.bus->take_found())
    if (!is_followed_elsewhere(place, address)) add_member(place, address);
  if (place.bus->has_searched() && !std::exchange(place.searched, true)) {
    place.retry = kFirstRetry;
    const std::uint64_t strange = place.bus->skipped_bytes();
    if (strange >= kFewBytes) place.strange_bytes = strange;
    events_.plug(place, false);
  }
  for (auto& [address, bytes] : place.bus->take_said())
    if (Place* board = board_on(place, address)) received(*board, std::move(bytes), t);
  wait(place, begun_ + std::max(place.bus->wake_at(), t + 1ms), [this](Place& here) { work(here); });
}

void Watch::add_member(const Place& line, const std::string& address) {
  auto board = std::make_unique<Place>(executor_);
  board->port = line.port + '#' + address;
  board->candidates = {line.candidates[line.turns[line.turn].front()]};
  board->told_by_user = true;
  board->line = line.port;
  board->address = address;
  add(std::move(board));
}

bool Watch::is_followed_elsewhere(Place& line, const std::string& address) {
  const drivers::BoardModel* model = line.candidates[line.turns[line.turn].front()].model;
  if (!model->network) return false;
  const auto other = std::ranges::find_if(places_, [&](const auto& each) {
    const Place& place = *each.second;
    return !place.line.empty() && place.line != line.port && place.address == address &&
           place.candidates.front().model == model;
  });
  if (other == places_.end()) return false;
  const std::string& first = other->second->line;
  line.followed_elsewhere.insert(address);
  if (offered_twice_.insert(address).second)
    events_.warning("board " + address + " is offered by " + first + " and by " + line.port +
                    ": it is followed through " + first);
  return true;
}

void Watch::follow_elsewhere(const std::string& address) {
  if (stopped_) return;
  for (const auto& [port, line] : places_) {
    if (!line->bus || line->followed_elsewhere.erase(address) == 0) continue;
    add_member(*line, address);
    return;
  }
}

Place* Watch::board_on(const Place& line, const std::string& address) {
  const auto board = std::ranges::find_if(places_, [&](const auto& each) {
    return each.second->line == line.port && each.second->address == address;
  });
  return board == places_.end() ? nullptr : board->second.get();
}

std::shared_ptr<Channel> Watch::share_of(const Place& board) {
  const auto line = places_.find(board.line);
  const auto ask = [this, watch = std::weak_ptr{alive_}, port = board.line, opening = line->second->opening,
                    address = board.address](const std::vector<std::uint8_t>& bytes) {
    Place* place = watch.expired() ? nullptr : place_at(port, opening);
    if (place == nullptr || !place->bus) return;
    place->bus->ask(address, bytes);
    work(*place);
  };
  // Later: the session that writes is in the middle of something.
  return std::make_shared<Share>([executor = executor_, ask](std::vector<std::uint8_t> bytes) {
    asio::post(executor, [ask, bytes = std::move(bytes)] { ask(bytes); });
  });
}

void Watch::leave_line(Place& place, const std::string& reason) {
  if (!place.bus) return;
  place.bus.reset();
  leave_line(place, reason, {});
}

void Watch::leave_line(const Place& place, const std::string& reason, const std::string& address) {
  std::vector<std::string> left;
  for (auto each = places_.begin(); each != places_.end();) {
    if (each->second->line != place.port || (!address.empty() && each->second->address != address)) {
      ++each;
      continue;
    }
    const std::unique_ptr<Place> board = std::move(each->second);
    each = places_.erase(each);
    detach(*board, reason);
    events_.plug(*board, true);
    left.push_back(board->address);
  }
  for (const std::string& each : left) follow_elsewhere(each);
}

}  // namespace jadoube::transport::watch
