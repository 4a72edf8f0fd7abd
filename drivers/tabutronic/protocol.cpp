#include "drivers/protocol.hpp"
#include "drivers/tabutronic/session.hpp"

namespace jadoube::drivers::tabutronic {

std::vector<Protocol> protocols() {
  return {
      {.name = "tabutronic",
       .session = [](const SessionWishes&) -> std::unique_ptr<BoardSession> {
         return std::make_unique<TabutronicSession>();
       }},
  };
}

}  // namespace jadoube::drivers::tabutronic
