// What docs/adding-a-board.md says of the files in drivers/boards/ holds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
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

/// Parts of a board file, and of the table of keys.
enum class Part : std::uint8_t { board, usb, bluetooth };
constexpr std::array kParts{Part::board, Part::usb, Part::bluetooth};

/// Of a text in which these lines begin the second and the third part, one of the parts.
std::string part_of(const std::string& text, Part part, std::string_view usb, std::string_view bluetooth) {
  // A board behind a program on the network has neither, one over Bluetooth no USB id.
  const std::size_t third = std::min(text.find(bluetooth), text.size());
  const std::size_t second = std::min(text.find(usb), third);
  if (part == Part::board) return text.substr(0, second);
  return part == Part::usb ? text.substr(second, third - second) : text.substr(third);
}

std::vector<std::string> keys(Part part) {
  const std::string text = guide();
  const std::size_t begin = text.find("## Keys of a board file");
  const std::string section = text.substr(begin, text.find("\n## ", begin + 1) - begin);
  std::istringstream lines{part_of(section, part, "| `[[usb]]` |", "| `[bluetooth]` |")};
  std::vector<std::string> all;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| `") || line.starts_with("| `[")) continue;
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
  const std::string example = toml_blocks()[1] + R"(
[bluetooth]
names = ["X*"]
notify = ["6e400003-b5a3-f393-e0a9-e50e24dcca9e"]
write = "6e400002-b5a3-f393-e0a9-e50e24dcca9e"
tested_with = "nothing"
)";
  for (const Part part : kParts) {
    const auto explained = keys(part);
    EXPECT_GT(explained.size(), 3U);
    for (const std::string& key : explained) {
      std::string text;
      for (const Part each : kParts) {
        std::istringstream lines{part_of(example, each, "[[usb]]", "[bluetooth]")};
        // A number is what no key may be: whoever knows the key complains of that.
        for (std::string line; std::getline(lines, line);)
          if (each != part || !line.starts_with(key + " = ")) text += line + '\n';
        if (each == part) text.insert(each == Part::board ? 0 : text.size(), key + " = 1\n");
      }
      const auto board = parse_board({"x.toml", text});
      ASSERT_FALSE(board) << key;
      EXPECT_THAT(board.error(), HasSubstr(": " + key + " must be ")) << key;
    }
    for (const BoardFile& file : built_in_board_files()) {
      std::istringstream lines{part_of(std::string{file.text}, part, "\n[[usb]]", "\n[bluetooth]")};
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
