#include "drivers/protocol.hpp"
#include "drivers/liboard/session.hpp"

namespace jadoube::drivers::liboard {

std::vector<Protocol> protocols() {
  return {
      {.name = "liboard",
       .session = [](const SessionWishes&) -> std::unique_ptr<BoardSession> {
         return std::make_unique<LiBoardSession>();
       }},
  };
}

}  // namespace jadoube::drivers::liboard
