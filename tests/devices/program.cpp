#include "tests/devices/program.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <utility>

#include "detector/detector.hpp"
#include "devices/dgt.hpp"
#include "devices/open_scan.hpp"
#include "record/scan_log.hpp"
#include "simulator/grid.hpp"
#include "simulator/plausible.hpp"
#include "simulator/rng.hpp"
#include "stream/published_game.hpp"

extern char** environ;

namespace jadoube::testing {

using namespace std::chrono_literals;
namespace fs = std::filesystem;
using devices::UsbBoard;
using devices::UsbShape;
using record::Time;
using ::testing::IsEmpty;

std::string read_file(const fs::path& path) {
  std::ifstream in{path};
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

Program::Program(const fs::path& folder, std::vector<std::string> arguments)
    : out_{folder / "out"}, err_{folder / "err"} {
  arguments.insert(arguments.begin(), JADOUBE_PROGRAM);
  std::vector<char*> raw;
  for (std::string& each : arguments) raw.push_back(each.data());
  raw.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  const int flags = O_WRONLY | O_CREAT | O_TRUNC;
  posix_spawn_file_actions_addopen(&actions, 1, out_.c_str(), flags, 0644);
  posix_spawn_file_actions_addopen(&actions, 2, err_.c_str(), flags, 0644);
  if (posix_spawn(&pid_, JADOUBE_PROGRAM, &actions, nullptr, raw.data(), environ) != 0) pid_ = -1;
  posix_spawn_file_actions_destroy(&actions);
}

Program::~Program() {
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
}

void Program::interrupt() const {
  kill(pid_, SIGINT);
}

int Program::wait(std::chrono::seconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  int status = 0;
  while (waitpid(pid_, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > end) return -1;
    std::this_thread::sleep_for(5ms);
  }
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

std::string Program::out() const {
  return read_file(out_);
}

std::string Program::err() const {
  return read_file(err_);
}

bool Program::says(const std::string& what, std::chrono::seconds limit) const {
  return until([&] { return err().find(what) != std::string::npos; }, limit);
}

std::unique_ptr<UsbBoard> dgt(unsigned serial) {
  return std::make_unique<UsbBoard>(
      devices::UsbIdentity{UsbShape::ftdi, 0x0403, 0x6001, "FTDI", "USB <-> Serial", ""},
      std::make_unique<devices::DgtFirmware>(devices::DgtFirmware::Options{.serial = serial}));
}

std::unique_ptr<UsbBoard> open_scan(UsbShape shape, std::uint64_t id, std::string serial) {
  return std::make_unique<UsbBoard>(
      devices::UsbIdentity{shape, 0x1209, static_cast<std::uint16_t>(shape == UsbShape::hid ? 1 : 2),
                           "A builder", "Open Scan Board", std::move(serial)},
      std::make_unique<devices::OpenScanFirmware>(
          devices::OpenScanFirmware::Options{.scan_period = 20ms, .board_id = id}));
}

simulator::PlayedGame short_game(std::uint64_t seed, std::size_t plies) {
  simulator::Rng rng{seed, "game"};
  auto game = simulator::random_game(rng);
  game.moves.resize(std::min(game.moves.size(), plies));
  game.spent.clear();
  game.result.clear();
  return game;
}

simulator::Recording quickly(const simulator::PlayedGame& game, std::uint64_t seed, const char* incident) {
  auto params = simulator::params_of(simulator::Tempo::blitz, simulator::Noise::none, 50);
  params.sensors.senses = record::Senses::identity;
  params.endings = {0, 0, 0};
  params.game_times = false;
  params.hands.pace = 0.5;
  params.hands.think_median = 0.2;
  params.play_on = 4;
  params.hands.think_spread = 0.2;
  if (incident != nullptr) params.incidents = {*simulator::parse_incident(incident)};
  auto recording = simulate(game, params, seed);
  // Nobody waits here for the players to sit down and to leave.
  std::vector<record::Time> scans;
  for (const auto& record : recording.records)
    if (std::holds_alternative<record::Scan>(record)) scans.push_back(time_of(record));
  const record::Time begin = scans.at(1) - record::Time{1500ms};
  const record::Time end = scans.back() + record::Time{3s};
  std::erase_if(recording.records, [end](const auto& record) { return time_of(record) > end; });
  for (auto& record : recording.records)
    std::visit([begin](auto& each) { each.t = std::max(record::Time{0}, each.t - begin); }, record);
  return recording;
}

std::vector<std::string> moves_of(const simulator::PlayedGame& game) {
  std::vector<std::string> moves;
  for (const auto& move : game.moves) moves.push_back(to_uci(move));
  return moves;
}

std::vector<record::Link> Log::links() const {
  std::vector<record::Link> all;
  for (const auto& record : records)
    if (const auto* link = std::get_if<record::Link>(&record)) all.push_back(*link);
  return all;
}

Log log_of(const fs::path& folder, const std::string& board) {
  Log log;
  for (const auto& entry : fs::directory_iterator{folder}) {
    const std::string name = entry.path().filename();
    if (!name.starts_with(board + '-') || !name.ends_with(".jscan")) continue;
    auto reader = record::ScanLogReader::open(
        entry.path(), [&](const record::Problem& problem) { log.problems.push_back(problem.sentence); });
    if (!reader) continue;
    log.path = entry.path();
    log.header = (*reader)->header();
    while (const auto* each = (*reader)->next()) log.records.push_back(each->record);
  }
  log.follow();
  return log;
}

void Log::follow() {
  moves.clear();
  findings.clear();
  stream::PublishedGame game{header};
  detector::Detector detector{header, [&](const report::Report& line) {
                                game.tell(line);
                                if (const auto* finding = std::get_if<report::Finding>(&line))
                                  findings.emplace_back(name(finding->kind));
                              }};
  for (const auto& record : records) {
    detector.advance_to(time_of(record));
    game.see(record);
    detector.on(record);
  }
  detector.finish();
  for (const auto& ply : game.plies()) moves.push_back(ply.uci);
}

void expect_link_held(const Log& log, MockUsb& device) {
  // The least patient driver waits for a second, and its board speaks five times in it.
  constexpr record::Time kKept = 600ms;
  if (device.longest_delay() >= kKept) return;
  EXPECT_THAT(log.links(), IsEmpty()) << log.path.filename();
}

bool until(const std::function<bool()>& so, std::chrono::seconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  while (!so()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(10ms);
  }
  return true;
}

record::Record first_scan(const simulator::Recording& recording) {
  return *std::ranges::find_if(
      recording.records, [](const auto& record) { return std::holds_alternative<record::Scan>(record); });
}

BoardProgram::BoardProgram() {
  std::string pattern = "/tmp/jadoube-test-XXXXXX";
  folder_ = mkdtemp(pattern.data());
}

BoardProgram::~BoardProgram() {
  fs::remove_all(folder_);
}

void BoardProgram::TearDown() {
  if (HasFailure()) had_time_.excuse_failure();
}

std::vector<std::string> BoardProgram::record(std::vector<std::string> more) const {
  std::vector<std::string> all{"record", "--out", folder_.string(), "--memory",
                               (folder_ / "memory").string()};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

Log BoardProgram::recorded(MockUsb& device, UsbBoard& board, const simulator::Recording& play,
                           const std::string& name, std::vector<std::string> more) const {
  board.firmware().see(first_scan(play));
  device.plug();
  Program program{folder_, record(std::move(more))};
  EXPECT_TRUE(program.says(name + ": at 1-1")) << program.err();
  std::this_thread::sleep_for(500ms);
  device.play(play);
  EXPECT_TRUE(until([&] { return !device.is_playing(); }, 120s));
  std::this_thread::sleep_for(1s);
  program.interrupt();
  EXPECT_EQ(program.wait(), 0) << program.err();
  Log log = log_of(folder_, name);
  EXPECT_THAT(log.problems, IsEmpty());
  expect_link_held(log, device);
  return log;
}

std::string BoardProgram::wire_of(const std::string& board) const {
  for (const auto& entry : fs::directory_iterator{folder_})
    if (entry.path().filename().string().starts_with(board + '-') && entry.path().extension() == ".txt")
      return read_file(entry.path());
  return {};
}

}  // namespace jadoube::testing
