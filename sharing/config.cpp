#include "sharing/config.hpp"

#include "server/private_file.hpp"
#include "store/address.hpp"

namespace jadoube::sharing {
namespace {

constexpr std::size_t kLongestName = 64;

}  // namespace

std::vector<std::pair<const char*, std::string>> faults_of(const Config& config) {
  std::vector<std::pair<const char*, std::string>> faults;
  if (!config.url.empty())
    if (const auto address = store::Address::parse(config.url); !address)
      faults.emplace_back("url", "`url` " + address.error());
  if (config.hall.size() > kLongestName) faults.emplace_back("hall", "`hall` has more than 64 bytes");
  return faults;
}

std::optional<std::string> problem_of(const Config& config, bool is_centre) {
  if (config.url.empty()) return std::nullopt;
  if (is_centre)
    return "store.url is set, and a centre has no findings of its own: each hall writes to the shared store "
           "itself";
  if (config.hall.empty())
    return "store.hall is empty: say what this hall is to be called in the shared store";
  if (const auto password = server::read_secret_file(config.password_file); !password)
    return "store.password_file: " + password.error();
  return std::nullopt;
}

}  // namespace jadoube::sharing
