#include "record/sha256.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <cassert>
#include <new>

namespace jadoube::record {

namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";

/// Fails only if there is no memory, or no SHA-256 in the library.
void must(int done) {
  if (done != 1) throw std::bad_alloc{};
}

}  // namespace

std::string hex(const Digest& digest) {
  std::string text;
  for (const std::uint8_t byte : digest) {
    text += kHexDigits[byte >> 4U];
    text += kHexDigits[byte & 15U];
  }
  return text;
}

std::optional<Digest> digest_from_hex(std::string_view text) {
  Digest digest{};
  if (text.size() != 2 * digest.size()) return std::nullopt;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t value = kHexDigits.find(text[i]);
    if (value == std::string_view::npos) return std::nullopt;
    digest[i / 2] = static_cast<std::uint8_t>(unsigned{digest[i / 2]} << 4U | value);
  }
  return digest;
}

std::string_view bytes_of(const Digest& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

Digest digest_from_bytes(std::string_view bytes) {
  Digest digest{};
  assert(bytes.size() >= digest.size());
  std::copy_n(bytes.begin(), digest.size(), digest.begin());
  return digest;
}

void Sha256::Free::operator()(evp_md_ctx_st* context) const {
  EVP_MD_CTX_free(context);
}

Sha256::Sha256() : context_{EVP_MD_CTX_new()} {
  if (!context_) throw std::bad_alloc{};
  reset();
}

void Sha256::reset() {
  must(EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr));
}

void Sha256::add(std::string_view bytes) {
  must(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()));
}

Digest Sha256::digest() const {
  const std::unique_ptr<evp_md_ctx_st, Free> copy{EVP_MD_CTX_new()};
  if (!copy) throw std::bad_alloc{};
  must(EVP_MD_CTX_copy_ex(copy.get(), context_.get()));
  Digest digest{};
  must(EVP_DigestFinal_ex(copy.get(), digest.data(), nullptr));
  return digest;
}

Digest sha256(std::string_view bytes) {
  Sha256 sum;
  sum.add(bytes);
  return sum.digest();
}

}  // namespace jadoube::record
