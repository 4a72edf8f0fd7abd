// Secrets that are handed out once, and what is kept of them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace jadoube::server {

/// 32 random bytes in base64url: 43 letters. Nothing if the system gives no random numbers.
std::optional<std::string> make_secret();

/// SHA-256, 64 lower-case hex digits: what is kept instead of the secret.
std::string sha256_hex(std::string_view text);

}  // namespace jadoube::server
