#include "drivers/board_folder.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "drivers/board_documents.hpp"

namespace jadoube::drivers {
namespace {

/// A table file is some hundred bytes.
constexpr std::uintmax_t kLargestFile = 1U << 20U;

class FolderReader {
 public:
  explicit FolderReader(const std::vector<BoardModel>& built_in) { folder_.table = built_in; }

  void read(const std::filesystem::path& folder, bool must_be_there) {
    std::error_code error;
    if (!std::filesystem::exists(folder, error) && !error) {
      if (must_be_there)
        fault(folder.string(), "there is no such folder; make it, or leave --boards-dir away");
      return;
    }
    for (std::filesystem::directory_iterator each{folder, error}, end; !error && each != end;
         each.increment(error))
      if (each->path().extension() == ".toml") folder_.files.push_back(each->path().string());
    if (error) fault(folder.string(), error.message() + "; it must be a folder that can be read");
    std::ranges::sort(folder_.files);
    for (const std::string& path : folder_.files) read_file(path);
  }

  BoardFolder take() { return std::move(folder_); }

 private:
  void fault(const std::string& place, const std::string& what) {
    folder_.faults.push_back(place + ": " + what);
  }

  void read_file(const std::string& path) {
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    if (error || size > kLargestFile) {
      fault(path, error ? error.message() : "is larger than 1 MiB, and no table of a board");
      return;
    }
    std::ifstream file{path, std::ios::binary};
    std::ostringstream text;
    text << file.rdbuf();
    if (!file) {
      fault(path, "cannot be read; look at its permissions");
      return;
    }
    const std::string content = text.str();
    auto model = parse_owners_board({path, content}, folder_.faults);
    if (model) lay_over(*std::move(model));
  }

  void lay_over(OwnersBoard board) {
    BoardModel& model = board.model;
    const std::string& wanted = board.extends.empty() ? model.id : board.extends;
    const auto at = std::ranges::find(folder_.table, wanted, &BoardModel::id);
    const bool is_there = at != folder_.table.end();
    if (board.extends.empty() && is_there) {
      fault(model.file, "the make \"" + model.id + "\" is that of " + at->file +
                            "; take another id, or write extends = \"" + model.id + "\" to add to it");
      return;
    }
    if (!board.extends.empty() && !is_there) {
      fault(model.file,
            "extends = \"" + wanted + "\": there is no such make; `jadoube boards --check` lists them");
      return;
    }
    if (!are_told_apart(model)) return;
    if (board.extends.empty()) {
      folder_.table.push_back(model);
      folder_.added.push_back(std::move(model));
      return;
    }
    BoardModel added = *at;
    added.file = model.file;
    added.usb = model.usb;
    if (!model.name.empty()) at->name = added.name = model.name;
    at->quirks.insert(at->quirks.end(), model.quirks.begin(), model.quirks.end());
    for (const UsbId& usb : model.usb) {
      // The same id, said otherwise.
      std::erase_if(at->usb, [&usb](const UsbId& each) {
        return ids(each) == ids(usb) && each.product_string == usb.product_string;
      });
      at->usb.push_back(usb);
    }
    folder_.added.push_back(std::move(added));
  }

  /// The id of a chip that is in many things is that of a board only where something else tells.
  bool are_told_apart(const BoardModel& model) {
    bool sound = true;
    for (const UsbId& usb : model.usb) {
      if (usb.generic || usb.only_if_told || !usb.product_string.empty()) continue;
      for (const BoardModel& other : folder_.table)
        for (const UsbId& each : other.usb)
          if ((each.generic || each.only_if_told) && each.vendor == usb.vendor &&
              each.product == usb.product && sound) {
            fault(model.file, "the id " + ids(usb) +
                                  " is that of a chip that is in many things; add generic = true (listened "
                                  "to only), or the "
                                  "product string of the board");
            sound = false;
          }
    }
    return sound;
  }

  BoardFolder folder_;
};

}  // namespace

namespace {

/// Where a file belongs that has all boards is no matter here.
std::string without_heads(const std::string& text) {
  std::string rest;
  std::istringstream lines{text};
  for (std::string line; std::getline(lines, line);)
    if (!line.starts_with("# Made from") && !line.starts_with("# Install as")) rest += line + '\n';
  return rest;
}

}  // namespace

BoardFolder read_board_folder(const std::string& folder, bool must_be_there,
                              const std::vector<BoardModel>& built_in) {
  FolderReader reader{built_in};
  reader.read(folder, must_be_there);
  return reader.take();
}

std::string account_of(const BoardFolder& read, const std::string& folder) {
  std::string text = "# " + folder + ": " + std::to_string(read.files.size()) + " file(s), nothing wrong.\n";
  for (const BoardModel& model : read.added) {
    text += "# " + model.file + ": " + model.name + ", --as PORT=" + model.id + ", read as " +
            std::string{model.protocol->name} + '\n';
    for (const UsbId& usb : model.usb)
      text += "#   " + ids(usb) + ' ' + std::string{name(usb.transport)} + ' ' + to_string(usb.line) + '\n';
  }
  text += "# Makes:";
  for (const BoardModel& model : read.table) text += ' ' + model.id;
  text += '\n';
  if (read.added.empty()) return text;
  return text +
         "# The rules that go with it. This puts them, and all others, where they belong:\n"
         "#   jadoube boards --print install | sudo sh\n" +
         without_heads(hardware_database(read.added)) + without_heads(marking_rules(read.added));
}

tl::expected<void, std::string> use_board_folder(const std::string& folder) {
  static std::string used;
  if (used == folder) return {};
  BoardFolder read = read_board_folder(folder, folder != kBoardFolder, board_table());
  if (!read.faults.empty())
    return tl::unexpected{read.faults.front() + " (`jadoube boards --check` names every fault)"};
  used = folder;
  if (!read.added.empty()) set_board_table(std::move(read.table));
  return {};
}

}  // namespace jadoube::drivers
