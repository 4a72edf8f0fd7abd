#include "notify/signature.hpp"

#include <array>

#include <openssl/evp.h>
#include <openssl/hmac.h>

namespace jadoube::notify {
namespace {

constexpr std::string_view kPrefix = "whsec_";
constexpr std::size_t kLeast = 24;
constexpr std::size_t kMost = 64;

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

}  // namespace

tl::expected<std::string, std::string> secret_from(std::string_view text) {
  const auto wrong = tl::unexpected{
      std::string{"is no secret of a webhook: it must be whsec_ and 24 to 64 bytes in base64, as "
                  "`echo \"whsec_$(openssl rand -base64 32)\"` makes it"}};
  if (!text.starts_with(kPrefix)) return wrong;
  text.remove_prefix(kPrefix.size());
  if (text.empty() || text.size() % 4 != 0 || text.size() > kMost * 2) return wrong;
  std::array<unsigned char, kMost * 2> bytes{};
  const int size = EVP_DecodeBlock(bytes.data(), bytes_of(text), static_cast<int>(text.size()));
  if (size < 0) return wrong;
  // What only fills the last block is counted too.
  const std::size_t filling = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
  const std::size_t count = static_cast<std::size_t>(size) - filling;
  if (count < kLeast || count > kMost) return wrong;
  return std::string{bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count)};
}

std::string signature_of(std::string_view secret, std::string_view id, std::string_view timestamp,
                         std::string_view body) {
  std::string said{id};
  said.append(".").append(timestamp).append(".").append(body);
  std::array<unsigned char, 32> digest{};
  unsigned size = 0;
  HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()), bytes_of(said), said.size(),
       digest.data(), &size);
  std::array<unsigned char, 45> text{};  // 44 letters of base64, and an end
  const int length = EVP_EncodeBlock(text.data(), digest.data(), static_cast<int>(size));
  return "v1," + std::string{text.begin(), text.begin() + length};
}

}  // namespace jadoube::notify
