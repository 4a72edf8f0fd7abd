#include "broadcast/game.hpp"

#include <algorithm>
#include <string>

#include "broadcast/king_step.hpp"
#include "chess/position.hpp"
#include "chess/san.hpp"
#include "stream/game_record_of.hpp"

namespace jadoube::broadcast {

using stream::PublishedGame;
using stream::PublishedPly;

namespace {

/// A running clock shows another second every second. One that has said nothing for so long before a ply was known does not tell
/// whether it was pressed.
constexpr record::Time kSilence = std::chrono::seconds{10};

/// So long after the press that completes a ply that may be said at the latest: sensors settle, and a doubt has to be resolved.
constexpr record::Time kSeenAfter = std::chrono::seconds{5};

bool same_place(const chess::Setup& a, const chess::Setup& b) {
  return a.placement == b.placement && a.turn == b.turn;
}

/// A person may have corrected what the kings in the centre said.
chess::Result result_of(const PublishedGame& game) {
  if (!game.is_over()) return chess::Result::unknown;
  const std::string entered = game.entered_result();
  return chess::result_from_string(entered.empty() ? game.result() : entered)
      .value_or(chess::Result::unknown);
}

bool is_silent(const PublishedGame& game) {
  const auto& clock = game.clock();
  return !clock || (clock->running && clock->t + kSilence < game.plies().back().said_at);
}

bool ends_game(const PublishedPly& ply) {
  const auto position = chess::Position::from(ply.after, chess::kForgivable);
  return position && !position->has_legal_move();
}

/// A king put in the centre, of a game that has ended without a clock that could tell.
bool is_signal(const PublishedGame& game, const PublishedPly& ply) {
  const auto position = chess::Position::from(ply.before, chess::kForgivable);
  const auto transfer = chess::transfer_from_uci(ply.uci);
  if (!position || !transfer || !is_step_to_centre(*position, *transfer)) return false;
  const auto& clock = game.clock();
  const StepClock shown = clock && !clock->running ? StepClock::stood : StepClock::unknown;
  return judge_king_step(*position, *transfer, result_of(game), shown).verdict == StepVerdict::signal;
}

/// Up to the ply that the last press has completed. Whose press it was does not matter: clocks stand the other way round, too.
std::size_t count_pressed(const std::vector<PublishedPly>& plies, record::Time press) {
  std::size_t count = plies.size();
  while (count > 0 && (!plies[count - 1].completed_at || *plies[count - 1].completed_at > press + kSeenAfter))
    --count;
  return count;
}

/// How many of the plies were played, by what the clock has to say.
std::size_t count_played(const PublishedGame& game) {
  const auto& plies = game.plies();
  if (plies.empty() || ends_game(plies.back())) return plies.size();
  const auto press = game.last_press();
  if (press && !is_silent(game)) return count_pressed(plies, *press);
  std::size_t count = plies.size();
  if (game.is_over()) {
    while (count > 0 && (!plies[count - 1].is_legal() || is_signal(game, plies[count - 1]))) --count;
    return count;
  }
  const PublishedPly& last = plies.back();
  return last.completed_at || last.certainty != report::Certainty::open ? count : count - 1;
}

chess::Tags tags_of(const record::Header& header, record::WallTime begun) {
  chess::Tags tags;
  stream::set_names(tags, header);
  stream::set_moment(tags, record::utc_text(begun));
  return tags;
}

/// In numbered moves; one that no rule allows in the notation of UCI, a position that was set as "…".
std::string in_words(const std::vector<Move>& moves, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t i = begin; i < end; ++i) {
    const Move& move = moves[i];
    const bool is_white = move.before.turn == chess::Side::white;
    if (i > begin) text += ' ';
    if (i > 0 && !same_place(move.before, moves[i - 1].after)) text += "… ";
    if (is_white || i == begin)
      text += std::to_string(move.before.fullmove_number) + (is_white ? ". " : "... ");
    const auto position = chess::Position::from(move.before, chess::kForgivable);
    const chess::IllegalMove* illegal = move.ply.illegal();
    if (illegal == nullptr && position)
      text += to_san(*position, std::get<chess::Move>(move.ply.what));
    else
      text += illegal != nullptr && illegal->transfer ? to_uci(*illegal->transfer) : "…";
  }
  return text;
}

/// The game goes on otherwise than by a legal move: with this ply, or before it.
bool breaks_off(const Game& game, std::size_t i) {
  return game.moves[i].ply.illegal() != nullptr ||
         !same_place(game.moves[i].before, i == 0 ? game.start : game.moves[i - 1].after);
}

/// Puts the plies into the record; none breaks off but perhaps the first.
void add_plies(chess::GameRecord& record, const Game& game, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) record.plies.push_back(game.moves[i].ply);
}

