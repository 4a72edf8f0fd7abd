// What is known of boards for another time, in small files: what sessions want to know when their board is
// opened again (BoardSession::memory), and which names two boards have claimed.
#pragma once

#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace jadoube::transport {

class BoardMemory {
 public:
  /// `folder` is made when there is something to remember. Empty: nothing is ever remembered.
  explicit BoardMemory(std::string folder) : folder_{std::move(folder)} {}

  /// Empty if there is nothing or it cannot be read.
  [[nodiscard]] std::string recall(std::string_view board) const;
  /// The file is replaced as a whole. The error is one sentence.
  [[nodiscard]] tl::expected<void, std::string> remember(std::string_view board, std::string_view text) const;

  /// The port of the board that keeps this name although another one has claimed it too; empty: nobody else
  /// has.
  [[nodiscard]] std::string keeper_of(std::string_view name) const;
  /// As `remember`.
  [[nodiscard]] tl::expected<void, std::string> remember_keeper(std::string_view name,
                                                                std::string_view port) const;

  /// "$XDG_STATE_HOME/jadoube", "~/.local/state/jadoube"; empty if there is neither.
  static std::string usual_folder();

 private:
  [[nodiscard]] std::string read(std::string_view file) const;
  [[nodiscard]] tl::expected<void, std::string> replace(std::string_view file, std::string_view text) const;
  std::string folder_;
};

}  // namespace jadoube::transport
