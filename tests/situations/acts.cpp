#include "tests/situations/acts.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "laws/text.hpp"

namespace jadoube::situations {

namespace {

constexpr const char* kRich = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 4 8";
constexpr const char* kBare = "8/8/1k6/8/8/2P5/4K3/R5N1 w - - 0 1";  // Black cannot mate
constexpr const char* kInCheck = "rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP2PP/RNBQKBNR w KQkq - 1 3";
constexpr const char* kBishopChecks = "8/8/1k6/8/1b6/8/8/R3K3 w - - 0 1";
constexpr const char* kThroughCheck = "4k2r/p4ppp/b7/8/8/8/P4PPP/4K2R w Kk - 0 1";
constexpr const char* kThroughCheckBare = "4k3/8/b7/8/8/8/8/4K2R w K - 0 1";
constexpr const char* kPawn = "7k/4P3/8/8/8/8/r7/6K1 w - - 0 1";
constexpr const char* kPawnBare = "7k/4P3/8/8/8/8/8/6K1 w - - 0 1";
constexpr const char* kRookChecks = "3k4/7p/8/8/4r3/8/8/R3K3 w - - 0 1";
constexpr const char* kBackRank = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1";
constexpr const char* kRookBehindPawn = "6k1/5ppp/8/8/8/8/P7/R3K3 w Q - 0 1";
constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

constexpr const char* k960 = "1r2k1r1/pp4pp/8/8/8/8/PP4PP/1R2K1R1 w KQkq - 0 1";
constexpr const char* kChess960 = "chess960";
constexpr const char* kRookAtB = "-b8 +c6";

constexpr const char* kJump = "-a7 +a6";
constexpr const char* kRookJump = "-a8 +a5";

char other_case(char c) {
  const auto u = static_cast<unsigned char>(c);
  return static_cast<char>(std::islower(u) != 0 ? std::toupper(u) : std::tolower(u));
}

bool is_square(std::string_view text) {
  return text.size() >= 2 && text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8';
}
char mirrored_rank(char rank) {
  return static_cast<char>('1' + '8' - rank);
}

/// Each square in the word, ranks exchanged.
std::string mirrored_squares(std::string word) {
  for (std::size_t i = 0; i + 1 < word.size(); ++i)
    if (is_square(std::string_view{word}.substr(i, 2))) {
      word[i + 1] = mirrored_rank(word[i + 1]);
      ++i;
    }
  return word;
}

std::string exchanged(const std::string& word) {
  if (word == "white") return "black";
  if (word == "black") return "white";
  if (word == "1-0") return "0-1";
  if (word == "0-1") return "1-0";
  return word;
}

/// A side as a story names it.
std::string exchanged_letter(const std::string& word) {
  return word == "W" ? "B" : word == "B" ? "W" : exchanged(word);
}

std::string mirrored_event(std::string word) {
  if (word.starts_with('[')) return word;
  if (word.starts_with('!') || word.starts_with('~') || word.starts_with('>'))
    return word.substr(0, 1) + exchanged_letter(word.substr(1));
  word = mirrored_squares(word);
  if (const auto named = word.find('='); named != std::string::npos && named + 1 < word.size())
    word[named + 1] = other_case(word[named + 1]);
  return word;
}

template <class Line>
std::string by_line(std::string_view text, Line line) {
  std::string out;
  std::istringstream in{std::string{text}};
  for (std::string each; std::getline(in, each);) out += line(each) + "\n";
  return out;
}

}  // namespace

const std::vector<Act>& acts() {
  static const std::vector<Act> list{
      {"rook-jumps", kRich, "-a1 +a4 !W", kJump, kRookJump, "-a4 +a1"},
      {"knight-jumps/bare", kBare, "-g1 +d4 !W", "-b6 +b7", "-b6 +d8", "-d4 +g1"},
      {.name = "check-ignored",
       .fen = kInCheck,
       .pieces = "-a2 +a3 !W",
       .reply = "-b8 +c6",
       .error = kRookJump,
       .undo = "-a3 +a2",
       .takes = "-e1 -h4 +e1"},
      {.name = "check-ignored/bare",
       .fen = kBishopChecks,
       .pieces = "-a1 +a2 !W",
       .reply = "-b6 +b7",
       .error = "-b6 +d8",
       .undo = "-a2 +a1",
       .takes = "-e1 -b4 +e1"},
      {"castles-through-check", kThroughCheck, "-e1 -h1 +g1=K +f1=R !W", "-a6 +b7", "-a6 +a5",
       "-f1 -g1 +e1 +h1"},
      {"castles-through-check/bare", kThroughCheckBare, "-e1 -h1 +g1=K +f1=R !W", "-a6 +b7", "-a6 +a5",
       "-f1 -g1 +e1 +h1"},
      {.name = "king-beside-king",
       .fen = "8/8/3k4/8/3K4/8/p6P/8 w - - 0 1",
       .pieces = "-d4 +d5 !W",
       .reply = "",
       .error = "-a2 +b2",
       .undo = "-d5 +d4",
       .takes = "-d5 -d6 +d5"},
      {.name = "king-beside-king-in-the-centre",
       .fen = "8/7p/8/4k3/8/4K3/8/8 w - - 0 1",
       .pieces = "-e3 +e4 !W",
       .reply = "",
       .error = "-h7 +g5",
       .undo = "-e4 +e3",
       .takes = "-e4 -e5 +e4"},
      {.name = "check-answered-by-check",
       .fen = kRookChecks,
       .pieces = "-a1 +d1 !W",
       .reply = "-d8 +c8",
       .error = "-h7 +g5",
       .undo = "-d1 +a1",
       .takes = "-e1 -e4 +e1"},
      {"rook-over-own-king", "r3k2r/p6p/8/8/8/8/P6P/R3K3 w - - 0 1", "-a1 +f1 !W", kJump, kRookJump,
       "-f1 +a1"},
      {"king-jumps", kBare, "-e2 +e4 !W", "-b6 +b7", "-b6 +d8", "-e4 +e2"},
      {.name = "walks-into-check",
       .fen = "4k3/7p/8/8/8/8/r7/4K3 w - - 0 1",
       .pieces = "-e1 +e2 !W",
       .reply = "-h7 +h6",
       .error = "-h7 +g5",
       .undo = "-e2 +e1",
       .takes = "-e2 -a2 +e2"},
      {"jumps-and-takes", kRich, "-a1 -a7 +a7 !W", "-h7 +h6", kRookJump},
      {"takes-his-own", kRich, "-a1 -a2 +a2 !W", "-h7 +h6", kRookJump},
      {"castles-without-the-right", "r3k2r/p6p/8/8/8/8/P6P/R3K2R w kq - 0 1", "-e1 -h1 +g1=K +f1=R !W", kJump,
       kRookJump, "-f1 -g1 +e1 +h1"},
      {"takes-the-wrong-pawn-in-passing", "4k2r/7p/8/3pPp2/8/8/8/4K3 w - d6 0 2", "-e5 +d6 -f5 !W", "-h7 +h6",
       "-h8 +h5"},
      {"two-moves", kRich, "-a2 +a3 -h2 +h3 !W", kJump, kRookJump, "-a3 -h3 +a2 +h2"},
      {"moves-the-other's-pawn", kRich, "-b7 +b6 !W", kJump, kRookJump, "-b6 +b7"},
      {"rook-first", kRich, "-h1 -e1 +g1 +f1 !W", kJump, kRookJump, "-f1 -g1 +e1 +h1"},
      {"king-let-go", kRich, "-e1 +f1 [+1.5] -f1 -h1 +g1=K [+0.4] +f1=R !W", kJump, kRookJump,
       "-f1 -g1 +e1 +h1"},
      {"rook-let-go", kRich, "-h1 +f1 [+1.5] -e1 +g1 !W", kJump, kRookJump},
      {"pawn-left", kPawn, "-e7 +e8 !W", "-h8 +h7", "-a2 +b3"},
      {"pawn-left/bare", kPawnBare, "-e7 +e8 !W", "-h8 +h7", "-h8 +h6"},
      {"nothing-promoted", kPawn, "-e7 !W", "-h8 +h7", "-a2 +b3"},
      {"nothing-promoted/bare", kPawnBare, "-e7 !W", "-h8 +h7", "-h8 +h6"},
      {"black-queen-promoted", kPawn, "-e7 +e8=q !W", "-h8 +h7", "-a2 +b3"},
      {"no-move", kRich, "!W", kJump, kRookJump, "."},
      {"no-move/bare", kBare, "!W", "-b6 +b7", "-b6 +d8", "."},
      {"in-the-air", kRich, "-f3 !W [+0.5] +h4", kJump, kRookJump},
      {"two-hands", kRich, "-e1 [+0.03] -h1 [+0.4] +f1 [+0.03] +g1 !W", kJump, kRookJump, "", "", false,
       true},
      {"out-of-turn", kRich, "-a2 +a3 !W [+2] -h2 +h3 [+1.5]", kJump, kRookJump},
      {"knocked-over", kRich, "-a2 +a3 -g2 +g1 !W", kJump, kRookJump},
      {"touched", kRich, "-c3 [+1.5] +c3 -a2 +a3 !W", kJump, kRookJump},
      {"changed", kRich, "-a2 +a3 [+2] -a3 +a4 !W", kJump, kRookJump, "", "", false, true},
      {"illegal-not-pressed", kRich, "-a1 +a4 [+3]", "-a4 +a1", "-a4 +a1"},
      {"illegal-mate", kRookBehindPawn, "-a1 +a8 !W", "", "-h7 +g5", "-a8 +a1"},
      {"illegal-mate-not-pressed", kRookBehindPawn, "-a1 +a8 [+3]", "-a8 +a1", "-a8 +a1"},
      {"mate", kBackRank, "-a1 +a8 !W", "", "", "", "", true},
      {"stalemate", "7k/8/8/6Q1/8/8/8/4K3 w - - 0 1", "-g5 +g6 !W", "", "", "", "", true},
      {"dead-position", "7k/8/8/8/8/8/1p6/K7 w - - 0 1", "-b2 -a1 +b2 !W", "", "", "", "", true},
      {"lawful-move", kRich, "-a2 +a3 !W", kJump, kRookJump, "", "", true},
      {"clock-set", kRich, "-a2 +a3 !W [+2]\nclock W 0:04:00 B 0:04:00\n. [+1]", kJump, kRookJump, "", "",
       true},
      {"clock-started-for-the-other", kRich, "|| [+1] >B [+3] || [+1] >W", "", "", "", "", true},
      {"clock-set-and-started", kRich, "|| [+1]\nclock W 0:04:00 B 0:04:00\n. [+1] >W [+1] -a2 +a3 !W", kJump,
       "", "", "", true},
      {"kings-in-the-centre", "r3k3/p7/8/8/8/8/P7/R3K3 w - - 0 1", "|| [+1] -e1 +e4 -e8 +d5 . [+3]", "", "",
       "", "", true},
      {"queens-exchanged", kStart, "-e2 +e4 !W", "-e7 +e5", kRookJump, "",
       "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w kq - 0 1", true},
      {"pawn-set-wrong", kStart, "-e2 +e4 !W", "-e7 +e5", kRookJump, "",
       "rnbqkbnr/pppppppp/8/8/8/7P/PPPPPPP1/RNBQKBNR w KQkq - 0 1", true},
      {.name = "960/castles",
       .fen = k960,
       .pieces = "-e1 -g1 +g1=K +f1=R !W",
       .reply = kJump,
       .error = kRookAtB,
       .no_fault = true,
       .variant = kChess960},
      {.name = "960/castles-to-the-other-side",
       .fen = k960,
       .pieces = "-e1 -b1 +c1=K +d1=R !W",
       .reply = kJump,
       .error = kRookAtB,
       .no_fault = true,
       .variant = kChess960},
      {.name = "960/castles-through-check",
       .fen = "1r2k1r1/pp4pp/b7/8/8/8/PP4PP/1R2K1R1 w KQkq - 0 1",
       .pieces = "-e1 -g1 +g1=K +f1=R !W",
       .reply = "-h7 +h6",
       .error = kRookAtB,
       .undo = "-f1 -g1 +e1 +g1",
       .variant = kChess960},
      {.name = "960/castles-without-the-right",
       .fen = "1r2k1r1/pp4pp/8/8/8/8/PP4PP/1R2K1R1 w kq - 0 1",
       .pieces = "-e1 -g1 +g1=K +f1=R !W",
       .reply = kJump,
       .error = kRookAtB,
       .undo = "-f1 -g1 +e1 +g1",
       .variant = kChess960},
      {.name = "960/rook-first",
       .fen = k960,
       .pieces = "-g1 [+0.6] -e1 +g1 +f1 !W",
       .reply = kJump,
       .error = kRookAtB,
       .may_be_missed = true,
       .variant = kChess960},
      {.name = "960/rook-let-go",
       .fen = k960,
       .pieces = "-g1 +f1 [+1.5] -e1 +g1 !W",
       .reply = kJump,
       .error = kRookAtB,
       .variant = kChess960},
      {.name = "960/rook-jumps",
       .fen = k960,
       .pieces = "-b1 +c3 !W",
       .reply = kJump,
       .error = kRookAtB,
       .undo = "-c3 +b1",
       .variant = kChess960},
      {.name = "960/no-move",
       .fen = k960,
       .pieces = "!W",
       .reply = kJump,
       .error = kRookAtB,
       .undo = ".",
       .variant = kChess960},
      {.name = "960/lawful-move",
       .fen = k960,
       .pieces = "-a2 +a3 !W",
       .reply = kJump,
       .error = kRookAtB,
       .no_fault = true,
       .variant = kChess960},
  };
  return list;
}

const std::vector<Sequel>& sequels() {
  static const std::vector<Sequel> list{
      {"nothing", ". [+6]", "", false, true},
      {"reply", ". [+2]\n{reply} !B . [+4]", "", false, true},
      {"reply-at-once", "{reply} [+0.2] !B . [+4]"},
      {"reply-not-pressed", ". [+2]\n{reply} . [+4]"},
      {"touches", ". [+2]\n{touch} . [+3]"},
      {"press-back", ". [+1] !B . [+4]", "", true},
      {"claims", ". [+2]\nARB claim B illegal move\n. [+3]\n{reply} !B . [+3]"},
      {"claims-too-late", ". [+2]\n{reply} !B . [+2]\nARB claim B illegal move\n. [+3]"},
      {"own-claim", ". [+2]\nARB claim W illegal move\n. [+3]"},
      {"confirmed", ". [+2]\nARB confirm {id}\n. [+3]", "", false, true},
      {"confirmed-and-moves", ". [+2]\nARB confirm {id}\n. [+1]\n{reply} !B . [+4]"},
      {"moves-and-confirmed", ". [+2]\n{reply} !B . [+2]\nARB confirm {id}\n. [+4]"},
      {"dismissed", ". [+2]\nARB dismiss {id}\n. [+1]\n{reply} !B . [+4]"},
      {"set-right", ". [+2]\n||\nARB confirm {id}\n{undo}\nARB set_position {fen}\n. [+1] >W . [+6]"},
      {"ruled-and-errs-again", ". [+2]\n||\nARB confirm {id}\n{undo}\n. [+1] >W [+1]\n{again} . [+4]"},
      {"ruled-set-and-errs-again",
       ". [+2]\n||\nARB confirm {id}\n{undo}\nARB set_position {fen}\n. [+1] >W [+1]\n{again} . [+4]"},
      {"claimed-and-errs-too",
       ". [+2]\nARB claim B illegal move\n. [+1]\n{error} !B . [+3]\nARB claim W illegal move\n. [+2]", "",
       true},
      {"over-then-everything",
       ". [+2]\n||\nARB result 1/2-1/2\n. [+1]\nARB claim B illegal move\nARB claim W flag\nARB confirm "
       "{id}\nARB dismiss "
       "{id}\nARB resume\nARB adjourn\n. [+2]"},
      {"resigns-and-claims",
       ". [+2]\nARB claim B illegal move\n. [+1]\nARB result 1-0\n. [+1]\nARB claim B illegal move\n. [+1]"},
      {"set-right-first", ". [+2]\n||\n{undo}\nARB set_position {fen}\n. [+1]\nARB confirm {id}\n>W . [+6]"},
      {"errs-too", ". [+2]\n{error} !B . [+4]", "", true},
      {"paused", ". [+2] || . [+3] >B . [+1]\n{reply} !B . [+3]"},
      {"adjourned", ". [+2]\nARB adjourn\n. [+3]"},
      {"result", ". [+2]\n||\nARB result 1-0\n. [+3]"},
      {"flag-of-the-other", ". [+8]", "clock W 0:05:00 B 0:00:06", false, true},
      {"flag-of-the-other-claimed", ". [+8]\nARB claim W flag\n. [+2]", "clock W 0:05:00 B 0:00:06"},
      {"flag-and-irregularity-claimed", ". [+8]\nARB claim B illegal move\n. [+2]\nARB claim W flag\n. [+1]",
       "clock W 0:05:00 B 0:00:06"},
      {"own-flag-first", ". [+3]", "clock W 0:00:01 B 0:05:00", false, true},
      {"own-flag-after", ". [+1]\n{reply} !B . [+8]\nARB claim B flag\n. [+2]", "clock W 0:00:06 B 0:05:00"},
      {"both-flags", ". [+1]\n{reply} !B . [+10] !W . [+10]", "clock W 0:00:06 B 0:00:07", true},
      {"wrong-claimant-first",
       ". [+2]\nARB claim W illegal move\n. [+1]\nARB claim B illegal move\n. [+3]\n{reply} !B . [+3]"},
      {"claims-late", ". [+40]\nARB claim B illegal move\n. [+2]"},
      {"claims-anything", ". [+2]\nARB claim B anything\n. [+3]\n{reply} !B . [+3]"},
      {"claims-twice-and-result",
       ". [+2]\nARB claim B illegal move\n. [+1]\nARB claim B anything\n. [+1]\n||\nARB result 0-1\n. "
       "[+1]\nARB claim B illegal move\n. [+1]"},
      {"claims-and-confirmed",
       ". [+2]\nARB claim B illegal move\nARB confirm {id}\n. [+2]\n{reply} !B . [+3]"},
      {"confirmed-and-claims",
       ". [+2]\nARB confirm {id}\n. [+1]\nARB claim B illegal move\n. [+1]\nARB claim W illegal move\n. "
       "[+3]"},
      {"dismissed-and-claims", ". [+2]\nARB dismiss {id}\n. [+1]\nARB claim B illegal move\n. [+3]"},
      {"claims-and-dismissed",
       ". [+2]\nARB claim B illegal move\nARB dismiss {id}\n. [+2]\n{reply} !B . [+3]"},
      {"claims-and-set-right",
       ". [+2]\n||\nARB claim B illegal move\nARB confirm {id}\n{undo}\nARB set_position {fen}\n. [+1] >W "
       "[+1]\nARB claim B illegal move\n. [+4]"},
      {"touches-and-claims",
       ". [+2]\n{touch} . [+1]\nARB claim B touched piece\n. [+1]\nARB claim B illegal move\n. [+2]"},
      {"errs-too-and-the-first-claims",
       ". [+2]\n{error} !B . [+3]\nARB claim W illegal move\n. [+2]\nARB claim B illegal move\n. [+2]", "",
       true},
      {"takes-the-king", ". [+2]\n{takes} !B . [+4]", "", true},
      {"takes-the-king-and-claims", ". [+2]\n{takes} . [+1]\nARB claim B illegal move\n. [+1] !B . [+3]", "",
       true},
      {"takes-the-king-and-both-claim",
       ". [+2]\n{takes} !B . [+2]\nARB claim W illegal move\n. [+1]\nARB claim B illegal move\n. [+3]", "",
       true},
  };
  return list;
}

const std::vector<Told>& told() {
  static const std::vector<Told> list{
      {"R01", kStart, "e2e4", "e7e5", "initial_position A ply=0", true},
      {"R02", kStart, "e2e4", "e7e5", "board_turned A ply=0", true},
      {"R03", kStart, "e2e4", "e7e5", "colours_reversed B ply=1", true},
      {"R04", kRich, "a2a3", "a7a6", "displaced B white ply=1 squares=g2,g1 at=3"},
      {"R05", kRich, "a2a3", "a7a6", "displaced_earlier B white ply=1 squares=g2 at=3", true},
      {"R06", kRich, "", "", "illegal_move_pending C white ply=1 squares=a1,a4 touched=a1 played=a1a4"},
      {"R07", kRich, "a1a4", "a7a6",
       "illegal_move A white ply=1 squares=a1,a4 reason=path_blocked touched=a1 "
       "played=a1a4 at=3"},
      {"R07b", kRich, "a1a4", "a7a6",
       "illegal_move B white ply=1 squares=a1,a4 reason=path_blocked touched=a1 "
       "played=a1a4 at=3"},
      {"R07c", kRich, "a1a4", "a7a6",
       "illegal_move C white ply=1 squares=a1,a4 reason=path_blocked touched=a1 "
       "played=a1a4 at=3"},
      {"R07-bare", kBare, "g1d4", "b6b7",
       "illegal_move A white ply=1 squares=g1,d4 "
       "reason=not_a_move_of_that_piece touched=g1 played=g1d4 at=3"},
      {"R08", kInCheck, "a2a3", "b8c6",
       "illegal_move A white ply=1 squares=a2,a3 reason=king_in_check touched=a2 "
       "played=a2a3 at=3"},
      {"R09", kRich, "e3e8", "a7a6",
       "king_captured A white ply=1 squares=e3,e8 touched=e3,e8 played=e3e8 at=3"},
      {"R10", kRookChecks, "a1d1", "d8c8", "both_kings_in_check A white ply=1 touched=a1 played=a1d1 at=3"},
      {"R10-unknown", kRookChecks, "a1d1", "d8c8", "both_kings_in_check A ply=1 at=3", true},
      {"R11", kThroughCheck, "e1g1", "a6b7",
       "illegal_move A white ply=1 squares=e1,g1 "
       "reason=castling_through_check touched=e1,h1 played=e1g1 at=3"},
      {"R12", kRich, "e1g1", "a7a6", "castling_order B white ply=1 squares=h1,e1 touched=h1,e1 at=3"},
      {"R12-king", kRich, "e1g1", "a7a6",
       "castling_order B white ply=1 squares=e1,h1 touched=e1,h1 variant=king_released at=3"},
      {"R12-rook", kRich, "e1g1", "a7a6",
       "castling_order B white ply=1 squares=h1,e1 touched=h1,e1 variant=rook_released at=3"},
      {"R13", kPawn, "e7e8q", "h8h7", "promotion_incomplete B white ply=1 squares=e8 touched=e7 at=3"},
      {"R13-bare", kPawnBare, "e7e8q", "h8h7",
       "promotion_incomplete B white ply=1 squares=e8 touched=e7 at=3"},
      {"R13-unverified", kPawn, "e7e8q", "h8h7",
       "promotion_unverified B white ply=1 squares=e8 touched=e7 at=3"},
      {"R14", kRich, "", "", "press_without_move B white ply=1 at=3"},
      {"R14-air", kRich, "", "", "press_before_place B white ply=1 squares=f3 touched=f3 at=3"},
      {"R15", kRich, "e1g1", "a7a6", "two_hands C white ply=1 squares=e1,h1 touched=e1,h1 at=3"},
      {"R15b", kRich, "e1g1", "a7a6", "two_hands B white ply=1 squares=e1,h1 touched=e1,h1 at=3"},
      {"R16", kRich, "", "", "out_of_turn B black ply=1 squares=a7,a6 played=a7a6 touched=a7 at=3", true},
      {"R17", kRich, "a2a3", "a7a6", "touch_move C white ply=1 squares=c3 touched=c3,a2 at=3"},
      {"R17-changed", kRich, "a2a4", "a7a6",
       "move_changed_after_release C white ply=1 squares=a2,a3 touched=a2,a3 at=3"},
      {"R19", kRich, "a2a3", "", "clock_not_pressed A white ply=1 at=3", true},
      {"R20", kRich, "", "", "flag_fallen A white ply=0 at=3"},
      {"R20-bare", kBare, "", "", "flag_fallen A white ply=0 at=3"},
      {"R21", kRich, "", "", "both_flags_fallen A white ply=0 at=3"},
      {"R22", "7k/8/8/8/8/8/1n6/K7 w - - 0 1", "a1b2", "", "dead_position A ply=1 at=3", true},
      {"R24", kRich, "a2a3", "a7a6", "fivefold A ply=1 at=3", true},
      {"R24-claim", kRich, "a2a3", "a7a6", "threefold_available A ply=1 at=3", true},
      {"R26", kRich, "a2a3", "a7a6", "clock_fault B ply=1 at=3", true},
      {"R31", kRich, "", "", "result_signal B ply=0 at=3", true},
  };
  return list;
}

const std::vector<Sequel>& told_sequels() {
  static const std::vector<Sequel> list{
      {"nothing", "9 stop", "", false, true},
      {"reply", "6 {reply}", "", false, true},
      {"reply-not-pressed", "6 {made}\n9 stop"},
      {"claims", "6 claim black illegal move\n8 {reply}"},
      {"claims-too-late", "6 {reply}\n8 claim black illegal move"},
      {"own-claim", "6 claim white illegal move"},
      {"flag-claims", "6 claim black flag\n7 claim white flag"},
      {"all-kinds-of-claims",
       "6 claim black threefold repetition\n6.1 claim white fifty moves\n6.2 claim black no winning "
       "chances\n6.3 claim white "
       "wrong set-up\n6.4 claim black touched piece\n6.5 claim white distraction\n6.6 claim black "
       "adjusting\n6.7 claim white "
       "queens or rooks\n6.8 claim black anything"},
      {"confirmed", "6 confirm 1\n8 {reply}", "", false, true},
      {"moves-and-confirmed", "6 {reply}\n8 confirm 1"},
      {"dismissed", "6 dismiss 1\n8 {reply}\n9 claim black illegal move"},
      {"withdrawn", "6 withdraw 1\n8 {reply}\n9 claim black illegal move"},
      {"updated", "6 update 1\n8 {reply}\n9 update 1"},
      {"revised", "6 revise 1\n7 update 1\n8 withdraw 1"},
      {"over", "6 game over\n7 claim black illegal move\n8 confirm 1"},
      {"result", "6 result 1-0\n7 result 0-1\n8 result 1/2-1/2"},
      {"adjourned", "6 stop\n6 adjourn\n8 resume\n9 {reply}"},
      {"law-changed", "6 law skak-1985\n7 {reply}\n8 law fide-2023-blitz-B3"},
      {"set-right",
       "6 confirm 1\n7 position {fen}\n9 finding illegal_move A white id=9 ply=1 squares=h1,h3 "
       "reason=path_blocked at=9\n10 confirm 9\n11 position {fen}\n12 finding illegal_move A white id=10 "
       "ply=1 squares=h1,h3 reason=path_blocked at=12\n13 confirm 10"},
      {"set-right-first",
       "6 position {fen}\n7 confirm 1\n9 finding press_without_move B white id=9 ply=1 "
       "at=9\n10 confirm 9\n12 finding press_without_move B white id=10 ply=3 at=12\n13 confirm 10"},
  };
  return list;
}

std::string mirrored_fen(std::string_view fen) {
  std::istringstream in{std::string{fen}};
  std::string board;
  std::string turn;
  std::string rights;
  std::string en_passant;
  std::string rest;
  in >> board >> turn >> rights >> en_passant;
  std::getline(in, rest);
  std::string turned;
  std::istringstream ranks{board};
  for (std::string rank; std::getline(ranks, rank, '/');)
    turned = turned.empty() ? rank : rank + "/" + turned;
  for (char& c : turned) c = other_case(c);
  std::string mine;
  std::string theirs;
  for (const char c : rights)
    (std::islower(static_cast<unsigned char>(c)) != 0 ? mine : theirs) += other_case(c);
  if (rights == "-") mine = "-";
  return laws::concat({turned, turn == "w" ? " b " : " w ", mine, rights == "-" ? "" : theirs, " ",
                       mirrored_squares(en_passant), rest});
}

std::string mirrored_story(std::string_view text) {
  return by_line(text, [](const std::string& line) {
    if (const auto fen = line.find("fen "); fen == 0) return "fen " + mirrored_fen(line.substr(4));
    if (const auto set = line.find("set_position "); set != std::string::npos)
      return line.substr(0, set + 13) + mirrored_fen(line.substr(set + 13));
    const bool plain = line.starts_with("ARB") || line.starts_with("clock") || line.starts_with("control");
    std::istringstream in{line};
    std::string out;
    for (std::string word; in >> word;) out += (plain ? exchanged_letter(word) : mirrored_event(word)) + " ";
    return out;
  });
}

std::string mirrored_script(std::string_view text) {
  return by_line(text, [](const std::string& line) {
    if (const auto set = line.find("position ");
        set != std::string::npos && line.find("finding") == std::string::npos)
      return line.substr(0, set + 9) + mirrored_fen(line.substr(set + 9));
    std::string head = line;
    std::string fen;
    if (const auto at = line.find("fen="); at != std::string::npos) {
      head = line.substr(0, at);
      fen = "fen=" + mirrored_fen(line.substr(at + 4));
    }
    std::istringstream in{head};
    std::vector<std::string> words;
    for (std::string word; in >> word;) words.push_back(word);
    if (words.size() > 3 && words[1] == "clock") std::swap(words[2], words[3]);
    std::string out;
    const bool squares = words.size() > 1 && (words[1] == "finding" || words[1] == "move");
    for (const auto& word : words) {
      const bool kind = &word == words.data() + 2 && words[1] == "finding";
      out += (squares && !kind && exchanged(word) == word ? mirrored_squares(word) : exchanged(word)) + " ";
    }
    return out + fen;
  });
}

}  // namespace jadoube::situations
