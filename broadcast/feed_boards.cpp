#include "broadcast/feed_boards.hpp"

#include <algorithm>

#include "chess/position.hpp"
#include "chess/san.hpp"

namespace jadoube::broadcast {

using record::WallTime;

namespace {

constexpr std::size_t kLongestSerial = 32;

/// Those that stand where the game begins, as far as they are put up.
chess::Placement put_up(const chess::Setup& start, chess::Bitboard occupied) {
  chess::Placement pieces = start.placement;
  for (const chess::Square square : chess::squares(pieces.occupied() & ~occupied)) pieces.remove(square);
  return pieces;
}

bool is_reached(const chess::Setup& position, const chess::Setup& wanted) {
  return position.placement == wanted.placement && position.turn == wanted.turn;
}

}  // namespace

std::string FeedBoards::serial_of(std::string_view board) {
  std::string serial;
  for (const char c : board)
    if ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')) serial += c;
  return serial.substr(0, kLongestSerial);
}

void FeedBoards::put_game(const std::string& serial, std::string_view log, Game game, WallTime at) {
  Board& board = boards_[serial];
  const bool is_another = board.log != log;
  keep_times(game, is_another ? Game{} : board.game, at);
  board.log = log;
  board.game = std::move(game);
}

void FeedBoards::put_state(const std::string& serial, const State& state, WallTime at) {
  Board& board = boards_.at(serial);
  if (state.clock && state.clock != board.state.clock) board.clocks.emplace_back(at, *state.clock);
  board.state = state;
}

bool FeedBoards::show(Board& board, WallTime until) {
  FeedBoard seen = board.seen;
  const Game& game = board.game;
  board.moves = moves_known(game, until);
  // One that nobody has answered does not stand yet.
  while (board.moves > 0 && game.moves[board.moves - 1].ply.illegal() != nullptr) --board.moves;
  seen.is_there = board.state.is_there;
  seen.pieces = game.moves.empty() ? put_up(game.start, board.state.occupied)
                : board.moves == 0 ? game.start.placement
                                   : game.moves[board.moves - 1].after.placement;
  while (!board.clocks.empty() && board.clocks.front().first <= until) {
    seen.clock = board.clocks.front().second;
    board.clocks.pop_front();
  }
  const bool changes = board.is_new || seen != board.seen;
  board.is_new = false;
  board.seen = std::move(seen);
  return changes;
}

bool FeedBoards::show(const std::string& serial, WallTime until) {
  const auto found = boards_.find(serial);
  return found != boards_.end() && show(found->second, until);
}

std::vector<std::string> FeedBoards::show(WallTime until) {
  std::vector<std::string> changed;
  for (auto& [serial, board] : boards_)
    if (show(board, until)) changed.push_back(serial);
  return changed;
}

const FeedBoard* FeedBoards::find(std::string_view serial) const {
  const auto found = boards_.find(serial);
  return found == boards_.end() || found->second.is_new ? nullptr : &found->second.seen;
}

std::vector<std::string> FeedBoards::serials() const {
  std::vector<std::string> all;
  for (const auto& [serial, board] : boards_)
    if (!board.is_new) all.push_back(serial);
  return all;
}

std::optional<std::vector<std::string>> FeedBoards::moves_since(std::string_view serial,
                                                                const chess::Setup& start) const {
  const auto found = boards_.find(serial);
  if (found == boards_.end()) return std::nullopt;
  const auto& [name, board] = *found;
  const Game& game = board.game;
  std::size_t from = board.moves;
  const auto position_before = [&](std::size_t i) -> const chess::Setup& {
    if (i < board.moves) return game.moves[i].before;
    return board.moves == 0 ? game.start : game.moves[board.moves - 1].after;
  };
  // The last time that it stood there.
  while (!is_reached(position_before(from), start)) {
    if (from == 0) return std::nullopt;
    --from;
  }
  std::vector<std::string> moves;
  for (std::size_t i = from; i < board.moves; ++i) {
    const Move& move = game.moves[i];
    const auto position = chess::Position::from(move.before, chess::kForgivable);
    if (move.ply.illegal() != nullptr || !position ||
        (i > from && move.before.placement != game.moves[i - 1].after.placement))
      break;
    moves.push_back(to_san(*position, std::get<chess::Move>(move.ply.what)));
  }
  return moves;
}

}  // namespace jadoube::broadcast
