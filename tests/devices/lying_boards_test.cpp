// Every model of devices/models.cpp on a line that loses a third of what it sends, and with messages whose bytes, lengths
// among them, say what is not so: nothing of it stays behind once the line is sound again.
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <functional>
#include <iostream>
#include <random>

#include "devices/models.hpp"
#include "drivers/board_table.hpp"
#include "drivers/protocol.hpp"
#include "simulator/grid.hpp"
#include "simulator/plausible.hpp"
#include "simulator/rng.hpp"
#include "simulator/simulate.hpp"
#include "tests/support/virtual_link.hpp"

namespace jadoube {
namespace {

using namespace std::chrono_literals;
using devices::Bytes;

using Wire = std::function<std::vector<Bytes>(Bytes)>;

simulator::Recording some_game() {
  simulator::Rng rng{4, "game"};
  auto params = simulator::params_of(simulator::Tempo::blitz, simulator::Noise::none, 50);
  params.sensors.senses = record::Senses::identity;
  params.endings = {0, 0, 0};
  return simulate(simulator::random_game(rng), params, 4);
}

struct Heard {
  std::optional<record::Scan> last;
  drivers::BoardSession::State state{};
  std::size_t scans = 0;
  bool is_in_order = false;
};

/// The game on a line like that, and half a minute of rest on a sound one.
Heard heard(const devices::VirtualModel& model, const simulator::Recording& game, const Wire& wire) {
  const auto firmware = model.firmware(1);
  const auto session = drivers::board_model(model.make)->protocol->session({});
  testing::VirtualLink link{*firmware, *session};
  bool is_sound = false;
  link.wire = [&](Bytes bytes) {
    return is_sound ? std::vector<Bytes>{std::move(bytes)} : wire(std::move(bytes));
  };
  firmware->see(*std::ranges::find_if(game.records, [](const record::Record& record) {
    return std::holds_alternative<record::Scan>(record);
  }));
  link.plug_in();
  link.play(game, 3s);
  is_sound = true;
  link.run_until(link.now() + 30s);
  Heard result{{}, session->state(), 0, std::ranges::is_sorted(link.records, {}, record::time_of)};
  for (const record::Record& record : link.records)
    if (const auto* scan = std::get_if<record::Scan>(&record)) {
      result.last = *scan;
      ++result.scans;
    }
  return result;
}

Wire a_third_lost() {
  return [random = std::mt19937{33}](Bytes bytes) mutable {
    return std::vector<Bytes>(random() % 3 == 0 ? 0 : 1, std::move(bytes));
  };
}

/// Of every other message the first bytes, one after the other, are told as each of these; or it is cut there, or longer.
Wire lying() {
  return [turn = 0U](Bytes bytes) mutable {
    constexpr std::array<std::uint8_t, 6> kTold{0x00, 0x01, 0x7f, 0x80, 0xfe, 0xff};
    constexpr unsigned kFirst = 16;
    if (++turn % 2 == 0 || bytes.empty()) return std::vector<Bytes>{std::move(bytes)};
    const std::size_t at = turn / 2 % kFirst % bytes.size();
    const unsigned how = turn / 2 / kFirst % (kTold.size() + 2);
    if (how < kTold.size())
      bytes[at] = kTold.at(how);
    else if (how == kTold.size())
      bytes.resize(at);
    else
      bytes.insert(bytes.end(), at, bytes.front());
    return std::vector<Bytes>{std::move(bytes)};
  };
}

class EveryModelOnABadLine : public ::testing::TestWithParam<std::string> {
 protected:
  const devices::VirtualModel& model_ = *devices::virtual_model(GetParam());

  void comes_back_from(const Wire& wire) {
    const auto game = some_game();
    const Heard sound = heard(model_, game, [](Bytes bytes) { return std::vector<Bytes>{std::move(bytes)}; });
    const Heard bad = heard(model_, game, wire);
    ASSERT_TRUE(sound.last && bad.last);
    EXPECT_EQ(bad.last->occupied, sound.last->occupied);
    EXPECT_EQ(bad.state, drivers::BoardSession::State::alive);
    EXPECT_TRUE(bad.is_in_order);
    std::cout << GetParam() << ": " << bad.scans << " scans of " << sound.scans << '\n';
  }
};

TEST_P(EveryModelOnABadLine, ThatLosesAThirdShowsWhatStandsThereOnceItIsSound) {
  comes_back_from(a_third_lost());
}

TEST_P(EveryModelOnABadLine, ThatLiesAboutLengthsShowsWhatStandsThereOnceItIsSound) {
  comes_back_from(lying());
}

/// Lines of many boards have tests of their own.
std::vector<std::string> models_with_a_line_of_their_own() {
  std::vector<std::string> names;
  for (const auto& model : devices::virtual_models())
    if (drivers::board_model(model.make)->protocol->shared_line == nullptr) names.push_back(model.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Models, EveryModelOnABadLine, ::testing::ValuesIn(models_with_a_line_of_their_own()),
                         [](const auto& name) {
                           std::string letters = name.param;
                           std::ranges::replace(letters, '-', '_');
                           return letters;
                         });

}  // namespace
}  // namespace jadoube
