#include "bench/program/load.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <memory>
#include <numeric>
#include <sstream>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/json.hpp>

#include "arbiter/live_hall.hpp"
#include "bench/program/cpu_seconds.hpp"
#include "detector/detector.hpp"
#include "record/utc.hpp"
#include "server/secret.hpp"
#include "server/server.hpp"
#include "server/store_tokens.hpp"
#include "simulator/grid.hpp"
#include "simulator/plausible.hpp"
#include "simulator/rng.hpp"
#include "simulator/simulate.hpp"

namespace jadoube::bench {
namespace {

using record::Record;
using record::Time;
using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

/// Findings that are taken: not before the game is under way, and not after the boards would need too long to
/// get there.
constexpr Time kEarliest = 8s;
constexpr Time kLatest = 120s;
/// Of boards at which nothing is to be found.
constexpr Time kUsualStart = 45s;
/// 25 scans a second.
constexpr Time kPeriod = 40ms;
constexpr Time kTick = 2ms;

std::uint64_t updates_of(const arbiter::Health& health) {
  return std::accumulate(health.updates.begin(), health.updates.end(), std::uint64_t{0});
}

Time first_finding(const BenchGame& game) {
  Time found{};
  detector::Detector detector{game.header, [&](const report::Report& line) {
                                const auto* finding = std::get_if<report::Finding>(&line);
                                if (finding != nullptr && found == Time{}) found = finding->t;
                              }};
  for (const Record& record : game.records) {
    if (found != Time{} || time_of(record) > kLatest) break;
    detector.on(record);
  }
  return found;
}

/// One board that plays a game, from somewhere in it.
class LoadBoard {
 public:
  LoadBoard(std::string id, const BenchGame& game, Time begins, Time phase)
      : id_{std::move(id)}, game_{game}, now_{begins}, next_scan_{phase} {}

  /// Everything up to where it is to begin, at once.
  void set_up(arbiter::LiveHall& hall) {
    record::Header header = game_.header;
    header.board.id = id_;
    hall.board_there(header);
    hand_over(hall);
    first_ = now_;
    records_.shrink_to_fit();
  }

  /// `t` since the boards go on; true: a scan has come, and goes to the hall with hand_over().
  bool scans(Time t) {
    if (t < next_scan_) return false;
    next_scan_ += kPeriod;
    now_ = first_ + t;
    came_ = Clock::now();
    return true;
  }

  void hand_over(arbiter::LiveHall& hall) {
    const std::vector<Record>& all = game_.records;
    for (; at_ < all.size() && time_of(all[at_]) <= now_; ++at_) {
      records_.push_back(all[at_]);
      if (const auto* scan = std::get_if<record::Scan>(&all[at_])) scan_ = *scan;
    }
    if (scan_) {
      scan_->t = now_;
      records_.emplace_back(*scan_);
    }
    handed_.emplace_back(record::utc_now(), came_);
    while (handed_.size() > 100) handed_.pop_front();
    hall.on(id_, records_);
    records_.clear();
    hall.advance(id_, now_);
  }

  /// When that came of which the hall spoke at wall time `said`, which is in whole milliseconds: each board
  /// hands over every 40 ms.
  [[nodiscard]] std::optional<Clock::time_point> handed(record::WallTime said) const {
    for (auto it = handed_.rbegin(); it != handed_.rend(); ++it)
      if (it->first <= said) return it->second;
    return std::nullopt;
  }

