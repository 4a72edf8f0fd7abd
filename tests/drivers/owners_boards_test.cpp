// Files of boards that somebody has written: what is refused, and which of several files tells what is plugged in.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "drivers/board_folder.hpp"
#include "tests/support/temporary_folder.hpp"

namespace jadoube::drivers {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::string with_usb(const std::string& usb, const std::string& before = "") {
  return "id = \"x\"\nname = \"X\"\nprotocol = \"dgt\"\nsource = \"s\"\nsenses = \"identity\"\nclock = "
         "\"times\"\n"
         "tested_with = \"nothing\"\n" +
         before + usb;
}

std::string fault_of(const std::string& text) {
  const auto model = parse_board({"x.toml", text});
  return model ? "" : model.error();
}

TEST(AnOwnersBoard, HasAnIdOfFourAndFourDigits) {
  const auto with_id = [](const std::string& id) {
    return fault_of(with_usb("[[usb]]\nid = \"" + id + "\"\ntransport = \"ftdi\"\n"));
  };
  for (const char* const id : {"0403-6001", "04g3:6001", "04xx:6001", "0403:60g1", "0403:600", "xxxx:6001"})
    EXPECT_THAT(with_id(id), HasSubstr("must be like \"0403:6001\"")) << id;
  EXPECT_EQ(with_id("0403:60xx"), "");
  EXPECT_THAT(fault_of(with_usb("[[usb]]\ntransport = \"ftdi\"\n")), HasSubstr("id is missing"));
}

TEST(AnOwnersBoard, HasAProductOfPrintableLettersAndNoQuotes) {
  const auto with_product = [](const std::string& product) {
    return fault_of(
        with_usb("[[usb]]\nid = \"0403:6001\"\ntransport = \"ftdi\"\nproduct = '" + product + "'\n"));
  };
  EXPECT_EQ(with_product("My board"), "");
  for (const char* const product : {"Skák", "a\\b", "a\"b", "a\tb"})
    EXPECT_THAT(with_product(product), HasSubstr("must be printable characters")) << product;
  EXPECT_THAT(
      fault_of(with_usb("[[usb]]\nid = \"0403:6001\"\ntransport = \"ftdi\"\nproduct = \"a\\u007F\"\n")),
      HasSubstr("must be printable characters"));
}

TEST(AnOwnersBoard, HasSectionsOfUsbUnlessItIsOnTheNetwork) {
  EXPECT_THAT(fault_of(with_usb("usb = [1]\n")), HasSubstr("must be sections [[usb]]"));
  EXPECT_THAT(fault_of(with_usb("usb = 1\n")), HasSubstr("must be sections [[usb]]"));
  EXPECT_THAT(fault_of(with_usb("[[usb]]\nid = \"0403:6001\"\ntransport = \"ftdi\"\n", "network = true\n")),
              HasSubstr("has no place where a board is behind a program on the network"));
  EXPECT_EQ(fault_of(with_usb("", "network = true\n")), "");
  EXPECT_THAT(fault_of(with_usb("", "quirks = [1]\nnetwork = true\n")), HasSubstr("must be a list of texts"));
}

TEST(AnOwnersBoard, IsReachedByBluetoothUnderIdsInSmallLetters) {
  const auto with_notify = [](const std::string& id) {
    return fault_of(
        with_usb("[bluetooth]\nnames = [\"X\"]\nnotify = [\"" + id +
                 "\"]\nwrite = \"6e400002-b5a3-f393-e0a9-e50e24dcca9e\"\ntested_with = \"nothing\"\n"));
  };
  EXPECT_EQ(with_notify("6e400003-b5a3-f393-e0a9-e50e24dcca9e"), "");
  for (const char* const id :
       {"6e40000g-b5a3-f393-e0a9-e50e24dcca9e", "6e400003-b5a3-f393-e0a9-e50e24dcca9E",
        "6e400003_b5a3-f393-e0a9-e50e24dcca9e", "6e40000/-b5a3-f393-e0a9-e50e24dcca9e", "6e400003"})
    EXPECT_THAT(with_notify(id), HasSubstr("must be like \"6e400002-b5a3")) << id;
}

TEST(ALine, HasSettingsOfOneForm) {
  for (const char* const text : {"9600 8N1", "38400 7O2", "1200 7E1"}) EXPECT_TRUE(line_from(text)) << text;
  for (const char* const text : {"9600-8N1", "9600 8N3", "9600 9N1", "9600 8X1", "0 8N1", "9600 8N", "8N1"})
    EXPECT_FALSE(line_from(text)) << text;
}

struct OwnersFolder : ::testing::Test {
  void put(const std::string& name, const std::string& text) {
    std::ofstream{folder / name, std::ios::binary} << text;
  }
  [[nodiscard]] BoardFolder read() const {
    return read_board_folder(folder.path().string(), true, board_table());
  }
  static std::string own(const std::string& more) {
    return "id = \"garden\"\nname = \"Garden\"\nprotocol = \"dgt\"\nsource = \"s\"\nsenses = \"identity\"\n"
           "clock = \"none\"\ntested_with = \"One.\"\n[[usb]]\nid = \"0403:6001\"\ntransport = \"ftdi\"\n" +
           more;
  }
  tests::TemporaryFolder folder;
};

/// 0403:6001 is a bridge that is in many things.
TEST_F(OwnersFolder, TellsABoardBehindACommonBridgeByMoreThanItsId) {
  for (const char* const more :
       {"generic = true\n", "only_if_told = true\n", "product = \"Garden board\"\n"}) {
    put("garden.toml", own(more));
    EXPECT_THAT(read().faults, IsEmpty()) << more;
  }
  put("garden.toml", own(""));
  EXPECT_THAT(read().faults, ElementsAre(HasSubstr("is that of a chip that is in many things")));
}

TEST_F(OwnersFolder, AddsToAMakeWithoutAnotherName) {
  const auto name_of = [](const BoardFolder& all) {
    return std::ranges::find(all.table, "dgt", &BoardModel::id)->name;
  };
  put("dgt.toml", "extends = \"dgt\"\nquirks = [\"Stands on the stage.\"]\n");
  EXPECT_THAT(read().faults, IsEmpty());
  EXPECT_EQ(name_of(read()), board_model("dgt")->name);
  // The same id with another string is another one.
  put("dgt.toml",
      "extends = \"dgt\"\n[[usb]]\nid = \"0403:6001\"\ntransport = \"ftdi\"\nproduct = \"Hall board\"\n");
  const auto ids_before = board_model("dgt")->usb.size();
  const BoardFolder all = read();
  EXPECT_THAT(std::ranges::find(all.table, "dgt", &BoardModel::id)->usb, SizeIs(ids_before + 1));
}

TEST_F(OwnersFolder, IsAFolder) {
  const std::string path = folder / "file";
  std::ofstream{path} << "text";
  EXPECT_THAT(read_board_folder(path, true, board_table()).faults,
              ElementsAre(HasSubstr("it must be a folder that can be read")));
  EXPECT_THAT(read_board_folder(path + "/below", true, board_table()).faults, SizeIs(1));
  EXPECT_THAT(read_board_folder(std::string(5000, 'a'), true, board_table()).faults, SizeIs(1))
      << "too long a name";
  EXPECT_THAT(read_board_folder(folder / "none", false, board_table()).faults, IsEmpty());
}

TEST_F(OwnersFolder, PassesOverNothingThatIsCalledATable) {
  std::filesystem::create_directory(folder / "folder.toml");
  EXPECT_THAT(read().faults, SizeIs(1));
}

TEST(Candidates, AreThoseWhoseMaskedIdFits) {
  EXPECT_THAT(candidates(0x0403, 0x7777, ""), IsEmpty());
  EXPECT_FALSE(candidates(0x0403, 0x6001, "").empty());
}

}  // namespace
}  // namespace jadoube::drivers
