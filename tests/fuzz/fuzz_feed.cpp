// Law: whatever a program says that takes us for a LiveChess, one text to a line, it is answered once, and told at once of what it
// has asked for; all of that is read by who reads LiveChess; a program has no more feeds than there may be; and what one says
// changes nothing for another.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "broadcast/feed_session.hpp"
#include "chess/position.hpp"
#include "chess/san.hpp"
#include "drivers/livechess/codec.hpp"
#include "tests/fuzz/demand.hpp"

namespace {

namespace broadcast = jadoube::broadcast;
namespace livechess = jadoube::drivers::livechess;
using jadoube::fuzz::demand;
using jadoube::record::WallTime;

broadcast::FeedBoards two_boards() {
  broadcast::Game game;
  jadoube::chess::Position position;
  for (const char* san : {"e4", "e5", "Nf3"}) {
    broadcast::Move move;
    const auto played = *parse_san(position, san);
    move.ply.what = played;
    move.before = position.setup();
    position = position.after(played);
    move.after = position.setup();
    game.moves.push_back(move);
  }
  broadcast::FeedBoards boards;
  boards.put_game("1", "a/1", game, WallTime{});
  boards.put_game("2", "b/1", {}, WallTime{});
  boards.put_state("1", {0, true, broadcast::FeedClock{60, 50, jadoube::chess::Side::white, 7}}, WallTime{});
  boards.put_state("2", {0xffff00000000ffff, false, {}}, WallTime{});
  boards.show(WallTime{});
  return boards;
}

std::vector<std::string> feeds_of_first(broadcast::FeedSession& session) {
  session.tell("1");
  return session.take_said();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  static const broadcast::FeedBoards boards = two_boards();
  broadcast::FeedSession session{boards};
  broadcast::FeedSession other{boards};
  other.hear(R"({"id":1,"call":"subscribe","param":{"feed":"eboardevent","id":1,"param":{"serialnr":"1"}}})");
  other.take_said();
  const auto before = feeds_of_first(other);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    session.hear(text.substr(at, end - at));
    const auto said = session.take_said();
    demand(said.size() == 1 || said.size() == 2);
    for (std::size_t i = 0; i < said.size(); ++i) {
      const auto message = livechess::parse(said[i]);
      demand(message.has_value());
      demand((message->kind == livechess::Message::Kind::feed) == (i == 1));
    }
    at = end + 1;
  }
  demand(feeds_of_first(session).size() <= broadcast::kMostFeeds);
  demand(feeds_of_first(other) == before);
  return 0;
}
