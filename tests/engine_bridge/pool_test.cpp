#include "engine_bridge/pool.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <thread>

#include "tests/engine_bridge/logged_bridge.hpp"

namespace jadoube::engine_bridge {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using ::testing::AnyOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Query question(const std::vector<std::string>& only = {"e2e4", "d2d4"}) {
  const chess::Position start;
  return {*Admitted::through(start),
          Search{{.depth = 1}, moves(start, only), static_cast<unsigned>(only.size())}};
}

/// For fakes that die, or do not end.
PoolSettings impatient(const std::string& name) {
  PoolSettings settings = patient(fake(name));
  settings.back_off = milliseconds{20};
  settings.deadlines.quit = milliseconds{50};
  return settings;
}

bool has_children() {
  return ::waitpid(-1, nullptr, WNOHANG) != -1 || errno != ECHILD;
}

template <typename Condition>
bool comes_true(Condition&& condition) {
  for (const auto until = steady_clock::now() + std::chrono::seconds{30}; steady_clock::now() < until;) {
    if (condition()) return true;
    std::this_thread::sleep_for(milliseconds{2});
  }
  return false;
}

TEST(Pool, AGoodEngineAnswers) {
  {
    LoggedBridge engines{patient(fake("good"))};
    const auto answer = engines.ask(Importance::explanations, question()).get();
    ASSERT_TRUE(answer) << answer.error();
    ASSERT_THAT(answer->lines, SizeIs(2));
    EXPECT_EQ(to_uci(answer->lines[0].moves[0]), "e2e4");
    EXPECT_EQ(answer->lines[1].score, (uci::Score{uci::Score::Unit::centipawns, 20}));
    EXPECT_EQ(to_uci(*answer->best), "e2e4");
    EXPECT_EQ(answer->engine, "Fake good");
    const PoolStatus status = engines.bridge.status();
    EXPECT_EQ(status.answered, 1U);
    EXPECT_THAT(status.in_words(), HasSubstr("Fake good"));
    EXPECT_THAT(engines.log(), IsEmpty());
  }
  EXPECT_FALSE(has_children());
}

TEST(Pool, TwoEnginesShareManyQuestions) {
  PoolSettings settings = patient(fake("good"));
  settings.queue = 1000;
  LoggedBridge engines{settings};
  std::vector<std::future<tl::expected<EngineAnswer, std::string>>> answers;
  for (int i = 0; i < 200; ++i) answers.push_back(engines.ask(Importance::plausibility, question()));
  for (auto& answer : answers) EXPECT_TRUE(answer.get());
  const PoolStatus status = engines.bridge.status();
  EXPECT_EQ(status.answered, 200U);
  ASSERT_THAT(status.engines, SizeIs(2));
  EXPECT_GT(status.engines[0].answers, 0U);
}

TEST(Pool, AMoveListIsAQuestionToo) {
  LoggedBridge engines{patient(fake("good"))};
  const auto answer =
      engines.ask(Importance::comparison, {*Admitted::through(chess::Position{}), LegalMoves{}}).get();
  ASSERT_TRUE(answer) << answer.error();
  EXPECT_THAT(answer->legal, SizeIs(20));
}

// ---- engines that are not what they should be

struct Broken {
  std::string name;
  std::string sentence;
};

class BrokenEngine : public ::testing::TestWithParam<Broken> {};

TEST_P(BrokenEngine, IsASentenceInTheLogAndNothingWorse) {
  {
    PoolSettings settings = impatient(GetParam().name);
    if (GetParam().sentence.starts_with("hung"))
      settings.deadlines.search = settings.deadlines.stop = milliseconds{100};
    LoggedBridge engines{settings};
    const auto answer = engines.ask(Importance::explanations, question()).get();
    ASSERT_FALSE(answer);
    EXPECT_THAT(answer.error(), HasSubstr(GetParam().sentence));
    // The log hears of it when the child has been reaped.
    EXPECT_TRUE(comes_true([&] { return !engines.log().empty(); }));
    EXPECT_THAT(engines.log(), ElementsAre(HasSubstr(GetParam().sentence)))
        << "said once, not at each failure";
    // It is started again, and fails again.
    EXPECT_TRUE(comes_true([&] {
      const PoolStatus status = engines.bridge.status();
      return status.engines[0].restarts + status.engines[1].restarts >= 2;
    }));
    EXPECT_FALSE(engines.ask(Importance::explanations, question()).get());
    EXPECT_THAT(engines.log(), SizeIs(1));
    const PoolStatus status = engines.bridge.status();
    EXPECT_EQ(status.unanswered, 2U);
    EXPECT_THAT(status.in_words(), HasSubstr(GetParam().sentence));
  }
  EXPECT_FALSE(has_children());
}

INSTANTIATE_TEST_SUITE_P(
    OfEveryKind, BrokenEngine,
    ::testing::Values(Broken{"hangs", "hung over rnbqkbnr/"},
                      Broken{"crashes", "ended by signal 11 while it looked at rnbqkbnr/"},
                      Broken{"floods", "floods its output"}, Broken{"nonsense", "hung over"},
                      Broken{"illegal", R"(answered "a1h8")"},
                      Broken{"long_line", "a line of more than 65536 bytes"},
                      Broken{"closes_output", "closed its output"}),
    [](const auto& kind) { return kind.param.name; });

class NoEngine : public ::testing::TestWithParam<Broken> {};

TEST_P(NoEngine, IsASentenceInTheLogAndNothingWorse) {
  {
    PoolSettings settings = impatient(GetParam().name);
    settings.deadlines.handshake = milliseconds{300};
    settings.patience = milliseconds{1};
    LoggedBridge engines{settings};
    const auto answer = engines.ask(Importance::explanations, question()).get();
    ASSERT_FALSE(answer);
    EXPECT_THAT(answer.error(), HasSubstr("no engine was ready in time"));
    EXPECT_TRUE(comes_true([&] { return !engines.log().empty(); }));
    EXPECT_THAT(engines.log(), ElementsAre(HasSubstr(GetParam().sentence)));
    EXPECT_FALSE(engines.bridge.wait_until_ready(milliseconds{10'000})) << "and nobody waits for it";
  }
  EXPECT_FALSE(has_children());
}

INSTANTIATE_TEST_SUITE_P(OfEveryKind, NoEngine,
                         ::testing::Values(Broken{"exits", "ended with exit status 3"},
                                           Broken{"hangs_at_start", R"(did not answer "uci" within 300 ms)"},
                                           Broken{"not_an_engine", R"(did not answer "uci" within 300 ms)"},
                                           Broken{"no_program", "cannot be started: "},
                                           Broken{"is_not_there", "cannot be started: "}),
                         [](const auto& kind) { return kind.param.name; });

TEST(Pool, AnEngineThatTakesAnotherPositionIsNotBelieved) {
  LoggedBridge engines{impatient("elsewhere")};
  const chess::Position endgame = position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  const auto answer =
      engines.ask(Importance::explanations, {*Admitted::through(endgame), Search{{.depth = 1}, {}, 1}}).get();
  ASSERT_FALSE(answer);
  EXPECT_THAT(answer.error(),
              HasSubstr("was given 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 and understood rnbqkbnr/"));
}

TEST(Pool, ASearchThatTakesTooLongIsStoppedAndItsEngineKept) {
  PoolSettings settings = patient(fake("slow"));
  settings.engines = 1;
  settings.deadlines.search = milliseconds{50};
  LoggedBridge engines{settings};
  ASSERT_TRUE(engines.bridge.wait_until_ready(milliseconds{30'000}));
  const int pid = engines.bridge.status().engines[0].pid;
  const auto answer = engines.ask(Importance::explanations, question()).get();
  ASSERT_FALSE(answer);
  EXPECT_THAT(answer.error(), HasSubstr("did not come to an end within 50 ms and was stopped"));
  EXPECT_EQ(engines.bridge.status().engines[0].pid, pid);
  EXPECT_EQ(engines.bridge.status().engines[0].restarts, 0U);
}

TEST(Pool, AnEngineThatIgnoresQuitIsKilled) {
  const auto before = steady_clock::now();
  {
    LoggedBridge engines{impatient("ignores_quit")};
    ASSERT_TRUE(engines.ask(Importance::explanations, question()).get());
  }
  EXPECT_FALSE(has_children());
  EXPECT_LT(steady_clock::now() - before, std::chrono::seconds{20});
}

TEST(Pool, AnEngineThatDiedIsStartedAgainAndSaysSo) {
  PoolSettings settings = impatient("good");
  settings.engines = 1;
  LoggedBridge engines{settings};
  ASSERT_TRUE(engines.ask(Importance::explanations, question()).get());
  ::kill(engines.bridge.status().engines[0].pid, SIGKILL);
  ASSERT_TRUE(comes_true([&] { return engines.bridge.status().engines[0].restarts == 1; }));
  ASSERT_TRUE(engines.ask(Importance::explanations, question()).get());
  EXPECT_EQ(engines.bridge.status().engines[0].failures, 0U);
  EXPECT_THAT(engines.log(), ElementsAre(HasSubstr("ended by signal 9"), HasSubstr("answers again")));
}

TEST(Pool, AnEngineThatGoesOnDyingIsStartedLaterAndLater) {
  PoolSettings settings = impatient("exits");
  settings.engines = 1;
  const auto before = steady_clock::now();
  LoggedBridge engines{settings};
  std::this_thread::sleep_for(milliseconds{500});
  const std::uint64_t restarts = engines.bridge.status().engines[0].restarts;
  // 20 + 40 + 80 + 160 + 320 ms …: so many fit into the time, were the engine to end in none.
  std::uint64_t most = 0;
  for (auto left = steady_clock::now() - before, wait = steady_clock::duration{milliseconds{20}};
       left >= wait; left -= wait, wait *= 2)
    ++most;
  EXPECT_LE(restarts, most);
  EXPECT_TRUE(comes_true([&] { return engines.bridge.status().engines[0].restarts >= 3; }));
}

TEST(Pool, AFullQueueDropsTheLeastImportantFirstAndCounts) {
  PoolSettings settings = impatient("hangs_at_start");
  settings.engines = 1;
  settings.queue = 2;
  LoggedBridge engines{settings};
  auto hint = engines.ask(Importance::plausibility, question());
  auto first = engines.ask(Importance::explanations, question());
  auto proof = engines.ask(Importance::proof, question());
  EXPECT_THAT(hint.get().error(), HasSubstr("more important questions came first"));
  auto second = engines.ask(Importance::explanations, question());
  EXPECT_THAT(proof.get().error(), HasSubstr("more important"));
  auto third = engines.ask(Importance::explanations, question());
  EXPECT_THAT(first.get().error(), HasSubstr("more important")) << "of equals the oldest";
  EXPECT_EQ(engines.bridge.status().dropped, 3U);
  EXPECT_EQ(engines.bridge.status().waiting, 2U);
  EXPECT_THAT(engines.bridge.status().in_words(), HasSubstr("3 questions dropped"));
}

TEST(Pool, TheMostImportantQuestionComesFirst) {
  PoolSettings settings = patient(fake("good"));
  settings.engines = 1;
  LoggedBridge engines{settings};
  std::vector<int> order;
  std::promise<void> done;
  engines.bridge.post([&](Pool& pool) {
    const auto note = [&](int number) {
      return [&, number](const auto&) {
        order.push_back(number);
        if (order.size() == 3) done.set_value();
      };
    };
    pool.ask(Importance::plausibility, question(), note(3));
    pool.ask(Importance::proof, question(), note(2));
    pool.ask(Importance::explanations, question(), note(1));
  });
  done.get_future().wait();
  EXPECT_THAT(order, ElementsAre(1, 2, 3));
}

TEST(Pool, NobodyWaitsForAnEngineThatHangs) {
  LoggedBridge engines{impatient("hangs_at_start")};
  const auto before = steady_clock::now();
  for (int i = 0; i < 1000; ++i) engines.ask(Importance::explanations, question());
  EXPECT_LT(steady_clock::now() - before, std::chrono::seconds{5});
  EXPECT_EQ(engines.bridge.status().dropped + 64, 1000U);
}

}  // namespace
}  // namespace jadoube::engine_bridge
