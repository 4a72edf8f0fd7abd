#include "drivers/dgt/event_log.hpp"

#include <algorithm>

namespace jadoube::drivers::dgt {
namespace {

/// Agreeing changes that are no chance where what follows cannot be checked against what stands now.
constexpr std::size_t kSureAgreement = 4;
/// The log may be a little younger than the reading of the board.
constexpr std::size_t kMostSinceReading = 6;

std::optional<std::chrono::seconds> time_from(std::span<const std::uint8_t> bytes) {
  const auto digits = [](std::uint8_t bcd) { return (unsigned{bcd} >> 4U) * 10U + (bcd & 0x0FU); };
  const bool sound = (bytes[0] & 0x0FU) <= 9 && (bytes[1] & 0x0FU) <= 9 && digits(bytes[1]) < 60 &&
                     (bytes[2] & 0x0FU) <= 9 && digits(bytes[2]) < 60;
  if (!sound) return std::nullopt;
  return std::chrono::hours{bytes[0] & 0x0FU} + std::chrono::minutes{digits(bytes[1])} +
         std::chrono::seconds{digits(bytes[2])};
}

/// What follows `begin` in the log, tried on the position before.
struct Trial {
  std::size_t begin = 0;
  std::size_t end = 0;  // of the log, or the first start of the board
  std::size_t agreement = 0;
  std::size_t changes = 0;
  bool fits = false;

  [[nodiscard]] bool is_believed(std::size_t heard) const {
    if (fits) return agreement > 0 || changes >= kSureAgreement;
    return agreement >= std::min(kSureAgreement, std::max<std::size_t>(heard, 1));
  }
};

std::size_t agreement(std::span<const Logged> log, std::size_t end, const std::deque<LoggedChange>& heard) {
  std::size_t count = 0;
  while (count < heard.size() && end > 0) {
    const Logged& logged = log[--end];
    if (std::holds_alternative<LoggedStart>(logged)) break;
    const auto* change = std::get_if<LoggedChange>(&logged);
    if (change == nullptr) continue;
    const LoggedChange& other = heard[heard.size() - 1 - count];
    if (change->field != other.field || change->code != other.code) break;
    ++count;
  }
  return count;
}

Trial try_from(std::span<const Logged> log, std::size_t begin, BoardCodes board, const BoardCodes& now) {
  Trial trial;
  trial.begin = trial.end = begin;
  bool each_changes_something = true;
  std::optional<std::size_t> stood_at;
  if (board == now) stood_at = 0;
  for (; trial.end < log.size(); ++trial.end) {
    if (std::holds_alternative<LoggedStart>(log[trial.end])) return trial;
    const auto* change = std::get_if<LoggedChange>(&log[trial.end]);
    if (change == nullptr) continue;
    Code& code = board[index(change->field)];
    if (code == change->code) each_changes_something = false;
    code = change->code;
    ++trial.changes;
    if (board == now) stood_at = trial.changes;
  }
  trial.fits = each_changes_something && stood_at && trial.changes - *stood_at <= kMostSinceReading;
  return trial;
}

}  // namespace

std::vector<Logged> read_event_log(std::span<const std::uint8_t> bytes) {
  std::vector<Logged> events;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::uint8_t tag = bytes[at];
    const std::size_t left = bytes.size() - at;
    if (tag >= 0x40 && tag <= 0x5F && left >= 2 && bytes[at + 1] < 64) {
      events.emplace_back(LoggedChange{.field = static_cast<Field>(bytes[at + 1]),
                                       .code = static_cast<Code>(tag & 0x0FU),
                                       .soon = (tag & 0x10U) != 0});
      at += 2;
      continue;
    }
    const bool is_time = (tag >= 0x60 && tag <= 0x69) || (tag >= 0x70 && tag <= 0x79);
    if (is_time && left >= 3) {
      if (const auto time = time_from(bytes.subspan(at, 3))) {
        events.emplace_back(LoggedPress{.right = tag < 0x70, .left_on_clock = *time});
        at += 3;
        continue;
      }
    }
    if (tag == 0x6A || tag == 0x7C) events.emplace_back(LoggedStart{});
    if (tag == 0x6B) break;
    ++at;
  }
  return events;
}

Remembered remembered_since(std::span<const Logged> log, const std::deque<LoggedChange>& heard,
                            const BoardCodes& before, const BoardCodes& now) {
  std::optional<Trial> best;
  for (std::size_t begin = log.size() + 1; begin-- > 0;) {
    // The place is behind a change or at a press before the next one; each change is tried once.
    if (begin > 0 && !std::holds_alternative<LoggedChange>(log[begin - 1])) continue;
    Trial trial = try_from(log, begin, before, now);
    trial.agreement = agreement(log, begin, heard);
    if (!trial.is_believed(heard.size())) continue;
    // Many parts of a game lead back to where they began.
    if (before == now && trial.agreement < kSureAgreement) continue;
    const auto worth = [](const Trial& each) { return std::pair{each.fits, each.agreement}; };
    if (!best || worth(trial) > worth(*best)) best = trial;
  }
  if (!best) return {};
  return {.events = {log.begin() + static_cast<std::ptrdiff_t>(best->begin),
                     log.begin() + static_cast<std::ptrdiff_t>(best->end)},
          .complete = best->fits};
}

}  // namespace jadoube::drivers::dgt
