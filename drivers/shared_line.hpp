// One way to many boards, as if each had a way of its own: a DGT bus line, the connection to a LiveChess.
// Opens nothing and asks no clock.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "record/scan.hpp"

namespace jadoube::drivers {

class SharedLine {
 public:
  using Bytes = std::vector<std::uint8_t>;

  SharedLine() = default;
  SharedLine(const SharedLine&) = delete;
  SharedLine& operator=(const SharedLine&) = delete;
  virtual ~SharedLine() = default;

  /// The line is open. Boards that were found before must be found again.
  virtual void connect(record::Time now) = 0;
  virtual void receive(std::span<const std::uint8_t> bytes, record::Time now) = 0;
  virtual void wake(record::Time now) = 0;
  /// When `wake` must be called at the latest.
  [[nodiscard]] virtual record::Time wake_at() const = 0;

  /// What the session of the board with this address has to say to it.
  virtual void ask(const std::string& address, std::span<const std::uint8_t> bytes) = 0;

  /// Since the line was opened, the boards that are there have been found.
  [[nodiscard]] virtual bool has_searched() const = 0;
  [[nodiscard]] virtual std::uint64_t skipped_bytes() const = 0;

  /// Bytes for the line, in order; each element is one transfer or message.
  virtual std::vector<Bytes> take_commands() = 0;
  /// Addresses of boards that have been found since the last call.
  virtual std::vector<std::string> take_found() = 0;
  /// What boards say, for their sessions: address and bytes.
  virtual std::vector<std::pair<std::string, Bytes>> take_said() = 0;

  /// Addresses of boards that have not answered what they were asked, again and again, since the last call.
  virtual std::vector<std::string> take_silent() { return {}; }
  /// Boards that are no longer behind this line: address and half a sentence that says why.
  virtual std::vector<std::pair<std::string, std::string>> take_gone() { return {}; }
  /// What people should know, each in one sentence without a full stop.
  virtual std::vector<std::string> take_warnings() { return {}; }
  /// Why this line is of no use as it is and must be opened anew, half a sentence; empty: it is of use.
  [[nodiscard]] virtual std::string complaint() const { return {}; }
};

}  // namespace jadoube::drivers
