// Law: whatever a device says in its HID report descriptor, reading it ends and looks at nothing outside it,
// and what is behind the place where it stops making sense changes nothing before it.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "drivers/usb/interfaces.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace jadoube::drivers::usb;
  const std::span<const std::uint8_t> descriptor{data, size};
  const auto pages = hid_usage_pages(descriptor);
  const auto shorter = hid_usage_pages(descriptor.first(size / 2));
  if (shorter.size() > pages.size() || !std::equal(shorter.begin(), shorter.end(), pages.begin()))
    std::abort();
  return 0;
}
