// The few shapes that the pictures of measurements are made of, as SVG.
#pragma once

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <string_view>

namespace jadoube::score {

class Svg {
 public:
  void rect(double x, double y, double w, double h, std::string_view colour) {
    body_ += "<rect x=\"" + n(x) + "\" y=\"" + n(y) + "\" width=\"" + n(std::max(w, 0.0)) + "\" height=\"" +
             n(h) + "\" fill=\"" + std::string{colour} + "\"/>\n";
  }
  void line(double x1, double y1, double x2, double y2, std::string_view colour = "#ccc") {
    body_ += "<path d=\"M" + n(x1) + ' ' + n(y1) + 'L' + n(x2) + ' ' + n(y2) + "\" stroke=\"" +
             std::string{colour} + "\"/>\n";
  }
  void dot(double x, double y, std::string_view colour) {
    body_ +=
        "<circle cx=\"" + n(x) + "\" cy=\"" + n(y) + "\" r=\"3.5\" fill=\"" + std::string{colour} + "\"/>\n";
  }
  void text(double x, double y, std::string_view words, std::string_view anchor = "start",
            bool bold = false) {
    body_ += "<text x=\"" + n(x) + "\" y=\"" + n(y) + "\" text-anchor=\"" + std::string{anchor} + "\"" +
             (bold ? " font-weight=\"bold\"" : "") + ">";
    for (const char c : words) {
      if (c == '<') {
        body_ += "&lt;";
      } else if (c == '&') {
        body_ += "&amp;";
      } else {
        body_ += c;
      }
    }
    body_ += "</text>\n";
  }
  [[nodiscard]] std::string document(double width, double height) const {
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + n(width) + "\" height=\"" + n(height) +
           "\" viewBox=\"0 0 " + n(width) + ' ' + n(height) +
           "\" font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" "
           "fill=\"white\"/>\n" +
           body_ + "</svg>\n";
  }

  static std::string number(double value, int digits = 1) {
    std::array<char, 32> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.*f", digits, value);
    return buffer.data();
  }

 private:
  static std::string n(double value) { return number(value); }

  std::string body_;
};

}  // namespace jadoube::score
