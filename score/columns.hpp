// Tables for people, and numbers in them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace jadoube::score {

/// Columns of text, the first one to the left and the others to the right, as wide as they need.
class Columns {
 public:
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  [[nodiscard]] std::string text() const {
    std::vector<std::size_t> widths;
    for (const auto& row : rows_)
      for (std::size_t i = 0; i < row.size(); ++i) {
        if (widths.size() <= i) widths.push_back(0);
        if (i + 1 < row.size() || !last_is_free_) widths[i] = std::max(widths[i], row[i].size());
      }
    std::string text;
    for (const auto& row : rows_) {
      std::string line;
      for (std::size_t i = 0; i < row.size(); ++i) {
        const std::string pad(widths[i] > row[i].size() ? widths[i] - row[i].size() : 0, ' ');
        if (i != 0) line += "  ";
        const bool left = i == 0 || (last_is_free_ && i + 1 == widths.size());
        line += left ? row[i] + pad : pad + row[i];
      }
      while (!line.empty() && line.back() == ' ') line.pop_back();
      text += line + '\n';
    }
    return text;
  }

  /// The last column may be long; it is written to the left.
  void last_is_free() { last_is_free_ = true; }

 private:
  std::vector<std::vector<std::string>> rows_;
  bool last_is_free_ = false;
};

inline std::string fixed(double value, int digits) {
  std::array<char, 64> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.*f", digits, value);
  return buffer.data();
}

/// Never 100.000 unless all of it.
inline std::string share(double value) {
  const std::string text = fixed(value, 3);
  return value < 100 && text == "100.000" ? "99.999" : text;
}

}  // namespace jadoube::score
