#include "record/game_start.hpp"

#include "chess/chess960.hpp"

namespace jadoube::record {

tl::expected<void, std::string> set_start(Header::Game& game, std::string_view named) {
  const auto start = chess::named_start(named);
  if (!start) return tl::unexpected{describe(start.error())};
  game.start_fen = start->setup == chess::Setup::start() ? "startpos" : to_fen(start->setup);
  game.variant = start->variant == chess::Variant::chess960 ? "chess960" : "";
  return {};
}

bool begin_alike(const Header::Game& one, const Header::Game& other) {
  const auto start_of = [](const Header::Game& game) {
    return game.start_fen == "startpos" ? std::string_view{} : std::string_view{game.start_fen};
  };
  return start_of(one) == start_of(other) &&
         chess::variant_of(one.variant) == chess::variant_of(other.variant);
}

}  // namespace jadoube::record
