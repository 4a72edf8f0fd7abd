#include "drivers/protocol.hpp"
#include "drivers/ichessone/session.hpp"

namespace jadoube::drivers::ichessone {

std::vector<Protocol> protocols() {
  return {
      {.name = "ichessone",
       .session = [](const SessionWishes&) -> std::unique_ptr<BoardSession> {
         return std::make_unique<IChessOneSession>();
       }},
  };
}

}  // namespace jadoube::drivers::ichessone
