#include "display/finding_words.hpp"

#include <array>
#include <cstdint>

#include "chess/game_record.hpp"

namespace jadoube::display {

namespace {

using report::Finding;
using report::Kind;
using words::wording;

/// In the order of report::Kind.
constexpr std::array<std::string_view, report::kKindCount> kTitles{
    "Start position wrong",
    "Board turned sideways",
    "Colours reversed",
    "Piece displaced",
    "Board and record disagree",
    "Illegal move, clock not pressed",
    "Illegal move",
    "King captured",
    "Both kings in check",
    "Castling begun with the rook",
    "Promotion: exchange not seen",
    "Promotion not completed",
    "Clock pressed without a move",
    "Clock pressed before the piece stood",
    "Two hands",
    "Move out of turn",
    "Touched piece not moved",
    "Move changed after release",
    "Offences have reached the limit",
    "Clock not pressed",
    "Flag fallen",
    "Both flags fallen",
    "Dead position",
    "Fivefold repetition",
    "Seventy-five moves",
    "Threefold repetition can be claimed",
    "Fifty moves can be claimed",
    "Count of moves",
    "Clock out of order",
    "Result shown with the kings",
    "Sensor not believed",
    "No scans from the board",
    "Nothing explains the board",
};

/// Findings about a transfer that no rule allows.
bool breaks_the_rules(Kind kind) {
  return kind == Kind::illegal_move || kind == Kind::illegal_move_pending || kind == Kind::king_captured ||
         kind == Kind::out_of_turn;
}

std::string padded(std::int64_t number) {
  std::string text = std::to_string(number);
  return text.size() < 2 ? '0' + text : text;
}

}  // namespace

Text capital(chess::Side side) {
  return side == chess::Side::white ? wording("White") : wording("Black");
}

Text title(Kind kind) {
  return words::known(kTitles[static_cast<std::size_t>(kind)]);
}

Text meaning(report::Grade grade) {
  static constexpr std::array<std::string_view, 3> words{"established by the sensors", "please look",
                                                         "suspicion only"};
  return words::known(words[static_cast<std::size_t>(grade)]);
}

Text move_text(const PublishedPly& ply) {
  if (ply.is_legal()) return ply.san;
  if (!chess::transfer_from_uci(ply.uci)) return wording("(no move)");
  return ply.uci.substr(0, 2) + '-' + ply.uci.substr(2);
}

Text numbered(const PublishedPly& ply) {
  return std::to_string(ply.before.fullmove_number) + (ply.side == chess::Side::white ? ". " : "... ") +
         move_text(ply);
}

Text whose_and_where(const Finding& finding, const PublishedGame& game) {
  const auto& plies = game.plies();
  const auto with = [&](const Text& where) {
    if (!finding.side) return where;
    return where.empty() ? capital(*finding.side) : wording("{1}, {2}", capital(*finding.side), where);
  };
  if (finding.ply > plies.size()) {
    const chess::Setup& now = game.now();
    const std::string move = std::to_string(now.fullmove_number);
    if (!finding.side || *finding.side == now.turn) return with(wording("move {1}", move));
    return with(wording("at {1}'s move {2}", capital(now.turn), move));
  }
  if (finding.ply == 0) return with(wording("before the first move"));
  const PublishedPly& ply = plies[finding.ply - 1];
  if (finding.side != ply.side || finding.kind == Kind::flag_fallen)
    return with(wording("after {1}", numbered(ply)));
  // What was put right may have another move in its place.
  if (breaks_the_rules(finding.kind) && ply.is_legal())
    return with(wording("move {1}", std::to_string(ply.before.fullmove_number)));
  return with(numbered(ply));
}

std::string log_time(record::Time t) {
  const std::int64_t tenths = t.count() / 100'000;
  const std::int64_t seconds = tenths / 10;
  const std::int64_t minutes = seconds / 60;
  std::string text =
      minutes < 60 ? std::to_string(minutes) : std::to_string(minutes / 60) + ':' + padded(minutes % 60);
  return text + ':' + padded(seconds % 60) + '.' + std::to_string(tenths % 10);
}

std::string clock_text(record::ClockTime time) {
  const bool below_zero = time.count() < 0;
  const std::int64_t seconds = (below_zero ? -time.count() : time.count()) / 1000;
  std::string text{below_zero ? "-" : ""};
  text += std::to_string(seconds / 3600);
  return text + ':' + padded(seconds / 60 % 60) + ':' + padded(seconds % 60);
}

}  // namespace jadoube::display
