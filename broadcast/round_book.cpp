#include "broadcast/round_book.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "chess/pgn.hpp"
#include "chess/position.hpp"

namespace jadoube::broadcast {

using chess::Result;
using record::WallTime;

namespace {

// Of a state: what a PGN has no place for. Times are milliseconds since 1970, in the comments of moves and in a tag.
constexpr std::string_view kLogTag = "Log";
constexpr std::string_view kEndedTag = "Ended";
constexpr std::string_view kTableTag = "Table";
constexpr std::string_view kEventTag = "OfEvent";
constexpr std::string_view kWhiteTag = "OfWhite";
constexpr std::string_view kBlackTag = "OfBlack";
constexpr std::string_view kSet = "set";

std::string text_of(WallTime time) {
  return std::to_string(time.time_since_epoch().count());
}

template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<WallTime> time_in(std::string_view text) {
  const auto count = number_in<std::int64_t>(text);
  if (!count) return std::nullopt;
  return WallTime{std::chrono::milliseconds{*count}};
}

/// The whole game with what happened between its moves.
chess::GameRecord state_of(const Game& game) {
  chess::GameRecord record;
  record.tags = game.tags;
  record.start = game.start;
  record.result = game.result;
  const chess::Setup* here = &game.start;
  for (const Move& move : game.moves) {
    if (move.before != *here)
      record.plies.push_back({chess::IllegalMove{std::nullopt, move.before}, {}, {}, std::string{kSet}, {}});
    record.plies.push_back(move.ply);
    record.plies.back().comment = text_of(move.said);
    here = &move.after;
  }
  return record;
}

/// Nothing if it is no state of a game.
std::optional<Game> game_in(const chess::PgnGame& read) {
  Game game;
  game.tags = read.record.tags;
  game.start = read.record.start;
  game.result = read.record.result;
  if (read.misfit) return std::nullopt;
  chess::Setup here = game.start;
  for (const chess::Ply& ply : read.record.plies) {
    if (ply.comment == kSet && ply.illegal() != nullptr) {
      here = ply.illegal()->after;
      continue;
    }
    const auto said = time_in(ply.comment);
    const auto position = chess::Position::from(here, chess::kForgivable);
    if (!said || (!position && ply.illegal() == nullptr)) return std::nullopt;
    Move move{ply, here, {}, *said};
    move.ply.comment.clear();
    move.after = ply.illegal() != nullptr ? ply.illegal()->after
                                          : position->after(std::get<chess::Move>(ply.what)).setup();
    here = move.after;
    game.moves.push_back(std::move(move));
  }
  if (game.result == Result::unknown) return game;
  const auto ended = game.tags.find(kEndedTag);
  const auto time = ended ? time_in(*ended) : std::nullopt;
  if (!time) return std::nullopt;
  game.ended = *time;
  return game;
}

}  // namespace

void RoundBook::pair(arbiter::Round pairings, WallTime now) {
  auto before = std::exchange(tables_, {});
  if (round_ != pairings.round || event_ != pairings.event) before.clear();
  round_ = pairings.round;
  event_ = std::move(pairings.event);
  for (arbiter::Pairing& pairing : pairings.pairings) {
    Table& table = tables_[pairing.number];
    const auto known = before.find(pairing.number);
    const bool same = known != before.end() && known->second.pairing.white == pairing.white &&
                      known->second.pairing.black == pairing.black;
    if (same) table = std::move(known->second);
    if (!same || table.pairing.result != pairing.result) table.paired_result = now;
    table.pairing = std::move(pairing);
    ++table.version;
  }
}

std::optional<unsigned> RoundBook::table_of(std::string_view white, std::string_view black) const {
  const auto found = std::ranges::find_if(tables_, [&](const auto& each) {
    return each.second.pairing.white == white && each.second.pairing.black == black;
  });
  return found == tables_.end() ? std::nullopt : std::optional{found->first};
}

bool RoundBook::put(unsigned number, std::string_view log, Game game, WallTime now) {
  const auto found = tables_.find(number);
  if (found == tables_.end()) return false;
  Table& table = found->second;
  const bool is_another = !table.log.empty() && table.log != log;
  if (is_another && table.game.result != Result::unknown) {
    const bool corrects = game.moves.empty() && game.result != Result::unknown;
    if (!corrects || game.result == table.game.result) return false;
    table.game.result = game.result;
    ++table.version;
    return true;
  }
  if (is_another && game.moves.size() < table.game.moves.size()) return false;
  keep_times(game, is_another ? Game{} : table.game, now);
  if (table.log == log && table.game == game) return false;
  table.log = log;
  table.game = std::move(game);
  ++table.version;
  return true;
}

chess::GameRecord RoundBook::record(const Table& table, WallTime until) const {
  chess::GameRecord record = table.log.empty() ? chess::GameRecord{} : record_of(table.game, until);
  if (!event_.empty()) record.tags.set("Event", event_);
  record.tags.set("Round", std::to_string(round_));
  record.tags.set("White", table.pairing.white);
  record.tags.set("Black", table.pairing.black);
  record.tags.set("Board", std::to_string(table.pairing.number));
  // One that the pairings have is told if the game has none: nobody came, or it was played elsewhere.
  if (table.game.result == Result::unknown && table.paired_result <= until &&
      moves_known(table.game, until) == table.game.moves.size())
    record.result = chess::result_from_string(table.pairing.result).value_or(record.result);
  return record;
}

bool RoundBook::make(Table& table, WallTime until) {
  const Game& game = table.game;
  const std::size_t moves = moves_known(game, until);
  const bool ended = game.result != Result::unknown && game.ended <= until;
  const bool paired_result = table.paired_result <= until;
  if (table.made_version == table.version && table.made_moves == moves && table.made_ended == ended &&
      table.made_paired_result == paired_result)
    return false;
  table.made_version = table.version;
  table.made_moves = moves;
  table.made_ended = ended;
  table.made_paired_result = paired_result;
  std::string text = to_pgn(record(table, until));
  if (text == table.text) return false;
  table.text = std::move(text);
  return true;
}

bool RoundBook::make(WallTime until) {
  bool any = false;
  for (auto& [number, table] : tables_) any |= make(table, until);
  return any;
}

std::vector<std::pair<unsigned, std::string>> RoundBook::pgn_by_table() const {
  std::vector<std::pair<unsigned, std::string>> all;
  for (const auto& [number, table] : tables_) all.emplace_back(number, table.text);
  return all;
}

std::string RoundBook::state() {
  std::string all;
  for (auto& [number, table] : tables_) {
    if (table.log.empty()) continue;
    if (table.state_version != table.version) {
      chess::GameRecord record = state_of(table.game);
      record.tags.set(kEventTag, event_);
      record.tags.set(kWhiteTag, table.pairing.white);
      record.tags.set(kBlackTag, table.pairing.black);
      record.tags.set(kTableTag, std::to_string(number));
      record.tags.set(kLogTag, table.log);
      if (table.game.result != Result::unknown) record.tags.set(kEndedTag, text_of(table.game.ended));
      table.state = to_pgn(record);
      table.state_version = table.version;
    }
    all += table.state;
  }
  return all;
}

void RoundBook::read_state(std::string_view text, WallTime now) {
  for (const chess::PgnGame& read : chess::read_pgn(text)) {
    const chess::Tags& tags = read.record.tags;
    const auto number = number_in<unsigned>(tags.find(kTableTag).value_or(""));
    const auto found = number ? tables_.find(*number) : tables_.end();
    if (found == tables_.end()) continue;
    Table& table = found->second;
    auto game = game_in(read);
    if (!game || tags.find(kEventTag) != event_ || tags.find(kWhiteTag) != table.pairing.white ||
        tags.find(kBlackTag) != table.pairing.black)
      continue;
    for (Move& move : game->moves) move.said = std::min(move.said, now);
    game->ended = std::min(game->ended, now);
    table.log = tags.find(kLogTag).value_or("?");
    for (const std::string_view ours : {kTableTag, kLogTag, kEndedTag, kEventTag, kWhiteTag, kBlackTag})
      game->tags.erase(ours);
    table.game = *std::move(game);
    ++table.version;
  }
}

}  // namespace jadoube::broadcast
