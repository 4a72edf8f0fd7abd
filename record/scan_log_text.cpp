#include "record/scan_log_text.hpp"

#include <optional>
#include <string>
#include <utility>

#include "record/line_reader.hpp"
#include "record/scanlog_jsonl.hpp"
#include "record/text_log.hpp"

namespace jadoube::record {
namespace {

class TextReader final : public ScanLogReader {
 public:
  TextReader(std::unique_ptr<ByteSource> source, ProblemSink problems)
      : source_{std::move(source)}, lines_{*source_}, log_{source_->name(), std::move(problems)} {}

  /// Reads up to the header, or up to the first record if the header is lost. Gives the reason to refuse the
  /// file.
  std::optional<std::string> start() {
    while (!log_.is_begun()) {
      if (log_.take(lines_.next(), entry_)) hold();
      if (log_.refusal()) return log_.refusal();
    }
    return std::nullopt;
  }

  bool advance() override {
    for (;;) {
      const auto line = lines_.next();
      if (log_.take(line, entry_)) return true;
      if (line.kind == LineReader::Kind::end) return false;
    }
  }

  [[nodiscard]] const Header& header() const override { return log_.header(); }
  [[nodiscard]] Form form() const override { return Form::jsonl; }
  [[nodiscard]] std::uint64_t unknown_types() const override { return log_.unknown_types(); }
  [[nodiscard]] const std::string& name() const override { return source_->name(); }

 private:
  std::unique_ptr<ByteSource> source_;
  LineReader lines_;
  TextLog log_;
};

class TextWriter final : public ScanLogWriter {
 public:
  explicit TextWriter(std::unique_ptr<ByteSink> sink) : sink_{std::move(sink)} {}

  Result begin(const Header& header) { return sink_->write(to_json(header) + '\n'); }

  Result write(const Record& record, std::string_view extra) override {
    if (const auto fault = contradiction(record))
      return tl::unexpected{sink_->name() + ": not written, because the record " + *fault};
    if (time_of(record) < last_)
      return tl::unexpected{sink_->name() +
                            ": not written, because the record is earlier than the one before it"};
    last_ = time_of(record);
    line_.clear();
    append_json(line_, record, extra);
    line_ += '\n';
    return sink_->write(line_);
  }
  Result flush() override { return sink_->flush(); }
  Result sync() override { return sink_->sync(); }
  Result close() override { return sink_->close(); }

 private:
  std::unique_ptr<ByteSink> sink_;
  std::string line_;
  Time last_{0};
};

}  // namespace

tl::expected<std::unique_ptr<ScanLogReader>, std::string> open_text_log(std::unique_ptr<ByteSource> source,
                                                                        ProblemSink problems) {
  auto reader = std::make_unique<TextReader>(std::move(source), std::move(problems));
  if (auto refusal = reader->start()) return tl::unexpected{*std::move(refusal)};
  return reader;
}

tl::expected<std::unique_ptr<ScanLogWriter>, std::string> create_text_log(std::unique_ptr<ByteSink> sink,
                                                                          const Header& header) {
  auto writer = std::make_unique<TextWriter>(std::move(sink));
  if (auto done = writer->begin(header); !done) return tl::unexpected{done.error()};
  return writer;
}

}  // namespace jadoube::record
