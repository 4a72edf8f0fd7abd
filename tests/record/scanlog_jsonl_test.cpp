#include "record/scanlog_jsonl.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace jadoube::record {
namespace {

using ::testing::HasSubstr;

// Every record type with every optional member, in canonical order.
const std::vector<std::string> kCanonical{
    R"({"type":"scan","t_us":0,"occupied":"ffff00000000ffff"})",
    R"({"type":"scan","t_us":9007199254740991,"occupied":"0000000000000000"})",
    R"({"type":"scan","t_us":5,"occupied":"ffff00000000ffff","white":"000000000000ffff"})",
    R"({"type":"scan","t_us":5,"occupied":"ffff00000000ffff","pieces":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"})",
    R"({"type":"scan","t_us":5,"occupied":"0000000000000003","pieces":"8/8/8/8/8/8/8/K7"})",
    R"({"type":"clock","t_us":7,"white_ms":180000,"black_ms":-5,"running":"none"})",
    R"({"type":"clock","t_us":7,"white_ms":0,"black_ms":180000,"running":"black","flag":"white"})",
    R"({"type":"press","t_us":7,"side":"black"})",
    R"({"type":"link","t_us":7,"state":"lost","reason":"unplugged \"by\" Ünsal\n\u0001\\"})",
    R"({"type":"link","t_us":7,"state":"restored"})",
    R"({"type":"arbiter","t_us":7,"action":"pause"})",
    R"({"type":"arbiter","t_us":7,"action":"resume"})",
    R"({"type":"arbiter","t_us":7,"action":"set_position","fen":"8/8/8/8/8/8/8/K1k5 w - - 0 1"})",
    R"({"type":"arbiter","t_us":7,"action":"set_position","fen":"x","white_ms":60000,"black_ms":59000})",
    R"({"type":"arbiter","t_us":7,"action":"claim","side":"white","what":"threefold"})",
    R"({"type":"arbiter","t_us":7,"action":"confirm","finding":12})",
    R"({"type":"arbiter","t_us":7,"action":"dismiss","finding":0})",
    R"({"type":"arbiter","t_us":7,"action":"seen","square":"e8","piece":"."})",
    R"({"type":"arbiter","t_us":7,"action":"declare","side":"black","piece":"q"})",
    R"({"type":"arbiter","t_us":7,"action":"count_started","side":"black"})",
    R"({"type":"arbiter","t_us":7,"action":"result","result":"1/2-1/2"})",
    R"({"type":"arbiter","t_us":7,"action":"new_game"})",
    R"({"type":"arbiter","t_us":7,"action":"adjourn"})",
    R"({"type":"arbiter","t_us":7,"action":"law","id":"fide-2023-blitz-B3"})",
    R"({"type":"arbiter","t_us":7,"action":"pairing","white":"A","black":"B","white_sits":"far_a1"})",
    R"({"type":"arbiter","t_us":7,"action":"retract","finding":12,"reason":"the wrong \"button\""})",
    R"({"type":"arbiter","t_us":7,"action":"retract","entered_us":5,"reason":"x"})",
    R"({"type":"arbiter","t_us":7,"action":"note","text":"Black has asked for the \"second\" clock"})",
    R"({"type":"arbiter","t_us":7,"action":"note","finding":12,"text":"x"})",
    R"({"type":"advice","t_us":7,"about":"explanations","ply":1,"fen":"x","moves":[{"uci":"e2e4","cp":-5}]})",
    R"({"type":"advice","t_us":7,"about":"played","ply":21,"fen":"8/8/8/8/8/8/8/K1k5 w - - 0 1","engine":"E \"1\"","depth":1,"rank":14,"moves":[{"uci":"e2e4","cp":-512},{"uci":"e7e8q","mate":-3}]})",
    R"({"type":"truth","t_us":7, "anything" : [1, {"}": "\u00fc"}]})",
    R"({"type":"end","t_us":7})",
    R"({"type":"from_the_future","t_us":7,"x":null})",
};

