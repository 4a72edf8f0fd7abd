// FIDE tournament report files: lines of fixed columns. Of a player's line (001) only what pairings need is
// read: columns 5-8 starting rank, 15-47 name, and from column 92 on ten columns a round: opponent's starting
// rank (1-4), colour (6), result (8). Numbering of columns as in FIDE's handbook, C.04 annex 2, from 1.
#include <algorithm>
#include <map>
#include <optional>

#include "judge/clock_times.hpp"
#include "tournament/cells.hpp"
#include "tournament/pairing_file.hpp"

namespace jadoube::arbiter {

using words::wording;

namespace {

constexpr std::size_t kRounds = 91;  // where the first round's columns begin, from 0
constexpr std::size_t kRoundWidth = 10;
constexpr unsigned kMostRounds = 99;

struct PlayerLine {
  std::size_t line = 0;
  unsigned rank = 0;
  std::string name;
  std::string rounds;
};

/// By starting rank.
using Players = std::map<unsigned, PlayerLine>;

/// What a file says; texts are empty where it says nothing.
struct TournamentReport {
  std::string event;
  std::string time_control;
  Players players;
};

/// Two players who meet, by starting rank, and what decides about their table.
struct Pair {
  unsigned white, black;
  std::string result;
  /// Points before the round: of the player who has more, and of both together.
  double higher, sum;
  unsigned better_rank;
};

struct Meeting {
  unsigned opponent = 0;  // 0: none
  char colour = ' ';
  char result = ' ';
};

/// Columns count characters, and a name may have letters of two bytes: the line by characters.
class Columns {
 public:
  explicit Columns(std::string_view line) {
    for (std::size_t i = 0; i < line.size(); ++i)
      if ((static_cast<unsigned char>(line[i]) & 0xC0U) != 0x80U) starts_.push_back(i);
    line_ = line;
  }
  /// From column `from` on, counted from 0; short lines end early.
  [[nodiscard]] std::string_view at(std::size_t from, std::size_t count) const {
    if (from >= starts_.size()) return {};
    const std::size_t begin = starts_[from];
    const std::size_t end = from + count < starts_.size() ? starts_[from + count] : line_.size();
    return line_.substr(begin, end - begin);
  }
  [[nodiscard]] std::string_view from(std::size_t column) const { return at(column, starts_.size()); }

