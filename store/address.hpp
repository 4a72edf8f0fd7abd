// Where a shared store is: `postgresql://…`, as libpq reads it, or `sqlite:FILE`.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

namespace jadoube::store {

/// It is meant for an address of a shared store; anything else is a file's name.
bool is_address(std::string_view text);

class Address {
 public:
  /// The error is one sentence, which begins after the address and has nothing of a password in it. Refused: an address with a
  /// password, and one that names a file of passwords which everybody on this machine can read.
  static tl::expected<Address, std::string> parse(std::string_view text);

  [[nodiscard]] bool is_postgres() const { return path_.empty(); }
  /// Of SQLite's file.
  [[nodiscard]] const std::string& path() const { return path_; }
  /// As it was given.
  [[nodiscard]] const std::string& text() const { return text_; }
  /// For libpq, with what a connection that may be cut needs; `password` may be empty.
  [[nodiscard]] std::string connection_string(std::string_view password) const;

 private:
  Address() = default;
  std::string text_, path_;
  /// Keyword and value.
  std::vector<std::pair<std::string, std::string>> settings_;
};

}  // namespace jadoube::store
