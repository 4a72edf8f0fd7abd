#include "drivers/protocol.hpp"
#include "drivers/chessnut/session.hpp"

namespace jadoube::drivers::chessnut {

std::vector<Protocol> protocols() {
  return {
      {.name = "chessnut", .session = session_of<ChessnutSession>},
      {.name = "chessnut-move", .session = session_of<ChessnutSession, ChessnutSession::Family::move>},
  };
}

}  // namespace jadoube::drivers::chessnut
