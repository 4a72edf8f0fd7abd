// A log on its way through the detector and the laws: what replay and the library do with every record.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "detector/detector.hpp"
#include "laws/library.hpp"
#include "record/scan.hpp"
#include "report/report.hpp"
#include "stream/pipeline.hpp"
#include "stream/stream_sink.hpp"
#include "words/text.hpp"

namespace jadoube::stream {

/// Why no game can be followed under this header, after "game.jsonl:1:1: "; nothing: one can.
std::optional<words::Text> unplayable(const record::Header& header);

/// The law that judges a log of which nobody has asked for another: the one that its header names, or
/// `fide-2023-std`.
struct LawOfLog {
  /// Empty: findings are not judged.
  std::vector<laws::LawSet> laws;
  /// Why that is so.
  std::optional<words::Text> problem;
};
LawOfLog law_of(const record::Header& header, const laws::Library& library);

/// For a law that an arbiter changes to during the game. `library` must outlive what is given.
Pipeline::FindLaw find_law_in(const laws::Library& library);

class LogFollower {
 public:
  using Hear = std::function<void(const report::Report&)>;

  /// `laws`, `find_law`, `sink`: as for Pipeline. `also`: hears, before the laws do, what the detector says; may be empty.
  LogFollower(const record::Header& header, std::vector<laws::LawSet> laws, Pipeline::FindLaw find_law,
              StreamSink& sink, Hear also = {});
  LogFollower(const LogFollower&) = delete;
  LogFollower& operator=(const LogFollower&) = delete;

  /// Nothing has changed up to `now`. To be called with the time of each record before the record is taken.
  void advance_to(record::Time now);
  /// The next record, not earlier than the last.
  void on(const record::Record& record);
  /// End of the log. Call once.
  void finish();

  [[nodiscard]] const detector::Detector& detector() const { return detector_; }
  /// As Pipeline has them.
  [[nodiscard]] const std::optional<words::Text>& refusal() const { return pipeline_.refusal(); }
  [[nodiscard]] bool is_serious() const { return pipeline_.is_serious(); }

 private:
  std::vector<report::Report> take_reports();

  std::vector<report::Report> reports_;  // that the pipeline has not had yet
  Hear also_;
  StreamSink& sink_;
  detector::Detector detector_;
  Pipeline pipeline_;
};

}  // namespace jadoube::stream
