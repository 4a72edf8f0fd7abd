// Laws: a request's head is taken or refused however its bytes come; and whatever it says of proxies, the client behind ours
// is an address, a target has parts, and of one host alone it is said that it is ours.
#include <boost/asio/ip/address.hpp>
#include <optional>
#include <string>

#include "server/clients.hpp"
#include "server/head.hpp"
#include "server/origin.hpp"
#include "server/request.hpp"
#include "tests/fuzz/demand.hpp"

namespace {

using namespace jadoube::server;
using jadoube::fuzz::demand;

HeadScan scanned(std::string_view bytes, std::size_t piece) {
  HeadScan scan{4096};
  for (std::size_t end = std::min(piece, bytes.size());; end = std::min(end + piece, bytes.size())) {
    scan.look(bytes.substr(0, end));
    if (end == bytes.size() || scan.is_complete() || scan.fault()) return scan;
  }
}

/// The head's lines, taken apart without any care.
Request request_of(std::string_view head) {
  Request request;
  request.peer = {"10.0.0.1", "127.0.0.1", false, false};
  bool is_first = true;
  while (!head.empty()) {
    std::string_view line = head.substr(0, head.find('\n'));
    head.remove_prefix(std::min(line.size() + 1, head.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    const std::size_t cut = line.find(is_first ? ' ' : ':');
    if (is_first && cut != std::string_view::npos) {
      request.method = method_from_name(line.substr(0, cut));
      request.target = line.substr(cut + 1, line.find(' ', cut + 1) - cut - 1);
    } else if (cut != std::string_view::npos) {
      std::string_view value = line.substr(cut + 1);
      while (value.starts_with(' ')) value.remove_prefix(1);
      request.headers.emplace_back(line.substr(0, cut), value);
    }
    is_first = false;
  }
  return request;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  static const std::vector<Network> proxies{*Network::parse("10.0.0.0/8"), *Network::parse("2001:db8::/32")};
  const std::string_view bytes = jadoube::fuzz::text_of(data + 1, size - 1);
  const HeadScan whole = scanned(bytes, bytes.size() + 1);
  const HeadScan cut = scanned(bytes, std::size_t{1} + data[0]);
  demand(whole.is_complete() == cut.is_complete() && whole.fault().has_value() == cut.fault().has_value());

  Request request = request_of(bytes);
  if (const auto fault = framing_fault(request, data[0] % 2 == 0))
    demand(!fault->sentence.empty() && fault->status >= 400);
  if (const auto client = client_behind(proxies, request); client && *client) {
    boost::system::error_code error;
    boost::asio::ip::make_address(**client, error);
    demand(!error);
  } else {
    demand(client || !client.error().empty());
  }
  static_cast<void>(tls_behind(proxies, request));
  if (take_origin_form(request))
    if (const auto target = parse_target(request.target)) demand(!target->path.empty());
  if (host_is_ours(request, {"hall.example"})) {
    demand(request.count("host") == 1);
    static_cast<void>(origin_of(request));
  }
  return 0;
}
