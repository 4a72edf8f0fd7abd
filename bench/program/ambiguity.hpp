// What a board that senses presence alone cannot tell apart.
#pragma once

#include <vector>

#include "chess/position.hpp"

namespace jadoube::bench {

/// The captures by the same piece that leave the same squares occupied as the played one, that among them;
/// nothing if there is no other. Captures that promote are left out: they differ in the new piece as well.
std::vector<chess::Move> captures_alike(const chess::Position& before, chess::Move played);

/// The share, from 0 to 1, that taking the most valuable victim gets right: several may be worth the same.
double most_valuable_victim_share(const chess::Position& before, const std::vector<chess::Move>& captures,
                                  chess::Move played);

}  // namespace jadoube::bench
