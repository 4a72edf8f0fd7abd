#include "broker/names.hpp"

#include <charconv>

#include <boost/json.hpp>

#include "server/secret.hpp"

namespace jadoube::broker {
namespace {

constexpr unsigned kAlertBits = 32;
constexpr char kBetween = '~';

}  // namespace

std::string central_board(std::string_view hall, std::string_view board) {
  return std::string{hall} + kBetween + std::string{board};
}

std::optional<AtHall> board_at_hall(std::string_view central) {
  const std::size_t between = central.find(kBetween);
  if (between == std::string_view::npos || between == 0 || between + 1 == central.size()) return std::nullopt;
  return AtHall{std::string{central.substr(0, between)}, std::string{central.substr(between + 1)}, 0};
}

std::uint64_t alert_prefix(std::string_view hall) {
  const std::string digest = server::sha256_hex(hall);
  std::uint64_t prefix = 0;
  std::from_chars(digest.data(), digest.data() + 5, prefix, 16);
  return prefix;
}

std::optional<std::uint64_t> central_alert(std::string_view hall, std::uint64_t alert) {
  if (alert >> kAlertBits != 0) return std::nullopt;
  return alert_prefix(hall) << kAlertBits | alert;
}

AlertAtHall alert_at_hall(std::uint64_t central) {
  return {central >> kAlertBits, central & ((std::uint64_t{1} << kAlertBits) - 1)};
}

void make_central_board(std::string_view hall, boost::json::object& board) {
  if (auto* id = board.if_contains("id"); id != nullptr && id->is_string())
    *id = central_board(hall, std::string_view{id->get_string()});
  board["hall"] = hall;
  auto* alerts = board.if_contains("alerts");
  if (alerts == nullptr || !alerts->is_array()) return;
  for (auto& each : alerts->get_array())
    if (each.is_int64() && each.get_int64() > 0)
      if (const auto id = central_alert(hall, static_cast<std::uint64_t>(each.get_int64()))) each = *id;
}

void make_central_alert(std::string_view hall, boost::json::object& alert) {
  if (auto* id = alert.if_contains("id"); id != nullptr && id->is_int64() && id->get_int64() > 0)
    if (const auto central = central_alert(hall, static_cast<std::uint64_t>(id->get_int64()))) *id = *central;
  if (auto* board = alert.if_contains("board"); board != nullptr && board->is_string())
    *board = central_board(hall, std::string_view{board->get_string()});
  alert["hall"] = hall;
}

}  // namespace jadoube::broker
