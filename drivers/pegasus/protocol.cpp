#include "drivers/protocol.hpp"
#include "drivers/pegasus/session.hpp"

namespace jadoube::drivers::pegasus {

std::vector<Protocol> protocols() {
  return {
      {.name = "pegasus",
       .session = [](const SessionWishes&) -> std::unique_ptr<BoardSession> {
         return std::make_unique<PegasusSession>();
       }},
  };
}

}  // namespace jadoube::drivers::pegasus
