#include "drivers/protocol.hpp"
#include "drivers/open_scan/session.hpp"

namespace jadoube::drivers::open_scan {

std::vector<Protocol> protocols() {
  return {
      {.name = "open-scan",
       .session = [](const SessionWishes& wishes) -> std::unique_ptr<BoardSession> {
         return std::make_unique<OpenScanSession>(wishes.white_is_near);
       }},
  };
}

}  // namespace jadoube::drivers::open_scan
