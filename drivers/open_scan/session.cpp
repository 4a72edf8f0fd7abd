#include "drivers/open_scan/session.hpp"

#include <array>
#include <cstdio>
#include <utility>

namespace jadoube::drivers::open_scan {
namespace {

using namespace std::chrono_literals;

/// A board sends at least four frames a second (docs/open-scan-protocol.md); what is between it and us may be
/// slow.
constexpr record::Time kSilenceLimit = 2s;

}  // namespace

record::Header::Board OpenScanSession::board() const {
  return {.id = facts_.serial,
          .model = "Open scan board",
          .senses = record::Senses::presence,
          .scan_period = scan_period_,
          .extra = {}};
}

Tally OpenScanSession::tally() const {
  Tally tally = tally_;
  const Losses& losses = decoder_.losses();
  tally.skipped_bytes = losses.skipped_bytes;
  tally.bad_frames = losses.bad_checksums + losses.not_understood;
  return tally;
}

std::optional<record::Time> OpenScanSession::silence_limit() const {
  return kSilenceLimit;
}

void OpenScanSession::on_connect(record::Time /*now*/) {
  decoder_.reset();
  clock_.restart();
  sequence_.reset();
  last_.reset();
  buttons_.reset();
}

void OpenScanSession::on_receive(std::span<const std::uint8_t> bytes, record::Time now) {
  decoder_.push(bytes, frames_);
  for (const Frame& frame : std::exchange(frames_, {})) {
    heard(now);
    // What is on the way may repeat a frame: that is no board that counts anew.
    if (std::exchange(last_, frame) == frame) continue;
    std::visit([this, now](const auto& f) { take(f, now); }, frame);
  }
}

void OpenScanSession::count(std::uint32_t sequence) {
  ++tally_.frames;
  if (sequence_) {
    const std::uint32_t ahead = sequence - *sequence_ - 1;
    if (ahead < 0x80000000U) {
      tally_.lost_frames += ahead;
    } else {
      ++tally_.restarts;
      clock_.restart();
      buttons_.reset();
    }
  }
  sequence_ = sequence;
}

void OpenScanSession::take(const ScanReport& report, record::Time now) {
  count(report.sequence);
  ++tally_.readings;
  const record::Time t = clock_.time_of(report.time_us, now);
  if (std::exchange(said_, report.occupied) != report.occupied)
    give(record::Scan{.t = t, .occupied = report.occupied, .white = {}, .pieces = {}});
  if (buttons_ && report.buttons) {
    using enum chess::Side;
    // A button that was pressed twice between two readings was pressed: the second changes nothing.
    if (buttons_->near != report.buttons->near) give(record::Press{t, white_is_near_ ? white : black});
    if (buttons_->far != report.buttons->far) give(record::Press{t, white_is_near_ ? black : white});
  }
  buttons_ = report.buttons;
}

void OpenScanSession::take(const Hello& hello, record::Time /*now*/) {
  count(hello.sequence);
  if (hello.scan_period_us != 0) scan_period_ = record::Time{hello.scan_period_us};
  if (hello.board_id == 0) return;
  std::array<char, 17> digits{};
  std::snprintf(digits.data(), digits.size(), "%llx", static_cast<unsigned long long>(hello.board_id));
  facts_.serial = digits.data();
}

}  // namespace jadoube::drivers::open_scan
