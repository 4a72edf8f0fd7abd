// Laws: any bytes as a file of boards are a make with a protocol, or sentences that name the file; a make has whatever else
// would need it: a name, ids for which a rule can be written, a line that is read as it is written.
#include <string>
#include <vector>

#include "drivers/board_documents.hpp"
#include "drivers/board_table.hpp"
#include "tests/fuzz/demand.hpp"

namespace {

using namespace jadoube::drivers;
using jadoube::fuzz::demand;

void check(const BoardModel& model) {
  demand(model.protocol != nullptr && !model.id.empty() && !model.name.empty());
  for (const UsbId& usb : model.usb) {
    demand(line_from(to_string(usb.line)) == usb.line && !ids(usb).empty());
    demand((usb.product & ~usb.product_mask) == 0);
  }
  if (model.bluetooth) demand(!model.bluetooth->notify.empty() && !model.bluetooth->write.empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const BoardFile file{"fuzz.toml", jadoube::fuzz::text_of(data, size)};
  if (const auto model = parse_board(file))
    check(*model);
  else
    demand(model.error().starts_with("fuzz.toml"));
  std::vector<std::string> faults;
  if (const auto owners = parse_owners_board(file, faults); owners && owners->extends.empty())
    check(owners->model);
  for (const std::string& fault : faults) demand(fault.starts_with("fuzz.toml"));
  return 0;
}
