// What boards are called: by make and number, and by their ports where a number is missing or belongs to two.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "drivers/board_table.hpp"
#include "transport/board_memory.hpp"
#include "transport/board_watch.hpp"

namespace jadoube::transport::watch {

class BoardNames {
 public:
  /// `boards`: those that have names. `warning` takes what people should know, a sentence each. All of them live longer.
  BoardNames(const BoardMemory& memory, const std::map<std::string, Board>& boards,
             std::function<void(const std::string&)> warning);

  /// Of a board of this make at this port; `number` may be empty, it has none. A number that two boards have claimed at
  /// once tells nothing for good, in whatever order they come back: one keeps the name as long as it stays at its port,
  /// and every other one is known by its port.
  std::string name_at(const std::string& port, const drivers::BoardModel& model, const std::string& number);

 private:
  const BoardMemory& memory_;
  const std::map<std::string, Board>& boards_;
  std::function<void(const std::string&)> warning_;
  /// By name that two boards have claimed: the port of the one that keeps it. Empty: one board's name.
  std::map<std::string, std::string> keepers_;
};

}  // namespace jadoube::transport::watch
