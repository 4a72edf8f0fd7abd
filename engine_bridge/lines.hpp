// Lines out of whatever bytes an engine prints, with a bound on memory. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace jadoube::engine_bridge {

class LineSplitter {
 public:
  /// Longer lines (bytes, without their end) are not kept. The longest honest ones are principal variations
  /// of some 1.5 kB.
  static constexpr std::size_t kLongest = std::size_t{1} << 16U;

  /// Calls `on_line(std::string_view)` for every line that ends in these bytes, without its "\n" or "\r\n",
  /// and `on_cut()` once for every line that has become too long; its rest is passed over. However the bytes
  /// are cut into pieces, the calls are the same.
  template <typename OnLine, typename OnCut>
  void feed(std::string_view bytes, OnLine&& on_line, OnCut&& on_cut) {
    while (!bytes.empty()) {
      const std::size_t end = bytes.find('\n');
      const std::string_view part = bytes.substr(0, end);
      if (!cut_ && held_.size() + part.size() > kLongest) {
        cut_ = true;
        held_.clear();
        on_cut();
      }
      if (end == std::string_view::npos) {
        if (!cut_) held_ += part;
        return;
      }
      if (!cut_) {
        held_ += part;
        if (held_.ends_with('\r')) held_.pop_back();
        on_line(std::string_view{held_});
      }
      held_.clear();
      cut_ = false;
      bytes.remove_prefix(end + 1);
    }
  }

  /// Bytes held of a line that has not ended yet; at most kLongest.
  [[nodiscard]] std::size_t held() const { return held_.size(); }

 private:
  std::string held_;
  bool cut_ = false;
};

}  // namespace jadoube::engine_bridge
