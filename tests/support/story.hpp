// Stories: games at the board written down by hand, the way one would tell them, compiled to scan logs.
//
//   # A line beginning with # is a remark; so is the rest of a line after " # ".
//   white "A. Andersen"          header members: white, black, event, round, variant, law, model, board (its id), utc
//   control 180+2                seconds and increment; both clocks begin with their sum
//   clock W 1:02:10 B 0:58:40    other times to begin with
//   fen 4k3/8/8/8/8/8/8/4K3 w    who stands where at the start; absent: the start position
//   senses identity              or colour; absent: presence
//   turned                       the sensor board's a1 lies under the players' h8
//   clock buttons                the clock reports presses instead of times
//   clock none                   there is no clock (as long as nothing else is said)
//   period 0.25                  scan period in seconds, for the header only
//   gap 0.4                      seconds between two events that do not say their time; absent: 0.5
//
//   !B                           Black's press, which starts White's clock
//   -e2 [+3] +e4 [+0.7] !W       lift, place, effective press; [+s] that long after the event before,
//   -e7 [9.5] +e5 !B [10.2]      [s] so long after the beginning
//   (-e1 -h1) +g1 +f1 !W         in parentheses: seen in one scan
//   -d4 xe5 !W                   the piece in hand replaces the one on e5 between two scans
//   -e7 +e8=Q                    says which piece is put down, where it is not the one lifted last
//   ~W                           a press that switches nothing
//   || [+1]  >W                  the clock is stopped; it runs again for White
//   . [+20]                      nothing happens for 20 seconds
//   clock W 1:02:10 B 0:58:40    somebody sets the clock
//   ARB pause [+2]               what a person enters: pause, resume, new_game, adjourn, set_position FEN,
//                                claim W TEXT, confirm 3, dismiss 3, seen e8 P, declare W q, count_started W,
//                                result 1-0, law ID, pairing "WHITE" "BLACK" near_a1, retract 3 REASON,
//                                retract entered 12.5 REASON, note TEXT
//
// Squares are the players' own, whichever way round the board lies. A lift from an empty square and a placing
// on an occupied one are mistakes of the story, not of the players, and are refused.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "record/byte_sink.hpp"
#include "record/scan.hpp"

namespace jadoube::support {

struct Story {
  record::Header header;
  std::vector<record::Record> records;
};

struct StoryError {
  std::size_t line = 1;    // from 1
  std::size_t column = 1;  // in bytes, from 1
  std::string sentence;
};

/// The first mistake, if there is one.
tl::expected<Story, StoryError> compile_story(std::string_view text);

/// Writes the interchange form.
record::ByteSink::Result write_story(const Story& story, std::unique_ptr<record::ByteSink> sink);

}  // namespace jadoube::support
