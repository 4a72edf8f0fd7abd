// Is a recording as it was written? Its chain of hashes says so (docs/recording-format.md, "Chain").
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "record/recording.hpp"

namespace jadoube::record {

struct ChainCheck {
  Header header;
  /// False: it has no chain, and only accidents are found.
  bool chained = false;
  /// Digest of the log before this one; zeros: it is the first.
  Digest previous{};
  /// Everything that is not as it was written, in the order of the file; empty: all is well.
  std::vector<Problem> faults;
  /// Of the faults, the first by which the chain shows that something has changed since. Damage that was
  /// there when the recording went on behind it, as after a power loss, is a fault and no change.
  std::optional<std::uint64_t> changed_at;
  /// Those that agree with what they stand for.
  std::vector<Seal> seals;
  std::uint64_t bytes = 0;
  std::uint64_t records = 0;
  Time first{}, last{};

  /// Nothing follows the last seal: nothing can have been cut off behind it that was sealed.
  [[nodiscard]] bool ends_with_seal() const { return !seals.empty() && seals.back().bytes == bytes; }
};

/// The error is one sentence: it cannot be read as a recording at all.
tl::expected<ChainCheck, std::string> verify_recording(const std::string& path);
/// Of the bytes of one. `name` is what people call it.
tl::expected<ChainCheck, std::string> verify_recording(const std::string& name, const std::string& bytes);

}  // namespace jadoube::record
