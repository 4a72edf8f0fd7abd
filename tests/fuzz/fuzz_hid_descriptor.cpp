// Law: whatever a device says in its descriptors and in its status bytes, reading it ends and looks at
// nothing outside it. What is behind the place where a report descriptor stops making sense changes nothing
// before it. A route claims and uses only what the device has said it has, once each. Status bytes are taken
// out of every packet and nothing else is.
#include <libusb.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "tests/fuzz/demand.hpp"
#include "transport/usb/bridge.hpp"
#include "transport/usb/descriptors.hpp"
#include "transport/usb/interfaces.hpp"

namespace {

using namespace jadoube::transport;
using jadoube::drivers::Transport;
using namespace jadoube::transport::usb;
using Bytes = std::span<const std::uint8_t>;
using jadoube::fuzz::demand;

void read_report_descriptor(Bytes descriptor) {
  const auto pages = hid_usage_pages(descriptor);
  const auto shorter = hid_usage_pages(descriptor.first(descriptor.size() / 2));
  demand(shorter.size() <= pages.size() && std::equal(shorter.begin(), shorter.end(), pages.begin()));
}

/// Interfaces of the sizes that libusb gives them: four bytes say what one is, three bytes each an endpoint.
void choose_routes(Bytes rest) {
  std::vector<Interface> interfaces;
  while (rest.size() >= 4 && interfaces.size() < 32) {
    libusb_interface_descriptor descriptor{};
    descriptor.bInterfaceNumber = rest[0];
    descriptor.bInterfaceClass = rest[1];
    descriptor.bInterfaceSubClass = rest[2];
    descriptor.bNumEndpoints = rest[3] % 31;
    rest = rest.subspan(4);
    std::vector<libusb_endpoint_descriptor> endpoints(
        std::min<std::size_t>(descriptor.bNumEndpoints, rest.size() / 4));
    descriptor.bNumEndpoints = static_cast<std::uint8_t>(endpoints.size());
    for (auto& endpoint : endpoints) {
      endpoint.bEndpointAddress = rest[0];
      endpoint.bmAttributes = rest[1];
      endpoint.wMaxPacketSize = static_cast<std::uint16_t>(rest[2] | rest[3] << 8U);
      rest = rest.subspan(4);
    }
    descriptor.endpoint = endpoints.data();
    interfaces.push_back(converted(descriptor));
    demand(interfaces.back().endpoints.size() == endpoints.size());
  }
  const auto has = [&](const Endpoint& endpoint) {
    return std::ranges::any_of(interfaces, [&](const Interface& each) {
      return std::ranges::find(each.endpoints, endpoint) != each.endpoints.end();
    });
  };
  for (const Transport transport :
       {Transport::hid, Transport::cdc, Transport::ftdi, Transport::cp210x, Transport::ch34x}) {
    const auto found = routes(interfaces, transport);
    if (!found) continue;
    demand(!found->empty());
    for (const Route& route : *found) {
      demand(has(route.in) && route.in.is_in() && route.in.max_packet > 0);
      demand(!route.out || (has(*route.out) && !route.out->is_in() && route.out->max_packet > 0));
      demand(!route.claims.empty());
      for (const std::uint8_t number : route.claims) {
        demand(std::ranges::find(interfaces, number, &Interface::number) != interfaces.end());
        demand(std::ranges::count(route.claims, number) == 1);
      }
    }
  }
}

void strip_status(Bytes data) {
  if (data.empty()) return;
  const std::size_t packet = data.front() * 2U;
  const Bytes transfer = data.subspan(1);
  std::vector<std::uint8_t> out;
  LineErrors errors;
  strip_ftdi_status(transfer, packet, out, errors);
  if (packet <= 2) {
    demand(out.empty());
    return;
  }
  const std::size_t whole = transfer.size() / packet;
  const std::size_t rest = transfer.size() % packet;
  demand(out.size() == whole * (packet - 2) + (rest > 2 ? rest - 2 : 0));
  const std::size_t most = whole + 1;
  demand(errors.overruns <= most && errors.parity <= most && errors.framing <= most);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Bytes bytes{data, size};
  read_report_descriptor(bytes);
  choose_routes(bytes);
  strip_status(bytes);
  return 0;
}
