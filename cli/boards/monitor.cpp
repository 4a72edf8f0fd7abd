// jadoube monitor: one board, live in the terminal.
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "cli/boards/board_options.hpp"
#include "cli/command.hpp"
#include "cli/commands.hpp"
#include "cli/terminal.hpp"
#include "detector/detector.hpp"
#include "display/board_picture.hpp"
#include "display/score_sheet_view.hpp"
#include "display/style.hpp"
#include "stream/published_game.hpp"
#include "transport/board_watch.hpp"
#include "transport/board_words.hpp"

namespace jadoube::cli {

using stream::PublishedGame;
namespace {

using record::Record;
using record::Time;
using transport::Board;

struct Options {
  BoardOptions boards;
  std::string name;
  std::string colour = "auto";
  std::string language = "en";
  std::string start;
  bool no_board = false;
};

std::string minutes(record::ClockTime time) {
  const auto seconds = time.count() / 1000;
  const std::string tail = std::to_string(100 + seconds % 60).substr(1);
  return std::to_string(seconds / 3600) + ':' + std::to_string(100 + seconds / 60 % 60).substr(1) + ':' +
         tail;
}

class Monitor {
 public:
  explicit Monitor(const Options& options) : options_{options}, is_terminal_{::isatty(STDOUT_FILENO) == 1} {
    look_ = display::look_for(display::when_from_string(options.colour).value_or(display::When::automatic),
                              surroundings(STDOUT_FILENO));
  }

  int run() {
    auto watch_options = options_.boards.watch_options();
    if (!watch_options) return fail(watch_options.error());
    auto watch = transport::BoardWatch::start(
        io_.get_executor(), *std::move(watch_options),
        {.plug =
             [this](const transport::Plug& plug, bool gone) {
               if (!gone && plug.state == transport::Plug::State::failed && plug.reason != "unplugged")
                 note(plug.port + ": " + failure(plug));
             },
         .board = [this](Board& board, bool again) { on_board(board, again); },
         .records =
             [this](Board& board, const std::vector<Record>& records) {
               if (&board == board_) on_records(records);
             },
         .wire = {},
         .warning = [this](const std::string& sentence) { note(sentence); }});
    if (!watch) return fail(watch.error());
    watch_ = *std::move(watch);
    note(options_.name.empty() ? "waiting for a board" : "waiting for " + options_.name);
    run_watch(io_, options_.boards.seconds, std::chrono::milliseconds{250}, [this] { tick(); });
    watch_->stop();
    if (board_ == nullptr) return fail("no board was there; `jadoube boards` says what is plugged in");
    detector_->finish();
    view_->finish();
    write(false);
    return serious_ ? kFindings : kOk;
  }

 private:
  void note(const std::string& sentence) {
    erase_panel();
    std::cerr << "jadoube: " << sentence << std::endl;
  }

  void on_board(Board& board, bool again) {
    if (&board == board_) {
      note(board.name + (again ? " is back, at " : " is at ") + board.port);
      return;
    }
    if (board_ != nullptr || (!options_.name.empty() && options_.name != board.name)) {
      if (board_ != nullptr && !again)
        note(board.name + " is plugged in too; `jadoube monitor " + board.name + "` follows it");
      return;
    }
    board_ = &board;
    const record::Header header = header_of(board, options_.start);
    view_ = std::make_unique<display::ScoreSheetView>(
        board.name, header, look_,
        words::language_from_code(options_.language).value_or(words::Language::english));
    game_ = std::make_unique<PublishedGame>(header);
    detector_ = std::make_unique<detector::Detector>(header, [this](const report::Report& report) {
      view_->tell(report);
      if (game_->ends_before(report)) game_->begin_anew();
      game_->tell(report);
      if (const auto* summary = std::get_if<report::SummaryReport>(&report))
        serious_ = summary->grades[0] + summary->grades[1] != 0;
    });
  }

  void on_records(const std::vector<Record>& records) {
    for (const Record& record : records) {
      detector_->advance_to(time_of(record));
      view_->see(record);
      game_->see(record);
      detector_->on(record);
      if (const auto* scan = std::get_if<record::Scan>(&record)) scan_ = *scan;
      if (const auto* clock = std::get_if<record::ClockReading>(&record)) clock_ = *clock;
    }
    write(true);
  }

