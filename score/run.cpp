#include "score/run.hpp"

#include <chrono>
#include <memory>
#include <vector>

#include "detector/detector.hpp"
#include "score/in_order.hpp"

namespace jadoube::score {

struct GameRun::Inside {
  explicit Inside(const record::Header& header)
      : detector{header, [this](const report::Report& line) { lines.push_back(line); }} {}

  std::vector<report::Report> lines;
  Truth truth;
  std::vector<float> scan_us;
  double all_us = 0;
  std::optional<record::Scan> last;
  detector::Detector detector;
};

GameRun::GameRun(const record::Header& header) : inside_{std::make_unique<Inside>(header)} {}
GameRun::~GameRun() = default;

tl::expected<void, std::string> GameRun::on(const record::Record& record) {
  if (const auto* truth = std::get_if<record::Truth>(&record)) return add(inside_->truth, *truth);
  const auto* scan = std::get_if<record::Scan>(&record);
  const bool changed =
      scan != nullptr && (!inside_->last || inside_->last->occupied != scan->occupied ||
                          inside_->last->white != scan->white || inside_->last->pieces != scan->pieces);
  using Clock = std::chrono::steady_clock;
  using Took = std::chrono::duration<double, std::micro>;
  const auto before = Clock::now();
  if (changed) {
    inside_->last = *scan;
    inside_->detector.advance_to(scan->t);  // what came due in between is not the scan's
  }
  const auto start = Clock::now();
  inside_->detector.on(record);
  const auto end = Clock::now();
  if (changed) inside_->scan_us.push_back(static_cast<float>(Took{end - start}.count()));
  inside_->all_us += Took{end - before}.count();
  return {};
}

GameVerdict GameRun::finish() {
  inside_->detector.finish();
  GameVerdict verdict = judge(inside_->truth, inside_->lines);
  verdict.scan_us = std::move(inside_->scan_us);
  verdict.all_us = inside_->all_us;
  return verdict;
}

Tally tally_games(std::uint64_t count, unsigned threads,
                  const std::function<GameVerdict(std::uint64_t)>& play,
                  const std::function<void(std::uint64_t, const GameVerdict&)>& each) {
  Tally tally;
  in_order<GameVerdict>(count, threads, play, [&](std::uint64_t i, const GameVerdict& verdict) {
    tally.add(verdict);
    each(i, verdict);
  });
  return tally;
}

}  // namespace jadoube::score
