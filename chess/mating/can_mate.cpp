#include "chess/mating/can_mate.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>
#include <utility>

#include "chess/mating/closure.hpp"
#include "chess/mating/explorer.hpp"
#include "chess/mating/material.hpp"
#include "chess/mating/reach.hpp"
#include "chess/mating/short_proof.hpp"
#include "chess/mating/standstill.hpp"

namespace jadoube::chess {
namespace {

using mating::Board;
using mating::kLoser;
using mating::kWinner;

/// The longest forced line that is followed. The longest known has fifteen moves.
constexpr std::size_t kLongestForcedLine = 32;

/// What a search may keep from one question to the next.
constexpr std::size_t kKeptBytes = std::size_t{1} << 20U;

/// How many guided searches there are that differ: two policies, two corners, two orders.
constexpr unsigned kGuidedVariants = 8;

// Quick mode.
constexpr unsigned kQuickPlies = 4;
constexpr unsigned kQuickPliesWhenLocked = 7;
constexpr std::uint64_t kQuickNodes = 2'000;
constexpr std::uint64_t kQuickClosure = 500;

// Full mode. The first glance finds nine mates of ten; then everything gets twice as much in turn.
constexpr std::uint64_t kFirstGlance = 500;
constexpr std::uint64_t kFirstRound = 1'000;
/// The closure gets as much as both guided searches.
constexpr std::uint64_t kClosureShare = 2;
/// Mates without a pawn's move: arrangements that are looked at to find some, and positions to get to each.
constexpr std::size_t kFrozenEffort = 3'000;
constexpr std::uint64_t kFrozenGlance = 300;
constexpr std::size_t kFrozenKept = 4;
constexpr std::uint64_t kFrozenShare = 4;
/// How hastily: in turn.
constexpr std::array<std::size_t, 2> kPliesPerStep{4, 8};
/// On a board that is not locked there is nothing to unblock, as far as one can see.
constexpr std::uint64_t kNodesBeforeUnblocking = 4'000;
/// Pieces that stand still are a guess, and mostly another search is sooner there.
constexpr std::uint64_t kNodesBeforeScouting = 4'000;
/// A board on which no more pawns can step forward is searched as one that is locked.
constexpr int kFewSteps = 2;
/// For mating::standstill.
constexpr unsigned kBothFree = 3;
/// The static argument at first: how often, how many moves there may be for each of them to be argued about, and how many
/// positions are looked at to see that all lines end.
constexpr unsigned kArguments = 12;
constexpr int kFewMoves = 3;
constexpr std::uint64_t kNodesOfAnEnd = 100;
/// What is dear and seldom leads to anything waits: splitting, and the closure of a board that is not locked.
constexpr std::uint64_t kNodesBeforeProofs = 16'000;
/// One piece is split sooner on a board that is locked.
constexpr std::uint64_t kNodesBeforeSplitting = 2'000;

/// The moves as the rules write them; nothing unless each is legal and the last one mates.
std::optional<std::vector<Move>> replay(Position position, const std::vector<Move>& turned, Side winner) {
  std::vector<Move> line;
  line.reserve(turned.size());
  MoveList legal;
  for (const Move step : turned) {
    const auto real = [winner](Square square) { return winner == Side::white ? square : flip_ranks(square); };
    position.legal_moves(legal);
    const Square from = real(step.from());
    const Square to = real(step.to());
    const auto move = std::find_if(legal.begin(), legal.end(), [&](Move each) {
      return each.from() == from && each.to() == to &&
             (!each.is_promotion() || each.promoted_to() == step.promoted_to());
    });
    if (move == legal.end()) return std::nullopt;
    position.make(*move);
    line.push_back(*move);
  }
  if (position.turn() == winner || !position.in_check() || position.has_legal_move()) return std::nullopt;
  return line;
}

/// Nothing but pawns and bishops beside the kings, and at most so many pawns that can step forward now.
bool looks_locked(const Board& b, int steps = 0) {
  if ((b.of(PieceType::queen) | b.of(PieceType::rook) | b.of(PieceType::knight)) != 0) return false;
  const Bitboard occupied = b.occupied();
  return count(b.of(kWinner, PieceType::pawn) << 8U & ~occupied) +
             count(b.of(kLoser, PieceType::pawn) >> 8U & ~occupied) <=
         steps;
}

using Verdict = decltype(MatingAnswer::verdict);
using MaybeVerdict = std::optional<Verdict>;

}  // namespace

/// One question at a time; the memory of the searches lives on.
class MatingSolver::State {
 public:
  MatingAnswer answer(const Position& position, Side winner, const MatingOptions& options) {
    options_ = &options;
    nodes_ = 0;
    explorer_.release_beyond(std::min(kKeptBytes, options.max_bytes / 4));
    closure_.release_beyond(std::min(kKeptBytes, options.max_bytes / 4));
    scout_.release_beyond(std::min(kKeptBytes, options.max_bytes / 4));
    closure_state_ = ClosureState::not_started;
    cramped_ = 0;
    board_ = mating::oriented(position, winner);
    forced_.clear();
    MaybeVerdict verdict = at_once();
    if (!verdict) verdict = options.quick ? quickly() : fully();
    if (auto* winnable = std::get_if<Winnable>(&*verdict)) {
      auto line = replay(position, winnable->line, winner);
      // The compact board and the rules would disagree: our mistake, and no ground for a ruling.
      assert(line);
      if (!line) return {Undecided{Stop::nodes}, nodes_};
      winnable->line = *std::move(line);
    }
    return {*std::move(verdict), nodes_};
  }