  void tick() {
    if (board_ == nullptr) return;
    // A record that is on its way may be dated a little earlier than it arrives.
    constexpr Time kOnTheWay{50'000};
    detector_->advance_to(watch_->now() - kOnTheWay);
    write(true);
  }

  void erase_panel() {
    if (panel_lines_ == 0) return;
    std::cout << "\x1b[" << panel_lines_ << "A\r\x1b[J";
    panel_lines_ = 0;
  }

  /// The account grows above; the panel below it is drawn anew. The account may end within a line: then the
  /// panel waits, or it would cut the line in two.
  void write(bool with_panel) {
    const std::string text = view_->take();
    if (!is_terminal_ || options_.no_board) {
      std::cout << text << std::flush;
      return;
    }
    const std::string panel = with_panel ? this->panel() : std::string{};
    if (text.empty() && panel == last_panel_ && panel_lines_ != 0) return;
    erase_panel();
    if (open_line_) std::cout << "\x1b[A\x1b[" << open_line_ + 1 << 'G';
    std::cout << text;
    const std::size_t line_start = text.rfind('\n');
    const std::string tail = line_start == std::string::npos ? text : text.substr(line_start + 1);
    open_line_ = line_start == std::string::npos ? open_line_ + tail.size() : tail.size();
    if (open_line_ != 0) std::cout << '\n';
    std::cout << panel << std::flush;
    panel_lines_ = static_cast<std::size_t>(std::ranges::count(panel, '\n'));
    last_panel_ = panel;
  }

  [[nodiscard]] std::string panel() const {
    std::vector<display::BoardPicture> pictures;
    pictures.push_back({.caption = "the record", .pieces = game_->now().placement});
    if (scan_)
      pictures.push_back({.caption = "the sensors", .pieces = chess::Bitboard{scan_->occupied.bits}});
    std::string text = '\n' + display::draw(pictures, look_);
    if (clock_) {
      const auto marked = [&](chess::Side side) { return clock_->running == side ? " *" : "  "; };
      text += "White " + minutes(clock_->white) + marked(chess::Side::white) + "   Black " +
              minutes(clock_->black) + marked(chess::Side::black) + '\n';
    }
    const drivers::Tally tally = board_->tally();
    text += board_->name + (board_->attached ? " at " + board_->port : std::string{", unplugged"}) + ", " +
            std::to_string(tally.lost_frames) + " frames lost, " + std::to_string(tally.bad_frames) + " bad" +
            (tally.line_errors + tally.transfer_errors == 0
                 ? std::string{}
                 : ", " + std::to_string(tally.line_errors + tally.transfer_errors) + " errors on the way") +
            '\n';
    return text;
  }

  const Options& options_;
  bool is_terminal_;
  display::Look look_;
  boost::asio::io_context io_;
  Board* board_ = nullptr;
  std::unique_ptr<display::ScoreSheetView> view_;
  std::unique_ptr<PublishedGame> game_;
  std::unique_ptr<detector::Detector> detector_;
  std::optional<record::Scan> scan_;
  std::optional<record::ClockReading> clock_;
  bool serious_ = false;
  std::size_t panel_lines_ = 0;
  std::string last_panel_;
  std::size_t open_line_ = 0;  // characters of a line that the account has not ended
  std::unique_ptr<transport::BoardWatch> watch_;
};

}  // namespace

void add_monitor(Command program, int& status) {
  auto command =
      program.add_subcommand("monitor", "Follow one board live: moves, findings, position and clocks");
  auto options = std::make_shared<Options>();
  command.add_option("BOARD", options->name,
                     "Name of the board, as `jadoube boards` says it; the first one if none");
  options->boards.add_to(command);
  add_start(command, options->start);
  command.add_flag("--no-board", options->no_board,
                   "Only the account, without the picture of the board below it");
  command.add_option("--color", options->colour, "Colour: auto, always, never")
      .one_of({"auto", "always", "never"})
      .capture_default_str();
  add_language(command, options->language, "Language of the account");
  command.footer(examples({
      {"jadoube monitor", "the board that is plugged in, until Ctrl-C"},
      {"jadoube monitor dgt-01025 --no-board > game.txt", "the account of one board's game into a file"},
      {"jadoube monitor --start 342", "a game of Chess960 from start position 342"},
  }));
  command.callback([options, &status] { status = Monitor{*options}.run(); });
}

}  // namespace jadoube::cli
