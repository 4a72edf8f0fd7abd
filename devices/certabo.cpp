#include "devices/certabo.hpp"

#include <variant>

namespace jadoube::devices {

using drivers::certabo::Tag;

void CertaboFirmware::see(const Record& record) {
  const auto* scan = std::get_if<record::Scan>(&record);
  if (scan == nullptr || !scan->pieces) return;
  const record::PieceMap& now = *scan->pieces;
  for (unsigned square = 0; square < 64; ++square) {
    if (pieces_[square] == now[square] || !pieces_[square]) continue;
    beside_.emplace(to_letter(*pieces_[square]), tags_[square]);
    tags_[square] = Tag::none;
  }
  for (unsigned square = 0; square < 64; ++square) {
    if (pieces_[square] == now[square] || !now[square]) continue;
    const auto taken = beside_.find(to_letter(*now[square]));
    if (taken != beside_.end()) {
      tags_[square] = taken->second;
      beside_.erase(taken);
    } else {
      // 3 0 84 252 n, as they often are.
      tags_[square] = static_cast<Tag>(std::uint64_t{0x030054FC00} + 7 * ++made_);
    }
  }
  pieces_ = now;
}

std::string CertaboFirmware::frame() {
  drivers::certabo::Tags received = tags_;
  for (Tag& tag : received) {
    noise_ = noise_ * 1664525U + 1013904223U;
    if (tag != Tag::none || options_.noise_every == 0 || (noise_ >> 16U) % options_.noise_every != 0)
      continue;
    tag = static_cast<Tag>(std::uint64_t{0x0E8E070000} | noise_ >> 16U);
  }
  return encode(received);
}

}  // namespace jadoube::devices
