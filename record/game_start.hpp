// Where the game of a log begins, as people name it.
#pragma once

#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "record/scan.hpp"

namespace jadoube::record {

/// Writes start position and variant into the head of a log: a number of Chess960, "standard", or a FEN
/// (chess::named_start). The error is one sentence, without its full stop, and nothing is changed.
tl::expected<void, std::string> set_start(Header::Game& game, std::string_view named);
/// The same game is played from the same position; a start that is not named is the ordinary one.
bool begin_alike(const Header::Game& one, const Header::Game& other);

}  // namespace jadoube::record
