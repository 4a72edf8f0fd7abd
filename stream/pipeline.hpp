// From the detector to the sink: every law judges what the detector says and what people enter, and all
// rulings go to the sink in one stream, in the order of their times.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "judge/judge.hpp"
#include "stream/stream_sink.hpp"

namespace jadoube::stream {

class Pipeline {
 public:
  using FindLaw = std::function<tl::expected<laws::LawSet, words::Text>(std::string_view id)>;

  /// `laws`: none, and the findings are told as the detector says them; several, and every law rules on them.
  /// `sink` must outlive this.
  Pipeline(std::vector<laws::LawSet> laws, const record::Header& header, FindLaw find_law, StreamSink& sink);

  /// The next record, and what the detector said because of it.
  void on(const record::Record& record, std::span<const report::Report> lines);
  /// Nothing has changed up to `now`, and this is what the detector said of it.
  void advance_to(record::Time now, std::span<const report::Report> lines);
  /// What it said at the end of the log.
  void finish(std::span<const report::Report> lines);

  /// Why what a person entered with the last record is refused, if it is: no law takes it.
  [[nodiscard]] const std::optional<words::Text>& refusal() const { return refusal_; }
  /// A finding of grade A or B stands, under any of the laws. Known at the end.
  [[nodiscard]] bool is_serious() const { return serious_; }

 private:
  using Said = std::variant<laws::JudgedReport, laws::Reply>;

  void tell_all();
  void tell(const laws::JudgedReport& line, std::size_t law);
  void tell_unjudged(std::span<const report::Report> lines);
  [[nodiscard]] std::optional<words::Text> refuse_unjudged(const record::Record& record) const;

  StreamSink& sink_;
  std::vector<laws::Judge> judges_;
  std::vector<std::vector<Said>> said_;            // by law, since they were last told
  std::map<std::uint64_t, report::State> states_;  // of findings, where no law keeps count of them
  std::optional<words::Text> refusal_;
  bool serious_ = false;
};

}  // namespace jadoube::stream
