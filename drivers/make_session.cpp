#include "drivers/make_session.hpp"

#include "drivers/certabo/session.hpp"
#include "drivers/chessnut/session.hpp"
#include "drivers/dgt/bus_line.hpp"
#include "drivers/dgt/session.hpp"
#include "drivers/liboard/session.hpp"
#include "drivers/livechess/server.hpp"
#include "drivers/livechess/session.hpp"
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
    case Protocol::livechess:
      return std::make_unique<livechess::LiveChessSession>();
    case Protocol::open_scan:
      break;
  }
  return std::make_unique<open_scan::OpenScanSession>(white_is_near);
}

std::unique_ptr<SharedLine> make_shared_line(Protocol protocol) {
  if (protocol == Protocol::dgt_bus) return std::make_unique<dgt::BusLine>();
  if (protocol == Protocol::livechess) return std::make_unique<livechess::Server>();
  return nullptr;
}

}  // namespace jadoube::drivers
