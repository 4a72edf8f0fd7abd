#include "captures/wire_log.hpp"

#include <algorithm>
#include <charconv>
#include <deque>
#include <utility>
#include <vector>

#include "drivers/board_session.hpp"
#include "drivers/board_table.hpp"
#include "record/line_reader.hpp"

namespace jadoube::captures {
namespace {

constexpr std::string_view kWhat = "# jadoube wire log ";
constexpr std::string_view kBegin = "# jadoube wire log 1, make ";
constexpr std::string_view kWhite = ", White ";
constexpr std::string_view kPort = ", at ";
constexpr std::string_view kEndOfHead =
    ": microseconds, < from the board or > to it, bytes; ! it was lost, + it was there again\n";

/// No recording is longer; a session is woken every second.
constexpr record::Time kLongest = std::chrono::hours{24 * 60};

/// A line of the log behind its head.
struct WireLine {
  record::Time t{};
  char what = ' ';
  std::string_view rest;
};

std::optional<WireLogHead> head_from(std::string_view line) {
  if (!line.starts_with(kBegin)) return std::nullopt;
  line.remove_prefix(kBegin.size());
  WireLogHead head;
  head.make = line.substr(0, line.find_first_of(",:"));
  head.white_is_near = line.find(", White far") == line.npos;
  return head;
}

std::optional<WireLine> line_from(std::string_view text) {
  WireLine line;
  std::int64_t us = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), us);
  const std::string_view rest = text.substr(static_cast<std::size_t>(end - text.data()));
  if (error != std::errc{} || us < 0 || us > kLongest.count() || rest.size() < 2 || rest[0] != ' ')
    return std::nullopt;
  line.t = record::Time{us};
  line.what = rest[1];
  line.rest = rest.size() > 3 ? rest.substr(3) : std::string_view{};
  if (std::string_view{"<>!+"}.find(line.what) == std::string_view::npos) return std::nullopt;
  return line;
}

std::optional<std::vector<std::uint8_t>> bytes_from(std::string_view text) {
  std::vector<std::uint8_t> bytes;
  while (!text.empty()) {
    std::uint8_t byte = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + std::min<std::size_t>(2, text.size()), byte, 16);
    if (error != std::errc{} || end != text.data() + 2) return std::nullopt;
    bytes.push_back(byte);
    text.remove_prefix(2);
    if (text.starts_with(' ')) text.remove_prefix(1);
  }
  return bytes;
}

class WireLogReader final : public record::ScanLogReader {
 public:
  WireLogReader(std::unique_ptr<record::ByteSource> source, record::ProblemSink problems)
      : source_{std::move(source)}, problems_{std::move(problems)}, lines_{*source_} {}

  /// Reads until the board is known. Gives the reason to refuse the log.
  std::optional<std::string> start() {
    const record::LineReader::Line first = lines_.next();
    if (first.kind == record::LineReader::Kind::end) return name() + ": is empty";
    const auto head = head_from(first.text);
    if (!head && first.text.starts_with(kWhat) && !first.text.starts_with(kBegin))
      return name() + ": is a log of a wire in a form that this program does not know; it knows form 1";
    if (!head) return name() + ": is no log of a wire, as `jadoube record --raw` writes them";
    const drivers::BoardModel* model = drivers::board_model(head->make);
    if (model == nullptr) return name() + ": this version knows no board \"" + head->make + '"';
    session_ = model->protocol->session({.white_is_near = head->white_is_near});
    while (!session_->is_recognised() && !ended_) take_line();
    if (!session_->is_recognised() && !was_recognised_)
      return name() + ": the board has said nothing by which a " + model->name + " is known";
    header_.board = session_->board();
    if (header_.board.id.empty()) header_.board.id = model->id;
    return std::nullopt;
  }

  bool advance() override {
    while (records_.empty() && !ended_) take_line();
    if (records_.empty()) return false;
    entry_.record = std::move(records_.front());
    entry_.place = {line_, 1, offset_};
    records_.pop_front();
    return true;
  }