 private:
  std::string_view line_;
  std::vector<std::size_t> starts_;
};

std::optional<Meeting> meeting(const PlayerLine& player, unsigned round) {
  const Columns columns{player.rounds};
  const std::string_view cell = columns.at((round - 1) * kRoundWidth, kRoundWidth);
  if (trimmed(cell).empty()) return std::nullopt;
  Meeting m;
  m.opponent = number_in(trimmed(Columns{cell}.at(0, 4))).value_or(0);
  if (const auto colour = Columns{cell}.at(5, 1); !colour.empty()) m.colour = colour.front();
  if (const auto result = Columns{cell}.at(7, 1); !result.empty()) m.result = result.front();
  return m;
}

double points(const Meeting& m) {
  switch (m.result) {
    case '1':
    case '+':
    case 'W':
    case 'w':
    case 'F':
    case 'f':
    case 'U':
    case 'u':
      return 1;
    case '=':
    case 'D':
    case 'd':
    case 'H':
    case 'h':
      return 0.5;
    default:
      return 0;
  }
}

std::string result_text(char of_white) {
  switch (of_white) {
    case '1':
    case '+':
    case 'W':
    case 'w':
      return "1-0";
    case '0':
    case '-':
    case 'L':
    case 'l':
      return "0-1";
    case '=':
    case 'D':
    case 'd':
      return "1/2-1/2";
    default:
      return {};
  }
}

/// A player's line (001); one that cannot be used is a problem.
void read_player(const Columns& columns, std::size_t line, Players& players, PairingFile& file) {
  const auto rank = number_in(trimmed(columns.at(4, 4)));
  if (!rank || *rank == 0) {
    file.add_problem(line, wording("a player's line without a starting rank in columns 5 to 8; left out"));
    return;
  }
  std::string name{trimmed(columns.at(14, 33))};
  if (name.empty()) name = "No. " + std::to_string(*rank);
  if (players.contains(*rank)) {
    file.add_problem(
        line, wording("starting rank {1} is there twice; {2} is left out", std::to_string(*rank), name));
    return;
  }
  players.emplace(*rank, PlayerLine{line, *rank, std::move(name), std::string{columns.from(kRounds)}});
}

TournamentReport read_lines(std::string_view text, PairingFile& file) {
  TournamentReport report;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const Columns columns{line};
    if (line.starts_with("012")) report.event = trimmed(columns.from(4));
    if (line.starts_with("122")) report.time_control = trimmed(columns.from(4));
    if (line.starts_with("001")) read_player(columns, number, report.players, file);
  }
  return report;
}

/// 0: no round has pairings.
unsigned last_paired_round(const Players& players) {
  for (unsigned round = kMostRounds; round > 0; --round)
    if (std::ranges::any_of(players, [&](const auto& each) {
          const auto m = meeting(each.second, round);
          return m && m->opponent != 0;
        }))
      return round;
  return 0;
}

/// Points of every player, by starting rank.
std::map<unsigned, double> points_before(const Players& players, unsigned round) {
  std::map<unsigned, double> sums;
  for (const auto& [rank, player] : players) {
    double& sum = sums[rank];
    for (unsigned each = 1; each < round; ++each)
      if (const auto m = meeting(player, each)) sum += points(*m);
  }
  return sums;
}

bool has_both_colours(const Meeting& one, const Meeting& other) {
  return (one.colour == 'w' && other.colour == 'b') || (one.colour == 'b' && other.colour == 'w');
}

/// The meeting of that round, if the player has White in it and Black's line agrees. A bye is nothing; a
/// contradiction is a problem.
std::optional<Meeting> meeting_as_white(const PlayerLine& player, const Players& players, unsigned round,
                                        PairingFile& file) {
  const auto m = meeting(player, round);
  if (!m || m->opponent == 0) return std::nullopt;  // a bye, or not paired
  if (m->opponent == player.rank) {
    file.add_problem(player.line, wording("{1} would play against himself; left out", player.name));
    return std::nullopt;
  }
  const auto found = players.find(m->opponent);
  if (found == players.end()) {
    file.add_problem(player.line, wording("{1} plays against No. {2}, and there is no such player; left out",
                                          player.name, std::to_string(m->opponent)));
    return std::nullopt;
  }
  const PlayerLine& other = found->second;
  const auto back = meeting(other, round);
  if (!back || back->opponent != player.rank) {
    file.add_problem(player.line, wording("{1} plays against {2}, who does not play against him; left out",
                                          player.name, other.name));
    return std::nullopt;
  }
  if (!has_both_colours(*m, *back)) {
    if (player.rank < other.rank)
      file.add_problem(player.line,
                       wording("{1} – {2}: who has White cannot be told; left out", player.name, other.name));
    return std::nullopt;
  }
  return m->colour == 'w' ? m : std::nullopt;
}

/// A report has no table numbers. Pairs are in the order in which pairings are published: by the higher score
/// before the round, then the sum of both, then the better starting rank (FIDE C.04.2).
std::vector<Pair> pairs_by_table(const Players& players, unsigned round, PairingFile& file) {
  const std::map<unsigned, double> before = points_before(players, round);
  std::vector<Pair> pairs;
  for (const auto& [rank, player] : players) {
    const auto m = meeting_as_white(player, players, round, file);
    if (!m) continue;
    const double white = before.at(rank);
    const double black = before.at(m->opponent);
    pairs.push_back({rank, m->opponent, result_text(m->result), std::max(white, black), white + black,
                     std::min(rank, m->opponent)});
  }
  std::ranges::sort(pairs, [](const Pair& a, const Pair& b) {
    if (a.higher != b.higher) return a.higher > b.higher;
    if (a.sum != b.sum) return a.sum > b.sum;
    return a.better_rank < b.better_rank;
  });
  return pairs;
}

}  // namespace

tl::expected<PairingFile, words::Text> read_trf(std::string_view text, unsigned round) {
  PairingFile file;
  TournamentReport report = read_lines(text, file);
  if (report.players.empty())
    return tl::unexpected{wording("There is no player in this tournament report file.")};
  if (round == 0) round = last_paired_round(report.players);
  if (round == 0 || round > kMostRounds)
    return tl::unexpected{wording("There are no pairings in this tournament report file.")};
  file.round.event = std::move(report.event);
  file.round.round = round;
  // Often it is free text: "90 min/40 moves + 30 min".
  if (!laws::parse_time_control(report.time_control)) report.time_control.clear();
  unsigned table = 0;
  for (const Pair& pair : pairs_by_table(report.players, round, file))
    file.round.pairings.push_back({++table, report.players.at(pair.white).name,
                                   report.players.at(pair.black).name, "", report.time_control, pair.result,
                                   ""});
  return file;
}

}  // namespace jadoube::arbiter