TEST(ScanlogLine, WhatIsReadCanonicallyIsWrittenWithTheSameBytes) {
  for (const auto& line : kCanonical) {
    const auto read = parse_record(line);
    ASSERT_TRUE(read) << line << " " << read.error().message;
    EXPECT_EQ(to_json(read->record, read->extra), line);
  }
}

TEST(ScanlogLine, BlanksAndOtherOrdersAreReadLikeTheCanonicalForm) {
  const auto read =
      parse_record(" { \"occupied\" : \"00000000000000ff\" ,\t\"t_us\":3, \"type\" :\"scan\" }\r");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(to_json(read->record, read->extra), R"({"type":"scan","t_us":3,"occupied":"00000000000000ff"})");
}

TEST(ScanlogLine, PiecesAloneTellWhatIsOccupied) {
  const auto read = parse_record(R"({"type":"scan","t_us":3,"pieces":"8/8/8/8/8/8/8/K6k"})");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(std::get<Scan>(read->record).occupied, Occupancy{0x81});
}

TEST(ScanlogLine, UnknownMembersAreCarriedAlongAsTheyStand) {
  const std::string line = R"({"type":"press","t_us":7,"side":"white","x":{"a": [1,2.50]},"y":"ü,}"})";
  const auto read = parse_record(line);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->extra, R"("x":{"a": [1,2.50]},"y":"ü,}")");
  EXPECT_EQ(to_json(read->record, read->extra), line);
  // Those of a rated move too.
  const std::string advice =
      R"({"type":"advice","t_us":7,"about":"played","ply":3,"fen":"x","moves":[{"uci":"e2e4","cp":1,"wdl":[1, 2]}],"pv":"]"})";
  const auto rated = parse_record(advice);
  ASSERT_TRUE(rated) << rated.error().message;
  EXPECT_EQ(std::get<Advice>(rated->record).moves[0].extra, R"("wdl":[1, 2])");
  EXPECT_EQ(to_json(rated->record, rated->extra), advice);
  // A member that another action uses is unknown here.
  const auto pause = parse_record(R"({"type":"arbiter","t_us":1,"action":"pause","fen":"x"})");
  ASSERT_TRUE(pause);
  EXPECT_EQ(pause->extra, R"("fen":"x")");
}

TEST(ScanlogLine, AnUnknownTypeWithoutUsableTimeTakesThatOfTheRecordBefore) {
  const auto late = parse_record(R"({"type":"x","t_us":50})", Time{40});
  const auto early = parse_record(R"({"type":"x","t_us":30})", Time{40});
  const auto none = parse_record(R"({"type":"x","t_us":"soon"})", Time{40});
  ASSERT_TRUE(late && early && none);
  EXPECT_EQ(time_of(late->record), Time{50});
  EXPECT_EQ(time_of(early->record), Time{40});
  EXPECT_EQ(time_of(none->record), Time{40});
}

TEST(ScanlogLine, TheTimeNeverDecreasesButMayStandStill) {
  EXPECT_TRUE(parse_record(R"({"type":"end","t_us":5})", Time{5}));
  for (const std::string line :
       {R"({"type":"end","t_us":4})", R"({"type":"scan","t_us":4,"occupied":"ffff00000000ffff"})"}) {
    const auto read = parse_record(line, Time{5});
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().column, line.find('4') + 1) << line;
    EXPECT_THAT(read.error().message, HasSubstr("earlier than the record before it"));
  }
}

struct Bad {
  std::string line;
  std::size_t column;
  std::string says;
};

