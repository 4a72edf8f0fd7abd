#include "record/senses.hpp"

#include <algorithm>
#include <array>

namespace jadoube::record {
namespace {

constexpr std::array<std::string_view, 3> kSenses{"presence", "colour", "identity"};

Occupancy white_of(const PieceMap& pieces) {
  Occupancy white;
  for (unsigned i = 0; i < 64; ++i)
    if (pieces[i] && pieces[i]->side == chess::Side::white) white.bits |= std::uint64_t{1} << i;
  return white;
}

}  // namespace

std::string_view name(ClockSense sense) {
  return kClockSenses[static_cast<std::size_t>(sense)];
}

std::string_view name(Senses senses) {
  return kSenses[static_cast<std::size_t>(senses)];
}

std::optional<Senses> senses_from_name(std::string_view text) {
  const auto* found = std::find(kSenses.begin(), kSenses.end(), text);
  if (found == kSenses.end()) return std::nullopt;
  return static_cast<Senses>(found - kSenses.begin());
}

Occupancy occupied(const PieceMap& pieces) {
  Occupancy set;
  for (unsigned i = 0; i < 64; ++i)
    if (pieces[i]) set.bits |= std::uint64_t{1} << i;
  return set;
}

Record reduced(const Record& record, Senses senses) {
  const auto* full = std::get_if<Scan>(&record);
  if (full == nullptr || senses == Senses::identity) return record;
  Scan scan{.t = full->t, .occupied = full->occupied, .white = {}, .pieces = {}};
  if (senses == Senses::colour) scan.white = full->pieces ? white_of(*full->pieces) : full->white;
  return scan;
}

}  // namespace jadoube::record
