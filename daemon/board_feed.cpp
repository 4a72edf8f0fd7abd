#include "daemon/board_feed.hpp"

#include <utility>

#include <boost/asio/steady_timer.hpp>

#include "record/utc.hpp"
#include "transport/board_words.hpp"

namespace jadoube::daemon {
namespace {

using transport::Board;
using transport::BoardWatch;

constexpr std::chrono::milliseconds kListening{100};

class WatchedBoards final : public BoardFeed {
 public:
  WatchedBoards(const boost::asio::any_io_executor& executor, arbiter::LiveHall& hall)
      : hall_{hall}, timer_{executor}, started_{record::utc_text(record::utc_now())} {}

  tl::expected<void, std::string> begin(const boost::asio::any_io_executor& executor,
                                        BoardWatch::Options options) {
    auto watch = BoardWatch::start(
        executor, std::move(options),
        {.plug = [this](const transport::Plug& plug, bool gone) { on_plug(plug, gone); },
         .board = [this](Board& board, bool /*again*/) { on_board(board); },
         .records = [this](Board& board,
                           const std::vector<record::Record>& records) { hall_.on(board.name, records); },
         .wire = {},
         .warning = [this](const std::string& sentence) { hall_.warn("boards", sentence); }});
    if (!watch) return tl::unexpected{std::move(watch).error()};
    watch_ = *std::move(watch);
    tick();
    return {};
  }

  [[nodiscard]] BoardWatch& watch() override { return *watch_; }
  void stop() override {
    timer_.cancel();
    watch_->stop();
  }

 private:
  void on_board(Board& board) {
    record::Header header;
    header.board = board.session->board();
    header.board.id = board.name;
    header.utc_start = started_;
    hall_.board_there(header);
  }

  /// A device that cannot be used is told until it can, or is gone.
  void on_plug(const transport::Plug& plug, bool gone) {
    const bool failed = !gone && plug.state == transport::Plug::State::failed && plug.reason != "unplugged";
    hall_.warn("plug " + plug.port, failed ? plug.port + ": " + failure(plug) : std::string{});
  }

  void tick() {
    for (const Board* board : watch_->boards()) hall_.advance(board->name, watch_->now());
    timer_.expires_after(kListening);
    timer_.async_wait([this](const boost::system::error_code& error) {
      if (!error) tick();
    });
  }

  arbiter::LiveHall& hall_;
  boost::asio::steady_timer timer_;
  std::string started_;
  std::unique_ptr<BoardWatch> watch_;
};

}  // namespace

tl::expected<std::unique_ptr<BoardFeed>, std::string> BoardFeed::start(
    const boost::asio::any_io_executor& executor, BoardWatch::Options options, arbiter::LiveHall& hall) {
  auto feed = std::make_unique<WatchedBoards>(executor, hall);
  if (auto begun = feed->begin(executor, std::move(options)); !begun)
    return tl::unexpected{std::move(begun).error()};
  return feed;
}

}  // namespace jadoube::daemon
