// The log of one board on the disk: whatever happens to the disk, records go in and detection goes on.
//
// A recording (docs/recording-format.md) that is only appended to. Records reach the operating system with
// `flush`, before anything is concluded from them, so that they outlive this program; `sync_file` is what
// brings them to the disk, so that they outlive the machine. If they cannot be written they are kept
// in memory and written later; what had to be given up is counted, and the log says so itself.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "evidence/disk_sync.hpp"
#include "record/recording.hpp"
#include "record/scan_log.hpp"

namespace jadoube::arbiter {

class EvidenceLog {
 public:
  /// Records that are kept while the disk takes none.
  static constexpr std::size_t kMostWaiting = 2000;

  /// A new log, chained to the one before it (zeros: there was none). If the file cannot be made, it is tried
  /// again with every `retry`.
  static std::unique_ptr<EvidenceLog> begin(std::string path, record::Header header,
                                            const record::Digest& previous);

  /// A log that was left behind, ready to be gone on with.
  struct Reopened {
    record::Reopened recording;
    std::shared_ptr<SyncFile> file;
    /// How long it is: what is read up to there was written before.
    std::uint64_t bytes = 0;
  };
  /// Its end is repaired if it was cut off; that, and any damage, is told to `problems`. On any thread. The
  /// error is one sentence.
  static tl::expected<Reopened, std::string> reopen(const std::string& path,
                                                    const record::ProblemSink& problems);
  /// A log that is being reopened: until `go_on` nothing can be written.
  static std::unique_ptr<EvidenceLog> left_behind(std::string path, record::Header header);
  void go_on(Reopened reopened);
  [[nodiscard]] bool is_being_reopened() const { return !is_there_ && !trouble_; }

  /// Goes on with a log that was left behind, after having given out all its records. The error is one
  /// sentence.
  using OnEntry = std::function<void(const record::Header&, const record::Entry&)>;
  static tl::expected<std::unique_ptr<EvidenceLog>, std::string> resume(std::string path,
                                                                        const OnEntry& on_entry,
                                                                        const record::ProblemSink& problems);

  /// Not earlier than the last, and free of contradictions: both are the caller's business.
  void write(const record::Record& record, std::string_view extra = {});
  /// False: the disk does not take it, and it is kept.
  bool flush();
  /// Something has been written since this was called last.
  bool take_unsynced() { return std::exchange(unsynced_, false); }
  /// Records can be written: it is neither closed nor waiting for a disk that takes nothing.
  [[nodiscard]] bool is_open() const { return writer_ != nullptr; }
  /// Null while the disk takes nothing.
  [[nodiscard]] const std::shared_ptr<SyncFile>& sync_file() const { return sync_file_; }
  /// Everything so far under one digest, which the log says itself; nothing while the disk takes nothing.
  std::optional<record::Seal> seal();
  /// Of what was sealed last: how the next log is chained to this one.
  [[nodiscard]] const record::Digest& last_digest() const { return last_digest_; }
  /// Tries again, if the disk took nothing.
  void retry();
  /// No record follows, and the log says so. Blocks until it is on the disk. Returns what the whole log adds up to; nothing where it is not
  /// chained, or the disk takes nothing.
  std::optional<record::Seal> close();

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const record::Header& header() const { return header_; }
  /// Why the disk takes nothing at present, in one sentence.
  [[nodiscard]] const std::optional<std::string>& trouble() const { return trouble_; }
  /// Kept in memory only, at present; and given up, so far.
  [[nodiscard]] std::uint64_t waiting() const { return waiting_.size(); }
  [[nodiscard]] std::uint64_t lost() const { return lost_; }

 private:
  struct Kept {
    record::Record record;
    std::string extra;
  };
  EvidenceLog(std::string path, record::Header header, const record::Digest& previous)
      : path_{std::move(path)}, header_{std::move(header)}, previous_{previous} {}

  tl::expected<void, std::string> create();
  tl::expected<void, std::string> reopen_own();
  tl::expected<void, std::string> write_waiting();
  void fail(std::string why);

  std::string path_;
  record::Header header_;
  record::Digest previous_{};
  record::Digest last_digest_{};
  std::unique_ptr<record::RecordingWriter> writer_;
  std::shared_ptr<SyncFile> sync_file_;
  /// Not known to be in the file: since the last flush, or since the trouble began.
  std::deque<Kept> waiting_;
  /// How many records are known to be in the file.
  std::uint64_t written_ = 0;
  std::uint64_t lost_ = 0;
  /// Lost, and not said in the log yet; and from when on.
  std::uint64_t unsaid_ = 0;
  record::Time unsaid_from_{};
  bool is_there_ = false;
  bool unsynced_ = false;
  std::optional<std::string> trouble_;
};

}  // namespace jadoube::arbiter
