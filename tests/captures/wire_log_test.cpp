#include "captures/wire_log.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "drivers/tabutronic/codec.hpp"

namespace jadoube::captures {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::VariantWith;

constexpr record::Occupancy kStart{0xFFFF00000000FFFF};
constexpr record::Occupancy kLifted{0xFFFF00000000EFFF};

std::string head(const std::string& make = "sentio") {
  return to_string(WireLogHead{.make = make, .white_is_near = true, .port = "1-1"});
}
std::string said(record::Time t, record::Occupancy occupied) {
  const std::string text = drivers::tabutronic::encode(occupied);
  return wire_line(t, true, std::vector<std::uint8_t>{text.begin(), text.end()});
}

struct Outcome {
  std::string refusal;
  record::Header header;
  std::vector<record::Record> records;
  std::vector<std::string> problems;
};
Outcome read(std::string text) {
  Outcome outcome;
  auto reader = open_wire_log(
      record::memory_source("wire", std::move(text)),
      [&](const record::Problem& problem) { outcome.problems.push_back(to_string(problem, "wire")); });
  if (!reader) {
    outcome.refusal = reader.error();
    return outcome;
  }
  outcome.header = (*reader)->header();
  while (const record::Entry* entry = (*reader)->next()) outcome.records.push_back(entry->record);
  return outcome;
}

record::Scan scan(record::Time t, record::Occupancy occupied) {
  return {.t = t, .occupied = occupied, .white = {}, .pieces = {}};
}

TEST(WireLog, TheBytesBecomeWhatTheSessionMakesOfThem) {
  const auto outcome = read(head() + said(1s, kStart) + said(1020ms, kStart) + said(1040ms, kStart) +
                            said(1060ms, kLifted) + said(1080ms, kLifted));
  EXPECT_EQ(outcome.refusal, "");
  EXPECT_THAT(outcome.problems, IsEmpty());
  EXPECT_EQ(outcome.header.board.senses, record::Senses::presence);
  EXPECT_THAT(outcome.records, ElementsAre(VariantWith<record::Scan>(scan(1s, kStart)),
                                           VariantWith<record::Scan>(scan(1060ms, kLifted)),
                                           VariantWith<record::End>(record::End{1080ms})));
}

TEST(WireLog, SilenceAndUnpluggingAreToldAsTheyWere) {
  std::string text = head() + said(1s, kStart) + said(1020ms, kStart) + said(1040ms, kStart);
  text += said(9s, kStart) + wire_loss_line(9100ms, "unplugged") + wire_return_line(20s, "1-2") +
          said(20100ms, kStart);
  const auto outcome = read(text);
  ASSERT_THAT(outcome.records, SizeIs(::testing::Ge(5)));
  EXPECT_EQ(std::get<record::Link>(outcome.records[1]),
            (record::Link{2540ms, record::Link::State::lost, "silent"}));
  EXPECT_EQ(std::get<record::Link>(outcome.records[2]),
            (record::Link{9s, record::Link::State::restored, {}}));
  EXPECT_EQ(std::get<record::Link>(outcome.records[3]),
            (record::Link{9100ms, record::Link::State::lost, "unplugged"}));
  EXPECT_EQ(std::get<record::Link>(outcome.records[4]),
            (record::Link{20100ms, record::Link::State::restored, {}}));
}

TEST(WireLog, ALineThatMakesNoSenseIsToldAndPassedOver) {
  std::string text =
      head() + said(1s, kStart) + "1010000 < 3g\n1010000 ? 30\nnonsense\n-5 < 30\n1010000 < 3\n";
  text += "99999999999999999 < 30\n# a remark\n\n" + said(1020ms, kStart) + said(1040ms, kStart);
  const auto outcome = read(text);
  EXPECT_THAT(outcome.problems, SizeIs(6));
  EXPECT_EQ(outcome.problems.at(0), "wire:3:1: the line makes no sense");
  EXPECT_THAT(outcome.records, SizeIs(2));
}

TEST(WireLog, WhatIsNoSuchLogIsRefused) {
  EXPECT_EQ(read("").refusal, "wire: is empty");
  EXPECT_THAT(read("{\"type\":\"header\"}\n").refusal, HasSubstr("no log of a wire"));
  EXPECT_THAT(read("# jadoube wire log 2, make dgt\n").refusal, HasSubstr("it knows form 1"));
  EXPECT_EQ(read(head("dtg")).refusal, "wire: this version knows no board \"dtg\"");
  EXPECT_THAT(read(head() + "1000000 < 30 31\n").refusal, HasSubstr("has said nothing by which"));
}

}  // namespace
}  // namespace jadoube::captures
