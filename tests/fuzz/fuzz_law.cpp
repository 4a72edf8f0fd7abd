// Any bytes as a law file: either a law that can be shown and compared, or at least one complaint with a
// sentence.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "laws/library.hpp"
#include "laws/table.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace jadoube::laws;
  static const Library library;
  static const LawSet other = *library.law("fide-2023-std");
  const std::string text{reinterpret_cast<const char*>(data), size};
  const auto law = library.check({"fuzz.toml", text});
  if (law) {
    if (describe(*law).empty() || !differences(*law, *law).empty()) std::abort();
    differences(*law, other);
    return 0;
  }
  if (law.error().empty()) std::abort();
  for (const Complaint& complaint : law.error())
    if (complaint.sentence.empty()) std::abort();
  return 0;
}
