#include "judge/judged_game.hpp"

#include <algorithm>

#include "chess/game_record.hpp"
#include "chess/san.hpp"

namespace jadoube::laws {

namespace {

chess::Setup setup_of(std::string_view fen, std::string_view variant = {}) {
  auto setup = chess::start_from(fen, variant);
  return setup ? *setup : chess::Setup::start();
}

/// Same pieces, same side to move. Rights and counters of a position that a person entered mean little.
bool same_board(const chess::Setup& a, const chess::Setup& b) {
  return a.placement == b.placement && a.turn == b.turn;
}

/// Whose piece it is that moves; out of turn it is not that of the side to move.
Side mover_of(const chess::Position& position, std::string_view uci) {
  const auto from = chess::square_from_string(uci.substr(0, 2));
  const auto piece = from ? position.at(*from) : std::nullopt;
  return piece ? piece->side : position.turn();
}

}  // namespace

std::optional<chess::Position> position_of(std::string_view fen) {
  const auto setup = chess::setup_from_fen(fen);
  if (!setup) return std::nullopt;
  auto position = chess::Position::from(*setup, chess::kForgivable);
  if (!position) return std::nullopt;
  return *position;
}

bool is_illegal_board(std::string_view fen) {
  const auto setup = chess::setup_from_fen(fen);
  if (!setup) return false;
  const auto position = chess::Position::from(*setup);
  if (position) return false;
  // Rights and the en passant square are the record's, not the board's.
  const chess::FaultSet ignored{chess::Fault::castling_right_wrong, chess::Fault::en_passant_wrong,
                                chess::Fault::impossible_check};
  return !position.error().faults.without(ignored).empty();
}

unsigned move_number(std::string_view fen) {
  const auto setup = chess::setup_from_fen(fen);
  return setup ? setup->fullmove_number : 0;
}

JudgedGame::JudgedGame(std::string_view start_fen, std::string_view variant) {
  const chess::Setup setup = setup_of(start_fen, variant);
  start_ = to_fen(setup);
  before_ = {setup.fullmove_number - 1, setup.fullmove_number - 1};
  if (setup.turn == Side::black) ++before_[0];
}

bool JudgedGame::on(const report::MoveReport& line) {
  const auto found = plies_.find(line.ply);
  const bool is_new =
      found == plies_.end() || found->second.uci != line.uci || found->second.side != line.side;
  if (is_new) plies_.erase(plies_.lower_bound(line.ply), plies_.end());
  Ply& ply = plies_[line.ply];
  if (is_new) ply = {line.side, line.uci, {}, false, line.t};
  ply.fen = line.fen;
  ply.completed = ply.completed || line.completed;
  return is_new;
}

void JudgedGame::on(const report::RevisionReport& line) {
  const auto old = plies_;
  plies_.erase(plies_.lower_bound(line.from_ply), plies_.end());
  std::string fen = fen_before(line.from_ply);
  for (unsigned i = 0; i < line.moves.size(); ++i) {
    const unsigned number = line.from_ply + i;
    const auto position = position_of(fen);
    Ply ply;
    ply.uci = line.moves[i];
    ply.side = position ? mover_of(*position, ply.uci) : mover(number);
    // A ply that is only explained differently was made when it was first told.
    const auto before = old.find(number);
    ply.t = before == old.end() ? line.t : before->second.t;
    ply.completed = before != old.end() && before->second.completed;
    const auto move = position ? move_from_uci(*position, ply.uci) : std::nullopt;
    // After what is no lawful move there is what the detector says that there is.
    fen = i < line.fens.size() ? line.fens[i] : move ? to_fen(position->after(*move)) : std::string{};
    ply.fen = fen;
    plies_[number] = std::move(ply);
  }
}

void JudgedGame::set_position(const chess::Setup& setup) {
  for (auto it = plies_.rbegin(); it != plies_.rend(); ++it)
    if (same_board(setup_of(it->second.fen), setup)) {
      plies_.erase(plies_.upper_bound(it->first), plies_.end());
      return;
    }
  if (same_board(setup_of(start_), setup)) {
    plies_.clear();
    return;
  }
  if (plies_.empty())
    start_ = to_fen(setup);
  else
    plies_.rbegin()->second.fen = to_fen(setup);
}

const std::string& JudgedGame::fen() const {
  return plies_.empty() ? start_ : plies_.rbegin()->second.fen;
}

std::string JudgedGame::fen_before(unsigned ply) const {
  const auto it = plies_.lower_bound(ply);
  return it == plies_.begin() ? start_ : std::prev(it)->second.fen;
}

std::optional<chess::Move> JudgedGame::legal_move(unsigned ply) const {
  const auto found = plies_.find(ply);
  const auto before = found == plies_.end() ? std::nullopt : position_of(fen_before(ply));
  const auto move = before ? move_from_uci(*before, found->second.uci) : std::nullopt;
  const auto then = chess::setup_from_fen(found == plies_.end() ? std::string{} : found->second.fen);
  if (!move || (then && then->placement != before->after(*move).placement())) return std::nullopt;
  return move;
}

bool JudgedGame::has_instead(unsigned ply, std::string_view played) const {
  const auto found = plies_.find(ply);
  return found != plies_.end() && found->second.uci != played && legal_move(ply).has_value();
}

bool JudgedGame::takes_king(const Ply& ply) const {
  const auto found =
      std::find_if(plies_.begin(), plies_.end(), [&](const auto& each) { return &each.second == &ply; });
  const auto before = found == plies_.end() ? std::nullopt : position_of(fen_before(found->first));
  const auto transfer = chess::transfer_from_uci(ply.uci);
  return before && transfer && before->king(~ply.side) == transfer->to;
}

bool JudgedGame::last_is_legal() const {
  return plies_.empty() || legal_move(last()).has_value();
}

Side JudgedGame::to_move() const {
  if (const auto setup = chess::setup_from_fen(fen())) return setup->turn;
  return ~plies_.rbegin()->second.side;  // with no ply there is the start
}

Side JudgedGame::mover(unsigned ply) const {
  if (plies_.empty())
    return (ply % 2 == 1) == (setup_of(start_).turn == Side::white) ? Side::white : Side::black;
  const auto& [number, known] = *plies_.begin();
  return (ply - number) % 2 == 0 ? known.side : ~known.side;
}

unsigned JudgedGame::completed(Side side) const {
  unsigned made = 0;
  bool last_completed = true;
  for (const auto& [number, ply] : plies_)
    if (ply.side == side) {
      ++made;
      last_completed = ply.completed;
    }
  return before_[chess::index(side)] + made - (made > 0 && !last_completed ? 1 : 0);
}

unsigned JudgedGame::made_before(Side side, unsigned ply) const {
  const auto made = std::count_if(plies_.begin(), plies_.lower_bound(ply),
                                  [&](const auto& entry) { return entry.second.side == side; });
  return before_[chess::index(side)] + static_cast<unsigned>(made);
}

const JudgedGame::Ply* JudgedGame::made_after(Side side, Time t, unsigned from) const {
  for (const auto& [number, ply] : plies_)
    if (ply.side == side && ply.t > t && number >= from) return &ply;
  return nullptr;
}

std::string JudgedGame::taken_on(chess::Square square, Side taker, unsigned after) const {
  for (auto it = plies_.upper_bound(after); it != plies_.end(); ++it) {
    const auto transfer = chess::transfer_from_uci(it->second.uci);
    if (it->second.side != taker || !transfer || transfer->to != square) continue;
    const auto before = position_of(fen_before(it->first));
    const auto move = legal_move(it->first);
    return before && move ? to_san(*before, *move) : it->second.uci;
  }
  return {};
}

}  // namespace jadoube::laws
