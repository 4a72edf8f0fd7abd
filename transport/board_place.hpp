// Places where boards are, as people type them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace jadoube::transport {

/// "0403:6001".
bool is_usb_id(std::string_view text);
/// "1-1.4".
bool is_usb_port(std::string_view text);
/// "bluetooth:AA:BB:CC:DD:EE:FF", in capital or small letters.
bool is_bluetooth_place(std::string_view text);
/// A place or an id that is opened unless somebody says that it is no board.
bool can_be_ignored(std::string_view text);
/// As the table of boards writes ids, and BlueZ addresses.
std::string place_from(std::string text);
/// "ws://HOST:PORT", whatever of it was left out; nothing if it is no such place. The one path that there is may
/// be said.
std::optional<std::string> livechess_place(std::string_view text);

}  // namespace jadoube::transport
