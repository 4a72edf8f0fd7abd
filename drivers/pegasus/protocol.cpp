#include "drivers/protocol.hpp"
#include "drivers/pegasus/session.hpp"

namespace jadoube::drivers::pegasus {

std::vector<Protocol> protocols() {
  return {
      {.name = "pegasus", .session = session_of<PegasusSession>},
  };
}

}  // namespace jadoube::drivers::pegasus
