// The rules of the game a second time, the slow and obvious way: letters on a board of 64 characters, every
// move tried out, the king looked at afterwards. Shares no code with chess/ but its FEN, so that the two can
// be held against each other.
#pragma once

#include <map>
#include <string>

namespace jadoube::chess::slow {

/// Legal moves of the position this six-field FEN describes, in UCI letters, each with the FEN of the
/// position after it. The same conventions as chess::Position: kings are never captured, a pawn on a back
/// rank has no moves, the en passant square is written only if a legal capture exists.
std::map<std::string, std::string> legal_moves(const std::string& fen);

/// The letters and colours exchanged and the board turned upside down.
std::string mirrored_fen(const std::string& fen);
std::string mirrored_uci(const std::string& uci);

}  // namespace jadoube::chess::slow
