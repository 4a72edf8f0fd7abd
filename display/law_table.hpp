// One log under several laws: a table of findings, with a line for what each law makes of them.
#pragma once

#include <string>
#include <vector>

#include "judge/verdicts.hpp"
#include "stream/stream_sink.hpp"

namespace jadoube::display {

class LawTable final : public stream::StreamSink {
 public:
  /// `name`: what the log is called. `laws`: their ids, in the order of the lines.
  LawTable(std::string name, const std::vector<std::string>& laws, words::Language language);

  void tell(const report::Report&) override {}
  void rule(const laws::Ruling& ruling) override;
  void finish() override;
  std::string take() override;

 private:
  words::Language language_;
  std::string out_;
  std::vector<laws::Verdicts> verdicts_;
};

}  // namespace jadoube::display