 private:
  std::string id_;
  const BenchGame& game_;
  std::size_t at_ = 0;
  Time now_;
  Time first_{};
  Time next_scan_;
  Clock::time_point came_{};
  std::optional<record::Scan> scan_;
  std::vector<Record> records_;
  std::deque<std::pair<record::WallTime, Clock::time_point>> handed_;
};

std::uint64_t resident_bytes() {
  std::ifstream file{"/proc/self/statm"};
  std::uint64_t whole = 0;
  std::uint64_t resident = 0;
  file >> whole >> resident;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

/// What runs in the process of its own.
class Child {
 public:
  Child(const BenchLoad& load, const std::vector<BenchGame>& games, int from, int to)
      : load_{load}, games_{games}, control_{io_, from}, to_{to} {}

  int run(const std::filesystem::path& folder) {
    arbiter::LiveHall::Options hall_options;
    hall_options.data = folder;
    hall_options.version = "bench";
    auto hall = arbiter::LiveHall::open(io_.get_executor(), std::move(hall_options));
    if (!hall) return fail(hall.error());
    hall_ = *std::move(hall);
    server::StoreTokens tokens{hall_->store().tokens()};
    const auto token = server::make_secret();
    if (!token || !tokens.add("bench", arbiter::Role::viewer, server::sha256_hex(*token)))
      return fail("no token could be made");
    server::Server::Options options;
    options.listen = {"127.0.0.1", 0};
    auto server = server::Server::start(io_.get_executor(), *hall_, tokens, std::move(options));
    if (!server) return fail(server.error());
    set_up();
    subscription_ = hall_->listen([this](const arbiter::Update& update) { hear(update); });
    write("ready " + std::to_string((*server)->port()) + ' ' + *token + '\n');
    hear_control();
    io_.run();
    report_.slow_clients = (*server)->counts().slow_clients;
    tell();
    subscription_.reset();
    (*server)->stop();
    hall_->close();
    server->reset();
    return 0;
  }

 private:
  int fail(const std::string& sentence) const {
    write("error " + sentence + '\n');
    return 1;
  }
  void write(std::string text) const {
    while (!text.empty()) {
      const ssize_t count = ::write(to_, text.data(), text.size());
      if (count <= 0) return;
      text.erase(0, static_cast<std::size_t>(count));
    }
  }

  void set_up() {
    std::vector<const BenchGame*> loud;
    std::vector<const BenchGame*> quiet;
    for (const BenchGame& game : games_) (game.found == Time{} ? quiet : loud).push_back(&game);
    simulator::Rng rng{1, "bench"};
    const std::int64_t span = std::chrono::duration_cast<Time>(load_.duration).count();
    for (unsigned i = 0; i < load_.boards; ++i) {
      const bool is_loud = i < load_.finding_boards;
      const BenchGame& game = is_loud ? *loud[i % loud.size()] : *quiet[i % quiet.size()];
      // Spread over the time that is measured, but for its first and last second.
      const Time until{1'000'000 +
                       static_cast<std::int64_t>(rng.below(static_cast<std::uint32_t>(span - 2'000'000)))};
      const Time begins =
          is_loud
              ? std::max(Time{0}, game.found - until)
              : Time{static_cast<std::int64_t>(rng.below(static_cast<std::uint32_t>(kUsualStart.count())))};
      std::string id = "bench-" + std::to_string(i);
      by_id_[id] = i;
      boards_.push_back(std::make_unique<LoadBoard>(std::move(id), game, begins,
                                                    Time{kPeriod.count() * i / std::max(1U, load_.boards)}));
      boards_.back()->set_up(*hall_);
    }
  }

  /// "g": go; the end of it: that is all.
  void hear_control() {
    control_.async_read_some(boost::asio::buffer(&letter_, 1),
                             [this](boost::system::error_code error, std::size_t) {
                               if (error) return end();
                               began_ = Clock::now();
                               cpu_before_ = cpu_seconds();
                               const auto health = hall_->health();
                               report_.scans = health.scans;
                               report_.updates = updates_of(health);
                               play();
                               hear_control();
                             });
  }

  void play() {
    const auto t = std::chrono::duration_cast<Time>(Clock::now() - began_);
    // Each by itself, as from boards that know nothing of one another.
    for (const auto& board : boards_)
      if (board->scans(t)) boost::asio::post(io_, [this, &board] { board->hand_over(*hall_); });
    timer_.expires_after(kTick);
    timer_.async_wait([this](boost::system::error_code error) {
      if (!error) play();
    });
  }

  void end() {
    const auto health = hall_->health();
    report_.scans = health.scans - report_.scans;
    report_.updates = updates_of(health) - report_.updates;
    report_.seconds = std::chrono::duration<double>(Clock::now() - began_).count();
    report_.cpu_seconds = cpu_seconds() - cpu_before_;
    report_.bytes = resident_bytes();
    io_.stop();
  }

  void hear(const arbiter::Update& update) {
    if (update.text == nullptr || !update.text->starts_with(R"({"type":"alert")")) return;
    boost::system::error_code error;
    const auto value = boost::json::parse(*update.text, error);
    if (error) return;
    const auto& alert = value.at("alert");
    const auto board = by_id_.find(update.board);
    const auto said = record::utc_from_text(alert.at("opened_utc").as_string());
    if (board == by_id_.end() || !said) return;
    if (const auto when = boards_[board->second]->handed(*said))
      report_.alerts.try_emplace(alert.at("id").to_number<std::uint64_t>(), *when);
  }

  void tell() const {
    std::ostringstream text;
    text << "report " << report_.scans << ' ' << report_.updates << ' ' << report_.slow_clients << ' '
         << report_.seconds << ' ' << report_.cpu_seconds << ' ' << report_.bytes << '\n';
    for (const auto& [id, when] : report_.alerts)
      text << id << ' ' << when.time_since_epoch().count() << '\n';
    write(text.str());
  }

  const BenchLoad& load_;
  const std::vector<BenchGame>& games_;
  boost::asio::io_context io_{1};
  boost::asio::posix::stream_descriptor control_;
  int to_;
  boost::asio::steady_timer timer_{io_};
  std::unique_ptr<arbiter::LiveHall> hall_;
  std::shared_ptr<void> subscription_;
  std::vector<std::unique_ptr<LoadBoard>> boards_;
  std::map<std::string, std::size_t, std::less<>> by_id_;
  LoadReport report_;
  Clock::time_point began_{};
  double cpu_before_ = 0;
  char letter_ = 0;
};

/// Up to the end of a line; empty if the other side has gone.
std::string read_line(int from) {
  std::string line;
  char letter = 0;
  while (::read(from, &letter, 1) == 1) {
    if (letter == '\n') return line;
    line += letter;
  }
  return {};
}

}  // namespace

std::vector<BenchGame> bench_games(unsigned count) {
  std::vector<BenchGame> games;
  unsigned loud = 0;
  const auto params = *simulator::cell("blitz-medium-25");
  const auto incidents = simulator::every_incident();
  for (std::uint64_t i = 0; games.size() < count; ++i) {
    const std::uint64_t seed = simulator::seed_of_game(7, i);
    simulator::Rng moves{seed, "moves"};
    const simulator::PlayedGame played = simulator::random_game(moves);
    simulator::Params own = params;
    const bool wants_loud = loud < count / 2;
    if (wants_loud) own.incidents = {incidents[i % incidents.size()]};
    simulator::Recording made = simulator::simulate(played, own, seed);
    BenchGame game{made.header, std::move(made.records), {}};
    std::erase_if(game.records, [](const Record& record) {
      return std::holds_alternative<record::Truth>(record) || std::holds_alternative<record::End>(record);
    });
    game.found = first_finding(game);
    const bool is_loud = game.found >= kEarliest && game.found <= kLatest;
    if (wants_loud != is_loud || (!wants_loud && game.found != Time{})) continue;
    loud += is_loud ? 1 : 0;
    games.push_back(std::move(game));
  }
  return games;
}

tl::expected<LoadedDaemon, std::string> LoadedDaemon::start(const BenchLoad& load,
                                                            const std::vector<BenchGame>& games) {
  std::string folder = (std::filesystem::temp_directory_path() / "jadoube-bench-XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr) return tl::unexpected{folder + ": cannot be made"};
  std::array<int, 2> down{};
  std::array<int, 2> up{};
  if (::pipe(down.data()) != 0 || ::pipe(up.data()) != 0)
    return tl::unexpected{std::string{"no pipe can be made"}};
  const int process = ::fork();
  if (process == 0) {
    ::close(down[1]);
    ::close(up[0]);
    const int status = Child{load, games, down[0], up[1]}.run(folder);
    std::error_code error;
    std::filesystem::remove_all(folder, error);
    std::_Exit(status);
  }
  ::close(down[0]);
  ::close(up[1]);
  LoadedDaemon daemon;
  daemon.process_ = process;
  daemon.from_ = up[0];
  daemon.to_ = down[1];
  const std::string line = read_line(daemon.from_);
  std::istringstream words{line};
  std::string word;
  if (!(words >> word >> daemon.port_ >> daemon.token_) || word != "ready")
    return tl::unexpected{line.starts_with("error ") ? line.substr(6) : "the daemon did not start"};
  return daemon;
}

LoadedDaemon::LoadedDaemon(LoadedDaemon&& other) noexcept
    : process_{std::exchange(other.process_, -1)},
      from_{std::exchange(other.from_, -1)},
      to_{std::exchange(other.to_, -1)},
      port_{other.port_},
      token_{std::move(other.token_)} {}

LoadedDaemon::~LoadedDaemon() {
  if (to_ >= 0) ::close(to_);
  if (from_ >= 0) ::close(from_);
  if (process_ > 0) ::waitpid(process_, nullptr, 0);
}

void LoadedDaemon::go() {
  static_cast<void>(::write(to_, "g", 1) == 1);
}

tl::expected<LoadReport, std::string> LoadedDaemon::finish() {
  ::close(std::exchange(to_, -1));
  LoadReport report;
  std::istringstream words{read_line(from_)};
  std::string word;
  if (!(words >> word >> report.scans >> report.updates >> report.slow_clients >> report.seconds >>
        report.cpu_seconds >> report.bytes))
    return tl::unexpected{std::string{"the daemon ended without a report"}};
  for (std::string line = read_line(from_); !line.empty(); line = read_line(from_)) {
    std::uint64_t id = 0;
    Clock::rep when = 0;
    std::istringstream{line} >> id >> when;
    report.alerts[id] = Clock::time_point{Clock::duration{when}};
  }
  return report;
}

}  // namespace jadoube::bench
