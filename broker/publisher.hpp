// A hall's voice at a broker: what is new goes to the journal on the disk, and from there to the broker, in order, until the
// broker has it (docs/broker.md).
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <tl/expected.hpp>

#include "arbiter/hall.hpp"
#include "broker/action.hpp"
#include "broker/client.hpp"
#include "broker/config.hpp"
#include "broker/journal.hpp"
#include "broker/news.hpp"

namespace jadoube::broker {

class Publisher {
 public:
  /// Makes a connection that tells these events.
  using Connect = std::function<tl::expected<std::unique_ptr<Connection>, std::string>(
      ConnectionEvents events, const Status& will)>;
  struct Options {
    Config config;
    /// Where the journal is kept.
    std::filesystem::path folder;
    /// One sentence for people; told again with the same `about` it replaces the earlier one; empty: that is well again.
    std::function<void(const std::string& about, const std::string& sentence)> warn;
    /// What a centre asks is answered by it; empty: nothing is.
    std::function<void(const server::PassedHere&, std::function<void(server::Response)>)> answer = {};
    /// A broker that acknowledges nothing for so long is connected to anew.
    std::chrono::milliseconds silence{30'000};
  };
  /// Speaks from now on; `hall` must outlive this. The error is one sentence.
  static tl::expected<std::unique_ptr<Publisher>, std::string> start(
      const boost::asio::any_io_executor& executor, arbiter::Hall& hall, Options options);
  /// The same with a connection of the caller's.
  static tl::expected<std::unique_ptr<Publisher>, std::string> start(
      const boost::asio::any_io_executor& executor, arbiter::Hall& hall, Options options,
      const Connect& connect);
  ~Publisher();
  Publisher(const Publisher&) = delete;
  Publisher& operator=(const Publisher&) = delete;

  /// Brings to the disk what is new, and tells the broker that the hall ends.
  void stop();
  [[nodiscard]] const Journal& journal() const { return journal_; }

 private:
  Publisher(boost::asio::any_io_executor executor, arbiter::Hall& hall, Options options, Journal journal);

  // What the hall says.
  void begin();
  void heard(const arbiter::Update& update);
  void take_alert(std::string_view text);
  void compare_alerts(const std::string& board, News& news);

  // To the disk.
  void tick();
  void flush();
  enum class Looked : std::uint8_t { done, catching_up };
  Looked look_at_board(const std::string& id, bool moved, News& news);
  [[nodiscard]] std::optional<std::string> closed_alert(const std::string& board, std::uint64_t id) const;

  // To the broker.
  void up();
  void down(const std::string& why);
  void acknowledged(int number);
  void refused(const std::string& why);
  void told_to_us(const Heard& heard);
  void look_at_namesake(std::string_view payload);
  void asked(const Heard& heard);
  void answer(const std::string& centre, std::uint64_t number, const server::Response& made);
  void pump();
  void pump_events();
  void pump_replays();
  void pump_states();
  void look_for_silence();
  bool publish_state(const std::string& id);
  void publish_server();
  void publish_status();
  /// Nothing: the connection takes nothing now.
  std::optional<int> publish(const Topic& topic, std::string_view payload, bool retained);
  [[nodiscard]] Status status(bool online) const;
  [[nodiscard]] std::string topic(Channel channel, std::string about = {}) const;
  void warn(const std::string& sentence);

  using Clock = std::chrono::steady_clock;
  boost::asio::any_io_executor executor_;
  arbiter::Hall& hall_;
  Options options_;
  Journal journal_;
  std::string run_;
  /// That centres sign with; empty: none can ask anything.
  std::string secret_;
  AskBook asks_;
  Clock::time_point started_ = Clock::now();
  boost::asio::steady_timer timer_;
  std::shared_ptr<void> subscription_;
  std::unique_ptr<Connection> connection_;
  bool is_up_ = false;
  std::string warned_;
  /// Nothing has been said to people that still holds.
  bool is_well_ = true;
  bool has_disk_ = true;
  std::optional<Clock::time_point> down_since_;

  /// Alerts that are not closed, as they were told last, by board and number.
  std::map<std::string, std::map<std::uint64_t, std::string>, std::less<>> alerts_;
  /// Boards of which something may be new, those in whose games something is, and those that have left the wall.
  std::set<std::string> changed_, moved_, gone_;
  /// When each of `changed_` was looked at last.
  std::map<std::string, Clock::time_point, std::less<>> looked_at_;
  struct NewAlert {
    std::uint64_t id = 0;
    std::string board, text;
    bool is_closed = false;
  };
  std::vector<NewAlert> new_alerts_;
  /// Boards whose alerts are still to be compared with what an earlier run has told.
  std::set<std::string> uncompared_;

  /// Boards whose state is to be told, and when it was told last.
  std::set<std::string> stale_;
  std::map<std::string, Clock::time_point, std::less<>> state_told_;
  std::string server_, server_told_;
  Clock::time_point next_status_{}, next_server_{};

  /// The last event that was handed over, and those of which the broker has not said yet that it has them.
  std::uint64_t sent_ = 0;
  std::map<int, std::uint64_t> in_flight_;
  std::set<std::uint64_t> out_of_turn_;
  /// What else is under way: replays and states.
  std::set<int> others_;
  /// There was no room for more states.
  bool states_wait_ = false;
  /// When the broker has acknowledged something, or had nothing to acknowledge.
  Clock::time_point last_word_ = Clock::now();
  std::deque<Replay> replays_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace jadoube::broker
