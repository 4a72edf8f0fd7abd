#include "devices/livechess.hpp"

#include <algorithm>
#include <boost/json.hpp>

namespace jadoube::devices {
namespace {

namespace json = boost::json;

/// LiveChess's own clock at the start of the recording, in milliseconds.
constexpr std::int64_t kBegin = 1'587'948'000'000;

std::string fen_of(const record::PieceMap& pieces) {
  std::string fen;
  for (unsigned rank = 8; rank-- > 0;) {
    unsigned empty = 0;
    for (unsigned file = 0; file < 8; ++file) {
      const auto& piece = pieces[8 * rank + file];
      if (!piece) {
        ++empty;
        continue;
      }
      if (empty != 0) fen += std::to_string(std::exchange(empty, 0U));
      fen += to_letter(*piece);
    }
    if (empty != 0) fen += std::to_string(empty);
    if (rank != 0) fen += '/';
  }
  return fen;
}

std::int64_t milliseconds(record::Time time) {
  return kBegin + std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
}

std::string clock_of(const record::ClockReading& reading) {
  const auto seconds = [](record::ClockTime time) {
    return std::chrono::duration_cast<std::chrono::seconds>(time).count();
  };
  json::object clock{{"white", seconds(reading.white)}, {"black", seconds(reading.black)}, {"run", nullptr}};
  if (reading.running) clock["run"] = *reading.running == chess::Side::white;
  clock["time"] = milliseconds(reading.t);
  return json::serialize(clock);
}

}  // namespace

void LiveChess::set_state(const std::string& serial, const std::string& state) {
  boards_[serial].state = state;
}

void LiveChess::renumber(const std::string& serial, const std::string& other) {
  boards_[other] = boards_[serial];
  boards_.erase(serial);
  while (auto feed = feeds_.extract(serial)) {
    feed.key() = other;
    feeds_.insert(std::move(feed));
  }
}

void LiveChess::flip(const std::string& serial) {
  Board& board = boards_[serial];
  board.is_flipped = !board.is_flipped;
  tell(serial);
}

void LiveChess::see(const std::string& serial, const record::Record& record, bool is_told) {
  now_ = std::max(now_, time_of(record));
  Board& board = boards_[serial];
  if (const auto* scan = std::get_if<record::Scan>(&record); scan != nullptr && scan->pieces)
    board.pieces = *scan->pieces;
  else if (const auto* clock = std::get_if<record::ClockReading>(&record))
    board.clock = clock_of(*clock);
  else
    return;
  if (is_told) tell(serial);
}

void LiveChess::hear(std::string_view message) {
  json::error_code error;
  const json::value parsed = json::parse({message.data(), message.size()}, error);
  const auto text = [&](const char* path) {
    json::error_code missing;
    const json::value* value = error ? nullptr : parsed.find_pointer(path, missing);
    return value != nullptr && value->is_string() ? std::string{value->get_string()} : std::string{};
  };
  const auto number = [&](const char* path) {
    json::error_code missing;
    const json::value* value = error ? nullptr : parsed.find_pointer(path, missing);
    return value != nullptr && value->is_int64() ? value->get_int64() : 0;
  };
  const std::string call = text("/call");
  const std::string serial = text("/param/param/serialnr");
  json::object answer{{"response", "call"}, {"id", number("/id")}, {"time", milliseconds(now_)}};
  if (call == "eboards") {
    json::array list;
    for (const auto& [name, board] : boards_) list.push_back(json::parse(news(name, board, true)));
    answer["param"] = list;
    said_.push_back(json::serialize(answer));
  } else if (call == "subscribe" && text("/param/feed") == "eboardevent" && boards_.contains(serial)) {
    answer["param"] = nullptr;
    said_.push_back(json::serialize(answer));
    feeds_.emplace(serial, number("/param/id"));
    tell(serial);
  } else {
    ++foreign_calls_;
    answer["response"] = "error";
    answer["param"] = {{"message", "unknown call"}};
    said_.push_back(json::serialize(answer));
  }
}

std::string LiveChess::news(const std::string& serial, const Board& board, bool is_listed) const {
  record::PieceMap pieces = board.pieces;
  if (turns && board.is_flipped) std::ranges::reverse(pieces);
  json::object news{{"serialnr", serial}};
  if (is_listed) {
    news["source"] = "COM3";
    news["state"] = board.state;
    news["battery"] = "84%";
    news["comment"] = nullptr;
  }
  news["flipped"] = board.is_flipped;
  news["board"] = fen_of(pieces);
  news["clock"] = json::parse(board.clock);
  return json::serialize(news);
}

void LiveChess::tell(const std::string& serial) {
  const auto [begin, end] = feeds_.equal_range(serial);
  for (auto feed = begin; feed != end; ++feed)
    said_.push_back(json::serialize(json::object{{"response", "feed"},
                                                 {"id", feed->second},
                                                 {"param", json::parse(news(serial, boards_[serial], false))},
                                                 {"time", milliseconds(now_)}}));
}

}  // namespace jadoube::devices
