// Laws: whatever a board says while somebody is led through the first minutes at it, the steps come one after the other and
// end, none begins before the last has ended, what was noted of each lies within it, and there is something to say of each.
#include "tests/fuzz/demand.hpp"
#include "tests/fuzz/drawn_log.hpp"
#include "tryout/course.hpp"
#include "tryout/steps.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace jadoube;
  using fuzz::demand;
  FuzzedDataProvider bytes{data, size};
  const auto clock = static_cast<record::ClockSense>(bytes.ConsumeIntegralInRange<unsigned>(0, 2));
  const auto skips = bytes.ConsumeIntegral<std::uint32_t>();
  const auto log = fuzz::LogDrawer{bytes, 300}.draw();
  tryout::Course course{{log.header.board.senses, clock}};
  std::size_t number = course.number();
  record::Time now{};
  for (std::size_t i = 0; i < log.records.size() && course.current() != nullptr; ++i) {
    now = time_of(log.records[i]);
    course.advance_to(now);
    course.on(log.records[i]);
    static_cast<void>(course.progress().english());
    if ((skips >> (i % 32) & 1U) != 0 && course.current() != nullptr) course.skip(now);
    demand(course.number() >= number);
    number = course.number();
  }
  course.end(now);
  demand(course.current() == nullptr);
  record::Time before{};
  for (const auto& trace : course.traces()) {
    demand(trace.step != nullptr);
    if (trace.outcome == tryout::Outcome::not_reached) continue;
    demand(trace.begin >= before && trace.end >= trace.begin);
    before = trace.end;
    for (const auto& edge : trace.edges)
      demand(edge.square < 64 && edge.t >= trace.begin && edge.t <= trace.end);
  }
  return 0;
}
