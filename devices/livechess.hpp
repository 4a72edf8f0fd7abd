// A LiveChess with boards, as far as those who follow boards see of it: one client's WebSocket messages go in
// and come out. Boards come and go, fail and are flipped as its owner says.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "record/scan.hpp"

namespace jadoube::devices {

class LiveChess {
 public:
  /// Turns what it tells of a board that is flipped.
  bool turns = false;

  /// The state as it stands in the list of boards: "ACTIVE", "NOTRESPONDING"; a board that is not known yet is
  /// added.
  void set_state(const std::string& serial, const std::string& state);
  void remove(const std::string& serial) { boards_.erase(serial); }
  /// From now on the board has another number, in its feeds too.
  void renumber(const std::string& serial, const std::string& other);
  void flip(const std::string& serial);
  /// What hands and clock do at the board: scans with pieces, and clock readings, of which whole seconds are told. Told to a
  /// client only if `is_told`.
  void see(const std::string& serial, const record::Record& record, bool is_told = true);

  /// A client has come: it has no feeds yet.
  void connect() { feeds_.clear(), said_.clear(); }
  void hear(std::string_view message);
  std::vector<std::string> take_said() { return std::exchange(said_, {}); }
  /// Calls that a reader has no business to make, and what is no call.
  [[nodiscard]] unsigned foreign_calls() const { return foreign_calls_; }

 private:
  struct Board {
    std::string state = "ACTIVE";
    bool is_flipped = false;
    record::PieceMap pieces{};
    std::string clock = "null";
  };
  [[nodiscard]] std::string news(const std::string& serial, const Board& board, bool is_listed) const;
  void tell(const std::string& serial);

  std::map<std::string, Board> boards_;
  std::multimap<std::string, std::int64_t> feeds_;
  std::vector<std::string> said_;
  record::Time now_{};
  unsigned foreign_calls_ = 0;
};

}  // namespace jadoube::devices
