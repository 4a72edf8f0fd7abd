#include "drivers/livechess/codec.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <charconv>

namespace jadoube::drivers::livechess {
namespace {

namespace json = boost::json;

/// LiveChess's deepest message has five levels.
constexpr std::size_t kDeepest = 12;
/// What a DGT clock shows is less.
constexpr std::int64_t kMostSeconds = 359'999;
constexpr std::size_t kLongestSerial = 32;
constexpr std::size_t kLongestError = 120;

bool is_alphanumeric(char letter) {
  return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') ||
         (letter >= 'A' && letter <= 'Z');
}

std::string_view text_of(const json::object& object, std::string_view member) {
  const json::value* value = object.if_contains(member);
  const json::string* text = value == nullptr ? nullptr : value->if_string();
  return text == nullptr ? std::string_view{} : std::string_view{text->data(), text->size()};
}

/// Whole numbers alone; seconds may be written "5676.0".
std::optional<std::int64_t> integer_of(const json::object& object, std::string_view member) {
  const json::value* value = object.if_contains(member);
  if (value == nullptr) return std::nullopt;
  if (const std::int64_t* number = value->if_int64()) return *number;
  constexpr double kMost = 9e15;
  if (const double* number = value->if_double(); number != nullptr && *number > -kMost && *number < kMost)
    return static_cast<std::int64_t>(*number);
  return std::nullopt;
}

/// The board part of a FEN, whatever stands there.
std::optional<record::PieceMap> pieces_from(std::string_view fen) {
  record::PieceMap pieces{};
  unsigned rank = 7;
  unsigned file = 0;
  for (const char letter : fen) {
    if (letter == '/') {
      if (file != 8 || rank == 0) return std::nullopt;
      --rank;
      file = 0;
    } else if (letter >= '1' && letter <= '8') {
      file += static_cast<unsigned>(letter - '0');
    } else {
      const auto piece = chess::piece_from_letter(letter);
      if (!piece || file > 7) return std::nullopt;
      pieces[8 * rank + file++] = piece;
    }
    if (file > 8) return std::nullopt;
  }
  return rank == 0 && file == 8 ? std::optional{pieces} : std::nullopt;
}

std::optional<ClockNews> clock_from(const json::object& object) {
  const auto white = integer_of(object, "white");
  const auto black = integer_of(object, "black");
  const auto is_time = [](const std::optional<std::int64_t>& seconds) {
    return seconds && *seconds >= 0 && *seconds <= kMostSeconds;
  };
  if (!is_time(white) || !is_time(black)) return std::nullopt;
  ClockNews clock{.white_seconds = *white, .black_seconds = *black, .running = {}, .time = 0};
  if (const json::value* run = object.if_contains("run"); run != nullptr && !run->is_null()) {
    if (!run->is_bool()) return std::nullopt;
    clock.running = run->get_bool() ? chess::Side::white : chess::Side::black;
  }
  clock.time = integer_of(object, "time").value_or(0);
  return clock;
}

std::optional<unsigned> percent_from(std::string_view text) {
  unsigned percent = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), percent);
  if (error != std::errc{} || percent > 100 || !text.ends_with('%')) return std::nullopt;
  return percent;
}

std::optional<BoardNews> news_from(const json::value& value) {
  const json::object* object = value.if_object();
  if (object == nullptr) return std::nullopt;
  BoardNews news;
  news.serial = text_of(*object, "serialnr");
  if (news.serial.empty() || news.serial.size() > kLongestSerial ||
      !std::ranges::all_of(news.serial, is_alphanumeric))
    return std::nullopt;
  if (const json::value* board = object->if_contains("board"); board != nullptr && !board->is_null()) {
    news.pieces = pieces_from(text_of(*object, "board"));
    news.impossible += news.pieces ? 0U : 1U;
  }
  if (const json::value* flipped = object->if_contains("flipped"); flipped != nullptr && flipped->is_bool())
    news.flipped = flipped->get_bool();
  if (const json::value* clock = object->if_contains("clock"); clock != nullptr && !clock->is_null()) {
    if (const json::object* members = clock->if_object()) news.clock = clock_from(*members);
    news.impossible += news.clock ? 0U : 1U;
  }
  if (object->if_contains("state") != nullptr) news.state = std::string{text_of(*object, "state")};
  news.battery_percent = percent_from(text_of(*object, "battery"));
  return news;
}

