#include "stream/game_record_of.hpp"

#include <optional>
#include <string_view>
#include <utility>

#include "chess/position.hpp"

namespace jadoube::stream {

namespace {

void set_unless_empty(chess::Tags& tags, std::string_view name, std::string_view value) {
  if (!value.empty()) tags.set(name, value);
}

chess::Tags tags_of(const record::Header& header) {
  chess::Tags tags;
  set_names(tags, header);
  set_unless_empty(tags, "Board", header.board.id);
  if (header.utc_start.size() >= 19) set_moment(tags, header.utc_start);
  return tags;
}

/// Moves that could be played instead, and what the sensors have to say against none of them.
std::string doubt(const PublishedPly& ply) {
  if (ply.certainty != report::Certainty::open || ply.alternatives.empty()) return {};
  std::string text = "or";
  for (const std::string& uci : ply.alternatives) text += ' ' + uci;
  return text;
}

}  // namespace

void set_names(chess::Tags& tags, const record::Header& header) {
  set_unless_empty(tags, "Event", header.game.event);
  set_unless_empty(tags, "Round", header.game.round);
  set_unless_empty(tags, "White", header.game.white);
  set_unless_empty(tags, "Black", header.game.black);
  set_unless_empty(tags, "TimeControl", header.game.time_control);
  if (chess::variant_of(header.game.variant) == chess::Variant::chess960) tags.set("Variant", "Chess960");
}

void set_moment(chess::Tags& tags, std::string_view utc) {
  std::string date{utc.substr(0, 10)};  // 2026-05-02T13:00:00Z
  date[4] = date[7] = '.';
  tags.set("Date", date);
  tags.set("UTCDate", date);
  tags.set("UTCTime", utc.substr(11, 8));
}

chess::GameRecord game_record_of(const PublishedGame& game, const record::Header& header) {
  chess::GameRecord record;
  record.tags = tags_of(header);
  record.start = game.start();
  if (const auto result = chess::result_from_string(game.result())) record.result = *result;
  chess::Setup here = game.start();
  const auto clocks = game.clocks_before(game.plies().size());
  for (std::size_t i = 0; i < game.plies().size(); ++i) {
    const PublishedPly& told = game.plies()[i];
    if (to_fen(told.before.placement) != to_fen(here.placement) || told.before.turn != here.turn) {
      chess::Ply set;
      set.what = chess::IllegalMove{std::nullopt, told.before};
      set.comment = "position set by the arbiter";
      record.plies.push_back(std::move(set));
    }
    chess::Ply ply;
    ply.what = chess::IllegalMove{chess::transfer_from_uci(told.uci), told.after};
    if (const auto position = chess::Position::from(told.before, chess::kForgivable);
        position && told.is_legal())
      if (const auto move = move_from_uci(*position, told.uci)) ply.what = *move;
    ply.clock = clocks[i];
    ply.comment = doubt(told);
    record.plies.push_back(std::move(ply));
    here = told.after;
  }
  return record;
}

}  // namespace jadoube::stream
