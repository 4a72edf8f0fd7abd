#include "drivers/protocol.hpp"
#include "drivers/chessnut/session.hpp"

namespace jadoube::drivers::chessnut {

std::vector<Protocol> protocols() {
  return {
      {.name = "chessnut",
       .session = [](const SessionWishes&) -> std::unique_ptr<BoardSession> {
         return std::make_unique<ChessnutSession>();
       }},
      {.name = "chessnut-move",
       .session = [](const SessionWishes&) -> std::unique_ptr<BoardSession> {
         return std::make_unique<ChessnutSession>(ChessnutSession::Family::move);
       }},
  };
}

}  // namespace jadoube::drivers::chessnut
