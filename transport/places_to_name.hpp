// What may be a board, and is not opened unless somebody says so.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "transport/board_watch.hpp"

namespace jadoube::transport {

/// The system's serial ports, and boards over Bluetooth that are merely known, as people are told of them: what opens each, a
/// line each. Empty: there is nothing. `ports`: where the system names its ports so that the names stay when others are plugged
/// in, which "ttyUSB0" does not.
std::string places_to_name(std::span<const Offer> offers,
                           const std::filesystem::path& ports = "/dev/serial/by-path");

}  // namespace jadoube::transport
