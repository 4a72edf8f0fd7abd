#include "tests/arbiter/crash/hall_under_load.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <boost/asio/read_until.hpp>

#include "evidence/log_folder.hpp"
#include "evidence/store.hpp"
#include "record/recording_verify.hpp"
#include "record/scan_log.hpp"
#include "record/utc.hpp"
#include "server/secret.hpp"

extern char** environ;

namespace jadoube::tests {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {

constexpr std::chrono::seconds kPatience{60};
/// How long the sync itself may take on a busy machine.
constexpr std::chrono::milliseconds kToSync{800};

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::string contents(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream{path, std::ios::binary}.rdbuf();
  return text.str();
}

/// What a log begins with is what stood on the board at the end of the one before it; or, if the next game was put up
/// while the board was catching up, what it has said since, which is in both. How much is in both the scans alone do not
/// always tell: all that it may be is gone on with.
BoardHistories with_log(const BoardHistories& histories, const std::vector<std::uint64_t>& log) {
  BoardHistories longer;
  for (const auto& history : histories)
    for (std::size_t in_both = 0; in_both <= std::min(history.size(), log.size()); ++in_both) {
      const auto from = log.begin() + static_cast<std::ptrdiff_t>(in_both);
      if (!std::equal(log.begin(), from, history.end() - static_cast<std::ptrdiff_t>(in_both))) continue;
      auto with_it = history;
      with_it.insert(with_it.end(), from, log.end());
      longer.insert(std::move(with_it));
    }
  return longer;
}

/// As far as both go they say the same.
bool agree(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  return std::equal(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(std::min(a.size(), b.size())),
                    b.begin());
}

/// What `history` has beyond the first `known` of it was sent since then, in that order. After a power loss pages may be
/// missing in the midst of what had not been brought to the disk.
bool was_sent(const std::vector<std::uint64_t>& history, std::size_t known,
              const std::vector<std::uint64_t>& sent, bool power_lost) {
  auto next = sent.begin();
  // What the board showed when it was heard again may be what it had shown before.
  if (known > 0 && next != sent.end() && *next == history[known - 1]) ++next;
  for (std::size_t i = known; i < history.size(); ++i, ++next) {
    if (power_lost) next = std::find(next, sent.end(), history[i]);
    if (next == sent.end() || *next != history[i]) return false;
  }
  return true;
}

/// The store has the decision in the history of that alert, which is closed.
bool is_told(const std::vector<arbiter::AlertRow>& rows, const Promised::Entered& entered) {
  return std::ranges::any_of(rows, [&](const arbiter::AlertRow& row) {
    return row.board == entered.board && row.finding == entered.finding && !row.closed_utc.empty() &&
           std::ranges::any_of(row.history,
                               [&](const auto& entry) { return entry.what.starts_with(entered.state); });
  });
}

/// What it has of that finding instead, in each log of the board.
std::string told_instead(const std::vector<arbiter::AlertRow>& rows, const Promised::Entered& entered) {
  std::string told;
  for (const arbiter::AlertRow& row : rows) {
    if (row.board != entered.board || row.finding != entered.finding) continue;
    told += "\n  alert " + std::to_string(row.id) + " of " + row.log + ", closed '" + row.closed_utc + "', " +
            std::to_string(row.lines) + " lines:";
    for (const auto& entry : row.history) told += "\n    " + entry.utc + ' ' + entry.by + ": " + entry.what;
  }
  return told;
}

}  // namespace

HallUnderLoad::HallUnderLoad(Options options) : options_{std::move(options)} {
  std::string as;
  for (unsigned i = 0; i < options_.tables; ++i) {
    tables_.push_back(std::make_unique<Table>(io_, options_.first_number + i));
    as += (as.empty() ? "\"" : ", \"") + tables_.back()->as() + '"';
  }
  fs::create_directories(data());
  std::ofstream{options_.folder / "jadoube.toml"} << "[hall]\nsync_ms = " << options_.sync.count()
                                                  << "\n[boards]\nusb = false\nas = [" << as << "]\n";
  make_token();
}

void HallUnderLoad::make_token() {
  token_ = server::make_secret().value();
  auto store = arbiter::Store::open(data() / "store.sqlite");
  ASSERT_TRUE(store) << store.error();
  EXPECT_TRUE((*store)->tokens().add("tester", arbiter::Role::arbiter, server::sha256_hex(token_),
                                     record::utc_text(record::utc_now())));
}

std::string HallUnderLoad::said() const {
  return contents(options_.folder / "stderr");
}

// ---- the program

void HallUnderLoad::start() {
  std::vector<std::string> arguments{JADOUBE_PROGRAM, "serve",    "--listen",
                                     "127.0.0.1:0",   "--config", options_.folder / "jadoube.toml",
                                     "--data",        data()};
  std::vector<std::string> environment = options_.environment;
  for (char** each = environ; *each != nullptr; ++each) environment.emplace_back(*each);
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, (options_.folder / "stderr").c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  ASSERT_EQ(::posix_spawn(&child_, JADOUBE_PROGRAM, &actions, nullptr, pointers_to(arguments).data(),
                          pointers_to(environment).data()),
            0);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  out_.assign(ends[0]);
  line_.clear();
  port_ = 0;
  take_line();
}

/// "http://127.0.0.1:40123/…": it is up.
void HallUnderLoad::take_line() {
  boost::asio::async_read_until(
      out_, boost::asio::dynamic_buffer(line_), '\n', [this](boost::system::error_code error, std::size_t) {
        if (error) return;
        ++starts_;
        if (token_.empty()) make_token();
        port_ = static_cast<std::uint16_t>(
            std::stoul(line_.substr(std::string_view{"http://127.0.0.1:"}.size())));
        arbiter_ = std::make_shared<ArbiterClient>(io_, port_, token_, promised_, tables_, starts_);
        arbiter_->begin();
      });
}

void HallUnderLoad::wait_until_up() {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (port_ == 0 && std::chrono::steady_clock::now() < end) io_.run_one_until(end);
  ASSERT_NE(port_, 0) << said();
}

int HallUnderLoad::wait_for_end(int signal) {
  ::kill(child_, signal);
  int status = 0;
  ::waitpid(child_, &status, 0);
  ended_ = std::chrono::steady_clock::now();
  return status;
}

/// What has been told by now counts.
void HallUnderLoad::leave() {
  io_.restart();
  while (io_.poll() != 0) {
  }
  for (const auto& table : tables_) table->hang_up();
  if (arbiter_) arbiter_->end();
  arbiter_.reset();
  out_.close();
  while (io_.poll() != 0) {
  }
}

void HallUnderLoad::run_and_kill(std::chrono::microseconds time, bool once_up) {
  for (const auto& table : tables_) table->forget_sent();
  start();
  if (once_up) wait_until_up();
  if (!testing::Test::HasFatalFailure()) io_.run_for(time);
  const int status = wait_for_end(SIGKILL);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
      << "the program ended by itself, with " << status << ": " << said();
  leave();
}

void HallUnderLoad::hurt_store(std::mt19937& random) {
  const fs::path store = data() / "store.sqlite";
  const auto size = fs::file_size(store);
  constexpr std::uintmax_t kPage = 4096;
  const auto page = random() % (size / kPage) * kPage;
  switch (random() % 4) {
    case 0:
      for (const char* name : {"store.sqlite-wal", "store.sqlite-shm"}) fs::remove(data() / name);
      [[fallthrough]];
    case 1:
      fs::remove(store);
      break;
    case 2:
      fs::resize_file(store, page + random() % 2 * 100);
      break;
    default:
      std::fstream file{store, std::ios::binary | std::ios::in | std::ios::out};
      file.seekp(static_cast<std::streamoff>(page));
      for (std::uintmax_t i = 0; i < kPage; ++i) file.put(static_cast<char>(random()));
  }
  for (const auto& [id, shown] : promised_.shown) promised_.shown_before.insert(shown);
  promised_.acknowledged_before += promised_.acknowledged.size();
  promised_.shown.clear();
  promised_.acknowledged.clear();
  promised_.numbers.clear();
  token_.clear();
}

void HallUnderLoad::find_again_and_kill() {
  for (const auto& table : tables_) table->forget_sent();
  start();
  wait_until_up();
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (!(not_found_again().empty() && is_all_told_again()) && std::chrono::steady_clock::now() < end)
    io_.run_for(100ms);
  wait_for_end(SIGKILL);
  leave();
}

std::set<Promised::Shown> HallUnderLoad::not_found_again() const {
  std::set<Promised::Shown> missing = promised_.shown_before;
  const auto store = arbiter::Store::open(data() / "store.sqlite");
  if (!store) return missing;
  std::set<std::pair<std::string, std::string>> logs;
  for (const Promised::Shown& each : promised_.shown_before) logs.emplace(each.board, each.log);
  for (const auto& [board, log] : logs) {
    const auto alerts = (*store)->alerts_of(board, log);
    if (!alerts) return missing;
    for (const arbiter::AlertRow& row : alerts->rows)
      missing.erase({row.board, row.log, std::string{name(row.kind)}, row.finding});
  }
  return missing;
}

std::vector<arbiter::AlertRow> HallUnderLoad::alerts_in(arbiter::Store& store) const {
  std::vector<arbiter::AlertRow> all;
  for (const auto& table : tables_)
    for (const auto& log : arbiter::logs_in(data() / "boards" / table->id())) {
      auto alerts = store.alerts_of(table->id(), table->id() + '/' + log.filename().string()).value().rows;
      std::ranges::move(alerts, std::back_inserter(all));
    }
  return all;
}

bool HallUnderLoad::is_all_told_again() const {
  const auto store = arbiter::Store::open(data() / "store.sqlite");
  if (!store) return false;
  const std::vector<arbiter::AlertRow> all = alerts_in(**store);
  return std::ranges::all_of(promised_.entered, [&](const auto& entered) { return is_told(all, entered); });
}

std::string HallUnderLoad::run_and_end() {
  for (const auto& table : tables_) table->forget_sent();
  start();
  wait_until_up();
  io_.run_for(500ms);
  std::string snapshot = shown();
  while (snapshot.find("\"catching_up\"") != std::string::npos) {
    io_.run_for(20ms);
    snapshot = shown();
  }
  EXPECT_EQ(wait_for_end(SIGTERM), 0) << said();
  leave();
  return snapshot;
}

std::string HallUnderLoad::shown() {
  std::string snapshot;
  if (port_ != 0) {
    boost::asio::ip::tcp::socket socket{io_};
    socket.connect({boost::asio::ip::address_v4::loopback(), port_});
    boost::beast::http::request<boost::beast::http::empty_body> ask{boost::beast::http::verb::get,
                                                                    "/api/v1/snapshot", 11};
    ask.set("Host", "localhost");
    ask.set("Authorization", "Bearer " + token_);
    boost::beast::http::write(socket, ask);
    boost::beast::flat_buffer buffer;
    boost::beast::http::response_parser<boost::beast::http::string_body> answer;
    answer.body_limit(boost::none);
    boost::beast::http::read(socket, buffer, answer);
    snapshot = answer.get().body();
  }
  return snapshot;
}

// ---- what must be there

void HallUnderLoad::check(bool power_lost) {
  check_store();
  for (const auto& table : tables_) check_board(*table, power_lost);
}

void HallUnderLoad::check_store() {
  auto store = arbiter::Store::open(data() / "store.sqlite");
  ASSERT_TRUE(store) << store.error();
  const std::vector<arbiter::AlertRow> all = alerts_in(**store);
  std::map<std::uint64_t, arbiter::AlertRow> rows;
  std::set<std::tuple<std::string, std::string, std::uint64_t>> sources;
  for (const arbiter::AlertRow& row : all) {
    EXPECT_TRUE(sources.emplace(row.board, row.log, row.finding).second) << "two alerts for one finding";
    rows.emplace(row.id, row);
  }
  for (const auto& [id, shown] : promised_.shown) {
    ASSERT_TRUE(rows.contains(id)) << "alert " << id << " of " << shown.log << " was shown and is gone";
    const arbiter::AlertRow& row = rows.at(id);
    EXPECT_EQ((Promised::Shown{row.board, row.log, std::string{name(row.kind)}, row.finding}), shown);
  }
  for (const Promised::Shown& each : not_found_again())
    ADD_FAILURE() << each.kind << ' ' << each.finding << " of " << each.log
                  << " was shown before the store was lost, and is not found again";
  for (const std::uint64_t id : promised_.acknowledged)
    EXPECT_EQ(rows.at(id).acknowledged_by, "tester") << "alert " << id << " was acknowledged";
  for (const Promised::Entered& entered : promised_.entered)
    EXPECT_TRUE(is_told(all, entered)) << "finding " << entered.finding << " of " << entered.board << " was "
                                       << entered.state << told_instead(all, entered);
  for (const auto& [board, numbers] : promised_.numbers)
    for (const unsigned number : numbers)
      EXPECT_TRUE((*store)->has_note(board, "table " + std::to_string(number)).value())
          << board << ' ' << number;
  // What was killed has lost nothing that the store knows of, and is not said to have.
  const auto audit = (*store)->audit(0, 1000).value();
  for (const arbiter::AuditEntry& entry : audit)
    EXPECT_TRUE(entry.by != "jadoube" || entry.board == arbiter::kAboutStore) << entry.what;
}

/// Every log is whole up to its end; what it holds is what the board has sent, without a gap, at least up to
/// what was shown; and it has every entry that was answered.
void HallUnderLoad::check_board(const Table& table, bool power_lost) {
  BoardHistories& known = known_[table.id()];
  if (known.empty()) known.emplace();
  BoardHistories found;
  found.emplace();
  std::set<std::int64_t> times;
  std::set<std::pair<std::string, std::uint64_t>> entered;
  unsigned results = 0;
  const auto logs = arbiter::logs_in(data() / "boards" / table.id());
  for (const auto& log : logs) {
    auto reader = record::ScanLogReader::open(log.string(), [](const record::Problem&) {});
    if (!reader) continue;  // begun in the moment of the kill
    std::vector<std::uint64_t> shown;
    while (const record::Entry* entry = (*reader)->next()) {
      if (const auto* scan = std::get_if<record::Scan>(&entry->record)) {
        times.insert(scan->t.count());
        if (shown.empty() || shown.back() != scan->occupied.bits) shown.push_back(scan->occupied.bits);
      }
      if (const auto* done = std::get_if<record::Arbiter>(&entry->record)) {
        using enum record::Arbiter::Action;
        if (done->action == result) ++results;
        if (done->action == confirm) entered.emplace("confirmed", done->finding.value_or(0));
        if (done->action == dismiss) entered.emplace("dismissed", done->finding.value_or(0));
      }
    }
    found = with_log(found, shown);
    std::erase_if(found, [&](const auto& history) {
      return std::ranges::none_of(known, [&](const auto& each) { return agree(history, each); });
    });
    ASSERT_FALSE(found.empty()) << table.id() << " has not in its logs what was in them";
    if (power_lost) continue;
    const auto checked = record::verify_recording(log.string());
    for (const auto& fault : checked->faults)
      EXPECT_THAT(fault.sentence, testing::HasSubstr("cut off")) << log;
  }
  EXPECT_GE(results, promised_.results[table.id()]) << table.id();
  for (const auto& [board, finding, state] : promised_.entered)
    EXPECT_TRUE(board != table.id() || entered.contains({state, finding})) << board << ' ' << finding;
  for (const Promised::ToldScan& told : promised_.scans[table.id()])
    EXPECT_TRUE((power_lost && ended_ - told.heard <= options_.sync + kToSync) || times.contains(told.t_us))
        << table.id() << ": the scan of " << told.t_us << " us was shown";
  promised_.scans[table.id()].clear();

  const bool has_all = std::ranges::any_of(found, [&](const auto& history) {
    return std::ranges::any_of(known, [&](const auto& each) { return history.size() >= each.size(); });
  });
  ASSERT_TRUE(has_all) << table.id() << " has lost scans that were in its logs";
  std::erase_if(found, [&](const auto& history) {
    return std::ranges::none_of(known, [&](const auto& each) {
      return history.size() >= each.size() && agree(history, each) &&
             was_sent(history, each.size(), table.sent(), power_lost);
    });
  });
  ASSERT_FALSE(found.empty()) << table.id() << " has scans in its logs that were never sent, or not then";
  known = std::move(found);
}

}  // namespace jadoube::tests
