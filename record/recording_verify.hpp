// Is a recording as it was written? Its chain of hashes says so (docs/recording-format.md, "Chain").
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "record/recording.hpp"

namespace jadoube::record {

/// A block that is not as it was when the next one was begun, as after a power loss whose later sectors were written
/// and whose earlier ones were not.
struct ChangedBlock {
  /// Where it begins, in bytes of the file.
  std::uint64_t offset = 0;
  /// SHA-256 of all its bytes as they stand now.
  Digest digest{};
  friend bool operator==(const ChangedBlock&, const ChangedBlock&) = default;
};
/// For the log itself, by whoever found it so and goes on behind it: from then on it is no change any more that it stands
/// so, but any other way that it might stand is.
Other note_of(const ChangedBlock& block, Time t);

/// A log that was gone on with although it was not what the store knew of it.
struct Repair {
  /// How many bytes it had then.
  std::uint64_t bytes = 0;
  /// And how many of them had been sealed when the store got its last digest.
  std::uint64_t sealed = 0;
  friend bool operator==(const Repair&, const Repair&) = default;
};
/// For the log itself, by whoever goes on with it.
Other note_of(const Repair& repair, Time t);

/// What another log adds up to, as whoever has written both has put it down here.
struct Crossing {
  /// "dgt-01025/20261121T180000.123Z.jscan"
  std::string log;
  Seal seal;
  friend bool operator==(const Crossing&, const Crossing&) = default;
};
Other note_of(const Crossing& crossing, Time t);

struct ChainCheck {
  Header header;
  /// False: it has no chain, and only accidents are found.
  bool chained = false;
  /// Digest of the log before this one; zeros: it is the first.
  Digest previous{};
  /// Everything that is not as it was written, in the order of the file; empty: all is well.
  std::vector<Problem> faults;
  /// Of the faults, the first by which the chain shows that something has changed since. Damage that was
  /// there when the recording went on behind it, as after a power loss, is a fault and no change; nor is what the
  /// recording has a note of.
  std::optional<std::uint64_t> changed_at;
  /// Blocks that have no note yet.
  std::vector<ChangedBlock> changed;
  /// What the log itself says of its repairs.
  std::vector<Repair> repairs;
  /// And of other logs.
  std::vector<Crossing> crossings;
  std::size_t block_size = 0;
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
