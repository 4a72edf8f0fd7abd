#include "drivers/protocol.hpp"
#include "drivers/zmartfun/session.hpp"

namespace jadoube::drivers::zmartfun {

std::vector<Protocol> protocols() {
  return {
      {.name = "zmartfun", .session = session_of<ZmartfunSession>},
  };
}

}  // namespace jadoube::drivers::zmartfun
