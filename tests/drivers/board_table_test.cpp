#include "drivers/board_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace jadoube::drivers {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr std::string_view kSound = R"(id = "x"
name = "X"
protocol = "dgt"
source = "s"
senses = "identity"
clock = "times"
tested_with = "nothing"
[[usb]]
id = "2d80:80xx"
transport = "ftdi"
line = "38400 7O1"
)";

std::string error_of(std::string text) {
  const auto model = parse_board({"x.toml", text});
  return model ? "" : model.error();
}

std::string replaced(std::string_view what, std::string_view with) {
  std::string text{kSound};
  return text.replace(text.find(what), what.size(), with);
}

TEST(BoardTable, EveryBuiltInFileIsRead) {
  EXPECT_THAT(built_in_board_files(), ::testing::Not(IsEmpty()));
  std::set<std::string> names;
  for (const BoardFile& file : built_in_board_files()) {
    const auto model = parse_board(file);
    ASSERT_TRUE(model) << model.error();
    EXPECT_TRUE(names.insert(model->id).second) << model->id << " is the name of two boards";
    EXPECT_EQ(model->file, "drivers/boards/" + model->id + ".toml");
  }
  EXPECT_NE(board_model("dgt"), nullptr);
  EXPECT_EQ(board_model("no such board"), nullptr);
}

TEST(BoardTable, WhatAFileSaysIsRead) {
  const auto model = parse_board({"x.toml", kSound});
  ASSERT_TRUE(model) << model.error();
  ASSERT_THAT(model->usb, SizeIs(1));
  const UsbId& usb = model->usb[0];
  EXPECT_EQ(usb.vendor, 0x2D80);
  EXPECT_EQ(usb.product, 0x8000);
  EXPECT_EQ(usb.product_mask, 0xFF00);
  EXPECT_EQ(ids(usb), "2d80:80xx");
  EXPECT_EQ(usb.line.baud, 38400U);
  EXPECT_EQ(usb.line.parity, LineSettings::Parity::odd);
  EXPECT_EQ(to_string(usb.line), "38400 7O1");
}

TEST(BoardTable, MistakesAreToldWithLineAndKey) {
  EXPECT_THAT(error_of(replaced("\"dgt\"", "\"dtg\"")),
              ::testing::StartsWith("x.toml:3: protocol has no meaning \"dtg\"; it must be one of certabo, "
                                    "chessnut, chessnut-move, dgt,"));
  EXPECT_EQ(error_of(replaced("2d80:80xx", "2d80:80xy")),
            "x.toml:9: id must be like \"0403:6001\", or \"2d80:80xx\" for a range");
  EXPECT_EQ(error_of(replaced("38400 7O1", "38400")), "x.toml:11: line must be like \"9600 8N1\"");
  EXPECT_EQ(error_of(replaced("tested_with", "tested_by")), "x.toml:1: tested_with is missing");
  EXPECT_EQ(error_of(replaced("transport", "trasport")), "x.toml:8: transport is missing");
  EXPECT_EQ(error_of(replaced("line = ", "lines = ")),
            "x.toml:11: lines is no key of a board (docs/adding-a-board.md lists them)");
  EXPECT_EQ(error_of(replaced("\"identity\"", "\"smell\"")),
            "x.toml:5: senses must be presence, colour or identity");
  EXPECT_EQ(error_of(replaced("\"X\"", "3")), "x.toml:2: name must be a text in quotes");
  // They become names of files, and parts of rules that root reads.
  EXPECT_EQ(error_of(replaced("\"x\"", "\".x\"")), "x.toml:1: id must be small letters, digits and hyphens");
  EXPECT_EQ(error_of(replaced("line = ", "product = \"a\\\"b\"\nline = ")),
            "x.toml:11: product must be printable characters, and no quote or backslash");
  EXPECT_EQ(error_of(replaced("line = ", "product = \"a\\nb\"\nline = ")),
            "x.toml:11: product must be printable characters, and no quote or backslash");
  EXPECT_THAT(error_of("id = "), HasSubstr("x.toml:1: "));
}

TEST(BoardTable, AWayByBluetoothIsReadAndNeedsNoUsb) {
  const std::string text = std::string{kSound.substr(0, kSound.find("[[usb]]"))} + R"([bluetooth]
names = ["X*"]
notify = ["6e400003-b5a3-f393-e0a9-e50e24dcca9e"]
write = "6e400002-b5a3-f393-e0a9-e50e24dcca9e"
tested_with = "nothing"
)";
  const auto model = parse_board({"x.toml", text});
  ASSERT_TRUE(model) << model.error();
  EXPECT_THAT(model->usb, IsEmpty());
  ASSERT_TRUE(model->bluetooth);
  EXPECT_EQ(model->bluetooth->write, "6e400002-b5a3-f393-e0a9-e50e24dcca9e");
  const auto with = [&](std::string_view what, std::string_view instead) {
    std::string changed = text;
    return error_of(changed.replace(changed.find(what), what.size(), instead));
  };
  const std::string form = " must be like \"6e400002-b5a3-f393-e0a9-e50e24dcca9e\", in small letters";
  EXPECT_EQ(with("write = \"6e", "write = \"6E"), "x.toml:11: write" + form);
  EXPECT_EQ(with("9e\"]", "9e0\"]"), "x.toml:10: notify" + form);
  EXPECT_EQ(with("notify", "tells"), "x.toml:8: notify" + form);
  EXPECT_EQ(with("[bluetooth]", "[[bluetooth]]"), "x.toml:8: bluetooth must be a section [bluetooth]");
  EXPECT_EQ(with("names", "name"), "x.toml:9: name is no key of a board (docs/adding-a-board.md lists them)");
}

TEST(BoardTable, LineSettingsThatAreNone) {
  for (const char* text : {"", "9600", "9600 9N1", "9600 8X1", "9600 8N3", "0 8N1", "9600  8N1", "x 8N1"})
    EXPECT_FALSE(line_from(text)) << text;
}

TEST(BoardTable, WhatCallsItselfAsADgtBoardDoesMayStillBeAnother) {
  const auto named = candidates(0x0403, 0x6001, "USB <-> Serial");
  ASSERT_THAT(named, SizeIs(2)) << "each make once";
  EXPECT_EQ(named[0].model->id, "dgt");
  EXPECT_FALSE(named[0].usb->generic);
  EXPECT_EQ(named[1].model->id, "millennium");
  EXPECT_TRUE(named[1].usb->generic);
}

TEST(BoardTable, OtherBridgesOfThatIdAreOnlyMaybeABoard) {
  for (const char* product : {"FT232R USB UART", "USB <-> Serial Cable", "USB <-> Serial Converter", ""}) {
    const auto other = candidates(0x0403, 0x6001, product);
    EXPECT_THAT(other, ::testing::Not(IsEmpty())) << product;
    for (const Candidate& each : other) EXPECT_TRUE(each.usb->generic) << product;
  }
}

TEST(BoardTable, AMicrocontrollerThatDoesNotSaySoIsNoBoard) {
  EXPECT_THAT(candidates(0x2E8A, 0x000A, "Pico"), IsEmpty());
  EXPECT_THAT(candidates(0x2E8A, 0x000A, "Open Scan Board v2"), SizeIs(1));
  EXPECT_THAT(candidates(0x046D, 0xC077, "Optical Mouse"), IsEmpty());
}

}  // namespace
}  // namespace jadoube::drivers
