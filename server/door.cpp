#include "server/door.hpp"

#include <algorithm>
#include <utility>

namespace jadoube::server {
namespace {

/// If all connections belong to people with tokens, so many more are there for /healthz.
constexpr std::size_t kSpare = 8;

}  // namespace

void Door::Place::has_shown_token() {
  if (!is_in_ || !std::exchange(is_stranger_, false)) return;
  door_->strangers_.erase(at_);
  ++door_->known_;
}

bool Door::Place::is_for(const std::string& network, const Limits& limits) {
  if (!is_in_) return false;
  if (network == network_) return true;
  if (!door_->has_room_for(network, this, limits)) return false;
  door_->leave(*this);
  network_ = network;
  door_->enter(*this);
  return true;
}

std::shared_ptr<Door::Place> Door::let_in(std::string network, std::function<void()> close,
                                          const Limits& limits) {
  const auto refuse = [this]() -> std::shared_ptr<Place> {
    ++counts_.turned_away;
    counts_.drop(Drop::no_room);
    return nullptr;
  };
  if (!has_room_for(network, nullptr, limits)) return refuse();
  const std::size_t kept = std::min(limits.connections_kept, limits.connections - 1);
  const bool is_full = strangers_.size() + known_ >= limits.connections;
  if ((is_full || strangers_.size() >= limits.connections - kept) && !make_room(nullptr, nullptr) &&
      known_ >= limits.connections + kSpare)
    return refuse();
  auto place = std::make_shared<Place>(shared_from_this(), std::move(network), std::move(close));
  enter(*place);
  return place;
}

void Door::enter(Place& place) {
  place.is_in_ = place.is_stranger_ = true;
  place.at_ = strangers_.insert(strangers_.end(), &place);
  ++networks_[place.network_];
  ++counts_.connections;
}

void Door::leave(Place& place) {
  if (!std::exchange(place.is_in_, false)) return;
  if (std::exchange(place.is_stranger_, false))
    strangers_.erase(place.at_);
  else
    --known_;
  --counts_.connections;
  const auto found = networks_.find(place.network_);
  if (--found->second == 0) networks_.erase(found);
}

bool Door::make_room(const std::string* network, const Place* but) {
  const auto found = std::ranges::find_if(strangers_, [&](const Place* each) {
    return each != but && (network == nullptr || each->network_ == *network);
  });
  if (found == strangers_.end()) return false;
  Place& place = **found;
  leave(place);
  counts_.drop(Drop::made_room);
  place.close_();
  return true;
}

bool Door::has_room_for(const std::string& network, const Place* but, const Limits& limits) {
  if (network.empty()) return true;
  const auto found = networks_.find(network);
  return found == networks_.end() || found->second < limits.connections_per_address ||
         make_room(&network, but);
}

}  // namespace jadoube::server
