#include "cli/boards/board_options.hpp"

#include <cmath>
#include <csignal>

#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include "chess/chess960.hpp"
#include "cli/event_loop.hpp"
#include "cli/program.hpp"
#include "record/game_start.hpp"
#include "transport/board_place.hpp"

namespace jadoube::cli {
namespace {

using Clock = std::chrono::steady_clock;

class Ticks {
 public:
  Ticks(boost::asio::io_context& io, std::chrono::milliseconds period, const std::function<void()>& each)
      : timer_{io}, period_{period}, each_{each} {
    next();
  }

 private:
  void next() {
    timer_.expires_after(period_);
    timer_.async_wait([this](const boost::system::error_code& error) {
      if (error) return;
      each_();
      next();
    });
  }
  boost::asio::steady_timer timer_;
  std::chrono::milliseconds period_;
  const std::function<void()>& each_;
};

}  // namespace

void BoardOptions::add_to(Command command) {
  command.add_option("--as", as,
                     "What a device is, as PORT=MAKE, ID=MAKE or PATH=MAKE: 1-1.4=dgt, 0403:6001=dgt, "
                     "/dev/ttyUSB0=dgt, tcp:HOST:PORT=dgt, bluetooth:ADDRESS=pegasus. Devices that are in "
                     "many things are only asked if you say so");
  command.add_option("--ignore", ignore,
                     "A device that is no board and is never to be opened, by PORT or ID: 1-1.4, 10c4:ea60, "
                     "bluetooth:ADDRESS. What --as says of a port holds against an ID");
  command.add_option("--livechess", livechess,
                     "A DGT LiveChess 2 whose boards are to be followed, ws://HOST:1982; may be given "
                     "several times. Nothing is "
                     "changed there");
  command
      .add_option(
          "--white", white,
          "Where White sits, for boards with buttons, and for radio tags of which none is known yet: near "
          "the board's own rank 1, or far")
      .one_of({"near", "far"})
      .capture_default_str();
  command
      .add_option(
          "--boards-dir", folder,
          "Folder with table files of your own, for boards that are not built in (docs/adding-a-board.md)")
      .type_name("DIR")
      .capture_default_str();
  command
      .add_option(
          "--memory", memory,
          "Folder for what is learned of a board for another time: which radio tag is in which piece, and "
          "which numbers two boards have")
      .capture_default_str();
  command.add_option("--seconds", seconds, "End after so long; 0 is never")
      .not_negative()
      .capture_default_str();
}

tl::expected<transport::BoardWatch::Options, std::string> BoardOptions::watch_options() const {
  if (auto used = drivers::use_board_folder(folder); !used) return tl::unexpected{std::move(used).error()};
  transport::BoardWatch::Options options;
  options.white_is_near = white == "near";
  options.memory = memory;
  for (const std::string& each : as) {
    const std::size_t equals = each.rfind('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == each.size())
      return tl::unexpected{"--as " + each + ": must be like 1-1.4=dgt"};
    options.as[transport::place_from(each.substr(0, equals))] = each.substr(equals + 1);
  }
  for (const std::string& each : livechess) {
    const auto place = transport::livechess_place(each);
    if (!place) return tl::unexpected{"--livechess " + each + ": must be like ws://HOST:1982"};
    options.as[*place] = "livechess";
  }
  for (const std::string& each : ignore) {
    if (!transport::can_be_ignored(each))
      return tl::unexpected{"--ignore " + each + ": must be like 1-1.4 or 10c4:ea60"};
    const std::string place = transport::place_from(each);
    options.ignore.insert(place);
    if (options.as.contains(place))
      return tl::unexpected{"--ignore " + each + ": --as says that it is a board"};
  }
  return options;
}

void add_start(Command& command, std::string& start) {
  command
      .add_option("--start", start,
                  "Where the game begins: 0 to 959 for that start position of Chess960, or a FEN in quotes. "
                  "Absent: the "
                  "ordinary start position")
      .check(
          [](const std::string& text) {
            const auto named = chess::named_start(text);
            return named ? std::string{} : describe(named.error());
          },
          "START");
}

record::Header header_of(const transport::Board& board, const std::string& start) {
  record::Header header;
  header.board = board.session->board();
  header.board.id = board.name;
  // What was refused when the command line was read does not come here.
  if (!start.empty()) static_cast<void>(record::set_start(header.game, start));
  return header;
}

void run_watch(boost::asio::io_context& io, double seconds, std::chrono::milliseconds period,
               const std::function<void()>& each) {
  boost::asio::signal_set signals{io, SIGINT, SIGTERM};
  // Whoever has started it with nohup wants it to outlive the terminal.
  if (struct sigaction hangup{}; sigaction(SIGHUP, nullptr, &hangup) == 0 && hangup.sa_handler != SIG_IGN)
    signals.add(SIGHUP);
  signals.async_wait([&io](const boost::system::error_code& error, int) {
    if (!error) io.stop();
  });
  boost::asio::steady_timer end{io};
  if (seconds > 0) {
    end.expires_after(std::chrono::microseconds{std::llround(seconds * 1e6)});
    end.async_wait([&io](const boost::system::error_code& error) {
      if (!error) io.stop();
    });
  }
  {
    const Ticks ticks{io, period, each};
    if (const auto deaf = run_events(io)) complain(*deaf);
  }
  // What is to be closed now is closed, though somebody asks for the end twice.
  signals.clear();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_IGN);
}

}  // namespace jadoube::cli
