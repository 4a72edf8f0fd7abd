#include "broadcast/token_file.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "server/private_file.hpp"

namespace jadoube::broadcast {
namespace {

constexpr std::size_t kLongest = 512;

}  // namespace

tl::expected<std::string, std::string> read_token(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0)
    return tl::unexpected{path + ": cannot be read: " + std::strerror(errno)};
  if (!S_ISREG(status.st_mode)) return tl::unexpected{path + ": is no file"};
  if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0)
    return tl::unexpected{
        path + ": others on this machine may read this token; make a new one, and `chmod 600` the file"};
  if (status.st_size > static_cast<off_t>(2 * kLongest))
    return tl::unexpected{path + ": is too long for a token"};
  auto text = server::read_private_file(path);
  if (!text) return tl::unexpected{std::move(text).error()};
  while (!text->empty() && (text->back() == '\n' || text->back() == '\r' || text->back() == ' '))
    text->pop_back();
  const bool is_word = !text->empty() && text->size() <= kLongest &&
                       std::ranges::all_of(*text, [](char c) { return c > ' ' && c <= '~'; });
  if (!is_word) return tl::unexpected{path + ": must hold the token and nothing else"};
  return *std::move(text);
}

}  // namespace jadoube::broadcast
