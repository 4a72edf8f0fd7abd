#include "arbiter/live_board.hpp"

namespace jadoube::arbiter {

namespace {

template <class Kind>
const Kind* last_waiting(const LiveBoard& board) {
  for (auto record = board.waiting.rbegin(); record != board.waiting.rend(); ++record)
    if (const auto* found = std::get_if<Kind>(&*record)) return found;
  return nullptr;
}

}  // namespace

const record::Scan* LiveBoard::scan() const {
  if (const auto* waits = last_waiting<record::Scan>(*this)) return waits;
  if (catching_up) return catching_up->scan ? &*catching_up->scan : nullptr;
  return followed->scan() ? &*followed->scan() : nullptr;
}

bool LiveBoard::link_is_lost() const {
  const auto* waits = last_waiting<record::Link>(*this);
  if (waits != nullptr) return waits->state == record::Link::State::lost;
  return catching_up ? catching_up->link_is_lost : followed->link_is_lost();
}

}  // namespace jadoube::arbiter
