// Which numbers of a hall have come, and which are missing.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace jadoube::broker {

struct NumberRange {
  std::uint64_t first = 0, last = 0;
  friend bool operator==(const NumberRange&, const NumberRange&) = default;
};

class Numbers {
 public:
  /// Those up to `head` were before our time.
  explicit Numbers(std::uint64_t head) : complete_{head}, highest_{head} {}

  /// False: it has come before, or it was before our time.
  bool take(std::uint64_t number) { return take(NumberRange{number, number}) != 0; }
  /// How many of these had not come before. Where what is missing is in too many pieces, what lies behind them is not taken.
  std::uint64_t take(NumberRange range);
  /// Whether take() would take it.
  [[nodiscard]] bool is_new(std::uint64_t number) const;
  /// There is such a number, wherever it is.
  void know(std::uint64_t number) { highest_ = number > highest_ ? number : highest_; }

  /// All up to this one have come.
  [[nodiscard]] std::uint64_t complete() const { return complete_; }
  /// What is missing of all that are known to be, the first pieces of it.
  [[nodiscard]] std::vector<NumberRange> missing(std::size_t most) const;

 private:
  std::uint64_t complete_, highest_;
  /// Beyond `complete_`, by first number; apart from each other.
  std::map<std::uint64_t, std::uint64_t> pieces_;
};

}  // namespace jadoube::broker
