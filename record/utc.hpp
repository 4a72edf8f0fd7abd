// Wall time as scan logs write it: RFC 3339 in UTC, with milliseconds.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace jadoube::record {

using WallTime = std::chrono::sys_time<std::chrono::milliseconds>;

/// "2026-11-21T18:00:00.000Z"
std::string utc_text(WallTime time);

/// Any RFC 3339 time, with an offset from UTC too; what is finer than milliseconds is cut off. Nothing if it
/// is none.
std::optional<WallTime> utc_from_text(std::string_view text);

/// The system's clock.
WallTime utc_now();

/// That text as part of a file's name: "20261121T180000Z".
std::string utc_for_file_name(std::string_view utc);

}  // namespace jadoube::record
