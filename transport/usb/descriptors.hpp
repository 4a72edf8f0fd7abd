// From libusb's descriptors to ours.
#pragma once

#include <libusb.h>

#include "transport/usb/interfaces.hpp"

namespace jadoube::transport::usb {

Interface converted(const libusb_interface_descriptor& from);

}  // namespace jadoube::transport::usb
