// Laws: whatever happens at a board, what is said of it is one story. Times never decrease, plies follow each other, a
// finding is opened before anything else is said of it and nothing but a person's word follows its end, and the summary
// counts what was said. And it is the same story, byte for byte, however the log is cut into pieces, with scans in which
// nothing changed, and when somebody asks for the time in between.
#include <map>
#include <string>

#include "detector/detector.hpp"
#include "model/telling.hpp"
#include "record/line_splitter.hpp"
#include "record/text_log.hpp"
#include "report/report.hpp"
#include "stream/stream_json.hpp"
#include "tests/fuzz/demand.hpp"
#include "tests/fuzz/drawn_log.hpp"

namespace {

using namespace jadoube;
using fuzz::demand;
using record::Time;

/// Follows what a detector says, and keeps it as text, but for the summary, which counts scans.
class Story {
 public:
  void operator()(const report::Report& line) {
    demand(!ended_);
    std::visit([&](const auto& each) { hear(each); }, line);
    if (!ended_) text_ += stream::to_json(line) + '\n';
  }
  /// What follows is said of a log that is known up to then.
  void knows(Time t) { heard_ = std::max(heard_, t); }
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] bool has_ended() const { return ended_; }

 private:
  void at(Time t) {
    demand(t >= now_);
    now_ = t;
  }
  void hear(const report::GameReport& line) {
    at(line.t);
    if (line.state == report::GameState::setup) plies_ = revisions_ = 0;
    demand(line.result.empty() || line.state == report::GameState::over);
  }
  void hear(const report::MoveReport& line) {
    at(line.t);
    demand(line.ply >= 1 && line.ply <= plies_ + 1);
    plies_ = std::max(plies_, line.ply);
    demand(!line.uci.empty() && !line.san.empty() && chess::setup_from_fen(line.fen).has_value());
    demand(line.share <= 1000 && (line.certainty != report::Certainty::certain || line.alternatives.empty()));
  }
  void hear(const report::RevisionReport& line) {
    at(line.t);
    demand(line.from_ply >= 1 && line.from_ply <= plies_ + 1 && !line.why.empty());
    demand(line.fens.size() == line.moves.size());
    plies_ = line.from_ply - 1 + static_cast<unsigned>(line.moves.size());
    ++revisions_;
  }
  void hear(const report::Finding& line) {
    using enum report::State;
    at(line.t);
    const auto [known, is_new] = findings_.try_emplace(line.id, line);
    demand(is_new == (line.state == opened));
    const auto& before = known->second;
    demand(before.kind == line.kind);
    // Behind an end stands only what a person has said, or taken back.
    if (before.state == withdrawn)
      demand(line.state == updated || line.state == confirmed || line.state == dismissed);
    // At the end of the log it is looked once more, as if so much time had passed.
    demand(line.evidence.from <= line.evidence.to && line.evidence.to <= heard_ + model::kLastLook);
    demand(!line.share || *line.share <= 1000);
    demand(!line.text.english().empty());
    if (is_new) ++opened_.at(static_cast<std::size_t>(line.kind));
    known->second = line;
  }
  void hear(const report::SummaryReport& line) {
    at(line.t);
    ended_ = true;
    demand(line.findings == opened_);
    demand(line.revisions == revisions_);
    demand(line.changed_scans <= line.scans);
    std::array<std::uint64_t, report::kGradeCount> grades{};
    for (const auto& [id, finding] : findings_)
      if (finding.state != report::State::withdrawn) ++grades.at(static_cast<std::size_t>(finding.grade));
    demand(line.grades == grades);
  }

  std::string text_;
  Time now_{}, heard_{};
  unsigned plies_ = 0, revisions_ = 0;  // of the last game
  std::map<std::uint64_t, report::Finding> findings_;
  std::array<std::uint64_t, report::kKindCount> opened_{};
  bool ended_ = false;
};

std::string told(const fuzz::DrawnLog& log) {
  Story story;
  detector::Detector detector{log.header, std::ref(story)};
  for (const auto& each : log.records) {
    story.knows(time_of(each));
    detector.on(each);
  }
  detector.finish();
  demand(story.has_ended());
  return story.text();
}

/// With every scan said again, and the time asked for, `steps` times between two records.
std::string told_slowly(const fuzz::DrawnLog& log, int steps) {
  Story story;
  detector::Detector detector{log.header, std::ref(story)};
  std::optional<record::Scan> shown;
  Time before{};
  for (const auto& each : log.records) {
    const Time t = time_of(each);
    for (int i = 1; i < steps; ++i) {
      const Time between = before + (t - before) * i / steps;
      story.knows(between);
      detector.advance_to(between);
      if (!shown) continue;
      shown->t = between;
      detector.on(*shown);
    }
    if (const auto* scan = std::get_if<record::Scan>(&each))
      shown = *scan;
    else if (std::holds_alternative<record::Link>(each))
      shown.reset();
    story.knows(t);
    detector.on(each);
    before = t;
  }
  detector.finish();
  return story.text();
}

/// Of the log as text, read piece by piece.
std::string told_in_pieces(const fuzz::DrawnLog& log, std::size_t piece) {
  std::string text = record::to_json(log.header) + '\n';
  for (const auto& each : log.records) text += record::to_json(each) + '\n';
  Story story;
  std::optional<detector::Detector> detector;
  record::TextLog reader{"log", [](const record::Problem&) { demand(false); }};
  record::Entry entry;
  record::LineSplitter splitter;
  const auto take = [&] {
    while (const auto line = splitter.next()) {
      const bool is_record = reader.take(*line, entry);
      if (!detector && reader.is_begun()) detector.emplace(reader.header(), std::ref(story));
      if (is_record) story.knows(time_of(entry.record));
      if (is_record) detector->on(entry.record);
      if (line->kind == record::LineSplitter::Kind::end) return;
    }
  };
  for (std::string_view rest = text; !rest.empty(); rest.remove_prefix(std::min(piece, rest.size()))) {
    splitter.add(rest.substr(0, piece));
    take();
  }
  splitter.end();
  take();
  detector->finish();
  return story.text();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzedDataProvider bytes{data, size};
  const auto how = bytes.ConsumeIntegral<std::uint8_t>();
  const fuzz::DrawnLog log = fuzz::LogDrawer{bytes, 120}.draw();
  const std::string straight = told(log);
  if (how % 2 == 0) {
    demand(told_slowly(log, 2 + how % 5) == straight);
    return 0;
  }
  demand(told_in_pieces(log, 1 + how) == straight);
  return 0;
}
