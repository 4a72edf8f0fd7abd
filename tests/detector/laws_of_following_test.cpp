// Laws of following a game, on simulated games of any cell, seed and incident.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "chess/position.hpp"
#include "detector/detector.hpp"
#include "detector/names.hpp"
#include "score/run.hpp"
#include "simulator/grid.hpp"
#include "simulator/plausible.hpp"
#include "simulator/simulate.hpp"
#include "stream/stream_json.hpp"
#include "tests/chess/slow_rules.hpp"

namespace jadoube::detector {
namespace {

using simulator::Recording;

struct Play {
  std::string cell;
  std::string incidents = "none";
  std::uint64_t seed = 1;
  record::Senses senses = record::Senses::presence;
};

Recording recording(const Play& play) {
  simulator::Params params = *simulator::cell(play.cell);
  params.incidents = *simulator::parse_incidents(play.incidents);
  params.sensors.senses = play.senses;
  const std::uint64_t seed = simulator::seed_of_game(play.seed, 0);
  simulator::Rng rng{seed, "game"};
  return simulate(simulator::random_game(rng), params, seed);
}

Play any_play(const std::vector<std::string>& cells, const std::vector<std::string>& incidents) {
  Play play;
  play.cell = *rc::gen::elementOf(cells);
  play.incidents = *rc::gen::elementOf(incidents);
  play.seed = *rc::gen::inRange<std::uint64_t>(1, 100'000);
  RC_LOG() << play.cell << ", seed " << play.seed << ", " << play.incidents;
  return play;
}

const std::vector<std::string> kCells{"classical-none-50", "classical-medium-25", "rapid-light-10",
                                      "blitz-medium-25",   "blitz-heavy-50",      "scramble-medium-25",
                                      "rapid-stuck-25",    "classical-lost-50"};
const std::vector<std::string> kIncidents{"none",       "illegal_move", "displaced", "press_without_move",
                                          "touch_move", "sensor_fault", "link_lost"};

/// Everything said but for the summary, which counts scans.
class Told {
 public:
  explicit Told(const record::Header& header)
      : detector_{header, [this](const Report& line) {
                    if (!std::holds_alternative<SummaryReport>(line)) text_ += stream::to_json(line) + '\n';
                    if (const auto* move = std::get_if<MoveReport>(&line)) set(*move);
                    if (const auto* revise = std::get_if<RevisionReport>(&line)) set(*revise);
                  }} {}
  Detector& detector() { return detector_; }
  std::string finish() {
    detector_.finish();
    return text_;
  }
  /// The game as it stands, in UCI; a ply that is not beyond doubt is "?".
  [[nodiscard]] const std::vector<std::string>& game() const { return game_; }

 private:
  void set(const MoveReport& move) {
    game_.resize(std::max<std::size_t>(game_.size(), move.ply));
    game_[move.ply - 1] = move.certainty == Certainty::certain ? move.uci : "?";
  }
  void set(const RevisionReport& revise) {
    game_.resize(revise.from_ply - 1);
    game_.resize(game_.size() + revise.moves.size(), "?");
  }

  std::string text_;
  std::vector<std::string> game_;
  Detector detector_;
};

std::string told(const Recording& recording) {
  Told told{recording.header};
  for (const auto& record : recording.records) told.detector().on(record);
  return told.finish();
}

/// The same game with the colours exchanged: every rank r becomes 9 − r, every clock the other one.
Recording mirrored(Recording recording) {
  const auto flip = [](std::uint64_t bits) { return __builtin_bswap64(bits); };
  recording.header.game.start_fen = chess::slow::mirrored_fen(chess::to_fen(chess::Position{}));
  for (auto& record : recording.records) {
    if (auto* scan = std::get_if<record::Scan>(&record)) scan->occupied.bits = flip(scan->occupied.bits);
    if (auto* press = std::get_if<record::Press>(&record)) press->side = ~press->side;
    if (auto* clock = std::get_if<record::ClockReading>(&record)) {
      std::swap(clock->white, clock->black);
      if (clock->running) clock->running = ~*clock->running;
      if (clock->flag) clock->flag = ~*clock->flag;
    }
  }
  return recording;
}

RC_GTEST_PROP(Following, DoesNotDependOnUnchangedScansOrOnBeingAskedForTheTime, ()) {
  const Recording r = recording(any_play(kCells, kIncidents));
  Told every{r.header};
  const auto steps = *rc::gen::inRange(1, 4);
  Time before{};
  simulator::with_every_scan(r, [&](const record::Record& record) {
    const Time t = time_of(record);
    for (int i = 1; i < steps; ++i) every.detector().advance_to(before + (t - before) * i / steps);
    every.detector().on(record);
    before = t;
  });
  RC_ASSERT(every.finish() == told(r));
}

RC_GTEST_PROP(Following, ReadsTheMirroredGameAsTheMirroredGame, ()) {
  // Where two explanations are worth the same, the order of the squares may decide: what is beyond doubt is
  // compared.
  const Recording r =
      recording(any_play({"classical-none-50", "classical-light-25", "blitz-none-100"}, {"none"}));
  const Recording m = mirrored(r);
  Told straight{r.header};
  for (const auto& record : r.records) straight.detector().on(record);
  straight.finish();
  Told reflected{m.header};
  for (const auto& record : m.records) reflected.detector().on(record);
  reflected.finish();
  RC_ASSERT(straight.game().size() == reflected.game().size());
  for (std::size_t i = 0; i < straight.game().size(); ++i) {
    if (straight.game()[i] == "?" || reflected.game()[i] == "?") continue;
    RC_ASSERT(chess::slow::mirrored_uci(straight.game()[i]) == reflected.game()[i]);
  }
}

score::GameVerdict judged(const Recording& r) {
  score::GameRun run{r.header};
  for (const auto& record : r.records) RC_ASSERT(run.on(record).has_value());
  return run.finish();
}

RC_GTEST_PROP(Following, IsNoWorseWhenTheBoardKnowsItsPieces, ()) {
  Play play =
      any_play({"classical-none-50", "classical-medium-25", "blitz-medium-25", "rapid-light-10"}, {"none"});
  const auto presence = judged(recording(play));
  play.senses = *rc::gen::element(record::Senses::colour, record::Senses::identity);
  const auto knows = judged(recording(play));
  RC_ASSERT(knows.plies == presence.plies);
  RC_ASSERT(knows.right + knows.right_by_alternative >= presence.right + presence.right_by_alternative);
}

}  // namespace
}  // namespace jadoube::detector
