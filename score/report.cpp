#include "score/report.hpp"

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <cstdio>

namespace jadoube::score {
namespace {

using detector::Kind;

/// Columns of text, the first one to the left and the others to the right, as wide as they need.
class Columns {
 public:
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  [[nodiscard]] std::string text() const {
    std::vector<std::size_t> widths;
    for (const auto& row : rows_)
      for (std::size_t i = 0; i < row.size(); ++i) {
        if (widths.size() <= i) widths.push_back(0);
        if (i + 1 < row.size() || !last_is_free_) widths[i] = std::max(widths[i], row[i].size());
      }
    std::string text;
    for (const auto& row : rows_) {
      std::string line;
      for (std::size_t i = 0; i < row.size(); ++i) {
        const std::string pad(widths[i] > row[i].size() ? widths[i] - row[i].size() : 0, ' ');
        if (i != 0) line += "  ";
        const bool left = i == 0 || (last_is_free_ && i + 1 == widths.size());
        line += left ? row[i] + pad : pad + row[i];
      }
      while (!line.empty() && line.back() == ' ') line.pop_back();
      text += line + '\n';
    }
    return text;
  }

  /// The last column may be long; it is written to the left.
  void last_is_free() { last_is_free_ = true; }

 private:
  std::vector<std::vector<std::string>> rows_;
  bool last_is_free_ = false;
};

std::string fixed(double value, int digits) {
  std::array<char, 64> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.*f", digits, value);
  return buffer.data();
}

/// Never 100.000 unless all of it.
std::string share(double value) {
  const std::string text = fixed(value, 3);
  return value < 100 && text == "100.000" ? "99.999" : text;
}

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

std::string kinds_table(const Tally& tally) {
  Columns columns;
  columns.last_is_free();
  columns.row({"irregularity", "true", "found", "found %", "missed", "late", "withdrawn", "delay s 50/95/99",
               "false A", "false B", "said instead"});
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
                 std::to_string(kind.missed()), std::to_string(kind.late), std::to_string(kind.withdrawn),
                 kind.delays_us.empty() ? "-" : seconds(percentiles_s(kind.delays_us)),
                 std::to_string(kind.false_alarms[0]), std::to_string(kind.false_alarms[1]), instead});
  }
  return any ? columns.text() : "";
}

boost::json::object to_object(const Percentiles& p) {
  return {{"p50", p.p50}, {"p95", p.p95}, {"p99", p.p99}};
}

boost::json::object to_object(const Tally& t) {
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
                          {"withdrawn", kind.withdrawn},
                          {"confused_with", confused},
                          {"false_alarms", {{"A", kind.false_alarms[0]}, {"B", kind.false_alarms[1]}}},
                          {"delay_s", to_object(percentiles_s(kind.delays_us))}};
    if (static_cast<Kind>(i) == Kind::illegal_move) o["reason_right"] = kind.reason_right;
    kinds[name(static_cast<Kind>(i))] = std::move(o);
  }
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
          {"irregularities", kinds},
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

std::string to_json(const std::vector<Tally>& tallies) {
  boost::json::array cells;
  for (const Tally& tally : tallies) cells.push_back(to_object(tally));
  return boost::json::serialize(
      boost::json::object{{"format", "jadoube-score"}, {"version", 1}, {"cells", cells}});
}

}  // namespace jadoube::score
