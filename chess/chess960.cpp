#include "chess/chess960.hpp"

#include <array>
#include <cassert>
#include <charconv>

namespace jadoube::chess {
namespace {

using FirstRank = std::array<std::optional<PieceType>, 8>;

/// On the free square with this number, counted from the a-file.
void put_on_free(FirstRank& rank, unsigned number, PieceType type) {
  for (auto& square : rank) {
    if (square) continue;
    if (number-- > 0) continue;
    square = type;
    return;
  }
}

FirstRank first_rank(unsigned number) {
  FirstRank rank;
  rank[2 * (number % 4) + 1] = PieceType::bishop;  // b, d, f, h are light on the first rank
  number /= 4;
  rank[2 * (number % 4)] = PieceType::bishop;
  number /= 4;
  put_on_free(rank, number % 6, PieceType::queen);
  number /= 6;
  // The ten ways in which two knights can share five squares.
  unsigned first = 0;
  unsigned left = number;
  for (unsigned ways = 4; left >= ways; --ways) {
    left -= ways;
    ++first;
  }
  const unsigned second = first + 1 + left;
  put_on_free(rank, second, PieceType::knight);
  put_on_free(rank, first, PieceType::knight);
  for (const PieceType type : {PieceType::rook, PieceType::king, PieceType::rook}) put_on_free(rank, 0, type);
  return rank;
}

}  // namespace

Setup chess960_start(unsigned number) {
  assert(number < kChess960Starts);
  const FirstRank rank = first_rank(number);
  Setup setup;
  setup.castling = CastlingRights::all();
  CastlingFiles& files = setup.castling_files;
  bool king_seen = false;
  for (unsigned file = 0; file < 8; ++file) {
    const PieceType type = *rank[file];
    const auto here = static_cast<std::uint8_t>(file);
    if (type == PieceType::king) {
      files.king = {here, here};
      king_seen = true;
    }
    if (type == PieceType::rook) {
      const auto wing = static_cast<unsigned>(king_seen ? Wing::king_side : Wing::queen_side);
      files.rook[wing] = files.rook[2 + wing] = here;
    }
    setup.placement.put(make_square(file, 0), {Side::white, type});
    setup.placement.put(make_square(file, 1), {Side::white, PieceType::pawn});
    setup.placement.put(make_square(file, 6), {Side::black, PieceType::pawn});
    setup.placement.put(make_square(file, 7), {Side::black, type});
  }
  return setup;
}

std::optional<unsigned> chess960_number(const Placement& placement) {
  for (unsigned number = 0; number < kChess960Starts; ++number)
    if (chess960_start(number).placement == placement) return number;
  return std::nullopt;
}

std::string describe(const StartFault& fault) {
  const std::string named = '"' + fault.text + '"';
  if (fault.unreadable)
    return named + " cannot be read as a FEN, character " + std::to_string(fault.unreadable->column) + ": " +
           fault.unreadable->message;
  if (!fault.faults.empty())
    return named + " is no position from which a game can begin: " + describe(fault.faults);
  return named + " is no start position: a number of Chess960 is from 0 to 959; else \"standard\", or a FEN";
}

tl::expected<NamedStart, StartFault> named_start(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  text = first == std::string_view::npos ? std::string_view{}
                                         : text.substr(first, text.find_last_not_of(" \t") - first + 1);
  if (text == "standard" || text == "startpos") return NamedStart{Setup::start(), Variant::standard};
  StartFault fault{std::string{text}};
  if (text.find(' ') == std::string_view::npos) {
    unsigned number = kChess960Starts;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || number >= kChess960Starts)
      return tl::unexpected{fault};
    return NamedStart{chess960_start(number), Variant::chess960};
  }
  // What K, Q, k and q stand for depends on what is played; ordinary chess goes before.
  for (const Variant variant : {Variant::standard, Variant::chess960}) {
    const auto setup = setup_from_fen(text, variant);
    if (!setup) {
      fault.unreadable = setup.error();
      break;
    }
    const auto position = Position::from(*setup);
    if (position)
      return NamedStart{position->setup(),
                        position->castles_from_home() ? Variant::standard : Variant::chess960};
    fault.faults = position.error().faults;
  }
  return tl::unexpected{fault};
}

}  // namespace jadoube::chess
