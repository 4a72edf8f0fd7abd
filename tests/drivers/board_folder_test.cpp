#include "drivers/board_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "drivers/board_documents.hpp"
#include "tests/support/temporary_folder.hpp"

namespace jadoube::drivers {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr std::string_view kGarden = R"(id = "garden"
name = "Garden board"
protocol = "dgt"
source = "its maker's letter"
senses = "identity"
clock = "none"
tested_with = "One board."

[[usb]]
id = "1a86:55d4"
transport = "cdc"
line = "9600 8N1"
)";

struct BoardFolderTest : ::testing::Test {
  void put(const std::string& name, std::string_view text) {
    std::ofstream{folder / name, std::ios::binary} << text;
  }
  BoardFolder read() { return read_board_folder(folder.path().string(), true, board_table()); }
  const BoardModel& make(const BoardFolder& read, const std::string& id) {
    return *std::ranges::find(read.table, id, &BoardModel::id);
  }
  tests::TemporaryFolder folder;
};

TEST_F(BoardFolderTest, AMakeOfOnesOwnStandsBesideThoseThatAreBuiltIn) {
  put("garden.toml", kGarden);
  put("readme.txt", "no table");
  const auto all = read();
  EXPECT_THAT(all.faults, IsEmpty());
  EXPECT_EQ(all.table.size(), board_table().size() + 1);
  EXPECT_EQ(make(all, "garden").protocol->name, "dgt");
  EXPECT_THAT(hardware_database(all.added), HasSubstr("v1A86p55D4"));
}

TEST_F(BoardFolderTest, AFileAddsAnIdToAMakeOrSaysOneOtherwise) {
  put("hall.toml", R"(extends = "dgt"
name = "DGT board of the hall"
quirks = ["Stands on the stage."]
[[usb]]
id = "1a86:55d4"
transport = "cdc"
line = "9600 8N1"
[[usb]]
id = "045b:8111"
transport = "cdc"
line = "19200 8N1"
)");
  const auto all = read();
  EXPECT_THAT(all.faults, IsEmpty());
  const auto& dgt = make(all, "dgt");
  const auto& built_in = *board_model("dgt");
  EXPECT_EQ(dgt.name, "DGT board of the hall");
  EXPECT_EQ(dgt.usb.size(), built_in.usb.size() + 1);
  EXPECT_EQ(dgt.quirks.size(), built_in.quirks.size() + 1);
  EXPECT_EQ(dgt.usb.back().line.baud, 19200U);
  EXPECT_EQ(std::ranges::count(dgt.usb, 0x8111, &UsbId::product), 1);
  ASSERT_THAT(all.added, SizeIs(1));
  EXPECT_THAT(all.added[0].usb, SizeIs(2));
}

TEST_F(BoardFolderTest, EveryFaultIsToldWithFileLineAndWhatToDo) {
  put("a.toml", "extends = \"dtg\"\n");
  put("b.toml",
      "id = \"x\"\nname = 3\nprotocol = \"dtg\"\nsource = \"s\"\nsenses = \"identity\"\nclock = \"never\"\n"
      "tested_with = \"t\"\ncolour = 1\n[[usb]]\nid = \"04\"\ntransport = \"cdc\"\nline = \"fast\"\n");
  put("c.toml", "id = \"dgt\"\n");
  put("d.toml", "id = \"y\n");
  std::string same{kGarden};
  put("e.toml", same.replace(same.find("garden"), 6, "dgt"));
  std::string bridge{kGarden};
  put("f.toml", bridge.replace(bridge.find("1a86:55d4"), 9, "0403:6001"));
  put("g.toml", "extends = \"dgt\"\nsenses = \"colour\"\n");
  const auto all = read();
  std::string told;
  for (const std::string& fault : all.faults)
    told += fault.substr(fault.find_last_of('/', fault.find(".toml")) + 1) + '\n';
  for (const char* fault : {
           "a.toml: extends = \"dtg\": there is no such make; `jadoube boards --check` lists them\n",
           "b.toml:2: name must be a text in quotes\n",
           "b.toml:3: protocol has no meaning \"dtg\"; it must be one of certabo, chessnut, chessnut-move, "
           "dgt,",
           "b.toml:6: clock has no meaning \"never\"; it must be one of none, presses, times\n",
           "b.toml:8: colour is no key of a board (docs/adding-a-board.md lists them)\n",
           "b.toml:10: id must be like \"0403:6001\"",
           "b.toml:12: line must be like \"9600 8N1\"\n",
           "c.toml:1: usb is missing\n",
           "d.toml:1: ",
           "e.toml: the make \"dgt\" is that of drivers/boards/dgt.toml; take another id, or write extends = "
           "\"dgt\"",
           "f.toml: the id 0403:6001 is that of a chip that is in many things; add generic = true",
           "g.toml:2: senses is no key of a board",
       })
    EXPECT_THAT(told, HasSubstr(fault));
  EXPECT_EQ(all.table.size(), board_table().size());
}