  [[nodiscard]] const record::Header& header() const override { return header_; }
  [[nodiscard]] record::Form form() const override { return record::Form::wire; }
  [[nodiscard]] std::uint64_t unknown_types() const override { return 0; }
  [[nodiscard]] const std::string& name() const override { return source_->name(); }
  [[nodiscard]] std::string remark() const override {
    const drivers::Tally tally = session_->tally();
    return std::to_string(tally.frames) + " sound frames, " + std::to_string(tally.bad_frames) + " bad, " +
           std::to_string(tally.lost_frames) + " lost, " + std::to_string(tally.skipped_bytes) +
           " bytes in none of them";
  }

 private:
  void take_line() {
    const record::LineReader::Line line = lines_.next();
    line_ = line.number;
    offset_ = line.offset;
    switch (line.kind) {
      case record::LineReader::Kind::end:
        ended_ = true;
        take_records();
        records_.emplace_back(record::End{std::max(now_, last_)});
        return;
      case record::LineReader::Kind::failed:
        problem(std::string{line.failure});
        return;
      case record::LineReader::Kind::too_long:
        problem("the line is too long");
        return;
      case record::LineReader::Kind::line:
      case record::LineReader::Kind::last_line:
        break;
    }
    if (line.text.empty() || line.text.starts_with('#')) return;
    const auto taken = line_from(line.text);
    if (!taken || !take(*taken)) problem("the line makes no sense");
    was_recognised_ = was_recognised_ || session_->is_recognised();
    take_records();
  }

  bool take(const WireLine& line) {
    now_ = std::max(now_, line.t);
    if (!std::exchange(begun_, true)) session_->connect(now_);
    // What the session would have done since the line before.
    for (auto wake = session_->wake_at(); wake && *wake <= now_; wake = session_->wake_at()) {
      session_->wake(*wake);
      if (session_->wake_at() == wake) break;
    }
    bool makes_sense = true;
    if (line.what == '<') {
      const auto bytes = bytes_from(line.rest);
      if (bytes) session_->receive(*bytes, now_);
      makes_sense = bytes.has_value();
    } else if (line.what == '!') {
      session_->disconnect(line.rest, now_);
    } else if (line.what == '+') {
      session_->connect(now_);
    }
    // It is not asked again: its questions stand in the log.
    session_->take_commands();
    return makes_sense;
  }

  void take_records() {
    for (record::Record& record : session_->take_records()) {
      last_ = time_of(record);
      records_.push_back(std::move(record));
    }
  }

  void problem(std::string sentence) { problems_({{line_, 1, offset_}, std::move(sentence)}); }

  std::unique_ptr<record::ByteSource> source_;
  record::ProblemSink problems_;
  record::LineReader lines_;
  std::unique_ptr<drivers::BoardSession> session_;
  record::Header header_;
  std::deque<record::Record> records_;
  record::Time now_{};
  record::Time last_{};
  std::uint64_t line_ = 0;
  std::uint64_t offset_ = 0;
  bool begun_ = false;
  bool was_recognised_ = false;
  bool ended_ = false;
};

}  // namespace

std::string to_string(const WireLogHead& head) {
  return std::string{kBegin} + head.make + std::string{kWhite} + (head.white_is_near ? "near" : "far") +
         std::string{kPort} + head.port + std::string{kEndOfHead};
}

std::string wire_line(record::Time t, bool from_board, std::span<const std::uint8_t> bytes) {
  std::string line = std::to_string(t.count()) + (from_board ? " <" : " >");
  for (const std::uint8_t byte : bytes) {
    constexpr std::string_view kNibbles = "0123456789abcdef";
    line += ' ';
    line += kNibbles[byte >> 4U];
    line += kNibbles[byte & 0x0FU];
  }
  return line + '\n';
}

std::string wire_loss_line(record::Time t, std::string_view reason) {
  return std::to_string(t.count()) + " ! " + std::string{reason} + '\n';
}

std::string wire_return_line(record::Time t, std::string_view port) {
  return std::to_string(t.count()) + " + " + std::string{port} + '\n';
}

tl::expected<std::unique_ptr<record::ScanLogReader>, std::string> open_wire_log(
    std::unique_ptr<record::ByteSource> source, record::ProblemSink problems) {
  auto reader = std::make_unique<WireLogReader>(std::move(source), std::move(problems));
  if (auto refusal = reader->start()) return tl::unexpected{*std::move(refusal)};
  return reader;
}

}  // namespace jadoube::captures
