#include "drivers/protocol.hpp"
#include "drivers/zmartfun/session.hpp"

namespace jadoube::drivers::zmartfun {

std::vector<Protocol> protocols() {
  return {
      {.name = "zmartfun",
       .session = [](const SessionWishes&) -> std::unique_ptr<BoardSession> {
         return std::make_unique<ZmartfunSession>();
       }},
  };
}

}  // namespace jadoube::drivers::zmartfun