TEST_F(BoardFolderTest, WhatIsNoTableFileIsRefusedAndNeverACrash) {
  put("bytes.toml", std::string("\0\xff\xfe[[[[[", 8));
  put("deep.toml", std::string(10'000, '['));
  put("large.toml", std::string((1U << 20U) + 1, '#'));
  put("nan.toml", "id = nan\nusb = 3\nquirks = {a = 1}\n");
  std::filesystem::create_directory(folder.path() / "folder.toml");
  const auto all = read();
  EXPECT_GE(all.faults.size(), 5U);
  EXPECT_EQ(all.table.size(), board_table().size());
  const auto none = read_board_folder(folder / "none", true, board_table());
  ASSERT_THAT(none.faults, SizeIs(1));
  EXPECT_THAT(none.faults[0], HasSubstr("there is no such folder"));
  EXPECT_THAT(read_board_folder(folder / "none", false, board_table()).faults, IsEmpty());
}

TEST_F(BoardFolderTest, AnAccountNamesWhatWasAddedAndTheRulesThatGoWithIt) {
  const std::string nothing = account_of(read(), "boards.d");
  EXPECT_THAT(nothing, HasSubstr("# boards.d: 0 file(s), nothing wrong.\n"));
  EXPECT_THAT(nothing, ::testing::Not(HasSubstr("rules")));
  put("garden.toml", kGarden);
  const std::string account = account_of(read(), "boards.d");
  EXPECT_THAT(account, HasSubstr("Garden board, --as PORT=garden, read as dgt"));
  EXPECT_THAT(account, HasSubstr("1a86:55d4 cdc 9600 8N1"));
  EXPECT_THAT(account, HasSubstr("# The rules that go with it."));
  EXPECT_THAT(account, HasSubstr("v1A86p55D4"));
  EXPECT_THAT(account, ::testing::Not(HasSubstr("# Install as")));
}

TEST_F(BoardFolderTest, IsLaidOverTheTableOnceAndIsWholeOrRefused) {
  const std::vector<BoardModel> before = board_table();
  put("garden.toml", "id = 7");
  const auto refused = use_board_folder(folder.path().string());
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error(), HasSubstr("`jadoube boards --check` names every fault"));
  put("garden.toml", kGarden);
  ASSERT_TRUE(use_board_folder(folder.path().string()));
  ASSERT_TRUE(use_board_folder(folder.path().string())) << "a second time changes nothing";
  EXPECT_EQ(board_table().size(), before.size() + 1);
  EXPECT_NE(board_model("garden"), nullptr);
  tests::TemporaryFolder empty;
  ASSERT_TRUE(use_board_folder(empty.path().string()));
  EXPECT_EQ(board_table().size(), before.size() + 1) << "it adds nothing";
  set_board_table(before);
}

TEST(BoardTable, ABoardIsKnownByItsNameOverBluetooth) {
  EXPECT_EQ(board_called("no board at all"), nullptr);
  std::size_t known = 0;
  for (const BoardModel& model : board_table()) {
    if (!model.bluetooth) continue;
    for (std::string name : model.bluetooth->names) {
      if (name.ends_with('*')) name.back() = '7';
      EXPECT_EQ(board_called(name), &model) << name;
      ++known;
    }
  }
  EXPECT_GT(known, 3U);
}

}  // namespace
}  // namespace jadoube::drivers
