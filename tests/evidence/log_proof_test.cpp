// The looks at a log, its store and its daemon, with something happening between any two of them.
#include "evidence/log_proof.hpp"

#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evidence/data_lock.hpp"
#include "evidence/evidence_log.hpp"
#include "tests/support/temporary_folder.hpp"

namespace jadoube::arbiter {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// A data folder and what a daemon does to it, a step at a time.
class Daemon {
 public:
  Daemon() {
    fs::create_directories(boards());
    start();
    find();
    write();
  }

  /// What the store has of the first log.
  [[nodiscard]] const std::vector<Store::Anchor>& anchors() const { return anchors_; }
  [[nodiscard]] std::string log(int number) const {
    return (boards() / (std::to_string(number) + ".jscan")).string();
  }

  void start() {
    lock_ = DataLock::take(folder_.path()).value();
    record::Header header;
    header.board.id = "demo";
    if (!fs::exists(log(number_))) {
      log_ = EvidenceLog::begin(log(number_), header, {});
    } else {
      log_ =
          EvidenceLog::resume(
              log(number_), [](const record::Header&, const record::Entry&) {}, [](const record::Problem&) {})
              .value();
    }
    write();
  }
  void write() {
    for (int i = 0; i < 20; ++i) {
      const auto t = ++time_;
      log_->write(record::Scan{
          record::Time{t * 1000}, {static_cast<std::uint64_t>(t) * 0x9E3779B97F4A7C15U}, {}, {}});
    }
    log_->flush();
  }
  /// A finding: the log's digest goes into the store.
  void find() {
    write();
    const auto seal = log_->seal().value();
    if (number_ == 1) anchors_.push_back({seal.bytes, record::hex(seal.digest), "2026-11-21T18:00:00.000Z"});
  }
  /// Several, with much between them: the log gets new blocks.
  void find_much() {
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 200; ++j) write();
      find();
    }
  }
  void close() {
    find();
    log_->close();
  }
  void begin_next() {
    close();
    const auto previous = log_->last_digest();
    record::Header header;
    header.board.id = "demo";
    log_ = EvidenceLog::begin(log(++number_), header, previous);
    write();
    find();
    write();
  }
  /// The file is made, and nothing is in it yet.
  void make_next() {
    close();
    std::ofstream{log(++number_)};
  }
  void end() {
    close();
    lock_ = {};
  }
  void rest() {}
  void crash() {
    log_.reset();
    lock_ = {};
  }
  /// Of what is written next only a part has arrived.
  void tear() {
    const auto before = fs::file_size(log(number_));
    write();
    const auto after = fs::file_size(log(number_));
    std::ifstream in{log(number_), std::ios::binary};
    const std::string bytes{std::istreambuf_iterator<char>{in}, {}};
    rest_ = bytes.substr((before + after) / 2);
    fs::resize_file(log(number_), (before + after) / 2);
  }
  void mend() { std::ofstream{log(number_), std::ios::binary | std::ios::app} << std::exchange(rest_, {}); }

  // What somebody else does to the log.
  void cut_off() { fs::resize_file(log(number_), fs::file_size(log(number_)) / 3); }
  void change() {
    std::fstream file{log(number_), std::ios::in | std::ios::out | std::ios::binary};
    file.seekp(300);
    file.put('\x55');
  }

 private:
  [[nodiscard]] fs::path boards() const { return folder_.path() / "boards" / "demo"; }

  tests::TemporaryFolder folder_;
  std::vector<Store::Anchor> anchors_;
  DataLock lock_;
  std::unique_ptr<EvidenceLog> log_;
  int number_ = 1;
  std::int64_t time_ = 0;
  std::string rest_;
};

using Event = void (Daemon::*)();
struct Happening {
  std::string name;
  std::vector<Event> events;
};

/// A log to which something happens between two looks: the first event after look `first`, counted from 1,
/// each other one `step` looks after the one before.
class Disturbed : public LogView {
 public:
  Disturbed(LogView& log, Daemon& daemon, std::vector<Event> events, int first, int step = 0)
      : log_{log}, daemon_{daemon}, events_{std::move(events)}, next_{first}, step_{step} {}
  [[nodiscard]] const std::string& name() const override { return log_.name(); }
  tl::expected<std::vector<Store::Anchor>, std::string> anchors() override {
    return looked<tl::expected<std::vector<Store::Anchor>, std::string>>(daemon_.anchors());
  }
  tl::expected<std::string, std::string> bytes() override { return looked(log_.bytes()); }
  bool is_being_written() override { return looked(log_.is_being_written()); }
  [[nodiscard]] bool has_begun() const { return happened_ != 0; }

 private:
  template <class Seen>
  Seen looked(Seen seen) {
    ++looks_;
    while (looks_ == next_ && happened_ != events_.size()) {
      (daemon_.*events_[happened_++])();
      next_ += step_;
    }
    return seen;
  }

  LogView& log_;
  Daemon& daemon_;
  std::vector<Event> events_;
  std::size_t happened_ = 0;
  int looks_ = 0;
  int next_;
  int step_;
};

