// What is said to people of boards that are plugged in and recorded: pure functions of values.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "transport/board_watch.hpp"

namespace jadoube::transport {

/// How a board fares that is being recorded.
struct BoardStatus {
  std::string name;
  bool attached = true;
  /// It was heard, and says nothing any more.
  bool is_silent = false;
  std::uint64_t scans_per_second = 0;
  /// Losses of the link, and frames that the board numbered and that never came.
  std::uint64_t gaps = 0;
  /// How long ago; nothing: none yet.
  std::optional<std::chrono::seconds> last_change;
  drivers::Tally tally;
};

/// All boards on one line. If that would be longer than `width` characters: how many there are and what they
/// do together, and then those in trouble, the worst first, as far as there is room.
std::string status_line(std::span<const BoardStatus> boards, std::size_t width);

/// What came of a board, in the end: "5123 scans, 2 gaps, 1 bad frame".
std::string summary(const BoardStatus& board);

/// "DGT electronic board or Millennium ChessLink": what a plug may be, each make once.
std::string makes(const Plug& plug);
/// Of a plug with strange bytes: "sends 5230 bytes that no DGT electronic board would send".
std::string strange_bytes(const Plug& plug);
/// Of a plug that has not been recognised: why, and what the user can do about it.
std::string unrecognised(const Plug& plug);
/// What can be done about a plug that failed for this reason, as "; …"; empty: nothing that is known.
std::string next_step(const std::string& reason);
/// The same of a program on the network, such as LiveChess.
std::string next_step_of_server(const std::string& reason);
/// Of a plug that failed: why, and what can be done about it.
std::string failure(const Plug& plug);
/// … about one that has been asked and does not answer.
std::string unanswered(const Plug& plug);

/// A board, and how it is reached.
struct Reached {
  std::string name;
  const drivers::UsbId* usb = nullptr;
  /// Over USB by this program itself; otherwise the table's transport is the system's concern.
  bool by_usb = true;
};
/// What the table of boards says of a make, for those of its boards that are there; no line is longer than
/// `width` characters where words allow it.
std::string facts_of_make(const drivers::BoardModel& model, std::span<const Reached> boards,
                          std::size_t width);

}  // namespace jadoube::transport
