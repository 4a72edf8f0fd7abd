#include "score/worlds_report.hpp"

#include <boost/json.hpp>

#include "score/columns.hpp"
#include "score/report.hpp"
#include "simulator/grid.hpp"

namespace jadoube::score {
namespace {

using simulator::Tempo;

struct Group {
  std::string name;
  std::vector<WorldScore> worlds;
};

/// All of them, and those of each tempo if there is more than one.
std::vector<Group> groups_of(const std::vector<WorldScore>& worlds) {
  std::vector<Group> groups{{"all", worlds}};
  for (const auto tempo : {Tempo::classical, Tempo::rapid, Tempo::blitz, Tempo::scramble, Tempo::real}) {
    auto some = of_tempo(worlds, tempo);
    if (some.size() == worlds.size()) groups.front().name = name(tempo);
    if (!some.empty() && some.size() < worlds.size())
      groups.push_back({std::string{name(tempo)}, std::move(some)});
  }
  return groups;
}

std::string number(WorldMetric metric, double value) {
  const bool alarms = metric == WorldMetric::false_a || metric == WorldMetric::false_b;
  return alarms ? fixed(value, 1) : share(value);
}

void add_group(Columns& columns, const Group& group) {
  const Tally sum = sum_of(group.worlds);
  columns.row({group.name + ": " + std::to_string(group.worlds.size()) + " worlds, " +
                   std::to_string(sum.games) + " games, " + std::to_string(sum.plies) + " plies",
               "mean", "median", "worst tenth", "worst", "of world"});
  for (const WorldMetric metric : kWorldMetrics) {
    const WorldSpread spread = spread_of(group.worlds, metric);
    if (spread.worlds == 0) continue;
    columns.row({"  " + std::string{name(metric)}, number(metric, spread.mean), number(metric, spread.median),
                 number(metric, spread.worst_tenth), number(metric, spread.worst),
                 std::to_string(spread.worst_seed)});
  }
}

boost::json::object to_object(const WorldSpread& spread) {
  return {{"worlds", spread.worlds},           {"mean", spread.mean},   {"median", spread.median},
          {"worst_tenth", spread.worst_tenth}, {"worst", spread.worst}, {"worst_seed", spread.worst_seed}};
}

boost::json::object to_object(const Group& group) {
  boost::json::object o{{"name", group.name}};
  for (const WorldMetric metric : kWorldMetrics) o[name(metric)] = to_object(spread_of(group.worlds, metric));
  return o;
}

boost::json::object to_object(const WorldScore& score) {
  boost::json::object values;
  for (const auto& value : score.world.values) {
    std::string key{value.name};
    if (value.side) key.append(1, ' ').append(chess::name(*value.side));
    values[key] = value.value;
  }
  boost::json::object o{{"seed", score.world.seed},
                        {"tempo", name(score.world.params.tempo)},
                        {"games", score.tally.games},
                        {"plies", score.tally.plies},
                        {"values", values}};
  for (const WorldMetric metric : kWorldMetrics)
    if (const auto value = value_of(metric, score.tally)) o[name(metric)] = *value;
  return o;
}

}  // namespace

std::string to_table(const std::vector<WorldScore>& worlds) {
  Columns columns;
  for (const Group& group : groups_of(worlds)) add_group(columns, group);
  std::string text = columns.text();
  if (const std::string kinds = kinds_table(sum_of(worlds)); !kinds.empty()) text += "\n" + kinds;
  return text;
}

std::string to_json(const std::vector<WorldScore>& worlds) {
  boost::json::array groups;
  for (const Group& group : groups_of(worlds)) groups.push_back(to_object(group));
  boost::json::array each;
  for (const WorldScore& score : worlds) each.push_back(to_object(score));
  boost::json::object o{
      {"format", "jadoube-score-worlds"}, {"version", 1}, {"groups", groups}, {"worlds", each}};
  o["irregularities"] = kinds_object(sum_of(worlds));
  return boost::json::serialize(o);
}

std::string describe(const simulator::World& world) {
  Columns columns;
  columns.last_is_free();
  for (const auto& prior : simulator::priors()) {
    std::string values;
    for (const auto& value : world.values) {
      if (value.name != prior.name) continue;
      if (!values.empty()) values += " / ";
      values += fixed(value.value, 4);
    }
    columns.row({std::string{prior.name}, values, std::string{prior.unit}});
  }
  return "world " + std::to_string(world.seed) + ", " + std::string{name(world.params.tempo)} +
         " (white / black)\n" + columns.text();
}

}  // namespace jadoube::score
