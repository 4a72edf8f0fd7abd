#include "drivers/protocol.hpp"
#include "drivers/livechess/server.hpp"
#include "drivers/livechess/session.hpp"

namespace jadoube::drivers::livechess {

std::vector<Protocol> protocols() {
  return {
      {.name = "livechess",
       .session = session_of<LiveChessSession>,
       .shared_line = []() -> std::unique_ptr<SharedLine> { return std::make_unique<Server>(); }},
  };
}

}  // namespace jadoube::drivers::livechess
