// A log followed to the game that is for the world.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "broadcast/game.hpp"
#include "chess/pgn.hpp"
#include "stream/log_follower.hpp"
#include "tests/support/story.hpp"

namespace jadoube::broadcast {

/// The stream folded into its game, as the daemon does it.
class GameSink final : public stream::StreamSink {
 public:
  explicit GameSink(const record::Header& header) : header_{header}, game_{header} {}
  void see(const record::Record& record) override { game_.see(record); }
  void tell(const report::Report& line) override {
    if (!game_.ends_before(line)) game_.tell(line);
  }
  std::string take() override { return {}; }
  [[nodiscard]] Game game() const { return game_of(game_, header_, record::WallTime{}); }

 private:
  record::Header header_;
  stream::PublishedGame game_;
};

/// Of a time after everything that tests tell of.
inline constexpr record::WallTime kLongAfter{std::chrono::hours{1000}};

/// What is told of the story once some time has passed after its end.
inline Game follow(const support::Story& story) {
  GameSink sink{story.header};
  stream::LogFollower follower{story.header, {}, {}, sink};
  for (const record::Record& record : story.records) {
    follower.advance_to(time_of(record));
    follower.on(record);
  }
  follower.advance_to(time_of(story.records.back()) + std::chrono::seconds{30});
  return sink.game();
}

inline support::Story story_of(const std::string& text) {
  const auto story = support::compile_story(text);
  if (!story)
    throw std::runtime_error{story.error().sentence + " (line " + std::to_string(story.error().line) + ")\n" +
                             text};
  return *story;
}

/// The moves in SAN.
inline std::vector<std::string> moves_of(const chess::GameRecord& record) {
  std::vector<std::string> list;
  auto position = chess::Position::from(record.start, chess::kForgivable);
  for (const chess::Ply& ply : record.plies) {
    list.push_back(to_san(*position, std::get<chess::Move>(ply.what)));
    position = position->after(std::get<chess::Move>(ply.what));
  }
  return list;
}
inline std::vector<std::string> moves_of(const Game& game) {
  return moves_of(record_of(game, kLongAfter));
}

/// Strict readers find nothing to complain about, and every move.
inline void expect_sound(const chess::GameRecord& record) {
  const std::string text = to_pgn(record);
  const auto games = chess::read_pgn(text);
  ASSERT_THAT(games, testing::SizeIs(1)) << text;
  ASSERT_EQ(games[0].misfit, std::nullopt) << text;
  EXPECT_THAT(games[0].blemishes, testing::IsEmpty()) << text;
  EXPECT_TRUE(chess::Position::from(games[0].record.start)) << text;
  EXPECT_EQ(games[0].record.plies.size(), record.plies.size()) << text;
  for (const chess::Ply& ply : games[0].record.plies) EXPECT_EQ(ply.illegal(), nullptr) << text;
}

}  // namespace jadoube::broadcast
