#include "drivers/dgt/raw_log.hpp"

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "drivers/dgt/raw_capture.hpp"

namespace jadoube::drivers::dgt {
namespace {

class RawLogReader final : public ScanLogReader {
 public:
  RawLogReader(std::unique_ptr<ByteSource> source, ProblemSink problems)
      : source_{std::move(source)}, problems_{std::move(problems)}, chunk_(std::size_t{1} << 16U) {}

  /// Reads up to the first record. Gives the reason to refuse the file.
  std::optional<std::string> start() {
    while (records_.empty() && !ended_) fill();
    if (offset_ == 0 && failure_.empty()) return name() + ": is empty";
    if (capture_.messages() != 0) return std::nullopt;
    return name() + ": not a capture of a DGT board: " +
           (failure_.empty() ? "there is no message of one in it" : failure_);
  }

  const Entry* next() override {
    while (given_ == records_.size()) {
      if (ended_) return nullptr;
      fill();
    }
    entry_.record = std::move(records_[given_++]);
    entry_.place = {0, 0, offset_};
    return &entry_;
  }

  [[nodiscard]] const Header& header() const override { return header_; }
  [[nodiscard]] Form form() const override { return Form::dgt_raw; }
  [[nodiscard]] std::uint64_t unknown_types() const override { return 0; }
  [[nodiscard]] const std::string& name() const override { return source_->name(); }

 private:
  void fill() {
    records_.clear();
    given_ = 0;
    const auto got = source_->read(chunk_);
    if (got && *got != 0) {
      const std::span bytes{reinterpret_cast<const std::uint8_t*>(chunk_.data()), *got};
      capture_.feed(bytes, records_);
      offset_ += *got;
      report_lines();
      return;
    }
    ended_ = true;
    capture_.finish(records_);
    report_lines();
    if (!got) {
      failure_ = got.error();
      problems_({{0, 0, offset_}, failure_});
    }
    if (const auto lost = capture_.losses().skipped_bytes; lost != 0 && capture_.messages() != 0)
      problems_({{0, 0, offset_}, std::to_string(lost) + " byte(s) so far belong to no message of a board"});
  }
  /// RawCapture keeps only the first errors; the others have no place to tell.
  void report_lines() {
    for (; reported_ < capture_.errors().size(); ++reported_) {
      const CaptureError& error = capture_.errors()[reported_];
      problems_({{error.line, error.column, 0}, error.message});
    }
    if (!ended_ || capture_.error_count() == reported_) return;
    const auto more = capture_.error_count() - reported_;
    problems_({{0, 0, offset_}, std::to_string(more) + " more line(s) are damaged"});
  }

  std::unique_ptr<ByteSource> source_;
  ProblemSink problems_;
  std::vector<char> chunk_;
  RawCapture capture_;
  Header header_ = RawCapture::header();
  std::vector<Record> records_;
  std::size_t given_ = 0;
  std::size_t reported_ = 0;
  std::uint64_t offset_ = 0;
  bool ended_ = false;
  std::string failure_;
  Entry entry_;
};

}  // namespace

tl::expected<std::unique_ptr<ScanLogReader>, std::string> open_raw_log(std::unique_ptr<ByteSource> source,
                                                                       ProblemSink problems) {
  auto reader = std::make_unique<RawLogReader>(std::move(source), std::move(problems));
  if (auto refusal = reader->start()) return tl::unexpected{*std::move(refusal)};
  return reader;
}

}  // namespace jadoube::drivers::dgt