 private:
  /// What needs no search. Afterwards board_ is the first position with a choice.
  MaybeVerdict at_once() {
    const mating::Ending ending = mating::follow_forced_line(board_, forced_, kLongestForcedLine);
    nodes_ += forced_.size() + 1;
    switch (ending) {
      case mating::Ending::open:
        return std::nullopt;
      case mating::Ending::mate:
        return Winnable{forced_};
      case mating::Ending::no_mate:
        return Unwinnable{Proof::search_exhausted};
      case mating::Ending::material:
        return Unwinnable{Proof::material};
      case mating::Ending::repetition:
        return Unwinnable{Proof::forced_repetition};
    }
    return std::nullopt;
  }

  Verdict quickly() {
    const bool locked = looks_locked(board_);
    std::uint64_t left = kQuickNodes;
    const bool fails = mating::all_lines_fail(board_, locked ? kQuickPliesWhenLocked : kQuickPlies, left);
    nodes_ += kQuickNodes - left;
    if (fails) return Unwinnable{Proof::search_exhausted};
    if (!locked) return Undecided{Stop::quick_mode};
    if (no_mate_follows()) return Unwinnable{Proof::static_argument};
    closure_.start(board_, mating::Arguing::sparingly);
    const mating::SearchEnd outcome = closure_.run({kQuickClosure, options_->max_bytes, options_->cancel});
    nodes_ += closure_.opened();
    if (outcome == mating::SearchEnd::exhausted) return Unwinnable{Proof::reachable_set_closed};
    return Undecided{Stop::quick_mode};
  }

  Verdict fully() {
    const bool locked = looks_locked(board_, kFewSteps);
    if (locked && no_mate_follows()) return Unwinnable{Proof::static_argument};
    frozen_.clear();
    if (auto verdict = explore(mating::Policy::corner, 0, kFirstGlance)) return *std::move(verdict);
    if (locked)
      if (auto verdict = explore_frozen()) return *std::move(verdict);
    unsigned variant = 1;
    for (std::uint64_t nodes = kFirstRound;; nodes *= 2, ++variant) {
      if (!locked && nodes == 2 * kFirstRound)
        if (auto verdict = explore_frozen()) return *std::move(verdict);
      if (auto verdict = explore_in_turn(locked, variant, nodes)) return *std::move(verdict);
      if (!locked && nodes == 2 * kFirstRound && no_mate_follows()) return Unwinnable{Proof::static_argument};
      if (!locked && nodes < kNodesBeforeProofs) continue;
      if (auto verdict = close(kClosureShare * nodes)) return *std::move(verdict);
      if ((nodes == kNodesBeforeSplitting || nodes == kNodesBeforeProofs) &&
          mating::no_mate_fits_split_once(board_))
        return Unwinnable{Proof::static_argument};
      if (nodes == kNodesBeforeProofs && mating::no_mate_fits_split_twice(board_, options_->cancel))
        return Unwinnable{Proof::static_argument};
    }
  }

