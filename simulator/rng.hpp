// Random numbers that are the same on every machine, library and build type. The distributions of <random>
// differ between libraries and libm differs between versions, so both are written out here with +, -, *, /
// and sqrt only.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace jadoube::simulator {

/// Natural logarithm of x > 0 to about 1e-13; not libm's, whose last digit depends on its version.
double portable_log(double x);
/// e to the x for |x| < 700, to about 1e-13.
double portable_exp(double x);

/// xoshiro256** seeded by splitmix64 (Blackman and Vigna, prng.di.unimi.it, public domain algorithms).
class Rng {
 public:
  /// Streams of the same seed and different names are independent: changing how much one part of the
  /// simulator draws does not disturb the others, so the same hands can be watched by other sensors.
  Rng(std::uint64_t seed, std::string_view stream);

  std::uint64_t next();
  /// 0 ≤ result < 1.
  double uniform();
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  /// 0 … n − 1; n > 0.
  std::uint32_t below(std::uint32_t n);
  bool chance(double probability) { return uniform() < probability; }
  /// Standard normal.
  double normal();
  /// exp(sigma · normal): median 1.
  double log_normal(double sigma) { return portable_exp(sigma * normal()); }
  /// Mean as given.
  double exponential(double mean);
  /// Index into weights ≥ 0 of which at least one is positive.
  std::size_t weighted(std::span<const double> weights);
  template <typename Container>
  const auto& pick(const Container& from) {
    assert(!from.empty());
    return from[below(static_cast<std::uint32_t>(from.size()))];
  }

 private:
  std::array<std::uint64_t, 4> state_;
  double spare_normal_ = 0;
  bool has_spare_ = false;
};

}  // namespace jadoube::simulator
