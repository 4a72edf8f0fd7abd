// Laws: whatever has befallen the daemon's store, a start ends with a store that is sound and can be written to, or with one
// sentence; what is left of it is what was written, and the damaged file is put aside as it was. The bytes are damage
// (damage.hpp).
#include <filesystem>
#include <fstream>
#include <string>

#include "evidence/store_rescue.hpp"
#include "record/byte_source.hpp"
#include "tests/fuzz/damage.hpp"
#include "tests/fuzz/demand.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using namespace jadoube::arbiter;
using jadoube::fuzz::demand;
namespace fs = std::filesystem;

constexpr std::string_view kUtc = "2026-01-01T00:00:00.000Z";
constexpr std::string_view kWhat = "confirm, finding 7";

std::string sound_store(const jadoube::tests::TemporaryFolder& folder) {
  const std::string path = folder / "sound.sqlite";
  {
    const auto store = Store::open(path).value();
    demand(store->tokens().add("tablet", Role::arbiter, "hash", kUtc).has_value());
    demand(store->set_number("dgt-1", 7, kUtc).has_value());
    AlertRow alert;
    alert.id = 5;
    alert.board = "dgt-1";
    alert.log = "a.jscan";
    alert.history = {{std::string{kUtc}, "desk", "seen to"}};
    demand(store->put(alert, 0).has_value());
    for (int i = 0; i < 40; ++i)
      demand(store->note({0, std::string{kUtc}, "desk", Role::arbiter, std::string{kWhat}, "dgt-1", 5})
                 .has_value());
  }
  return jadoube::record::read_file(path).value();
}

void check_store_of(Store& store) {
  if (const auto alerts = store.open_alerts())
    for (const AlertRow& alert : alerts->rows) demand(alert.id == 5 && alert.board == "dgt-1");
  if (const auto entries = store.audit(0, 100))
    for (const AuditEntry& entry : *entries)
      demand(entry.what == kWhat || entry.board == kAboutStore || entry.by != "desk" ||
             entry.board != "dgt-1");
  demand(store.note({0, std::string{kUtc}, "desk", Role::admin, "goes on", "", 0}).has_value());
  const auto last = store.audit(0, 1);
  demand(last && last->size() == 1 && last->front().what == "goes on");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const jadoube::tests::TemporaryFolder kFolder;
  static const std::string kSound = sound_store(kFolder);
  const std::string bytes = jadoube::fuzz::damaged(kSound, jadoube::fuzz::text_of(data, size));
  for (const auto& each : fs::directory_iterator{kFolder.path()}) fs::remove(each);
  const std::string path = kFolder / "store.sqlite";
  std::ofstream{path, std::ios::binary} << bytes;
  auto start = open_store_at_start(path, std::chrono::seconds{10});
  if (!start) {
    demand(!start.error().empty());
    return 0;
  }
  if (bytes == kSound) demand(!start->is_new && !start->rescue);
  if (start->rescue) demand(start->is_new && !start->rescue->empty());
  // What could not be seen to be damaged may be: whoever asks is told so, and nothing else.
  if (start->rescue || bytes == kSound) check_store_of(*start->store);
  return 0;
}
