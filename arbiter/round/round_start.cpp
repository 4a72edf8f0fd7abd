#include "arbiter/round/round_start.hpp"

#include <bit>

#include <boost/json/parse.hpp>

#include "chess/setup.hpp"
#include "json/writer.hpp"
#include "reading/sensed.hpp"

namespace jadoube::arbiter {
namespace {

constexpr std::string_view kRoundStarted = "round_started";

}  // namespace

record::Other note_of(const RoundStart& start, record::Time t) {
  return {t, json::object_text([&](json::Object& o) {
            o.text("type", kRoundStarted).number("t_us", t.count()).number("round", start.round);
            o.text("by", start.by.name).text("role", name(start.by.role));
          })};
}

bool is_round_start(const record::Record& record) {
  const auto* other = std::get_if<record::Other>(&record);
  if (other == nullptr || other->json.find(kRoundStarted) == std::string::npos) return false;
  boost::system::error_code error;
  const auto note = boost::json::parse(other->json, error);
  if (error || !note.is_object()) return false;
  const auto* type = note.get_object().if_contains("type");
  return type != nullptr && type->is_string() && std::string_view{type->get_string()} == kRoundStarted;
}

std::string_view name(NotReady why) {
  switch (why) {
    case NotReady::no_board:
      return "no_board";
    case NotReady::catching_up:
      return "catching_up";
    case NotReady::link_lost:
      return "link_lost";
    case NotReady::no_disk:
      return "no_disk";
    case NotReady::pieces:
      return "pieces";
    case NotReady::earlier_game:
      return "earlier_game";
  }
  return {};
}

chess::Bitboard out_of_place(const record::Scan& scan, const record::Header::Game& game) {
  const chess::Setup setup = chess::start_from(game.start_fen, game.variant).value_or(chess::Setup::start());
  const chess::Bitboard wanted = setup.placement.occupied();
  const chess::Bitboard straight = scan.occupied.bits ^ wanted;
  const chess::Bitboard turned = reading::half_turn(scan.occupied.bits) ^ wanted;
  return std::popcount(turned) < std::popcount(straight) ? turned : straight;
}

}  // namespace jadoube::arbiter
