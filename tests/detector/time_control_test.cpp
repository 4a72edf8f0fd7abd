// What 0:00 means where the control has periods: clocks that add the next one's time with the last move of one, at 0:00, or
// not at all, beside games in which the moves are made, and are not.
#include <gmock/gmock.h>

#include <array>
#include <string_view>

#include "chess/setup.hpp"
#include "tests/detector/told_story.hpp"

namespace jadoube::detector {
namespace {

using testing::IsEmpty;
using testing::SizeIs;
using namespace std::chrono_literals;

enum class Adds { with_the_move, at_zero, nothing };
enum class Mark { none, stays };

/// A game before a clock that is read each second.
class Game {
 public:
  struct Setting {
    std::string control = "40/5400:1800";
    unsigned move = 40;  // to be played next
    Adds adds = Adds::at_zero;
    Mark mark = Mark::stays;
    std::array<int, 2> seconds{20, 300};
    int adds_seconds = 1800;
    int counter_ahead = 0;  // of the clock, beside the game
    Side begins = Side::white;
  };

  explicit Game(Setting setting) : setting_{std::move(setting)}, running_{setting_.begins} {
    record::Header header;
    header.board.senses = record::Senses::presence;
    header.game.time_control = setting_.control;
    header.game.start_fen = std::string{"r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R "} +
                            (setting_.begins == Side::white ? "w" : "b") + " - - 0 " +
                            std::to_string(setting_.move);
    const unsigned before = setting_.move - 1;
    presses_ = {before + (setting_.begins == Side::black ? 1 : 0), before};
    for (unsigned& presses : presses_) presses += static_cast<unsigned>(setting_.counter_ahead);
    occupied_ = chess::setup_from_fen(header.game.start_fen)->placement.occupied();
    detector_.emplace(header, [this](const Report& line) { lines_.push_back(line); });
    scan();
    show(std::nullopt);
    t_ += 1s;
    show(running_);
  }

  void wait(int seconds) {
    for (; seconds > 0; --seconds) {
      t_ += 1s;
      int& left = seconds_[chess::index(running_)];
      if (left > 0 && --left == 0) run_out(left);
      show(running_);
    }
  }
  /// "e2e4"
  void move(std::string_view uci) {
    const auto from = chess::square_from_string(uci.substr(0, 2));
    const auto to = chess::square_from_string(uci.substr(2, 2));
    occupied_ &= ~chess::bit(*from);
    t_ += 200ms;
    scan();
    occupied_ |= chess::bit(*to);
    t_ += 300ms;
    scan();
    t_ += 500ms;
    int& left = seconds_[chess::index(running_)];
    if (left > 0 && --left == 0) run_out(left);
    show(running_);
  }
  void press() {
    const unsigned made = ++presses_[chess::index(running_)];
    if (made == 40 && setting_.adds == Adds::with_the_move)
      seconds_[chess::index(running_)] += setting_.adds_seconds;
    running_ = ~running_;
    show(running_);
  }
  void play(std::initializer_list<std::string_view> ucis, int seconds = 2) {
    for (const auto uci : ucis) {
      wait(seconds);
      move(uci);
      press();
    }
  }
  /// Nobody sees that the move which has just been made is pressed, and what is played then.
  void lose_sight(std::string_view reply, std::array<int, 2> used) {
    detector_->on(record::Link{t_, record::Link::State::lost, ""});
    t_ += std::chrono::seconds{used[0] + used[1]};
    seconds_[chess::index(running_)] += setting_.adds_seconds;
    for (const Side side : chess::kSides) seconds_[chess::index(side)] -= used[chess::index(side)];
    occupied_ &= ~chess::bit(*chess::square_from_string(reply.substr(0, 2)));
    occupied_ |= chess::bit(*chess::square_from_string(reply.substr(2, 2)));
    detector_->on(record::Link{t_, record::Link::State::restored, ""});
    scan();
    show(running_);
  }
  void enter(record::Arbiter::Action action, std::optional<std::uint64_t> finding = {}) {
    record::Arbiter arbiter;
    arbiter.t = t_;
    arbiter.action = action;
    arbiter.finding = finding;
    detector_->on(arbiter);
  }

