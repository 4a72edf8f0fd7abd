// Law: whatever a file of a token holds, it is one word that can stand in a header, and nothing of it is lost, or a sentence
// that does not quote it.
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include "broadcast/token_file.hpp"
#include "tests/fuzz/demand.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using jadoube::fuzz::demand;
  const std::string_view bytes = jadoube::fuzz::text_of(data, size);
  const int file = ::memfd_create("token", 0);
  demand(file >= 0 && ::fchmod(file, S_IRUSR | S_IWUSR) == 0);
  demand(::write(file, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
  const std::string path = "/proc/self/fd/" + std::to_string(file);
  const auto token = jadoube::broadcast::read_token(path);
  ::close(file);
  if (!token) {
    const std::string_view why = std::string_view{token.error()}.substr(path.size());
    demand(why == ": is too long for a token" || why == ": must hold the token and nothing else");
    return 0;
  }
  demand(!token->empty() && std::ranges::all_of(*token, [](char c) { return c > ' ' && c <= '~'; }));
  const std::string_view rest = bytes.substr(token->size());
  demand(bytes.starts_with(*token) && rest.find_first_not_of("\r\n ") == std::string_view::npos);
  return 0;
}
