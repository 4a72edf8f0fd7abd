#include "transport/board_place.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace jadoube::transport {
namespace {

bool is_hex(char letter) {
  return std::isxdigit(static_cast<unsigned char>(letter)) != 0;
}
bool is_decimal(char letter) {
  return letter >= '0' && letter <= '9';
}

}  // namespace

bool is_usb_id(std::string_view text) {
  return text.size() == 9 && text[4] == ':' && std::ranges::all_of(text.substr(0, 4), is_hex) &&
         std::ranges::all_of(text.substr(5), is_hex);
}
bool is_usb_port(std::string_view text) {
  const std::size_t bus = text.find('-');
  if (bus == 0 || bus == std::string_view::npos || !std::ranges::all_of(text.substr(0, bus), is_decimal))
    return false;
  for (std::size_t at = bus; at < text.size();) {
    const std::size_t end = std::min(text.find('.', at + 1), text.size());
    const std::string_view number = text.substr(at + 1, end - at - 1);
    if (number.empty() || !std::ranges::all_of(number, is_decimal)) return false;
    at = end;
  }
  return true;
}

bool is_bluetooth_place(std::string_view text) {
  constexpr std::string_view kBegin = "bluetooth:";
  constexpr std::string_view kForm = "xx:xx:xx:xx:xx:xx";
  return text.starts_with(kBegin) &&
         std::ranges::equal(text.substr(kBegin.size()), kForm, [](char letter, char form) {
           return form == ':' ? letter == ':' : is_hex(letter);
         });
}

bool can_be_ignored(std::string_view text) {
  return is_usb_id(text) || is_usb_port(text) || is_bluetooth_place(text);
}

std::string place_from(std::string text) {
  if (is_bluetooth_place(text))
    std::transform(text.begin() + static_cast<std::ptrdiff_t>(text.find(':')), text.end(),
                   text.begin() + static_cast<std::ptrdiff_t>(text.find(':')),
                   [](unsigned char each) { return std::toupper(each); });
  if (is_usb_id(text))
    std::ranges::transform(text, text.begin(), [](unsigned char each) { return std::tolower(each); });
  return text;
}

std::optional<std::string> livechess_place(std::string_view text) {
  constexpr std::string_view kScheme = "ws://";
  constexpr std::string_view kPath = "/api/v1.0";
  constexpr unsigned kMostPort = 65535;
  if (text.starts_with(kScheme)) text.remove_prefix(kScheme.size());
  if (text.ends_with(kPath)) text.remove_suffix(kPath.size());
  if (text.ends_with('/')) text.remove_suffix(1);
  const std::size_t bracket = text.starts_with('[') ? text.find(']') : 0;
  if (bracket == std::string_view::npos) return std::nullopt;
  const std::size_t colon = text.find(':', bracket);
  const std::string_view host = text.substr(0, colon);
  const std::string_view port = colon == std::string_view::npos ? "1982" : text.substr(colon + 1);
  unsigned number = 0;
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), number);
  const bool is_port =
      error == std::errc{} && end == port.data() + port.size() && number != 0 && number <= kMostPort;
  if (host.empty() || !is_port || host.find_first_of("/@ ?#=") != std::string_view::npos) return std::nullopt;
  return std::string{kScheme} + std::string{host} + ':' + std::to_string(number);
}

}  // namespace jadoube::transport
