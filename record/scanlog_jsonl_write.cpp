// Values to text: the other half of record/scanlog_jsonl.hpp.
#include <utility>

#include "record/scanlog_jsonl.hpp"

namespace jadoube::record {
namespace {

void append_text_member(std::string& text, std::string_view member, std::string_view value) {
  text.append(",\"").append(member).append("\":");
  json::append_string(text, value);
}
void append_number_member(std::string& text, std::string_view member, std::int64_t value) {
  text.append(",\"").append(member).append("\":");
  json::append_integer(text, value);
}
void append_squares_member(std::string& text, std::string_view member, Occupancy squares) {
  text.append(",\"").append(member).append("\":\"");
  json::append_hex16(text, squares.bits);
  text += '"';
}
void append_unless_empty(std::string& text, std::string_view member, std::string_view value) {
  if (!value.empty()) append_text_member(text, member, value);
}
void append_extra(std::string& text, std::string_view extra) {
  if (!extra.empty()) text.append(",").append(extra);
}

/// `{"type":"…","t_us":…`
void append_start(std::string& text, std::string_view type, Time t) {
  text.append("{\"type\":\"").append(type).append("\",\"t_us\":");
  json::append_integer(text, t.count());
}

void append_members(std::string& text, const Arbiter& entry) {
  using Action = Arbiter::Action;
  const auto side = chess::name(entry.side.value_or(chess::Side::white));
  switch (entry.action) {
    case Action::pause:
    case Action::resume:
    case Action::new_game:
    case Action::adjourn:
      break;
    case Action::set_position:
      append_text_member(text, "fen", entry.fen);
      if (entry.white) append_number_member(text, "white_ms", entry.white->count());
      if (entry.black) append_number_member(text, "black_ms", entry.black->count());
      break;
    case Action::claim:
      append_text_member(text, "side", side);
      append_text_member(text, "what", entry.what);
      break;
    case Action::confirm:
    case Action::dismiss:
      append_number_member(text, "finding", static_cast<std::int64_t>(entry.finding.value_or(0)));
      break;
    case Action::seen:
      append_text_member(
          text, "square",
          chess::to_string(static_cast<chess::Square>(index(entry.square.value_or(SensorSquare{})))));
      append_text_member(text, "piece", std::string(1, entry.piece.value_or('.')));
      break;
    case Action::declare:
      append_text_member(text, "side", side);
      append_text_member(text, "piece", std::string(1, entry.piece.value_or('Q')));
      break;
    case Action::count_started:
      append_text_member(text, "side", side);
      break;
    case Action::result:
      append_text_member(text, "result", entry.result);
      break;
    case Action::law:
      append_text_member(text, "id", entry.law);
      break;
    case Action::pairing:
      append_unless_empty(text, "white", entry.white_name);
      append_unless_empty(text, "black", entry.black_name);
      if (entry.white_sits_near_a1)
        append_text_member(text, "white_sits", *entry.white_sits_near_a1 ? "near_a1" : "far_a1");
      break;
  }
}

struct Appender {
  std::string& text;
  std::string_view extra;

  void operator()(const Scan& scan) const {
    append_start(text, "scan", scan.t);
    append_squares_member(text, "occupied", scan.occupied);
    if (scan.white) append_squares_member(text, "white", *scan.white);
    if (scan.pieces) append_text_member(text, "pieces", to_fen(*scan.pieces));
    close();
  }
  void operator()(const ClockReading& clock) const {
    append_start(text, "clock", clock.t);
    append_number_member(text, "white_ms", clock.white.count());
    append_number_member(text, "black_ms", clock.black.count());
    append_text_member(text, "running", clock.running ? chess::name(*clock.running) : "none");
    if (clock.flag) append_text_member(text, "flag", chess::name(*clock.flag));
    close();
  }
  void operator()(const Press& press) const {
    append_start(text, "press", press.t);
    append_text_member(text, "side", chess::name(press.side));
    close();
  }
  void operator()(const Link& link) const {
    append_start(text, "link", link.t);
    append_text_member(text, "state", link.state == Link::State::lost ? "lost" : "restored");
    append_unless_empty(text, "reason", link.reason);
    close();
  }
  void operator()(const Arbiter& entry) const {
    append_start(text, "arbiter", entry.t);
    append_text_member(text, "action", name(entry.action));
    append_members(text, entry);
    close();
  }
  void operator()(const End& end) const {
    append_start(text, "end", end.t);
    close();
  }
  void operator()(const Advice& advice) const {
    append_start(text, "advice", advice.t);
    append_text_member(text, "about", advice.about == Advice::About::played ? "played" : "explanations");
    append_number_member(text, "ply", static_cast<std::int64_t>(advice.ply));
    append_text_member(text, "fen", advice.fen);
    append_unless_empty(text, "engine", advice.engine);
    if (advice.depth != 0) append_number_member(text, "depth", static_cast<std::int64_t>(advice.depth));
    if (advice.rank) append_number_member(text, "rank", static_cast<std::int64_t>(*advice.rank));
    text += ",\"moves\":[";
    for (const Advice::Rated& each : advice.moves) {
      if (&each != advice.moves.data()) text += ',';
      text += "{\"uci\":";
      json::append_string(text, each.uci);
      append_number_member(text, each.unit == Advice::Rated::Unit::mate ? "mate" : "cp", each.score);
      append_extra(text, each.extra);
      text += '}';
    }
    text += ']';
    close();
  }
  void operator()(const Truth& truth) const { append_verbatim(truth.json); }
  void operator()(const Other& other) const { append_verbatim(other.json); }

  void close() const {
    append_extra(text, extra);
    text += '}';
  }
  /// A line end inside can only be a blank between two words of JSON.
  void append_verbatim(std::string_view json) const {
    for (const char c : json) text += c == '\n' ? ' ' : c;
  }
};

/// `"name":{…}`; nothing for an object without members. `members` start with a comma each.
void append_object(std::string& text, std::string_view member, std::string_view members) {
  if (members.empty()) return;
  text.append(",\"").append(member).append("\":{").append(members.substr(1)).append("}");
}

}  // namespace

std::string to_json(const Header& header) {
  std::string board;
  append_unless_empty(board, "id", header.board.id);
  append_unless_empty(board, "model", header.board.model);
  append_text_member(board, "senses", name(header.board.senses));
  if (header.board.scan_period)
    append_number_member(board, "scan_period_us", header.board.scan_period->count());
  append_extra(board, header.board.extra);

  std::string game;
  append_unless_empty(game, "white", header.game.white);
  append_unless_empty(game, "black", header.game.black);
  append_unless_empty(game, "event", header.game.event);
  append_unless_empty(game, "round", header.game.round);
  append_unless_empty(game, "time_control", header.game.time_control);
  append_unless_empty(game, "start_fen", header.game.start_fen);
  append_extra(game, header.game.extra);

  std::string text = R"({"type":"header","format":"jadoube-scanlog","version":1)";
  append_object(text, "board", board);
  append_object(text, "game", game);
  append_unless_empty(text, "law", header.law);
  append_unless_empty(text, "utc_start", header.utc_start);
  append_extra(text, header.extra);
  text += '}';
  return text;
}

void append_json(std::string& text, const Record& record, std::string_view extra) {
  std::visit(Appender{text, extra}, record);
}

std::string to_json(const Record& record, std::string_view extra) {
  std::string text;
  append_json(text, record, extra);
  return text;
}

}  // namespace jadoube::record
