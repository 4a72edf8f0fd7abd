#include "tests/chess/slow_rules.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <functional>
#include <sstream>
#include <vector>

namespace jadoube::chess::slow {
namespace {

struct Spot {
  int file;
  int rank;
  friend bool operator==(Spot, Spot) = default;
};

bool on_board(Spot spot) {
  return spot.file >= 0 && spot.file < 8 && spot.rank >= 0 && spot.rank < 8;
}

std::string text_of(Spot spot) {
  return {static_cast<char>('a' + spot.file), static_cast<char>('1' + spot.rank)};
}

bool is_white(char piece) {
  return std::isupper(static_cast<unsigned char>(piece)) != 0;
}
char lower(char piece) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(piece)));
}
char upper(char piece) {
  return static_cast<char>(std::toupper(static_cast<unsigned char>(piece)));
}

const std::vector<Spot> kStraight{{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
const std::vector<Spot> kDiagonal{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
const std::vector<Spot> kAround{{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
const std::vector<Spot> kKnight{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

struct Board {
  char pieces[8][8];  // by rank and file; '.' for none
  bool white_to_move;
  std::string rights;
  std::string passed;  // en passant square or "-"
  int clock;
  int number;

  [[nodiscard]] char at(Spot spot) const { return pieces[spot.rank][spot.file]; }
  char& at(Spot spot) { return pieces[spot.rank][spot.file]; }
  [[nodiscard]] bool is_own(char piece) const { return piece != '.' && is_white(piece) == white_to_move; }
  [[nodiscard]] bool is_enemy(char piece) const { return piece != '.' && is_white(piece) != white_to_move; }
  [[nodiscard]] int forward() const { return white_to_move ? 1 : -1; }
};

struct Attempt {
  Spot from;
  Spot to;
  char promotion = 0;  // lower case
};

Board read(const std::string& fen) {
  Board board{};
  std::istringstream in{fen};
  std::string placement;
  std::string turn;
  in >> placement >> turn >> board.rights >> board.passed >> board.clock >> board.number;
  Spot spot{0, 7};
  for (const char c : placement) {
    if (c == '/')
      spot = {0, spot.rank - 1};
    else if (c >= '1' && c <= '8')
      for (int i = 0; i < c - '0'; ++i) board.pieces[spot.rank][spot.file++] = '.';
    else
      board.pieces[spot.rank][spot.file++] = c;
  }
  board.white_to_move = turn == "w";
  return board;
}

std::string write(const Board& board) {
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    int empty = 0;
    for (const char piece : board.pieces[rank]) {
      if (piece == '.') {
        ++empty;
        continue;
      }
      if (empty > 0) text += std::to_string(empty);
      empty = 0;
      text += piece;
    }
    if (empty > 0) text += std::to_string(empty);
    if (rank > 0) text += '/';
  }
  return text + (board.white_to_move ? " w " : " b ") + board.rights + ' ' + board.passed + ' ' +
         std::to_string(board.clock) + ' ' + std::to_string(board.number);
}

/// Does any piece of that colour attack the spot?
bool is_attacked(const Board& board, Spot target, bool by_white) {
  for (int rank = 0; rank < 8; ++rank) {
    for (int file = 0; file < 8; ++file) {
      const char piece = board.pieces[rank][file];
      if (piece == '.' || is_white(piece) != by_white) continue;
      const int files = target.file - file;
      const int ranks = target.rank - rank;
      if (files == 0 && ranks == 0) continue;
      const bool diagonal = std::abs(files) == std::abs(ranks);
      const bool straight = files == 0 || ranks == 0;
      switch (lower(piece)) {
        case 'p':
          if (std::abs(files) == 1 && ranks == (by_white ? 1 : -1)) return true;
          continue;
        case 'n':
          if (std::abs(files * ranks) == 2) return true;
          continue;
        case 'k':
          if (std::max(std::abs(files), std::abs(ranks)) == 1) return true;
          continue;
        case 'b':
          if (!diagonal) continue;
          break;
        case 'r':
          if (!straight) continue;
          break;
        default:
          if (!diagonal && !straight) continue;
      }
      const Spot step{(files > 0) - (files < 0), (ranks > 0) - (ranks < 0)};
      Spot between{file + step.file, rank + step.rank};
      while (!(between == target) && board.at(between) == '.')
        between = {between.file + step.file, between.rank + step.rank};
      if (between == target) return true;
    }
  }
  return false;
}

bool king_is_attacked(const Board& board, bool white_king) {
  for (int rank = 0; rank < 8; ++rank)
    for (int file = 0; file < 8; ++file)
      if (board.pieces[rank][file] == (white_king ? 'K' : 'k'))
        return is_attacked(board, {file, rank}, !white_king);
  return false;
}

void drop_right(Board& board, char right) {
  std::erase(board.rights, right);
  if (board.rights.empty()) board.rights = '-';
}

/// Carries the move out; the en passant square is set whenever a pawn has made a double step.
Board after(const Board& board, const Attempt& attempt) {
  Board next = board;
  const char piece = board.at(attempt.from);
  const bool is_pawn = lower(piece) == 'p';
  const bool captures = board.at(attempt.to) != '.';
  next.at(attempt.from) = '.';
  next.at(attempt.to) = piece;
  if (attempt.promotion != 0)
    next.at(attempt.to) = is_white(piece) ? upper(attempt.promotion) : attempt.promotion;
  if (is_pawn && !captures && attempt.from.file != attempt.to.file)
    next.pieces[attempt.from.rank][attempt.to.file] = '.';
  if (lower(piece) == 'k' && std::abs(attempt.to.file - attempt.from.file) == 2) {
    const bool short_castling = attempt.to.file == 6;
    next.pieces[attempt.to.rank][short_castling ? 5 : 3] = is_white(piece) ? 'R' : 'r';
    next.pieces[attempt.to.rank][short_castling ? 7 : 0] = '.';
  }
  for (const Spot spot : {attempt.from, attempt.to}) {
    const std::string name = text_of(spot);
    if (name == "e1" || name == "h1") drop_right(next, 'K');
    if (name == "e1" || name == "a1") drop_right(next, 'Q');
    if (name == "e8" || name == "h8") drop_right(next, 'k');
    if (name == "e8" || name == "a8") drop_right(next, 'q');
  }
  next.passed = '-';
  if (is_pawn && std::abs(attempt.to.rank - attempt.from.rank) == 2)
    next.passed = text_of({attempt.from.file, (attempt.from.rank + attempt.to.rank) / 2});
  next.clock = is_pawn || captures ? 0 : board.clock + 1;
  if (!board.white_to_move) ++next.number;
  next.white_to_move = !board.white_to_move;
  return next;
}

void pawn_attempts(const Board& board, Spot from, const std::function<void(Attempt)>& attempt) {
  if (from.rank == 0 || from.rank == 7) return;
  const auto arrive = [&](Spot to) {
    if (to.rank != 0 && to.rank != 7) return attempt({from, to});
    for (const char piece : {'n', 'b', 'r', 'q'}) attempt({from, to, piece});
  };
  const Spot one{from.file, from.rank + board.forward()};
  if (board.at(one) == '.') {
    arrive(one);
    const Spot two{from.file, one.rank + board.forward()};
    if (from.rank == (board.white_to_move ? 1 : 6) && board.at(two) == '.') attempt({from, two});
  }
  for (const int side : {-1, 1}) {
    const Spot to{from.file + side, from.rank + board.forward()};
    if (!on_board(to)) continue;
    if (board.is_enemy(board.at(to)))
      arrive(to);
    else if (text_of(to) == board.passed)
      attempt({from, to});
  }
}

void castling_attempts(const Board& board, Spot king, const std::function<void(Attempt)>& attempt) {
  for (const bool short_castling : {true, false}) {
    const char right = short_castling ? 'k' : 'q';
    if (board.rights.find(board.white_to_move ? upper(right) : right) == std::string::npos) continue;
    bool possible = true;
    for (int file = short_castling ? 5 : 1; file <= (short_castling ? 6 : 3); ++file)
      possible = possible && board.pieces[king.rank][file] == '.';
    const int step = short_castling ? 1 : -1;
    for (int steps = 0; steps <= 2; ++steps) {
      Board walking = board;
      std::swap(walking.at(king), walking.pieces[king.rank][king.file + steps * step]);
      possible = possible && !king_is_attacked(walking, board.white_to_move);
    }
    if (possible) attempt({king, {king.file + 2 * step, king.rank}});
  }
}

void piece_attempts(const Board& board, Spot from, const std::function<void(Attempt)>& attempt) {
  const char type = lower(board.at(from));
  const bool slides = type == 'b' || type == 'r' || type == 'q';
  const std::vector<Spot>& steps = type == 'n'   ? kKnight
                                   : type == 'b' ? kDiagonal
                                   : type == 'r' ? kStraight
                                                 : kAround;
  for (const Spot step : steps) {
    Spot to{from.file + step.file, from.rank + step.rank};
    for (; on_board(to) && !board.is_own(board.at(to)); to = {to.file + step.file, to.rank + step.rank}) {
      attempt({from, to});
      if (!slides || board.at(to) != '.') break;
    }
  }
  if (type == 'k') castling_attempts(board, from, attempt);
}

void for_each_legal(const Board& board, const std::function<void(Attempt, const Board&)>& visit) {
  const auto attempt = [&](Attempt move) {
    if (lower(board.at(move.to)) == 'k') return;
    const Board next = after(board, move);
    if (!king_is_attacked(next, board.white_to_move)) visit(move, next);
  };
  for (int rank = 0; rank < 8; ++rank) {
    for (int file = 0; file < 8; ++file) {
      const char piece = board.pieces[rank][file];
      if (!board.is_own(piece)) continue;
      if (lower(piece) == 'p')
        pawn_attempts(board, {file, rank}, attempt);
      else
        piece_attempts(board, {file, rank}, attempt);
    }
  }
}

bool has_en_passant_capture(const Board& board) {
  bool found = false;
  for_each_legal(board, [&](Attempt move, const Board&) {
    found = found || (lower(board.at(move.from)) == 'p' && text_of(move.to) == board.passed);
  });
  return found;
}

}  // namespace

std::map<std::string, std::string> legal_moves(const std::string& fen) {
  std::map<std::string, std::string> moves;
  for_each_legal(read(fen), [&](Attempt move, const Board& next) {
    Board written = next;
    if (written.passed != "-" && !has_en_passant_capture(written)) written.passed = '-';
    std::string uci = text_of(move.from) + text_of(move.to);
    if (move.promotion != 0) uci += move.promotion;
    moves.emplace(uci, write(written));
  });
  return moves;
}

std::string mirrored_fen(const std::string& fen) {
  const Board board = read(fen);
  Board mirror = board;
  for (int rank = 0; rank < 8; ++rank)
    for (int file = 0; file < 8; ++file) {
      const char piece = board.pieces[7 - rank][file];
      mirror.pieces[rank][file] = is_white(piece) ? lower(piece) : upper(piece);
    }
  mirror.white_to_move = !board.white_to_move;
  mirror.rights.clear();
  for (const char right : {'k', 'q', 'K', 'Q'})
    if (board.rights.find(right) != std::string::npos)
      mirror.rights += is_white(right) ? lower(right) : upper(right);
  if (mirror.rights.empty()) mirror.rights = '-';
  mirror.passed = mirrored_uci(board.passed);
  return write(mirror);
}

std::string mirrored_uci(const std::string& uci) {
  std::string mirror = uci;
  for (char& c : mirror)
    if (c >= '1' && c <= '8') c = static_cast<char>('1' + ('8' - c));
  return mirror;
}

}  // namespace jadoube::chess::slow
