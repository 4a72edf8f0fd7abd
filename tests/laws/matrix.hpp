// The matrix as tests/laws/matrix.txt expects it.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "laws/law.hpp"

namespace jadoube::laws {

/// (row, law id) → the expected cell in the words of the file, e.g. "7.5.1; MUST; W-GAME; BACK +T".
using Matrix = std::map<std::pair<std::string, std::string>, std::string>;

/// Reads tests/laws/matrix.txt. Throws with a sentence if the file is not as its head says.
Matrix expected_matrix();

/// What is compared of a cell, in the same words.
std::string as_expected(const Cell& cell);

/// Ids of the built-in laws for which a column of the matrix stands.
const std::vector<std::string>& laws_of_column(std::string_view column);

}  // namespace jadoube::laws
