// What MQTT topics are called here (docs/broker.md): ROOT/HALL/what, ROOT/HALL/what/BOARD.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace jadoube::broker {

/// What a topic carries. To the centre: all but `replay` and `ask`, which come from it.
enum class Channel : std::uint8_t {
  status,  ///< the hall is there, or it is not; retained, and the hall's last will
  server,  ///< what is said of the hall as a whole; retained
  board,   ///< a board as it is; retained
  event,   ///< what has happened at a board, numbered
  lost,    ///< numbers that nobody can send again
  replay,  ///< a centre asks for numbers again
  again,   ///< ROOT/HALL/again/CENTRE: these numbers
  ask,     ///< a centre asks the hall to do something, or for something
  answer,  ///< ROOT/HALL/answer/CENTRE: what the hall says to that
};
std::string_view name(Channel channel);

struct Topic {
  std::string hall;
  Channel channel = Channel::status;
  /// Of `board` and `event` the board, of `again` and `answer` the centre; empty: none.
  std::string about;
};

/// A name as one level of a topic: each byte but letters, digits, `.`, `_`, `-` and `:` becomes %XX.
std::string level_of(std::string_view name);
/// `root` has no slash at its end.
std::string text_of(std::string_view root, const Topic& topic);
/// Nothing if it is none of ours.
std::optional<Topic> read_topic(std::string_view root, std::string_view text);

/// What a hall may be called: 1 to 64 bytes of UTF-8 without line ends, tildes, and characters that turn text round. The error
/// is one sentence without its subject.
tl::expected<void, std::string> check_hall_name(std::string_view hall);
/// Levels of letters, digits, `.`, `_` and `-`, with slashes between them; the error as above.
tl::expected<void, std::string> check_root(std::string_view root);

}  // namespace jadoube::broker
