#include "server/request.hpp"

#include <algorithm>
#include <array>

namespace jadoube::server {
namespace {

constexpr std::size_t kMostParts = 32;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char l = lower(c);
  return l >= 'a' && l <= 'f' ? l - 'a' + 10 : -1;
}

/// Nothing if a `%` is not followed by two hex digits, or if what comes out has control characters.
std::optional<std::string> decoded(std::string_view text, bool plus_is_blank) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '%') {
      if (i + 2 >= text.size()) return std::nullopt;
      const int high = hex_digit(text[i + 1]);
      const int low = hex_digit(text[i + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      c = static_cast<char>(high * 16 + low);
      i += 2;
    } else if (c == '+' && plus_is_blank) {
      c = ' ';
    }
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return std::nullopt;
    out += c;
  }
  return out;
}

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view blanks = " \t";
  const std::size_t begin = text.find_first_not_of(blanks);
  return begin == std::string_view::npos ? std::string_view{}
                                         : text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

}  // namespace

Method method_from_name(std::string_view name) {
  constexpr std::array<std::string_view, 5> names{"GET", "HEAD", "POST", "PUT", "DELETE"};
  constexpr std::array<std::string_view, 4> others{"CONNECT", "OPTIONS", "PATCH", "TRACE"};
  const auto* found = std::ranges::find(names, name);
  if (found != names.end()) return static_cast<Method>(found - names.begin());
  return std::ranges::find(others, name) != others.end() ? Method::not_here : Method::unknown;
}

bool same_but_for_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

std::optional<std::string_view> Request::header(std::string_view name) const {
  for (const auto& [key, value] : headers)
    if (same_but_for_case(key, name)) return value;
  return std::nullopt;
}

std::size_t Request::count(std::string_view name) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(headers, [&](const auto& each) { return same_but_for_case(each.first, name); }));
}

std::optional<FramingFault> framing_fault(const Request& head, bool is_http_1_1) {
  if (head.count("Content-Length") > 1)
    return FramingFault{400, "A request has one Content-Length header at most."};
  const std::string_view length = head.header("Content-Length").value_or("0");
  if (length.empty() || length.find_first_not_of("0123456789") != std::string_view::npos)
    return FramingFault{400, "A Content-Length is one number."};
  const std::size_t count = head.count("Transfer-Encoding");
  if (count == 0) return std::nullopt;
  if (!is_http_1_1) return FramingFault{400, "Transfer-Encoding needs HTTP/1.1."};
  if (count > 1) return FramingFault{400, "A request has one Transfer-Encoding header at most."};
  const std::string_view coding = without_blanks(*head.header("Transfer-Encoding"));
  if (same_but_for_case(coding, "chunked")) return std::nullopt;
  std::size_t chunked = 0;
  bool ends_with_chunked = false;
  for (std::string_view rest = coding;;) {
    const std::size_t comma = rest.find(',');
    ends_with_chunked = same_but_for_case(without_blanks(rest.substr(0, comma)), "chunked");
    chunked += ends_with_chunked ? 1 : 0;
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  if (!ends_with_chunked || chunked != 1)
    return FramingFault{400, "In Transfer-Encoding chunked stands once, and last."};
  return FramingFault{501, "Of Transfer-Encoding only chunked is understood."};
}

bool take_origin_form(Request& request) {
  const std::string_view target = request.target;
  const std::size_t mark = target.find("://");
  if (target.starts_with('/') || mark == std::string_view::npos) return true;
  const std::string_view scheme = target.substr(0, mark);
  if (!same_but_for_case(scheme, "http") && !same_but_for_case(scheme, "https")) return false;
  const std::string_view rest = target.substr(mark + 3);
  const std::size_t end = std::min(rest.find_first_of("/?"), rest.size());
  std::string host{rest.substr(0, end)};
  if (host.empty() || host.find('@') != std::string::npos) return false;
  std::string own{rest.substr(end)};
  if (!own.starts_with('/')) own.insert(0, 1, '/');
  for (auto& [key, value] : request.headers)
    if (same_but_for_case(key, "Host")) value = host;
  request.target = std::move(own);
  return true;
}

std::optional<std::string_view> Target::parameter(std::string_view name) const {
  for (const auto& [key, value] : query)
    if (key == name) return value;
  return std::nullopt;
}

tl::expected<Target, std::string> parse_target(std::string_view target) {
  if (!target.starts_with('/'))
    return tl::unexpected{std::string{"the address asked for does not begin with /"}};
  if (target.size() > kLongestTarget)
    return tl::unexpected{"the address asked for is longer than " + std::to_string(kLongestTarget) +
                          " characters"};
  Target parts;
  const std::size_t mark = target.find('?');
  std::string_view path = target.substr(1, mark == std::string_view::npos ? mark : mark - 1);
  for (bool more = true; more;) {
    const std::size_t slash = path.find('/');
    auto part = decoded(path.substr(0, slash), false);
    if (!part)
      return tl::unexpected{
          std::string{"the address asked for has a % that is not followed by a character's code"}};
    if (*part == ".." || *part == "." || parts.path.size() == kMostParts)
      return tl::unexpected{std::string{"the address asked for is none of ours"}};
    parts.path.push_back(*std::move(part));
    more = slash != std::string_view::npos;
    if (more) path.remove_prefix(slash + 1);
  }
  if (mark == std::string_view::npos) return parts;
  std::string_view query = target.substr(mark + 1);
  while (!query.empty()) {
    const std::size_t end = query.find('&');
    const std::string_view one = query.substr(0, end);
    const std::size_t equals = one.find('=');
    auto key = decoded(one.substr(0, equals), true);
    auto value = decoded(equals == std::string_view::npos ? "" : one.substr(equals + 1), true);
    if (!key || !value || parts.query.size() == kMostParts)
      return tl::unexpected{std::string{"what stands behind the ? of the address cannot be read"}};
    parts.query.emplace_back(*std::move(key), *std::move(value));
    query.remove_prefix(end == std::string_view::npos ? query.size() : end + 1);
  }
  return parts;
}

}  // namespace jadoube::server
