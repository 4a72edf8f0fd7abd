#include "chess/san.hpp"

namespace jadoube::chess {

namespace {

constexpr std::size_t kLongestText = 32;

char piece_letter(PieceType type) {
  return to_letter(Piece{Side::white, type});
}

/// Letters that a PGN may use for a piece: capitals, "P" included.
std::optional<PieceType> piece_type(char letter) {
  const auto piece = piece_from_letter(letter);
  if (!piece || piece->side != Side::white) return std::nullopt;
  return piece->type;
}

bool is_file(char c) {
  return c >= 'a' && c <= 'h';
}
bool is_rank(char c) {
  return c >= '1' && c <= '8';
}
bool is_one_of(char c, std::string_view set) {
  return set.find(c) != std::string_view::npos;
}

bool drop_suffix(std::string_view& text, std::string_view suffix) {
  if (!text.ends_with(suffix)) return false;
  text.remove_suffix(suffix.size());
  return true;
}

/// Blanks around it, and the marks after it that say nothing about which move it is.
std::string_view without_marks(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty()) {
    if (is_one_of(text.back(), " +#!?=")) {
      text.remove_suffix(1);
    } else if (!drop_suffix(text, "e.p.") && !drop_suffix(text, "ep")) {
      break;
    }
  }
  return text;
}

/// "O-O", "0-0-0", "o-o": the wing; anything else: nothing.
std::optional<Wing> castling_wing(std::string_view text) {
  if (text.size() != 3 && text.size() != 5) return std::nullopt;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_one_of(text[i], i % 2 == 0 ? "O0o" : "-")) return std::nullopt;
  }
  return text.size() == 3 ? Wing::king_side : Wing::queen_side;
}

/// "=Q", "Q", "q", "/Q", "(Q)" at the end. False if what stands there is no promotion and no end of a square
/// either.
bool take_promotion(std::string_view& text, SanRequest& request) {
  drop_suffix(text, ")");
  if (text.size() < 3 || is_rank(text.back())) return true;
  char letter = text.back();
  if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
  request.promotion = piece_type(letter);
  if (!request.promotion) return false;
  text.remove_suffix(1);
  if (is_one_of(text.back(), "=/(")) text.remove_suffix(1);
  return true;
}

SanRequest castling_request(const Position& position, Wing wing) {
  const Side side = position.turn();
  const bool may = position.castling().has(side, wing);
  const unsigned home = CastlingFiles::home_rank(side);
  SanRequest request;
  request.piece = PieceType::king;
  request.from_file = may ? file_of(position.king(side)) : 4;
  request.from_rank = home;
  request.to = make_square(wing == Wing::king_side ? 6 : 2, home);
  request.castling = true;
  return request;
}

/// The wing on which a move between these squares castles in a game of Chess960: from the king to its rook.
std::optional<Wing> chess960_wing(const Position& position, const SanRequest& request) {
  const Side side = position.turn();
  if (position.castles_from_home() || request.piece != PieceType::king || !request.from_file ||
      !request.from_rank || make_square(*request.from_file, *request.from_rank) != position.king(side))
    return std::nullopt;
  for (const Wing wing : {Wing::king_side, Wing::queen_side})
    if (position.castling().has(side, wing) && request.to == position.castling_rook(side, wing)) return wing;
  return std::nullopt;
}

