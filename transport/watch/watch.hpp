// What stands behind BoardWatch: the places where boards are or may be, and what happens at each. Its work is in four files:
// places.cpp (which there are), channels.cpp (each of them open and closed, its bytes and its time), trials.cpp (what it
// is), lines.cpp (several boards at one).
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>

#include "drivers/shared_line.hpp"
#include "transport/bluetooth/known_boards.hpp"
#include "transport/board_memory.hpp"
#include "transport/board_watch.hpp"
#include "transport/channel.hpp"
#include "transport/usb/service.hpp"
#include "transport/watch/names.hpp"

namespace jadoube::transport::watch {

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;

constexpr record::Time kFirstRetry = std::chrono::seconds{1};
/// A channel whose board has been silent for so long is opened anew: bridges and serial servers hang.
constexpr record::Time kFirstRenewal = std::chrono::seconds{8};
/// Between two times of listening to a device that may be a board and says nothing.
constexpr record::Time kListenAgain = std::chrono::seconds{30};
/// How long a recognised board has time to tell its serial number.
constexpr record::Time kSerialPatience = std::chrono::seconds{2};
/// Fewer bytes than that may be the rest of something, or noise of the plug.
constexpr std::uint64_t kFewBytes = 256;

/// A candidate on trial.
struct Trial {
  drivers::Candidate candidate;
  std::unique_ptr<drivers::BoardSession> session;
  /// When it may begin to ask; nothing: not before its bytes have told what it is.
  std::optional<record::Time> may_ask;
};

struct Heard {
  BoardWatch::Direction direction = BoardWatch::Direction::from_board;
  std::vector<std::uint8_t> bytes;
  record::Time t{};
};

/// A plug with everything that its owner needs.
struct Place : Plug {
  explicit Place(const asio::any_io_executor& executor) : timer{executor} {}
  asio::steady_timer timer;
  /// When the timer lets the session work, if that is what it waits for.
  std::optional<record::Time> works_at;
  std::shared_ptr<Channel> channel;
  /// Number of this opening, so that an old channel's last words are not taken for the new one's.
  std::uint64_t opening = 0;
  /// Ways to try one after the other (transport and line settings); indices into `candidates`.
  std::vector<std::vector<std::size_t>> turns;
  std::size_t turn = 0;
  std::vector<Trial> trials;
  std::vector<Heard> kept;
  std::size_t kept_bytes = 0;
  record::Time opened_at{};
  std::optional<record::Time> recognised_at;
  record::Time retry = kFirstRetry;
  /// Its board says nothing, though the channel is open.
  std::optional<record::Time> silent_since;
  record::Time renew_after = kFirstRenewal;
  record::Time listen_again = kListenAgain;
  bool told_by_user = false;
  Board* owned = nullptr;
  /// Of a line that several boards share.
  std::unique_ptr<drivers::SharedLine> bus;
  /// Addresses of its boards that are followed through another server that has them too.
  std::set<std::string> followed_elsewhere;
  /// Of a board on such a line: its port, and the board's address.
  std::string line;
  std::string address;
};

/// Stands for the way to a board that no USB id leads to.
const drivers::UsbId& no_usb();

class Watch final : public BoardWatch {
 public:
  Watch(const asio::any_io_executor& executor, Options options, Events events);

  /// Why it cannot be, in one sentence; empty: it has begun.
  std::string start();

  [[nodiscard]] record::Time now() const override;
  [[nodiscard]] std::vector<const Plug*> plugs() const override;
  std::vector<Board*> boards() override;
  [[nodiscard]] std::vector<Offer> offers() const override;
  void stop() override;

 private:
  // Which places there are.
  /// A place that the user names and that is no USB device, if it is one. Gives why it cannot be.
  std::string add_named(const std::string& where, const drivers::BoardModel& model);
  /// An adapter with several serial lines is as many places: "1-1.4:1.0" and so on, which is what the system
  /// calls its interfaces.
  void arrived(const usb::Device& device);
  void arrived_at(const std::string& port, const usb::Device& device, std::vector<drivers::Candidate> found,
                  const std::string& id);
  /// Boards over Bluetooth that the owner of the machine has paired with it, or trusts, are his as those at a plug are; what
  /// is merely near is not.
  void follow_radio();
  void left(const usb::Device& device);
  void remove(const std::string& port, const std::string& reason);
  void add(std::unique_ptr<Place> place);
  Place* place_at(const std::string& port, std::uint64_t opening);

  // Each of them, open and closed.
  void open(Place& place);
  void opened(Place& place);
  void received(Place& place, std::vector<std::uint8_t> bytes, record::Time t);
  /// Before a board is recognised its line may be set wrong, and what it sent may have waited too long.
  void damaged(Place& place, const TransportErrors& errors);
  void closed(Place& place, const std::string& reason);
  void try_again(Place& place, record::Time after);
  /// In the way whose turn it is.
  void reopen(Place& place);
  /// Everything that follows from bytes and from time.
  void work(Place& place);
  /// When there is next something to do without bytes.
  [[nodiscard]] std::optional<record::Time> next_work(const Place& place) const;
  static bool is_to_be_renewed(Place& place, record::Time t);
  void renew(Place& place);
  /// Instead of whatever it has waited for.
  void wait(Place& place, SteadyTime until, std::function<void(Place&)> then);
  void drain(Place& place);
  void pass_on(Board& board);
  void detach(Place& place, const std::string& reason);
  [[nodiscard]] record::Time at(SteadyTime t) const;

  // What it is.
  void begin_trials(Place& place);
  static void keep(Place& place, Heard heard);
  void try_out(Place& place, record::Time t);
  /// None of the candidates has shown itself in time.
  void give_up_turn(Place& place, record::Time t);
  void adopt(Place& place, Trial& trial, record::Time t);

  // Several boards at one.
  /// Passes on what goes to and comes from the boards of a line.
  void work_line(Place& place, record::Time t);
  void add_member(const Place& line, const std::string& address);
  /// Two servers that have a board with one number have the same board, or are the same server under two names.
  bool is_followed_elsewhere(Place& line, const std::string& address);
  /// A board has left its line: another server may have it too.
  void follow_elsewhere(const std::string& address);
  /// The place of the board with this address on the line, if it has one.
  Place* board_on(const Place& line, const std::string& address);
  std::shared_ptr<Channel> share_of(const Place& board);
  /// The boards of a line go with it. They are found again.
  void leave_line(Place& place, const std::string& reason);
  /// The board of this address; all of them if it is empty.
  void leave_line(const Place& place, const std::string& reason, const std::string& address);

  asio::any_io_executor executor_;
  Options options_;
  Events events_;
  SteadyTime begun_ = Clock::now();
  bool stopped_ = false;
  /// Handlers may still wait in the executor when the watch has gone.
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  std::uint64_t next_opening_ = 0;
  std::map<std::string, Board> boards_;
  BoardMemory memory_;
  BoardNames names_;
  std::map<std::string, std::string> memories_;  // of the sessions, as they were last told
  std::map<std::string, std::unique_ptr<Place>> places_;
  std::set<std::string> offered_twice_;  // boards of servers, of which that was said
  std::unique_ptr<usb::Service> usb_;
  std::shared_ptr<bluetooth::KnownBoards> radio_;  // null: there is no system bus
};

}  // namespace jadoube::transport::watch
