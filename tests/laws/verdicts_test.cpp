#include "judge/verdicts.hpp"

#include <gmock/gmock.h>

#include "tests/laws/script.hpp"

namespace jadoube::laws {
namespace {

TEST(TheVerdictTable, ShowsEachFindingUnderEachLaw) {
  std::vector<Verdicts> all;
  for (const char* law : {"fide-2023-std", "fide-2023-blitz-B3", "michigan-speed-2000"}) {
    Script script{{.law = law, .time_control = "300+2"}};
    script.run(
        "0    clock 5:00 5:00 white\n"
        "4    press white\n"
        "4.4  finding illegal_move A white ply=1 squares=e2,e5 reason=path_blocked touched=e2 at=4\n"
        "8    finding castling_order B black ply=2 squares=h8,e8\n"
        "9    move 2 black e7e5 completed fen=rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2\n");
    all.push_back({law, script.rulings()});
  }
  EXPECT_EQ(verdict_table(all),
            "0:00:04.4  illegal move by white, grade A: illegal move (script).\n"
            "  fide-2023-std        7.5.1  MUST        W-GAME     updated  BACK +T or last counter       W "
            "4:56 / B 7:00\n"
            "  fide-2023-blitz-B3   A.5.2  MUST/CLAIM  W-OPPMOVE  closed   STAND                         W "
            "4:56 / B 6:00\n"
            "  michigan-speed-2000  11     CLAIM       W-OPPMOVE  closed   STAND, else back to earliest\n"
            "0:00:08.0  castling order by black, grade B: castling order (script).\n"
            "  fide-2023-std        4.4.2  MUST/CLAIM  W-TOUCH    opened   rook must move\n"
            "  fide-2023-blitz-B3   4.4.2  MUST/CLAIM  W-TOUCH    opened   rook must move\n"
            "  michigan-speed-2000  –\n");
  EXPECT_EQ(verdict_table({}), "");
  Script nobodys{{.law = "fide-2023-std"}};
  nobodys.run("4 finding initial_position A ply=0");
  EXPECT_EQ(verdict_table({{"fide-2023-std", nobodys.rulings()}}),
            "0:00:04.0  initial position, grade A: initial position (script).\n"
            "  fide-2023-std  7.2.1  MUST/CLAIM  W-GAME  opened  NEW\n");
}

}  // namespace
}  // namespace jadoube::laws
