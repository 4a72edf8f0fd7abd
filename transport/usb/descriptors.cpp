#include "transport/usb/descriptors.hpp"

namespace jadoube::transport::usb {

Interface converted(const libusb_interface_descriptor& from) {
  Interface interface {
    .number = from.bInterfaceNumber, .device_class = from.bInterfaceClass,
    .subclass = from.bInterfaceSubClass, .endpoints = {}
  };
  for (unsigned i = 0; i < from.bNumEndpoints; ++i) {
    const libusb_endpoint_descriptor& endpoint = from.endpoint[i];
    interface.endpoints.push_back(
        {.address = endpoint.bEndpointAddress,
         .type = static_cast<Endpoint::Type>(endpoint.bmAttributes & 3U),
         .max_packet = static_cast<std::uint16_t>(endpoint.wMaxPacketSize & 0x7FFU)});
  }
  return interface;
}

}  // namespace jadoube::transport::usb
