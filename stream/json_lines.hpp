// The finding stream as it is, a line each (docs/findings.md).
#pragma once

#include <string>
#include <utility>

#include "stream/stream_sink.hpp"
#include "words/catalogue.hpp"

namespace jadoube::stream {

class JsonLines final : public StreamSink {
 public:
  /// `log` is told with every line, unless it is empty.
  JsonLines(const std::string& log, words::Language language);
  void tell(const report::Report& report) override;
  void rule(const laws::Ruling& ruling) override;
  /// Whole lines, each with its end.
  std::string take() override { return std::exchange(out_, {}); }

 private:
  void add(std::string json);

  words::Language language_;
  std::string ending_;
  std::string out_;
};

}  // namespace jadoube::stream
