// An arbiter starts the round: the game of every table whose pieces are up is open from then on, and its log says so.
#include <algorithm>
#include <utility>

#include "arbiter/disk_trouble.hpp"
#include "arbiter/live_hall.hpp"
#include "arbiter/round/round_start.hpp"
#include "chess/bitboard.hpp"
#include "chess/square.hpp"
#include "json/writer.hpp"

namespace jadoube::arbiter {

using json::Object;
using words::wording;

namespace {

std::vector<std::string> names_of(chess::Bitboard squares) {
  std::vector<std::string> names;
  for (unsigned i = 0; i < 64; ++i)
    if ((squares >> i & 1U) != 0) names.push_back(to_string(static_cast<chess::Square>(i)));
  return names;
}

/// The game on the board is one of that round, and was opened, has begun or is over.
bool is_under_way(const LiveBoard& board, const std::string& round) {
  const FollowedGame& game = *board.followed;
  return !board.catching_up && game.header().game.round == round && (game.opened() || !game.is_untouched());
}

words::Text sentence(NotReady why, const std::vector<std::string>& squares) {
  switch (why) {
    case NotReady::no_board:
      return wording("No board has this table number.");
    case NotReady::catching_up:
      return wording("The board is catching up: try again in a moment.");
    case NotReady::link_lost:
      return wording("There is no link to the board: look at its plug and its battery.");
    case NotReady::no_disk:
      return wording("What the board says cannot be recorded: the disk takes nothing.");
    case NotReady::pieces:
      return wording("The pieces do not stand as at the beginning: look at {1}.", words::strung(squares));
    case NotReady::earlier_game:
      return wording("Another game is still on the board: enter its result, and put up the pieces.");
  }
  return {};
}

}  // namespace

/// Somebody has to go there first; nothing: the game can be opened.
std::optional<NotReady> LiveHall::not_ready(const LiveBoard* board) const {
  if (board == nullptr) return NotReady::no_board;
  if (board->catching_up) return NotReady::catching_up;
  if (!board->attached || board->link_is_lost() || board->scan() == nullptr) return NotReady::link_lost;
  if (board->log->trouble()) return NotReady::no_disk;
  if (out_of_place(*board->scan(), next_header(*board).game) == 0) return std::nullopt;
  return board->followed->is_untouched() ? NotReady::pieces : NotReady::earlier_game;
}

/// The game that the pairing is about begins here, in a log of its own, which says who has opened it.
void LiveHall::open_game(LiveBoard& board, const RoundStart& start) {
  finish_search(board);
  const record::Header next = next_header(board);
  const record::Header& now = board.followed->header();
  if (!board.followed->is_untouched() || now.game.round != next.game.round ||
      now.game.white != next.game.white || now.game.black != next.game.black)
    begin_next_game(board);
  take_in(board, note_of(start, board.now), {});
  after(board);
  sync({board.log->sync_file()});
  publish_board(board);
}

Outcome<std::string> LiveHall::start_round(const Actor& actor, unsigned number) {
  if (!round_) return refused(Refusal::Kind::not_found, wording("No pairings were read yet."));
  if (round_->round != number)
    return refused(Refusal::Kind::conflict,
                   wording("The pairings that were read last are those of round {1}, not of round {2}.",
                           std::to_string(round_->round), std::to_string(number)));
  const std::string round = std::to_string(number);
  std::vector<const LiveBoard*> opened;
  std::vector<std::string> before, waiting, tables;
  saver_->wait();
  for (const Pairing& pairing : round_->pairings) {
    if (!pairing.result.empty()) continue;
    const LiveBoard* there = at_table(pairing.number);
    LiveBoard* board = there == nullptr ? nullptr : find(there->id);
    if (board != nullptr && is_under_way(*board, round)) {
      before.push_back(std::to_string(pairing.number));
      continue;
    }
    const auto why = not_ready(board);
    if (!why) {
      open_game(*board, {number, actor});
      opened.push_back(board);
      continue;
    }
    const auto squares = *why == NotReady::pieces
                             ? names_of(out_of_place(*board->scan(), next_header(*board).game))
                             : std::vector<std::string>{};
    tables.push_back(std::to_string(pairing.number));
    waiting.push_back(json::object_text([&](Object& o) {
      o.number("number", pairing.number).text("white", pairing.white).text("black", pairing.black);
      if (board != nullptr) o.text("board", board->id);
      o.text("why", name(*why)).text("text", sentence(*why, squares).in(options_.language));
      if (!squares.empty()) o.list("squares", squares);
    }));
  }
  const std::string count = std::to_string(opened.size());
  const words::Text what = tables.empty() ? wording("started round {1}, at {2} table(s)", round, count)
                                          : wording("started round {1}, at {2} table(s), and not yet at {3}",
                                                    round, count, words::strung(tables));
  if (auto saved = save_done(actor, what, {}, 0); !saved)
    return refused(Refusal::Kind::unavailable,
                   wording("It is entered, but it is not in the store yet: {1}.", reason_of(saved.error())));
  return json::object_text([&](Object& o) {
    o.number("round", number);
    o.objects("opened", opened, [](Object& each, const LiveBoard* board) {
      each.number("number", board->number).text("board", board->id);
    });
    o.json_list("before", before).json_list("waiting", waiting);
  });
}

}  // namespace jadoube::arbiter
