#include "arbiter/update_ring.hpp"

#include <algorithm>
#include <utility>

#include "json/writer.hpp"

namespace jadoube::arbiter {

namespace {

std::shared_ptr<const std::string> text(Update::Kind kind, std::uint64_t seq, const std::string& members) {
  auto made = std::make_shared<std::string>();
  made->reserve(members.size() + 60);
  json::Object o{*made};
  o.text("type", name(kind)).number("seq", static_cast<std::int64_t>(seq)).members(members).close();
  return made;
}

}  // namespace

void UpdateRing::publish(std::string board, Update::Kind kind, const Texts& texts) {
  const std::uint64_t seq = ++last_;
  ++published_.at(static_cast<std::size_t>(kind));
  Update update{seq, kind, std::move(board), text(kind, seq, texts.members), nullptr, texts.changed};
  if (!texts.hall_members.empty()) update.hall_text = text(kind, seq, texts.hall_members);
  updates_.push_back(update);
  if (updates_.size() > kept_) updates_.pop_front();
  // Whoever is told may stop listening, or make others listen.
  const auto listeners = listeners_;
  for (const auto& each : listeners)
    if (const auto listener = each.lock()) (*listener)(update);
  std::erase_if(listeners_, [](const auto& each) { return each.expired(); });
}

std::optional<std::vector<Update>> UpdateRing::since(std::uint64_t seq) const {
  if (seq > last_ || seq + updates_.size() < last_) return std::nullopt;
  return std::vector<Update>{updates_.end() - static_cast<std::ptrdiff_t>(last_ - seq), updates_.end()};
}

std::shared_ptr<void> UpdateRing::listen(Hall::Listener listener) {
  auto held = std::make_shared<Hall::Listener>(std::move(listener));
  listeners_.push_back(held);
  return held;
}

}  // namespace jadoube::arbiter
