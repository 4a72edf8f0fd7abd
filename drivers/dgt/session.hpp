// The session of a DGT board in single-board mode: finds it, has it report changes and sees to it that it goes on
// reporting, reads the whole board again now and then, and after a lost link asks it what it remembers.
#pragma once

#include <deque>
#include <vector>

#include "drivers/board_session.hpp"
#include "drivers/dgt/codec.hpp"
#include "drivers/dgt/recollection.hpp"
#include "drivers/dgt/scans.hpp"

namespace jadoube::drivers::dgt {

class DgtSession final : public BoardSession {
 public:
  /// `polled`: by a bus, which sees to it that the board is there and tells what has changed.
  explicit DgtSession(bool polled = false) : polled_{polled} {}
  [[nodiscard]] record::Header::Board board() const override;
  [[nodiscard]] Tally tally() const override;
  /// It has told its version, serial number or position, or two changes in a row.
  [[nodiscard]] bool is_recognised() const override { return recognised_ && BoardSession::is_recognised(); }

 private:
  /// After a lost link. What is heard meanwhile is kept and not told.
  enum class Return : std::uint8_t {
    none,
    waits_for_position,
    waits_for_log,
    tells_what_was_missed,
  };

  void on_connect(record::Time now) override;
  void on_receive(std::span<const std::uint8_t> bytes, record::Time now) override;
  void on_lost(record::Time t) override;
  void on_back(record::Time now) override;
  void on_restored() override;
  void on_wake(record::Time now) override;
  [[nodiscard]] std::optional<record::Time> wanted_wake() const override;
  [[nodiscard]] std::optional<record::Time> silence_limit() const override;

  void introduce();
  void ask(Command command);
  void recognise(const Message& message);
  void take(const Message& message, record::Time now);
  /// False: it is not believed, or not yet.
  bool believe(const BoardDump& dump, record::Time now);
  void watch_mode(record::Time now);
  void tell(const Message& message, record::Time now);
  void tell_untold(record::Time t);
  void come_back(const Message& message, record::Time now);
  void give_up_remembering(record::Time now);

  bool polled_ = false;
  Decoder decoder_;
  Scans scans_;
  std::vector<record::Record> out_;
  Tally tally_;
  bool recognised_ = false;
  unsigned changes_in_a_row_ = 0;    // with nothing between them that is no message; until it is recognised
  std::uint64_t faults_before_ = 0;  // bytes and frames that were no message, before the last change
  bool answered_ = false;            // since it was introduced
  std::vector<Command> to_ask_;
  record::Time next_{};  // when something may be asked
  record::Time dump_{};  // last dump, or when it was asked for
  bool dump_wanted_ = false;
  record::Time clock_heard_{};
  /// A reading that contradicts what was heard, with the changes since: another one must confirm it.
  std::optional<BoardDump> doubted_;
  record::Time back_off_{};  // between attempts to find a board that does not answer
  Return return_ = Return::none;
  Recollection recollection_;
  record::Time log_asked_{};
  unsigned log_attempts_ = 0;  // since the link was lost
  std::deque<Recollection::Due> untold_;
};

}  // namespace jadoube::drivers::dgt
