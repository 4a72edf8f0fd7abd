#include "display/pgn_export.hpp"

#include <utility>

#include "chess/pgn.hpp"
#include "stream/game_record_of.hpp"

namespace jadoube::display {

PgnExport::PgnExport(const record::Header& header) : header_{header}, game_{header} {}

void PgnExport::see(const record::Record& record) {
  game_.see(record);
  const auto* arbiter = std::get_if<record::Arbiter>(&record);
  if (arbiter == nullptr || arbiter->action != record::Arbiter::Action::pairing) return;
  if (game_.is_over()) {
    next_ = Names{arbiter->white_name, arbiter->black_name};
  } else {
    header_.game.white = arbiter->white_name;
    header_.game.black = arbiter->black_name;
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
  text_ += to_pgn(stream::game_record_of(game_, header_));
  game_.begin_anew();
  if (next_) {
    header_.game.white = std::move(next_->white);
    header_.game.black = std::move(next_->black);
    next_.reset();
  }
}

}  // namespace jadoube::display
