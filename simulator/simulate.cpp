#include "simulator/simulate.hpp"

#include <algorithm>
#include <iterator>

#include "simulator/clock.hpp"
#include "simulator/exchange.hpp"
#include "simulator/game_runner.hpp"
#include "simulator/grid.hpp"
#include "simulator/plan.hpp"
#include "simulator/sensors.hpp"

namespace jadoube::simulator {
namespace {

using record::Record;
using namespace std::chrono_literals;

std::string time_control(const GameEvents& events) {
  const auto seconds = [](Time t) {
    return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(t).count());
  };
  return seconds(events.base[0]) + '+' + seconds(events.increment);
}

record::Header header_of(const PlayedGame& game, const Params& params, const GameEvents& events) {
  record::Header header;
  header.board.id = "simulated";
  header.board.model = std::string{"simulated-"} + std::string{name(params.tempo)};
  header.board.senses = params.sensors.senses;
  header.board.scan_period = Time{1'000'000 / params.sensors.rate};
  header.game = game.header;
  header.game.time_control = time_control(events);
  const std::string fen = to_fen(game.start);
  header.game.start_fen = fen == to_fen(chess::Position{}) ? "startpos" : fen;
  if (!game.start.castles_from_home()) header.game.variant = "chess960";
  header.law = params.law;
  return header;
}

/// Adds the intervals that the parameters ask for, during play.
void lose_links(Timeline& timeline, const Links& links, Rng& rng) {
  const auto span = static_cast<double>((timeline.last_move - timeline.first_move).count());
  for (unsigned i = 0; i < links.lost_intervals; ++i) {
    const Time from = timeline.first_move + Time{static_cast<std::int64_t>(rng.uniform() * span)};
    const auto length = static_cast<std::int64_t>(rng.uniform(links.shortest, links.longest) * 1e6);
    timeline.lost.push_back({from, from + Time{length}});
  }
  // Overlapping intervals are one.
  std::ranges::sort(timeline.lost, {}, &Interval::from);
  std::vector<Interval> merged;
  for (Interval interval : timeline.lost) {
    interval.until = std::min(interval.until, timeline.end - 1s);
    if (interval.until <= interval.from) continue;
    if (!merged.empty() && interval.from <= merged.back().until) {
      merged.back().until = std::max(merged.back().until, interval.until);
    } else {
      merged.push_back(interval);
    }
  }
  timeline.lost = std::move(merged);
}

/// Records of equal time: what the board says, then the clock, then people, then the truth.
int order_of(const Record& record) {
  struct Order {
    int operator()(const record::Link& link) const {
      return link.state == record::Link::State::restored ? 0 : 1;
    }
    int operator()(const record::Scan&) const { return 2; }
    int operator()(const record::ClockReading&) const { return 3; }
    int operator()(const record::Press&) const { return 3; }
    int operator()(const record::Arbiter&) const { return 4; }
    int operator()(const record::Other&) const { return 5; }
    int operator()(const record::Advice&) const { return 5; }
    int operator()(const record::Truth&) const { return 6; }
    int operator()(const record::End&) const { return 7; }
  };
  return std::visit(Order{}, record);
}

/// A channel that brings what it is given late, and never out of order.
class Channel {
 public:
  Channel(double delay, double jitter, Rng rng) : delay_{seconds(delay)}, jitter_{jitter}, rng_{rng} {}

  Time arrival(Time t) {
    t += delay_;
    if (jitter_ > 0) t += seconds(rng_.uniform(0, jitter_));
    return last_ = std::max(t, last_);
  }
  [[nodiscard]] Time longest() const { return delay_ + seconds(jitter_); }

 private:
  Time delay_;
  double jitter_;
  Rng rng_;
  Time last_{};
};

GameEvents run_game(const PlayedGame& game, const Params& params, const std::vector<Incident>& plan,
                    std::uint64_t seed) {
  constexpr Time kMore = 60s;
  constexpr int kTries = 30;
  for (int i = 0;; ++i) {
    GameRunner runner{game, params, plan, seed, kMore * i};
    GameEvents events = runner.run();
    if (!runner.flagged_by_accident() || i == kTries) return events;
  }
}

/// A plan is not always carried out: squares may be taken, a shuffle may run into a check.
bool happened(const Incident& incident, const GameEvents& events) {
  switch (incident.kind) {
    case IncidentKind::sensor_fault:
      return !events.timeline.faults.empty();
    case IncidentKind::link_lost:
      return !events.timeline.lost.empty();
    default:
      break;
  }
  return std::ranges::any_of(events.irregularities, [&](const Irregularity& i) {
    return i.kind == finding_of(incident.kind) ||
           (incident.kind == IncidentKind::promotion_incomplete && i.kind == "promotion_unverified");
  });
}

/// A stuck square stays. How long a badly centred piece flickers depends on chance, and so does whether it can
/// be noticed.
Record truth_of_trouble(const SensorTrouble& trouble, const Timeline& timeline) {
  const auto ordered =
      std::ranges::any_of(timeline.faults, [&](const FaultOrder& f) { return f.square == trouble.square; });
  return truth_of({.t = trouble.from,
                   .kind = "sensor_fault",
                   .by = trouble.until,
                   .gone = trouble.until,
                   .optional = !ordered && !trouble.stuck});
}

}  // namespace