TEST(ScanlogLine, ADamagedLineIsRefusedWithItsColumnAndAReason) {
  const std::vector<Bad> list{
      {"", 1, "ends too early"},
      {"garbage", 1, "not JSON"},
      {"[1]", 1, "not a JSON object"},
      {R"({"t_us":1})", 1, R"("type" is missing)"},
      {R"({"type":"sca)", 13, "ends too early"},
      {R"({"type":"end","t_us":1)", 23, "ends too early"},
      {R"({"type":"end","t_us":1}x)", 24, "not JSON"},
      {R"({"ü":"ü",x})", 10, "not JSON"},
      {R"({"type":7,"t_us":1})", 9, "not a string"},
      {R"({"type":"end"})", 1, R"("t_us" is missing)"},
      {R"({"type":"end","t_us":-1})", 22, "less than 0"},
      {R"({"type":"end","t_us":1.0})", 22, "not an integer"},
      {R"({"type":"end","t_us":"1"})", 22, "not an integer"},
      {R"({"type":"end","t_us":01})", 23, "not JSON"},
      {R"({"type":"end","t_us":9007199254740992})", 22, "more than"},
      {R"({"type":"end","t_us":18446744073709551615})", 22, "too large"},
      {R"({"type":"end","t_us":99999999999999999999})", 22, "not an integer"},
      {R"({"type":"scan","t_us":1})", 1, R"("occupied" is missing)"},
      {R"({"type":"scan","t_us":1,"occupied":"FFFF00000000FFFF"})", 36, "16 hex digits"},
      {R"({"type":"scan","t_us":1,"occupied":"ffff"})", 36, "16 hex digits"},
      {R"({"type":"scan","t_us":007,"occupied":"ffff00000000ffff"})", 24, "not JSON"},
      {R"({"type":"scan","t_us":-7,"occupied":"ffff00000000ffff"})", 23, "less than 0"},
      {R"({"type":"scan","t_us":1,"occupied":"0000000000000001","white":"0000000000000002"})", 63,
       "not occupied"},
      {R"({"type":"scan","t_us":1,"occupied":"0000000000000001","pieces":"8/8/8/8/8/8/8/1K6"})", 64,
       "not occupied"},
      {R"({"type":"scan","t_us":1,"pieces":"9/8/8/8/8/8/8/8"})", 34, "placement"},
      {R"({"type":"scan","t_us":1,"pieces":"8/8/8/8/8/8/8"})", 34, "placement"},
      {R"({"type":"scan","t_us":1,"pieces":"8/8/8/8/8/8/8/8/8"})", 34, "placement"},
      {R"({"type":"scan","t_us":1,"pieces":"ppppppppp/8/8/8/8/8/8/8"})", 34, "placement"},
      {R"({"type":"scan","t_us":1,"pieces":"44/8/8/8/8/8/8/8"})", 34, "placement"},
      {R"({"type":"clock","t_us":1,"white_ms":1,"black_ms":1})", 1, R"("running" is missing)"},
      {R"({"type":"clock","t_us":1,"white_ms":1,"black_ms":1,"running":"both"})", 62, "neither"},
      {R"({"type":"clock","t_us":1,"white_ms":1,"black_ms":9007199254741,"running":"none"})", 50,
       "more than"},
      {R"({"type":"press","t_us":1})", 1, R"("side" is missing)"},
      {R"({"type":"press","t_us":1,"side":"green"})", 33, "neither"},
      {R"({"type":"link","t_us":1,"state":"weak"})", 33, "neither"},
      {R"({"type":"arbiter","t_us":1,"action":"dance"})", 37, "not an action"},
      {R"({"type":"arbiter","t_us":1,"action":"seen","square":"i9","piece":"K"})", 53, "not a square"},
      {R"({"type":"arbiter","t_us":1,"action":"seen","square":"e4","piece":"Kk"})", 66, "FEN letter"},
      {R"({"type":"arbiter","t_us":1,"action":"declare","side":"white","piece":"."})", 70, "FEN letter"},
      {R"({"type":"arbiter","t_us":1,"action":"confirm","finding":-3})", 57, "less than 0"},
      {R"({"type":"arbiter","t_us":1,"action":"set_position"})", 1, R"("fen" is missing)"},
      {R"({"type":"arbiter","t_us":1,"action":"result","result":"2-0"})", 55, "none of"},
      {R"({"type":"arbiter","t_us":1,"action":"pairing","white_sits":"here"})", 60, "neither"},
      {R"({"type":"arbiter","t_us":1,"action":"note"})", 1, R"("text" is missing)"},
      {R"({"type":"arbiter","t_us":1,"action":"retract","reason":"x"})", 1, R"("finding" is missing)"},
      {R"({"type":"arbiter","t_us":1,"action":"retract","finding":1})", 1, R"("reason" is missing)"},
      {R"({"type":"arbiter","t_us":1,"action":"retract","finding":1,"reason":""})", 68, "is empty"},
      {R"({"type":"arbiter","t_us":1,"action":"retract","finding":1,"entered_us":1,"reason":"x"})", 72,
       "stands beside"},
      {R"({"type":"arbiter","t_us":1,"action":"retract","entered_us":-1,"reason":"x"})", 60, "less than 0"},
      {R"({"type":"arbiter","t_us":1,"action":"retract","finding":1,"reason":")" +
           std::string(Arbiter::kLongestReason + 1, 'x') + R"("})",
       68, "longer than 500 bytes"},
      {R"({"type":"advice","t_us":1,"about":"e2e4","ply":1,"fen":"x","moves":[{"uci":"e2e4","cp":1}]})", 35,
       "neither"},
      {R"({"type":"advice","t_us":1,"about":"played","ply":0,"fen":"x","moves":[{"uci":"e2e4","cp":1}]})", 50,
       "less than 1"},
      {R"({"type":"advice","t_us":1,"about":"played","ply":1,"fen":"x"})", 1, R"("moves" is missing)"},
      {R"({"type":"advice","t_us":1,"about":"played","ply":1,"fen":"x","moves":[]})", 70, "is empty"},
      {R"({"type":"advice","t_us":1,"about":"played","ply":1,"fen":"x","moves":{}})", 70, "not an array"},
      {R"({"type":"advice","t_us":1,"about":"played","ply":1,"fen":"x","moves":["e2e4"]})", 70,
       "not an object"},
      {R"({"type":"advice","t_us":1,"about":"played","ply":1,"fen":"x","moves":[{"uci":"e2e4"}]})", 71,
       R"("cp" is missing)"},
      {R"({"type":"advice","t_us":1,"about":"played","ply":1,"fen":"x","moves":[{"uci":"e2e4","cp":1,"mate":1}]})",
       99, "beside"},
      {R"({"type":"header","format":"jadoube-scanlog","version":1,"board":{"senses":"presence"}})", 1,
       "second header"},
      {std::string(R"({"type":"x","a":)") + std::string(100, '['), 48, "not JSON"},
      {std::string("{\"type\":\"x\0\"}", 13), 11, "not JSON"},
      {"{\"type\":\"\xff\"}", 10, "not JSON"},
  };
  for (const Bad& bad : list) {
    const auto read = parse_record(bad.line);
    ASSERT_FALSE(read) << bad.line;
    EXPECT_EQ(read.error().column, bad.column) << bad.line << " " << read.error().message;
    EXPECT_THAT(read.error().message, HasSubstr(bad.says)) << bad.line;
  }
}

