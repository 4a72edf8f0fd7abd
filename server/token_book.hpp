// The tokens that have been given out, with their names and roles. Of the tokens themselves only their SHA-256
// is kept.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "arbiter/hall.hpp"

namespace jadoube::server {

struct TokenEntry {
  std::uint64_t id = 0;
  std::string name;  ///< "tablet 2"
  arbiter::Role role = arbiter::Role::hall;
  std::string created_utc;    ///< RFC 3339
  std::string last_used_utc;  ///< empty: never
};

class TokenBook {
 public:
  virtual ~TokenBook() = default;
  TokenBook(const TokenBook&) = delete;
  TokenBook& operator=(const TokenBook&) = delete;

  /// The id of the new entry; the error is one sentence.
  virtual tl::expected<std::uint64_t, std::string> add(std::string_view name, arbiter::Role role,
                                                       std::string_view sha256) = 0;
  /// Those that are valid, oldest first.
  [[nodiscard]] virtual std::vector<TokenEntry> list() = 0;
  [[nodiscard]] virtual std::optional<TokenEntry> find(std::uint64_t id) = 0;
  /// By hash: how long the search takes tells something of the hash at most, and nothing of the token.
  [[nodiscard]] virtual std::optional<TokenEntry> find(std::string_view sha256) = 0;
  /// Whether there was one.
  virtual tl::expected<bool, std::string> revoke(std::uint64_t id) = 0;
  /// It has been used just now.
  virtual void touch(std::uint64_t id) = 0;

 protected:
  TokenBook() = default;
};

}  // namespace jadoube::server
