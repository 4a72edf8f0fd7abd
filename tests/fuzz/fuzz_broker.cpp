// Laws: whatever a broker sends, a centre takes in each number once; what it says of the boards is of boards that it shows;
// what it keeps stays within bounds; and what it would ask for is what a hall can read.
#include <cstdint>
#include <string>
#include <string_view>

#include "broker/centre_book.hpp"
#include "tests/fuzz/demand.hpp"

namespace {

using namespace jadoube::broker;
using jadoube::fuzz::demand;

}  // namespace

/// Lines of a topic, a tab and a payload; an empty line is a second that passes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest{reinterpret_cast<const char*>(data), size};
  CentreBook book{"j", "c"};
  CentreBook::Time now{0};
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(line.size() + (line.size() < rest.size() ? 1 : 0));
    now += CentreBook::Time{line.empty() ? 1000 : 1};
    const std::size_t tab = line.find('\t');
    const std::string_view topic = line.substr(0, tab);
    if (const auto read = read_topic("j", topic)) demand(text_of("j", *read) == topic);
    for (const Change& change :
         book.take(topic, tab == std::string_view::npos ? std::string_view{} : line.substr(tab + 1))) {
      if (change.kind != Change::Kind::forgotten) demand(book.halls().contains(change.hall));
      if (change.kind == Change::Kind::board) demand(book.board(change.hall, change.board) != nullptr);
      if (change.kind == Change::Kind::alert) demand(change.alert.contains("id"));
    }
    for (const auto& wish : book.wishes(now)) {
      const auto at = read_topic("j", wish.topic);
      demand(at && read_message(*at, wish.payload).has_value());
    }
  }
  for (const auto& [name, hall] : book.halls()) {
    std::size_t waiting = 0;
    for (const auto& [id, board] : hall.boards)
      for (const auto& [number, event] : board.waiting) waiting += event.bytes;
    demand(waiting == hall.waiting_bytes);
    demand(check_hall_name(name).has_value());
  }
  return 0;
}
