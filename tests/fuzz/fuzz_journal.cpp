// Laws: whatever has befallen the file in which a hall keeps what it has to say to a broker, opening it ends with a journal or
// with one sentence; a journal can be added to, or says why not; and what it is asked for is numbered upwards and bounded.
// The bytes are damage (damage.hpp).
#include <filesystem>
#include <fstream>
#include <string>

#include "broker/journal.hpp"
#include "record/byte_source.hpp"
#include "tests/fuzz/damage.hpp"
#include "tests/fuzz/demand.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using namespace jadoube::broker;
using jadoube::fuzz::demand;
namespace fs = std::filesystem;

constexpr std::uint64_t kMostBytes = 4'000;

Batch events(int count) {
  Batch batch;
  for (int i = 0; i < count; ++i)
    batch.events.push_back({"dgt-1", Event::Kind::alert, R"("alert":{"id":1,"board":"dgt-1"})"});
  batch.alerts[1] = ToldAlert{"dgt-1", "digest"};
  return batch;
}

std::string sound_journal(const jadoube::tests::TemporaryFolder& folder) {
  const std::string path = folder / "sound.sqlite";
  {
    auto journal = Journal::open(path, "A", kMostBytes).value();
    demand(journal.add(events(10)).has_value());
    journal.acknowledge(4);
    demand(journal.save().has_value());
  }
  return jadoube::record::read_file(path).value();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const jadoube::tests::TemporaryFolder kFolder;
  static const std::string kSound = sound_journal(kFolder);
  for (const auto& each : fs::directory_iterator{kFolder.path()}) fs::remove(each);
  const std::string path = kFolder / "broker.sqlite";
  std::ofstream{path, std::ios::binary} << jadoube::fuzz::damaged(kSound, jadoube::fuzz::text_of(data, size));
  auto journal = Journal::open(path, "A", kMostBytes);
  if (!journal) {
    demand(!journal.error().empty());
    return 0;
  }
  for (int i = 0; i < 3; ++i) {
    const std::uint64_t head = journal->head();
    if (const auto added = journal->add(events(8)); added)
      demand(journal->head() == head + 8);
    else
      demand(journal->head() == head && !added.error().empty());
  }
  std::uint64_t last = 0;
  if (const auto kept = journal->read(journal->first_kept(), journal->head(), 100))
    for (const auto& each : *kept) {
      demand(each.seq > last && each.seq <= journal->head());
      last = each.seq;
    }
  return 0;
}
