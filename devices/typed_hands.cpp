#include "devices/typed_hands.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <utility>

namespace jadoube::devices {

using chess::Side;
using namespace std::chrono_literals;

namespace {

constexpr Time kHand = 700ms;   // from one deed to the next
constexpr Time kCarry = 700ms;  // from the lift to the placement of one move
constexpr Time kPush = 350ms;   // from square to square
constexpr Time kTick = 1s;      // of the clock

std::optional<unsigned> square_from(std::string_view text) {
  const auto square = chess::square_from_string(text);
  if (!square) return std::nullopt;
  return index(*square);
}

/// "1.5"; between 0 and 600.
std::optional<Time> seconds_from(std::string_view text) {
  double seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  constexpr double kMost = 600;
  if (error != std::errc{} || end != text.data() + text.size() || !(seconds >= 0 && seconds <= kMost))
    return std::nullopt;
  return std::chrono::duration_cast<Time>(std::chrono::duration<double>{seconds});
}

record::PieceMap start_position() {
  record::PieceMap pieces{};
  constexpr std::string_view kBack = "RNBQKBNR";
  for (unsigned file = 0; file < 8; ++file) {
    const auto type = chess::piece_from_letter(kBack[file])->type;
    pieces[file] = chess::Piece{Side::white, type};
    pieces[8 + file] = chess::Piece{Side::white, chess::PieceType::pawn};
    pieces[48 + file] = chess::Piece{Side::black, chess::PieceType::pawn};
    pieces[56 + file] = chess::Piece{Side::black, type};
  }
  return pieces;
}

/// From one square to the other, both included; empty: not in a line.
std::deque<unsigned> squares_between(unsigned from, unsigned to) {
  const auto step_of = [](unsigned one, unsigned other) { return one < other ? 1 : one > other ? -1 : 0; };
  const int file = step_of(from % 8, to % 8);
  const int rank = step_of(from / 8, to / 8);
  const auto distance = [](unsigned one, unsigned other) { return one < other ? other - one : one - other; };
  const unsigned files = distance(from % 8, to % 8);
  const unsigned ranks = distance(from / 8, to / 8);
  if (files != 0 && ranks != 0 && files != ranks) return {};
  std::deque<unsigned> squares;
  for (unsigned i = 0; i <= std::max(files, ranks); ++i)
    squares.push_back(
        static_cast<unsigned>(static_cast<int>(from) + static_cast<int>(i) * (8 * rank + file)));
  return squares;
}

}  // namespace

TypedHands::TypedHands(double speed) : speed_{speed}, pieces_{start_position()} {}

bool TypedHands::add(std::string_view word, std::deque<Deed>& deeds) {
  using What = Deed::What;
  const auto deed = [&deeds](Deed each) {
    deeds.push_back(each);
    return true;
  };
  if (word == "start") return deed({.after = kHand, .what = What::start, .piece = {}});
  if (word == "!W" || word == "!B")
    return deed(
        {.after = {}, .what = What::press, .piece = {}, .side = word == "!W" ? Side::white : Side::black});
  if (word.starts_with("off")) {
    const auto lasts = seconds_from(word.substr(3));
    return lasts && deed({.after = kHand, .what = What::power_off, .piece = {}, .lasts = *lasts});
  }
  if (word.ends_with('s')) {
    const auto wait = seconds_from(word.substr(0, word.size() - 1));
    return wait && deed({.after = *wait, .piece = {}});
  }
  return add_hand(word, deeds);
}

bool TypedHands::add_hand(std::string_view word, std::deque<Deed>& deeds) {
  using What = Deed::What;
  const auto deed = [&deeds](Deed each) {
    deeds.push_back(each);
    return true;
  };
  if (word.size() >= 3 && (word[0] == '-' || word[0] == '+')) {
    const auto square = square_from(word.substr(1, 2));
    if (!square) return false;
    if (word[0] == '-')
      return word.size() == 3 && deed({.after = kHand, .what = What::lift, .square = *square, .piece = {}});
    const auto piece = word.size() == 5 && word[3] == '=' ? chess::piece_from_letter(word[4]) : std::nullopt;
    if (word.size() != 3 && !piece) return false;
    return deed({.after = kCarry, .what = What::put, .square = *square, .piece = piece});
  }
  const bool pushes = word.size() == 5 && word[2] == '>';
  if (word.size() != 4 && !pushes) return false;
  const auto from = square_from(word.substr(0, 2));
  const auto to = square_from(word.substr(pushes ? 3 : 2));
  if (!from || !to) return false;
  if (!pushes) {
    deed({.after = kHand, .what = What::lift, .square = *from, .piece = {}});
    return deed({.after = kCarry, .what = What::put, .square = *to, .piece = {}});
  }
  const auto squares = squares_between(*from, *to);
  for (const unsigned square : squares) {
    deed({.after = kPush, .what = What::put, .square = square, .piece = {}});
    deed({.after = kPush, .what = What::lift, .square = square, .piece = {}});
  }
  return !squares.empty();
}

std::string TypedHands::type(std::string_view line, Time now) {
  std::deque<Deed> deeds;
  while (!line.empty()) {
    const auto blank = std::min(line.find(' '), line.size());
    const std::string_view word = line.substr(0, blank);
    if (!word.empty() && !add(word, deeds))
      return '"' + std::string{word} +
             "\" is nothing that hands can do; such as: e2e4, -e2, +e4, +a8=Q, a3>h3, !W, off8, 1.5s, start";
    line.remove_prefix(std::min(blank + 1, line.size()));
  }
  for (Deed& deed : deeds)
    if (deed.what == Deed::What::lift || deed.what == Deed::What::put)
      deed.after = std::chrono::duration_cast<Time>(deed.after / speed_);
  if (deeds_.empty()) last_ = std::max(last_, now);
  deeds_.insert(deeds_.end(), deeds.begin(), deeds.end());
  return {};
}

record::Scan TypedHands::standing(Time t) const {
  record::Scan scan{.t = t, .occupied = {}, .white = record::Occupancy{}, .pieces = pieces_};
  for (unsigned i = 0; i < 64; ++i) {
    if (!pieces_[i]) continue;
    scan.occupied.bits |= std::uint64_t{1} << i;
    if (pieces_[i]->side == Side::white) scan.white->bits |= std::uint64_t{1} << i;
  }
  return scan;
}

record::ClockReading TypedHands::clock_at(Time t) {
  if (running_) {
    auto& left = *running_ == Side::white ? white_ : black_;
    left =
        std::max(left - std::chrono::duration_cast<record::ClockTime>(t - clock_read_), record::ClockTime{});
  }
  clock_read_ = t;
  return {.t = t, .white = white_, .black = black_, .running = running_, .flag = {}};
}

std::optional<Record> TypedHands::carry_out(const Deed& deed, Time t) {
  switch (deed.what) {
    case Deed::What::lift:
      if (pieces_[deed.square]) in_hand_ = pieces_[deed.square];
      pieces_[deed.square].reset();
      return standing(t);
    case Deed::What::put:
      pieces_[deed.square] = deed.piece ? deed.piece
                             : in_hand_ ? in_hand_
                                        : chess::Piece{Side::white, chess::PieceType::pawn};
      return standing(t);
    case Deed::What::start:
      pieces_ = start_position();
      return standing(t);
    case Deed::What::press: {
      clock_at(t);
      running_ = ~deed.side;
      waiting_ = clock_at(t);
      return record::Press{t, deed.side};
    }
    case Deed::What::power_off:
      power_back_ = t + deed.lasts;
      return std::nullopt;
    case Deed::What::nothing:
      break;
  }
  return std::nullopt;
}

std::optional<Time> TypedHands::next() const {
  std::optional<Time> next;
  if (!deeds_.empty()) next = last_ + deeds_.front().after;
  if (running_) next = std::min(next.value_or(clock_read_ + kTick), clock_read_ + kTick);
  return next;
}

std::optional<Record> TypedHands::take(Time now) {
  if (waiting_) return std::exchange(waiting_, std::nullopt);
  while (const auto due = next()) {
    if (*due > now) return std::nullopt;
    if (deeds_.empty() || *due < last_ + deeds_.front().after) return clock_at(*due);
    const Deed deed = deeds_.front();
    deeds_.pop_front();
    last_ = *due;
    if (auto record = carry_out(deed, *due)) return record;
  }
  return std::nullopt;
}

}  // namespace jadoube::devices
