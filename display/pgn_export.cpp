#include "display/pgn_export.hpp"

#include <utility>

#include "chess/pgn.hpp"
#include "stream/game_record_of.hpp"

namespace jadoube::display {

PgnExport::PgnExport(const record::Header& header)
    : header_{header}, players_{header.game.white, header.game.black}, game_{header} {}

void PgnExport::see(const record::Record& record) {
  game_.see(record);
  const auto* arbiter = std::get_if<record::Arbiter>(&record);
  if (arbiter == nullptr) return;
  if (game_.is_over() && arbiter->action == record::Arbiter::Action::pairing) {
    if (!next_) next_ = players_;
    next_->see(*arbiter);
  } else if (!(next_ && next_->see(*arbiter))) {
    players_.see(*arbiter);
  }
}

void PgnExport::tell(const report::Report& report) {
  if (game_.ends_before(report)) end_game();
  game_.tell(report);
}

void PgnExport::finish() {
  if (game_.is_begun()) end_game();
}

std::string PgnExport::take() {
  return std::exchange(text_, {});
}

void PgnExport::end_game() {
  header_.game.white = players_.white();
  header_.game.black = players_.black();
  text_ += to_pgn(stream::game_record_of(game_, header_));
  game_.begin_anew();
  if (next_) players_ = *std::exchange(next_, std::nullopt);
}

}  // namespace jadoube::display
