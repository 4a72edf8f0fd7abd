// What the tests of a judge have in common: a script under a law, an illegal move, and what was said of it.
#pragma once

#include <string>
#include <vector>

#include "tests/laws/script.hpp"

namespace jadoube::laws {

inline constexpr const char* kIllegal =
    "0    clock 5:00 5:00 white\n"
    "4    press white\n"
    "4.4  finding illegal_move A white ply=5 squares=a2,a3 reason=king_in_check touched=a2 at=4\n"
    "4.4  move 5 white a2a3 completed fen=rnb1kbnr/pppp1ppp/8/4p3/4P2q/P4P2/1PPP2PP/RNBQKBNR b KQkq - 0 3\n";
inline constexpr const char* kReply =
    "move 6 black b8c6 made fen=r1b1kbnr/pppp1ppp/2n5/4p3/4P2q/P4P2/1PPP2PP/RNBQKBNR w KQkq - 1 4";

inline Script under(const char* law, const char* fen = "startpos") {
  return Script{{.law = law, .fen = fen, .time_control = "300+2"}};
}

inline std::vector<std::string> states(const Script& script, std::uint64_t id) {
  std::vector<std::string> out;
  for (const Ruling& r : script.about(id)) out.emplace_back(name(r.finding.state));
  return out;
}

inline std::string last_reply(const Script& script) {
  return script.replies().empty() ? "" : script.replies().back().text.english();
}
inline bool refused(const Script& script) {
  return !script.replies().empty() && script.replies().back().refused;
}

}  // namespace jadoube::laws
