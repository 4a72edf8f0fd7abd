#include "drivers/protocol.hpp"
#include "drivers/dgt/bus_line.hpp"
#include "drivers/dgt/session.hpp"

namespace jadoube::drivers::dgt {

std::vector<Protocol> protocols() {
  return {
      {.name = "dgt", .session = session_of<DgtSession, false>},
      {.name = "dgt-bus",
       .session = session_of<DgtSession, true>,
       .shared_line = []() -> std::unique_ptr<SharedLine> { return std::make_unique<BusLine>(); }},
  };
}

}  // namespace jadoube::drivers::dgt
