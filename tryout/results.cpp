#include "tryout/results.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>

#include "chess/square.hpp"

namespace jadoube::tryout {

using words::Text;
using words::wording;
using namespace std::chrono_literals;

namespace {

/// A square that goes back within this time was not moved by a hand.
constexpr Time kBounce = 60ms;
/// A press and a placement farther apart than this have nothing to do with each other.
constexpr Time kTogether = 3s;

std::string seconds(Time t) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.2f s", static_cast<double>(t.count()) / 1e6);
  return text.data();
}

unsigned sensor_square(const Course& course, std::string_view name) {
  const unsigned square = index(chess::square_from_string(name).value_or(chess::Square::a1));
  return course.turned().value_or(false) ? 63 - square : square;
}

std::optional<Time> first_edge(const StepTrace& trace, unsigned square, bool occupied) {
  for (const Edge& edge : trace.edges)
    if (edge.square == square && edge.occupied == occupied) return edge.t;
  return std::nullopt;
}

/// The longest time for which the square was seen empty between two pieces; of a promotion, between pawn and queen.
std::optional<Time> longest_empty(const StepTrace& trace, unsigned square) {
  std::optional<Time> longest;
  std::optional<Time> since;
  bool counts = trace.step->goal != Goal::promotes;
  for (const Edge& edge : trace.edges) {
    if (edge.square != square) continue;
    if (!edge.occupied && counts) since = edge.t;
    counts = counts || edge.occupied;
    if (edge.occupied && since) longest = std::max(longest.value_or(Time{}), edge.t - *since);
  }
  return longest;
}

Text of_change(const Course& course, const StepTrace& trace) {
  const auto empty = longest_empty(trace, sensor_square(course, trace.step->square));
  if (!empty) return wording("{1} was never seen empty", std::string{trace.step->square});
  return wording("{1} was seen empty for {2}", std::string{trace.step->square}, seconds(*empty));
}

Text of_castling(const Course& course, const StepTrace& trace) {
  const auto king = first_edge(trace, sensor_square(course, "g1"), true);
  const auto rook = first_edge(trace, sensor_square(course, "h1"), false);
  if (!king || !rook) return {};
  if (*rook > *king)
    return wording("the king was seen on g1 {1} before the rook left h1", seconds(*rook - *king));
  return wording("the rook was seen leaving h1 before the king stood on g1");
}

Text of_presses(const StepTrace& trace) {
  std::vector<Time> delays;
  for (const record::Press& press : trace.presses) {
    std::optional<Time> nearest;
    for (const Edge& edge : trace.edges)
      if (edge.occupied && (!nearest || std::chrono::abs(press.t - edge.t) < std::chrono::abs(*nearest)))
        nearest = press.t - edge.t;
    if (nearest && std::chrono::abs(*nearest) <= kTogether) delays.push_back(*nearest);
  }
  if (delays.empty()) return wording("{1} presses were heard", std::to_string(trace.presses.size()));
  std::ranges::sort(delays);
  return wording("{1} presses were heard, {2} after the piece stood (from {3} to {4})",
                 std::to_string(trace.presses.size()), seconds(delays[delays.size() / 2]),
                 seconds(delays.front()), seconds(delays.back()));
}

Text of_topple(const Course& course, const StepTrace& trace) {
  if (trace.edges.empty()) return wording("the board did not notice it");
  std::uint64_t changed = 0;
  for (const Edge& edge : trace.edges) changed |= std::uint64_t{1} << edge.square;
  return wording("{1} changes on {2}", std::to_string(trace.edges.size()),
                 squares_in_words(changed, course.turned().value_or(false)));
}

Text of_slide(const StepTrace& trace) {
  std::uint64_t visited = 0;
  for (const Edge& edge : trace.edges)
    if (edge.occupied) visited |= std::uint64_t{1} << edge.square;
  visited &= ~trace.occupied_before;
  return wording("seen on {1} of {2} empty squares", std::to_string(std::popcount(visited)),
                 std::to_string(std::popcount(~trace.occupied_before)));
}

Text of_link(const StepTrace& trace) {
  if (!trace.gone) return {};
  if (!trace.back) return wording("noticed; the board has not come back");
  return wording("noticed; back after {1}", seconds(*trace.back - *trace.gone));
}

Text said_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::done:
      return wording("done");
    case Outcome::skipped:
      return wording("skipped");
    case Outcome::too_long:
      return wording("not finished in its time");
    case Outcome::impossible:
      return wording("not possible with this board");
    case Outcome::not_reached:
      break;
  }
  return wording("not reached");
}

