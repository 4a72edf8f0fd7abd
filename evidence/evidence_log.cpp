#include "evidence/evidence_log.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "json/writer.hpp"
#include "record/recording.hpp"

namespace jadoube::arbiter {

using record::Record;

std::unique_ptr<EvidenceLog> EvidenceLog::begin(std::string path, record::Header header,
                                                const record::Digest& previous) {
  std::unique_ptr<EvidenceLog> log{new EvidenceLog{std::move(path), std::move(header), previous}};
  if (auto made = log->create(); !made) log->fail(std::move(made).error());
  return log;
}

tl::expected<EvidenceLog::Reopened, std::string> EvidenceLog::reopen(const std::string& path,
                                                                     const record::ProblemSink& problems) {
  auto recording = record::reopen_recording(path, problems);
  if (!recording) return tl::unexpected{std::move(recording).error()};
  auto file = SyncFile::open(path);
  if (!file) return tl::unexpected{std::move(file).error()};
  std::error_code error;
  const std::uint64_t bytes = std::filesystem::file_size(path, error);
  if (error) return tl::unexpected{path + ": " + error.message()};
  return Reopened{*std::move(recording), *std::move(file), bytes};
}

std::unique_ptr<EvidenceLog> EvidenceLog::left_behind(std::string path, record::Header header) {
  return std::unique_ptr<EvidenceLog>{new EvidenceLog{std::move(path), std::move(header), {}}};
}

void EvidenceLog::go_on(Reopened reopened) {
  writer_ = std::move(reopened.recording.writer);
  sync_file_ = std::move(reopened.file);
  written_ = reopened.recording.records;
  is_there_ = true;
}

tl::expected<std::unique_ptr<EvidenceLog>, std::string> EvidenceLog::resume(
    std::string path, const OnEntry& on_entry, const record::ProblemSink& problems) {
  auto reopened = reopen(path, problems);
  if (!reopened) return tl::unexpected{std::move(reopened).error()};
  // Damage has been told already.
  auto reader = record::ScanLogReader::open(path, [](const record::Problem&) {});
  if (!reader) return tl::unexpected{std::move(reader).error()};
  while (const record::Entry* entry = (*reader)->next()) on_entry((*reader)->header(), *entry);
  auto log = left_behind(std::move(path), reopened->recording.header);
  log->go_on(*std::move(reopened));
  return log;
}

tl::expected<void, std::string> EvidenceLog::create() {
  auto sink = record::open_sink(path_);
  if (!sink) return tl::unexpected{std::move(sink).error()};
  auto writer = record::create_recording(*std::move(sink), header_, record::kBlockSize, previous_);
  if (!writer) return tl::unexpected{std::move(writer).error()};
  if (auto done = (*writer)->flush(); !done) return done;
  auto file = SyncFile::open(path_);
  if (!file) return tl::unexpected{std::move(file).error()};
  writer_ = *std::move(writer);
  sync_file_ = *std::move(file);
  written_ = 0;
  is_there_ = unsynced_ = true;
  return {};
}

/// The end that a full disk left behind is repaired like one that a crash left behind.
tl::expected<void, std::string> EvidenceLog::reopen_own() {
  if (!is_there_) return create();
  auto reopened = record::reopen_recording(path_, [](const record::Problem&) {});
  if (!reopened) return tl::unexpected{std::move(reopened).error()};
  // Of what was being written when the trouble began some may have arrived.
  const std::uint64_t more = reopened->records - std::min(written_, reopened->records);
  const auto arrived = std::min<std::uint64_t>(more, waiting_.size());
  waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(arrived));
  written_ = reopened->records;
  auto file = SyncFile::open(path_);
  if (!file) return tl::unexpected{std::move(file).error()};
  writer_ = std::move(reopened->writer);
  sync_file_ = *std::move(file);
  return {};
}

void EvidenceLog::fail(std::string why) {
  trouble_ = std::move(why);
  writer_.reset();
  sync_file_.reset();
}

void EvidenceLog::write(const Record& record, std::string_view extra) {
  if (waiting_.size() == kMostWaiting) {
    if (unsaid_ == 0) unsaid_from_ = time_of(waiting_.front().record);
    waiting_.pop_front();
    ++lost_;
    ++unsaid_;
  }
  waiting_.push_back({record, std::string{extra}});
  if (!writer_) return;
  if (auto done = writer_->write(record, extra); !done) fail(std::move(done).error());
}

bool EvidenceLog::flush() {
  if (!writer_) return false;
  if (auto done = writer_->flush(); !done) {
    fail(std::move(done).error());
    return false;
  }
  if (!waiting_.empty()) unsynced_ = true;
  written_ += waiting_.size();
  waiting_.clear();
  return true;
}

tl::expected<void, std::string> EvidenceLog::write_waiting() {
  if (unsaid_ != 0 && !waiting_.empty()) {
    const record::Time t = time_of(waiting_.front().record);
    std::string lost = json::object_text([&](json::Object& o) {
      o.text("type", "lost").number("t_us", t.count());
      o.number("records", static_cast<std::int64_t>(unsaid_)).number("from_us", unsaid_from_.count());
    });
    waiting_.emplace_front(record::Other{t, std::move(lost)}, std::string{});
    unsaid_ = 0;
  }
  for (const Kept& kept : waiting_)
    if (auto done = writer_->write(kept.record, kept.extra); !done) return done;
  return writer_->flush();
}

std::optional<record::Seal> EvidenceLog::seal() {
  if (!writer_ || !writer_->is_chained()) return std::nullopt;
  auto sealed = writer_->seal();
  if (!sealed) fail(std::move(sealed).error());
  if (!writer_ || !flush()) return std::nullopt;
  last_digest_ = sealed->digest;
  return *sealed;
}

void EvidenceLog::retry() {
  if (!trouble_) return;
  auto done = reopen_own();
  if (done) done = write_waiting();
  if (!done) return fail(std::move(done).error());
  written_ += waiting_.size();
  waiting_.clear();
  trouble_.reset();
  unsynced_ = true;
}

std::optional<record::Seal> EvidenceLog::close() {
  retry();
  if (!writer_) return std::nullopt;
  const auto sealed = seal();
  // A log without a chain has no seal that would have brought it all out.
  if (!flush()) return std::nullopt;
  auto done = sync_file_->sync();
  if (done) done = writer_->close();
  if (!done) {
    fail(std::move(done).error());
    return std::nullopt;
  }
  writer_.reset();
  return sealed;
}

}  // namespace jadoube::arbiter
