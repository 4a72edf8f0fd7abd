// Law: an EPD line that can be read is written as a line that reads the same.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "chess/epd.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace jadoube::chess;
  const auto epd = epd_from_string(std::string{data, data + size});
  if (!epd) return 0;
  const auto again = epd_from_string(to_string(*epd));
  if (!again || *again != *epd) std::abort();
  return 0;
}
