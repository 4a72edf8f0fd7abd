#include "broker/message.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include <boost/json.hpp>

#include "json/fields.hpp"
#include "json/writer.hpp"

namespace jadoube::broker {
namespace {

using json::Object;

constexpr std::array<std::string_view, 5> kKinds{"alert", "gone", "moves", "link", "forgotten"};
constexpr std::int64_t kMost = std::int64_t{1} << 53U;
/// A game has fewer plies, by far.
constexpr std::size_t kMostMoves = 20'000;
constexpr std::size_t kMostAlerts = 1'000;
constexpr std::size_t kLongestName = 64;

/// The members of one payload; the first complaint counts.
class Reader {
 public:
  explicit Reader(const boost::json::object& object) : object_{object} {}

  std::string text(std::string_view member, std::size_t most) {
    const boost::json::value* value = find(member);
    if (value == nullptr || !value->is_string()) return complain(member, "is no text"), std::string{};
    const auto& text = value->get_string();
    if (text.empty() || text.size() > most) complain(member, "is empty or too long");
    return std::string{text};
  }
  std::uint64_t number(std::string_view member, std::int64_t low) {
    const boost::json::value* value = find(member);
    if (value == nullptr || !value->is_int64() || value->get_int64() < low || value->get_int64() > kMost) {
      complain(member, "is no whole number of its range");
      return static_cast<std::uint64_t>(low);
    }
    return static_cast<std::uint64_t>(value->get_int64());
  }
  boost::json::object object(std::string_view member) {
    const boost::json::value* value = find(member);
    if (value == nullptr || !value->is_object())
      return complain(member, "is no object"), boost::json::object{};
    return value->get_object();
  }
  boost::json::array objects(std::string_view member, std::size_t most) {
    const boost::json::value* value = find(member);
    if (value == nullptr || !value->is_array() || value->get_array().size() > most ||
        !std::ranges::all_of(value->get_array(), [](const auto& each) { return each.is_object(); }))
      return complain(member, "is no list of objects, or too long"), boost::json::array{};
    return value->get_array();
  }
  void complain(std::string_view member, std::string_view what) {
    if (!fault_) fault_ = "member `" + std::string{member} + "` " + std::string{what};
  }
  [[nodiscard]] const std::optional<std::string>& fault() const { return fault_; }

 private:
  const boost::json::value* find(std::string_view member) { return object_.if_contains(member); }

