#include "simulator/truth.hpp"

#include "json/writer.hpp"

namespace jadoube::simulator {
namespace {

/// `fill(object)` writes what follows the label.
template <class Fill>
record::Truth truth(record::Time t, std::string_view label, Fill fill) {
  return {t, json::object_text([&](json::Object& o) {
            o.text("type", "truth").number("t_us", t.count()).text("label", label);
            fill(o);
          })};
}

}  // namespace

record::Truth truth_of_move(record::Time from, record::Time t, unsigned ply, std::string_view uci,
                            std::string_view how) {
  return truth(t, "move", [&](json::Object& o) {
    o.number("ply", ply).text("uci", uci).number("from_us", from.count());
    if (!how.empty()) o.text("how", how);
  });
}

record::Truth truth_of(const Irregularity& what) {
  return truth(what.t, "irregularity", [&](json::Object& o) {
    o.text("kind", what.kind);
    if (what.side) o.text("side", chess::name(*what.side));
    if (what.ply != 0) o.number("ply", what.ply);
    if (!what.reason.empty()) o.text("reason", what.reason);
    if (what.by && *what.by > what.t) o.number("by_us", what.by->count());
    if (what.gone) o.number("gone_us", what.gone->count());
    if (what.optional) o.boolean("optional", true);
  });
}

record::Truth truth_of_end(record::Time t, std::string_view result) {
  return truth(t, "game_over", [&](json::Object& o) {
    if (!result.empty()) o.text("result", result);
  });
}

}  // namespace jadoube::simulator
