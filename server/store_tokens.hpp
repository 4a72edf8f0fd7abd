// The tokens of the daemon's store.
#pragma once

#include <chrono>
#include <vector>

#include "evidence/store.hpp"
#include "server/token_book.hpp"

namespace jadoube::server {

class StoreTokens : public TokenBook {
 public:
  /// `tokens` must outlive this.
  explicit StoreTokens(arbiter::Tokens& tokens) : tokens_{tokens} {}

  tl::expected<std::uint64_t, std::string> add(std::string_view name, arbiter::Role role,
                                               std::string_view sha256) override;
  [[nodiscard]] std::vector<TokenEntry> list() override;
  [[nodiscard]] std::optional<TokenEntry> find(std::uint64_t id) override;
  [[nodiscard]] std::optional<TokenEntry> find(std::string_view sha256) override;
  tl::expected<bool, std::string> revoke(std::uint64_t id) override;
  void touch(std::uint64_t id) override;

 private:
  void look(bool at_once);

  arbiter::Tokens& tokens_;
  /// Read again every other second: `jadoube token` writes to the same store.
  std::vector<TokenEntry> entries_;
  std::chrono::steady_clock::time_point looked_{};
};

}  // namespace jadoube::server
