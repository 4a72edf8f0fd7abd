#include "server/store_tokens.hpp"

#include <algorithm>

#include "record/utc.hpp"

namespace jadoube::server {
namespace {

constexpr std::chrono::seconds kFresh{2};

TokenEntry entry_of(const arbiter::Token& token) {
  return {token.id, token.name, token.role, token.created_utc, token.last_used_utc};
}

}  // namespace

tl::expected<std::uint64_t, std::string> StoreTokens::add(std::string_view name, arbiter::Role role,
                                                          std::string_view sha256) {
  auto id = tokens_.add(name, role, sha256, record::utc_text(record::utc_now()));
  look(true);
  return id;
}

std::vector<TokenEntry> StoreTokens::list() {
  look(true);
  return entries_;
}

std::optional<TokenEntry> StoreTokens::find(std::uint64_t id) {
  look(false);
  const auto found = std::ranges::find(entries_, id, &TokenEntry::id);
  return found == entries_.end() ? std::nullopt : std::optional{*found};
}

std::optional<TokenEntry> StoreTokens::find(std::string_view sha256) {
  const auto token = tokens_.find(sha256);
  return token && *token ? std::optional{entry_of(**token)} : std::nullopt;
}

tl::expected<bool, std::string> StoreTokens::revoke(std::uint64_t id) {
  auto done = tokens_.revoke(id, record::utc_text(record::utc_now()));
  look(true);
  return done;
}

void StoreTokens::touch(std::uint64_t id) {
  // If the disk is full, the token is as good as before: the time of its last use is only good to know.
  static_cast<void>(tokens_.touch(id, record::utc_text(record::utc_now())));
}

void StoreTokens::look(bool at_once) {
  const auto now = std::chrono::steady_clock::now();
  if (!at_once && looked_.time_since_epoch().count() != 0 && now - looked_ < kFresh) return;
  looked_ = now;
  const auto all = tokens_.list();
  if (!all) return;  // what was known before still holds
  entries_.clear();
  for (const arbiter::Token& token : *all)
    if (token.revoked_utc.empty()) entries_.push_back(entry_of(token));
}

}  // namespace jadoube::server
