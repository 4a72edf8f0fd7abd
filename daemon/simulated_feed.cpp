#include "daemon/simulated_feed.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>

#include "daemon/shared_games.hpp"
#include "record/utc.hpp"
#include "simulator/engine_games.hpp"
#include "simulator/grid.hpp"
#include "simulator/rng.hpp"
#include "simulator/simulate.hpp"

namespace jadoube::daemon {
namespace {

using record::Record;
using record::Time;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kTick{20};
// What is played at one tick, at the most, in real time.
constexpr std::chrono::microseconds kMostAtOnce = std::chrono::seconds{1};
/// What may follow on one another at each board: the result is entered, the pieces are put up, the next game
/// begins. Longer than the detector waits for a new game.
constexpr Time kUntilSetUp = 3s;
constexpr Time kUntilNextGame = 8s;
/// Boards do not begin all at once.
constexpr Time kStagger = 1500ms;
constexpr unsigned kStaggered = 20;
/// Games that boards have in common, from so many boards on: a game takes some hundred kilobytes.
constexpr unsigned kMostGames = 64;
/// What is said at once: at a high speed a tick has thousands of scans, which need not be there at the same time.
constexpr std::size_t kSaidAtOnce = 256;

constexpr std::array kNames{"Ahlgren, Tove",     "Bakke, Sindre", "Corvi, Lucia",  "Dahl, Mikkel",
                            "Eiríksdóttir, Una", "Falk, Jonas",   "Gauthier, Max", "Hansen, Freja",
                            "Ivanova, Daria",    "Jónsson, Ari",  "Kowal, Piotr",  "Lund, Astrid",
                            "Moreau, Élise",     "Nowak, Iga",    "Olsen, Rasmus", "Petrov, Lev",
                            "Quist, Signe",      "Rossi, Marco",  "Sand, Emil",    "Tómasdóttir, Lóa",
                            "Urban, Klara",      "Vance, Iris",   "Weiss, Anton",  "Yilmaz, Deniz"};

struct Game {
  simulator::Recording recording;
  std::string result;
};
using GamePtr = std::shared_ptr<const Game>;

/// Makes games on a thread of its own, a few in advance.
class GameMaker {
 public:
  GameMaker(const SimulatedFeed::Options& options, simulator::Params params)
      : options_{options}, params_{std::move(params)}, rng_{options.seed, "feed"} {}

  GamePtr make() {
    const std::uint64_t seed = simulator::seed_of_game(options_.seed, ++made_);
    simulator::PlayedGame game = rng_.pick(simulator::engine_games());
    game.header.white = rng_.pick(kNames);
    do game.header.black = rng_.pick(kNames);
    while (game.header.black == game.header.white);
    simulator::Params params = params_;
    if (rng_.chance(options_.incidents)) params.incidents = {rng_.pick(incidents_)};
    // The next game is put up on the same board: nobody analyses on it.
    params.endings.analysis = 0;
    auto made = std::make_shared<Game>();
    made->result = game.result.empty() ? "1/2-1/2" : game.result;
    made->recording = simulator::simulate(game, params, seed);
    auto& records = made->recording.records;
    std::erase_if(records, [](const Record& record) {
      return std::holds_alternative<record::Truth>(record) || std::holds_alternative<record::End>(record);
    });
    records.shrink_to_fit();
    return made;
  }

 private:
  SimulatedFeed::Options options_;
  simulator::Params params_;
  simulator::Rng rng_;
  std::vector<simulator::Incident> incidents_ = simulator::every_incident();
  std::uint64_t made_ = 0;
};

/// What boards say, on its way to the hall: the same memory for all of them.
class Saying {
 public:
  explicit Saying(arbiter::LiveHall& hall) : hall_{hall} { records_.reserve(kSaidAtOnce); }
  void say(const std::string& id, Record record) {
    records_.push_back(std::move(record));
    if (records_.size() == kSaidAtOnce) flush(id);
  }
  void flush(const std::string& id) {
    if (!records_.empty()) hall_.on(id, records_);
    records_.clear();
  }
  [[nodiscard]] arbiter::LiveHall& hall() { return hall_; }

 private:
  arbiter::LiveHall& hall_;
  std::vector<Record> records_;
};

/// One board: a game, its result, the next game.
class Player {
 public:
  Player(std::string id, Time first) : id_{std::move(id)}, begins_{first} {}