  const boost::json::object& object_;
  std::optional<std::string> fault_;
};

/// Of a board or an alert, which the centre reads further: its names are what they are to be.
void look_at_alert(Reader& reader, const boost::json::object& alert, const std::string& board) {
  const auto* id = alert.if_contains("id");
  const auto* of = alert.if_contains("board");
  const auto* status = alert.if_contains("status");
  if (id == nullptr || !id->is_int64() || id->get_int64() < 1 || id->get_int64() > kMost)
    reader.complain("alert", "has no id");
  if (of == nullptr || !of->is_string() || of->get_string() != board)
    reader.complain("alert", "is of another board");
  if (status == nullptr || !status->is_string()) reader.complain("alert", "has no status");
}

void look_at_board(Reader& reader, const boost::json::object& said, const std::string& board) {
  const auto* id = said.if_contains("id");
  if (id == nullptr || !id->is_string() || id->get_string() != board)
    reader.complain("board", "is another board");
}

Status read_status(Reader& reader, Sender from) {
  Status status{std::move(from), false, 0, reader.text("run", kLongestName)};
  const std::string state = reader.text("state", kLongestName);
  status.online = state == "online";
  if (!status.online && state != "offline") reader.complain("state", "is neither online nor offline");
  status.head = reader.number("head", 0);
  status.clock = std::chrono::milliseconds{reader.number("clock_ms", 0)};
  return status;
}

BoardState read_board(Reader& reader, Sender from, const std::string& board) {
  BoardState state{std::move(from),
                   board,
                   reader.number("board_seq", 0),
                   reader.number("version", 1),
                   reader.object("board"),
                   reader.object("hall_board"),
                   {}};
  for (const auto& each : reader.objects("alerts", kMostAlerts)) {
    state.alerts.push_back(each.get_object());
    look_at_alert(reader, state.alerts.back(), board);
  }
  look_at_board(reader, state.said, board);
  look_at_board(reader, state.said_in_hall, board);
  return state;
}

Event read_event(Reader& reader, Sender from) {
  Event event;
  event.from = std::move(from);
  event.seq = reader.number("seq", 1);
  event.board = reader.text("board", 4 * kLongestName);
  event.board_seq = reader.number("board_seq", 1);
  const std::string kind = reader.text("kind", kLongestName);
  const auto* const found = std::ranges::find(kKinds, kind);
  if (found == kKinds.end()) {
    reader.complain("kind", "is unknown");
    return event;
  }
  event.kind = static_cast<Event::Kind>(found - kKinds.begin());
  switch (event.kind) {
    case Event::Kind::alert:
      event.alert = reader.object("alert");
      look_at_alert(reader, event.alert, event.board);
      break;
    case Event::Kind::gone:
      event.id = reader.number("id", 1);
      break;
    case Event::Kind::moves:
      event.game = reader.text("game", kLongestName);
      event.start_fen = reader.text("start_fen", 2 * kLongestName);
      event.first = reader.number("from", 0);
      event.moves = reader.objects("moves", kMostMoves);
      break;
    case Event::Kind::link:
      event.link = reader.text("link", kLongestName);
      if (event.link != "up" && event.link != "lost") reader.complain("link", "is neither up nor lost");
      break;
    case Event::Kind::forgotten:
      break;
  }
  return event;
}

Lost read_lost(Reader& reader, Sender from) {
  Lost lost{std::move(from), reader.number("from", 1), reader.number("to", 1)};
  if (lost.last < lost.first) reader.complain("to", "is before `from`");
  return lost;
}

Message read_replay(Reader& reader) {
  Replay replay{reader.text("centre", kLongestName), reader.text("journal", kLongestName),
                reader.number("from", 1), reader.number("to", 1)};
  if (replay.last < replay.first) reader.complain("to", "is before `from`");
  return replay;
}

/// `{"schema":1,"hall":…,"journal":…`, and whatever `fill` adds.
template <class Fill>
std::string payload(const Sender& from, Fill fill) {
  std::string text;
  Object o{text, json::Escapes::named};
  o.number("schema", kSchema).text("hall", from.hall).text("journal", from.journal);
  fill(o);
  o.close();
  return text;
}

std::int64_t whole(std::uint64_t number) {
  return static_cast<std::int64_t>(number);
}

}  // namespace

std::size_t largest_payload(Channel channel) {
  return channel == Channel::answer ? kLargestAnswer : kLargestPayload;
}

std::string_view name(Event::Kind kind) {
  return kKinds.at(static_cast<std::size_t>(kind));
}

tl::expected<Message, std::string> read_message(const Topic& topic, std::string_view payload) {
  if (payload.size() > largest_payload(topic.channel)) return tl::unexpected{std::string{"is too large"}};
  boost::system::error_code error;
  const auto value = boost::json::parse(payload, error);
  if (error || !value.is_object()) return tl::unexpected{std::string{"is no JSON object"}};
  Reader reader{value.get_object()};
  const auto* schema = value.get_object().if_contains("schema");
  if (schema == nullptr || !schema->is_int64() || schema->get_int64() != kSchema)
    return tl::unexpected{std::string{"is not of schema 1"}};
  Message message;
  if (topic.channel == Channel::replay) {
    message = read_replay(reader);
  } else {
    Sender from{reader.text("hall", kLongestName), reader.text("journal", kLongestName)};
    if (from.hall != topic.hall) reader.complain("hall", "is not that of the topic");
    const bool is_lost = topic.channel == Channel::lost ||
                         (topic.channel == Channel::again && value.get_object().contains("to"));
    if (topic.channel == Channel::status)
      message = read_status(reader, std::move(from));
    else if (topic.channel == Channel::server)
      message = ServerState{std::move(from), reader.object("server"), reader.objects("people", kMostAlerts)};
    else if (topic.channel == Channel::board)
      message = read_board(reader, std::move(from), topic.about);
    else if (is_lost)
      message = read_lost(reader, std::move(from));
    else
      message = read_event(reader, std::move(from));
  }
  if (auto* event = std::get_if<Event>(&message)) {
    event->bytes = payload.size();
    if (topic.channel == Channel::event && event->board != topic.about)
      reader.complain("board", "is not that of the topic");
  }
  if (reader.fault()) return tl::unexpected{*reader.fault()};
  return message;
}

std::string payload_of(const Status& status) {
  return payload(status.from, [&](Object& o) {
    o.text("state", status.online ? "online" : "offline").text("run", status.run);
    o.number("head", whole(status.head)).number("clock_ms", status.clock.count());
  });
}

std::string server_payload(const Sender& from, std::string_view server, std::string_view people) {
  return payload(from, [&](Object& o) { o.json("server", server).json("people", people); });
}

std::string board_payload(const Sender& from, std::string_view board, std::uint64_t board_seq,
                          std::uint64_t version, std::string_view said, std::string_view said_in_hall,
                          const std::vector<std::string>& alerts) {
  return payload(from, [&](Object& o) {
    o.text("id", board).number("board_seq", whole(board_seq)).number("version", whole(version));
    o.json("board", said).json("hall_board", said_in_hall).json_list("alerts", alerts);
  });
}

std::string event_payload(const Sender& from, const NewEvent& event, std::uint64_t seq,
                          std::uint64_t board_seq) {
  return payload(from, [&](Object& o) {
    o.number("seq", whole(seq)).text("board", event.board).number("board_seq", whole(board_seq));
    o.text("kind", name(event.kind)).members(event.members);
  });
}

std::string payload_of(const Lost& lost) {
  return payload(lost.from,
                 [&](Object& o) { o.number("from", whole(lost.first)).number("to", whole(lost.last)); });
}

std::string payload_of(const Replay& replay) {
  return json::object_text([&](Object& o) {
    o.number("schema", kSchema).text("centre", replay.centre).text("journal", replay.journal);
    o.number("from", whole(replay.first)).number("to", whole(replay.last));
  });
}

}  // namespace jadoube::broker
