// Games that many simulated boards have in common, of which no more are there at a time than memory is meant for.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

namespace jadoube::daemon {

template <class Game>
class SharedGames {
 public:
  using Ptr = std::shared_ptr<const Game>;
  /// At most so many are there, at least two: half of them are handed out, the others are still played where they were handed
  /// out before.
  explicit SharedGames(std::size_t most) : most_{most} {}

  [[nodiscard]] bool empty() const { return games_.empty(); }
  /// Another may be made.
  [[nodiscard]] bool has_room() {
    std::erase_if(left_, [](const auto& each) { return each.expired(); });
    return games_.size() + left_.size() < most_;
  }
  /// For which there is room. The oldest is handed out no more if there are enough.
  void add(Ptr game) {
    games_.push_back(std::move(game));
    if (games_.size() <= most_ / 2) return;
    left_.push_back(games_.front());
    games_.pop_front();
  }
  /// In turn. There is one.
  [[nodiscard]] Ptr next() { return games_[next_++ % games_.size()]; }

 private:
  std::size_t most_;
  std::deque<Ptr> games_;
  /// Handed out no more.
  std::vector<std::weak_ptr<const Game>> left_;
  std::size_t next_ = 0;
};

}  // namespace jadoube::daemon
