#include "transport/board_memory.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

namespace jadoube::transport {

namespace fs = std::filesystem;

namespace {

std::string board_file(std::string_view board) {
  return std::string{board} + ".board.txt";
}
std::string keeper_file(std::string_view name) {
  return std::string{name} + ".keeper.txt";
}

}  // namespace

std::string BoardMemory::read(std::string_view file) const {
  if (folder_.empty()) return {};
  std::ifstream in{folder_ + '/' + std::string{file}};
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

tl::expected<void, std::string> BoardMemory::replace(std::string_view file, std::string_view text) const {
  if (folder_.empty()) return {};
  std::error_code error;
  fs::create_directories(folder_, error);
  const std::string path = folder_ + '/' + std::string{file};
  const std::string fresh = path + ".new";
  if (!error) {
    std::ofstream out{fresh, std::ios::trunc};
    out << text;
    if (!out.flush()) error = std::make_error_code(std::errc::io_error);
  }
  if (!error) fs::rename(fresh, path, error);
  if (!error) return {};
  return tl::unexpected{path + " could not be written: " + error.message()};
}

std::string BoardMemory::recall(std::string_view board) const {
  return read(board_file(board));
}

tl::expected<void, std::string> BoardMemory::remember(std::string_view board, std::string_view text) const {
  return replace(board_file(board), text);
}

std::string BoardMemory::keeper_of(std::string_view name) const {
  std::string port = read(keeper_file(name));
  port.resize(std::min(port.size(), port.find('\n')));
  return port;
}

tl::expected<void, std::string> BoardMemory::remember_keeper(std::string_view name,
                                                             std::string_view port) const {
  return replace(keeper_file(name), std::string{port} + '\n');
}

std::string BoardMemory::usual_folder() {
  if (const char* state = std::getenv("XDG_STATE_HOME"); state != nullptr && *state == '/')
    return std::string{state} + "/jadoube";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
    return std::string{home} + "/.local/state/jadoube";
  return {};
}

}  // namespace jadoube::transport