TEST(ScanlogHeader, AllMembersAreReadAndWrittenInOrder) {
  const std::string line =
      R"({"type":"header","format":"jadoube-scanlog","version":1,)"
      R"("board":{"id":"12","model":"tabutronic-sentio","senses":"identity","scan_period_us":40000,"b":1},)"
      R"("game":{"white":"A","black":"B","event":"C","round":"3.12","time_control":"5400+30","start_fen":"startpos","g":2},)"
      R"("law":"fide-2023-std","utc_start":"2026-05-02T13:00:00Z","h":[3]})";
  const auto header = parse_header(line);
  ASSERT_TRUE(header) << header.error().message;
  EXPECT_EQ(header->board.senses, Senses::identity);
  EXPECT_EQ(header->board.scan_period, Time{40000});
  EXPECT_EQ(header->game.round, "3.12");
  EXPECT_EQ(header->game.extra, R"("g":2)");
  EXPECT_EQ(to_json(*header), line);
}

TEST(ScanlogHeader, OnlyTheSensesAreRequired) {
  const std::string line =
      R"({"type":"header","format":"jadoube-scanlog","version":1,"board":{"senses":"colour"}})";
  const auto header = parse_header(line);
  ASSERT_TRUE(header) << header.error().message;
  EXPECT_EQ(to_json(*header), line);
}

