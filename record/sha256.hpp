// SHA-256 (FIPS 180-4), by OpenSSL.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct evp_md_ctx_st;

namespace jadoube::record {

using Digest = std::array<std::uint8_t, 32>;

/// 64 lower-case hex digits.
std::string hex(const Digest& digest);
std::optional<Digest> digest_from_hex(std::string_view text);
/// As bytes in a file.
std::string_view bytes_of(const Digest& digest);
/// `bytes` has at least 32.
Digest digest_from_bytes(std::string_view bytes);

class Sha256 {
 public:
  Sha256();
  void add(std::string_view bytes);
  /// Of everything so far; more may be added.
  [[nodiscard]] Digest digest() const;
  /// As if nothing had been added.
  void reset();

 private:
  struct Free {
    void operator()(evp_md_ctx_st* context) const;
  };
  std::unique_ptr<evp_md_ctx_st, Free> context_;
};

Digest sha256(std::string_view bytes);

}  // namespace jadoube::record
