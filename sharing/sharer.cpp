#include "sharing/sharer.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include <boost/asio/post.hpp>

#include "record/utc.hpp"
#include "server/private_file.hpp"

namespace jadoube::sharing {
namespace {

constexpr const char* kAlerts = "alerts";
constexpr const char* kRounds = "rounds";
constexpr const char* kNumbers = "numbers";
/// And the folder's name.
constexpr std::string_view kLogs = "log:";
/// Of a transaction.
constexpr unsigned kAlertsAtOnce = 200;
constexpr std::chrono::milliseconds kShortestPause{250};
/// How often the hall says that it is there, and how often folders are looked through for logs that are finished.
constexpr std::chrono::seconds kGreetEvery{60};
constexpr std::chrono::seconds kLookForLogsEvery{5};
/// Of nice(2): boards and people come first.
constexpr int kGivesWay = 10;

/// The hall's own store is of no use at present.
store::Failure own_failure(const std::string& sentence) {
  return {"the hall's own store cannot be read: " + sentence};
}

}  // namespace

tl::expected<std::unique_ptr<Sharer>, std::string> Sharer::start(boost::asio::any_io_executor executor,
                                                                 Options options) {
  if (const auto problem = problem_of(options.config, false)) return tl::unexpected{*problem};
  auto address = store::Address::parse(options.config.url);
  if (!address) return tl::unexpected{"store.url " + address.error()};
  auto password = server::read_secret_file(options.config.password_file);
  if (!password) return tl::unexpected{password.error()};
  auto own = arbiter::Store::open((options.data / "store.sqlite").string());
  if (!own) return tl::unexpected{own.error()};
  const auto source = (*own)->source();
  if (!source) return tl::unexpected{source.error()};
  return std::unique_ptr<Sharer>{new Sharer{std::move(executor), std::move(options), *std::move(address),
                                            *std::move(password), *std::move(own), source->name}};
}

Sharer::Sharer(boost::asio::any_io_executor executor, Options options, store::Address address,
               std::string password, std::unique_ptr<arbiter::Store> own, std::string source)
    : executor_{std::move(executor)},
      options_{std::move(options)},
      hall_{options_.config.hall, options_.data},
      shared_{std::move(address), std::move(password), options_.program},
      own_{std::move(own)},
      source_{std::move(source)},
      logs_{options_.data, options_.idle},
      timer_{executor_},
      thread_{[this] { work(); }} {
  look_for_silence();
}

// Throws only for want of memory, or where a thread would wait for itself.
// NOLINTNEXTLINE(bugprone-exception-escape)
Sharer::~Sharer() {
  stop(std::chrono::milliseconds::zero());
}

void Sharer::stop(std::chrono::milliseconds time) {
  *alive_ = false;
  timer_.cancel();
  if (!thread_.joinable()) return;
  stop_logs_ = true;
  {
    std::unique_lock lock{mutex_};
    ending_ = true;
    wake_.notify_all();
    wake_.wait_for(lock, time, [this] { return ended_; });
    // It may be on its way to connect, and wait for an answer only then.
    while (!ended_) {
      shared_.interrupt();
      wake_.wait_for(lock, std::chrono::milliseconds{50}, [this] { return ended_; });
    }
  }
  thread_.join();
}

Standing Sharer::standing() const {
  const std::lock_guard lock{mutex_};
  return standing_;
}

void Sharer::look_for_silence() {
  {
    const std::lock_guard lock{mutex_};
    if (asked_ && Clock::now() - *asked_ > options_.silence) shared_.interrupt();
  }
  timer_.expires_after(options_.silence / 4);
  timer_.async_wait([this, alive = alive_](const boost::system::error_code& error) {
    if (!error && *alive) look_for_silence();
  });
}

// ---- the thread

template <class Ask>
auto Sharer::asking(const Ask& ask) {
  const auto set = [this](std::optional<Clock::time_point> asked) {
    const std::lock_guard lock{mutex_};
    asked_ = asked;
  };
  set(Clock::now());
  auto answer = ask();
  set(std::nullopt);
  return answer;
}

void Sharer::work() {
  ::setpriority(PRIO_PROCESS, 0, kGivesWay);
  std::chrono::milliseconds pause = kShortestPause;
  for (bool is_last = false; !is_last;) {
    auto more = pass();
    if (more)
      is_there();
    else
      is_away(more.error());
    count_waiting();
    const bool is_well = more.has_value();
    const auto wait = is_well ? (*more ? std::chrono::milliseconds::zero() : options_.look_every) : pause;
    pause = is_well ? kShortestPause : std::min(2 * pause, options_.longest_pause);
    std::unique_lock lock{mutex_};
    // What was found until the end is written too, once.
    is_last = ending_ && !(is_well && *more);
    if (!is_last) wake_.wait_for(lock, wait, [this] { return ending_; });
  }
  const std::lock_guard lock{mutex_};
  ended_ = true;
  wake_.notify_all();
}

store::Expected<bool> Sharer::pass() {
  bool more = false;
  auto done = read_marks();
  const auto step = [&](store::Expected<bool> written) {
    if (written)
      more = more || *written;
    else
      done = tl::unexpected{std::move(written).error()};
  };
  if (done) step(write_alerts());
  if (done) step(write_rounds());
  if (done) done = write_numbers();
  if (done && !stop_logs_) step(write_log());
  if (done) return more;
  // Whether what was written last is there, the marks say.
  marks_.reset();
  return tl::unexpected{std::move(done).error()};
}

store::Done Sharer::read_marks() {
  const auto now = Clock::now();
  if (marks_ && now < next_greeting_) return {};
  auto greeted = asking(
      [&] { return shared_.tell_hall(hall_.name, options_.address, record::utc_text(record::utc_now())); });
  if (!greeted) return greeted;
  next_greeting_ = now + kGreetEvery;
  if (marks_) return {};
  auto marks = asking([&] { return shared_.marks(hall_.name, source_); });
  if (!marks) return tl::unexpected{std::move(marks).error()};
  const auto own = own_->source();
  if (!own) return tl::unexpected{own_failure(own.error())};
  marks_ = *std::move(marks);
  // A copy of the store from before has been put back: from here on its numbers are others.
  if (number_at(kAlerts) > own->changes) marks_->erase(kAlerts);
  return {};
}

std::uint64_t Sharer::number_at(const std::string& about) const {
  std::uint64_t number = 0;
  const auto found = marks_->find(about);
  if (found != marks_->end())
    std::from_chars(found->second.data(), found->second.data() + found->second.size(), number);
  return number;
}

store::Batch Sharer::batch_with(const std::string& about, const std::string& mark) const {
  return {.hall = hall_.name, .source = source_, .marks = {{about, mark}}};
}

store::Done Sharer::write(store::Batch batch, std::uint64_t count) {
  auto done = asking([&] { return shared_.write(batch); });
  if (!done) return done;
  for (const auto& [about, mark] : batch.marks) (*marks_)[about] = mark;
  const std::lock_guard lock{mutex_};
  standing_.written += count;
  return {};
}

store::Expected<bool> Sharer::write_alerts() {
  const auto changed = own_->changed_alerts(number_at(kAlerts), kAlertsAtOnce);
  if (!changed) return tl::unexpected{own_failure(changed.error())};
  if (changed->last == number_at(kAlerts)) return false;
  store::Batch batch = batch_with(kAlerts, std::to_string(changed->last));
  for (const arbiter::AlertRow& alert : changed->alerts.rows) {
    if (std::ranges::none_of(
            batch.logs, [&](const auto& log) { return log.log == alert.log && log.board == alert.board; }))
      batch.logs.push_back(log_row(hall_, alert));
    batch.findings.push_back(finding_row(hall_, alert));
  }
  auto done = write(std::move(batch), changed->alerts.rows.size());
  if (!done && done.error().is_refused) done = write_one_by_one(*changed);
  if (!done) return tl::unexpected{std::move(done).error()};
  return true;
}

/// One that no table takes keeps no other from being there.
store::Done Sharer::write_one_by_one(const arbiter::Store::ChangedAlerts& changed) {
  for (const arbiter::AlertRow& alert : changed.alerts.rows) {
    store::Batch batch{.hall = hall_.name, .source = source_};
    batch.logs.push_back(log_row(hall_, alert));
    batch.findings.push_back(finding_row(hall_, alert));
    auto done = write(std::move(batch), 1);
    if (done) continue;
    if (!done.error().is_refused) return done;
    refused("Alert " + std::to_string(alert.id), done.error());
  }
  return write(batch_with(kAlerts, std::to_string(changed.last)), 0);
}

void Sharer::refused(const std::string& what, const store::Failure& failure) {
  refusal_ = what + " is not in the shared store, which does not take it (" + failure.sentence +
             "); it is in the hall's own.";
  const std::lock_guard lock{mutex_};
  ++standing_.refused;
}

store::Expected<bool> Sharer::write_rounds() {
  const auto kept = own_->round_after(number_at(kRounds));
  if (!kept) return tl::unexpected{own_failure(kept.error())};
  if (!*kept) return false;
  store::Batch batch = batch_with(kRounds, std::to_string((*kept)->id));
  batch.rounds.push_back(round_row(**kept));
  if (auto done = write(std::move(batch), 0); !done) return tl::unexpected{std::move(done).error()};
  return true;
}

store::Done Sharer::write_numbers() {
  const auto numbers = own_->numbers_after(number_at(kNumbers));
  if (!numbers) return tl::unexpected{own_failure(numbers.error())};
  if (numbers->numbers.empty()) return {};
  store::Batch batch = batch_with(kNumbers, std::to_string(numbers->last));
  for (const auto& [board, number] : numbers->numbers)
    batch.boards.push_back({board, std::int64_t{number}, {}});
  return write(std::move(batch), 0);
}

store::Expected<bool> Sharer::write_log() {
  if (Clock::now() < next_log_) return false;
  std::map<std::string, std::string> done;
  for (const auto& [about, mark] : *marks_)
    if (about.starts_with(kLogs)) done[about.substr(kLogs.size())] = mark;
  const auto log = logs_.next(done);
  if (!log) {
    next_log_ = Clock::now() + kLookForLogsEvery;
    return false;
  }
  const auto account =
      archive::account_of(log->path.string(), {options_.library, {}, options_.language, stop_logs_});
  if (account.is_stopped) return false;
  store::Batch batch{.hall = hall_.name, .source = source_};
  if (log->is_closed)
    batch.marks[std::string{kLogs} + log->path.parent_path().filename().string()] =
        log->path.filename().string();
  const auto marks = batch.marks;
  batch.logs.push_back(log_row(hall_, log->board, account));
  const std::string& model = account.header.board.model;
  batch.boards.push_back({log->board, {}, model.empty() ? std::nullopt : std::optional{model}});
  auto written = write(std::move(batch), 1);
  if (!written && written.error().is_refused) {
    refused(name_of_log(log->path), written.error());
    written = write({.hall = hall_.name, .source = source_, .marks = marks}, 0);
  }
  if (!written) return tl::unexpected{std::move(written).error()};
  logs_.followed(*log);
  return true;
}

// ---- how it stands

void Sharer::count_waiting() {
  const auto waiting = own_->changed_after(marks_ ? number_at(kAlerts) : 0);
  const std::lock_guard lock{mutex_};
  standing_.is_up = marks_.has_value();
  // Without marks nobody knows; what was known last is nearer than all.
  if (waiting && marks_) standing_.waiting = *waiting;
}

void Sharer::is_away(const store::Failure& failure) {
  if (!away_since_) away_since_ = Clock::now();
  if (Clock::now() - *away_since_ < options_.patience) return;
  tell("The shared store cannot be written (" + failure.sentence +
       "); what is to be there waits in the hall's own.");
}

void Sharer::is_there() {
  away_since_.reset();
  tell(refusal_);
}

void Sharer::tell(const std::string& sentence) {
  if (sentence == told_) return;
  told_ = sentence;
  boost::asio::post(executor_, [this, alive = alive_, sentence] {
    if (*alive) options_.warn(sentence);
  });
}

}  // namespace jadoube::sharing
