// Logs made of genes: what happens at a board, four bytes each, so that a search can change, leave out, repeat and move what
// happens and still has a log that the program takes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "chess/position.hpp"
#include "record/scan.hpp"

namespace jadoube::bench {

struct DrawnLog {
  record::Header header;
  /// Times never decrease; none contradicts itself.
  std::vector<record::Record> records;
};

class LogDrawer {
 public:
  static constexpr std::size_t kGene = 4;

  /// The first gene is the board and where the game begins. What the others make happen is repeated until there are `most`
  /// records.
  static DrawnLog draw(std::string_view genes, std::size_t most);

 private:
  using Byte = std::uint8_t;

  explicit LogDrawer(Byte board, Byte start, Byte clock);
  void happen(Byte what, Byte a, Byte b, Byte c);
  void disturb(Byte what, Byte a, Byte b, Byte c);
  void add(record::Record record);
  void pass(Byte step);
  void show();
  void change(unsigned square, std::optional<chess::Piece> piece, bool shown);
  /// A lawful move: the `which`-th, of those that take if `taking` and there are any.
  std::optional<chess::Move> pick(Byte which, bool taking) const;
  void move(Byte which, Byte manner, Byte times);
  void play_unseen(Byte which, unsigned plies);
  void press(chess::Side side, bool with_times);
  void set_up();
  void enter(Byte what, Byte a, Byte b);

  DrawnLog log_;
  chess::Position start_, position_;
  record::PieceMap board_{};
  std::array<std::int64_t, 2> clock_{300'000, 300'000};
  bool is_turned_ = false;
  record::Time now_{};
};

}  // namespace jadoube::bench
