// What docs/adding-a-board.md says of the files in drivers/boards/ holds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "drivers/board_documents.hpp"
#include "drivers/board_table.hpp"

namespace jadoube::drivers {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

std::string words_of(const std::string& path) {
  std::ifstream in{path};
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string guide() {
  return words_of("docs/adding-a-board.md");
}

/// What stands between ```toml and ```.
std::vector<std::string> toml_blocks() {
  std::vector<std::string> all;
  std::istringstream lines{guide()};
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    const std::string text = line.substr(std::min(line.find_first_not_of(' '), line.size()));
    if (text == "```toml")
      all.emplace_back();
    else if (inside && text != "```")
      all.back() += text + '\n';
    inside = text == "```toml" || (inside && text != "```");
  }
  return all;
}

std::vector<BoardModel> table_with(const BoardModel& board) {
  std::vector<BoardModel> table = board_table();
  std::erase_if(table, [&](const BoardModel& each) { return each.id == board.id; });
  table.push_back(board);
  return table;
}

TEST(AddingABoard, AnIdThatIsAddedToAMakeAsWrittenThereIsKnown) {
  ASSERT_THAT(toml_blocks(), SizeIs(3));
  const std::string text = words_of("drivers/boards/open-scan.toml") + '\n' + toml_blocks()[0];
  const auto board = parse_board({"drivers/boards/open-scan.toml", text});
  ASSERT_TRUE(board) << board.error();
  EXPECT_THAT(board->usb, SizeIs(board_model("open-scan")->usb.size() + 1));
  EXPECT_THAT(guide(), HasSubstr("--as " + ids(board->usb.back()) + "=open-scan"));
  const auto table = table_with(*board);
  EXPECT_THAT(marking_rules(table),
              HasSubstr(R"(ATTR{idVendor}=="16c0", ATTR{idProduct}=="0483", ATTR{product}==)"
                        R"("Open Scan Board*", ENV{ID_JADOUBE_BOARD}="open-scan")"));
  EXPECT_THAT(boards_page(table),
              HasSubstr("| `16c0:0483` | `Open Scan Board*` | cdc | 115200 8N1 | Teensy |"));
}

TEST(AddingABoard, AMakeAsWrittenThereIsOne) {
  ASSERT_THAT(toml_blocks(), SizeIs(3));
  const auto board = parse_board({"drivers/boards/garden.toml", toml_blocks()[1]});
  ASSERT_TRUE(board) << board.error();
  EXPECT_EQ(board->file, "drivers/boards/" + board->id + ".toml");
  EXPECT_THAT(guide(), HasSubstr("`" + board->file + "`"));
  EXPECT_EQ(board_model(board->id), nullptr) << "there is one already";
  EXPECT_THAT(boards_page(table_with(*board)), HasSubstr("`--as PORT=" + board->id + "`"));
  EXPECT_THAT(marking_rules(table_with(*board)),
              HasSubstr(R"(ATTR{idVendor}=="1a86", ATTR{idProduct}=="55d4", ENV{ID_JADOUBE_BOARD}=="", )"
                        R"(ENV{ID_JADOUBE_BOARD}="maybe")"));
}

TEST(AddingABoard, AFileOfOnesOwnAsWrittenThereAddsToAMake) {
  std::vector<std::string> faults;
  const auto board = parse_owners_board({"/etc/jadoube/boards.d/hall.toml", toml_blocks()[2]}, faults);
  ASSERT_TRUE(board) << faults.front();
  EXPECT_NE(board_model(board->extends), nullptr);
  EXPECT_THAT(board->model.usb, SizeIs(1));
}

/// Of the table, above or below the line for [[usb]].
std::vector<std::string> keys(bool of_usb) {
  const std::string text = guide();
  const std::size_t begin = text.find("## Keys of a board file");
  const std::string section = text.substr(begin, text.find("\n## ", begin + 1) - begin);
  const std::size_t middle = section.find("| `[[usb]]` |");
  std::istringstream lines{of_usb ? section.substr(section.find('\n', middle)) : section.substr(0, middle)};
  std::vector<std::string> all;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| `")) continue;
    const std::string first = line.substr(0, line.find('|', 1));
    for (std::size_t at = first.find('`'); at != std::string::npos;) {
      const std::size_t end = first.find('`', at + 1);
      all.push_back(first.substr(at + 1, end - at - 1));
      at = first.find('`', end + 1);
    }
  }
  return all;
}

TEST(AddingABoard, EveryKeyIsExplainedAndEveryKeyExplainedIsOne) {
  for (const bool of_usb : {false, true}) {
    const auto explained = keys(of_usb);
    EXPECT_GT(explained.size(), 6U);
    for (const std::string& key : explained) {
      const std::string head = toml_blocks()[1].substr(0, toml_blocks()[1].find("[[usb]]"));
      const std::string usb = toml_blocks()[1].substr(head.size());
      // A number is what no key may be: whoever knows the key complains of that.
      const std::string line = key + " = 1\n";
      const auto without = [&key](const std::string& text) {
        std::string rest;
        std::istringstream lines{text};
        for (std::string each; std::getline(lines, each);)
          if (!each.starts_with(key + " = ")) rest += each + '\n';
        return rest;
      };
      const auto board =
          parse_board({"x.toml", of_usb ? head + without(usb) + line : line + without(head) + usb});
      ASSERT_FALSE(board) << key;
      EXPECT_THAT(board.error(), HasSubstr(": " + key + " must be ")) << key;
    }
    for (const BoardFile& file : built_in_board_files()) {
      const std::string text{file.text};
      // A board behind a program on the network has no such section.
      const std::size_t middle = std::min(text.find("[[usb]]"), text.size());
      std::istringstream lines{of_usb ? text.substr(middle) : text.substr(0, middle)};
      for (std::string line; std::getline(lines, line);) {
        const std::string word = line.substr(0, line.find(' '));
        if (line.starts_with(word + " = ")) {
          EXPECT_THAT(explained, ::testing::Contains(word)) << file.path;
        }
      }
    }
  }
}

}  // namespace
}  // namespace jadoube::drivers
