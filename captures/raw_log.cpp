#include "captures/raw_log.hpp"

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "captures/raw_capture.hpp"

namespace jadoube::captures {
namespace {

class RawLogReader final : public record::ScanLogReader {
 public:
  RawLogReader(std::unique_ptr<record::ByteSource> source, record::ProblemSink problems)
      : source_{std::move(source)}, problems_{std::move(problems)}, chunk_(std::size_t{1} << 16U) {}

  /// Reads up to the first record. Gives the reason to refuse the file.
  std::optional<std::string> start() {
    while (records_.empty() && !ended_) fill();
    if (offset_ == 0 && failure_.empty()) return name() + ": is empty";
    if (capture_.messages() != 0) return std::nullopt;
    return name() + ": not a capture of a DGT board: " +
           (failure_.empty() ? "there is no message of one in it" : failure_);
  }

  bool advance() override {
    while (given_ == records_.size()) {
      if (ended_) return false;
      fill();
    }
    entry_.record = std::move(records_[given_++]);
    entry_.place = {0, 0, offset_};
    return true;
  }

  [[nodiscard]] const record::Header& header() const override { return header_; }
  [[nodiscard]] record::Form form() const override { return record::Form::dgt_raw; }
  [[nodiscard]] std::uint64_t unknown_types() const override { return 0; }
  [[nodiscard]] const std::string& name() const override { return source_->name(); }
  [[nodiscard]] std::string remark() const override {
    std::string text = std::to_string(capture_.messages()) + " messages of a DGT board";
    if (const auto seating = capture_.scans().seating()) {
      const bool left = seating->connector == drivers::dgt::Connector::left_of_white;
      text += std::string{", its connector on White's "} + (left ? "left" : "right");
      if (!seating->certain) text += " (by where the pieces stood; there was no start position)";
    }
    if (const auto corrected = capture_.scans().oddities().dumps_that_corrected; corrected != 0)
      text +=
          "; changes of the board were lost before " + std::to_string(corrected) + " of its full readings";
    return text;
  }

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
    if (capture_.messages() != 0 && !capture_.scans().seating())
      problems_({{0, 0, offset_}, "the board has not told its position once"});
  }
  void report_lines() {
    for (CaptureError& error : capture_.take_errors())
      problems_({{error.line, error.column, error.offset}, std::move(error.sentence)});
  }

  std::unique_ptr<record::ByteSource> source_;
  record::ProblemSink problems_;
  std::vector<char> chunk_;
  RawCapture capture_;
  record::Header header_ = RawCapture::header();
  std::vector<record::Record> records_;
  std::size_t given_ = 0;
  std::uint64_t offset_ = 0;
  bool ended_ = false;
  std::string failure_;
};

}  // namespace

tl::expected<std::unique_ptr<record::ScanLogReader>, std::string> open_raw_log(
    std::unique_ptr<record::ByteSource> source, record::ProblemSink problems) {
  auto reader = std::make_unique<RawLogReader>(std::move(source), std::move(problems));
  if (auto refusal = reader->start()) return tl::unexpected{*std::move(refusal)};
  return reader;
}

}  // namespace jadoube::captures
