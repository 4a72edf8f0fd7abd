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

/// HMAC-SHA-256 (RFC 2104), 64 lower-case hex digits: who knows the key has written the text.
std::string hmac_sha256_hex(std::string_view key, std::string_view text);

/// Whether they are the same; how long that takes says nothing of where they differ.
bool is_same_secret(std::string_view a, std::string_view b);

}  // namespace jadoube::server