  [[nodiscard]] const std::string& id() const { return id_; }
  [[nodiscard]] bool wants_game() const { return next_ == nullptr; }
  void give(GamePtr game) { next_ = std::move(game); }

  /// Says everything up to `now`.
  void play(Time now, Saying& saying, const std::string& utc_start) {
    while (game_ != nullptr || next_ != nullptr) {
      if (game_ == nullptr && now < sets_up_at()) break;
      if (game_ == nullptr) set_up(saying, utc_start);
      if (!say_until(now, saying)) break;
      saying.flush(id_);
      end(saying);
    }
    saying.flush(id_);
    if (game_ != nullptr || scan_) saying.hall().advance(id_, now);
  }

 private:
  [[nodiscard]] Time sets_up_at() const { return begins_ - (kUntilNextGame - kUntilSetUp); }

  void set_up(Saying& saying, const std::string& utc_start) {
    saying.flush(id_);
    game_ = std::exchange(next_, nullptr);
    at_ = 0;
    record::Header header = game_->recording.header;
    header.board.id = id_;
    header.utc_start = utc_start;
    saying.hall().board_there(header);
    // The pieces stand for a while before the game begins.
    const auto& records = game_->recording.records;
    for (const Record& record : records) {
      const auto* scan = std::get_if<record::Scan>(&record);
      if (scan == nullptr) continue;
      scan_ = *scan;
      break;
    }
    next_scan_ = sets_up_at();
    period_ = game_->recording.header.board.scan_period.value_or(40ms);
  }

  /// True: the game is at its end.
  bool say_until(Time now, Saying& saying) {
    const auto& records = game_->recording.records;
    while (at_ < records.size() && begins_ + time_of(records[at_]) <= now) {
      Record record = records[at_++];
      const Time t = begins_ + time_of(record);
      scan_again_until(t, saying);
      std::visit([t](auto& each) { each.t = t; }, record);
      if (const auto* scan = std::get_if<record::Scan>(&record)) {
        scan_ = *scan;
        next_scan_ = t + period_;
      } else if (const auto* link = std::get_if<record::Link>(&record)) {
        linked_ = link->state == record::Link::State::restored;
      }
      saying.say(id_, std::move(record));
    }
    scan_again_until(now, saying);
    return at_ == records.size() && begins_ + time_of(records.back()) + kUntilSetUp <= now;
  }

  /// A board reads itself although nothing has changed.
  void scan_again_until(Time t, Saying& saying) {
    if (!scan_ || !linked_) {
      next_scan_ = t;
      return;
    }
    for (; next_scan_ < t; next_scan_ += period_) {
      scan_->t = next_scan_;
      saying.say(id_, *scan_);
    }
  }

  void end(Saying& saying) {
    const Time ended = begins_ + time_of(game_->recording.records.back()) + kUntilSetUp;
    record::Arbiter result;
    result.t = ended;
    result.action = record::Arbiter::Action::result;
    result.result = game_->result;
    saying.say(id_, std::move(result));
    begins_ = ended + kUntilNextGame;
    game_ = nullptr;
    linked_ = true;
  }

  std::string id_;
  GamePtr game_, next_;
  std::size_t at_ = 0;
  /// Of the game, in the feed's time.
  Time begins_;
  std::optional<record::Scan> scan_;
  Time next_scan_{};
  Time period_{};
  bool linked_ = true;
};

class Feed final : public SimulatedFeed {
 public:
  Feed(const boost::asio::any_io_executor& executor, Options options, simulator::Params params,
       arbiter::LiveHall& hall)
      : executor_{executor},
        options_{options},
        hall_{hall},
        timer_{executor},
        maker_{options, std::move(params)},
        started_{Clock::now()},
        utc_start_{record::utc_text(record::utc_now())} {
    // Eight boards are eight of twelve: what is kept of a board finds it again.
    const std::size_t digits = std::max<std::size_t>(2, std::to_string(options_.boards).size());
    for (unsigned i = 1; i <= options_.boards; ++i) {
      std::string number = std::to_string(i);
      number.insert(0, digits - number.size(), '0');
      players_.emplace_back("sim-" + number, kUntilNextGame + kStagger * ((i - 1) % kStaggered));
    }
  }
  ~Feed() override { stop(); }

