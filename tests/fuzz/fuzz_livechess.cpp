// Law: whatever a LiveChess sends, one text to a line, reading it ends; numbers are letters and digits, a list's board alone
// is that board, and no more boards are kept than a list may have; we never call anything but what reads; records of a board
// never go back in time, and what was heard before is not changed by what comes after.
#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "drivers/livechess/server.hpp"
#include "drivers/livechess/session.hpp"
#include "tests/fuzz/demand.hpp"

namespace {

namespace livechess = jadoube::drivers::livechess;
namespace record = jadoube::record;
using jadoube::fuzz::demand;

void hold_codec(std::string_view text) {
  std::vector<std::string> lists;
  const auto message = livechess::parse(text, lists);
  if (!message) {
    demand(lists.empty());
    return;
  }
  demand(message->boards.size() <= livechess::kMostBoards);
  demand(!message->is_list || lists.size() == message->boards.size());
  for (const auto& board : message->boards) {
    demand(board.serial.size() <= 32);
    demand(std::ranges::all_of(board.serial, [](char c) {
      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }));
    demand(!board.battery_percent || *board.battery_percent <= 100);
    if (board.clock)
      demand(std::min(board.clock->white_seconds, board.clock->black_seconds) >= 0 &&
             std::max(board.clock->white_seconds, board.clock->black_seconds) <= 359'999);
  }
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const auto alone = livechess::parse(lists[i]);
    demand(alone && alone->boards.size() == 1 && alone->boards[0].serial == message->boards[i].serial &&
           alone->boards[0].pieces == message->boards[i].pieces);
  }
}

class Listener {
 public:
  Listener() {
    server_.connect(now_);
    follow();
  }
  void hear(std::string_view text) {
    now_ += std::chrono::milliseconds{300};
    server_.receive({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}, now_);
    server_.wake(now_);
    follow();
  }
  std::map<std::string, std::vector<record::Record>> records;

 private:
  void follow() {
    for (const auto& command : server_.take_commands()) {
      const std::string text{command.begin(), command.end()};
      demand(text.find(R"("call":"eboards")") != text.npos ||
             text.find(R"("call":"subscribe")") != text.npos);
    }
    for (const auto& [serial, reason] : server_.take_gone()) sessions_[serial].disconnect(reason, now_);
    for (const std::string& serial : server_.take_found()) sessions_[serial].connect(now_);
    for (const auto& [serial, bytes] : server_.take_said()) sessions_[serial].receive(bytes, now_);
    for (auto& [serial, session] : sessions_) {
      session.wake(now_);
      for (auto& each : session.take_records()) records[serial].push_back(std::move(each));
      demand(std::ranges::is_sorted(records[serial], {}, record::time_of));
    }
    for (const std::string& warning : server_.take_warnings()) demand(!warning.empty());
  }

  record::Time now_{};
  livechess::Server server_;
  std::map<std::string, livechess::LiveChessSession> sessions_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  Listener all;
  Listener first;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    hold_codec(line);
    all.hear(line);
    if (at < size / 2) first.hear(line);
    at = end + 1;
  }
  for (const auto& [serial, records] : first.records) {
    const auto& longer = all.records[serial];
    demand(records.size() <= longer.size() && std::equal(records.begin(), records.end(), longer.begin()));
  }
  return 0;
}
