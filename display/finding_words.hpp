// Findings in the words of a tournament hall.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "chess/setup.hpp"
#include "report/report.hpp"
#include "stream/published_game.hpp"
#include "words/text.hpp"

namespace jadoube::display {

using stream::PublishedGame;
using stream::PublishedPly;
using words::Text;

/// "Illegal move", "Flag fallen".
Text title(report::Kind kind);
/// "established by the sensors", "please look", "suspicion only".
Text meaning(report::Grade grade);

/// "White", "Black".
Text capital(chess::Side side);
/// "Qxc6", and "e2-a2" for what no rule allows.
Text move_text(const PublishedPly& ply);
/// The same after "16." or "16...".
Text numbered(const PublishedPly& ply);
/// Whose finding, and where in the game: "White, 16. e2-a2", "Black, after 22. Qxc6", "before the first
/// move".
Text whose_and_where(const report::Finding& finding, const PublishedGame& game);

/// "0:07.5", "13:29.5", "1:02:03.0": log time to a tenth of a second, cut off.
std::string log_time(record::Time t);
/// "0:05:09": as a chess clock shows it; a minus for a time below zero.
std::string clock_text(record::ClockTime time);

}  // namespace jadoube::display
