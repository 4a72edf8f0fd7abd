#include "drivers/protocol.hpp"
#include "drivers/tabutronic/session.hpp"

namespace jadoube::drivers::tabutronic {

std::vector<Protocol> protocols() {
  return {
      {.name = "tabutronic", .session = session_of<TabutronicSession>},
  };
}

}  // namespace jadoube::drivers::tabutronic