/// The same of a game that breaks off, the last time before the ply `goes_on`.
void add_broken(chess::GameRecord& record, const Game& game, std::size_t goes_on, std::size_t end) {
  const auto from = [&](std::size_t i) {
    return i < end && game.moves[i].ply.illegal() == nullptr ? game.moves[i].before : game.moves[i - 1].after;
  };
  // Strict readers refuse a set-up that cannot be; some moves later it may be one.
  std::size_t first = goes_on;
  while (first < end && !chess::Position::from(from(first))) ++first;
  if (const chess::Setup start = from(first); chess::Position::from(start)) {
    record.start = start;
    record.comment = in_words(game.moves, 0, first);
    return add_plies(record, game, first, end);
  }
  std::size_t stop = 0;
  while (!breaks_off(game, stop)) ++stop;
  add_plies(record, game, 0, stop);
  (stop == 0 ? record.comment : record.plies.back().comment) = in_words(game.moves, stop, end);
}

}  // namespace

Game game_of(const PublishedGame& game, const record::Header& header, record::WallTime log_start) {
  const auto wall = [&](record::Time t) {
    return log_start + std::chrono::floor<std::chrono::milliseconds>(t);
  };
  Game told;
  told.tags = tags_of(header, game.plies().empty() ? log_start : wall(game.plies().front().said_at));
  told.start = game.start();
  const std::size_t played = count_played(game);
  const auto clocks = game.clocks_before(played);
  for (std::size_t i = 0; i < played; ++i) {
    const PublishedPly& ply = game.plies()[i];
    Move move{{}, ply.before, ply.after, wall(ply.said_at)};
    move.ply.what = chess::IllegalMove{chess::transfer_from_uci(ply.uci), ply.after};
    const auto position = chess::Position::from(ply.before, chess::kForgivable);
    if (position && ply.is_legal())
      if (const auto legal = move_from_uci(*position, ply.uci)) move.ply.what = *legal;
    move.ply.clock = clocks[i];
    told.moves.push_back(std::move(move));
  }
  if (game.is_over()) {
    told.result = result_of(game);
    told.ended = wall(*game.over_at());
  }
  return told;
}

void keep_times(Game& game, const Game& before, record::WallTime now) {
  for (std::size_t i = 0; i < game.moves.size(); ++i)
    game.moves[i].said = i < before.moves.size() ? before.moves[i].said : now;
  const bool was_over = before.result != chess::Result::unknown;
  game.ended = game.result == chess::Result::unknown ? record::WallTime{} : was_over ? before.ended : now;
}

std::size_t moves_known(const Game& game, record::WallTime until) {
  return static_cast<std::size_t>(
      std::ranges::find_if(game.moves, [&](const Move& move) { return move.said > until; }) -
      game.moves.begin());
}

chess::GameRecord record_of(const Game& game, record::WallTime until) {
  chess::GameRecord record;
  record.tags = game.tags;
  record.start = game.start;
  std::size_t end = moves_known(game, until);
  if (game.result != chess::Result::unknown && game.ended <= until && end == game.moves.size())
    record.result = game.result;
  // It does not stand yet: nobody has answered it.
  while (end > 0 && game.moves[end - 1].ply.illegal() != nullptr) --end;

  // After the last break: with an illegal ply the game goes on at the next one, with a position that was set at this one.
  std::size_t goes_on = end;
  while (goes_on > 0 && !breaks_off(game, goes_on - 1)) --goes_on;
  if (goes_on == 0)
    add_plies(record, game, 0, end);
  else
    add_broken(record, game, game.moves[goes_on - 1].ply.illegal() != nullptr ? goes_on : goes_on - 1, end);
  return record;
}

}  // namespace jadoube::broadcast
