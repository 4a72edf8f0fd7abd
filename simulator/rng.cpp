#include "simulator/rng.hpp"

#include <bit>
#include <cmath>

namespace jadoube::simulator {
namespace {

constexpr double kLn2 = 0.693147180559945309417232121458;

std::uint64_t splitmix(std::uint64_t& state) {
  state += 0x9E3779B97F4A7C15;
  std::uint64_t z = state;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EB;
  return z ^ (z >> 31U);
}

/// 2 to the k, |k| < 1000.
double power_of_two(int k) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(1023 + k) << 52U);
}

}  // namespace

double portable_log(double x) {
  assert(x > 0);
  const auto bits = std::bit_cast<std::uint64_t>(x);
  int exponent = static_cast<int>(bits >> 52U & 0x7FFU) - 1023;
  auto mantissa =
      std::bit_cast<double>((bits & 0x000FFFFFFFFFFFFF) | 0x3FF0000000000000);  // 1 ≤ mantissa < 2
  if (mantissa > 1.4142135623730951) {
    mantissa /= 2;
    ++exponent;
  }
  // ln m = 2 artanh((m − 1) / (m + 1)), |argument| < 0.172
  const double s = (mantissa - 1) / (mantissa + 1);
  const double s2 = s * s;
  double sum = 0;
  for (int n = 17; n >= 1; n -= 2) sum = sum * s2 + 1.0 / n;
  return 2 * s * sum + exponent * kLn2;
}

double portable_exp(double x) {
  assert(x > -700 && x < 700);
  const int k = static_cast<int>(x / kLn2 + (x < 0 ? -0.5 : 0.5));
  const double r = x - k * kLn2;  // |r| ≤ 0.35
  double sum = 1;
  for (int n = 14; n >= 1; --n) sum = 1 + sum * r / n;
  return sum * power_of_two(k);
}

Rng::Rng(std::uint64_t seed, std::string_view stream) : state_{} {
  std::uint64_t mixed = 0xCBF29CE484222325;  // FNV-1a over the name
  for (const char c : stream) mixed = (mixed ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  std::uint64_t state = seed ^ splitmix(mixed);
  for (auto& word : state_) word = splitmix(state);
}

std::uint64_t Rng::next() {
  const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  const std::uint64_t t = state_[1] << 17U;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= t;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

double Rng::uniform() {
  return static_cast<double>(next() >> 11U) * 0x1.0p-53;
}

std::uint32_t Rng::below(std::uint32_t n) {
  assert(n > 0);
  return static_cast<std::uint32_t>((next() >> 32U) * n >> 32U);
}

double Rng::normal() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_normal_;
  }
  // Marsaglia's polar method
  for (;;) {
    const double u = uniform(-1, 1);
    const double v = uniform(-1, 1);
    const double s = u * u + v * v;
    if (s >= 1 || s == 0) continue;
    const double scale = std::sqrt(-2 * portable_log(s) / s);
    spare_normal_ = v * scale;
    has_spare_ = true;
    return u * scale;
  }
}

double Rng::exponential(double mean) {
  return -mean * portable_log(1 - uniform());
}

std::size_t Rng::weighted(std::span<const double> weights) {
  double total = 0;
  for (const double w : weights) total += w;
  assert(total > 0);
  double left = uniform() * total;
  std::size_t last = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] <= 0) continue;
    last = i;
    left -= weights[i];
    if (left < 0) break;
  }
  return last;
}

}  // namespace jadoube::simulator
