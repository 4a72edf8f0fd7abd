// The checksum of the parts of a recording.
#pragma once

#include <cstdint>
#include <string_view>

namespace jadoube::record {

/// CRC-32C (Castagnoli; RFC 3720 appendix B.4): "123456789" gives e3069283.
std::uint32_t crc32c(std::string_view bytes);

}  // namespace jadoube::record
