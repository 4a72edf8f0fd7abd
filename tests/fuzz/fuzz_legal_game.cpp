// Law: a legal game, played by any hands on any board that worlds know (docs/simulator.md), never leads to an accusation of
// an illegal move that is established by the sensors alone (grade A). The bytes choose the world, what of it is otherwise
// than its seed has it, and the moves. What breaks the law is printed as a scan log.
#include <iostream>
#include <string>

#include "chess/chess960.hpp"
#include "detector/detector.hpp"
#include "record/scanlog_jsonl.hpp"
#include "report/report.hpp"
#include "simulator/plausible.hpp"
#include "simulator/simulate.hpp"
#include "simulator/world.hpp"
#include "tests/fuzz/demand.hpp"

#include <fuzzer/FuzzedDataProvider.h>

namespace {

using namespace jadoube;

/// As its seed has it, but for some parameters, which may be anything that a world may have.
simulator::Params drawn_world(FuzzedDataProvider& bytes) {
  simulator::Params params = simulator::draw_world(bytes.ConsumeIntegral<std::uint32_t>()).params;
  for (int n = bytes.ConsumeIntegralInRange(0, 8); n > 0; --n) {
    const auto priors = simulator::priors();
    const auto& prior = priors[bytes.ConsumeIntegralInRange<std::size_t>(0, priors.size() - 1)];
    const double part = bytes.ConsumeIntegral<std::uint8_t>() / 255.0;
    const bool is_yes = prior.shape == simulator::Prior::Shape::yes;
    const double value = is_yes ? double(part > 0.5) : prior.low + (prior.high - prior.low) * part;
    if (prior.of_board != nullptr)
      prior.of_board(params, value);
    else
      prior.of_hands(bytes.ConsumeBool() ? params.hands : *params.black_hands, value);
  }
  params.sensors.senses = static_cast<record::Senses>(bytes.ConsumeIntegralInRange<unsigned>(0, 2));
  return params;
}

simulator::PlayedGame drawn_game(FuzzedDataProvider& bytes, std::uint64_t seed) {
  simulator::PlayedGame game;
  if (bytes.ConsumeIntegralInRange(0, 7) == 0)
    game.start = *chess::Position::from(chess::chess960_start(bytes.ConsumeIntegralInRange(0U, 959U)));
  simulator::Rng rng{seed, "moves"};
  chess::Position position = game.start;
  constexpr std::size_t kMostPlies = 24;  // so that none takes long
  while (bytes.remaining_bytes() > 0 && game.moves.size() < kMostPlies) {
    chess::MoveList moves;
    position.legal_moves(moves);
    if (moves.empty()) break;
    const auto which = bytes.ConsumeIntegral<std::uint8_t>();
    const auto move = which < 128 ? *simulator::plausible_move(position, rng) : moves[which % moves.size()];
    game.moves.push_back(move);
    position = position.after(move);
  }
  return game;
}

bool accuses(const report::Finding& finding) {
  using enum report::Kind;
  const bool is_illegal_move = finding.kind == illegal_move || finding.kind == illegal_move_pending ||
                               finding.kind == king_captured || finding.kind == both_kings_in_check;
  return is_illegal_move && finding.grade == report::Grade::A && finding.state != report::State::withdrawn;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzedDataProvider bytes{data, size};
  const auto params = drawn_world(bytes);
  const auto seed = bytes.ConsumeIntegral<std::uint16_t>();
  const auto game = drawn_game(bytes, seed);
  if (game.moves.empty()) return 0;
  const auto recording = simulator::simulate(game, params, seed);
  bool is_innocent = true;
  detector::Detector detector{recording.header, [&](const report::Report& line) {
                                const auto* finding = std::get_if<report::Finding>(&line);
                                if (finding != nullptr && accuses(*finding)) is_innocent = false;
                              }};
  for (const auto& each : recording.records) detector.on(each);
  detector.finish();
  if (!is_innocent) {
    std::cerr << record::to_json(recording.header) << '\n';
    for (const auto& each : recording.records) std::cerr << record::to_json(each) << '\n';
  }
  jadoube::fuzz::demand(is_innocent);
  return 0;
}
