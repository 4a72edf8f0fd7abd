#include "score/run.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "detector/detector.hpp"

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
  constexpr std::uint64_t kBatch = 256;
  Tally tally;
  for (std::uint64_t first = 0; first < count; first += kBatch) {
    const std::uint64_t size = std::min(kBatch, count - first);
    std::vector<GameVerdict> verdicts(size);
    std::atomic<std::uint64_t> next{0};
    std::exception_ptr failure;
    std::mutex failing;
    const auto work = [&] {
      try {
        for (std::uint64_t i = next++; i < size; i = next++) verdicts[i] = play(first + i);
      } catch (...) {
        const std::scoped_lock lock{failing};
        failure = std::current_exception();
      }
    };
    std::vector<std::thread> others;
    for (unsigned i = 1; i < threads; ++i) others.emplace_back(work);
    work();
    for (auto& thread : others) thread.join();
    if (failure) std::rethrow_exception(failure);
    for (std::uint64_t i = 0; i < size; ++i) {
      tally.add(verdicts[i]);
      each(first + i, verdicts[i]);
    }
  }
  return tally;
}

}  // namespace jadoube::score