  /// One round of the searches that look for a mate.
  MaybeVerdict explore_in_turn(bool locked, unsigned variant, std::uint64_t nodes) {
    MaybeVerdict verdict;
    if (mating::CornerTrap::suits(board_)) verdict = explore(mating::Policy::trap, variant - 1, nodes);
    for (const mating::FrozenMate& mate : frozen_)
      if (!verdict)
        verdict = explore(mating::Plan{mate, kPliesPerStep[variant % 2]},
                          (locked ? kFrozenShare : 1) * nodes / frozen_.size());
    if (!verdict) verdict = explore(mating::Policy::corner, variant, nodes);
    if (!verdict && (locked || nodes >= kNodesBeforeScouting)) verdict = go_round(locked, variant - 1, nodes);
    if (!verdict && (locked || nodes >= kNodesBeforeUnblocking))
      verdict = explore(mating::Policy::unblock, variant, nodes);
    return verdict;
  }

  /// Searches in which most officers stand still: on a locked board some in which one a side goes to and fro, and some that
  /// let it go.
  MaybeVerdict go_round(bool locked, unsigned round, std::uint64_t nodes) {
    if (!locked) return scout(mating::standstill(board_, round, kBothFree), nodes);
    for (const unsigned free : {0U, 1U + round % kBothFree}) {
      const auto standstill = mating::standstill(board_, round, free);
      if (!standstill.leaves_moves_out()) return std::nullopt;
      const std::uint64_t share = free == 0 ? nodes / 2 : nodes / 4;
      if (auto verdict = scout(standstill, share)) return verdict;
      for (const mating::Policy policy : {mating::Policy::unblock, mating::Policy::corner})
        if (auto verdict = explore(policy, round, share, standstill)) return verdict;
    }
    return std::nullopt;
  }

  [[nodiscard]] bool no_mate_follows() const {
    unsigned arguments = kArguments;
    return no_mate_follows(board_, arguments);
  }

  /// The static argument. A king in check may be where it can never come back to, and what moves a side has left may not
  /// last: then each of them is argued about.
  [[nodiscard]] static bool no_mate_follows(const Board& board, unsigned& arguments) {
    mating::Fans fans;
    const bool in_check = mating::generate(board, fans).checkers != 0;
    if (arguments == 0 || (fans.empty() && in_check && board.turn == kLoser)) return false;
    --arguments;
    if (!in_check && mating::no_mate_fits(board)) return true;
    if (std::uint64_t nodes = kNodesOfAnEnd; mating::all_lines_fail(board, 2, nodes)) return true;
    int moves = 0;
    for (const mating::Fan& fan : fans) moves += count(fan.targets);
    if (!in_check && moves > kFewMoves) return false;
    for (const mating::Fan& fan : fans)
      for (const Square to : squares(fan.targets))
        if (!no_mate_follows(mating::after(board, fan.from, to, fan.promotion), arguments)) return false;
    return true;
  }

  MaybeVerdict explore(mating::Policy policy, unsigned variant, std::uint64_t nodes,
                       const mating::Standstill& standstill = {}) {
    return explore(mating::Plan{board_, policy, variant, standstill}, nodes);
  }

  MaybeVerdict explore(const mating::Plan& plan, std::uint64_t nodes) {
    explorer_.start(board_, plan);
    mating::SearchEnd outcome = explorer_.run(limits(nodes));
    nodes_ += explorer_.opened();
    if (outcome == mating::SearchEnd::full) {
      explorer_.release_beyond(0);
      // The next one goes another way; in the end all have been tried.
      if (++cramped_ < kGuidedVariants || closure_state_ != ClosureState::given_up)
        outcome = mating::SearchEnd::paused;
    }
    return conclude(outcome, explorer_);
  }

  /// A glance at each mate that needs no pawn; the nearest are kept for later rounds.
  MaybeVerdict explore_frozen() {
    frozen_ = mating::FrozenMate::nearest(board_, kFrozenEffort);
    for (const mating::FrozenMate& mate : frozen_)
      if (auto verdict = explore(mating::Plan{mate}, kFrozenGlance)) return verdict;
    if (frozen_.size() > kFrozenKept) frozen_.resize(kFrozenKept);
    return std::nullopt;
  }

