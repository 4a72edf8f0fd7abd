// Laws: what is asked or answered through a broker, signed or not, is read or refused; what is read is written and read
// again the same; nothing is done twice.
#include <cstdint>
#include <string>
#include <string_view>

#include "broker/action.hpp"
#include "json/writer.hpp"
#include "server/secret.hpp"
#include "tests/fuzz/demand.hpp"

namespace {

using namespace jadoube;
using namespace jadoube::broker;
using jadoube::fuzz::demand;

constexpr std::string_view kTopic = "j/A/ask";
constexpr std::string_view kSecret = "what only the two know";

/// The text as somebody who knows the secret would send it.
std::string signed_as_ours(std::string_view said) {
  const std::string hmac = server::hmac_sha256_hex(kSecret, std::string{kTopic} + '\n' + std::string{said});
  return json::object_text(
      [&](json::Object& o) { o.number("schema", 1).text("hmac", hmac).text("said", said); });
}

void try_both(std::string_view payload) {
  if (const auto ask = read_ask(payload, kTopic, kSecret)) {
    const auto again = read_ask(payload_of(*ask, kTopic, kSecret), kTopic, kSecret);
    demand(again && again->number == ask->number && again->request.body == ask->request.body &&
           again->request.target == ask->request.target &&
           again->request.actor.name == ask->request.actor.name);
    AskBook book{ask->run};
    const auto first = book.take(*ask, std::chrono::milliseconds{0});
    if (first == AskBook::Verdict::good)
      demand(book.take(*ask, std::chrono::milliseconds{0}) == AskBook::Verdict::repeated);
  }
  if (const auto answer = read_answer(payload, kTopic, kSecret)) {
    demand(answer->status >= 200 && answer->type.find('\n') == std::string::npos);
    demand(read_answer(payload_of(*answer, kTopic, kSecret), kTopic, kSecret)->body == answer->body);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  try_both(text);
  if (json::is_utf8(text)) try_both(signed_as_ours(text));
  return 0;
}
