// Questions that once took hundreds of thousands of positions or more: found among generated positions, or by changing
// these a little as long as that made them slower.
#pragma once

#include <array>
#include <string_view>

#include "chess/square.hpp"

namespace jadoube::chess::mating {

struct SlowQuestion {
  std::string_view fen;
  Side winner;
};

inline constexpr std::array<SlowQuestion, 11> kSlowQuestions{{
    // Dead: no last move, a stalemate on the way, kings that keep each other out.
    {"8/2b2Bb1/8/2bk2p1/1pBpBpPp/pPpPpP1P/P1P1P1K1/b3bB1B b - - 0 1", Side::black},
    {"1BbBk3/3b4/7B/1p2B2b/pPp1p1p1/P1PpPpPp/KB1PbPbP/B5Bb b - - 0 1", Side::black},
    {"4b1b1/Bp1pkp1p/pPpPpPpP/P1P1P1P1/3B3B/6BK/1B6/6B1 b - - 0 1", Side::white},
    {"3b4/8/8/bB3BpB/1p1p1pPp/kPpPpP1P/2P1P3/1K1B4 b - - 0 1", Side::white},
    // Mates for which a king opens the board or goes a long way.
    {"1bK1k3/p1p1p1pB/PpPpPpPp/bP1P1P1P/1b1b3b/7B/2B3B1/7B b - - 0 1", Side::black},
    {"1Bk2Kb1/1p1p1p1p/pPpPpPpP/P1P1PbP1/5B2/7b/3Bb3/8 w - - 0 1", Side::black},
    {"k1Kb1b2/p1p1p1p1/PpPpPpPp/bP1PbP1P/4B3/8/B7/1B6 b - - 0 1", Side::black},
    {"3bB2K/p1p1pB2/PpPpPp2/1P1P1Ppk/3b2Pp/b4B1P/8/2b5 b - - 0 1", Side::black},
    {"5Bk1/3b1p2/p3pPp1/PpBpP1Pp/1PpP1B1P/p1P2b2/1K1B3B/8 w - - 0 1", Side::white},
    {"K1b1k3/7b/4b3/8/p1p1p1p1/PpPpPpPp/1PbPbPbP/1b6 b - - 0 1", Side::black},
    {"5B2/1p1b4/pPp3b1/P1Pp4/b2Pp1p1/k2bPpPp/2b2PbP/6K1 w - - 0 1", Side::white},
}};

}  // namespace jadoube::chess::mating
