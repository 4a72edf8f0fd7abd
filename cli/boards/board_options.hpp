// What the commands that open boards have in common: options, and running until somebody ends it.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <tl/expected.hpp>

#include "cli/command.hpp"
#include "drivers/board_folder.hpp"
#include "record/scan.hpp"
#include "transport/board_memory.hpp"
#include "transport/board_watch.hpp"

namespace jadoube::cli {

struct BoardOptions {
  std::vector<std::string> as;
  std::vector<std::string> ignore;
  std::vector<std::string> livechess;
  std::string white = "near";
  std::string folder = drivers::kBoardFolder;
  std::string memory = transport::BoardMemory::usual_folder();
  double seconds = 0;  // 0: until interrupted

  /// `--as`, `--ignore`, `--livechess`, `--white`, `--boards-dir`, `--memory`, `--seconds`.
  void add_to(Command command);
  /// From then on the table of boards has what the folder adds. The error is one sentence.
  [[nodiscard]] tl::expected<transport::BoardWatch::Options, std::string> watch_options() const;
};

/// `--start`, for commands that name the game which begins at a board; another text than record::set_start takes is refused.
void add_start(Command& command, std::string& start);
/// What a board's log says of itself; `start` is as `--start` took it, empty if it was not given.
record::Header header_of(const transport::Board& board, const std::string& start);

/// Runs until SIGINT, SIGTERM or the end of the terminal, which mean nothing any more afterwards, until `seconds` are over (0:
/// never) or `io` is stopped. `each` is called every `period`.
void run_watch(boost::asio::io_context& io, double seconds, std::chrono::milliseconds period,
               const std::function<void()>& each);

}  // namespace jadoube::cli
