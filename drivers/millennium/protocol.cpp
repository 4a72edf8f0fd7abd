#include "drivers/protocol.hpp"
#include "drivers/millennium/session.hpp"

namespace jadoube::drivers::millennium {

std::vector<Protocol> protocols() {
  return {
      {.name = "millennium",
       .session = [](const SessionWishes& wishes) -> std::unique_ptr<BoardSession> {
         return std::make_unique<MillenniumSession>(wishes.is_vouched_for);
       }},
  };
}

}  // namespace jadoube::drivers::millennium