TEST(ScanlogHeader, AnUnknownVersionOrFormatIsRefusedAndNotOnlyDamaged) {
  const auto newer = parse_header(R"({"type":"header","format":"jadoube-scanlog","version":2,"board":7})");
  ASSERT_FALSE(newer);
  EXPECT_TRUE(newer.error().refuse);
  EXPECT_EQ(newer.error().column, 55U);
  EXPECT_THAT(newer.error().message, HasSubstr("2 is not known"));
  const auto foreign = parse_header(R"({"type":"header","format":"pgn","version":1})");
  ASSERT_FALSE(foreign);
  EXPECT_TRUE(foreign.error().refuse);
  const auto senseless =
      parse_header(R"({"type":"header","format":"jadoube-scanlog","version":1,"board":{"id":"1"}})");
  ASSERT_FALSE(senseless);
  EXPECT_FALSE(senseless.error().refuse);
  EXPECT_EQ(senseless.error().column, 65U);
  EXPECT_FALSE(parse_header(R"({"type":"end","t_us":1})"));
}

TEST(ScanlogText, BytesThatAreNotUtf8AreReplacedSoThatTheLineStaysReadable) {
  const auto read = parse_record(to_json(Link{Time{1}, Link::State::lost, "caf\xe9 \xed\xa0\x80 \xc3\xa9"}));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(std::get<Link>(read->record).reason, "caf\uFFFD \uFFFD\uFFFD\uFFFD \u00e9");
}

TEST(ScanlogText, AContradictoryRecordIsNotWritten) {
  EXPECT_FALSE(contradiction(Press{}));
  EXPECT_TRUE(contradiction(End{Time{-1}}));
  EXPECT_TRUE(contradiction(End{Time{kLargestInteger + 1}}));
  EXPECT_TRUE(contradiction(Scan{Time{0}, Occupancy{1}, Occupancy{2}, {}}));
  Arbiter seen;
  seen.action = Arbiter::Action::seen;
  EXPECT_TRUE(contradiction(seen));
  Arbiter retract;
  retract.action = Arbiter::Action::retract;
  retract.reason = "the wrong board";
  EXPECT_TRUE(contradiction(retract));
  retract.finding = 3;
  EXPECT_FALSE(contradiction(retract));
  retract.entered = Time{0};
  EXPECT_TRUE(contradiction(retract));
  retract.finding.reset();
  EXPECT_FALSE(contradiction(retract));
  retract.reason = std::string(Arbiter::kLongestReason + 1, 'x');
  EXPECT_TRUE(contradiction(retract));
  retract.reason.clear();
  EXPECT_TRUE(contradiction(retract));
}

TEST(ScanlogText, AnEntryThatCouldNotBeReadBackIsNotWritten) {
  Arbiter declare;
  declare.action = Arbiter::Action::declare;
  declare.side = chess::Side::white;
  declare.piece = 'Q';
  EXPECT_FALSE(contradiction(declare));
  declare.piece = '.';  // nothing: stands for an empty square, and nobody promotes to that
  EXPECT_THAT(contradiction(declare).value_or(""), HasSubstr("\"piece\" is not a FEN letter"));
  Arbiter result;
  result.action = Arbiter::Action::result;
  result.result = "2-0";
  EXPECT_TRUE(contradiction(result));
}

}  // namespace
}  // namespace jadoube::record
