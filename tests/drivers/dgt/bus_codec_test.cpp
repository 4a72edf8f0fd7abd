#include "drivers/dgt/bus_codec.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace jadoube::drivers::dgt {
namespace {

using Bytes = std::vector<std::uint8_t>;
using Kind = BusReply::Kind;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<BusReply> replies_in(BusDecoder& decoder, const Bytes& bytes) {
  std::vector<BusReply> replies;
  decoder.push(bytes, replies);
  return replies;
}
std::vector<BusReply> replies_in(const Bytes& bytes) {
  BusDecoder decoder;
  return replies_in(decoder, bytes);
}
constexpr std::uint16_t kAddress = 1025;  // 08 01

TEST(DgtBusCodec, TheNotesCommandsAreWritten) {
  EXPECT_THAT(encode(BusCommand::ping, kAllBoards), ElementsAre(0x87, 0x00, 0x00, 0x07));
  EXPECT_THAT(encode(BusCommand::send_clock, 0x10U << 7U | 0x06U), ElementsAre(0x81, 0x10, 0x06, 0x17));
  EXPECT_THAT(encode(BusCommand::send_changes, kAddress), ElementsAre(0x83, 0x08, 0x01, 0x0C));
}

TEST(DgtBusCodec, TheNotesRepliesAreReadAndWritten) {
  const std::vector<std::pair<Bytes, BusReply>> examples{
      {{0x87, 0x00, 0x06, 0x08, 0x01, 0x16}, {Kind::ping, kAddress, {}}},
      {{0x89, 0x00, 0x08, 0x08, 0x01, 0x01, 0x02, 0x1D}, {Kind::version, kAddress, {1, 2}}},
      {{0x85, 0x00, 0x06, 0x08, 0x01, 0x14}, {Kind::changes, kAddress, {}}},
      {{0x85, 0x00, 0x0A, 0x08, 0x01, 0x40, 0x34, 0x41, 0x24, 0x71},
       {Kind::changes, kAddress, {0x40, 0x34, 0x41, 0x24}}},
      {{0x84, 0x00, 0x0D, 0x08, 0x01, 0x20, 0x03, 0x02, 0x20, 0x03, 0x02, 0x08, 0x6C},
       {Kind::clock, kAddress, {0x20, 0x03, 0x02, 0x20, 0x03, 0x02, 0x08}}}};
  for (const auto& [bytes, reply] : examples) {
    EXPECT_THAT(replies_in(bytes), ElementsAre(reply));
    EXPECT_EQ(encode(reply), bytes);
  }
}

TEST(DgtBusCodec, WhatIsNoReplyIsCountedAndCostsNoOther) {
  const Bytes sound = encode({Kind::changes, kAddress, {0x40, 0x34}});
  for (const Bytes& wrong :
       {Bytes{0x87, 0x00, 0x06, 0x08, 0x01, 0x17}, Bytes{0x87, 0x00, 0x05, 0x08, 0x01},
        Bytes{0x83, 0x00, 0x45, 0x08, 0x01}, Bytes{0x86, 0x00, 0x06, 0x08, 0x01, 0x15},
        Bytes{0x88, 0x00, 0x06, 0x08, 0x01, 0x17}, Bytes{0x85, 0x7F, 0x7F, 0x08, 0x01}, Bytes{0x00, 0x12}}) {
    BusDecoder decoder;
    EXPECT_THAT(replies_in(decoder, wrong), IsEmpty());
    EXPECT_THAT(replies_in(decoder, sound), ElementsAre(BusReply{Kind::changes, kAddress, {0x40, 0x34}}));
    EXPECT_EQ(decoder.losses().skipped_bytes, wrong.size());
  }
}

TEST(DgtBusCodec, ChunkingDoesNotMatterAndEveryByteIsAccountedFor) {
  std::mt19937 random{1};
  Bytes bytes;
  for (int i = 0; i < 400; ++i) {
    Bytes data(random() % 40);
    for (auto& byte : data) byte = static_cast<std::uint8_t>(random() % 128);
    Bytes one = encode({Kind::changes, static_cast<std::uint16_t>(random() % 16384), data});
    if (i % 5 == 0) one[random() % one.size()] = static_cast<std::uint8_t>(random());
    if (i % 7 == 0) one.resize(random() % one.size());
    bytes.insert(bytes.end(), one.begin(), one.end());
  }
  BusDecoder at_once;
  const auto whole = replies_in(at_once, bytes);
  ASSERT_GT(whole.size(), 200U);
  std::uint64_t delivered = 0;
  for (const auto& reply : whole) delivered += encode(reply).size();
  EXPECT_EQ(delivered + at_once.losses().skipped_bytes + at_once.pending(), bytes.size());
  for (const std::size_t size : {1U, 7U, 64U}) {
    BusDecoder decoder;
    std::vector<BusReply> replies;
    for (std::size_t at = 0; at < bytes.size(); at += size)
      decoder.push(std::span{bytes}.subspan(at, std::min(size, bytes.size() - at)), replies);
    EXPECT_EQ(replies, whole);
    EXPECT_EQ(decoder.losses(), at_once.losses());
  }
}

}  // namespace
}  // namespace jadoube::drivers::dgt
