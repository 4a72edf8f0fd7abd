#include "drivers/make_session.hpp"

#include "drivers/certabo/session.hpp"
#include "drivers/chessnut/session.hpp"
#include "drivers/dgt/session.hpp"
#include "drivers/liboard/session.hpp"
#include "drivers/millennium/session.hpp"
#include "drivers/open_scan/session.hpp"
#include "drivers/tabutronic/session.hpp"

namespace jadoube::drivers {

std::unique_ptr<BoardSession> make_session(Protocol protocol, bool white_is_near, bool is_vouched_for) {
  switch (protocol) {
    case Protocol::dgt:
    case Protocol::dgt_bus:
      return std::make_unique<dgt::DgtSession>(protocol == Protocol::dgt_bus);
    case Protocol::chessnut:
      return std::make_unique<chessnut::ChessnutSession>();
    case Protocol::liboard:
      return std::make_unique<liboard::LiBoardSession>();
    case Protocol::millennium:
      return std::make_unique<millennium::MillenniumSession>(is_vouched_for);
    case Protocol::tabutronic:
      return std::make_unique<tabutronic::TabutronicSession>();
    case Protocol::certabo:
      return std::make_unique<certabo::CertaboSession>(white_is_near);
    case Protocol::open_scan:
      break;
  }
  return std::make_unique<open_scan::OpenScanSession>(white_is_near);
}

}  // namespace jadoube::drivers
