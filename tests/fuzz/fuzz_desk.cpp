// Laws: whatever arbiters say to each other, in whatever order, nobody is at two boards, no two tables have one place, what was
// said last holds, and a note stays with what it is about.
#include <fuzzer/FuzzedDataProvider.h>

#include <map>
#include <set>
#include <string>

#include "desk/desk_tables.hpp"
#include "tests/fuzz/demand.hpp"

namespace {

using namespace jadoube::desk;
using jadoube::fuzz::demand;

std::string time_at(unsigned second) {
  std::string text = "2026-01-01T00:00:00.000Z";
  for (std::size_t i : {18U, 17U, 15U, 14U}) {
    text[i] = static_cast<char>('0' + second % (i % 3 == 2 ? 10U : i == 17U || i == 14U ? 6U : 10U));
    second /= i == 17U || i == 14U ? 6U : 10U;
  }
  return text;
}

class Told {
 public:
  explicit Told(FuzzedDataProvider& bytes) : bytes_{bytes} {
    demand(database_.script(std::string{kDeskSchema}).has_value());
  }

  void move_table() {
    const HallMap before = tables_.map().value();
    std::optional<Place> place;
    if (bytes_.ConsumeBool())
      place = Place{bytes_.ConsumeIntegralInRange(0U, 3U), bytes_.ConsumeIntegralInRange(0U, Place::kMost)};
    const unsigned number = bytes_.ConsumeIntegralInRange(1U, 9U);
    const HallMap after = with_table_at(before, number, place);
    demand(after.contains(number) == place.has_value());
    std::set<std::pair<unsigned, unsigned>> places;
    for (const auto& [table, at] : after) demand(places.insert({at.x, at.y}).second);
    demand(tables_.move_tables(before, after, "desk", time_at(now_)).has_value());
    demand(tables_.map() == after);
  }

  void attend() {
    const std::string who = word();
    std::optional<Attendance> where;
    if (bytes_.ConsumeBool())
      where = Attendance{word(), time_at(now_), time_at(now_ + bytes_.ConsumeIntegralInRange(0U, 100U))};
    demand(tables_.attend(who, where, time_at(now_)).has_value());
    where_.insert_or_assign(who, where);
    const auto there = tables_.attendances(time_at(now_)).value();
    for (const auto& [name, said] : where_) {
      const auto found = there.find(name);
      const bool is_there = said && said->until_utc > time_at(now_);
      demand((found != there.end()) == is_there && (!is_there || found->second.board == said->board));
    }
  }

  void note() {
    const Note note{time_at(now_), "desk", word(), word(), bytes_.ConsumeIntegralInRange<std::uint64_t>(0, 3),
                    word()};
    const auto before = tables_.notes(note.board, note.log).value();
    demand(tables_.add(note).has_value());
    const auto after = tables_.notes(note.board, note.log).value();
    demand(after.size() == before.size() + 1 && after.back().text == note.text &&
           after.back().alert == note.alert);
  }

  void pass() { now_ += bytes_.ConsumeIntegralInRange(0U, 60U); }

 private:
  /// Something that somebody may be called, or say: the server lets nothing else through.
  std::string word() { return bytes_.PickValueInArray({"Anna", "Bo", "Þóra \"t\"", "dgt-1", "it's", "%"}); }

  FuzzedDataProvider& bytes_;
  Database database_ = Database::open(":memory:").value();
  DeskTables tables_{database_};
  std::map<std::string, std::optional<Attendance>> where_;
  unsigned now_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzedDataProvider bytes{data, size};
  Told told{bytes};
  for (int i = 0; i < 50 && bytes.remaining_bytes() > 0; ++i) {
    switch (bytes.ConsumeIntegralInRange(0, 3)) {
      case 0:
        told.move_table();
        break;
      case 1:
        told.attend();
        break;
      case 2:
        told.note();
        break;
      default:
        told.pass();
    }
  }
  return 0;
}
