#include "detector/json_object.hpp"
#include "laws/ruling.hpp"

namespace jadoube::laws {

namespace {

using detector::Object;

void write(Object& o, const Advice& advice) {
  o.text("text", advice.text);
  if (!advice.reinstate_fen.empty()) o.text("reinstate_fen", advice.reinstate_fen);
  if (advice.to_move) o.text("to_move", name(*advice.to_move));
  if (!advice.must_play.empty())
    o.list("must_play", advice.must_play, [](const std::string& uci) -> const std::string& { return uci; });
  if (!advice.clocks.empty())
    o.objects("clocks", advice.clocks, [](Object& c, const ClockProposal& proposal) {
      c.number("white_ms", proposal.times.white.count()).number("black_ms", proposal.times.black.count());
      c.text("why", proposal.why);
    });
  if (advice.offence_number != 0) o.number("offence_number", advice.offence_number);
}

}  // namespace

std::string to_json(const Ruling& ruling) {
  const detector::Finding& f = ruling.finding;
  const auto square_name = [](chess::Square s) { return to_string(s); };
  std::string out;
  Object o{out};
  o.text("type", "finding").number("t_us", f.t.count()).number("id", static_cast<std::int64_t>(f.id));
  o.text("kind", name(f.kind)).text("state", name(f.state));
  if (f.side) o.text("side", chess::name(*f.side));
  o.number("ply", f.ply).text("grade", name(f.grade));
  o.text("authority", name(ruling.authority)).text("window", name(ruling.window)).text("law", ruling.law);
  if (!ruling.article.empty()) o.text("article", ruling.article);
  if (ruling.row) o.text("row", name(*ruling.row));
  o.list("squares", f.squares, square_name);
  if (f.reason != detector::Reason::none) o.text("reason", name(f.reason));
  if (!f.attackers.empty()) o.list("attackers", f.attackers, square_name);
  o.object("evidence", [&](Object& e) {
    e.number("from_us", f.evidence.from.count()).number("to_us", f.evidence.to.count());
    e.text("before_fen", f.evidence.before_fen).text("occupied", detector::hex16(f.evidence.occupied));
  });
  o.object("advice", [&](Object& a) { write(a, ruling.advice); });
  o.close();
  return out;
}

std::string to_json(const Line& line) {
  return std::visit(
      [](const auto& l) {
        if constexpr (std::is_same_v<std::decay_t<decltype(l)>, Ruling>)
          return to_json(l);
        else
          return detector::to_json(detector::Line{l});
      },
      line);
}

}  // namespace jadoube::laws
