#include "evidence/disk_sync.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include <boost/asio/post.hpp>

namespace jadoube::arbiter {

namespace {

/// From so many files at once it is cheaper to bring everything to the disk.
constexpr std::size_t kMany = 8;
/// From the beginning of a round to that of the next: each holds up whatever else writes to the disk.
constexpr std::chrono::milliseconds kBetween{100};

}  // namespace

tl::expected<std::shared_ptr<SyncFile>, std::string> SyncFile::open(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0)
    return tl::unexpected{path + ": cannot be opened: " + std::generic_category().message(errno)};
  return std::shared_ptr<SyncFile>{new SyncFile{path, descriptor}};
}

SyncFile::~SyncFile() {
  ::close(descriptor_);
}

tl::expected<void, std::string> SyncFile::done(int result) const {
  if (result == 0) return {};
  return tl::unexpected{path_ + ": cannot be brought to the disk: " + std::generic_category().message(errno)};
}

tl::expected<void, std::string> SyncFile::sync() const {
  if (auto synced = done(::fdatasync(descriptor_)); !synced) return synced;
  return sync_names();
}

/// Once: a name that is on the disk stays there.
tl::expected<void, std::string> SyncFile::sync_names() const {
  if (has_names_) return {};
  constexpr int kFolders = 3;  // that of the board, that of all boards, that of the data
  std::filesystem::path folder{path_};
  for (int i = 0; i < kFolders; ++i) {
    folder = folder.parent_path();
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const int result = descriptor < 0 ? -1 : ::fsync(descriptor);
    const int error = errno;
    if (descriptor >= 0) ::close(descriptor);
    errno = error;
    if (result != 0) return done(result);
  }
  has_names_ = true;
  return {};
}

tl::expected<void, std::string> SyncFile::sync_all() const {
  return done(::syncfs(descriptor_));
}

DiskSync::DiskSync(boost::asio::any_io_executor executor)
    : executor_{std::move(executor)}, thread_{[this] { work(); }} {}

DiskSync::~DiskSync() {
  *alive_ = false;
  wishes_.end();
  thread_.join();
}

void DiskSync::sync(std::vector<std::shared_ptr<SyncFile>> files, Done done) {
  wishes_.push({std::move(files), std::move(done)});
}

void DiskSync::work() {
  for (;;) {
    std::vector<Wish> wishes = wishes_.take();
    if (wishes.empty()) return;
    const auto next = std::chrono::steady_clock::now() + kBetween;
    std::map<const SyncFile*, Result> results;
    for (const Wish& wish : wishes)
      for (const auto& file : wish.files) results.emplace(file.get(), Result{});
    if (results.size() >= kMany) {
      const Result all = results.begin()->first->sync_all();
      for (auto& [file, result] : results) result = all;
    } else {
      for (auto& [file, result] : results) result = file->sync();
    }
    for (Wish& wish : wishes) {
      Result result;
      for (const auto& file : wish.files)
        if (result) result = results.at(file.get());
      // `alive_` is looked at, and written, on the executor only.
      boost::asio::post(executor_, [alive = alive_, done = std::move(wish.done), result = std::move(result)] {
        if (*alive) done(result);
      });
    }
    wishes_.served();
    wishes_.pause_until(next);
  }
}

}  // namespace jadoube::arbiter
