#include "score/report.hpp"

#include <algorithm>
#include <array>
#include <boost/json.hpp>

#include "score/columns.hpp"

namespace jadoube::score {
namespace {

using report::Kind;

std::string seconds(const Percentiles& p) {
  return fixed(p.p50, 2) + '/' + fixed(p.p95, 2) + '/' + fixed(p.p99, 2);
}

std::string cost(const Tally& t) {
  const Percentiles p = percentiles_us(t.scan_us);
  return fixed(t.mean_scan_us(), 1) + '/' + fixed(p.p50, 1) + '/' + fixed(p.p99, 1);
}

std::string names(const std::map<Kind, std::uint64_t>& kinds) {
  std::string text;
  for (const auto& [kind, n] : kinds) {
    if (!text.empty()) text += ", ";
    text += std::string{name(kind)} + ' ' + std::to_string(n);
  }
  return text;
}

std::string plies_table(const std::vector<Tally>& tallies) {
  Columns columns;
  columns.row({"", "games", "plies", "final %", "(alt.)", "live %", "exact %", "listed %", "extra",
               "delay s 50/95/99", "A/1000", "B/1000", "us mean/50/99", "us all"});
  for (const Tally& t : tallies) {
    columns.row({t.name, std::to_string(t.games), std::to_string(t.plies), share(t.final_accuracy()),
                 std::to_string(t.right_by_alternative), share(t.live_accuracy()), share(t.exact_games()),
                 share(t.truth_listed()), std::to_string(t.extra_plies), seconds(percentiles_s(t.delays_us)),
                 fixed(t.false_alarms(0), 1), fixed(t.false_alarms(1), 1), cost(t),
                 fixed(t.mean_all_us(), 1)});
  }
  return columns.text();
}

}  // namespace

std::string kinds_table(const Tally& tally) {
  Columns columns;
  columns.last_is_free();
  columns.row({"irregularity", "true", "found", "found %", "by A, B %", "missed", "late", "withdrawn",
               "delay s 50/95/99", "false A", "false B", "said instead"});
  bool any = false;
  for (std::size_t i = 0; i < tally.kinds.size(); ++i) {
    const KindTally& kind = tally.kinds[i];
    if (kind.truths == 0 && kind.false_alarms[0] + kind.false_alarms[1] == 0) continue;
    any = true;
    const bool true_ones = kind.truths != 0;
    std::string instead = names(kind.confused_with);
    if (static_cast<Kind>(i) == Kind::illegal_move && kind.found != 0)
      instead = "reason right " + fixed(per_cent(kind.reason_right, kind.found), 1) + " %" +
                (instead.empty() ? "" : "; " + instead);
    columns.row({std::string{name(static_cast<Kind>(i))}, std::to_string(kind.truths),
                 std::to_string(kind.found), true_ones ? fixed(per_cent(kind.found, kind.truths), 1) : "-",
                 true_ones ? fixed(per_cent(kind.alarmed, kind.truths), 1) : "-",
                 std::to_string(kind.missed()), std::to_string(kind.late), std::to_string(kind.withdrawn),
                 kind.delays_us.empty() ? "-" : seconds(percentiles_s(kind.delays_us)),
                 std::to_string(kind.false_alarms[0]), std::to_string(kind.false_alarms[1]), instead});
  }
  return any ? columns.text() : "";
}

namespace {

std::string percents(const Promise& promise) {
  const auto text = [](double share) {
    std::string digits = fixed(100 * share, 1);
    if (digits.ends_with(".0")) digits.resize(digits.size() - 2);
    return digits;
  };
  return text(promise.low) + " to " + text(promise.high);
}

boost::json::object to_object(const Percentiles& p) {
  return {{"p50", p.p50}, {"p95", p.p95}, {"p99", p.p99}};
}

}  // namespace

boost::json::object kinds_object(const Tally& t) {
  boost::json::object kinds;
  for (std::size_t i = 0; i < t.kinds.size(); ++i) {
    const KindTally& kind = t.kinds[i];
    if (kind.truths == 0 && kind.false_alarms[0] + kind.false_alarms[1] == 0) continue;
    boost::json::object confused;
    for (const auto& [other, n] : kind.confused_with) confused[name(other)] = n;
    boost::json::object o{{"true", kind.truths},
                          {"found", kind.found},
                          {"missed", kind.missed()},
                          {"late", kind.late},
                          {"alarmed", kind.alarmed},
                          {"withdrawn", kind.withdrawn},
                          {"confused_with", confused},
                          {"false_alarms", {{"A", kind.false_alarms[0]}, {"B", kind.false_alarms[1]}}},
                          {"delay_s", to_object(percentiles_s(kind.delays_us))}};
    if (static_cast<Kind>(i) == Kind::illegal_move) o["reason_right"] = kind.reason_right;
    kinds[name(static_cast<Kind>(i))] = std::move(o);
  }
  return kinds;
}

namespace {

boost::json::object to_object(const Tally& t) {
  return {{"name", t.name},
          {"games", t.games},
          {"games_exact", t.exact},
          {"plies", t.plies},
          {"plies_right", t.right},
          {"plies_right_by_alternative", t.right_by_alternative},
          {"plies_listed", t.in_alternatives},
          {"plies_live", t.live},
          {"plies_extra", t.extra_plies},
          {"revisions", t.retractions},
          {"delay_s", to_object(percentiles_s(t.delays_us))},
          {"false_alarms_per_1000_games", {{"A", t.false_alarms(0)}, {"B", t.false_alarms(1)}}},
          {"irregularities", kinds_object(t)},
          {"timing",
           {{"changed_scans", t.scan_us.size()},
            {"mean_us", t.mean_scan_us()},
            {"mean_us_with_all", t.mean_all_us()},
            {"changed_scan_us", to_object(percentiles_us(t.scan_us))}}}};
}

}  // namespace

std::string to_table(const std::vector<Tally>& tallies) {
  std::string text = plies_table(tallies);
  for (const Tally& tally : tallies) {
    const std::string kinds = kinds_table(tally);
    if (!kinds.empty()) text += "\n" + tally.name + '\n' + kinds;
  }
  return text;
}

std::string to_table(const Calibration& calibration) {
  Columns columns;
  std::string group;
  columns.row({"expected calibration error", "promised %", "said", "true", "true %",
               fixed(100 * calibration.expected_error(), 3)});
  for (const std::string_view all : {kPlies, kFindings})
    columns.row({"all " + std::string{all}, "", "", "", "", fixed(100 * calibration.expected_error(all), 3)});
  for (const auto& row : calibration.rows()) {
    if (row.group != group)
      columns.row({row.group, "", "", "", "", fixed(100 * calibration.expected_error(row.group), 3)});
    group = row.group;
    const Belief& belief = row.belief;
    const Promise& promise = belief.promise;
    columns.row({"  " + row.word, promise.says_something() ? percents(promise) : "-",
                 std::to_string(belief.said), std::to_string(belief.was_true), share(100 * belief.share()),
                 fixed(100 * belief.error(), 3)});
  }
  return columns.text();
}

std::string to_json(const Calibration& calibration) {
  boost::json::array said;
  boost::json::object errors;
  for (const std::string_view all : {kPlies, kFindings}) errors[all] = calibration.expected_error(all);
  for (const auto& row : calibration.rows()) {
    errors[row.group] = calibration.expected_error(row.group);
    said.push_back({{"group", row.group},
                    {"word", row.word},
                    {"promised", {row.belief.promise.low, row.belief.promise.high}},
                    {"said", row.belief.said},
                    {"true", row.belief.was_true},
                    {"error", row.belief.error()}});
  }
  return boost::json::serialize(boost::json::object{{"format", "jadoube-score-calibration"},
                                                    {"version", 1},
                                                    {"expected_error", calibration.expected_error()},
                                                    {"expected_error_by_group", errors},
                                                    {"said", said}});
}

std::string to_json(const std::vector<Tally>& tallies) {
  boost::json::array cells;
  for (const Tally& tally : tallies) cells.push_back(to_object(tally));
  return boost::json::serialize(
      boost::json::object{{"format", "jadoube-score"}, {"version", 1}, {"cells", cells}});
}

}  // namespace jadoube::score
