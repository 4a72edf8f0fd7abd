#include "chess/mating/closure.hpp"

#include "chess/mating/material.hpp"
#include "chess/mating/reach.hpp"

namespace jadoube::chess::mating {
namespace {

constexpr std::size_t kStructures = std::size_t{1} << 14U;
constexpr std::uint8_t kMostFailures = 3;
// The static argument takes as long as opening some dozens of positions. A failure is paid for by so many
// positions opened; a success saves more than it costs.
constexpr std::uint64_t kFirstCredit = 8'000;
constexpr std::uint64_t kArgumentPrice = 50;
constexpr std::uint64_t kArgumentPrize = 100;
constexpr std::uint64_t kSplitPrice = 2'000;
// Guided searches of so many positions from where a pawn has stepped or a piece was taken. They may open as
// many positions as the closure itself, and some more at first.
constexpr std::uint64_t kProbe = 200;
constexpr std::uint64_t kFrozenProbe = 500;
constexpr std::size_t kProbeEffort = 200;
constexpr std::uint64_t kProbesAhead = 2'000;
constexpr std::uint8_t kMostProbes = 2;  // for one pawn structure
constexpr std::size_t kProbeBytes = std::size_t{1} << 18U;

/// A number for the pawns and the numbers of the other pieces.
std::size_t structure(const Board& b) {
  std::uint64_t mix = b.of(kWinner, PieceType::pawn) * 0x9E3779B97F4A7C15;
  mix = (mix ^ (mix >> 32U)) + b.of(kLoser, PieceType::pawn) * 0xBF58476D1CE4E5B9;
  for (const Side side : kSides)
    for (const PieceType type : {PieceType::knight, PieceType::bishop, PieceType::rook, PieceType::queen})
      mix = (mix ^ (mix >> 29U)) * 0x94D049BB133111EB + static_cast<std::uint64_t>(count(b.of(side, type)));
  return (mix ^ (mix >> 31U)) % kStructures;
}

}  // namespace

void Closure::start(const Board& root, Arguing arguing, const Standstill& standstill) {
  standstill_ = standstill;
  table_.clear();
  next_ = 0;
  failures_.assign(kStructures, 0);
  probes_.assign(kStructures, 0);
  probed_ = 0;
  prober_.release_beyond(0);
  probe_count_ = 0;
  probe_mated_ = false;
  arguing_ = arguing;
  credit_ = arguing == Arguing::freely ? kFirstCredit : 0;
  table_.insert(pack(root), 0, Move{}, 0);
}

/// Whether a position that has just lost a piece or moved a pawn can be left alone, because no mate can
/// follow.
bool Closure::leads_nowhere(const Board& board, bool piece_taken, bool pawn_moved) {
  if (!piece_taken && !pawn_moved) return false;
  if (cannot_mate_by_material(board)) return true;
  if (credit_ < kArgumentPrice) return false;
  std::uint8_t& failures = failures_[structure(board)];
  if (failures >= kMostFailures) return false;
  if (no_mate_fits(board)) {
    credit_ += kArgumentPrize;
    return true;
  }
  credit_ -= kArgumentPrice;
  if (failures++ > 0 || credit_ < kSplitPrice || arguing_ != Arguing::freely) return false;
  if (no_mate_fits_split_once(board)) {
    failures = 0;
    return true;
  }
  credit_ -= kSplitPrice;
  return false;
}

bool Closure::probe(const Board& board) {
  if (arguing_ == Arguing::sparingly || probed_ + kProbe > next_ + kProbesAhead) return false;
  std::uint8_t& probes = probes_[structure(board)];
  if (probes >= kMostProbes) return false;
  if (probes++ == 0)
    if (const auto mates = FrozenMate::nearest(board, kProbeEffort); !mates.empty())
      return probe(board, Plan{mates.front()}, kFrozenProbe);
  return probe(board, Plan{board, CornerTrap::suits(board) ? Policy::trap : Policy::corner, probe_count_++},
               kProbe);
}

bool Closure::probe(const Board& board, const Plan& plan, std::uint64_t nodes) {
  // What it keeps counts against its limit.
  prober_.release_beyond(kProbeBytes / 2);
  prober_.start(board, plan);
  const SearchEnd outcome = prober_.run({nodes, kProbeBytes, nullptr});
  probed_ += prober_.opened();
  return outcome == SearchEnd::mate;
}

SearchEnd Closure::run(const SearchLimits& limits) {
  const std::uint64_t last = opened() + limits.nodes;
  for (; next_ < table_.size(); ++next_) {
    if (opened() >= last) return SearchEnd::paused;
    // Arguments and probes on the way take their time, so look each time.
    if (limits.cancel != nullptr && limits.cancel->load(std::memory_order_relaxed))
      return SearchEnd::cancelled;
    if (table_.bytes_after_insertion() > limits.bytes || !table_.has_room()) return SearchEnd::full;
    ++credit_;
    const Board board = unpack(table_[next_].key);
    const Threats threats = generate(board, fans_);
    if (fans_.empty() && board.turn == kLoser && threats.checkers != 0) {
      mate_ = next_;
      return SearchEnd::mate;
    }
    for (const Fan& fan : fans_) {
      for (const Square to : squares(fan.targets & standstill_.allowed(board, fan))) {
        const Board child = after(board, fan.from, to, fan.promotion);
        const bool taken = count(child.occupied()) != count(board.occupied());
        if (leads_nowhere(child, taken, fan.type == PieceType::pawn)) continue;
        const auto [node, is_new] = table_.insert(pack(child), next_, move_of(fan, to), 0);
        if (is_new && (taken || fan.type == PieceType::pawn) && probe(child)) {
          probe_mated_ = true;
          mate_ = node;
          return SearchEnd::mate;
        }
      }
    }
  }
  return standstill_.leaves_moves_out() ? SearchEnd::paused : SearchEnd::exhausted;
}

std::vector<Move> Closure::line() const {
  std::vector<Move> line = table_.line_to(mate_);
  if (probe_mated_) {
    const std::vector<Move> rest = prober_.line();
    line.insert(line.end(), rest.begin(), rest.end());
  }
  return line;
}

}  // namespace jadoube::chess::mating
