#include "store/address.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>

#include <libpq-fe.h>

namespace jadoube::store {
namespace {

constexpr std::string_view kSqlite = "sqlite:";
constexpr std::array<std::string_view, 2> kPostgres{"postgresql://", "postgres://"};

/// Who does not answer for so long is away. Seconds, but for the one of TCP, which is in milliseconds.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kDefaults{{
    {"connect_timeout", "5"},
    {"keepalives_idle", "10"},
    {"keepalives_interval", "5"},
    {"keepalives_count", "3"},
    {"tcp_user_timeout", "15000"},
    {"client_encoding", "UTF8"},
    {"fallback_application_name", "jadoube"},
}};

constexpr const char* kInstead =
    "has a password in it, which others on this machine can see: put it into a file that nobody else can "
    "read (~/.pgpass, "
    "passfile=FILE, or `password_file` of [store])";

bool is_for_libpq(std::string_view text) {
  return std::ranges::any_of(kPostgres, [&](std::string_view begin) { return text.starts_with(begin); });
}

bool is_readable_for_others(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  using std::filesystem::perms;
  return std::filesystem::exists(status) &&
         (status.permissions() & (perms::group_read | perms::others_read)) != perms::none;
}

}  // namespace

bool is_address(std::string_view text) {
  return is_for_libpq(text) || text.starts_with(kSqlite);
}

tl::expected<Address, std::string> Address::parse(std::string_view text) {
  Address address;
  address.text_ = text;
  if (text.starts_with(kSqlite)) {
    address.path_ = text.substr(kSqlite.size());
    if (address.path_.empty()) return tl::unexpected{std::string{"names no file: sqlite:/path/to/FILE"}};
    return address;
  }
  if (!is_for_libpq(text))
    return tl::unexpected{
        std::string{"must be like postgresql://USER@HOST/DATABASE or sqlite:/path/to/FILE"}};
  // What libpq says of an address that it cannot read quotes it, perhaps in the middle of a password.
  const std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> options{
      PQconninfoParse(address.text_.c_str(), nullptr), PQconninfoFree};
  if (!options)
    return tl::unexpected{
        std::string{"cannot be read: it must be like postgresql://USER@HOST:5432/DATABASE?sslmode=require"}};
  for (const PQconninfoOption* each = options.get(); each->keyword != nullptr; ++each) {
    if (each->val == nullptr) continue;
    const std::string keyword{each->keyword};
    if (keyword == "password" || keyword == "sslpassword") return tl::unexpected{std::string{kInstead}};
    if (keyword == "passfile" && is_readable_for_others(each->val))
      return tl::unexpected{"names a file of passwords that others on this machine can read: `chmod 600 " +
                            std::string{each->val} + "` takes that away"};
    address.settings_.emplace_back(keyword, each->val);
  }
  return address;
}

std::string Address::connection_string(std::string_view password) const {
  std::string all;
  const auto set = [&](std::string_view keyword, std::string_view value) {
    all.append(keyword).append("='");
    for (const char c : value) {
      if (c == '\'' || c == '\\') all += '\\';
      all += c;
    }
    all.append("' ");
  };
  for (const auto& [keyword, value] : kDefaults)
    if (std::ranges::none_of(settings_, [&](const auto& each) { return each.first == keyword; }))
      set(keyword, value);
  for (const auto& [keyword, value] : settings_) set(keyword, value);
  if (!password.empty()) set("password", password);
  return all;
}

}  // namespace jadoube::store
