#include "score/alignment.hpp"

#include <algorithm>
#include <array>

namespace jadoube::score {

using record::Senses;
using record::Time;

namespace {

/// One for each square that may hold something, told apart as far as the board can.
std::uint8_t code_of(chess::Piece piece, Senses senses) {
  switch (senses) {
    case Senses::presence:
      return 1;
    case Senses::colour:
      return static_cast<std::uint8_t>(1 + index(piece.side));
    case Senses::identity:
      break;
  }
  return static_cast<std::uint8_t>(1 + 6 * index(piece.side) + index(piece.type));
}

/// What fits counts by how well, and for how long it stood: a board that is passed through is less likely meant.
constexpr std::int32_t kWhole = 4000;
constexpr std::int32_t kNearly = 500;
constexpr auto kLongest = std::chrono::milliseconds{1000};
/// A board that nearly fits must have stood for so long.
constexpr auto kStands = std::chrono::milliseconds{500};
constexpr std::size_t kMostDiffering = 2;
/// Moves times boards: a byte each.
constexpr std::size_t kMostCells = 256U << 20U;

}  // namespace

std::size_t Alignment::count(Sight sight) const {
  return static_cast<std::size_t>(std::ranges::count(moves, sight, &AlignedMove::sight));
}

void ShownBoards::see(const record::Scan& scan) {
  Squares squares{};
  for (unsigned i = 0; i < 64; ++i) {
    if ((scan.occupied.bits >> i & 1U) == 0) continue;
    const auto piece = scan.pieces ? (*scan.pieces)[i] : std::nullopt;
    if (senses_ == Senses::identity && piece) {
      squares[i] = code_of(*piece, senses_);
    } else if (senses_ == Senses::colour && scan.white) {
      squares[i] = (scan.white->bits >> i & 1U) != 0 ? 1 : 2;
    } else {
      squares[i] = senses_ == Senses::presence ? 1 : 0xff;  // something that nobody knows
    }
  }
  end_ = std::max(end_, scan.t);
  if (runs_.empty() || runs_.back().squares != squares) runs_.push_back({scan.t, squares});
}

ShownBoards::Squares ShownBoards::expected(const chess::Position& position, bool turned) const {
  Squares squares{};
  for (unsigned i = 0; i < 64; ++i)
    if (const auto piece = position.at(static_cast<chess::Square>(i)))
      squares[turned ? 63 - i : i] = code_of(*piece, senses_);
  return squares;
}

/// Puts positions and boards beside each other, both in their order, so that what fits counts most in all.
class Aligner {
 public:
  Aligner(const ShownBoards& boards, const chess::Position& start, const std::vector<chess::Move>& moves,
          bool turned)
      : boards_{boards}, turned_{turned}, width_{boards.runs_.size()} {
    chess::Position position = start;
    positions_.push_back(boards.expected(position, turned));
    for (const chess::Move move : moves) {
      position.make(move);
      positions_.push_back(boards.expected(position, turned));
    }
  }

  /// How well all of it fits.
  std::int32_t fit() {
    std::vector<std::int32_t> before(width_ + 1);
    std::vector<std::int32_t> now(width_ + 1);
    ways_.assign(positions_.size() * width_, Way::position_unseen);
    for (std::size_t k = 0; k < positions_.size(); ++k) {
      now[0] = 0;
      for (std::size_t j = 0; j < width_; ++j) {
        const std::int32_t gain = gain_of(k, j);
        std::int32_t best = before[j + 1];
        Way way = Way::position_unseen;
        if (gain > 0 && before[j] + gain > best) {
          best = before[j] + gain;
          way = Way::together;
        }
        // Of two that are as good the earlier: what is there stays where it is.
        if (now[j] >= best) {
          best = now[j];
          way = Way::board_passed;
        }
        now[j + 1] = best;
        ways_[k * width_ + j] = way;
      }
      std::swap(before, now);
    }
    return before[width_];
  }

  [[nodiscard]] Alignment alignment() const {
    std::vector<std::optional<std::size_t>> run_of(positions_.size());
    std::size_t j = width_;
    for (std::size_t k = positions_.size(); k > 0 && j > 0;) {
      switch (ways_[(k - 1) * width_ + j - 1]) {
        case Way::together:
          run_of[--k] = --j;
          break;
        case Way::board_passed:
          --j;
          break;
        case Way::position_unseen:
          --k;
          break;
      }
    }
    Alignment result{.moves = {}, .turned = turned_};
    for (std::size_t k = 1; k < positions_.size(); ++k) result.moves.push_back(move(k, run_of));
    return result;
  }

 private:
  enum class Way : std::uint8_t { position_unseen, board_passed, together };

  [[nodiscard]] Time end_of(std::size_t run) const {
    return run + 1 < width_ ? boards_.runs_[run + 1].begin : boards_.end_;
  }
  [[nodiscard]] std::size_t differing(std::size_t position, std::size_t run) const {
    std::size_t count = 0;
    for (unsigned i = 0; i < 64; ++i)
      count += static_cast<std::size_t>(positions_[position][i] != boards_.runs_[run].squares[i]);
    return count;
  }
  [[nodiscard]] std::int32_t gain_of(std::size_t position, std::size_t run) const {
    const std::size_t wrong = differing(position, run);
    if (wrong > kMostDiffering) return 0;
    const Time stood = end_of(run) - boards_.runs_[run].begin;
    if (wrong != 0 && stood < kStands) return 0;
    const auto weight =
        static_cast<std::int32_t>(std::min<Time>(stood, kLongest) / std::chrono::milliseconds{1});
    return wrong == 0 ? kWhole + weight : (kNearly + weight) / static_cast<std::int32_t>(wrong);
  }

  [[nodiscard]] AlignedMove move(std::size_t k, const std::vector<std::optional<std::size_t>>& run_of) const {
    AlignedMove made;
    if (!run_of[k]) {
      for (std::size_t later = k + 1; later < run_of.size() && made.t == Time{}; ++later)
        if (run_of[later]) made.t = boards_.runs_[*run_of[later]].begin;
      if (made.t == Time{}) made.t = boards_.end_;
      made.from = made.t;
      return made;
    }
    const std::size_t run = *run_of[k];
    made.t = boards_.runs_[run].begin;
    made.sight = differing(k, run) == 0 ? Sight::whole : Sight::nearly;
    for (unsigned i = 0; i < 64; ++i)
      if (positions_[k][i] != boards_.runs_[run].squares[i])
        made.differing |= std::uint64_t{1} << (turned_ ? 63 - i : i);
    // It was begun when the board last ceased to show the position before.
    made.from = made.t;
    for (std::size_t earlier = run; run_of[k - 1] && earlier-- > *run_of[k - 1];)
      if (differing(k - 1, earlier) == 0 || earlier == *run_of[k - 1]) {
        made.from = end_of(earlier);
        break;
      }
    return made;
  }

  const ShownBoards& boards_;
  bool turned_;
  std::size_t width_;
  std::vector<ShownBoards::Squares> positions_;
  std::vector<Way> ways_;
};

tl::expected<Alignment, std::string> ShownBoards::align(const chess::Position& start,
                                                        const std::vector<chess::Move>& moves) const {
  if (runs_.size() > kMostCells / (moves.size() + 1))
    return tl::unexpected(std::to_string(moves.size()) + " moves and " + std::to_string(runs_.size()) +
                          " changes are more than can be put beside each other; cut the recording");
  Aligner straight{*this, start, moves, false};
  Aligner turned{*this, start, moves, true};
  return turned.fit() > straight.fit() ? turned.alignment() : straight.alignment();
}

}  // namespace jadoube::score