Recording simulate(const PlayedGame& given, const Params& params, std::uint64_t seed) {
  Recording recording;
  const PlayedGame game = as_set_up(given, params, seed);
  Rng plan_rng{seed, "plan"};
  const auto plan = plan_incidents(game, params, plan_rng);
  GameEvents events = run_game(game, params, plan, seed);
  std::ranges::copy_if(plan, std::back_inserter(recording.incidents),
                       [&](const Incident& incident) { return happened(incident, events); });
  Timeline& timeline = events.timeline;
  Rng link_rng{seed, "link"};
  lose_links(timeline, params.links, link_rng);
  Rng sensor_rng{seed, "sensors"};
  SensorReadings readings = read_board(timeline, params.sensors, sensor_rng);
  Rng clock_rng{seed, "clock"};

  recording.header = header_of(given, params, events);
  auto& records = recording.records;
  const auto is_lost = [&](Time t) {
    return std::ranges::any_of(timeline.lost, [t](const Interval& i) { return i.from <= t && t < i.until; });
  };
  Channel board{params.sensors.delay, params.sensors.jitter, Rng{seed, "board channel"}};
  Channel clock{params.clocks.delay, params.clocks.jitter, Rng{seed, "clock channel"}};
  for (auto& scan : readings.scans) {
    scan.t = board.arrival(scan.t);
    if (!is_lost(scan.t)) records.emplace_back(std::move(scan));
  }
  for (auto& heard : listen(events.clock, params.clocks, timeline.end, clock_rng)) {
    std::visit([&](auto& record) { record.t = clock.arrival(record.t); }, heard);
    if (!is_lost(time_of(heard))) records.push_back(std::move(heard));
  }
  for (auto& note : events.notes) records.push_back(std::move(note));
  // What nobody can have heard of yet is in time that much later.
  const Time late = std::max(board.longest(), clock.longest());
  for (Irregularity& irregularity : events.irregularities) {
    if (late > 0us) irregularity.by = irregularity.by.value_or(irregularity.t) + late;
    records.emplace_back(truth_of(irregularity));
  }
  for (const SensorTrouble& trouble : readings.troubles)
    records.push_back(truth_of_trouble(trouble, timeline));
  for (const Interval& lost : timeline.lost) {
    records.emplace_back(record::Link{lost.from, record::Link::State::lost, "cable"});
    records.emplace_back(record::Link{lost.until, record::Link::State::restored, {}});
    records.emplace_back(
        truth_of({.t = lost.from, .kind = "link_lost", .by = lost.until, .gone = lost.until}));
  }
  records.emplace_back(record::End{timeline.end + late});
  std::ranges::stable_sort(records, [](const Record& a, const Record& b) {
    const Time ta = time_of(a);
    const Time tb = time_of(b);
    return ta != tb ? ta < tb : order_of(a) < order_of(b);
  });
  return recording;
}

std::uint64_t seed_of_game(std::uint64_t seed, std::uint64_t i) {
  return Rng{seed + i * 0x9E3779B97F4A7C15, "game"}.next();
}

void with_every_scan(const Recording& recording, const std::function<void(const Record&)>& say) {
  const Time period = recording.header.board.scan_period.value_or(40ms);
  std::optional<record::Scan> scan;
  Time next{};
  bool linked = true;
  for (const Record& record : recording.records) {
    while (scan && linked && next < time_of(record)) {
      scan->t = next;
      say(*scan);
      next += period;
    }
    if (const auto* changed = std::get_if<record::Scan>(&record)) {
      scan = *changed;
      next = changed->t + period;
    } else if (const auto* link = std::get_if<record::Link>(&record)) {
      linked = link->state == record::Link::State::restored;
      scan.reset();
    }
    say(record);
  }
}

}  // namespace jadoube::simulator
