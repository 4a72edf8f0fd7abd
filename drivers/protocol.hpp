// The protocols that are known, and how a session with a board is made that speaks one. A protocol is told by the file
// protocol.cpp in its folder; the build finds these files.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "drivers/board_session.hpp"
#include "drivers/shared_line.hpp"

namespace jadoube::drivers {

struct SessionWishes {
  /// White sits at the board's own rank 1, where the protocol does not say.
  bool white_is_near = true;
  /// The user says that it is such a board, so that it may be asked before it has said anything.
  bool is_vouched_for = false;
};

struct Protocol {
  /// In board files: "dgt".
  std::string_view name;
  std::unique_ptr<BoardSession> (*session)(const SessionWishes& wishes);
  /// What shares the way to several boards among their sessions; null: each board has a way of its own.
  std::unique_ptr<SharedLine> (*shared_line)() = nullptr;
};

/// How a session is made that is the same whatever is wished; `arguments` are those of its constructor.
template <class Session, auto... arguments>
std::unique_ptr<BoardSession> session_of(const SessionWishes& /*wishes*/) {
  return std::make_unique<Session>(arguments...);
}

/// Sorted by name.
std::span<const Protocol> protocols();
/// Null if there is none.
const Protocol* protocol(std::string_view name);

/// What the folders have; made by the build.
std::vector<Protocol> protocols_of_all_folders();

}  // namespace jadoube::drivers
