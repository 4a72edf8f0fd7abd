#include "tests/devices/had_time.hpp"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <iostream>

// Of what the thread does nothing enters the thread sanitizer, which keeps everybody waiting for tenths of a second while it
// finds out where something is that it was told to pass over: that would be taken for the machine's own doing.
#define JADOUBE_UNSANITIZED __attribute__((no_sanitize("thread")))

namespace jadoube::testing {
namespace {

using namespace std::chrono_literals;

constexpr long kEvery = 5'000'000;
/// Less than that is the usual coming and going of processes.
constexpr std::int64_t kCounts = 20'000'000;
/// Once: nothing ran at all. The tests that ./check runs beside each other make it half as late while they begin.
constexpr std::chrono::nanoseconds kMuchAtOnce = 1s;
/// Altogether: these tests beside each other make it 8 % of half a minute, four programs that do nothing but work 25 % and more.
constexpr std::chrono::nanoseconds kMuch = 250ms;
constexpr int kMuchInAll = 15;  // percent

JADOUBE_UNSANITIZED std::int64_t steady_now() {
  timespec now{};
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

auto in_ms(std::chrono::nanoseconds time) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
}

}  // namespace

JADOUBE_UNSANITIZED void Lateness::add(std::int64_t nanoseconds) {
  if (nanoseconds > worst_) worst_ = nanoseconds;
  if (nanoseconds > kCounts) sum_ += nanoseconds;
}

bool Lateness::is_much_of(std::chrono::nanoseconds all) const {
  return worst() > kMuchAtOnce || (sum() > kMuch && sum() * 100 > all * kMuchInAll);
}

HadTime::HadTime() : thread_{[this] { watch(); }} {}

HadTime::~HadTime() {
  stop();
}

JADOUBE_UNSANITIZED void HadTime::watch() {
  // Whoever sleeps most of the time is let through at once, however much others have to do. This one, and of the process
  // it alone, comes after them.
  setpriority(PRIO_PROCESS, 0, 19);
  while (!__atomic_load_n(&stop_, __ATOMIC_ACQUIRE)) {
    const std::int64_t before = steady_now();
    const timespec every{0, kEvery};
    syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, &every, nullptr);
    lateness_.add(steady_now() - before - kEvery);
    __atomic_add_fetch(&rounds_, 1, __ATOMIC_RELEASE);
  }
}

std::uint64_t HadTime::rounds() const {
  return __atomic_load_n(&rounds_, __ATOMIC_ACQUIRE);
}

void HadTime::stop() {
  __atomic_store_n(&stop_, true, __ATOMIC_RELEASE);
  if (thread_.joinable()) thread_.join();
}

void HadTime::excuse_failure() {
  stop();
  const std::chrono::nanoseconds all = std::chrono::steady_clock::now() - begun_;
  if (lateness_.is_much_of(all))
    std::cout << "This machine had too much else to do: a thread woke up " << in_ms(lateness_.worst())
              << " ms late, and " << in_ms(lateness_.sum()) << " ms of " << in_ms(all) << " altogether\n";
}

}  // namespace jadoube::testing
