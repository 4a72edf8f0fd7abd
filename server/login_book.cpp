#include "server/login_book.hpp"

#include <algorithm>
#include <sstream>

#include "server/private_file.hpp"
#include "server/secret.hpp"

namespace jadoube::server {

LoginBook::LoginBook(std::string path, std::chrono::seconds lifetime, Now now)
    : path_{std::move(path)}, lifetime_{lifetime}, now_{std::move(now)} {
  read();
}

std::int64_t LoginBook::seconds_now() const {
  return std::chrono::duration_cast<std::chrono::seconds>(now_().time_since_epoch()).count();
}

tl::expected<std::string, std::string> LoginBook::open(std::uint64_t token) {
  auto cookie = make_secret();
  if (!cookie) return tl::unexpected{std::string{"the system gives no random numbers"}};
  const std::int64_t now = seconds_now();
  std::erase_if(logins_, [&](const auto& each) { return each.second.expires <= now; });
  if (logins_.size() >= kMost)
    logins_.erase(
        std::ranges::min_element(logins_, {}, [](const auto& each) { return each.second.expires; }));
  logins_[sha256_hex(*cookie)] = {token, now + lifetime_.count()};
  // If the disk takes nothing, the login ends with the daemon. That is no reason to refuse it.
  static_cast<void>(write());
  return *std::move(cookie);
}

std::optional<std::uint64_t> LoginBook::token_of(std::string_view cookie) const {
  const auto found = logins_.find(sha256_hex(cookie));
  if (found == logins_.end() || found->second.expires <= seconds_now()) return std::nullopt;
  return found->second.token;
}

void LoginBook::close(std::string_view cookie) {
  if (logins_.erase(sha256_hex(cookie)) != 0) static_cast<void>(write());
}

void LoginBook::close_all_of(std::uint64_t token) {
  if (std::erase_if(logins_, [&](const auto& each) { return each.second.token == token; }) != 0)
    static_cast<void>(write());
}

void LoginBook::read() {
  if (path_.empty()) return;
  const auto text = read_private_file(path_);
  if (!text) return;
  std::istringstream lines{*text};
  std::string hash;
  Login login;
  while (lines >> hash >> login.token >> login.expires)
    if (hash.size() == 64 && logins_.size() < kMost) logins_[hash] = login;
}

tl::expected<void, std::string> LoginBook::write() const {
  if (path_.empty()) return {};
  std::string text;
  for (const auto& [hash, login] : logins_)
    text += hash + ' ' + std::to_string(login.token) + ' ' + std::to_string(login.expires) + '\n';
  return write_private_file(path_, text);
}

}  // namespace jadoube::server
