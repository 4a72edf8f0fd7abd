// Browsers that have logged in with a token, each known by a cookie. They stay logged in when the daemon is
// started again; of the cookie only its SHA-256 is kept.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace jadoube::server {

using SystemTime = std::chrono::system_clock::time_point;
using Now = std::function<SystemTime()>;

class LoginBook {
 public:
  static constexpr std::size_t kMost = 1000;

  /// `path` empty: in memory only. What cannot be read there is forgotten: people log in again.
  LoginBook(std::string path, std::chrono::seconds lifetime, Now now);

  /// The value for the cookie; the error is one sentence. The login that ends soonest makes room.
  tl::expected<std::string, std::string> open(std::uint64_t token);
  /// The token that was logged in with; nothing if there is no such login, or no more.
  [[nodiscard]] std::optional<std::uint64_t> token_of(std::string_view cookie) const;
  void close(std::string_view cookie);
  void close_all_of(std::uint64_t token);

 private:
  struct Login {
    std::uint64_t token = 0;
    std::int64_t expires = 0;  // seconds since 1970
  };
  [[nodiscard]] std::int64_t seconds_now() const;
  void read();
  tl::expected<void, std::string> write() const;

  std::string path_;
  std::chrono::seconds lifetime_;
  Now now_;
  std::map<std::string, Login, std::less<>> logins_;  // by SHA-256 of the cookie
};

}  // namespace jadoube::server