  /// All that is told of flags and clocks, and stands.
  std::vector<Finding> flags() {
    detector_->finish();
    auto flags = left_of(lines_, Kind::flag_fallen);
    for (const auto& both : left_of(lines_, Kind::both_flags_fallen)) flags.push_back(both);
    return flags;
  }
  [[nodiscard]] std::vector<Finding> faults() const { return left_of(lines_, Kind::clock_fault); }

 private:
  void run_out(int& left) {
    if (setting_.mark == Mark::stays) marked_ = running_;
    if (setting_.adds == Adds::at_zero && !given_[chess::index(running_)]) left = setting_.adds_seconds;
    given_[chess::index(running_)] = true;
  }
  void scan() { detector_->on(record::Scan{t_, {occupied_}, {}, {}}); }
  void show(std::optional<Side> running) {
    detector_->on(record::ClockReading{t_, std::chrono::seconds{seconds_[0]},
                                       std::chrono::seconds{seconds_[1]}, running, marked_});
  }

  Setting setting_;
  Side running_;
  std::array<int, 2> seconds_ = setting_.seconds;
  std::array<unsigned, 2> presses_{};
  std::array<bool, 2> given_{};
  std::optional<Side> marked_;
  chess::Bitboard occupied_ = 0;
  Time t_{};
  std::vector<Report> lines_;
  std::optional<Detector> detector_;
};

class AtTheControl : public testing::TestWithParam<Mark> {};
INSTANTIATE_TEST_SUITE_P(, AtTheControl, testing::Values(Mark::none, Mark::stays),
                         [](const auto& mark) { return mark.param == Mark::none ? "Unmarked" : "Marked"; });

TEST_P(AtTheControl, ZeroAfterTheLastMoveOfAPeriodIsNothing) {
  Game game{{.mark = GetParam()}};
  game.play({"a2a3", "a7a6"});
  game.wait(40);
  game.play({"b2b3", "b7b6"});
  EXPECT_THAT(game.flags(), IsEmpty());
  EXPECT_THAT(game.faults(), IsEmpty());
}

TEST_P(AtTheControl, NorIsItForBlack) {
  Game game{{.mark = GetParam(), .seconds = {300, 20}, .begins = Side::black}};
  game.play({"a7a6", "a2a3"});
  game.wait(40);
  game.play({"b7b6", "b2b3"});
  EXPECT_THAT(game.flags(), IsEmpty());
  EXPECT_THAT(game.faults(), IsEmpty());
}

TEST_P(AtTheControl, ZeroBeforeItIsAFlagWhateverTheClockAdds) {
  Game game{{.move = 39, .mark = GetParam()}};
  game.play({"a2a3", "a7a6"});
  game.wait(40);
  const auto flags = game.flags();
  ASSERT_THAT(flags, SizeIs(1));
  EXPECT_EQ(flags[0].side, Side::white);
  EXPECT_EQ(flags[0].grade, Grade::A);
  EXPECT_THAT(game.faults(), IsEmpty());
}

TEST_P(AtTheControl, AMoveThatIsMadeAndNotPressedIsNotCompleted) {
  Game game{{.mark = GetParam()}};
  game.wait(2);
  game.move("a2a3");
  game.wait(30);
  EXPECT_THAT(game.flags(), SizeIs(1));
}

TEST_P(AtTheControl, TheFlagOfTheLastPeriodIsToldThoughAMarkStays) {
  Game game{{.control = "40/5400:40", .mark = GetParam(), .adds_seconds = 40}};
  game.play({"a2a3", "a7a6"});
  game.wait(25);
  game.play({"b2b3", "b7b6"});
  game.wait(60);
  EXPECT_THAT(game.flags(), SizeIs(1));
  EXPECT_THAT(game.faults(), IsEmpty());
}

TEST_P(AtTheControl, AFlagThatWasDismissedHidesNoneOfTheLastPeriod) {
  Game game{{.control = "40/5400:40", .move = 39, .mark = GetParam(), .adds_seconds = 40}};
  game.play({"a2a3", "a7a6"});
  game.wait(20);
  game.enter(record::Arbiter::Action::dismiss, 1);
  game.play({"b2b3", "b7b6"});
  game.wait(60);
  EXPECT_THAT(game.flags(), SizeIs(2));
}

TEST(AtOneControl, AClockThatAddsWithTheMoveRunsOutInTheNextPeriod) {
  Game game{{.control = "40/5400:40", .adds = Adds::with_the_move, .adds_seconds = 40}};
  game.play({"a2a3", "a7a6"});  // 17 s are left, and 40 s come
  game.wait(60);
  EXPECT_THAT(game.flags(), SizeIs(1));
  EXPECT_THAT(game.faults(), IsEmpty());
}

// Clocks with hands add nothing: the flag of the period falls, and the next one is played.
TEST(AtOneControl, AClockThatAddsNothingMayStandAtZeroAfterIt) {
  Game game{{.control = "40/9000:20/3600", .adds = Adds::nothing}};
  game.play({"a2a3", "a7a6"});
  game.wait(60);
  EXPECT_THAT(game.flags(), IsEmpty());
  EXPECT_THAT(game.faults(), IsEmpty());
}

TEST(AtOneControl, AClockThatAddsNothingMayNotStandAtZeroBeforeIt) {
  Game game{{.control = "40/9000:20/3600", .move = 39, .adds = Adds::nothing}};
  game.play({"a2a3", "a7a6"});
  game.wait(60);
  EXPECT_THAT(game.flags(), SizeIs(1));
}

TEST(AtOneControl, TheSecondOfThreeIsOneToo) {
  Game game{{.control = "20/3600:20/1800:900", .adds_seconds = 900}};
  game.play({"a2a3", "a7a6"});
  game.wait(40);
  EXPECT_THAT(game.flags(), IsEmpty());
  EXPECT_THAT(game.faults(), IsEmpty());
}

// The game counts, not the clock.
TEST(AtOneControl, AClockWhoseCounterIsBehindFlagsNobodyWhoHasMadeHisMoves) {
  Game game{{.adds = Adds::with_the_move, .counter_ahead = -1}};
  game.play({"a2a3", "a7a6"});
  game.wait(30);
  EXPECT_THAT(game.flags(), IsEmpty());
}

TEST(AtOneControl, AClockWhoseCounterIsAheadHasGivenTheTimeAllTheSame) {
  Game game{{.control = "40/5400:40",
             .move = 39,
             .adds = Adds::with_the_move,
             .adds_seconds = 40,
             .counter_ahead = 1}};
  game.play({"a2a3", "a7a6", "b2b3", "b7b6"});
  game.wait(60);
  EXPECT_THAT(game.flags(), SizeIs(1));
  EXPECT_THAT(game.faults(), IsEmpty());
}

// What came while nobody could read the clock: it may be the time of the last period that is over.
TEST(AtOneControl, AFlagIsToldWhereItIsNotKnownWhichPeriodTheTimeIsOf) {
  Game game{{.adds = Adds::nothing, .seconds = {200, 2000}}};
  game.wait(2);
  game.move("a2a3");
  game.lose_sight("a7a6", {1000, 1000});
  game.wait(1010);
  EXPECT_THAT(game.flags(), SizeIs(1));
}

TEST(AtOneControl, AFlagIsNoneWhereAGapHidesNoPeriod) {
  Game game{{.adds = Adds::nothing, .seconds = {200, 2000}, .adds_seconds = 0}};
  game.wait(2);
  game.move("a2a3");
  game.lose_sight("a7a6", {100, 1000});
  game.wait(110);
  EXPECT_THAT(game.flags(), IsEmpty());
}

// Nothing says that there is another period.
TEST(AtOneControl, WithoutOneThatIsKnownZeroIsAFlag) {
  for (const char* const control : {"", "5400", "two hours for 40 moves"}) {
    Game game{{.control = control}};
    game.play({"a2a3", "a7a6"});
    game.wait(40);
    EXPECT_THAT(game.flags(), SizeIs(1)) << control;
    EXPECT_THAT(game.faults(), SizeIs(1)) << control;
  }
}

}  // namespace
}  // namespace jadoube::detector
