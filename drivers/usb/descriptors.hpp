// From libusb's descriptors to ours.
#pragma once

#include <libusb.h>

#include "drivers/usb/interfaces.hpp"

namespace jadoube::drivers::usb {

Interface converted(const libusb_interface_descriptor& from);

}  // namespace jadoube::drivers::usb
