#include "stream/published_game.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "chess/game_record.hpp"
#include "chess/position.hpp"
#include "chess/san.hpp"

namespace jadoube::stream {

using record::ClockTime;
using record::Time;

namespace {

// Some clocks add the increment a reading after the press.
constexpr Time kIncrementAfter = std::chrono::milliseconds{1500};

/// Notation and side of a ply of which only its move and the position after it are told.
void play(PublishedPly& ply, const std::string& fen_after) {
  ply.san = ply.uci;
  ply.after = chess::setup_from_fen(fen_after).value_or(ply.before);
  const auto position = chess::Position::from(ply.before, chess::kForgivable);
  const auto move = position ? move_from_uci(*position, ply.uci) : std::nullopt;
  // Castling with the rook left at home has the king's move in common with castling.
  if (move && position->after(*move).placement() == ply.after.placement) ply.san = to_san(*position, *move);
  const auto transfer = chess::transfer_from_uci(ply.uci);
  const auto moved = transfer ? ply.before.placement.at(transfer->from) : std::nullopt;
  ply.side = moved ? moved->side : ply.before.turn;
}

bool same_position(const chess::Setup& a, const chess::Setup& b) {
  return a.placement == b.placement && a.turn == b.turn && a.castling.bits() == b.castling.bits();
}

}  // namespace

PublishedGame::PublishedGame(const record::Header& header) : game_start_{chess::Setup::start()} {
  if (const auto setup = chess::start_from(header.game.start_fen, header.game.variant)) game_start_ = *setup;
  start_ = game_start_;
}

void PublishedGame::begin_anew() {
  ++changes_;
  start_ = game_start_;
  plies_.clear();
  set_by_arbiter_.reset();
  before_set_.reset();
  clock_ = {};
  shown_.reset();
  presses_.clear();
  entered_results_.clear();
  started_ = false;
  over_at_.reset();
  result_.clear();
}

const chess::Setup& PublishedGame::now() const {
  return set_by_arbiter_ ? *set_by_arbiter_ : plies_.empty() ? start_ : plies_.back().after;
}

// ---- the log

void PublishedGame::see(const record::Record& record) {
  if (const auto* reading = std::get_if<record::ClockReading>(&record)) see_clock(*reading);
  const auto* arbiter = std::get_if<record::Arbiter>(&record);
  if (arbiter == nullptr) return;
  ++changes_;
  see_result(*arbiter);
  if (arbiter->action == record::Arbiter::Action::retract) return take_back_position(*arbiter);
  if (arbiter->action != record::Arbiter::Action::set_position) return;
  const auto setup = chess::setup_from_fen(arbiter->fen);
  if (!setup || !chess::Position::from(*setup, chess::kForgivable)) return;  // it is refused
  before_set_ = {arbiter->t, now()};
  set_by_arbiter_ = *setup;
  clock_.forget_reading();
}

void PublishedGame::see_result(const record::Arbiter& arbiter) {
  if (arbiter.action == record::Arbiter::Action::result)
    entered_results_.emplace_back(arbiter.t, arbiter.result);
  if (arbiter.action == record::Arbiter::Action::retract && arbiter.entered)
    std::erase_if(entered_results_, [&](const auto& each) { return each.first == *arbiter.entered; });
}

std::string PublishedGame::entered_result() const {
  return entered_results_.empty() ? std::string{} : entered_results_.back().second;
}

std::optional<Time> PublishedGame::last_press() const {
  if (presses_.empty()) return std::nullopt;
  return presses_.back().t;
}

/// By the rule of Detector::Impl::retract: nothing has been played from it.
void PublishedGame::take_back_position(const record::Arbiter& arbiter) {
  if (!before_set_ || before_set_->first != arbiter.entered || !set_by_arbiter_ || over_at_) return;
  set_by_arbiter_ = before_set_->second;
  before_set_.reset();
  clock_.forget_reading();
}

void PublishedGame::see_clock(const record::ClockReading& reading) {
  shown_ = reading;
  const auto shown = [&](chess::Side side) {
    return side == chess::Side::white ? reading.white : reading.black;
  };
  for (const clocks::ClockEvent& event : clock_.on(reading))
    if (event.what == clocks::ClockEvent::What::pressed)
      presses_.push_back({reading.t, event.side, shown(event.side)});
  if (presses_.empty() || reading.t > presses_.back().t + kIncrementAfter) return;
  presses_.back().shows = shown(presses_.back().side);
  ++changes_;
}

std::vector<std::optional<ClockTime>> PublishedGame::clocks_before(std::size_t end) const {
  std::vector<std::optional<ClockTime>> clocks(end);
  // From the last ply backwards each takes the latest press of its side that is left: a press too many, with
  // no move on the board, comes before the press that completes the move.
  for (const chess::Side side : chess::kSides) {
    auto press = presses_.rbegin();
    for (std::size_t i = end; i-- > 0;) {
      const PublishedPly& ply = plies_[i];
      if (ply.side != side || !ply.completed_at) continue;
      press = std::find_if(press, presses_.rend(),
                           [&](const Pressed& p) { return p.side == side && p.t <= *ply.completed_at; });
      if (press == presses_.rend()) break;
      clocks[i] = press->shows;
      ++press;
    }
  }
  return clocks;
}

// ---- the stream

bool PublishedGame::ends_before(const report::Report& line) const {
  const auto* game = std::get_if<report::GameReport>(&line);
  return game != nullptr && game->state == report::GameState::setup && is_begun();
}

void PublishedGame::tell(const report::Report& line) {
  if (!std::holds_alternative<report::Finding>(line)) ++changes_;
  if (const auto* game = std::get_if<report::GameReport>(&line)) tell_game(*game);
  if (const auto* move = std::get_if<report::MoveReport>(&line)) tell_move(*move);
  if (const auto* revision = std::get_if<report::RevisionReport>(&line)) revise(*revision);
}

void PublishedGame::tell_game(const report::GameReport& line) {
  if (line.state == report::GameState::started) {
    started_ = true;
    over_at_.reset();
    const auto start = chess::setup_from_fen(line.start_fen);
    if (start && plies_.empty()) start_ = *start;
  }
  // Nothing of the kind follows an end that stands.
  if (line.state == report::GameState::resumed) {
    over_at_.reset();
    result_.clear();
  }
  if (line.state == report::GameState::over) {
    over_at_ = line.t;
    result_ = line.result;
  }
}

void PublishedGame::tell_move(const report::MoveReport& line) {
  assert(line.ply >= 1 && line.ply <= plies_.size() + 1);
  if (line.ply > plies_.size()) {
    if (!plies_.empty() && !plies_.back().completed_at) plies_.back().completed_at = line.t;
    PublishedPly ply;
    ply.before = now();
    ply.said_at = line.t;
    if (plies_.empty()) start_ = ply.before;
    set_by_arbiter_.reset();
    plies_.push_back(std::move(ply));
  }
  PublishedPly& ply = plies_[line.ply - 1];
  ply.side = line.side;
  ply.uci = line.uci;
  ply.san = line.san;
  ply.certainty = line.certainty;
  ply.alternatives = line.alternatives;
  if (const auto after = chess::setup_from_fen(line.fen)) ply.after = *after;
  if (line.completed && !ply.completed_at) ply.completed_at = line.t;
}

void PublishedGame::revise(const report::RevisionReport& line) {
  assert(line.from_ply >= 1 && line.from_ply <= plies_.size() + 1);
  assert(line.fens.size() == line.moves.size());
  const std::vector<PublishedPly> old{plies_.begin() + (line.from_ply - 1), plies_.end()};
  plies_.resize(line.from_ply - 1);
  const chess::Setup reached = plies_.empty() ? start_ : plies_.back().after;
  if (!set_by_arbiter_ && !old.empty()) set_by_arbiter_ = old.front().before;
  if (set_by_arbiter_ && same_position(*set_by_arbiter_, reached)) set_by_arbiter_.reset();
  for (std::size_t i = 0; i < line.moves.size(); ++i) {
    PublishedPly ply;
    ply.before = now();
    set_by_arbiter_.reset();
    ply.uci = line.moves[i];
    play(ply, line.fens[i]);
    // The press was for this ply, whatever move it was.
    const bool is_last = i + 1 == line.moves.size();
    const bool is_known = i < old.size() && old[i].side == ply.side;
    ply.said_at = is_known ? old[i].said_at : line.t;
    if (is_known) ply.completed_at = old[i].completed_at;
    if (!ply.completed_at && (!is_last || line.last_completed)) ply.completed_at = line.t;
    plies_.push_back(std::move(ply));
  }
}

}  // namespace jadoube::stream
