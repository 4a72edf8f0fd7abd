// A live hall under load, made to be killed: boards that play, people who acknowledge and confirm, and a line
// on standard output for everything that was acknowledged to anybody.
//
// Usage: hall_driver DATA UTC_START SEED BOARD:GAME:RECORD…
// Each board goes on at that record of that game. Lines:
//   up                                 recovered
//   said BOARD GAME RECORD T LOG       everything up to this record was taken, and T is its time in the log
//   shown ID BOARD LOG FINDING KIND    an alert was told
//   acknowledged ID
//   entered ID STATE                   confirmed or dismissed
//   number BOARD N
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/json.hpp>

#include "arbiter/live_hall.hpp"
#include "simulator/grid.hpp"
#include "simulator/plausible.hpp"
#include "simulator/rng.hpp"
#include "simulator/simulate.hpp"

namespace {

using namespace jadoube;
using drivers::Time;
using namespace std::chrono_literals;

void say(std::string line) {
  line += '\n';
  // Whoever reads this has it, whatever becomes of us.
  if (::write(STDOUT_FILENO, line.data(), line.size()) < 0) std::exit(3);
}

struct Player {
  std::string id;
  std::uint64_t game = 0;
  std::size_t record = 0;
  simulator::Recording recording;

  /// Games follow one another ten thousand seconds apart, longer than any of them is.
  [[nodiscard]] Time begins() const { return Time{static_cast<std::int64_t>(game) * 10'000'000'000}; }

  void load() {
    const std::uint64_t seed = std::hash<std::string>{}(id) + game * 977;
    auto params = simulator::cell("blitz-light-25").value();
    simulator::Rng rng{seed, "kill"};
    const auto incidents = simulator::every_incident();
    params.incidents = {rng.pick(incidents), rng.pick(incidents)};
    params.endings = {0, 0, 0};
    simulator::Rng moves{seed, "moves"};
    const auto played = simulator::random_game(moves);
    recording = simulator::simulate(played, params, seed);
    std::erase_if(recording.records, [](const drivers::Record& r) {
      return std::holds_alternative<drivers::Truth>(r) || std::holds_alternative<drivers::End>(r);
    });
    drivers::Arbiter result;
    result.t = time_of(recording.records.back()) + 1s;
    result.action = drivers::Arbiter::Action::result;
    result.result = played.result.empty() ? "1/2-1/2" : played.result;
    recording.records.emplace_back(std::move(result));
    // The men stand before the clock is started.
    std::get<drivers::Scan>(recording.records.front()).t -= 20s;
    // Whatever was played before is over, though nobody may have said so before we were killed.
    drivers::Arbiter over = std::get<drivers::Arbiter>(recording.records.back());
    over.t = -25s;
    recording.records.insert(recording.records.begin(), over);
    for (drivers::Record& each : recording.records) std::visit([](auto& r) { r.t += 30s; }, each);
  }
};

class Driver {
 public:
  Driver(std::string utc_start, unsigned seed) : utc_start_{std::move(utc_start)}, random_{seed} {}

  int run(const std::string& data, std::vector<Player> players) {
    arbiter::LiveHall::Options options;
    options.data = data;
    options.sync_every = 50ms;
    options.board_every = 10ms;
    auto hall = arbiter::LiveHall::open(io_.get_executor(), std::move(options));
    if (!hall) {
      std::cerr << hall.error() << '\n';
      return 2;
    }
    hall_ = *std::move(hall);
    say("up");
    const auto listening = hall_->listen([this](const arbiter::Update& update) { on(update); });
    for (Player& player : players) {
      player.load();
      there(player);
    }
    for (;;) {
      for (Player& player : players) step(player);
      io_.poll();
      act();
    }
  }

 private:
  void there(const Player& player) {
    drivers::Header header = player.recording.header;
    header.board.id = player.id;
    header.utc_start = utc_start_;
    hall_->board_there(header);
  }

  void step(Player& player) {
    for (unsigned i = 1 + static_cast<unsigned>(random_() % 8); i > 0; --i) {
      if (player.record == player.recording.records.size()) {
        ++player.game;
        player.record = 0;
        player.load();
        there(player);
      }
      drivers::Record record = player.recording.records[player.record];
      std::visit([&](auto& r) { r.t += player.begins(); }, record);
      hall_->on(player.id, {&record, 1});
      // As a board that is looked at between its records.
      hall_->advance(player.id, time_of(record) + 20ms);
      const auto state = boost::json::parse(*hall_->board(player.id, arbiter::Role::admin));
      say("said " + player.id + ' ' + std::to_string(player.game) + ' ' + std::to_string(player.record) +
          ' ' + std::to_string(state.at("t_us").to_number<std::int64_t>()));
      ++player.record;
    }
  }

  void on(const arbiter::Update& update) {
    if (!update.text->starts_with(R"({"type":"alert")")) return;
    const auto alert = boost::json::parse(*update.text).at("alert");
    const auto text = [&](const char* member) { return std::string{alert.at(member).as_string()}; };
    const auto id = alert.at("id").to_number<std::uint64_t>();
    const auto& finding = alert.at("finding");
    say("shown " + std::to_string(id) + ' ' + text("board") + ' ' + text("log") + ' ' +
        std::to_string(finding.at("id").to_number<std::uint64_t>()) + ' ' +
        std::string{finding.at("kind").as_string()});
    if (text("status") == "closed")
      open_.erase(id);
    else
      open_[id] = {text("board"), finding.at("id").to_number<std::uint64_t>()};
  }

  void act() {
    if (random_() % 40 == 0) {
      const std::string board = "kill-" + std::to_string(1 + random_() % 2);
      const unsigned number = 1 + static_cast<unsigned>(random_() % 90);
      if (hall_->number(actor_, board, number)) say("number " + board + ' ' + std::to_string(number));
    }
    if (open_.empty() || random_() % 3 != 0) return;
    auto each = open_.begin();
    std::advance(each, static_cast<std::ptrdiff_t>(random_() % open_.size()));
    const auto [id, of] = *each;
    if (random_() % 2 == 0) {
      if (hall_->acknowledge(actor_, id, "seen")) say("acknowledged " + std::to_string(id));
      return;
    }
    drivers::Arbiter entry;
    entry.action = random_() % 2 == 0 ? drivers::Arbiter::Action::confirm : drivers::Arbiter::Action::dismiss;
    entry.finding = of.second;
    const char* state = entry.action == drivers::Arbiter::Action::confirm ? " confirmed" : " dismissed";
    open_.erase(id);
    // An alert of the game before is of another finding with that number, or of none.
    const auto shown = boost::json::parse(*hall_->findings(of.first)).at("findings");
    for (const auto& alert : shown.as_array())
      if (alert.at("id").to_number<std::uint64_t>() == id && hall_->enter(actor_, of.first, entry))
        say("entered " + std::to_string(id) + state);
  }

  std::string utc_start_;
  std::mt19937 random_;
  boost::asio::io_context io_;
  std::unique_ptr<arbiter::LiveHall> hall_;
  arbiter::Actor actor_{"tester", arbiter::Role::arbiter};
  std::map<std::uint64_t, std::pair<std::string, std::uint64_t>> open_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) return 2;
  std::vector<Player> players;
  for (int i = 4; i < argc; ++i) {
    std::istringstream words{argv[i]};
    Player player;
    char colon = ':';
    std::getline(words, player.id, ':');
    words >> player.game >> colon >> player.record;
    players.push_back(std::move(player));
  }
  return Driver{argv[2], static_cast<unsigned>(std::stoul(argv[3]))}.run(argv[1], std::move(players));
}
