// What has changed lately, numbered, for those who listen and for those who come back after a gap.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arbiter/hall.hpp"
#include "record/utc.hpp"

namespace jadoube::arbiter {

class UpdateRing {
 public:
  /// How many updates are kept for latecomers, and the number before the first.
  explicit UpdateRing(std::size_t kept, std::uint64_t before = 0) : kept_{kept}, last_{before} {}

  /// Of updates, in a run that begins at `start`: microseconds, which no run outnumbers, and which every JSON
  /// reader keeps exactly.
  static std::uint64_t first_number(record::WallTime start) {
    return static_cast<std::uint64_t>(std::chrono::microseconds{start.time_since_epoch()}.count());
  }

  /// What an update says after its type and number, as JSON without braces: for viewer, arbiter and admin,
  /// and for the role hall, which is told nothing if that is empty.
  struct Texts {
    std::string members;
    std::string hall_members;
    /// When the first of the changes was made that it tells of.
    std::optional<std::chrono::steady_clock::time_point> changed = {};
  };
  /// Gives the update its number, keeps it and tells everybody who listens: `{"type":"board","seq":7` …
  void publish(std::string board, Update::Kind kind, const Texts& texts);

  [[nodiscard]] std::uint64_t last() const { return last_; }
  /// How many updates there were, by their kind.
  [[nodiscard]] const std::array<std::uint64_t, Update::kKinds>& published() const { return published_; }
  [[nodiscard]] std::optional<std::vector<Update>> since(std::uint64_t seq) const;
  [[nodiscard]] std::shared_ptr<void> listen(Hall::Listener listener);

 private:
  std::size_t kept_;
  std::uint64_t last_;
  std::array<std::uint64_t, Update::kKinds> published_{};
  std::deque<Update> updates_;
  std::vector<std::weak_ptr<Hall::Listener>> listeners_;
};

}  // namespace jadoube::arbiter
