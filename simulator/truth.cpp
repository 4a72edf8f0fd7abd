#include "simulator/truth.hpp"

namespace jadoube::simulator {
namespace {

class Line {
 public:
  Line(record::Time t, std::string_view label) {
    text_ = R"({"type":"truth","t_us":)" + std::to_string(t.count()) + R"(,"label":")";
    text_ += label;
    text_ += '"';
  }
  Line& word(std::string_view name, std::string_view value) {
    key(name);
    text_ += '"';
    text_ += value;
    text_ += '"';
    return *this;
  }
  Line& number(std::string_view name, std::int64_t value) {
    key(name);
    text_ += std::to_string(value);
    return *this;
  }
  Line& yes(std::string_view name) {
    key(name);
    text_ += "true";
    return *this;
  }
  std::string close() { return std::move(text_ += '}'); }

 private:
  void key(std::string_view name) {
    text_ += ",\"";
    text_ += name;
    text_ += "\":";
  }
  std::string text_;
};

}  // namespace

record::Truth truth_of_move(record::Time from, record::Time t, unsigned ply, std::string_view uci,
                            std::string_view how) {
  Line line{t, "move"};
  line.number("ply", ply).word("uci", uci).number("from_us", from.count());
  if (!how.empty()) line.word("how", how);
  return {t, line.close()};
}

record::Truth truth_of(const Irregularity& what) {
  Line line{what.t, "irregularity"};
  line.word("kind", what.kind);
  if (what.side) line.word("side", chess::name(*what.side));
  if (what.ply != 0) line.number("ply", what.ply);
  if (!what.reason.empty()) line.word("reason", what.reason);
  if (what.by && *what.by > what.t) line.number("by_us", what.by->count());
  if (what.gone) line.number("gone_us", what.gone->count());
  if (what.optional) line.yes("optional");
  return {what.t, line.close()};
}

record::Truth truth_of_end(record::Time t, std::string_view result) {
  Line line{t, "game_over"};
  if (!result.empty()) line.word("result", result);
  return {t, line.close()};
}

}  // namespace jadoube::simulator
