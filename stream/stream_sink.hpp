// Where the finding stream goes: whatever shows, writes or counts what is found in a log.
#pragma once

#include <string>

#include "judge/ruling.hpp"
#include "record/scan.hpp"
#include "report/report.hpp"

namespace jadoube::stream {

class StreamSink {
 public:
  StreamSink() = default;
  StreamSink(const StreamSink&) = delete;
  StreamSink& operator=(const StreamSink&) = delete;
  virtual ~StreamSink() = default;

  /// What the log says. The detector has concluded everything that lies before this record, and has not heard
  /// the record yet.
  virtual void see(const record::Record& /*record*/) {}
  virtual void tell(const report::Report& line) = 0;
  /// A finding, where a law has judged it.
  virtual void rule(const laws::Ruling& ruling) { tell(ruling.finding); }
  /// What follows from what a person entered, or why it is refused.
  virtual void answer(const laws::Reply& /*reply*/) {}
  /// The log ends here.
  virtual void finish() {}
  /// What there is to write since the last call.
  virtual std::string take() = 0;
};

}  // namespace jadoube::stream
