// Who answers where a recording and its score sheet differ, a person or a file; and what is written in the end.
#pragma once

#include <istream>
#include <ostream>
#include <string>
#include <vector>

#include "record/scan_log.hpp"
#include "score/labelling.hpp"

namespace jadoube::score {

/// Asks whoever sits at the terminal.
class Interview {
 public:
  Interview(Labelling& labelling, std::istream& in, std::ostream& out)
      : labelling_{labelling}, in_{in}, out_{out} {}

  void ask_about_moves();
  /// And what was missed.
  void ask_about_findings();

 private:
  std::string ask(const std::string& question);

  Labelling& labelling_;
  std::istream& in_;
  std::ostream& out_;
  bool over_ = false;  // nobody answers any more
};

/// What was answered in a file. The error says which answer has nothing that it answers.
Labelling::Result answer_moves(Labelling& labelling, const Answers& answers);
Labelling::Result answer_findings(Labelling& labelling, const Answers& answers);

/// The log as it was, with the truth among it.
Labelling::Result write_labelled(const std::string& path, const record::Header& header,
                                 const std::vector<record::Entry>& entries,
                                 const std::vector<record::Truth>& truths);

}  // namespace jadoube::score