std::optional<SanRequest> read_request(const Position& position, std::string_view text) {
  if (text.size() > kLongestText) return std::nullopt;
  text = without_marks(text);
  SanRequest request;

  if (const auto wing = castling_wing(text)) return castling_request(position, *wing);

  std::optional<PieceType> named;
  if (!text.empty()) named = piece_type(text.front());
  if (named) text.remove_prefix(1);
  if (!take_promotion(text, request)) return std::nullopt;

  if (text.size() < 2 || !is_file(text[text.size() - 2]) || !is_rank(text.back())) return std::nullopt;
  request.to = *square_from_string(text.substr(text.size() - 2));
  text.remove_suffix(2);
  if (!text.empty() && is_one_of(text.back(), "x:-")) text.remove_suffix(1);

  if (!text.empty() && is_file(text.front())) {
    request.from_file = static_cast<unsigned>(text.front() - 'a');
    text.remove_prefix(1);
  }
  if (!text.empty() && is_rank(text.front())) {
    request.from_rank = static_cast<unsigned>(text.front() - '1');
    text.remove_prefix(1);
  }
  if (!text.empty()) return std::nullopt;

  if (named) {
    request.piece = *named;
  } else if (request.from_file && request.from_rank) {
    // Long algebraic without a letter (UCI, some boards): the piece on that square is meant.
    const auto standing = position.at(make_square(*request.from_file, *request.from_rank));
    request.piece = standing ? standing->type : PieceType::pawn;
  }
  // A pawn that captures says from which file; one that does not stays on its file.
  if (request.piece == PieceType::pawn && !request.from_file) request.from_file = file_of(request.to);
  if (const auto wing = chess960_wing(position, request)) return castling_request(position, *wing);
  return request;
}

bool does(const Position& position, Move move, const SanRequest& request) {
  if (move.to() != request.to) return false;
  const bool castles = move.kind() == MoveKind::castling;
  if (!position.castles_from_home() && castles != request.castling) return false;
  // The king's squares alone, without saying from where, are an ordinary king's move.
  if (castles && !(request.from_file && request.from_rank)) return false;
  const Square from = move.from();
  return position.at(from)->type == request.piece &&
         (!request.from_file || *request.from_file == file_of(from)) &&
         (!request.from_rank || *request.from_rank == rank_of(from)) &&
         (!request.promotion || (move.is_promotion() && move.promoted_to() == *request.promotion));
}

/// What must stand between the piece's letter and the rest so that no other legal move is written alike.
std::string origin_needed(const Position& position, Move move) {
  MoveList moves;
  position.legal_moves(moves);
  bool rivals = false;
  bool file_shared = false;
  bool rank_shared = false;
  for (const Move other : moves) {
    if (other.to() != move.to() || other.from() == move.from() || other.kind() == MoveKind::castling ||
        position.at(other.from())->type != position.at(move.from())->type)
      continue;
    rivals = true;
    file_shared = file_shared || file_of(other.from()) == file_of(move.from());
    rank_shared = rank_shared || rank_of(other.from()) == rank_of(move.from());
  }
  const std::string square = to_string(move.from());
  std::string origin;
  if (rivals && (!file_shared || rank_shared)) origin += square[0];
  if (file_shared) origin += square[1];
  return origin;
}

}  // namespace

std::string to_san(const Position& position, Move move) {
  const Square from = move.from();
  const Square to = move.to();
  const PieceType type = position.at(from)->type;
  std::string text;
  if (move.kind() == MoveKind::castling) {
    text = file_of(to) == 6 ? "O-O" : "O-O-O";
  } else {
    const bool captures = position.captured_square(move).has_value();
    if (type != PieceType::pawn) {
      text = piece_letter(type);
      text += origin_needed(position, move);
    } else if (captures) {
      text = to_string(from)[0];
    }
    if (captures) text += 'x';
    text += to_string(to);
    if (move.is_promotion()) {
      text += '=';
      text += piece_letter(move.promoted_to());
    }
  }
  const Position after = position.after(move);
  if (after.in_check()) text += after.has_legal_move() ? '+' : '#';
  return text;
}

tl::expected<Move, SanError> parse_san(const Position& position, std::string_view text) {
  const auto request = read_request(position, text);
  if (!request) return tl::unexpected{SanError{}};
  const auto refuse = [&](SanFault fault) { return tl::unexpected{SanError{fault, request}}; };

  MoveList moves;
  position.legal_moves(moves);
  Move found;
  for (const Move move : moves) {
    if (!does(position, move, *request)) continue;
    if (found) return refuse(SanFault::ambiguous);
    found = move;
  }
  if (!found) return refuse(SanFault::illegal);
  return found;
}

}  // namespace jadoube::chess
