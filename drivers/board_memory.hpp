// What sessions want to know when their board is opened another time (Session::memory), in one small file for
// each board.
#pragma once

#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace jadoube::drivers {

class BoardMemory {
 public:
  /// `folder` is made when there is something to remember. Empty: nothing is ever remembered.
  explicit BoardMemory(std::string folder) : folder_{std::move(folder)} {}

  /// Empty if there is nothing or it cannot be read.
  [[nodiscard]] std::string recall(std::string_view board) const;
  /// The file is replaced as a whole. The error is one sentence.
  [[nodiscard]] tl::expected<void, std::string> remember(std::string_view board, std::string_view text) const;

  /// "$XDG_STATE_HOME/jadoube", "~/.local/state/jadoube"; empty if there is neither.
  static std::string usual_folder();

 private:
  [[nodiscard]] std::string path_of(std::string_view board) const;
  std::string folder_;
};

}  // namespace jadoube::drivers
