#include "drivers/protocol.hpp"
#include "drivers/certabo/session.hpp"

namespace jadoube::drivers::certabo {

std::vector<Protocol> protocols() {
  return {
      {.name = "certabo",
       .session = [](const SessionWishes& wishes) -> std::unique_ptr<BoardSession> {
         return std::make_unique<CertaboSession>(wishes.white_is_near);
       }},
  };
}

}  // namespace jadoube::drivers::certabo