/// The proof of the first log, in every order of `between` and the looks. `before` happens before all of
/// them.
using Told = std::function<void(const LogProof&, const std::string& when)>;
void in_every_order(const Happening& before, const Happening& between, const Told& told) {
  const int longest_step = between.events.size() == 1 ? 0 : 3;
  for (int step = 0; step <= longest_step; ++step) {
    bool has_begun = true;
    for (int first = 1; has_begun; ++first) {
      Daemon daemon;
      for (const Event event : before.events) (daemon.*event)();
      LogOnDisk log{daemon.log(1), nullptr};
      Disturbed disturbed{log, daemon, between.events, first, step};
      const LogProof proof = prove(disturbed);
      has_begun = disturbed.has_begun();
      told(proof, before.name + "; after look " + std::to_string(first) + ", " + std::to_string(step) +
                      " apart: " + between.name);
    }
  }
}

const Happening kRuns{"a daemon runs", {}};
const Happening kHasEnded{"a daemon has ended", {&Daemon::end}};
const std::vector<Happening> kWhileItRuns{
    {"it goes on", {&Daemon::write}},
    {"it finds something", {&Daemon::find}},
    {"it finds much", {&Daemon::find_much}},
    {"it finds something, and again", {&Daemon::find, &Daemon::find_much}},
    {"the next game begins", {&Daemon::begin_next}},
    {"the next log is made, and empty", {&Daemon::make_next}},
    {"it ends", {&Daemon::end}},
    {"it ends and starts", {&Daemon::end, &Daemon::start}},
    {"it ends, starts and ends", {&Daemon::end, &Daemon::start, &Daemon::end}},
    {"it crashes and starts", {&Daemon::crash, &Daemon::start}},
};
const std::vector<Happening> kWhileNoneRuns{
    {"it starts", {&Daemon::start}},
    {"it starts and ends", {&Daemon::start, &Daemon::end}},
    {"it starts and ends, and again",
     {&Daemon::start, &Daemon::end, &Daemon::rest, &Daemon::start, &Daemon::end}},
    {"it starts and the next game begins", {&Daemon::start, &Daemon::begin_next}},
};

void nothing_is_said(const LogProof& proof, const std::string& when) {
  EXPECT_THAT(proof.accusations, IsEmpty()) << when;
  EXPECT_TRUE(proof.check) << when;
  EXPECT_EQ(proof.agreed, proof.anchors.size()) << when;
}

TEST(LogProofTest, ASoundLogIsNotAccusedWhateverItsDaemonDoesMeanwhile) {
  for (const Happening& each : kWhileItRuns) {
    // A crash leaves an end that is not sealed, until the next start.
    const bool crashes = each.events.front() == &Daemon::crash;
    in_every_order(kRuns, each, [&](const LogProof& proof, const std::string& when) {
      if (!crashes) return nothing_is_said(proof, when);
      for (const std::string& accusation : proof.accusations)
        EXPECT_THAT(accusation, HasSubstr("the program that wrote it has crashed")) << when;
    });
  }
  for (const Happening& each : kWhileNoneRuns) in_every_order(kHasEnded, each, nothing_is_said);
}

TEST(LogProofTest, ARecordThatIsOnItsWayToTheFileIsNoDamage) {
  const Happening torn{"half a record is there", {&Daemon::tear}};
  in_every_order(torn, {"the rest comes", {&Daemon::mend}}, nothing_is_said);
  Daemon daemon;
  daemon.tear();
  LogOnDisk log{daemon.log(1), nullptr};
  const LogProof proof = prove(log);
  EXPECT_THAT(proof.accusations, IsEmpty()) << "however long it takes";
  EXPECT_TRUE(proof.being_written);
  daemon.crash();
  EXPECT_THAT(prove(log).accusations, Contains(HasSubstr("cut off here")));
}

TEST(LogProofTest, ALogThatHasJustBeenMadeIsNotAccusedOfBeingEmpty) {
  Daemon daemon;
  daemon.make_next();
  LogOnDisk log{daemon.log(2), nullptr};
  EXPECT_THAT(prove(log).accusations, IsEmpty());
  EXPECT_TRUE(prove(log).being_written);
  daemon.crash();
  EXPECT_THAT(prove(log).accusations, Not(IsEmpty()));
}

TEST(LogProofTest, ALogBehindWhichACrashHasLeftAnEmptyFileIsTheOneThatIsWritten) {
  Daemon daemon;
  std::ofstream{daemon.log(2)};
  LogOnDisk log{daemon.log(1), nullptr};
  EXPECT_THAT(prove(log).accusations, IsEmpty());
  EXPECT_TRUE(prove(log).being_written);
}

TEST(LogProofTest, AnEndThatIsMissingIsNoticedWhateverItsDaemonDoesMeanwhile) {
  const Happening cut_off{"its end is cut off", {&Daemon::cut_off}};
  for (const Happening& each : kWhileItRuns)
    in_every_order(cut_off, each, [](const LogProof& proof, const std::string& when) {
      EXPECT_THAT(proof.accusations, Not(IsEmpty())) << when;
    });
}

TEST(LogProofTest, AChangedByteIsNoticedWhateverItsDaemonDoesMeanwhile) {
  const Happening changed{"a byte is changed", {&Daemon::change}};
  for (const Happening& each : kWhileItRuns)
    in_every_order(changed, each, [](const LogProof& proof, const std::string& when) {
      EXPECT_THAT(proof.accusations, Contains(HasSubstr("is not what it was at"))) << when;
    });
}

}  // namespace
}  // namespace jadoube::arbiter
