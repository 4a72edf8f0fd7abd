// The session for each protocol that is known.
#pragma once

#include <memory>

#include "drivers/board_session.hpp"
#include "drivers/board_table.hpp"
#include "drivers/shared_line.hpp"

namespace jadoube::drivers {

/// `white_is_near`: White sits at the board's own rank 1, where the protocol does not say. `is_vouched_for`:
/// the user says that it is such a board, so that it may be asked before it has said anything.
std::unique_ptr<BoardSession> make_session(Protocol protocol, bool white_is_near,
                                           bool is_vouched_for = false);

/// What shares the way to several boards of this protocol among their sessions; null if each has one of its own.
std::unique_ptr<SharedLine> make_shared_line(Protocol protocol);

}  // namespace jadoube::drivers
