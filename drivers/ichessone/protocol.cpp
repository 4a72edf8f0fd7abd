#include "drivers/protocol.hpp"
#include "drivers/ichessone/session.hpp"

namespace jadoube::drivers::ichessone {

std::vector<Protocol> protocols() {
  return {
      {.name = "ichessone", .session = session_of<IChessOneSession>},
  };
}

}  // namespace jadoube::drivers::ichessone
