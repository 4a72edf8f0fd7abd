// The finding stream told to a person: the moves as on a score sheet, and findings in plain words where they
// happened.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "display/ruling_words.hpp"
#include "display/style.hpp"
#include "record/scan.hpp"
#include "report/report.hpp"
#include "stream/published_game.hpp"
#include "stream/stream_sink.hpp"
#include "words/catalogue.hpp"

namespace jadoube::display {

using stream::PublishedGame;

class ScoreSheetView final : public stream::StreamSink {
 public:
  /// `name`: what the log is called. `header.law`: the law that judges, or nothing. Lines are at most 80
  /// columns wide, names from the log aside.
  ScoreSheetView(std::string name, const record::Header& header, Look look,
                 words::Language language = words::Language::english);

  void see(const record::Record& record) override;
  void tell(const report::Report& report) override;
  void rule(const laws::Ruling& ruling) override;
  void answer(const laws::Reply& reply) override;
  /// May end within a line: Black's move will follow White's.
  std::string take() override;

 private:
  void tell_header(const std::string& name, const record::Header& header);
  void tell_game(const report::GameReport& report);
  void tell_moves(bool to_the_last);
  void tell_ply(std::size_t index);
  void tell_revision(const report::RevisionReport& report);
  void tell_finding(const report::Finding& finding, const std::vector<LabelledLine>& rules);
  void tell_labelled(const std::vector<LabelledLine>& lines);
  /// The record beside what the sensors see.
  void tell_boards(const report::Finding& finding);
  void tell_summary(const report::SummaryReport& report);

  void end_row();
  void blank_line();
  /// A line that begins with the log time.
  void event(record::Time t, const words::Text& text, Tone tone = Tone::plain);
  /// Words in lines that begin at the column of the text.
  void paragraph(const words::Text& text, Tone tone = Tone::plain);
  /// `column`: where `text` begins, `start` being in front of it.
  void wrap(std::string start, std::string_view text, Tone tone, std::size_t column);
  [[nodiscard]] words::Text clocks() const;
  [[nodiscard]] std::string said(const words::Text& text) const;
  [[nodiscard]] std::string stamp(record::Time t) const;

  Look look_;
  words::Language language_;
  PublishedGame game_;
  std::string out_;
  std::optional<record::ClockReading> clock_;
  std::size_t told_plies_ = 0;
  bool row_is_open_ = false;
  words::Text doubts_;  // about the moves of the open row
  bool sheet_has_head_ = false;
  bool after_blank_ = false;
  struct Told {
    report::Grade grade = report::Grade::C;
    std::vector<LabelledLine> lines;
  };
  std::map<std::uint64_t, Told> ruled_;  // what was last told of each finding
  std::uint64_t earlier_plies_ = 0;      // of games before this one
};

}  // namespace jadoube::display
