#include "bench/worst/counted.hpp"

#include <cstddef>
#include <cstdlib>
#include <ctime>
#include <new>

#define UNCOUNTED __attribute__((no_sanitize_coverage))

#ifdef JADOUBE_COUNTED

namespace {
std::uint64_t cost = 0;
constexpr std::uint64_t kAllocation = 30;      // blocks that malloc and free take, about
constexpr std::size_t kBytesInBlockTime = 64;  // copied in the time of a block, about
}  // namespace

extern "C" {
void __sanitizer_cov_trace_pc();
UNCOUNTED void __sanitizer_cov_trace_pc() {
  ++cost;
}

// The library's copying, which has no blocks of ours.
UNCOUNTED void* memcpy(void* __restrict to, const void* __restrict from, std::size_t n) noexcept {
  cost += n / kBytesInBlockTime;
  void* const start = to;
  asm volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n)::"memory");
  return start;
}
UNCOUNTED void* memmove(void* to, const void* from, std::size_t n) noexcept {
  cost += n / kBytesInBlockTime;
  auto* const a = static_cast<unsigned char*>(to);
  const auto* const b = static_cast<const unsigned char*>(from);
  if (a <= b || a >= b + n) {
    void* start = to;
    asm volatile("rep movsb" : "+D"(start), "+S"(from), "+c"(n)::"memory");
  } else {
    for (std::size_t i = n; i > 0; --i) {
      a[i - 1] = b[i - 1];
      asm volatile("" ::: "memory");
    }
  }
  return to;
}
}

UNCOUNTED void* operator new(std::size_t n) {
  cost += kAllocation;
  if (void* const memory = std::malloc(n != 0 ? n : 1)) return memory;
  throw std::bad_alloc{};
}
UNCOUNTED void operator delete(void* memory) noexcept {
  std::free(memory);
}
UNCOUNTED void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace jadoube::bench {
UNCOUNTED bool is_counted() {
  return true;
}
UNCOUNTED std::uint64_t cost_so_far() {
  return cost;
}
}  // namespace jadoube::bench

#else

namespace jadoube::bench {
bool is_counted() {
  return false;
}
std::uint64_t cost_so_far() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000U + static_cast<std::uint64_t>(now.tv_nsec);
}
}  // namespace jadoube::bench

#endif