std::string printable(std::string_view text) {
  std::string sound{text.substr(0, kLongestError)};
  std::ranges::replace_if(
      sound, [](char letter) { return letter < ' ' || letter > '~'; }, '?');
  return sound;
}

Message::Kind kind_from(std::string_view response) {
  if (response == "call") return Message::Kind::answer;
  if (response == "feed") return Message::Kind::feed;
  return response == "error" ? Message::Kind::error : Message::Kind::other;
}

/// A value that is written and read again as it is. Of numbers those that are read alone: what a double takes for
/// infinite can be written, and not be read again.
json::value plain(const json::value& value) {
  if (value.is_string() || value.is_bool() || value.is_null()) return value;
  return 0;  // of no kind that means anything here
}

/// What is read of a board in a list, and no more.
json::object kept_of(const json::object& board) {
  json::object kept;
  for (const char* member : {"serialnr", "state", "board", "flipped", "battery"})
    if (const json::value* value = board.if_contains(member)) kept[member] = plain(*value);
  const json::value* clock = board.if_contains("clock");
  if (clock == nullptr) return kept;
  const json::object* members = clock->if_object();
  if (members == nullptr) {
    kept["clock"] = plain(*clock);
    return kept;
  }
  json::object& read = kept["clock"].emplace_object();
  for (const char* member : {"white", "black", "time"})
    if (const auto number = integer_of(*members, member)) read[member] = *number;
  if (const json::value* run = members->if_contains("run")) read["run"] = plain(*run);
  return kept;
}

void read_list(const json::array& list, Message& message, std::vector<std::string>* single_lists) {
  message.is_list = true;
  for (std::size_t i = 0; i < std::min(list.size(), kMostBoards); ++i) {
    auto news = news_from(list[i]);
    if (!news) continue;
    message.boards.push_back(*std::move(news));
    if (single_lists == nullptr) continue;
    const json::object single{
        {"response", "call"}, {"time", message.time}, {"param", json::array{kept_of(list[i].get_object())}}};
    single_lists->push_back(json::serialize(single));
  }
}

std::optional<Message> read(std::string_view text, std::vector<std::string>* single_lists) {
  json::error_code error;
  json::parse_options options;
  options.max_depth = kDeepest;
  const json::value parsed = json::parse({text.data(), text.size()}, error, {}, options);
  const json::object* object = error ? nullptr : parsed.if_object();
  if (object == nullptr) return std::nullopt;
  Message message;
  message.kind = kind_from(text_of(*object, "response"));
  message.id = integer_of(*object, "id");
  message.time = integer_of(*object, "time").value_or(0);
  const json::value* param = object->if_contains("param");
  if (param == nullptr) return message;
  if (message.kind == Message::Kind::feed) {
    if (auto news = news_from(*param)) message.boards.push_back(*std::move(news));
  } else if (const json::array* list = param->if_array(); list && message.kind == Message::Kind::answer) {
    read_list(*list, message, single_lists);
  } else if (const json::object* members = param->if_object();
             members && message.kind == Message::Kind::error) {
    message.error = printable(text_of(*members, "message"));
  }
  return message;
}

}  // namespace

std::optional<Message> parse(std::string_view text) {
  return read(text, nullptr);
}
std::optional<Message> parse(std::string_view text, std::vector<std::string>& single_lists) {
  return read(text, &single_lists);
}

std::string eboards_call(std::int64_t id) {
  return json::serialize(json::object{{"id", id}, {"call", "eboards"}});
}

std::string subscribe_call(std::int64_t id, std::int64_t feed, std::string_view serial) {
  const json::object board{{"serialnr", json::string_view{serial.data(), serial.size()}}};
  const json::object param{{"feed", "eboardevent"}, {"id", feed}, {"param", board}};
  return json::serialize(json::object{{"id", id}, {"call", "subscribe"}, {"param", param}});
}

}  // namespace jadoube::drivers::livechess
