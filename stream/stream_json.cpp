// Members are written in the order of docs/findings.md, by hand, so that the bytes do not depend on a
// library's choice of order or spacing.
#include "stream/stream_json.hpp"

#include <cstdint>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "json/writer.hpp"

namespace jadoube::stream {
namespace {

using json::Object;
using words::Language;

const auto same = [](const std::string& text) -> const std::string& { return text; };
const auto square_name = [](chess::Square square) { return to_string(square); };

void write(Object& o, const report::GameReport& line, Language language) {
  o.text("type", "game").number("t_us", line.t.count()).text("state", name(line.state));
  if (!line.result.empty()) o.text("result", line.result);
  if (!line.reason.empty()) o.text("reason", words::known(line.reason).in(language));
  if (!line.start_fen.empty()) o.text("start_fen", line.start_fen);
}

void write(Object& o, const report::MoveReport& line, Language) {
  o.text("type", "move").number("t_us", line.t.count());
  o.number("ply", line.ply).text("side", chess::name(line.side));
  o.text("uci", line.uci).text("san", line.san).text("fen", line.fen).text("certainty", name(line.certainty));
  o.list("alternatives", line.alternatives, same).boolean("completed", line.completed);
  o.number("share", line.share);
  std::vector<std::string> shares;
  for (const unsigned share : line.alternative_shares) shares.push_back(std::to_string(share));
  if (!shares.empty()) o.json_list("alternative_shares", shares);
}

void write(Object& o, const report::RevisionReport& line, Language language) {
  o.text("type", "revise").number("t_us", line.t.count()).number("from_ply", line.from_ply);
  o.list("moves", line.moves, same).text("why", words::known(line.why).in(language));
}

/// What a finding and a ruling on it begin with.
void write_head(Object& o, const report::Finding& finding) {
  o.text("type", "finding").number("t_us", finding.t.count());
  o.number("id", static_cast<std::int64_t>(finding.id));
  o.text("kind", name(finding.kind)).text("state", name(finding.state));
  if (finding.side) o.text("side", chess::name(*finding.side));
  o.number("ply", finding.ply).text("grade", name(finding.grade));
}

/// What follows on the row of the rule matrix.
void write_evidence(Object& o, const report::Finding& finding) {
  o.list("squares", finding.squares, square_name);
  if (finding.reason != report::Reason::none) o.text("reason", name(finding.reason));
  if (!finding.attackers.empty()) o.list("attackers", finding.attackers, square_name);
  o.object("evidence", [&](Object& e) {
    e.number("from_us", finding.evidence.from.count()).number("to_us", finding.evidence.to.count());
    e.text("before_fen", finding.evidence.before_fen);
    e.hex16("occupied", finding.evidence.occupied);
  });
}

void write(Object& o, const report::Finding& finding, Language language) {
  write_head(o, finding);
  if (const auto row = row_of(finding.kind); !row.empty()) o.text("row", row);
  write_evidence(o, finding);
  o.object("advice", [&](Object& a) { a.text("text", finding.text.in(language)); });
  if (finding.share) o.number("share", *finding.share);
}

void write(Object& o, const report::SummaryReport& line, Language) {
  o.text("type", "summary").number("t_us", line.t.count());
  o.number("scans", static_cast<std::int64_t>(line.scans));
  o.number("changed_scans", static_cast<std::int64_t>(line.changed_scans)).number("plies", line.plies);
  o.number("revisions", static_cast<std::int64_t>(line.revisions));
  o.object("findings", [&](Object& kinds) {
    for (std::size_t i = 0; i < report::kKindCount; ++i)
      if (line.findings[i] != 0)
        kinds.number(name(static_cast<report::Kind>(i)), static_cast<std::int64_t>(line.findings[i]));
  });
  o.object("grades", [&](Object& grades) {
    for (std::size_t i = 0; i < line.grades.size(); ++i)
      grades.number(name(static_cast<report::Grade>(i)), static_cast<std::int64_t>(line.grades[i]));
  });
  if (!line.result.empty()) o.text("result", line.result);
}

void write(Object& o, const laws::Advice& advice, Language language) {
  o.text("text", advice.text.in(language));
  if (!advice.reinstate_fen.empty()) o.text("reinstate_fen", advice.reinstate_fen);
  if (advice.to_move) o.text("to_move", name(*advice.to_move));
  if (!advice.must_play.empty()) o.list("must_play", advice.must_play, same);
  if (!advice.clocks.empty())
    o.objects("clocks", advice.clocks, [](Object& c, const laws::ClockProposal& proposal) {
      c.number("white_ms", proposal.times.white.count()).number("black_ms", proposal.times.black.count());
      c.text("why", proposal.why);
    });
  if (advice.offence_number != 0) o.number("offence_number", advice.offence_number);
}

void write(Object& o, const laws::Ruling& ruling, Language language) {
  write_head(o, ruling.finding);
  o.text("authority", name(ruling.authority)).text("window", name(ruling.window)).text("law", ruling.law);
  if (!ruling.article.empty()) o.text("article", ruling.article);
  if (ruling.row) o.text("row", name(*ruling.row));
  o.number("event", static_cast<std::int64_t>(ruling.event));
  if (ruling.governed_by) o.number("governed_by", static_cast<std::int64_t>(*ruling.governed_by));
  write_evidence(o, ruling.finding);
  o.object("advice", [&](Object& a) { write(a, ruling.advice, language); });
  if (ruling.finding.share) o.number("share", *ruling.finding.share);
}

template <class Value>
std::string object_of(const Value& value, Language language) {
  std::string out;
  Object object{out};
  write(object, value, language);
  if (language != Language::english) object.text("language", words::code(language));
  object.close();
  return out;
}

template <class Variant>
std::string object_of_any(const Variant& line, Language language) {
  return std::visit([&](const auto& each) { return object_of(each, language); }, line);
}

}  // namespace

std::string to_json(const report::Report& line, Language language) {
  return object_of_any(line, language);
}

std::string to_json(const laws::Ruling& ruling, Language language) {
  return object_of(ruling, language);
}

std::string to_json(const laws::JudgedReport& line, Language language) {
  return object_of_any(line, language);
}

}  // namespace jadoube::stream
