// What may happen at a board, as tables: acts of White's, what the others do about them, and their mirror images.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace jadoube::situations {

/// An act of White's at the board, in the notation of tests/support/story.hpp, and the moves that may follow on it.
struct Act {
  const char* name;
  const char* fen;  // White is to move, and Black starts his clock
  const char* pieces;
  /// Black's lawful answer, not yet pressed.
  const char* reply;
  /// Black's answer if he errs too.
  const char* error = "";
  /// Puts the pieces back, if the act can be set right by that.
  const char* undo = "";
  /// What really stands there at the beginning, if it is not `fen`.
  const char* board = "";
  /// Nobody is at fault: the clock, or the rules of the end.
  bool no_fault = false;
  /// The sensors show no more than a hint of it, or nothing.
  bool may_be_missed = false;
  /// Black takes the king that was left in check.
  const char* takes = "";
  /// "chess960", or empty.
  const char* variant = "";
};
const std::vector<Act>& acts();

/// What happens after an act. `{takes}`, `{reply}`, `{error}` and `{undo}` stand for the act's own, `{touch}` for the lifting of the
/// piece that answers, `{fen}` for its position, `{id}` for the finding that it was told as.
struct Sequel {
  const char* name;
  const char* text;
  /// Clock times to begin with, where somebody is to run out of time.
  const char* clock = "";
  /// Black errs too, or what he does is no lawful answer.
  bool both_err = false;
  /// Asked of second and third offences too.
  bool of_later_offences = false;
};
const std::vector<Sequel>& sequels();

/// A finding as the detector tells it, in the language of tests/laws/script.hpp, White being at fault.
struct Told {
  const char* name;
  const char* fen;
  /// The ply that it is about, as two squares; empty: none.
  const char* ply;
  const char* reply;  // two squares too
  const char* finding;
  bool no_fault = false;
};
const std::vector<Told>& told();
const std::vector<Sequel>& told_sequels();

/// The same with colours exchanged, and the board with them.
std::string mirrored_fen(std::string_view fen);
std::string mirrored_story(std::string_view text);
std::string mirrored_script(std::string_view text);

}  // namespace jadoube::situations
