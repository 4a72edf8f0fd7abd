#include "arbiter/board_text.hpp"

#include <algorithm>
#include <optional>

#include "chess/chess960.hpp"
#include "json/writer.hpp"
#include "record/senses.hpp"

namespace jadoube::arbiter {

namespace {

using json::Object;

std::string_view state_name(report::GameState state) {
  return name(state == report::GameState::resumed ? report::GameState::started : state);
}

void write_head(Object& o, const BoardView& board) {
  const FollowedGame& followed = board.followed;
  const record::Header& header = followed.header();
  o.text("id", board.id);
  if (board.number != 0) o.number("number", board.number);
  if (board.catching_up) o.boolean("catching_up", true);
  o.text("model", header.board.model).text("senses", name(header.board.senses));
  o.text("link", board.link_is_lost() ? "lost" : "up").text("law", followed.law());
  if (!header.game.white.empty()) o.text("white", header.game.white);
  if (!header.game.black.empty()) o.text("black", header.game.black);
  const std::string_view time_control =
      header.game.time_control.empty() ? board.time_control : std::string_view{header.game.time_control};
  if (!time_control.empty()) o.text("time_control", time_control);
  if (chess::variant_of(header.game.variant) == chess::Variant::chess960) {
    o.text("variant", "chess960");
    if (const auto number = chess::chess960_number(followed.game().start().placement))
      o.number("start_number", *number);
  }
  o.text("game", state_name(followed.phase()));
  if (!followed.game().result().empty()) o.text("result", followed.game().result());
}

void write_clocks(Object& o, const record::ClockReading& clock, bool with_flag) {
  o.object("clocks", [&](Object& c) {
    c.number("white_ms", clock.white.count()).number("black_ms", clock.black.count());
    if (clock.running) c.text("running", chess::name(*clock.running));
    if (with_flag && clock.flag) c.text("flag", chess::name(*clock.flag));
    c.number("t_us", clock.t.count());
  });
}

bool is_down(const record::ClockReading& clock) {
  return clock.flag || std::min(clock.white, clock.black) <= record::ClockTime{0};
}

}  // namespace

int urgency(const BoardView& board) {
  int most = board.link_is_lost() ? 1 : 0;
  for (const Alert* alert : board.alerts) most = std::max(most, urgency(*alert));
  return most;
}

std::string to_json(const BoardView& board) {
  const FollowedGame& followed = board.followed;
  const stream::PublishedGame& game = followed.game();
  const auto seen = followed.seen();
  std::string text;
  Object o{text};
  write_head(o, board);
  o.text("fen", to_fen(game.now())).hex16("occupied", seen.occupied);
  o.boolean("white_is_near", !seen.turned).text("side_to_move", chess::name(game.now().turn));
  if (!game.plies().empty()) {
    const stream::PublishedPly& last = game.plies().back();
    o.object("last_move", [&](Object& move) {
      move.number("ply", static_cast<std::int64_t>(game.plies().size())).text("uci", last.uci);
      move.text("san", last.san).text("certainty", name(last.certainty));
      move.boolean("completed", last.completed_at.has_value());
    });
  }
  o.number("ply", static_cast<std::int64_t>(game.plies().size()));
  if (followed.opened()) o.number("opened_us", followed.opened()->count());
  if (followed.clock()) write_clocks(o, *followed.clock(), true);
  o.number("t_us", followed.now().count()).text("utc_start", followed.header().utc_start);
  o.number("need", urgency(board));
  std::vector<std::string> ids;
  for (const Alert* alert : board.alerts) ids.push_back(std::to_string(alert->row.id));
  o.json_list("alerts", ids);
  o.number("scans_per_s", board.scans_per_second).number("last_change_us", followed.last_change().count());
  o.close();
  return text;
}

std::string to_hall_json(const BoardView& board) {
  const FollowedGame& followed = board.followed;
  const FollowedGame::Shown shown = followed.shown_to_players();
  std::string text;
  Object o{text};
  write_head(o, board);
  o.text("fen", to_fen(shown.pieces) + " w - - 0 1");
  o.hex16("occupied", shown.pieces.occupied()).boolean("white_is_near", !followed.seen().turned);
  const auto& clock = followed.clock();
  // Clocks at 0:00 tell what only the players may find out.
  if (clock && !(followed.keeps_secret(laws::Secret::single_flag) && is_down(*clock)))
    write_clocks(o, *clock, false);
  // Not the present: that something has happened on the board is a secret too.
  const record::Time t = std::max(shown.since, clock ? clock->t : record::Time{0});
  o.number("t_us", t.count()).text("utc_start", followed.header().utc_start).number("need", 0);
  o.number("scans_per_s", 0).number("last_change_us", shown.since.count());
  o.close();
  return text;
}

std::string moves_json(const FollowedGame& followed) {
  const stream::PublishedGame& game = followed.game();
  // When each ply was first told.
  std::vector<record::Time> told(game.plies().size());
  for (const Mark& mark : followed.marks())
    if (mark.what == Mark::What::move && mark.number <= told.size()) told[mark.number - 1] = mark.t;
  std::string text;
  Object o{text};
  o.text("start_fen", to_fen(game.start()));
  std::size_t i = 0;
  // A clock that was not pressed shows what it showed at its last press.
  std::optional<record::ClockTime> white, black;
  const auto clocks = game.clocks_before(game.plies().size());
  o.objects("moves", game.plies(), [&](Object& m, const stream::PublishedPly& ply) {
    m.number("ply", static_cast<std::int64_t>(i + 1)).text("side", chess::name(ply.side));
    m.text("uci", ply.uci).text("san", ply.san).text("fen", to_fen(ply.after));
    m.text("certainty", name(ply.certainty));
    m.list("alternatives", ply.alternatives);
    m.boolean("completed", ply.completed_at.has_value()).number("t_us", told[i].count());
    if (const auto& clock = clocks[i]) (ply.side == chess::Side::white ? white : black) = clock;
    if (white) m.number("white_ms", white->count());
    if (black) m.number("black_ms", black->count());
    ++i;
  });
  o.close();
  return text;
}

}  // namespace jadoube::arbiter
