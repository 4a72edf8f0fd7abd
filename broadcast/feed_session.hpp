// The conversation with one program that takes us for a LiveChess 2 (its interface v1.0): JSON, one text to a WebSocket
// message. Pure: what the program says goes in, what is to be sent to it comes out.
//
//   {"id":1,"call":"eboards"}                                                                 the boards
//   {"id":2,"call":"subscribe","param":{"feed":"eboardevent","id":7,"param":{"serialnr":"…"}}}  what happens at one
//   {"id":3,"call":"call","param":{"id":7,"method":"setup","param":{"fen":"…"}}}               its moves since that position
//   {"id":4,"call":"call","param":{"id":7,"method":"flip","param":{"flip":true}}}              the board turned round
//   {"id":5,"call":"unsubscribe","param":{"id":7}}                                            no more of it
//
// `setup` and `flip` hold for that feed alone; nothing is changed in the hall.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "broadcast/feed_boards.hpp"

namespace jadoube::broadcast {

/// A program has no more feeds at a time.
inline constexpr std::size_t kMostFeeds = 1024;

class FeedSession {
 public:
  /// `boards` must outlive this.
  explicit FeedSession(const FeedBoards& boards) : boards_{boards} {}

  /// Milliseconds since 1970 for what is said from now on.
  void at(std::int64_t time) { time_ = time; }
  /// One message.
  void hear(std::string_view message);
  /// Something of this board has changed.
  void tell(std::string_view serial);
  std::vector<std::string> take_said() { return std::exchange(said_, {}); }

 private:
  struct Feed {
    std::string serial;
    bool is_flipped = false;
    std::optional<chess::Setup> start;
    std::string start_fen;
  };
  /// A number or a short text, as JSON: what a call or a feed is called by, to be said again as it is.
  using Id = std::string;

  void answer(const Id& id, const std::string& param_json);
  void refuse(const Id& id, std::string_view why);
  void list(const Id& id);
  void tell(const Id& id, const Feed& feed);
  struct Call;
  void subscribe(const Call& call);
  void unsubscribe(const Call& call);
  void call_method(const Call& call);
  [[nodiscard]] std::string board_json(const std::string& serial, const Feed& feed, bool is_listed) const;

  const FeedBoards& boards_;
  std::int64_t time_ = 0;
  std::map<Id, Feed> feeds_;
  std::vector<std::string> said_;
};

}  // namespace jadoube::broadcast
