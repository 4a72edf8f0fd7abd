#include "simulator/hand.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "chess/bitboard.hpp"

namespace jadoube::simulator {
namespace {

double distance(Point a, Point b) {
  const double df = a.file - b.file;
  const double dr = a.rank - b.rank;
  return std::sqrt(df * df + dr * dr);
}

/// A pushed piece is sensed by a square while its foot is within this many squares of the centre.
constexpr double kFoot = 0.35;

}  // namespace

Point centre_of(chess::Square square) {
  return {static_cast<double>(chess::file_of(square)), static_cast<double>(chess::rank_of(square))};
}

double HandAction::first_touch() const {
  double first = free;
  for (const Touch& touch : touches) first = std::min(first, touch.at);
  return first;
}

double HandAction::complete() const {
  double last = 0;
  for (const Touch& touch : touches) last = std::max(last, touch.at);
  return last;
}

std::uint64_t HandAction::squares() const {
  chess::Bitboard set = 0;
  for (const Touch& touch : touches) set |= chess::bit(touch.square);
  return set;
}

Hand::Hand(const Hands& hands, double pace, Point at, Rng& rng)
    : hands_{hands}, pace_{pace}, rng_{rng}, aside_{-1.5, at.rank < 3.5 ? 1.0 : 6.0} {
  action_.hand = at;
}

double Hand::stretch(double seconds) {
  return seconds * pace_ * rng_.log_normal(hands_.motion_spread);
}

void Hand::go_to(Point to, double base, double per_square) {
  action_.free += stretch(base + per_square * distance(action_.hand, to));
  action_.hand = to;
}

void Hand::touch(double at, chess::Square square, std::optional<chess::Piece> now) {
  action_.touches.push_back({at, square, now});
}

double Hand::reach_time(Point to) {
  return stretch(hands_.reach_base + hands_.reach_per_square * distance(action_.hand, to));
}

void Hand::lift(chess::Square square) {
  go_to(centre_of(square), hands_.reach_base, hands_.reach_per_square);
  touch(action_.free, square, std::nullopt);
}

void Hand::take_here(chess::Square square) {
  action_.free += stretch(hands_.reach_base);
  touch(action_.free, square, std::nullopt);
}

void Hand::carry_to(chess::Square square) {
  go_to(centre_of(square), hands_.move_base, hands_.move_per_square);
}

void Hand::put_here(chess::Square square, chess::Piece piece) {
  touch(action_.free, square, piece);
  action_.free += stretch(hands_.release);
}

void Hand::place(chess::Square square, chess::Piece piece) {
  carry_to(square);
  put_here(square, piece);
}

void Hand::rest_on(chess::Square square, chess::Piece piece, double seconds) {
  carry_to(square);
  touch(action_.free, square, piece);
  wait(seconds);
  touch(action_.free, square, std::nullopt);
}

void Hand::push(chess::Square from, chess::Square to, chess::Piece piece,
                std::optional<chess::Square> rest_at, double rest, std::optional<double> swept) {
  const double length = distance(centre_of(from), centre_of(to));
  const double whole = stretch(hands_.move_base + hands_.move_per_square * length);
  const auto steps = static_cast<unsigned>(chess::count(chess::between(from, to))) + 1;
  double start = action_.free;
  const auto at = [&](double squares) { return start + whole * squares / steps; };
  touch(at(kFoot), from, std::nullopt);
  const int file_step = (static_cast<int>(chess::file_of(to)) - static_cast<int>(chess::file_of(from))) /
                        static_cast<int>(steps);
  const int rank_step = (static_cast<int>(chess::rank_of(to)) - static_cast<int>(chess::rank_of(from))) /
                        static_cast<int>(steps);
  for (unsigned i = 1; i < steps; ++i) {
    const auto square = chess::make_square(
        static_cast<unsigned>(static_cast<int>(chess::file_of(from)) + file_step * static_cast<int>(i)),
        static_cast<unsigned>(static_cast<int>(chess::rank_of(from)) + rank_step * static_cast<int>(i)));
    touch(at(i - kFoot), square, piece);
    if (rest_at == square) start += rest;
    touch(at(i + kFoot), square, std::nullopt);
  }
  if (swept) touch(std::max(action_.free, at(steps - kFoot) - *swept), to, std::nullopt);
  touch(at(steps - kFoot), to, piece);
  action_.free = start + whole + stretch(hands_.release);
  action_.hand = centre_of(to);
}

void Hand::sweep(chess::Square square, double before) {
  touch(std::max(0.0, action_.free - before), square, std::nullopt);
}

void Hand::lay_aside() {
  go_to(aside_, hands_.move_base + hands_.release, hands_.move_per_square);
}

void Hand::fetch() {
  go_to(aside_, hands_.reach_base, hands_.reach_per_square);
}

}  // namespace jadoube::simulator
