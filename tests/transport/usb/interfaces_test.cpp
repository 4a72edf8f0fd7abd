#include "transport/usb/interfaces.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace jadoube::transport::usb {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using Type = Endpoint::Type;
using Bytes = std::vector<std::uint8_t>;

constexpr Endpoint kBulkIn{0x82, Type::bulk, 64};
constexpr Endpoint kBulkOut{0x03, Type::bulk, 64};
constexpr Endpoint kInterruptIn{0x81, Type::interrupt, 24};
constexpr Endpoint kInterruptOut{0x02, Type::interrupt, 64};

TEST(UsbInterfaces, CdcHasTwoInterfacesAndBothAreClaimed) {
  const std::vector<Interface> all{{0, 0x02, 0x02, {kInterruptIn}}, {1, 0x0A, 0, {kBulkOut, kBulkIn}}};
  const auto found = routes(all, drivers::Transport::cdc);
  ASSERT_TRUE(found);
  EXPECT_THAT(*found, ElementsAre(Route{{0, 1}, 0, kBulkIn, kBulkOut}));
}

TEST(UsbInterfaces, TwoInterfacesWithOneNumberAreClaimedOnce) {
  const std::vector<Interface> all{{0, 0x02, 0x02, {kInterruptIn}}, {0, 0x0A, 0, {kBulkOut, kBulkIn}}};
  const auto found = routes(all, drivers::Transport::cdc);
  ASSERT_TRUE(found);
  EXPECT_THAT(*found, ElementsAre(Route{{0}, 0, kBulkIn, kBulkOut}));
}

TEST(UsbInterfaces, ABridgeIsTheFirstInterfaceWithBulkEndpoints) {
  const std::vector<Interface> all{{0, 0xFF, 0, {kInterruptIn}}, {1, 0xFF, 0, {kBulkIn, kBulkOut}}};
  const auto found = routes(all, drivers::Transport::ftdi);
  ASSERT_TRUE(found);
  EXPECT_THAT(*found, ElementsAre(Route{{1}, 1, kBulkIn, kBulkOut}));
}

TEST(UsbInterfaces, EveryHidInterfaceThatCanBeReadIsOffered) {
  const std::vector<Interface> all{{0, 0x03, 0, {kInterruptIn}},
                                   {1, 0x03, 0, {kInterruptOut, kInterruptIn}},
                                   {2, 0x03, 0, {kInterruptOut}},
                                   {3, 0x08, 0, {kBulkIn}}};
  const auto found = routes(all, drivers::Transport::hid);
  ASSERT_TRUE(found);
  EXPECT_THAT(*found, ElementsAre(Route{{0}, 0, kInterruptIn, std::nullopt},
                                  Route{{1}, 1, kInterruptIn, kInterruptOut}));
}

TEST(UsbInterfaces, WhatIsMissingIsSaid) {
  EXPECT_THAT(routes({}, drivers::Transport::hid).error(), HasSubstr("HID"));
  EXPECT_THAT(routes({}, drivers::Transport::cdc).error(), HasSubstr("bulk"));
  const std::vector<Interface> empty_packets{{0, 0x0A, 0, {{0x81, Type::bulk, 0}}}};
  EXPECT_FALSE(routes(empty_packets, drivers::Transport::cdc));
}

TEST(UsbInterfaces, UsagePagesOfAKeyboardAndABoard) {
  const Bytes keyboard{0x05, 0x01, 0x09, 0x06, 0xA1, 0x01, 0x05, 0x07, 0xA1, 0x00, 0xC0, 0xC0};
  EXPECT_THAT(hid_usage_pages(keyboard), ElementsAre(0x0001));
  EXPECT_FALSE(has_vendor_page(keyboard));
  const Bytes board{0x06, 0x4A, 0xFF, 0x09, 0x53, 0xA1, 0x01, 0x95, 0x18, 0x81, 0x02, 0xC0};
  EXPECT_THAT(hid_usage_pages(board), ElementsAre(0xFF4A));
  EXPECT_TRUE(has_vendor_page(board));
}

TEST(UsbInterfaces, ReportDescriptorsThatMakeNoSenseEndWhereTheyDo) {
  EXPECT_THAT(hid_usage_pages({}), IsEmpty());
  EXPECT_THAT(hid_usage_pages(Bytes{0xC0, 0xA1, 0x01}), IsEmpty());
  EXPECT_THAT(hid_usage_pages(Bytes{0xFE, 0xFF, 0x00, 0xA1}), IsEmpty());
  EXPECT_THAT(hid_usage_pages(Bytes{0x06, 0x00}), IsEmpty());
  EXPECT_THAT(hid_usage_pages(Bytes{0xFE, 0x01, 0x00, 0x77, 0xA1, 0x01}), SizeIs(1));
}

}  // namespace
}  // namespace jadoube::transport::usb
