// Laws: any bytes as a file of answers are answers or a sentence that names a line; and whatever stands on a score sheet, and
// whatever is answered, a recording that is put beside it ends with an account and with truth that can be written, or with
// one sentence. The sheet (PGN) and the answers are parted by a line of "===".
#include <string>

#include "chess/pgn.hpp"
#include "record/scanlog_jsonl.hpp"
#include "score/labelling.hpp"
#include "simulator/grid.hpp"
#include "simulator/plausible.hpp"
#include "simulator/simulate.hpp"
#include "tests/fuzz/demand.hpp"

namespace {

using namespace jadoube;
using fuzz::demand;

const simulator::Recording& recording() {
  static const simulator::Recording kRecording = [] {
    simulator::Rng rng{1, "moves"};
    auto game = simulator::random_game(rng);
    game.moves.resize(8);
    return simulate(game, *simulator::cell("blitz-light-10"), 1);
  }();
  return kRecording;
}

void check_missed(const score::Missed& missed, score::Labelling& labelling) {
  demand(missed.t >= record::Time{0} &&
         score::read_missed(std::string{report::name(missed.kind)} + ' ' + score::to_text(missed.t)));
  static_cast<void>(labelling.add(missed));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  constexpr std::string_view kBetween = "\n===\n";
  const std::size_t cut = std::min(text.find(kBetween), text.size());
  const auto answers = score::read_answers(text.substr(std::min(cut + kBetween.size(), text.size())));
  if (!answers) demand(!answers.error().empty());
  const auto games = chess::read_pgn(std::string{text.substr(0, cut)});
  if (games.empty()) return 0;
  for (const auto& ply : games[0].record.plies)
    if (ply.illegal() != nullptr) return 0;
  score::Labelling labelling{recording().header, games[0].record};
  for (const auto& each : recording().records) labelling.on(each);
  labelling.finish();
  for (std::size_t i = 0; i < labelling.differences().size(); ++i) {
    demand(labelling.differences()[i].ply >= 1);
    if (!answers) continue;
    for (const auto& answer : answers->plies)
      if (answer.ply == labelling.differences()[i].ply) static_cast<void>(labelling.answer(i, answer.answer));
  }
  if (const auto settled = labelling.settle(); !settled) {
    demand(!settled.error().empty());
    return 0;
  }
  if (answers)
    for (const auto& missed : answers->missed) check_missed(missed, labelling);
  for (std::size_t i = 0; i < labelling.findings().size(); ++i)
    labelling.answer_finding(i, i % 2 == 0 ? score::Opinion::right : score::Opinion::wrong);
  record::Time last{};
  for (const auto& truth : labelling.truths()) {
    demand(truth.t >= last && !record::contradiction(truth));
    last = truth.t;
  }
  demand(!labelling.account().empty());
  return 0;
}
