#include "score/interview.hpp"

#include <string_view>

#include "words/lines.hpp"

namespace jadoube::score {

void Interview::ask_about_moves() {
  for (std::size_t i = 0; i < labelling_.differences().size() && !over_; ++i) {
    const auto& each = labelling_.differences()[i];
    out_ << '\n'
         << words::in_lines("From ply " + std::to_string(each.ply) +
                            " on the score sheet has: " + each.sheet_san)
         << '\n'
         << words::in_lines("          the board, as it was read: " + each.board_san) << '\n';
    while (!over_) {
      const std::string said = ask("What was played? s: the sheet, b: the board, or the moves [s] ");
      const auto taken = labelling_.answer(i, said.empty() || said == "s" ? "sheet"
                                              : said == "b"               ? "board"
                                                                          : said);
      if (taken) break;
      out_ << words::in_lines(taken.error()) << '\n';
    }
  }
}

void Interview::ask_about_findings() {
  for (std::size_t i = 0; i < labelling_.findings().size() && !over_; ++i) {
    const auto& each = labelling_.findings()[i];
    if (each.is_proven || each.is_passed_over) continue;
    out_ << '\n'
         << words::in_lines("At " + to_text(each.said.opened) + " (" +
                            std::string{report::name(each.said.kind)} + ", grade " +
                            std::string{report::name(each.said.grade)} + "): " + each.said.text)
         << '\n';
    const std::string said = ask("Did that happen? y, n, or Enter if you do not know ");
    if (said == "y" || said == "n")
      labelling_.answer_finding(i, said == "y" ? Opinion::right : Opinion::wrong);
  }
  while (!over_) {
    const std::string said = ask("\nWas something not said? KIND [white|black] 0:12:05, or Enter if not ");
    if (said.empty()) return;
    const auto added = read_missed(said).and_then([this](const Missed& it) { return labelling_.add(it); });
    if (!added) out_ << words::in_lines(added.error()) << '\n';
  }
}

std::string Interview::ask(const std::string& question) {
  out_ << question << std::flush;
  std::string said;
  if (!std::getline(in_, said)) {
    over_ = true;
    out_ << '\n';
  }
  return said;
}

Labelling::Result answer_moves(Labelling& labelling, const Answers& answers) {
  for (const auto& answer : answers.plies) {
    std::size_t i = 0;
    while (i < labelling.differences().size() && labelling.differences()[i].ply != answer.ply) ++i;
    if (i == labelling.differences().size())
      return tl::unexpected("ply " + std::to_string(answer.ply) + " is answered, and nothing differs there");
    if (auto taken = labelling.answer(i, answer.answer); !taken) return taken;
  }
  return {};
}

Labelling::Result answer_findings(Labelling& labelling, const Answers& answers) {
  for (const auto& answer : answers.findings) {
    bool found = false;
    for (std::size_t i = 0; i < labelling.findings().size(); ++i) {
      const auto& said = labelling.findings()[i].said;
      if (said.kind != answer.kind || said.ply != answer.ply) continue;
      labelling.answer_finding(i, answer.opinion);
      found = true;
    }
    if (!found)
      return tl::unexpected(std::string{report::name(answer.kind)} + " of ply " + std::to_string(answer.ply) +
                            " is answered, and there is no such finding");
  }
  for (const auto& missed : answers.missed)
    if (auto added = labelling.add(missed); !added) return added;
  return {};
}

Labelling::Result write_labelled(const std::string& path, const record::Header& header,
                                 const std::vector<record::Entry>& entries,
                                 const std::vector<record::Truth>& truths) {
  auto sink = record::open_sink(path);
  if (!sink) return tl::unexpected(std::move(sink).error());
  auto writer = record::ScanLogWriter::create(
      *std::move(sink), record::form_of_name(path).value_or(record::Form::jsonl), header);
  if (!writer) return tl::unexpected(std::move(writer).error());
  std::size_t next = 0;
  const auto put = [&](const record::Record& record, const std::string& extra) {
    return (*writer)->write(record, extra);
  };
  for (const auto& entry : entries) {
    if (std::holds_alternative<record::Truth>(entry.record)) continue;
    // Nothing follows the end.
    const bool ends = std::holds_alternative<record::End>(entry.record);
    for (; next < truths.size() && (ends || truths[next].t < time_of(entry.record)); ++next)
      if (auto put_down = put(truths[next], {}); !put_down) return put_down;
    if (auto put_down = put(entry.record, entry.extra); !put_down) return put_down;
  }
  for (; next < truths.size(); ++next)
    if (auto put_down = put(truths[next], {}); !put_down) return put_down;
  return (*writer)->close();
}

}  // namespace jadoube::score
