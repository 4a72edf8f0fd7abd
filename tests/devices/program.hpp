// The whole program as a process of its own, and emulated boards on its USB on which hands play in real time:
// what the tests of it have in common.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "devices/usb_board.hpp"
#include "record/scan.hpp"
#include "simulator/game_source.hpp"
#include "simulator/simulate.hpp"
#include "tests/devices/had_time.hpp"
#include "tests/devices/mock_usb.hpp"

namespace jadoube::testing {

/// The program under test, with its output in files.
class Program {
 public:
  Program(const std::filesystem::path& folder, std::vector<std::string> arguments);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  void interrupt() const;
  /// Exit status; 1000 + signal; −1 if it does not end in time.
  int wait(std::chrono::seconds limit = std::chrono::seconds{60});
  [[nodiscard]] std::string out() const;
  [[nodiscard]] std::string err() const;
  /// False if it does not say so, on its standard error, in time.
  [[nodiscard]] bool says(const std::string& what,
                          std::chrono::seconds limit = std::chrono::seconds{60}) const;

 private:
  std::filesystem::path out_, err_;
  pid_t pid_ = -1;
};

std::string read_file(const std::filesystem::path& path);
/// False if it does not become so in time.
bool until(const std::function<bool()>& so, std::chrono::seconds limit = std::chrono::seconds{60});

/// A tournament board behind its own bridge.
std::unique_ptr<devices::UsbBoard> dgt(unsigned serial);
std::unique_ptr<devices::UsbBoard> open_scan(devices::UsbShape shape, std::uint64_t id,
                                             std::string serial = {});

/// The first plies of a random game.
simulator::PlayedGame short_game(std::uint64_t seed, std::size_t plies);
/// Quick hands, so that the test need not last as long as a game.
simulator::Recording quickly(const simulator::PlayedGame& game, std::uint64_t seed,
                             const char* incident = nullptr);
std::vector<std::string> moves_of(const simulator::PlayedGame& game);
record::Record first_scan(const simulator::Recording& recording);

struct Log {
  std::filesystem::path path;
  record::Header header;
  std::vector<record::Record> records;
  std::vector<std::string> problems;
  std::vector<std::string> moves;
  std::vector<std::string> findings;

  [[nodiscard]] std::vector<record::Link> links() const;
  /// Says anew which moves and findings come of the records.
  void follow();
};
/// The log of the board whose name begins so; its game as the detector follows it.
Log log_of(const std::filesystem::path& folder, const std::string& board);
/// The link never broke, unless it was this machine that kept the board from speaking.
void expect_link_held(const Log& log, MockUsb& device);

/// Real time passes here: what fails where the machine left it no time is skipped.
class BoardProgram : public ::testing::Test {
 protected:
  BoardProgram();
  ~BoardProgram() override;
  void TearDown() override;

  [[nodiscard]] std::vector<std::string> record(std::vector<std::string> more = {}) const;
  /// The board is plugged in, and the program records it while hands play. The link holds.
  Log recorded(MockUsb& device, devices::UsbBoard& board, const simulator::Recording& play,
               const std::string& name, std::vector<std::string> more = {}) const;
  /// The bytes that were recorded beside the log.
  [[nodiscard]] std::string wire_of(const std::string& board) const;

  Testbed testbed_;
  HadTime had_time_;
  std::filesystem::path folder_;
};

}  // namespace jadoube::testing
