// Lines and records that say too little, too much or something that nobody can have meant.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "record/scan_log.hpp"
#include "record/scanlog_jsonl.hpp"

namespace jadoube::record {
namespace {

using ::testing::HasSubstr;
using Action = Arbiter::Action;

std::string fault_in(const std::string& line) {
  const auto read = parse_record(line);
  return read ? "" : read.error().message;
}

TEST(AnOddLine, IsRefusedWithTheReason) {
  for (const auto& [line, reason] : std::vector<std::pair<const char*, const char*>>{
           {R"({"type":"arbiter","t_us":1,"action":"seen","square":"a1","piece":"x"})",
            "is not a FEN letter"},
           {R"({"type":"arbiter","t_us":1,"action":"seen","square":"a1","piece":""})", "is not a FEN letter"},
           {R"({"type":"scan","t_us":x,"occupied":"ffff00000000ffff"})", ""},
           {R"({"type":"scan","t_us":99999999999999999,"occupied":"ffff00000000ffff"})", ""},
           {R"({"type":"scan","t_us":99999999999999999999,"occupied":"ffff00000000ffff"})", ""},
           {R"({"type":"scan","t_us":1,"occupied":"ffff00000000ffff","white":"xyz"})", ""}}) {
    ASSERT_FALSE(parse_record(line)) << line;
    EXPECT_THAT(fault_in(line), HasSubstr(reason)) << line;
  }
}

TEST(AnOddLine, OfAnUnknownTypeBeyondAllTimeTakesThatOfTheRecordBefore) {
  const auto read = parse_record(R"({"type":"aura","t_us":9223372036854775807})", Time{7});
  ASSERT_TRUE(read);
  EXPECT_EQ(time_of(read->record), Time{7});
}

TEST(APlacement, HasEightRanksOfEightSquares) {
  EXPECT_TRUE(pieces_from_fen("8/8/8/8/8/8/8/R3K3"));
  for (const char* const text :
       {"7/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/7", "8/8/8/8/8/8/8/45", "44p/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/4p4",
        "8/8/8/8/8/8/8", "8/8/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/x7"})
    EXPECT_FALSE(pieces_from_fen(text)) << text;
}

TEST(AHeader, IsAnObjectWithABoard) {
  EXPECT_THAT(parse_header("[]").error().message, HasSubstr("this is not a JSON object"));
  EXPECT_THAT(parse_header(R"({"type":"header","format":"jadoube-scanlog","version":1})").error().message,
              HasSubstr("\"board\" is missing"));
}

Arbiter entry(Action action) {
  Arbiter made;
  made.action = action;
  return made;
}

TEST(AnEntry, IsWrittenOnlyWithWhatItNeeds) {
  for (const Action action : {Action::confirm, Action::dismiss}) {
    Arbiter decision = entry(action);
    EXPECT_TRUE(contradiction(decision)) << "of nothing";
    decision.finding = 3;
    EXPECT_FALSE(contradiction(decision));
  }
  Arbiter seen = entry(Action::seen);
  seen.square = SensorSquare{};
  EXPECT_TRUE(contradiction(seen)) << "what?";
  seen.piece = 'P';
  EXPECT_FALSE(contradiction(seen));
  Arbiter declared = entry(Action::declare);
  EXPECT_TRUE(contradiction(declared)) << "by nobody";
  declared.side = chess::Side::white;
  EXPECT_TRUE(contradiction(declared)) << "what?";
  for (const Action action : {Action::claim, Action::count_started}) {
    Arbiter said = entry(action);
    EXPECT_TRUE(contradiction(said)) << "by nobody";
    said.side = chess::Side::black;
    EXPECT_FALSE(contradiction(said));
  }
  Arbiter note = entry(Action::note);
  EXPECT_TRUE(contradiction(note)) << "that says nothing";
  note.text = "a word";
  EXPECT_FALSE(contradiction(note));
  note.text = std::string(Arbiter::kLongestReason + 1, 'x');
  EXPECT_EQ(contradiction(note), "has too long a text");
  Arbiter retract = entry(Action::retract);
  retract.reason = "the wrong board";
  for (const std::int64_t t : {std::int64_t{-1}, kLargestInteger + 1}) {
    retract.entered = Time{t};
    EXPECT_EQ(contradiction(retract), "takes back what was entered at a time out of range");
  }
}

TEST(APairing, MayNameOnePlayerOrWhereWhiteSitsOrNothing) {
  Arbiter pairing = entry(Action::pairing);
  EXPECT_EQ(to_json(pairing), R"({"type":"arbiter","t_us":0,"action":"pairing"})");
  EXPECT_FALSE(contradiction(pairing));
  pairing.black_name = "Bo";
  EXPECT_EQ(to_json(pairing), R"({"type":"arbiter","t_us":0,"action":"pairing","black":"Bo"})");
  pairing.white_sits_near_a1 = false;
  EXPECT_EQ(to_json(pairing),
            R"({"type":"arbiter","t_us":0,"action":"pairing","black":"Bo","white_sits":"far_a1"})");
}

/// Of several pairings the last that says something holds; what is taken back says nothing.
TEST(Pairings, HoldUntilTheyAreTakenBack) {
  PairingEntries pairings{"Anna", "Bo"};
  EXPECT_FALSE(pairings.see(entry(Action::pause)));
  Arbiter seats = entry(Action::pairing);
  seats.t = Time{5};
  seats.white_sits_near_a1 = true;
  EXPECT_TRUE(pairings.see(seats));
  Arbiter names = entry(Action::pairing);
  names.t = Time{6};
  names.white_name = "Carla";
  EXPECT_TRUE(pairings.see(names));
  EXPECT_EQ(pairings.white(), "Carla");
  EXPECT_EQ(pairings.black(), "Bo");
  EXPECT_EQ(pairings.white_sits_near_a1(), true);
  Arbiter retract = entry(Action::retract);
  EXPECT_FALSE(pairings.see(retract)) << "of a finding";
  retract.entered = Time{6};
  EXPECT_TRUE(pairings.see(retract));
  EXPECT_FALSE(pairings.see(retract)) << "it is gone";
  EXPECT_EQ(pairings.white(), "Anna");
}

TEST(AClockReading, IsWrittenOnlyWithTimesThatCanBeRead) {
  ClockReading clock;
  clock.white = ClockTime::min();
  EXPECT_EQ(contradiction(clock), "has a clock time out of range");
  clock.white = {};
  clock.black = ClockTime::max();
  EXPECT_EQ(contradiction(clock), "has a clock time out of range");
}

TEST(ATextOfItsOwn, IsWrittenOnlyIfItIsOfItsKind) {
  EXPECT_FALSE(contradiction(Other{Time{1}, R"({"type":"aura","t_us":1})"}));
  EXPECT_TRUE(contradiction(Other{Time{1}, "no JSON"}));
  EXPECT_TRUE(contradiction(Other{Time{1}, R"({"type":"end","t_us":1})"})) << "which is known";
  EXPECT_EQ(to_json(Truth{Time{1}, "{\"type\":\"truth\",\n\"t_us\":1}"}), R"({"type":"truth", "t_us":1})");
}

TEST(Advice, IsWrittenOnlyWithNumbersThatCanBeRead) {
  const auto advice = [] {
    Advice made;
    made.ply = 1;
    made.rank = 1;
    made.moves.push_back({});
    made.moves.back().uci = "e2e4";
    return made;
  };
  constexpr std::uint64_t kTooMuch = static_cast<std::uint64_t>(kLargestInteger) + 1;
  EXPECT_FALSE(contradiction(advice()));
  Advice none = advice();
  none.moves.clear();
  EXPECT_EQ(contradiction(none), "rates no move");
  std::vector<Advice> odd(7, advice());
  odd[0].ply = 0;
  odd[1].rank = 0;
  odd[2].ply = kTooMuch;
  odd[3].depth = kTooMuch;
  odd[4].rank = kTooMuch;
  odd[5].moves.back().score = kLargestInteger + 1;
  odd[6].moves.back().score = -kLargestInteger - 1;
  for (const Advice& each : odd) EXPECT_EQ(contradiction(each), "has a number out of range");
}

}  // namespace
}  // namespace jadoube::record
