#include "drivers/protocol.hpp"
#include "drivers/liboard/session.hpp"

namespace jadoube::drivers::liboard {

std::vector<Protocol> protocols() {
  return {
      {.name = "liboard", .session = session_of<LiBoardSession>},
  };
}

}  // namespace jadoube::drivers::liboard
