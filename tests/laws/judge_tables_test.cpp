// What the judge is made of, as tables: words of a claim, score sheets, the envelope, clock times (docs/rules.md 4, 9, 10).
#include <gmock/gmock.h>

#include "judge/adjournment.hpp"
#include "judge/advice_writer.hpp"
#include "judge/claim.hpp"
#include "judge/clock_times.hpp"
#include "judge/michigan_count.hpp"
#include "judge/offences.hpp"
#include "judge/score_sheets.hpp"
#include "tests/laws/script.hpp"

namespace jadoube::laws {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Each by itself, so that no other word of the list can stand for it.
TEST(AClaim, HasTheseWords) {
  const std::vector<std::pair<ClaimKind, std::vector<const char*>>> all{
      {ClaimKind::two_hands, {"two hands", "both hands"}},
      {ClaimKind::clock_handling,
       {"other hand", "wrong hand", "same hand", "6.2.3", "6.2.4", "with force", "hit the clock",
        "hits the clock"}},
      {ClaimKind::touched_piece, {"touch", "let go", "released", "took back", "takes back"}},
      {ClaimKind::adjusting, {"adjust", "adoube"}},
      {ClaimKind::distraction, {"distract", "disturb", "noise", "talk", "draw offer", "offers a draw"}},
      {ClaimKind::conduct,
       {"telephone", "phone", "mobile", "device", "advice", "notes", "cheat", "outside help", "playing area",
        "venue", "left the board", "leaves the board"}},
      {ClaimKind::agreement, {"agreed", "agreement", "accepted", "resign"}},
      {ClaimKind::recording, {"record", "sheet", "8.4"}},
      {ClaimKind::absent, {"default", "absent", "arriv"}},
      {ClaimKind::repetition,
       {"three", "third time", "repet", "repeat", "fivefold", "five times", "same position"}},
      {ClaimKind::fifty_moves, {"fifty", "50", "seventy", "75"}},
      {ClaimKind::no_winning_chances,
       {"chances", "10.2", "guideline", "iii.", "for an increment", "no effort", "normal means"}},
      {ClaimKind::clock,
       {"clock setting", "setting of the clock", "clock times", "defect", "faulty", "increment", "not added",
        "6.10", "clock"}},
      {ClaimKind::colours, {"colours", "colors"}},
      {ClaimKind::board_turned, {"turned", "sideways", "orientation"}},
      {ClaimKind::wrong_set_up,
       {"set-up", "set up", "set_up", "setup", "start position", "initial position", "at the start",
        "at the beginning", "exchanged", "swapped"}},
      {ClaimKind::illegal_move, {"illegal", "check", "king"}},
      {ClaimKind::displaced, {"displaced", "knocked", "not on its square"}},
      {ClaimKind::promotion, {"promot", "last rank"}},
      {ClaimKind::castling, {"castl"}},
      {ClaimKind::press, {"without a move", "without moving", "no move"}},
      {ClaimKind::queens_or_rooks,
       {"rule 10", "queens", "queen against", "queen v", "rooks", "rook against", "rook v"}},
      {ClaimKind::end_on_board, {"mate", "insufficient", "dead position"}},
      {ClaimKind::draw, {"perpetual", "draw"}},
      {ClaimKind::flag, {"flag", "time"}},
      {ClaimKind::irregularity, {"two", "queen", "rook", "move", "pawn", "set", ""}}};
  for (const auto& [kind, words] : all)
    for (const std::string word : words) {
      EXPECT_EQ(claim_kind(word), kind) << word;
      EXPECT_EQ(claim_kind("?" + word + "?"), kind) << word;
    }
}

TEST(AClaim, IsAnsweredInOneOfFiveWays) {
  std::vector<std::string_view> names;
  for (const ClaimAnswer answer : {ClaimAnswer::valid, ClaimAnswer::too_late, ClaimAnswer::not_his,
                                   ClaimAnswer::wrong, ClaimAnswer::judgement})
    names.push_back(name(answer));
  EXPECT_THAT(names, ElementsAre("valid", "too late", "not his to claim", "wrong", "yours to judge"));
}

/// docs/rules.md 9, in the order of its steps: what cannot be rebuilt comes before both, both before what does not suffice.
TEST(ScoreSheets, HaveOneDutyEach) {
  struct Step {
    const char* law;
    SheetsBehind behind;
    const char* article;
    const char* text;
  };
  const char* const both =
      "Stop both clocks; a second board may be used. First write down the position, both times, whose clock "
      "ran and the "
      "number of moves.";
  const char* const lacking =
      "The sheets do not suffice: stop both clocks and rebuild the game on a second board.";
  const char* const lost = "The game goes on; the next move counts as the first after the control.";
  const char* const none = "No score sheet has to be brought up to date.";
  const SheetsBehind nobody{false, false, false, false, false};
  const SheetsBehind white{true, false, false, false, false};
  const SheetsBehind black{false, true, false, false, false};
  const SheetsBehind two{true, true, false, false, false};
  const SheetsBehind white_after{true, false, false, false, true};
  for (const auto& [law, behind, article, text] : std::vector<Step>{
           {"fide-2023-std", nobody, "", none},
           {"fide-2023-std", {false, false, true, true, true}, "", none},
           {"fide-2023-std", white, "8.5.2",
            "White brings his sheet up to date before his next move; he may borrow his opponent's sheet."},
           {"fide-2023-std", black, "8.5.2",
            "Black brings his sheet up to date before his next move; he may borrow his opponent's sheet."},
           {"fide-2023-std", white_after, "8.5.2",
            "White brings his sheet up to date before his next move; he may borrow his opponent's sheet."},
           {"fide-2023-std", two, "8.5.1", both},
           {"fide-2023-std", {true, true, true, false, false}, "8.5.1", both},
           {"fide-2023-std", {true, false, true, false, false}, "8.5.3", lacking},
           {"fide-2023-std", {true, true, true, true, false}, "8.6", lost},
           {"fide-2023-std", {false, true, false, true, false}, "8.6", lost},
           {"skak-1985", white, "11.6",
            "White brings his sheet up to date before his next move, before his clock is started."},
           {"skak-1985", white_after, "11.6",
            "White brings his sheet up to date before his next move, on his own running clock."},
           {"skak-1985", two, "11.7", both},
           {"skak-1985", {false, true, true, false, false}, "11.8", lacking},
           {"skak-1985", {true, true, false, true, false}, "11.9", lost},
           {"michigan-speed-2000", two, "", none}}) {
    const SheetDuty duty = score_sheet_duty(*built_in_law(law), behind);
    EXPECT_EQ(duty.article, article) << law;
    EXPECT_EQ(duty.text.english(), text) << law;
  }
  // A law of its own numbers has one for all of it.
  LawSet own = *built_in_law("fide-2023-std");
  Cell cell = own.cell(Row{27});
  cell.articles = {"9"};
  own.set(Row{27}, cell);
  EXPECT_EQ(score_sheet_duty(own, two).article, "9");
  cell.articles = {"9", "8.5"};
  own.set(Row{27}, cell);
  EXPECT_EQ(score_sheet_duty(own, two).article, "8.5.1");
  EXPECT_EQ(score_sheet_duty(own, {true, true, true, true, false}).article, "9");
}

TEST(TheEnvelope, SaysWhatIsKnown) {
  Adjournment a;
  a.fen = "4k3/8/8/8/8/8/8/4K2R b - - 0 41";
  a.sealer = Side::black;
  a.move_number = 41;
  EXPECT_EQ(
      envelope(a).english(),
      "Players: (White) – (Black)\nPosition: 4k3/8/8/8/8/8/8/4K2R b - - 0 41\nSealed by Black: move 41");
  a.sealer = Side::white;
  a.white = "Anna";
  a.black = "Bo";
  a.used = Readings{61min, 59s};
  a.remaining = Readings{10min, 12min};
  EXPECT_EQ(envelope(a).english(),
            "Players: Anna – Bo\nPosition: 4k3/8/8/8/8/8/8/4K2R b - - 0 41\nSealed by White: move 41\n"
            "Used: W 1:01:00 / B 0:59\nRemaining: W 10:00 / B 12:00");
}

TEST(TheEnvelope, IsComparedToTheSecond) {
  Adjournment a;
  a.fen = "4k3/8/8/8/8/8/8/4K2R w - - 0 41";
  a.remaining = Readings{10min, 12min};
  const auto board = chess::setup_from_fen(a.fen)->placement.occupied();
  const auto count = [&](ClockTime white, ClockTime black) {
    return check_resumption(a, board, Readings{white, black}).size();
  };
  for (const ClockTime off : {ClockTime{999ms}, ClockTime{-999ms}}) {
    EXPECT_EQ(count(10min + off, 12min), 0U);
    EXPECT_EQ(count(10min, 12min + off), 0U);
  }
  for (const ClockTime off : {ClockTime{1s}, ClockTime{-1s}}) {
    EXPECT_EQ(count(10min + off, 12min), 1U);
    EXPECT_EQ(count(10min, 12min + off), 1U);
  }
  EXPECT_EQ(check_resumption(a, board, Readings{9min, 12min}).front().english(),
            "White's clock shows 9:00, the envelope says 10:00.");
  EXPECT_THAT(check_resumption(a, board, std::nullopt), IsEmpty()) << "nobody knows what the clocks show";
  a.remaining.reset();
  EXPECT_THAT(check_resumption(a, board, Readings{}), IsEmpty()) << "or showed";
  EXPECT_THAT(differing_squares("no board", board, words::wording("the envelope")), IsEmpty());
}

/// docs/rules.md 4: what is proposed, with an increment and a penalty and without.
TEST(ClockProposals, AreTheseInEachCase) {
  const auto said = [](const std::vector<ClockProposal>& list) {
    std::vector<std::string> out;
    for (const ClockProposal& each : list)
      out.push_back(times_text(each.times).english() + ", " + each.why + ": " + each.words.english());
    return out;
  };
  Occurrence o;
  o.offender = Side::black;
  o.at_press = {5min, 3min};
  o.now = {4min, 3min};
  o.t = 60s;
  Switches logged;
  Switches unchanged;
  unchanged.s3 = Switches::Reinstate::unchanged;

  EXPECT_THAT(said(found_at_once(o, logged, "P1")),
              ElementsAre("W 4:00 / B 3:00, P1: Black's as at his press; White's as at 0:01:00.0",
                          "W 5:00 / B 3:00, P1, white as at the press: both as at Black's press"));
  EXPECT_THAT(said(found_at_once(o, unchanged, "P1")),
              ElementsAre("W 4:00 / B 3:00, unchanged: both left as at 0:01:00.0",
                          "W 5:00 / B 3:00, P1, white as at the press: both as at Black's press"));
  EXPECT_THAT(said(found_later(o, logged)),
              ElementsAre("W 5:00 / B 3:00, P2: both as at Black's press",
                          "W 4:00 / B 3:00, unchanged: both left as at 0:01:00.0"));
  EXPECT_THAT(said(found_later(o, unchanged)),
              ElementsAre("W 4:00 / B 3:00, unchanged: both left as at 0:01:00.0",
                          "W 5:00 / B 3:00, P2: both as at Black's press"));
  EXPECT_THAT(said(board_stands(o, logged)),
              ElementsAre("W 4:00 / B 3:00, P4: Black's as at his press; White's as at 0:01:00.0",
                          "W 5:00 / B 3:00, P4, white as at the press: both as at Black's press"));
  EXPECT_THAT(said(own_time(o)), ElementsAre("W 5:00 / B 3:00, P5: both as at Black's press"));

  o.increment = 2s;
  o.penalty = 1min;
  EXPECT_THAT(
      said(found_at_once(o, logged, "P3")),
      ElementsAre("W 5:00 / B 2:58, P3: Black's as at his press, its increment taken back; White's as at "
                  "0:01:00.0, 1:00 more for White",
                  "W 6:00 / B 2:58, P3, white as at the press: both as at Black's press, its increment taken "
                  "back, 1:00 more for White",
                  "W 5:00 / B 3:00, unchanged: both left as at 0:01:00.0, only 1:00 more for White"));
  EXPECT_THAT(
      said(found_later(o, logged)),
      ElementsAre(
          "W 6:00 / B 2:58, P2: both as at Black's press, its increment taken back, 1:00 more for White",
          "W 5:00 / B 3:00, unchanged: both left as at 0:01:00.0, only 1:00 more for White"));
  EXPECT_THAT(
      said(board_stands(o, logged)),
      ElementsAre("W 5:00 / B 2:58, P4: Black's as at his press, its increment taken back; White's as at "
                  "0:01:00.0, 1:00 more for White",
                  "W 6:00 / B 2:58, P4, white as at the press: both as at Black's press, its increment taken "
                  "back, 1:00 more for White"));
  // S2: the increment stays.
  Switches keeps = logged;
  keeps.s2 = false;
  EXPECT_THAT(said(found_later(o, keeps)),
              ElementsAre("W 6:00 / B 3:00, P2: both as at Black's press, 1:00 more for White",
                          "W 5:00 / B 3:00, unchanged: both left as at 0:01:00.0, only 1:00 more for White"));
  // The log knows no such press, or play has gone on since.
  o.offender_as_now = true;
  o.now.black = 2min;
  EXPECT_THAT(
      said(board_stands(o, logged)),
      ElementsAre(
          "W 5:00 / B 1:58, P4: both as at 0:01:00.0, the increment of Black's press taken back, 1:00 "
          "more for White"));
  EXPECT_THAT(said(board_stands(o, keeps)),
              ElementsAre("W 5:00 / B 2:00, P4: both left as at 0:01:00.0, only 1:00 more for White"));
  EXPECT_THAT(
      said(found_at_once(o, logged, "P3")),
      ElementsAre(
          "W 5:00 / B 1:58, P3: both as at 0:01:00.0, the increment of Black's press taken back, 1:00 "
          "more for White",
          "W 5:00 / B 2:00, unchanged: both left as at 0:01:00.0, only 1:00 more for White"));
}

TEST(ClockProposals, OfAWrongClaimSayWhoseTimeItIs) {
  Parameters p;
  p.wrong_claim = 2min;
  p.wrong_claim_on = WrongClaim::opponent;
  EXPECT_EQ(wrong_claim(Side::black, {1min, 1min}, p).front().words.english(), "2:00 more for White");
  EXPECT_EQ(wrong_claim(Side::black, {1min, 1min}, p).front().times, (Readings{3min, 1min}));
  p.wrong_claim_on = WrongClaim::claimant_used;
  EXPECT_EQ(wrong_claim(Side::black, {1min, 1min}, p).front().words.english(), "2:00 less for Black");
  EXPECT_EQ(wrong_claim(Side::black, {1min, 1min}, p).front().times, (Readings{1min, 0s}))
      << "no clock shows less";
}

TEST(TimeControls, EndWithTheMoveThatTheySay) {
  const TimeControl control = *parse_time_control("40/7200+30:20/3600+10:900");
  struct At {
    unsigned completed, control;
    ClockTime base, given, increments;
    bool last;
  };
  for (const auto& [completed, ends, base, given, increments, last] :
       std::vector<At>{{0, 40, 2h, 2h, 0s, false},
                       {1, 40, 2h, 2h, 30s, false},
                       {39, 40, 2h, 2h, 39 * 30s, false},
                       {40, 60, 1h, 3h, 40 * 30s, false},
                       {41, 60, 1h, 3h, 40 * 30s + 10s, false},
                       {59, 60, 1h, 3h, 40 * 30s + 19 * 10s, false},
                       {60, 0, 15min, 3h + 15min, 40 * 30s + 20 * 10s, true},
                       {61, 0, 15min, 3h + 15min, 40 * 30s + 20 * 10s, true}}) {
    EXPECT_EQ(control.control(completed), ends) << completed;
    EXPECT_EQ(control.period(completed).base, base) << completed;
    EXPECT_EQ(control.given_by(control.index(completed)), given) << completed;
    EXPECT_EQ(control.increments(completed), increments) << completed;
    EXPECT_EQ(control.in_last_period(completed), last) << completed;
  }
  // Periods that all have an end: what is left over is played in the last one.
  const TimeControl closed = *parse_time_control("2/60:1/30");
  EXPECT_EQ(closed.control(2), 3U);
  EXPECT_EQ(closed.control(3), 0U);
  EXPECT_EQ(closed.period(3).base, ClockTime{30s});
  EXPECT_EQ(closed.given_by(closed.index(3)), ClockTime{90s});
}

TEST(TimeControls, HaveWholeNumbersUpToAMillion) {
  EXPECT_TRUE(parse_time_control("1000000/1000000+1000000"));
  for (const char* const text :
       {"1000001", "1000001/300", "300+1000001", "300+", "300+x", "300:", ":300", "1/2/3"})
    EXPECT_FALSE(parse_time_control(text)) << text;
  EXPECT_TRUE(parse_time_control("1/300"));
}

TEST(ClockTexts, TurnOverAtSixty) {
  for (const auto& [time, text] : std::vector<std::pair<ClockTime, const char*>>{{0s, "0:00"},
                                                                                 {9s, "0:09"},
                                                                                 {10s, "0:10"},
                                                                                 {59s + 999ms, "0:59"},
                                                                                 {60s, "1:00"},
                                                                                 {59min + 59s, "59:59"},
                                                                                 {1h, "1:00:00"},
                                                                                 {1h + 9min, "1:09:00"},
                                                                                 {10h + 10min, "10:10:00"}})
    EXPECT_EQ(clock_text(time), text);
  for (const auto& [time, text] :
       std::vector<std::pair<record::Time, const char*>>{{0s, "0:00:00.0"},
                                                         {99ms, "0:00:00.0"},
                                                         {100ms, "0:00:00.1"},
                                                         {9999ms, "0:00:09.9"},
                                                         {10s, "0:00:10.0"},
                                                         {60s, "0:01:00.0"},
                                                         {599s, "0:09:59.0"},
                                                         {3599s + 900ms, "0:59:59.9"},
                                                         {3600s, "1:00:00.0"},
                                                         {36000s, "10:00:00.0"}})
    EXPECT_EQ(log_time_text(time), text);
}

TEST(TheLeastThatIsLeft, IsTheMoreOfTheTwo) {
  Parameters p;
  p.floor = 5min;
  p.floor_per_move = 1min;
  EXPECT_EQ(clock_floor(p, 0), 5min);
  EXPECT_EQ(clock_floor(p, 5), 5min);
  EXPECT_EQ(clock_floor(p, 6), 6min);
}

TEST(TheMichiganCount, CountsPairsSinceItBegan) {
  MichiganCount count;
  EXPECT_FALSE(count.is_running());
  EXPECT_FALSE(count.on_ply(true)) << "nothing runs that could end";
  EXPECT_EQ(count.pairs(), 0U);
  count.start(Side::black, 11);
  EXPECT_TRUE(count.is_running());
  EXPECT_EQ(count.by(), Side::black);
  for (unsigned ply = 1; ply <= 5; ++ply) {
    EXPECT_FALSE(count.on_ply(false));
    EXPECT_EQ(count.pairs(), ply / 2);
  }
  // Plies 11 to 15 are counted.
  count.back_to(15);
  EXPECT_EQ(count.pairs(), 2U);
  count.back_to(13);
  EXPECT_EQ(count.pairs(), 1U);
  count.on_ply(false);
  EXPECT_EQ(count.pairs(), 2U) << "three of them were left";
  count.back_to(10);
  EXPECT_EQ(count.pairs(), 0U);
  count.back_to(2);
  EXPECT_EQ(count.pairs(), 0U);
  EXPECT_TRUE(count.is_running()) << "taken back to before it was announced, it counts from there";
  EXPECT_TRUE(count.on_ply(true));
  EXPECT_FALSE(count.is_running());
  count.start(Side::white, 1);
  count.stop();
  EXPECT_FALSE(count.is_running());
}

TEST(OffencesOfAPlayer, AreOneForEachActAndCountedInTheirOrder) {
  Offences all;
  EXPECT_EQ(all.number_of(Side::white, 5, 0), 1U) << "the number that it would have";
  EXPECT_EQ(all.add(Side::white, {5, 0, 3, "7.5.1"}), 1U);
  EXPECT_EQ(all.add(Side::white, {5, 0, 3, "7.5.4"}), 1U) << "two faults in one move are one";
  EXPECT_EQ(all.of(Side::white).front().article, "7.5.1");
  EXPECT_EQ(all.add(Side::white, {5, 1, 3, "7.5.1"}), 2U) << "the same ply got wrong again is another";
  EXPECT_EQ(all.add(Side::white, {7, 1, 4, "7.5.1"}), 3U);
  EXPECT_EQ(all.number_of(Side::white, 5, 1), 2U);
  EXPECT_EQ(all.number_of(Side::black, 5, 1), 1U);
  all.remove(Side::white, 7, 0);
  all.remove(Side::white, 5, 2);
  all.remove(Side::black, 5, 1);
  EXPECT_EQ(all.of(Side::white).size(), 3U);
  all.remove(Side::white, 5, 0);
  EXPECT_EQ(all.number_of(Side::white, 5, 1), 1U) << "those after it move up";
  EXPECT_EQ(all.of(Side::white).size(), 2U);
}

TEST(Ordinals, AreWordsAsFarAsThereAreAny) {
  std::vector<std::string> words;
  for (std::size_t n = 1; n <= 5; ++n) words.push_back(ordinal(n).english());
  EXPECT_THAT(words, ElementsAre("First", "Second", "Third", "4th", "5th"));
}

}  // namespace
}  // namespace jadoube::laws
