// Log-likelihoods in fixed point.
//
// Log weights are integers, and the few logarithms and exponentials are computed here from + − × ÷ alone. The
// mathematics library of a machine may round differently from the next one's; integers do not, and the same
// log must give the same bytes everywhere.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace jadoube::model {

/// How likely something is, as a natural logarithm: 0 is certain, or as likely as what it is compared with.
/// Kept in thousandths of a nat, "mnat"; a game of 300 plies stays far inside the range.
class LogWeight {
 public:
  constexpr LogWeight() = default;
  constexpr explicit LogWeight(std::int32_t millinats) : millinats_{millinats} {}

  [[nodiscard]] constexpr std::int32_t millinats() const { return millinats_; }

  friend constexpr auto operator<=>(LogWeight, LogWeight) = default;

  constexpr LogWeight& operator+=(LogWeight other) {
    millinats_ += other.millinats_;
    return *this;
  }
  constexpr LogWeight& operator-=(LogWeight other) {
    millinats_ -= other.millinats_;
    return *this;
  }
  friend constexpr LogWeight operator+(LogWeight a, LogWeight b) { return a += b; }
  friend constexpr LogWeight operator-(LogWeight a, LogWeight b) { return a -= b; }
  friend constexpr LogWeight operator-(LogWeight a) { return LogWeight{-a.millinats_}; }
  /// That of something that happens so many times, independently.
  friend constexpr LogWeight operator*(LogWeight each, int times) {
    return LogWeight{each.millinats_ * times};
  }
  /// Rounded towards 0.
  friend constexpr LogWeight operator/(LogWeight whole, int parts) {
    return LogWeight{whole.millinats_ / parts};
  }

 private:
  std::int32_t millinats_ = 0;
};

inline constexpr LogWeight kImpossible{-1'000'000'000};

/// ln x for x > 0, to about 1e-15, from basic arithmetic only.
constexpr double natural_log(double x) {
  constexpr double ln2 = 0.69314718055994530942;
  int exponent = 0;
  while (x > 1.4142135623730951) {
    x *= 0.5;
    ++exponent;
  }
  while (x < 0.70710678118654752) {
    x *= 2.0;
    --exponent;
  }
  const double y = (x - 1.0) / (x + 1.0);
  const double y2 = y * y;
  double term = y;
  double sum = 0.0;
  for (int k = 1; k < 19; k += 2) {
    sum += term / k;
    term *= y2;
  }
  return 2.0 * sum + ln2 * exponent;
}

/// The logarithm of a probability in (0, 1], rounded to the nearest thousandth.
constexpr LogWeight log_probability(double p) {
  const double v = natural_log(p) * 1000.0;
  return LogWeight{static_cast<std::int32_t>(v < 0.0 ? v - 0.5 : v + 0.5)};
}

namespace detail {
inline constexpr std::size_t kLogTableSize = 257;
inline constexpr auto kLogOfCount = [] {
  std::array<LogWeight, kLogTableSize> table{};
  for (std::size_t n = 1; n < kLogTableSize; ++n) table[n] = log_probability(static_cast<double>(n));
  return table;
}();

// e^(−k/64) in units of 2^-24, up to where it vanishes. Sums of 256 such weights times a weight fit 64 bits.
inline constexpr std::size_t kExpStepsPerNat = 64;
inline constexpr std::size_t kExpTableSize = 17 * kExpStepsPerNat + 1;
inline constexpr auto kExp = [] {
  std::array<std::uint32_t, kExpTableSize> table{};
  // e^(−1/64) = Σ (−1/64)^k / k!
  double step = 0.0;
  double term = 1.0;
  for (int k = 0; k < 12; ++k) {
    step += term;
    term *= -1.0 / 64.0 / (k + 1);
  }
  double value = 16777216.0;
  for (auto& entry : table) {
    entry = (static_cast<std::uint32_t>(value * 2.0) + 1) / 2;
    value *= step;
  }
  return table;
}();

// ln(1 + k/256), and ln 2 at the end, in units of 2^-16 thousandths.
inline constexpr unsigned kLogBits = 8;
inline constexpr auto kLog = [] {
  constexpr std::size_t steps = std::size_t{1} << kLogBits;
  std::array<std::int64_t, steps + 1> table{};
  for (std::size_t k = 0; k <= steps; ++k) {
    const double log = natural_log(1.0 + static_cast<double>(k) / static_cast<double>(steps));
    table[k] = (static_cast<std::int64_t>(log * 131072000.0) + 1) / 2;
  }
  return table;
}();
}  // namespace detail

/// ln n for 1 ≤ n ≤ 256.
constexpr LogWeight log_of_count(std::size_t n) {
  return detail::kLogOfCount[n];
}

/// Weight 1 of `weight`.
inline constexpr std::uint64_t kWholeWeight = std::uint64_t{1} << 24U;

/// Weight of something that is `behind` ≥ 0 behind the best, in units of 2^-24; 0 beyond 17 nats.
constexpr std::uint64_t weight(LogWeight behind) {
  const auto at = static_cast<std::size_t>(behind.millinats()) * detail::kExpStepsPerNat;
  const std::size_t low = at / 1000;
  if (low + 1 >= detail::kExpTableSize) return 0;
  const std::uint64_t a = detail::kExp[low];
  const std::uint64_t b = detail::kExp[low + 1];
  return a - (a - b) * (at % 1000) / 1000;
}

/// The inverse of `weight`, for sums larger than one as well; `w` ≥ 1.
constexpr LogWeight log_of_weight(std::uint64_t w) {
  // w = 2^power (1 + rest/2^64), between two entries of the table.
  const int power = 63 - std::countl_zero(w);
  const std::uint64_t rest = power == 0 ? 0 : w << (64 - power);
  const std::size_t low = rest >> (64 - detail::kLogBits);
  const auto between = static_cast<std::int64_t>(rest << detail::kLogBits >> 48U);
  const std::int64_t a = detail::kLog[low];
  const std::int64_t b = detail::kLog[low + 1];
  const std::int64_t log = a + (b - a) * between / 65536 + (power - 24) * detail::kLog.back();
  return LogWeight{static_cast<std::int32_t>((log + 32768) >> 16U)};
}

/// The logarithm of a sum of weights.
class LogSum {
 public:
  constexpr void add(LogWeight weight_of_each, std::uint64_t times) {
    if (weight_of_each > best_) {
      sum_ = (best_ == kImpossible ? 0 : sum_ * weight(weight_of_each - best_) / kWholeWeight) +
             times * kWholeWeight;
      best_ = weight_of_each;
    } else {
      sum_ += times * weight(best_ - weight_of_each);
    }
  }
  [[nodiscard]] constexpr bool empty() const { return best_ == kImpossible; }
  /// Not of an empty sum.
  [[nodiscard]] constexpr LogWeight log() const { return best_ + log_of_weight(sum_); }

 private:
  LogWeight best_ = kImpossible;
  std::uint64_t sum_ = 0;  // of weights relative to the best
};

}  // namespace jadoube::model