  void begin() {
    order_games();
    tick();
  }

  void stop() override {
    if (std::exchange(*stopped_, true)) return;
    timer_.cancel();
    workers_.stop();
    workers_.join();
  }

 private:
  [[nodiscard]] Time now() const {
    const auto real = std::chrono::duration<double, std::micro>(Clock::now() - started_).count();
    return Time{static_cast<std::int64_t>(real * options_.speed)};
  }

  /// Where the machine cannot keep up, simulated time goes more slowly: what has piled up would make it later still.
  Time now_that_can_be_played() {
    const Time most = played_ + Time{static_cast<std::int64_t>(kMostAtOnce.count() * options_.speed)};
    const Time late = now() - most;
    if (late > Time{})
      started_ += std::chrono::duration_cast<Clock::duration>(
          std::chrono::duration<double, std::micro>(static_cast<double>(late.count()) / options_.speed));
    played_ = std::min(now(), most);
    return played_;
  }

  /// The games of boards that have none to go on with.
  void order_games() {
    if (std::exchange(ordered_, true)) return;
    boost::asio::post(workers_, [this] {
      GamePtr game = maker_.make();
      boost::asio::post(executor_, [this, stopped = stopped_, game = std::move(game)]() mutable {
        if (*stopped) return;
        ordered_ = false;
        if (is_shared())
          shared_games_.add(std::move(game));
        else
          games_.push_back(std::move(game));
        hand_out();
      });
    });
  }

  [[nodiscard]] bool is_shared() const { return options_.boards > kMostGames; }

  /// Few boards have a game each; many have the latest games in common.
  void hand_out() {
    bool wanted = is_shared() && shared_games_.has_room();
    for (Player& player : players_) {
      if (!player.wants_game()) continue;
      if (is_shared() ? shared_games_.empty() : games_.empty()) {
        wanted = true;
        break;
      }
      player.give(next_game());
    }
    if (wanted) order_games();
  }

  GamePtr next_game() {
    if (is_shared()) return shared_games_.next();
    GamePtr game = std::move(games_.front());
    games_.pop_front();
    return game;
  }

  void tick() {
    hand_out();
    const Time until = now_that_can_be_played();
    for (std::size_t i = 0; i < players_.size(); ++i) {
      players_[i].play(until, saying_, utc_start_);
      number(i);
    }
    timer_.expires_after(kTick);
    timer_.async_wait([this](const boost::system::error_code& error) {
      if (!error && !*stopped_) tick();
    });
  }

  /// Once, as soon as the hall knows the board; a number that it has from an earlier run it keeps.
  void number(std::size_t i) {
    if (numbered_ > i) return;
    const auto board = hall_.board(players_[i].id(), arbiter::Role::admin);
    if (!board || numbered_ != i) return;
    ++numbered_;
    if (board->find(R"("number":)") != std::string::npos) return;
    // Taken by another board: then it has none.
    static_cast<void>(
        hall_.number({options_.actor, arbiter::Role::admin}, players_[i].id(), static_cast<unsigned>(i + 1)));
  }

  boost::asio::any_io_executor executor_;
  Options options_;
  arbiter::LiveHall& hall_;
  Saying saying_{hall_};
  boost::asio::steady_timer timer_;
  GameMaker maker_;  // on the worker's thread only
  Clock::time_point started_;
  Time played_{};
  std::string utc_start_;
  std::vector<Player> players_;
  std::deque<GamePtr> games_;
  SharedGames<Game> shared_games_{kMostGames};
  std::size_t numbered_ = 0;
  bool ordered_ = false;
  std::shared_ptr<bool> stopped_ = std::make_shared<bool>(false);
  boost::asio::thread_pool workers_{1};
};

}  // namespace

tl::expected<std::unique_ptr<SimulatedFeed>, std::string> SimulatedFeed::start(
    const boost::asio::any_io_executor& executor, Options options, arbiter::LiveHall& hall) {
  auto params = simulator::cell(options.cell);
  if (!params)
    return tl::unexpected{'"' + options.cell +
                          "\" is no simulated board; `jadoube simulate --list` names them"};
  auto feed = std::make_unique<Feed>(executor, std::move(options), *std::move(params), hall);
  feed->begin();
  return feed;
}

}  // namespace jadoube::daemon
