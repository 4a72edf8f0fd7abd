#include "score/truth.hpp"

#include <boost/json.hpp>

namespace jadoube::score {
namespace {

using boost::json::object;

std::optional<std::int64_t> integer(const object& o, std::string_view member) {
  const auto* value = o.if_contains(member);
  if (value == nullptr || !value->is_int64()) return std::nullopt;
  return value->as_int64();
}

std::string text(const object& o, std::string_view member) {
  const auto* value = o.if_contains(member);
  if (value == nullptr || !value->is_string()) return {};
  return std::string{value->as_string().begin(), value->as_string().end()};
}

std::optional<Time> time(const object& o, std::string_view member) {
  if (const auto us = integer(o, member)) return Time{*us};
  return std::nullopt;
}

report::Reason reason_from_name(std::string_view text) {
  using report::Reason;
  for (unsigned r = 1; r <= static_cast<unsigned>(Reason::piece_added); ++r)
    if (name(static_cast<Reason>(r)) == text) return static_cast<Reason>(r);
  return Reason::none;
}

}  // namespace

tl::expected<void, std::string> add(Truth& truth, const record::Truth& record) {
  boost::json::error_code error;
  const auto value = boost::json::parse(record.json, error);
  if (error || !value.is_object()) return tl::unexpected(std::string{"a truth record is no JSON object"});
  const object& o = value.as_object();
  const std::string label = text(o, "label");
  const auto ply = integer(o, "ply").value_or(0);
  if (label == "move") {
    if (ply < 1 || ply > 100'000) return tl::unexpected(std::string{"a true move without its ply"});
    truth.moves.push_back(
        {static_cast<unsigned>(ply), record.t, time(o, "from_us"), text(o, "uci"), text(o, "how")});
  } else if (label == "irregularity") {
    const auto kind = report::kind_from_name(text(o, "kind"));
    if (!kind) return tl::unexpected("a true irregularity of unknown kind \"" + text(o, "kind") + '"');
    TrueIrregularity irregularity;
    irregularity.t = record.t;
    irregularity.kind = *kind;
    const std::string side = text(o, "side");
    if (side == "white") irregularity.side = chess::Side::white;
    if (side == "black") irregularity.side = chess::Side::black;
    irregularity.ply = static_cast<unsigned>(ply);
    irregularity.reason = reason_from_name(text(o, "reason"));
    irregularity.by = std::max(record.t, time(o, "by_us").value_or(record.t));
    irregularity.gone = time(o, "gone_us");
    const auto* optional = o.if_contains("optional");
    irregularity.optional = optional != nullptr && optional->is_bool() && optional->as_bool();
    truth.irregularities.push_back(irregularity);
  } else if (label == "game_over") {
    truth.over = record.t;
  }
  return {};
}

}  // namespace jadoube::score
