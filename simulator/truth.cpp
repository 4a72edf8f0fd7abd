#include "simulator/truth.hpp"

namespace jadoube::simulator {
namespace {

class TruthJson {
 public:
  TruthJson(record::Time t, std::string_view label) {
    text_ = R"({"type":"truth","t_us":)" + std::to_string(t.count()) + R"(,"label":")";
    text_ += label;
    text_ += '"';
  }
  TruthJson& word(std::string_view name, std::string_view value) {
    key(name);
    text_ += '"';
    text_ += value;
    text_ += '"';
    return *this;
  }
  TruthJson& number(std::string_view name, std::int64_t value) {
    key(name);
    text_ += std::to_string(value);
    return *this;
  }
  TruthJson& yes(std::string_view name) {
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
  TruthJson json{t, "move"};
  json.number("ply", ply).word("uci", uci).number("from_us", from.count());
  if (!how.empty()) json.word("how", how);
  return {t, json.close()};
}

record::Truth truth_of(const Irregularity& what) {
  TruthJson json{what.t, "irregularity"};
  json.word("kind", what.kind);
  if (what.side) json.word("side", chess::name(*what.side));
  if (what.ply != 0) json.number("ply", what.ply);
  if (!what.reason.empty()) json.word("reason", what.reason);
  if (what.by && *what.by > what.t) json.number("by_us", what.by->count());
  if (what.gone) json.number("gone_us", what.gone->count());
  if (what.optional) json.yes("optional");
  return {what.t, json.close()};
}

record::Truth truth_of_end(record::Time t, std::string_view result) {
  TruthJson json{t, "game_over"};
  if (!result.empty()) json.word("result", result);
  return {t, json.close()};
}

}  // namespace jadoube::simulator
