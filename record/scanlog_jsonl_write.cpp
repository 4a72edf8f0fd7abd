// Values to text: the other half of record/scanlog_jsonl.hpp.
#include <utility>

#include "json/writer.hpp"
#include "record/scanlog_jsonl.hpp"

namespace jadoube::record {
namespace {

using json::Object;

constexpr json::Escapes kEscapes = json::Escapes::named;

void write_unless_empty(Object& o, std::string_view member, std::string_view value) {
  if (!value.empty()) o.text(member, value);
}

/// The members of a record after its type and time.
struct MemberWriter {
  Object& o;

  void operator()(const Scan& scan) const {
    o.hex16("occupied", scan.occupied.bits);
    if (scan.white) o.hex16("white", scan.white->bits);
    if (scan.pieces) o.text("pieces", to_fen(*scan.pieces));
  }
  void operator()(const ClockReading& clock) const {
    o.number("white_ms", clock.white.count()).number("black_ms", clock.black.count());
    o.text("running", clock.running ? chess::name(*clock.running) : "none");
    if (clock.flag) o.text("flag", chess::name(*clock.flag));
  }
  void operator()(const Press& press) const { o.text("side", chess::name(press.side)); }
  void operator()(const Link& link) const {
    o.text("state", link.state == Link::State::lost ? "lost" : "restored");
    write_unless_empty(o, "reason", link.reason);
  }
  void operator()(const Arbiter& entry) const {
    o.text("action", name(entry.action));
    for (const EntryMember& member : members_of(entry))
      if (member.is_number)
        o.json(member.name, member.value);
      else
        o.text(member.name, member.value);
  }
  void operator()(const End&) const {}
  void operator()(const Advice& advice) const {
    o.text("about", advice.about == Advice::About::played ? "played" : "explanations");
    o.number("ply", static_cast<std::int64_t>(advice.ply)).text("fen", advice.fen);
    write_unless_empty(o, "engine", advice.engine);
    if (advice.depth != 0) o.number("depth", static_cast<std::int64_t>(advice.depth));
    if (advice.rank) o.number("rank", static_cast<std::int64_t>(*advice.rank));
    o.objects("moves", advice.moves, [](Object& move, const Advice::Rated& each) {
      move.text("uci", each.uci);
      move.number(each.unit == Advice::Rated::Unit::mate ? "mate" : "cp", each.score).members(each.extra);
    });
  }
};

struct Appender {
  std::string& text;
  std::string_view extra;

  void operator()(const Scan& scan) const { append(R"("type":"scan")", scan); }
  void operator()(const ClockReading& clock) const { append(R"("type":"clock")", clock); }
  void operator()(const Press& press) const { append(R"("type":"press")", press); }
  void operator()(const Link& link) const { append(R"("type":"link")", link); }
  void operator()(const Arbiter& entry) const { append(R"("type":"arbiter")", entry); }
  void operator()(const End& end) const { append(R"("type":"end")", end); }
  void operator()(const Advice& advice) const { append(R"("type":"advice")", advice); }
  void operator()(const Truth& truth) const { append_verbatim(truth.json); }
  void operator()(const Other& other) const { append_verbatim(other.json); }

  /// `type` is the whole member: nothing in it needs to be looked at, and every record has one.
  template <class Each>
  void append(std::string_view type, const Each& each) const {
    Object o{text, kEscapes};
    o.members(type).number("t_us", each.t.count());
    MemberWriter{o}(each);
    o.members(extra).close();
  }
  /// A line end inside can only be a blank between two words of JSON.
  void append_verbatim(std::string_view json) const {
    for (const char c : json) text += c == '\n' ? ' ' : c;
  }
};

void write_board(Object& board, const Header& header) {
  write_unless_empty(board, "id", header.board.id);
  write_unless_empty(board, "model", header.board.model);
  board.text("senses", name(header.board.senses));
  if (header.board.scan_period) board.number("scan_period_us", header.board.scan_period->count());
  board.members(header.board.extra);
}

void write_game(Object& game, const Header& header) {
  write_unless_empty(game, "white", header.game.white);
  write_unless_empty(game, "black", header.game.black);
  write_unless_empty(game, "event", header.game.event);
  write_unless_empty(game, "round", header.game.round);
  write_unless_empty(game, "time_control", header.game.time_control);
  write_unless_empty(game, "start_fen", header.game.start_fen);
  write_unless_empty(game, "variant", header.game.variant);
  game.members(header.game.extra);
}

EntryMember text_member(std::string_view name, std::string_view value) {
  return {name, std::string{value}, false};
}
EntryMember number_member(std::string_view name, std::int64_t value) {
  return {name, std::to_string(value), true};
}

}  // namespace

std::vector<EntryMember> members_of(const Arbiter& entry) {
  using Action = Arbiter::Action;
  std::vector<EntryMember> members;
  const auto side = chess::name(entry.side.value_or(chess::Side::white));
  switch (entry.action) {
    case Action::pause:
    case Action::resume:
    case Action::new_game:
    case Action::adjourn:
      break;
    case Action::set_position:
      members = {text_member("fen", entry.fen)};
      if (entry.white) members.push_back(number_member("white_ms", entry.white->count()));
      if (entry.black) members.push_back(number_member("black_ms", entry.black->count()));
      break;
    case Action::claim:
      members = {text_member("side", side), text_member("what", entry.what)};
      break;
    case Action::confirm:
    case Action::dismiss:
      members = {number_member("finding", static_cast<std::int64_t>(entry.finding.value_or(0)))};
      break;
    case Action::seen:
      members = {text_member("square", chess::to_string(static_cast<chess::Square>(
                                           index(entry.square.value_or(SensorSquare{}))))),
                 text_member("piece", std::string(1, entry.piece.value_or('.')))};
      break;
    case Action::declare:
      members = {text_member("side", side), text_member("piece", std::string(1, entry.piece.value_or('Q')))};
      break;
    case Action::count_started:
      members = {text_member("side", side)};
      break;
    case Action::result:
      members = {text_member("result", entry.result)};
      break;
    case Action::law:
      members = {text_member("id", entry.law)};
      break;
    case Action::pairing:
      if (!entry.white_name.empty()) members.push_back(text_member("white", entry.white_name));
      if (!entry.black_name.empty()) members.push_back(text_member("black", entry.black_name));
      if (entry.white_sits_near_a1)
        members.push_back(text_member("white_sits", *entry.white_sits_near_a1 ? "near_a1" : "far_a1"));
      break;
    case Action::retract:
      members = {entry.entered
                     ? number_member("entered_us", entry.entered->count())
                     : number_member("finding", static_cast<std::int64_t>(entry.finding.value_or(0))),
                 text_member("reason", entry.reason)};
      break;
    case Action::note:
      if (entry.finding)
        members.push_back(number_member("finding", static_cast<std::int64_t>(*entry.finding)));
      members.push_back(text_member("text", entry.text));
      break;
  }
  return members;
}

std::string to_json(const Header& header) {
  const std::string game = json::object_text([&](Object& o) { write_game(o, header); }, kEscapes);
  return json::object_text(
      [&](Object& o) {
        o.text("type", "header").text("format", "jadoube-scanlog").number("version", 1);
        o.object("board", [&](Object& board) { write_board(board, header); });
        if (game != "{}") o.json("game", game);
        write_unless_empty(o, "law", header.law);
        write_unless_empty(o, "utc_start", header.utc_start);
        o.members(header.extra);
      },
      kEscapes);
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
