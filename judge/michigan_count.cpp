#include "judge/michigan_count.hpp"

#include <algorithm>
#include <array>

namespace jadoube::laws {

namespace {

using chess::PieceType;
using chess::Position;
using chess::Side;

/// Pieces other than the king, by type from pawn to queen.
using Material = std::array<int, 5>;

Material material(const Position& p, Side side) {
  Material m{};
  for (std::size_t i = 0; i < m.size(); ++i) m[i] = chess::count(p.pieces(side, chess::kPieceTypes[i]));
  return m;
}

constexpr Material kBare{0, 0, 0, 0, 0};
constexpr Material kQueen{0, 0, 0, 0, 1};
constexpr Material kRook{0, 0, 0, 1, 0};
constexpr Material kBishopKnight{0, 1, 1, 0, 0};
constexpr Material kBishops{0, 0, 2, 0, 0};

}  // namespace

bool MichiganCount::on_ply(bool irreversible) {
  if (!running_) return false;
  if (irreversible) {
    running_.reset();
    return true;
  }
  ++running_->plies;
  return false;
}

void MichiganCount::back_to(unsigned last) {
  if (!running_) return;
  const unsigned counted = std::max(last + 1, running_->first) - running_->first;
  running_->plies = std::min(running_->plies, counted);
}

bool is_extended_ending(const Position& position) {
  const Material w = material(position, Side::white);
  const Material b = material(position, Side::black);
  const auto is = [&](const Material& one, const Material& other) {
    return (w == one && b == other) || (w == other && b == one);
  };
  return is(kQueen, kRook) || is(kBishopKnight, kBare) || is(kBishops, kBare) || is(kRook, kBare);
}

bool is_queens_or_rooks(const Position& position, bool pawns_allowed) {
  Material w = material(position, Side::white);
  Material b = material(position, Side::black);
  if (pawns_allowed) w[0] = b[0] = 0;
  return (w == kQueen && b == kQueen) || (w == kRook && b == kRook);
}

}  // namespace jadoube::laws
