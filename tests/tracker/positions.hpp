// Positions that several tests begin with.
#pragma once

namespace jadoube::tracker {

inline constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// White to move, in check from h4 after 1. f3 e5 2. e4 Qh4+.
inline constexpr const char* kCheckFromH4 = "rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP2PP/RNBQKBNR w KQkq - 1 3";

}  // namespace jadoube::tracker
