// Many DGT boards on one line, in bus mode, as if each had a line of its own and were in single-board mode:
// the session of each sends single-board commands and gets single-board messages. Finds the
// boards, takes turns, repeats what was damaged. Opens nothing and asks no clock.
//
// A board on a bus keeps what has happened until it is asked, and repeats it if its answer was damaged: a
// line that was down for a while loses nothing of what happened while the boards had power. What they have
// told is kept here too, as the event log that a board in single-board mode would send.
//
// A board that does not answer costs the others a fixed share of the line, however many such boards there are:
// between its tries everybody else has a turn, and once it has not answered three times it is only asked now and
// then whether it is there. If nobody had time to ask it, or to hear its answer, that says nothing of the board.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "drivers/dgt/bus_codec.hpp"
#include "record/scan.hpp"

namespace jadoube::drivers::dgt {

class Bus {
 public:
  using Bytes = std::vector<std::uint8_t>;

  /// The line is open. Boards that were found before must be found again.
  void connect(record::Time now);
  void receive(std::span<const std::uint8_t> bytes, record::Time now);
  void wake(record::Time now);
  /// When `wake` must be called at the latest.
  [[nodiscard]] record::Time wake_at() const;

  /// Commands in single-board mode for one board.
  void ask(std::uint16_t address, std::span<const std::uint8_t> commands);

  /// Since the line was opened, all boards have been asked who they are until no other one answered.
  [[nodiscard]] bool has_searched() const { return searched_; }

  /// Bytes for the line, in order.
  std::vector<Bytes> take_commands() { return std::exchange(commands_, {}); }
  /// Boards that have been found since the last call.
  std::vector<std::uint16_t> take_found() { return std::exchange(found_, {}); }
  /// Boards that have not answered three questions and more in six seconds, since the last call.
  std::vector<std::uint16_t> take_silent() { return std::exchange(silent_, {}); }
  /// Boards that are followed no longer, and half a sentence that says why.
  std::vector<std::pair<std::uint16_t, std::string>> take_gone() { return std::exchange(gone_, {}); }
  /// What people should know, each in one sentence without a full stop.
  std::vector<std::string> take_warnings() { return std::exchange(warnings_, {}); }
  /// What boards say, in single-board mode.
  std::vector<std::pair<std::uint16_t, Bytes>> take_said() { return std::exchange(said_, {}); }

  [[nodiscard]] const BusLosses& losses() const { return decoder_.losses(); }

 private:
  struct Request {
    BusCommand command = BusCommand::ping;
    std::uint16_t address = kAllBoards;
    /// Single-board command that it answers; 0: none.
    std::uint8_t asked = 0;
    friend bool operator==(const Request&, const Request&) = default;
  };
  struct Member {
    bool is_found = false;  // since the line was opened
    bool reports = false;   // it was told to report changes
    record::Time next_changes{};
    record::Time next_clock{};
    bool clock_was_last = false;  // asked for, and not changes
    bool must_repeat = false;     // nobody knows whether its last changes were told
    std::deque<Request> asked;    // by its session, each thing once
    Bytes last_changes;
    std::deque<std::uint8_t> log;  // what it has told, as its memory would have it

    unsigned failures = 0;     // in a row
    record::Time first_try{};  // of what has failed since
    bool silence_told = false;
    unsigned damaged = 0;  // answers that were nothing but damage, in a row
    bool damage_told = false;
    Bytes shown;                              // by its last position that was asked for
    std::optional<record::Time> shown_until;  // another position before that is none of its own
    unsigned strange = 0;                     // other positions behind that, …
    record::Time strange_since{};             // … since
    bool is_two = false;                      // it is asked nothing more
    record::Time quiet_until{};               // it is asked nothing before: late answers may come
    // While it is silent:
    record::Time next_try{};
    record::Time back_off{};

    [[nodiscard]] bool is_silent() const;
    /// An answer may come that was given up.
    [[nodiscard]] bool may_be_late(record::Time now) const;
    /// When its silence is told; nothing: it is none, or has been told.
    [[nodiscard]] std::optional<record::Time> silence_due() const;
    /// When it is to be asked something; nothing: never.
    [[nodiscard]] std::optional<record::Time> due() const;
  };

  void start(Request request, record::Time now);
  void next_request(record::Time now);
  void begin_search(record::Time now);
  bool try_silent(record::Time now);
  void poll(record::Time now);
  void fail(record::Time now);
  void finish_search(record::Time now);
  void take(const BusReply& reply, record::Time now);
  void take_unasked(const BusReply& reply, record::Time now);
  [[nodiscard]] bool is_anothers(Member& member, const BusReply& reply, record::Time now);
  void give_up_two(std::uint16_t address);
  void take_ping(const Request& request, std::uint16_t address);
  void take_changes(const Request& request, std::uint16_t address, const Bytes& changes, record::Time now);
  void find_again(std::uint16_t address, record::Time now);
  void say_number(std::uint16_t address);
  void say(std::uint16_t address, std::uint8_t id, std::span<const std::uint8_t> data);
  void say_changes(std::uint16_t address, const Bytes& stream);
  [[nodiscard]] bool answers(const BusReply& reply) const;
  [[nodiscard]] bool is_told_again(const BusReply& reply, record::Time now) const;

  BusDecoder decoder_;
  std::vector<BusReply> replies_;
  std::map<std::uint16_t, Member> members_;
  std::deque<Request> waiting_;  // the search for boards
  std::optional<Request> flying_;
  record::Time flying_since_{};
  record::Time deadline_{};     // of what flies
  bool is_put_off_ = false;     // that deadline: this machine came too late to hear the answer
  record::Time next_search_{};  // for boards
  record::Time next_probe_{};   // of one that is silent
  unsigned searches_ = 0;       // in a row
  bool found_any_ = false;
  bool searched_ = false;
  BusLosses losses_before_;  // before the request that flies
  std::uint16_t last_polled_ = 0;
  std::optional<std::uint16_t> told_now_;  // whose changes have just come, and whose position comes next
  std::vector<Bytes> commands_;
  std::vector<std::uint16_t> found_;
  std::vector<std::uint16_t> silent_;
  std::vector<std::pair<std::uint16_t, std::string>> gone_;
  std::vector<std::string> warnings_;
  std::vector<std::pair<std::uint16_t, Bytes>> said_;
};

}  // namespace jadoube::drivers::dgt
