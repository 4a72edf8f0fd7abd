#include "server/head.hpp"

#include <algorithm>

#include "server/request.hpp"

namespace jadoube::server {
namespace {

constexpr std::size_t kMostFields = 128;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_letter_or_digit(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// RFC 9110 5.6.2.
bool is_token(std::string_view text) {
  constexpr std::string_view others = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::ranges::all_of(text, [&](char c) {
    return is_letter_or_digit(c) || others.find(c) != std::string_view::npos;
  });
}

/// What addresses are made of (RFC 3986 2): a fragment is none of the server's business, and has no place here.
bool is_target(std::string_view text) {
  constexpr std::string_view others = "-._~:/?[]@!$&'()*+,;=%";
  return !text.empty() && std::ranges::all_of(text, [&](char c) {
    return is_letter_or_digit(c) || others.find(c) != std::string_view::npos;
  });
}

/// RFC 9110 5.5. What is beyond ASCII may be anything, and means nothing.
bool is_field_value(std::string_view text) {
  return std::ranges::none_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\t') || byte == 0x7f;
  });
}

/// "HTTP/1.1"
bool is_version(std::string_view text) {
  return text.size() == 8 && text.starts_with("HTTP/") && is_digit(text[5]) && text[6] == '.' &&
         is_digit(text[7]);
}

}  // namespace

void HeadScan::look(std::string_view bytes) {
  while (!is_complete_ && !fault_) {
    const std::string_view rest = bytes.substr(line_begin_);
    const std::size_t end = rest.find('\n');
    const std::size_t size = end == std::string_view::npos ? rest.size() : end + 1;
    if (line_begin_ + size > limit_) {
      if (line_begin_ == 0) return refuse(414, RefusalKind::too_large, "The address asked for is too long.");
      return refuse(431, RefusalKind::too_large, "The headers of the request are too large.");
    }
    if (end == std::string_view::npos) {
      // No other protocol has to be waited for.
      if (line_begin_ == 0 && !rest.empty() && rest != "\r" && !is_token(rest.substr(0, rest.find(' '))))
        refuse(400, RefusalKind::invalid, "This is not an HTTP request.");
      return;
    }
    if (end == 0 || rest[end - 1] != '\r')
      return refuse(400, RefusalKind::invalid, "In a request every line ends with CR and LF.");
    line(rest.substr(0, end - 1));
    line_begin_ += size;
  }
}

void HeadScan::line(std::string_view text) {
  if (line_begin_ == 0) return request_line(text);
  if (text.empty()) {
    is_complete_ = true;
    return;
  }
  field(text);
}

void HeadScan::request_line(std::string_view text) {
  const std::size_t first = text.find(' '), last = text.rfind(' ');
  if (first == std::string_view::npos || first == last || !is_token(text.substr(0, first)) ||
      !is_version(text.substr(last + 1)))
    return refuse(400, RefusalKind::invalid, "This is not an HTTP request.");
  const std::string_view target = text.substr(first + 1, last - first - 1);
  if (text[last + 6] != '1') return refuse(505, RefusalKind::invalid, "This server speaks HTTP/1.1.");
  if (text[last + 8] > '1') unknown_minor_version_ = last + 8;
  if (target.size() > kLongestTarget)
    return refuse(414, RefusalKind::too_large, "The address asked for is too long.");
  if (!is_target(target))
    refuse(400, RefusalKind::invalid, "The address asked for has characters that no address has.");
}

void HeadScan::field(std::string_view text) {
  if (text.starts_with(' ') || text.starts_with('\t'))
    return refuse(400, RefusalKind::invalid, "A header line does not begin with a blank.");
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || !is_token(text.substr(0, colon)))
    return refuse(400, RefusalKind::invalid, "A header line is a name, a colon and a value.");
  if (!is_field_value(text.substr(colon + 1)))
    return refuse(400, RefusalKind::invalid, "A header has no control characters.");
  if (++fields_ > kMostFields) refuse(431, RefusalKind::too_large, "The request has too many headers.");
}

void HeadScan::refuse(unsigned status, RefusalKind kind, const char* sentence) {
  fault_ = HeadFault{status, kind, sentence};
}

}  // namespace jadoube::server
