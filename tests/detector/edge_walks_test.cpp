// What the detector says at the edges of what is assumed (edge_walk.hpp). What has to hold of all that is said is asked of each walk;
// what is said, as a number for each, is in walks/. JADOUBE_WALK="edges 17" shows what happened on that one and what was said of it.
#include <gtest/gtest.h>

#include <filesystem>

#include "detector/detector.hpp"
#include "stream/stream_json.hpp"
#include "tests/detector/edge_walk.hpp"
#include "tests/detector/sound.hpp"
#include "tests/support/fingerprint.hpp"

namespace jadoube::detector {
namespace {

/// What a finding has beside its text.
std::string for_laws(const Report& line) {
  const auto* f = std::get_if<Finding>(&line);
  if (f == nullptr) return {};
  std::string text = " " + f->played + " " + f->variant + " " + std::string{name(f->reason)};
  for (const Square square : f->touched) text += " " + to_string(square);
  return text;
}

constexpr unsigned kWalksInOne = 100;
class EdgeWalks : public ::testing::TestWithParam<unsigned> {};

TEST_P(EdgeWalks, AreToldAsTheyWere) {
  const unsigned first = GetParam() * kWalksInOne;
  const std::filesystem::path file =
      std::string{"tests/detector/walks/"} + "edges-" + std::to_string(GetParam()) + ".txt";
  support::SaidOfWalks now;
  for (unsigned n = first; n < first + kWalksInOne; ++n) {
    edges::Walk walk{70'000 + n};
    const auto& records = walk.records(n % 3 == 0 ? 16 : 7);
    std::string told;
    Sound sound;
    Detector detector{walk.header(),
                      [&](const Report& line) {
                        told += stream::to_json(line) + for_laws(line) + '\n';
                        sound(line);
                      },
                      walk.automatic_draws()};
    for (const auto& record : records) detector.on(record);
    detector.finish();
    ASSERT_FALSE(HasFailure()) << n << '\n' << walk.course() << told;
    support::show_if_wanted("JADOUBE_WALK", "edges " + std::to_string(n), walk.course() + told);
    now.add(n, told);
  }
  now.compare_with(file);
}

INSTANTIATE_TEST_SUITE_P(Of, EdgeWalks, ::testing::Range(0U, 14U));

}  // namespace
}  // namespace jadoube::detector
