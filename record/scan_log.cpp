#include "record/scan_log.hpp"

#include <array>
#include <utility>

#include "record/recording.hpp"
#include "record/recording_layout.hpp"
#include "record/scan_log_text.hpp"

namespace jadoube::record {

std::string_view name(Form form) {
  constexpr std::array<std::string_view, 4> kNames{"jsonl", "recording", "dgt-raw", "wire"};
  return kNames[static_cast<std::size_t>(form)];
}

std::optional<Form> form_of_name(std::string_view path) {
  if (path.ends_with(".zst")) path.remove_suffix(4);
  if (path.ends_with(".jsonl")) return Form::jsonl;
  if (path.ends_with(".jscan")) return Form::recording;
  return std::nullopt;
}

const Entry* ScanLogReader::next() {
  begun_ = true;
  return std::exchange(held_, false) || advance() ? &entry_ : nullptr;
}

std::optional<Standing> ScanLogReader::jump(Time /*t*/) {
  return std::nullopt;
}

tl::expected<Standing, std::string> ScanLogReader::seek(Time t) {
  auto standing = jump(t);
  if (standing) held_ = false;
  if (!standing && begun_) return tl::unexpected{name() + ": can only be gone through once"};
  if (!standing) standing.emplace();
  while (next() != nullptr) {
    if (time_of(entry_.record) >= t) {
      hold();
      break;
    }
    if (const auto* scan = std::get_if<Scan>(&entry_.record)) standing->scan = *scan;
    if (const auto* clock = std::get_if<ClockReading>(&entry_.record)) standing->clock = *clock;
  }
  return *standing;
}

tl::expected<std::unique_ptr<ScanLogReader>, std::string> ScanLogReader::open(
    std::unique_ptr<ByteSource> source, ProblemSink problems) {
  if (peek(source, kRecordingMagic.size()) == kRecordingMagic)
    return open_recording(std::move(source), std::move(problems));
  return open_text_log(std::move(source), std::move(problems));
}

tl::expected<std::unique_ptr<ScanLogReader>, std::string> ScanLogReader::open(const std::string& path,
                                                                              ProblemSink problems) {
  auto source = open_source(path);
  if (!source) return tl::unexpected{std::move(source).error()};
  return open(*std::move(source), std::move(problems));
}

tl::expected<std::unique_ptr<ScanLogWriter>, std::string> ScanLogWriter::create(
    std::unique_ptr<ByteSink> sink, Form form, const Header& header) {
  if (form == Form::jsonl) return create_text_log(std::move(sink), header);
  return create_recording(std::move(sink), header);
}

}  // namespace jadoube::record
