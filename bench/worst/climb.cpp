#include "bench/worst/climb.hpp"

#include <algorithm>
#include <ctime>

namespace jadoube::bench {

namespace {

/// As many inputs are gone on from as this.
constexpr std::size_t kKept = 12;

/// SplitMix64: the same numbers everywhere.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_{seed} {}
  std::size_t below(std::size_t n) { return n == 0 ? 0 : static_cast<std::size_t>(next() % n); }

 private:
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15U;
    z = (z ^ z >> 30U) * 0xBF58476D1CE4E5B9U;
    z = (z ^ z >> 27U) * 0x94D049BB133111EBU;
    return z ^ z >> 31U;
  }
  std::uint64_t state_;
};

class Changer {
 public:
  Changer(const Quarry& quarry, Dice& dice) : quarry_{quarry}, dice_{dice} {}

  std::string changed(std::string input, const std::string& other) {
    for (std::size_t times = 1 + dice_.below(4); times > 0; --times) change(input, other);
    if (input.size() > quarry_.longest) input.resize(quarry_.longest - quarry_.longest % quarry_.gene);
    return input;
  }

 private:
  [[nodiscard]] std::size_t place(const std::string& input) {
    return dice_.below(input.size() / quarry_.gene + 1) * quarry_.gene;
  }
  /// A part of it, mostly a short one.
  std::string part(const std::string& input) {
    const std::size_t from = place(input);
    const std::size_t genes = (input.size() - from) / quarry_.gene;
    const std::size_t most = dice_.below(4) == 0 ? genes : std::min<std::size_t>(genes, 12);
    return input.substr(from, (dice_.below(most + 1)) * quarry_.gene);
  }

  void change(std::string& input, const std::string& other) {
    switch (dice_.below(quarry_.words.empty() ? 7 : 9)) {
      case 0:  // left out
        input.erase(place(input), (1 + dice_.below(dice_.below(3) == 0 ? 40 : 4)) * quarry_.gene);
        return;
      case 1: {  // repeated
        const std::string again = part(input);
        std::string times;
        for (std::size_t n = 1 + dice_.below(dice_.below(3) == 0 ? 60 : 4);
             n > 0 && times.size() < quarry_.longest; --n)
          times += again;
        input.insert(place(input), times);
        return;
      }
      case 2:
        input.insert(place(input), part(other));
        return;
      case 3: {  // new
        std::string gene(quarry_.gene, '\0');
        for (char& byte : gene) byte = static_cast<char>(dice_.below(256));
        input.insert(place(input), gene);
        return;
      }
      case 4:
      case 5:
      case 6:
        if (input.empty()) return;
        input[dice_.below(input.size())] = static_cast<char>(dice_.below(256));
        return;
      default: {
        const std::string& word = quarry_.words[dice_.below(quarry_.words.size())];
        const std::size_t at = place(input);
        if (dice_.below(2) == 0) input.erase(at, dice_.below(word.size() + 2));
        input.insert(std::min(at, input.size()), word);
      }
    }
  }

  const Quarry& quarry_;
  Dice& dice_;
};

double seconds_so_far() {
  return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

}  // namespace

Found climb(const Quarry& quarry, double seconds, std::uint64_t seed,
            const std::function<void(const Found&)>& tell) {
  Dice dice{seed};
  Changer changer{quarry, dice};
  std::vector<Found> kept;
  std::uint64_t tried = 0;
  const auto worth = [&](const Cost& cost) {
    return quarry.by_step ? static_cast<double>(cost.most_at_once) : cost.each();
  };
  const auto take = [&](std::string input) {
    const Cost cost = quarry.run(input);
    ++tried;
    const auto alike = [&](const Found& each) {
      return each.cost.all == cost.all && each.cost.units == cost.units;
    };
    if (std::any_of(kept.begin(), kept.end(), alike)) return;
    const auto dearer = [&](const Found& each) { return worth(each.cost) < worth(cost); };
    const auto at = std::find_if(kept.begin(), kept.end(), dearer);
    const bool is_best = at == kept.begin();
    kept.insert(at, {std::move(input), cost, tried});
    if (kept.size() > kKept) kept.pop_back();
    if (is_best) tell(kept.front());
  };
  // What is made when it is needed first is none of the inputs'.
  for (const std::string& each : quarry.seeds) quarry.run(each);
  for (const std::string& each : quarry.seeds) take(each);
  const double end = seconds_so_far() + seconds;
  while (seconds_so_far() < end) {
    // The best are gone on from more often.
    const std::size_t which = std::min(dice.below(kept.size()), dice.below(kept.size()));
    take(changer.changed(kept[which].input, kept[dice.below(kept.size())].input));
  }
  kept.front().tried = tried;
  return kept.front();
}

}  // namespace jadoube::bench
