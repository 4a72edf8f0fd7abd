// What the detector says of a story.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "detector/detector.hpp"
#include "detector/names.hpp"
#include "tests/support/story.hpp"

namespace jadoube::detector {

inline std::vector<Report> told(const std::string& story) {
  const auto compiled = support::compile_story(story);
  if (!compiled)
    throw std::runtime_error{"line " + std::to_string(compiled.error().line) + ": " +
                             compiled.error().sentence};
  std::vector<Report> lines;
  Detector detector{compiled->header, [&](const Report& line) { lines.push_back(line); }};
  for (const auto& record : compiled->records) detector.on(record);
  detector.finish();
  return lines;
}

/// Every line about a finding of that kind.
inline std::vector<Finding> about(const std::vector<Report>& lines, Kind kind) {
  std::vector<Finding> list;
  for (const Report& line : lines)
    if (const auto* f = std::get_if<Finding>(&line); f != nullptr && f->kind == kind) list.push_back(*f);
  return list;
}

/// What was told of that kind and not taken back, each as it was left.
inline std::vector<Finding> left_of(const std::vector<Report>& lines, Kind kind) {
  std::vector<Finding> left;
  for (const Finding& told : about(lines, kind)) {
    std::erase_if(left, [&](const Finding& f) { return f.id == told.id; });
    if (told.state != State::withdrawn) left.push_back(told);
  }
  return left;
}

/// The game as it stands in the end, after all revisions.
inline std::vector<std::string> moves_of(const std::vector<Report>& lines) {
  std::vector<std::string> moves;
  for (const Report& line : lines) {
    if (const auto* move = std::get_if<MoveReport>(&line)) {
      if (moves.size() < move->ply) moves.resize(move->ply);
      moves[move->ply - 1] = move->uci;
    } else if (const auto* revise = std::get_if<RevisionReport>(&line)) {
      moves.resize(revise->from_ply - 1);
      moves.insert(moves.end(), revise->moves.begin(), revise->moves.end());
    }
  }
  return moves;
}

}  // namespace jadoube::detector
