// Laws: whatever the other end of a USB/IP connection sends, in whatever pieces, a board made of software answers the same,
// holds no more than was asked for, and never says more than it was asked. The first byte chooses the board, the second the
// pieces.
#include "devices/models.hpp"
#include "devices/usb_ip.hpp"
#include "tests/fuzz/board_codec.hpp"

namespace {

using namespace jadoube;
using fuzz::demand;

devices::Bytes answers(const devices::VirtualModel& model, fuzz::Bytes bytes, std::size_t piece) {
  devices::UsbBoard board{model.identity(0), model.firmware(0)};
  board.power_up(record::Time{0});
  devices::UsbIpConnection connection{board, false};
  devices::Bytes out;
  for (; !bytes.empty() && !connection.is_over(); bytes = bytes.subspan(std::min(piece, bytes.size()))) {
    connection.receive(bytes.first(std::min(piece, bytes.size())), record::Time{0});
    const auto said = connection.take();
    out.insert(out.end(), said.begin(), said.end());
  }
  connection.advance(record::Time{5'000'000});
  const auto said = connection.take();
  out.insert(out.end(), said.begin(), said.end());
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const auto& models = devices::virtual_models();
  const auto& model = models[data[0] % models.size()];
  const fuzz::Bytes bytes{data + 2, size - 2};
  const auto whole = answers(model, bytes, bytes.size() + 1);
  demand(whole == answers(model, bytes, std::size_t{1} + data[1]));
  return 0;
}