struct Edges {
  std::size_t all = 0;
  std::size_t bounced = 0;
  std::optional<Time> shortest;
};
Edges count(const Course& course) {
  Edges edges;
  std::array<std::optional<Time>, 64> last;
  std::optional<Time> before;
  for (const StepTrace& trace : course.traces())
    for (const Edge& edge : trace.edges) {
      ++edges.all;
      if (last[edge.square] && edge.t - *last[edge.square] < kBounce) ++edges.bounced;
      last[edge.square] = edge.t;
      if (before && edge.t > *before)
        edges.shortest = std::min(edges.shortest.value_or(edge.t - *before), edge.t - *before);
      before = edge.t;
    }
  return edges;
}

std::string one_decimal(double number) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f", number);
  return text.data();
}

}  // namespace

Text measured(const Course& course, const StepTrace& trace) {
  if (trace.outcome == Outcome::impossible || (trace.outcome == Outcome::not_reached && trace.edges.empty()))
    return {};
  switch (trace.step->goal) {
    case Goal::captures:
    case Goal::promotes:
      return of_change(course, trace);
    case Goal::slides:
      return of_slide(trace);
    case Goal::presses:
      return of_presses(trace);
    case Goal::link:
      return of_link(trace);
    case Goal::topples:
      return of_topple(course, trace);
    case Goal::position:
      return trace.step->id == "castle" ? of_castling(course, trace) : Text{};
    case Goal::lifts:
      break;
  }
  return {};
}

std::vector<Text> results_page(const Course& course, const BoardFacts& facts) {
  std::vector<Text> page;
  page.push_back(wording("A board was tried: {1}", facts.make));
  if (!facts.firmware.empty()) page.push_back(wording("Firmware: {1}", facts.firmware));
  if (!facts.usb.empty()) page.push_back(wording("USB id: {1}", facts.usb));
  page.push_back(wording("Senses: {1}; clock: {2}", std::string{record::name(course.board().senses)},
                         std::string{record::name(course.board().clock)}));
  page.push_back(wording("Program: {1}, on {2}", facts.program, facts.day));
  page.emplace_back();
  for (const StepTrace& trace : course.traces()) {
    Text line = trace.step->title + Text{std::string_view{": "}} + said_of(trace.outcome);
    if (trace.outcome == Outcome::done) line += Text{", " + seconds(trace.end - trace.begin)};
    if (const Text what = measured(course, trace); !what.empty()) line += Text{std::string_view{"; "}} + what;
    page.push_back(line);
  }
  page.emplace_back();
  const Edges edges = count(course);
  page.push_back(wording("Readings a second: {1}", one_decimal(facts.readings_per_second)));
  if (edges.shortest)
    page.push_back(wording("Shortest time between two changes: {1}", seconds(*edges.shortest)));
  page.push_back(wording("Changes: {1}, of which {2} went back within {3} (bounce)",
                         std::to_string(edges.all), std::to_string(edges.bounced), seconds(kBounce)));
  const std::uint64_t dead = ~course.alive();
  page.push_back(dead == 0 ? wording("Every square was seen both empty and occupied.")
                           : wording("Squares not seen both empty and occupied: {1}",
                                     squares_in_words(dead, course.turned().value_or(false))));
  page.push_back(!course.turned()
                     ? wording("Which way round the board lay is not known: its own squares are named.")
                 : *course.turned() ? wording("White sat at the board's own eighth rank.")
                                    : wording("White sat at the board's own first rank."));
  page.push_back(wording("Bad frames: {1}; bytes that belong to none: {2}", std::to_string(facts.bad_frames),
                         std::to_string(facts.skipped_bytes)));
  return page;
}

}  // namespace jadoube::tryout
