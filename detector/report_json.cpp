// The finding stream as text. Members are written in the order of docs/findings.md, by hand, so that the
// bytes do not depend on a library's choice of order or spacing.
#include <cstdint>
#include <string>

#include "detector/json_object.hpp"
#include "detector/report.hpp"

namespace jadoube::detector {

namespace {

const auto same = [](const std::string& s) -> const std::string& { return s; };
const auto square_name = [](Square s) { return to_string(s); };

void write(Object& o, const GameLine& line) {
  o.text("type", "game").number("t_us", line.t.count()).text("state", name(line.state));
  if (!line.result.empty()) o.text("result", line.result);
  if (!line.reason.empty()) o.text("reason", line.reason);
}

void write(Object& o, const MoveLine& line) {
  o.text("type", "move")
      .number("t_us", line.t.count())
      .number("ply", line.ply)
      .text("side", chess::name(line.side));
  o.text("uci", line.uci).text("san", line.san).text("fen", line.fen).text("certainty", name(line.certainty));
  o.list("alternatives", line.alternatives, same).boolean("completed", line.completed);
}

void write(Object& o, const ReviseLine& line) {
  o.text("type", "revise").number("t_us", line.t.count()).number("from_ply", line.from_ply);
  o.list("moves", line.moves, same).text("why", line.why);
}

void write(Object& o, const Finding& f) {
  o.text("type", "finding").number("t_us", f.t.count()).number("id", static_cast<std::int64_t>(f.id));
  o.text("kind", name(f.kind)).text("state", name(f.state));
  if (f.side) o.text("side", chess::name(*f.side));
  o.number("ply", f.ply).text("grade", name(f.grade));
  if (!row_of(f.kind).empty()) o.text("row", row_of(f.kind));
  o.list("squares", f.squares, square_name);
  if (f.reason != Reason::none) o.text("reason", name(f.reason));
  if (!f.attackers.empty()) o.list("attackers", f.attackers, square_name);
  o.object("evidence", [&](Object& e) {
    e.number("from_us", f.evidence.from.count()).number("to_us", f.evidence.to.count());
    e.text("before_fen", f.evidence.before_fen).text("occupied", hex16(f.evidence.occupied));
  });
  o.object("advice", [&](Object& a) { a.text("text", f.text); });
}

void write(Object& o, const SummaryLine& line) {
  o.text("type", "summary").number("t_us", line.t.count());
  o.number("scans", static_cast<std::int64_t>(line.scans));
  o.number("changed_scans", static_cast<std::int64_t>(line.changed_scans)).number("plies", line.plies);
  o.number("revisions", static_cast<std::int64_t>(line.revisions));
  o.object("findings", [&](Object& kinds) {
    for (std::size_t i = 0; i < kKindCount; ++i)
      if (line.findings[i] != 0)
        kinds.number(name(static_cast<Kind>(i)), static_cast<std::int64_t>(line.findings[i]));
  });
  o.object("grades", [&](Object& grades) {
    for (std::size_t i = 0; i < 3; ++i)
      grades.number(name(static_cast<Grade>(i)), static_cast<std::int64_t>(line.grades[i]));
  });
  if (!line.result.empty()) o.text("result", line.result);
}

}  // namespace

std::string to_json(const Line& line) {
  std::string out;
  Object object{out};
  std::visit([&](const auto& l) { write(object, l); }, line);
  object.close();
  return out;
}

}  // namespace jadoube::detector
