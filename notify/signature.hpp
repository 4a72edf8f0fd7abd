// Signatures of webhooks, as the Standard Webhooks specification has them: libraries for many languages check them.
#pragma once

#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace jadoube::notify {

/// The bytes of "whsec_…", base64, 24 to 64 of them. The error is a sentence without its end, and does not have the secret in it.
tl::expected<std::string, std::string> secret_from(std::string_view text);

/// "v1,…": HMAC-SHA256 over ID.TIMESTAMP.BODY, in base64.
std::string signature_of(std::string_view secret, std::string_view id, std::string_view timestamp,
                         std::string_view body);

}  // namespace jadoube::notify