  /// What kings, pawns and captures do to the board while officers stand still.
  MaybeVerdict scout(const mating::Standstill& standstill, std::uint64_t nodes) {
    if (!standstill.leaves_moves_out()) return std::nullopt;
    // It and the guided searches have one half of the memory between them.
    explorer_.release_beyond(std::min(kKeptBytes, options_->max_bytes / 8));
    scout_.start(board_, mating::Arguing::now_and_then, standstill);
    const mating::SearchEnd outcome = scout_.run(limits(nodes));
    nodes_ += scout_.opened();
    const MaybeVerdict verdict =
        outcome == mating::SearchEnd::full ? std::nullopt : conclude(outcome, scout_);
    scout_.release_beyond(std::min(kKeptBytes, options_->max_bytes / 8));
    return verdict;
  }

  MaybeVerdict close(std::uint64_t nodes) {
    if (closure_state_ == ClosureState::given_up) return std::nullopt;
    if (std::exchange(closure_state_, ClosureState::growing) == ClosureState::not_started)
      closure_.start(board_, mating::Arguing::freely);
    const std::uint64_t before = closure_.opened();
    mating::SearchEnd outcome = closure_.run(limits(nodes));
    nodes_ += closure_.opened() - before;
    if (outcome == mating::SearchEnd::full) {
      closure_.release_beyond(0);
      closure_state_ = ClosureState::given_up;
      outcome = mating::SearchEnd::paused;
    }
    return conclude(outcome, closure_);
  }

  [[nodiscard]] mating::SearchLimits limits(std::uint64_t nodes) const {
    const std::uint64_t left = options_->max_nodes > nodes_ ? options_->max_nodes - nodes_ : 0;
    return {std::min(nodes, left), options_->max_bytes / 2, options_->cancel};
  }

  MaybeVerdict conclude(mating::SearchEnd outcome, const auto& search) const {
    switch (outcome) {
      case mating::SearchEnd::mate: {
        std::vector<Move> line = forced_;
        const std::vector<Move> rest = search.line();
        line.insert(line.end(), rest.begin(), rest.end());
        return Winnable{std::move(line)};
      }
      case mating::SearchEnd::exhausted:
        return Unwinnable{Proof::reachable_set_closed};
      case mating::SearchEnd::paused:
        if (nodes_ >= options_->max_nodes) return Undecided{Stop::nodes};
        return std::nullopt;
      case mating::SearchEnd::full:
        return Undecided{Stop::memory};
      case mating::SearchEnd::cancelled:
        return Undecided{Stop::cancelled};
    }
    return std::nullopt;
  }

  const MatingOptions* options_ = nullptr;
  std::uint64_t nodes_ = 0;
  Board board_;
  std::vector<Move> forced_;
  mating::Explorer explorer_;
  std::vector<mating::FrozenMate> frozen_;
  mating::Closure closure_;
  mating::Closure scout_;
  enum class ClosureState : std::uint8_t { not_started, growing, given_up };
  ClosureState closure_state_ = ClosureState::not_started;
  unsigned cramped_ = 0;  // guided searches that ran out of memory
};

MatingSolver::MatingSolver() : state_{std::make_unique<State>()} {}
MatingSolver::~MatingSolver() = default;
MatingSolver::MatingSolver(MatingSolver&&) noexcept = default;
MatingSolver& MatingSolver::operator=(MatingSolver&&) noexcept = default;

MatingAnswer MatingSolver::can_mate(const Position& position, Side side, const MatingOptions& options) {
  return state_->answer(position, side, options);
}

MatingAnswer can_mate(const Position& position, Side side, const MatingOptions& options) {
  return MatingSolver{}.can_mate(position, side, options);
}

tl::expected<Position, FaultySetup> position_for_mating(const Setup& setup) {
  return Position::from(setup, {Fault::too_much_material, Fault::impossible_check,
                                Fault::castling_right_wrong, Fault::en_passant_wrong});
}

std::string_view name(Proof proof) {
  static constexpr std::array<std::string_view, 5> names{"material", "forced repetition", "search exhausted",
                                                         "reachable set closed", "static argument"};
  return names[static_cast<std::size_t>(proof)];
}

std::string_view name(Stop stop) {
  static constexpr std::array<std::string_view, 4> names{"quick mode", "nodes", "memory", "cancelled"};
  return names[static_cast<std::size_t>(stop)];
}

}  // namespace jadoube::chess
