// What a board with fewer senses would have reported.
#pragma once

#include <optional>
#include <string_view>

#include "record/scan.hpp"

namespace jadoube::record {

std::string_view name(Senses senses);
std::optional<Senses> senses_from_name(std::string_view text);

/// The record with everything taken away that a board with these senses cannot know. Colours are taken from
/// identities where `senses` is colour.
Record reduced(const Record& record, Senses senses);

}  // namespace jadoube::record
