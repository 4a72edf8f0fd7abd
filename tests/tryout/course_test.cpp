// Boards made of software go through the course: the hands do what each step says.
#include "tryout/course.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "devices/certabo.hpp"
#include "devices/chessnut.hpp"
#include "devices/dgt.hpp"
#include "devices/open_scan.hpp"
#include "devices/tabutronic.hpp"
#include "devices/typed_hands.hpp"
#include "drivers/certabo/session.hpp"
#include "drivers/chessnut/session.hpp"
#include "drivers/dgt/session.hpp"
#include "drivers/open_scan/session.hpp"
#include "drivers/tabutronic/session.hpp"
#include "tests/support/virtual_link.hpp"
#include "tryout/results.hpp"

namespace jadoube::tryout {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::Not;

/// What the hands do at each step.
std::map<std::string_view, std::string> usual_hands() {
  std::string lifts;
  for (const char rank : {'1', '2', '7', '8'})
    for (char file = 'a'; file <= 'h'; ++file) lifts += std::string{" -"} + file + rank + " +" + file + rank;
  return {{"set_up", ""},
          {"lift", lifts},
          {"slide", "-a1 a3>h3 h4>a4 a5>h5 h6>a6 +a1"},
          {"castle", "-f1 -g1 e1g1 h1f1"},
          {"promote", "-a8 -a7 a2a7 a7a8 -a8 +a8=Q"},
          {"capture_removed", "e2e4 d7d5 -d5 e4d5"},
          {"capture_lifted", "-d8 -d5 +d5=q"},
          {"capture_pushed", "b1c3 1s -c3 +d5=N"},
          {"clock", "!B 2s -h2 +h2 !W -h7 +h7 !B -h2 +h2 !W -h7 +h7 !B -h2 +h2 !W -h7 +h7 !B"},
          {"unplug", ""},
          {"topple", "-e8 +d8=k 5s -d8 +e8=k"}};
}

struct Tried {
  std::map<std::string_view, Outcome> outcomes;
  std::string page;
  std::optional<bool> turned;
};

struct Way {
  std::map<std::string_view, std::string> hands = usual_hands();
  bool turned = false;
  std::uint64_t dead = 0;
};

record::Scan as_it_lies(record::Scan scan, bool turned, std::uint64_t dead) {
  if (turned) {
    std::ranges::reverse(*scan.pieces);
    std::uint64_t bits = 0;
    for (unsigned i = 0; i < 64; ++i) bits |= (scan.occupied.bits >> i & 1U) << (63 - i);
    scan.occupied.bits = bits;
  }
  for (unsigned i = 0; i < 64; ++i)
    if ((dead >> i & 1U) != 0) (*scan.pieces)[i].reset();
  scan.occupied.bits &= ~dead;
  scan.white.reset();
  return scan;
}

Tried tried(devices::Firmware& firmware, drivers::BoardSession& session, record::ClockSense clock,
            const Way& way = {}) {
  devices::TypedHands hands;
  jadoube::testing::VirtualLink link{firmware, session};
  firmware.see(as_it_lies(hands.standing({}), way.turned, way.dead));
  link.plug_in();
  link.run_until(1s);
  Course course{{session.board().senses, clock}, 1s};
  const Step* known = nullptr;
  std::size_t heard = 0;
  std::optional<Time> plug_back;
  for (Time now = 1s; course.current() != nullptr && now < 30min; now += 10ms) {
    if (course.current() != known) {
      known = course.current();
      hands.type(way.hands.at(known->id), now);
      if (known->goal == Goal::link) {
        link.unplug();
        plug_back = now + 5s;
      }
    }
    if (plug_back && now >= *plug_back) {
      plug_back.reset();
      link.plug_in();
    }
    while (const auto record = hands.take(now)) {
      const auto* scan = std::get_if<record::Scan>(&*record);
      firmware.see(scan == nullptr ? *record : as_it_lies(*scan, way.turned, way.dead));
    }
    link.run_until(now);
    for (; heard < link.records.size(); ++heard) course.on(link.records[heard]);
    course.advance_to(now);
  }
  Tried result{.outcomes = {}, .page = {}, .turned = course.turned()};
  for (const auto& trace : course.traces()) result.outcomes[trace.step->id] = trace.outcome;
  for (const auto& line : results_page(
           course, {.make = "Garden board", .firmware = {}, .usb = {}, .program = "jadoube", .day = "today"}))
    result.page += line.english() + '\n';
  return result;
}

TEST(Course, ADgtBoardGoesThroughAllOfIt) {
  devices::DgtFirmware firmware{{}};
  drivers::dgt::DgtSession session;
  const auto result = tried(firmware, session, record::ClockSense::times);
  EXPECT_EQ(result.outcomes.size(), steps().size());
  for (const auto& [id, outcome] : result.outcomes)
    EXPECT_EQ(outcome, Outcome::done) << id << '\n' << result.page;
  EXPECT_EQ(result.turned, false);
  EXPECT_THAT(result.page, HasSubstr("A board was tried: Garden board"));
  EXPECT_THAT(result.page, HasSubstr("seen on 32 of 32 empty squares"));
  EXPECT_THAT(result.page, HasSubstr("the king was seen on g1"));
  EXPECT_THAT(result.page, HasSubstr("Capture: pushed off: done"));
  EXPECT_THAT(result.page, HasSubstr("d5 was never seen empty"));
  EXPECT_THAT(result.page, HasSubstr("a8 was seen empty for 0."));
  EXPECT_THAT(result.page, HasSubstr("6 presses were heard"));
  EXPECT_THAT(result.page, HasSubstr("noticed; back after "));
  EXPECT_THAT(result.page, HasSubstr("changes on d8, e8"));
  EXPECT_THAT(result.page, HasSubstr("Every square was seen both empty and occupied."));
}

TEST(Course, OtherBoardsDoTooAndOneWithoutAClockPassesThatOver) {
  struct Make {
    std::unique_ptr<devices::Firmware> firmware;
    std::unique_ptr<drivers::BoardSession> session;
    record::ClockSense clock;
  };
  std::map<std::string, Make> makes;
  makes["sentio"] = {std::make_unique<devices::TabutronicFirmware>(devices::TabutronicFirmware::Options{}),
                     std::make_unique<drivers::tabutronic::TabutronicSession>(), record::ClockSense::none};
  makes["chessnut"] = {std::make_unique<devices::ChessnutFirmware>(devices::ChessnutFirmware::Options{}),
                       std::make_unique<drivers::chessnut::ChessnutSession>(), record::ClockSense::none};
  makes["certabo"] = {std::make_unique<devices::CertaboFirmware>(devices::CertaboFirmware::Options{}),
                      std::make_unique<drivers::certabo::CertaboSession>(), record::ClockSense::none};
  makes["open-scan"] = {std::make_unique<devices::OpenScanFirmware>(devices::OpenScanFirmware::Options{}),
                        std::make_unique<drivers::open_scan::OpenScanSession>(), record::ClockSense::presses};
  for (auto& [name, make] : makes) {
    const auto result = tried(*make.firmware, *make.session, make.clock);
    for (const auto& [id, outcome] : result.outcomes)
      EXPECT_EQ(outcome,
                id == "clock" && make.clock == record::ClockSense::none ? Outcome::impossible : Outcome::done)
          << name << ' ' << id << '\n'
          << result.page;
    EXPECT_EQ(result.turned, false) << name;
  }
}

TEST(Course, ABoardThatLiesTheOtherWayRoundIsUnderstood) {
  for (const bool knows_pieces : {true, false}) {
    std::unique_ptr<devices::Firmware> firmware =
        std::make_unique<devices::DgtFirmware>(devices::DgtFirmware::Options{});
    std::unique_ptr<drivers::BoardSession> session = std::make_unique<drivers::dgt::DgtSession>();
    if (!knows_pieces) {
      firmware = std::make_unique<devices::TabutronicFirmware>(devices::TabutronicFirmware::Options{});
      session = std::make_unique<drivers::tabutronic::TabutronicSession>();
    }
    Way way;
    way.turned = true;
    const auto result = tried(*firmware, *session, record::ClockSense::none, way);
    EXPECT_EQ(result.turned, true);
    for (const auto& [id, outcome] : result.outcomes)
      EXPECT_EQ(outcome, id == "clock" ? Outcome::impossible : Outcome::done) << id << '\n' << result.page;
    EXPECT_THAT(result.page, HasSubstr("d5 was never seen empty"));
    EXPECT_THAT(result.page, HasSubstr("changes on d8, e8"));
  }
}

TEST(Course, ADeadSquareIsNamedAndStepsThatNeedItRunOutOfTime) {
  devices::DgtFirmware firmware{{}};
  drivers::dgt::DgtSession session;
  Way way;
  way.dead = std::uint64_t{1} << 18;  // c3
  const auto result = tried(firmware, session, record::ClockSense::times, way);
  EXPECT_THAT(result.page, HasSubstr("Squares not seen both empty and occupied: c3"));
  EXPECT_EQ(result.outcomes.at("slide"), Outcome::done);
  EXPECT_THAT(result.page, HasSubstr("seen on 31 of 32"));
}

TEST(Course, HandsThatDoNothingComeToItsEndAndOneMayEndItBefore) {
  Course course{{record::Senses::presence, record::ClockSense::times}};
  course.on(record::Scan{.t = {}, .occupied = {0xffff00000000ffff}, .white = {}, .pieces = {}});
  Time limits = 3s;
  for (const Step& step : steps()) limits += step.limit;
  for (Time now{}; course.current() != nullptr; now += 500ms) {
    ASSERT_LT(now, limits);
    course.advance_to(now);
  }
  EXPECT_EQ(course.traces().front().outcome, Outcome::done);
  EXPECT_EQ(course.traces().back().outcome, Outcome::too_long);

  Course ended{{record::Senses::presence, record::ClockSense::none}};
  ended.skip(1s);
  EXPECT_EQ(ended.number(), 2U);
  ended.end(2s);
  EXPECT_EQ(ended.current(), nullptr);
  EXPECT_EQ(ended.traces().size(), steps().size());
  const auto page = results_page(ended, {});
  std::string text;
  for (const auto& line : page) text += line.english() + '\n';
  EXPECT_THAT(text, HasSubstr("Set up: skipped"));
  EXPECT_THAT(text, HasSubstr("Knock one over: not reached"));
  EXPECT_THAT(text, Not(HasSubstr("the board did not notice it")));
}

TEST(Course, SaysWhichPiecesAreLeft) {
  Course course{{record::Senses::presence, record::ClockSense::none}};
  course.skip(0s);
  std::uint64_t bits = 0xffff00000000ffff;
  course.on(record::Scan{.t = 1s, .occupied = {bits}, .white = {}, .pieces = {}});
  Time t = 1s;
  for (unsigned i = 0; i < 63; ++i) {
    if (i == 0 || (bits >> i & 1U) == 0) continue;
    course.on(record::Scan{
        .t = t += 10ms, .occupied = {bits & ~(std::uint64_t{1} << i)}, .white = {}, .pieces = {}});
    course.on(record::Scan{.t = t += 10ms, .occupied = {bits}, .white = {}, .pieces = {}});
  }
  EXPECT_EQ(course.progress().english(), "30 of 32; left: a1, h8");
}

TEST(Course, SaysWhichSquaresItWaitsFor) {
  Course course{{record::Senses::presence, record::ClockSense::none}};
  auto see = [&, t = Time{0}](std::uint64_t bits) mutable {
    course.on(record::Scan{.t = t += 10ms, .occupied = {bits}, .white = {}, .pieces = {}});
  };
  constexpr std::uint64_t kStart = 0xffff00000000ffff;
  see(kStart & ~std::uint64_t{0x0100});
  EXPECT_EQ(course.progress().english(), "still to change: a2");
  course.skip(1s);
  course.skip(1s);
  // The rook went over all that was empty, and a piece that stood on b2 was lost on the way.
  for (unsigned i = 0; i < 64; ++i)
    if ((kStart >> i & 1U) == 0 || i == 8) see((kStart & ~std::uint64_t{0x0301}) | std::uint64_t{1} << i);
  see(kStart & ~std::uint64_t{0x0300});
  EXPECT_EQ(course.progress().english(), "33 of 33; still to change: b2");
  course.skip(2s);
  EXPECT_EQ(course.progress().english(), "still to change: e1, h1, a2, b2");
}

}  // namespace
}  // namespace jadoube::tryout
