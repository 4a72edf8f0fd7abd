// Thousands of real games, read, replayed, written and read again.
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <sstream>

#include "chess/pgn.hpp"
#include "tests/support/zstd_file.hpp"

namespace jadoube::chess {
namespace {

constexpr const char* kFolder = "../shared/data/games";

/// [FirstIllegalPly] marks the records that go wrong, and where (README.md there).
std::optional<std::size_t> marked_ply(const GameRecord& record) {
  const auto tag = record.tags.find("FirstIllegalPly");
  if (!tag) return std::nullopt;
  std::size_t ply = 0;
  std::from_chars(tag->data(), tag->data() + tag->size(), ply);
  return ply;
}

/// What a move says beyond doubt; sources tell pieces apart where they need not, and forget "x", "+" and "#".
std::string essence(std::string move) {
  std::erase_if(move, [](char c) { return std::string_view{"x+#!?"}.find(c) != std::string_view::npos; });
  const bool officer = std::string_view{"NBRQK"}.find(move[0]) != std::string_view::npos;
  if (officer) move.erase(1, move.size() - 3);
  return move;
}

/// Moves as they stand in the text of one game, and clock readings with as many digits for the hour as we
/// write.
struct Words {
  std::vector<std::string> moves;
  std::vector<std::string> times;
};

Words words_of(std::string_view record) {
  Words words;
  std::istringstream text{std::string{record.substr(record.find("\n\n"))}};
  for (std::string word; text >> word;) {
    if (word.find("[%") != std::string::npos) {
      text >> word;
      if (word.starts_with("0") && word[1] != ':') word.erase(0, 1);
      words.times.push_back(word.substr(0, word.find(']')));
    } else if (word.back() != '.' && word[0] != '$' && word != "?" && !result_from_string(word)) {
      words.moves.push_back(essence(word));
    }
  }
  return words;
}

/// These files begin every game with its Event tag.
std::vector<std::string_view> records_of(std::string_view text) {
  std::vector<std::string_view> records;
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = std::min(text.find("[Event ", begin + 1), text.size());
    records.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return records;
}

struct Tally {
  std::size_t games = 0;
  std::size_t plies = 0;
  std::size_t clocks = 0;
  std::size_t misfits = 0;
};

void read_and_write(const std::filesystem::path& path, Tally& tally) {
  const std::string text = support::read_zstd_file(path);
  const auto games = read_pgn(text);
  const auto sources = records_of(text);
  ASSERT_EQ(games.size(), sources.size());
  for (std::size_t i = 0; i < games.size(); ++i) {
    const PgnGame& game = games[i];
    const GameRecord& record = game.record;
    const auto marked = marked_ply(record);
    ASSERT_EQ(game.misfit.has_value(), marked.has_value())
        << path << ' ' << (game.misfit ? describe(*game.misfit) : "line " + std::to_string(game.line));
    if (marked) {
      EXPECT_EQ(game.misfit->ply, *marked) << describe(*game.misfit);
      EXPECT_EQ(game.misfit->reason, MisfitReason::illegal);
      EXPECT_EQ(record.plies.size() + 1, *marked);
      ++tally.misfits;
    }
    EXPECT_TRUE(game.blemishes.empty()) << path << ' ' << describe(game.blemishes.front());
    ASSERT_FALSE(record.plies.empty());

    const std::string written = to_pgn(record);
    const auto again = read_pgn(written);
    ASSERT_EQ(again.size(), 1U) << written;
    EXPECT_FALSE(again[0].misfit) << describe(*again[0].misfit);
    ASSERT_EQ(again[0].record, record) << written;
    EXPECT_EQ(to_pgn(again[0].record), written);

    if (!marked) {
      const Words ours = words_of(written);
      const Words theirs = words_of(sources[i]);
      EXPECT_EQ(ours.moves, theirs.moves) << sources[i];
      EXPECT_EQ(ours.times, theirs.times) << sources[i];
    }

    ++tally.games;
    tally.plies += record.plies.size();
    tally.clocks += static_cast<std::size_t>(std::count_if(
        record.plies.begin(), record.plies.end(), [](const Ply& ply) { return ply.clock.has_value(); }));
  }
}

TEST(Games, EveryRealGameIsReadToItsEndAndWrittenBackTheSame) {
  if (!std::filesystem::exists(kFolder)) GTEST_SKIP() << kFolder << " is not there";
  Tally tally;
  for (const auto& file : std::filesystem::directory_iterator{kFolder}) {
    if (file.path().extension() == ".zst") read_and_write(file.path(), tally);
  }
  EXPECT_EQ(tally.games, 5102U);
  EXPECT_EQ(tally.misfits, 5U);
  RecordProperty("plies", std::to_string(tally.plies));
  RecordProperty("clocks", std::to_string(tally.clocks));
}

}  // namespace
}  // namespace jadoube::chess
