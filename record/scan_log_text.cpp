#include "record/scan_log_text.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "record/line_reader.hpp"
#include "record/scanlog_jsonl.hpp"

namespace jadoube::record {
namespace {

/// A file none of whose first lines can be read is no scan log.
constexpr std::size_t kLinesTried = 100;

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

std::string_view without_byte_order_mark(const LineReader::Line& line) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  return line.number == 1 && line.text.starts_with(kMark) ? line.text.substr(kMark.size()) : line.text;
}

class TextReader final : public ScanLogReader {
 public:
  TextReader(std::unique_ptr<ByteSource> source, ProblemSink problems)
      : source_{std::move(source)}, lines_{*source_}, problems_{std::move(problems)} {}

  /// Reads up to the header, or up to the first record if the header is lost. Gives the reason to refuse the
  /// file.
  std::optional<std::string> start() {
    std::vector<Problem> met;
    while (met.size() < kLinesTried) {
      const auto line = lines_.next();
      if (line.kind == LineReader::Kind::end) break;
      const auto text = without_byte_order_mark(line);
      if (auto problem = unusable(line)) {
        met.push_back(*std::move(problem));
        continue;
      }
      if (is_blank(text)) continue;
      auto header = parse_header(text);
      if (!header && header.error().refuse)
        return to_string(problem_at(line, header.error().column, header.error().message), name());
      if (header) {
        header_ = *std::move(header);
        for (const Problem& problem : met) problems_(problem);
        return std::nullopt;
      }
      auto record = parse_record(text);
      if (record && !std::holds_alternative<Other>(record->record)) {
        for (const Problem& problem : met) problems_(problem);
        problems_(problem_at(line, 1,
                             "there is no header before the first record; the board is taken for one that "
                             "senses presence"));
        keep(*std::move(record), line);
        hold();
        return std::nullopt;
      }
      met.push_back(damaged(line, {header.error().column, header.error().message}));
    }
    if (met.empty()) return name() + ": is empty";
    Problem& first = met.front();
    first.sentence = "not a scan log: " + first.sentence;
    return to_string(first, name());
  }

  bool advance() override {
    for (;;) {
      const auto line = lines_.next();
      if (line.kind == LineReader::Kind::end) return false;
      if (const auto problem = unusable(line)) {
        problems_(*problem);
        continue;
      }
      auto record = parse_record(line.text, last_);
      if (!record) {
        if (!is_blank(line.text)) problems_(damaged(line, record.error()));
        continue;
      }
      keep(*std::move(record), line);
      return true;
    }
  }

  [[nodiscard]] const Header& header() const override { return header_; }
  [[nodiscard]] Form form() const override { return Form::jsonl; }
  [[nodiscard]] std::uint64_t unknown_types() const override { return unknown_types_; }
  [[nodiscard]] const std::string& name() const override { return source_->name(); }

 private:
  static Problem problem_at(const LineReader::Line& line, std::size_t column, std::string sentence) {
    return {{line.number, column, line.offset}, std::move(sentence)};
  }
  static Problem damaged(const LineReader::Line& line, json::LineError error) {
    if (line.kind == LineReader::Kind::last_line)
      error.message += "; the file ends in the middle of this line";
    return problem_at(line, error.column, std::move(error.message));
  }
  static std::optional<Problem> unusable(const LineReader::Line& line) {
    if (line.kind == LineReader::Kind::too_long) return problem_at(line, 1, "the line is longer than 1 MiB");
    if (line.kind == LineReader::Kind::failed)
      return problem_at(line, json::column_of(line.text, line.text.size()), std::string{line.failure});
    return std::nullopt;
  }

  void keep(RecordLine&& record, const LineReader::Line& line) {
    entry_.record = std::move(record.record);
    entry_.extra = std::move(record.extra);
    entry_.place = {line.number, 1, line.offset};
    last_ = time_of(entry_.record);
    if (std::holds_alternative<Other>(entry_.record)) ++unknown_types_;
  }

  std::unique_ptr<ByteSource> source_;
  LineReader lines_;
  ProblemSink problems_;
  Header header_;
  Time last_{0};
  std::uint64_t unknown_types_ = 0;
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
