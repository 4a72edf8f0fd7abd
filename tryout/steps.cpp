#include "tryout/steps.hpp"

namespace jadoube::tryout {

using words::wording;
using namespace std::chrono_literals;

const std::vector<Step>& steps() {
  static const std::vector<Step> table{
      {"set_up", wording("Set up"), wording("Put all pieces up as for a game."), Goal::position,
       "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "", 120s},
      {"lift", wording("Lift each piece"),
       wording("Lift every piece, one after the other, and put it back on its square."), Goal::lifts, "", "",
       240s},
      {"slide", wording("Slide"),
       wording("Take White's rook from a1 and push it over the empty rows without lifting it: a3 to h3, h4 "
               "to a4, a5 to h5, "
               "h6 to a6. Then put it back on a1."),
       Goal::slides, "", "", 120s},
      {"castle", wording("Castle"),
       wording("Take White's bishop from f1 and knight from g1 off the board. Then castle: the king from e1 "
               "to g1, and when "
               "it stands there the rook from h1 to f1."),
       Goal::position, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1RK1", "", 90s},
      {"promote", wording("Promote"),
       wording("Take Black's rook from a8 and pawn from a7 off the board, and put White's pawn from a2 on "
               "a7. Then play it to "
               "a8, take it off, and put a queen there (or any piece, if there is no second queen)."),
       Goal::promotes, "Qnbqkbnr/1ppppppp/8/8/8/8/1PPPPPPP/RNBQ1RK1", "a8", 120s},
      {"capture_removed", wording("Capture: taken off first"),
       wording("Play the pawns e2 to e4 and d7 to d5. Then take: first lift Black's pawn off d5 and put it "
               "aside, then put "
               "White's pawn from e4 there."),
       Goal::captures, "Qnbqkbnr/1pp1pppp/8/3P4/8/8/1PPP1PPP/RNBQ1RK1", "d5", 90s},
      {"capture_lifted", wording("Capture: with one hand"),
       wording("Take with Black's queen: lift it from d8, lift the pawn off d5 with the same hand, and put "
               "the queen there."),
       Goal::captures, "Qnb1kbnr/1pp1pppp/8/3q4/8/8/1PPP1PPP/RNBQ1RK1", "d5", 90s},
      {"capture_pushed", wording("Capture: pushed off"),
       wording("Play White's knight from b1 to c3. Then take as in a scramble: push the queen off d5 with "
               "the knight."),
       Goal::captures, "Qnb1kbnr/1pp1pppp/8/3N4/8/8/1PPP1PPP/R1BQ1RK1", "d5", 90s},
      {"clock", wording("Both clocks"),
       wording("Start the clock. Lift the pawn h2 and put it back, and press White's side in the very moment "
               "in which it "
               "stands; then the pawn h7, and Black's side. Three times each."),
       Goal::presses, "", "", 120s},
      {"unplug", wording("Unplug"),
       wording("Pull the board's plug (or switch it off), wait until it is said here that the board is gone, "
               "and plug it in "
               "again."),
       Goal::link, "", "", 120s},
      {"topple", wording("Knock one over"),
       wording(
           "Knock Black's king on e8 over, so that it lies there. Wait five seconds, and put it up again."),
       Goal::topples, "", "e8", 60s},
  };
  return table;
}

}  // namespace jadoube::tryout
