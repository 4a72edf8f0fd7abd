// FIDE tournament report files: lines of fixed columns. Of a player's line (001) only what pairings need is
// read: columns 5-8 starting rank, 15-47 name, and from column 92 on ten columns a round: opponent's starting
// rank (1-4), colour (6), result (8). Numbering of columns as in FIDE's handbook, C.04 annex 2, from 1.
#include <algorithm>
#include <map>
#include <optional>

#include "arbiter/tournament/cells.hpp"
#include "arbiter/tournament/pairing_file.hpp"
#include "laws/clock_times.hpp"

namespace jadoube::arbiter {

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

}  // namespace

tl::expected<Reading, std::string> read_trf(std::string_view text, unsigned round) {
  Reading reading;
  std::map<unsigned, PlayerLine> players;
  std::string time_control;
  std::size_t number = 0;
  const auto tell = [&](std::size_t line, const std::string& what) {
    reading.problems.push_back("line " + std::to_string(line) + ": " + what);
  };
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    ++number;
    const Columns columns{line};
    if (line.starts_with("012")) reading.round.event = trimmed(columns.from(4));
    if (line.starts_with("122")) time_control = trimmed(columns.from(4));
    if (!line.starts_with("001")) continue;
    PlayerLine player;
    player.line = number;
    const auto rank = number_in(trimmed(columns.at(4, 4)));
    if (!rank || *rank == 0) {
      tell(number, "a player's line without a starting rank in columns 5 to 8; left out");
      continue;
    }
    player.rank = *rank;
    player.name = trimmed(columns.at(14, 33));
    player.rounds = columns.from(kRounds);
    if (player.name.empty()) player.name = "No. " + std::to_string(*rank);
    if (players.contains(*rank)) {
      tell(number,
           "starting rank " + std::to_string(*rank) + " is there twice; " + player.name + " is left out");
      continue;
    }
    players.emplace(*rank, std::move(player));
  }
  if (players.empty())
    return tl::unexpected{std::string{"There is no player in this tournament report file."}};
  if (round == 0)
    for (unsigned each = 1; each <= kMostRounds; ++each)
      if (std::ranges::any_of(players, [&](const auto& p) {
            const auto m = meeting(p.second, each);
            return m && m->opponent != 0;
          }))
        round = each;
  if (round == 0 || round > kMostRounds)
    return tl::unexpected{std::string{"There are no pairings in this tournament report file."}};
  reading.round.round = round;

  // A report has no table numbers. Tables are numbered as pairings are published: by the higher score before
  // the round, then the sum of both, then the better starting rank (FIDE C.04.2).
  std::map<unsigned, double> score;
  for (const auto& [rank, player] : players)
    for (unsigned each = 1; each < round; ++each)
      if (const auto m = meeting(player, each)) score[rank] += points(*m);
  struct Pair {
    unsigned white, black;
    std::string result;
    double higher, sum;
    unsigned rank;
  };
  std::vector<Pair> pairs;
  for (const auto& [rank, player] : players) {
    const auto m = meeting(player, round);
    if (!m || m->opponent == 0) continue;  // a bye, or not paired
    const auto other = players.find(m->opponent);
    if (m->opponent == rank) {
      tell(player.line, player.name + " would play against himself; left out");
      continue;
    }
    if (other == players.end()) {
      tell(player.line, player.name + " plays against No. " + std::to_string(m->opponent) +
                            ", and there is no such player; left out");
      continue;
    }
    const auto back = meeting(other->second, round);
    if (!back || back->opponent != rank) {
      tell(player.line, player.name + " plays against " + other->second.name +
                            ", who does not play against him; " + "left out");
      continue;
    }
    if (m->colour == back->colour || (m->colour != 'w' && m->colour != 'b') ||
        (back->colour != 'w' && back->colour != 'b')) {
      if (rank < m->opponent)
        tell(player.line,
             player.name + " – " + other->second.name + ": who has White cannot be told; left out");
      continue;
    }
    if (m->colour != 'w') continue;  // said at White's line
    pairs.push_back({rank, m->opponent, result_text(m->result), std::max(score[rank], score[m->opponent]),
                     score[rank] + score[m->opponent], std::min(rank, m->opponent)});
  }
  std::ranges::sort(pairs, [](const Pair& a, const Pair& b) {
    if (a.higher != b.higher) return a.higher > b.higher;
    if (a.sum != b.sum) return a.sum > b.sum;
    return a.rank < b.rank;
  });
  if (!laws::parse_time_control(time_control)) time_control.clear();  // free text: "90 min/40 moves + 30 min"
  for (const Pair& pair : pairs)
    reading.round.pairings.push_back({static_cast<unsigned>(reading.round.pairings.size() + 1),
                                      players.at(pair.white).name, players.at(pair.black).name, "",
                                      time_control, pair.result});
  return reading;
}

}  // namespace jadoube::arbiter
