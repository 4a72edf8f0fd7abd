// Brings files to the disk without making anybody wait: one thread does nothing else, ten times a second at
// most.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <boost/asio/any_io_executor.hpp>
#include <tl/expected.hpp>

#include "evidence/wish_queue.hpp"

namespace jadoube::arbiter {

/// A file that can be brought to the disk: a descriptor of its own, so that it does not matter what becomes
/// of the writer. With the bytes come the names by which they are found: the file's, and those of the two
/// folders above it, which may be as new as the file.
class SyncFile {
 public:
  static tl::expected<std::shared_ptr<SyncFile>, std::string> open(const std::string& path);
  ~SyncFile();
  SyncFile(const SyncFile&) = delete;
  SyncFile& operator=(const SyncFile&) = delete;

  /// Blocks. What was written so far, by whomever, is on the disk.
  tl::expected<void, std::string> sync() const;
  /// The same for everything on that file system.
  tl::expected<void, std::string> sync_all() const;

 private:
  SyncFile(std::string path, int descriptor) : path_{std::move(path)}, descriptor_{descriptor} {}
  tl::expected<void, std::string> done(int result) const;
  tl::expected<void, std::string> sync_names() const;

  std::string path_;
  int descriptor_;
  /// Two threads may find it unset, and do it twice.
  mutable std::atomic<bool> has_names_ = false;
};

class DiskSync {
 public:
  using Result = tl::expected<void, std::string>;
  using Done = std::function<void(const Result&)>;

  /// `Done`s are called on `executor`.
  explicit DiskSync(boost::asio::any_io_executor executor);
  /// Does what it was asked for, but calls nobody any more.
  ~DiskSync();
  DiskSync(const DiskSync&) = delete;
  DiskSync& operator=(const DiskSync&) = delete;

  /// What is in the files now is on the disk when `done` is called, in a tenth of a second if the disk is
  /// quick; or the first of them that could not be brought there says why. In the order of the calls. As
  /// many files as there are in one call: each wakes the thread.
  void sync(std::vector<std::shared_ptr<SyncFile>> files, Done done);

 private:
  struct Wish {
    std::vector<std::shared_ptr<SyncFile>> files;
    Done done;
  };
  void work();

  boost::asio::any_io_executor executor_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  WishQueue<Wish> wishes_;
  std::thread thread_;
};

}  // namespace jadoube::arbiter
