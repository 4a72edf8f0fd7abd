#include "broker/news.hpp"

#include <algorithm>
#include <utility>

#include <boost/json.hpp>

#include "json/text.hpp"
#include "json/writer.hpp"
#include "server/secret.hpp"

namespace jadoube::broker {
namespace {

/// Of a board that has left the wall.
constexpr std::string_view kForgotten = "forgotten";

template <class Fill>
std::string members(Fill fill) {
  return json::members_text(fill, json::Escapes::named);
}

}  // namespace

std::optional<GameMoves> game_moves_from(std::string_view text, std::string game) {
  boost::system::error_code error;
  const auto value = boost::json::parse(text, error);
  if (error || !value.is_object()) return std::nullopt;
  const auto* start = value.get_object().if_contains("start_fen");
  const auto* moves = value.get_object().if_contains("moves");
  if (start == nullptr || !start->is_string() || moves == nullptr || !moves->is_array()) return std::nullopt;
  GameMoves read{std::move(game), std::string{start->get_string()}, {}};
  for (const auto& member : json::members_of(text))
    if (member.name == "moves")
      for (const std::string_view each : json::values_of(member.value)) read.moves.emplace_back(each);
  return read;
}

ToldBoard& News::board_of(const std::string& id) {
  if (const auto found = batch_.boards.find(id); found != batch_.boards.end()) return found->second;
  const auto told = told_.boards.find(id);
  return batch_.boards.emplace(id, told == told_.boards.end() ? ToldBoard{} : told->second).first->second;
}

void News::alert(std::uint64_t id, const std::string& board, std::string_view text, bool is_closed) {
  ToldAlert now{board, server::sha256_hex(text)};
  const auto in_batch = batch_.alerts.find(id);
  const auto told = told_.alerts.find(id);
  std::optional<ToldAlert> before;
  if (in_batch != batch_.alerts.end())
    before = in_batch->second;
  else if (told != told_.alerts.end())
    before = told->second;
  if (before && before->digest == now.digest) return;
  board_of(board);
  batch_.events.push_back(
      {board, Event::Kind::alert, members([&](json::Object& o) { o.json("alert", text); })});
  batch_.alerts[id] = is_closed ? std::nullopt : std::optional{std::move(now)};
}

void News::gone(std::uint64_t id, const std::string& board) {
  if (const auto in_batch = batch_.alerts.find(id); in_batch != batch_.alerts.end() && !in_batch->second)
    return;
  board_of(board);
  batch_.events.push_back({board, Event::Kind::gone,
                           members([&](json::Object& o) { o.number("id", static_cast<std::int64_t>(id)); })});
  batch_.alerts[id] = std::nullopt;
}

void News::moves(const std::string& board, const GameMoves& game) {
  const auto told = told_.boards.find(board);
  const bool is_new = told == told_.boards.end() || told->second.game != game.game;
  if (is_new && game.moves.empty() && told == told_.boards.end()) return;
  const std::vector<std::string> none;
  const auto& before = is_new ? none : told->second.moves;
  const auto [same, differs] = std::ranges::mismatch(before, game.moves);
  if (!is_new && same == before.end() && differs == game.moves.end()) return;
  const std::vector<std::string> rest{differs, game.moves.end()};
  batch_.events.push_back({board, Event::Kind::moves, members([&](json::Object& o) {
                             o.text("game", game.game).text("start_fen", game.start_fen);
                             o.number("from", differs - game.moves.begin()).json_list("moves", rest);
                           })});
  ToldBoard& now = board_of(board);
  now.game = game.game;
  now.moves = game.moves;
}

void News::link(const std::string& board, std::string_view link) {
  ToldBoard& now = board_of(board);
  if (now.link == link) return;
  now.link = link;
  batch_.events.push_back(
      {board, Event::Kind::link, members([&](json::Object& o) { o.text("link", link); })});
}

void News::forgotten(const std::string& board) {
  ToldBoard& now = board_of(board);
  if (now.link == kForgotten) return;
  batch_.events.push_back({board, Event::Kind::forgotten, {}});
  now = {now.board_seq, std::string{kForgotten}, {}, {}};
}

}  // namespace jadoube::broker
